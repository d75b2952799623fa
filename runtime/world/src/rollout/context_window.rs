//! How much of a conversation a model is shown, when not all of it fits into its context.

use std::borrow::Cow;

use crate::rollout::message::{Message, Role};

/// What stands where an answer was dropped.
pub const DROPPED: &str = "(this answer was dropped to make room)";

/// How long a conversation may grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ContextLimits {
    /// How many tokens a request and its reply may have together; `None`: as many as the endpoint
    /// takes.
    pub tokens_max: Option<u64>,
    /// Whether the oldest answers of tools are dropped when the conversation is too long. Otherwise
    /// the attempt ends.
    pub drops_oldest: bool,
}

/// The part of one growing conversation that a model is shown.
#[derive(Debug)]
pub(super) struct ContextWindow {
    limits: ContextLimits,
    /// What is left free for the reply, in tokens.
    reply_tokens: u64,
    /// What is sent beside the messages, in characters.
    tools_chars: usize,
    /// How many of the oldest answers are dropped.
    n_dropped: usize,
    /// Learned from what the endpoint counts; before that a cautious guess.
    tokens_per_char: f64,
}

impl ContextWindow {
    pub fn new(limits: ContextLimits, reply_tokens_max: u32, tools_chars: usize) -> Self {
        const TOKENS_PER_CHAR: f64 = 1.0 / 3.0;
        // A small context is not all reply.
        let reply_tokens = limits.tokens_max.map_or(u64::MAX, |most| most / 4);
        Self {
            limits,
            reply_tokens: reply_tokens.min(u64::from(reply_tokens_max)),
            tools_chars,
            n_dropped: 0,
            tokens_per_char: TOKENS_PER_CHAR,
        }
    }

    /// How many answers the model no longer sees.
    pub fn n_dropped(&self) -> usize {
        self.n_dropped
    }

    /// What is shown of a conversation; `None` when it cannot be made to fit.
    pub fn show<'a>(&mut self, conversation: &'a [Message]) -> Option<Cow<'a, [Message]>> {
        loop {
            let shown = self.view(conversation);
            let tokens = self.chars(&shown) as f64 * self.tokens_per_char;
            let fits =
                self.limits.tokens_max.is_none_or(|most| tokens as u64 + self.reply_tokens <= most);
            if fits {
                return Some(shown);
            }
            if !self.drop_more(conversation, 1) {
                return None;
            }
        }
    }

    /// Hears how many tokens the endpoint counted in what it was shown.
    pub fn learn(&mut self, shown: &[Message], prompt_tokens: u64) {
        let chars = self.chars(shown);
        if prompt_tokens > 0 && chars > 0 {
            self.tokens_per_char = prompt_tokens as f64 / chars as f64;
        }
    }

    /// Makes room after the endpoint found a conversation too long; whether there was room to make.
    pub fn make_room(&mut self, conversation: &[Message]) -> bool {
        let left = n_old_answers(conversation).saturating_sub(self.n_dropped);
        self.drop_more(conversation, left.div_ceil(4))
    }

    /// Drops some more of the oldest answers, never those to the latest turn.
    fn drop_more(&mut self, conversation: &[Message], count: usize) -> bool {
        let droppable = n_old_answers(conversation);
        if !self.limits.drops_oldest || self.n_dropped >= droppable {
            return false;
        }
        self.n_dropped = (self.n_dropped + count).min(droppable);
        true
    }

    fn view<'a>(&self, conversation: &'a [Message]) -> Cow<'a, [Message]> {
        if self.n_dropped == 0 {
            return Cow::Borrowed(conversation);
        }
        let mut shown = conversation.to_vec();
        let answers = shown.iter_mut().filter(|message| message.role == Role::Tool);
        for answer in answers.take(self.n_dropped) {
            DROPPED.clone_into(&mut answer.content);
        }
        Cow::Owned(shown)
    }

    fn chars(&self, shown: &[Message]) -> usize {
        let messages = shown.iter().map(|message| {
            let calls = message.tool_calls.iter();
            let calls: usize = calls.map(|call| call.name.len() + call.arguments.len()).sum();
            message.content.len() + calls
        });
        self.tools_chars + messages.sum::<usize>()
    }
}

/// The answers of tools before the latest turn of the model.
fn n_old_answers(conversation: &[Message]) -> usize {
    let is_turn = |message: &Message| message.role == Role::Assistant;
    let latest = conversation.iter().rposition(is_turn).unwrap_or(0);
    conversation[..latest].iter().filter(|message| message.role == Role::Tool).count()
}

#[cfg(test)]
mod tests {
    use super::{ContextLimits, ContextWindow, DROPPED};
    use crate::rollout::message::{Message, Role, ToolCall};

    /// A question, and so many turns with one call and one answer of a hundred characters.
    fn conversation(n_turns: usize) -> Vec<Message> {
        let call = ToolCall { id: "a".into(), name: "t".into(), arguments: String::new() };
        let mut all = vec![Message::said(Role::User, "what?")];
        for turn in 0..n_turns {
            all.push(Message::calling("", vec![call.clone()]));
            all.push(Message::answering(&call, format!("{turn}").repeat(100)));
        }
        all
    }

    fn window(tokens_max: u64, drops_oldest: bool) -> ContextWindow {
        let limits = ContextLimits { tokens_max: Some(tokens_max), drops_oldest };
        ContextWindow::new(limits, 30, 0)
    }

    #[test]
    fn the_oldest_answers_go_first_and_the_latest_stays() {
        let said = conversation(4);
        let mut window = window(130, true);
        let shown = window.show(&said).expect("two answers fit");
        let answers: Vec<&str> = shown
            .iter()
            .filter(|message| message.role == Role::Tool)
            .map(|message| message.content.as_str())
            .collect();
        assert_eq!(answers[..2], [DROPPED, DROPPED]);
        assert_eq!(answers[3], "3".repeat(100));
        assert_eq!(window.n_dropped(), 2);
        assert_eq!(shown.len(), said.len(), "calls and answers stay in pairs");
    }

    #[test]
    fn a_conversation_that_cannot_be_made_to_fit_is_not_shown() {
        assert!(window(120, false).show(&conversation(4)).is_none());
        assert!(window(40, true).show(&conversation(1)).is_none());
        assert!(window(120, false).show(&conversation(1)).is_some());
    }

    #[test]
    fn what_the_endpoint_counts_corrects_the_guess() {
        let said = conversation(4);
        let mut window = window(120, false);
        assert!(window.show(&said).is_none());
        // It counts a token for ten characters.
        window.learn(&said, 41);
        assert!(window.show(&said).is_some());
    }

    #[test]
    fn room_is_made_a_quarter_at_a_time_until_only_the_latest_turn_is_left() {
        let said = conversation(9);
        let limits = ContextLimits { tokens_max: None, drops_oldest: true };
        let mut window = ContextWindow::new(limits, 30, 0);
        let mut dropped = Vec::new();
        while window.make_room(&said) {
            dropped.push(window.n_dropped());
        }
        assert_eq!(dropped, [2, 4, 5, 6, 7, 8]);
    }
}
