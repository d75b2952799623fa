//! The ways in which an errand can be said.

/// A way of asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Register {
    /// A colleague's chat message.
    Chat,
    /// A polite e-mail.
    Email,
    /// A hurried note.
    Note,
    /// Spoken, and written down.
    Spoken,
    /// A ticket with numbered points.
    Ticket,
    /// A manager's plain order.
    Order,
}

impl Register {
    const ALL: [Self; 6] =
        [Self::Chat, Self::Email, Self::Note, Self::Spoken, Self::Ticket, Self::Order];

    /// The register that a seed stands for.
    #[must_use]
    pub fn of_seed(seed: u64) -> Self {
        let index = usize::try_from(seed % Self::ALL.len() as u64).unwrap_or(0);
        Self::ALL[index]
    }

    /// What the model is told of it.
    pub(super) const fn description(self) -> &'static str {
        match self {
            Self::Chat => "a chat message to a colleague: relaxed, short sentences",
            Self::Email => "a polite e-mail with a greeting and a sign-off, without names",
            Self::Note => "a hurried note: fragments, no courtesies",
            Self::Spoken => "somebody speaking, written down: digressions allowed, facts kept",
            Self::Ticket => "a ticket: one line on the aim, then numbered points",
            Self::Order => "a manager's plain request: direct and complete",
        }
    }

    /// The register as it is written in reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Chat => "chat",
            Self::Email => "email",
            Self::Note => "note",
            Self::Spoken => "spoken",
            Self::Ticket => "ticket",
            Self::Order => "order",
        }
    }
}
