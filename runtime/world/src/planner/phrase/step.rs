//! One step of a request, before it is put into a sentence.

/// A step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    /// What is to be done: `look up the contact Ines Moreau in CRM`.
    Order(String),
    /// What is to be done, after the place or the condition: `in CRM`, `look up …`.
    Placed { before: String, order: String },
    /// What is to be true afterwards: `the status … should be "open"`.
    Statement(String),
    /// What is needed, or where it is: `I need the name of …`. Nothing ties it to what comes
    /// before.
    Remark(String),
    /// What is to be answered: `what is the amount of that deal`.
    Question(String),
}

/// How an order is put.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mood {
    /// `Look it up.`
    Bare,
    /// `Please look it up.`
    Please,
    /// `Could you look it up?`
    CouldYou,
    /// `Can you look it up?`
    CanYou,
    /// `Would you look it up, please?`
    WouldYou,
    /// `I need you to look it up.`
    NeedYou,
}

impl Mood {
    /// The order in this mood, without its capital.
    fn put(self, order: &str) -> String {
        match self {
            Self::Bare => order.to_owned(),
            Self::Please => format!("please {order}"),
            Self::CouldYou => format!("could you {order}?"),
            Self::CanYou => format!("can you {order}?"),
            Self::WouldYou => format!("would you please {order}?"),
            Self::NeedYou => format!("I need you to {order}"),
        }
    }
}

impl Step {
    /// The step as a text that a sentence can be made of: no capital, and a mark at its end only
    /// if that is no full stop.
    pub(super) fn put(&self, mood: Mood) -> String {
        match self {
            Self::Order(order) => mood.put(order),
            Self::Placed { before, order } => format!("{before}, {}", mood.put(order)),
            Self::Statement(said) | Self::Remark(said) => said.clone(),
            Self::Question(question) => format!("{question}?"),
        }
    }

    /// Whether a mood shows in it.
    pub(super) const fn has_mood(&self) -> bool {
        matches!(self, Self::Order(_) | Self::Placed { .. })
    }

    /// Whether words like `then` may stand before it.
    pub(super) const fn takes_link(&self) -> bool {
        // `Next, in CRM, look up` has one comma too many.
        !matches!(self, Self::Placed { .. } | Self::Remark(_))
    }

    /// Both as one order; `None` where they would not read well together.
    pub(super) fn join(&self, next: &Self) -> Option<Self> {
        const CHARACTERS_MAX: usize = 240;
        let (Self::Order(first), Self::Order(second)) = (self, next) else { return None };
        let together = first.len() + second.len();
        (together <= CHARACTERS_MAX).then(|| Self::Order(format!("{first}, then {second}")))
    }
}

#[cfg(test)]
mod tests {
    use super::{Mood, Step};

    #[test]
    fn an_order_is_put_in_its_mood_and_a_statement_is_not() {
        let order = Step::Order("close it".to_owned());
        assert_eq!(order.put(Mood::CouldYou), "could you close it?");
        assert_eq!(order.put(Mood::NeedYou), "I need you to close it");
        let statement = Step::Statement("it should be closed".to_owned());
        assert_eq!(statement.put(Mood::CouldYou), "it should be closed");
        let placed = Step::Placed { before: "in CRM".to_owned(), order: "find it".to_owned() };
        assert_eq!(placed.put(Mood::Please), "in CRM, please find it");
    }

    #[test]
    fn only_orders_are_joined() {
        let order = Step::Order("find it".to_owned());
        let question = Step::Question("what is it".to_owned());
        assert_eq!(order.join(&order), Some(Step::Order("find it, then find it".to_owned())));
        assert_eq!(order.join(&question), None);
    }
}
