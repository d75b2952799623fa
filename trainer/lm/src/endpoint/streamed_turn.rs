//! What of a growing answer may be shown already: words that can still turn out to be the mark of
//! a call or of reasoning are held back.

use crate::text::tool_calls::TurnStart;

const OPEN_THINK: &str = "<think>";
const CLOSE_THINK: &str = "</think>";
const OPEN_CALL: &str = "<tool_call>";

/// An answer that grows.
#[derive(Debug, Clone)]
pub(super) struct StreamedTurn {
    text: String,
    start: TurnStart,
    has_calls: bool,
    reasoning_told: String,
    content_told: String,
}

/// What is new.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct NewWords {
    /// Of the reasoning.
    pub(super) reasoning: String,
    /// Of the content.
    pub(super) content: String,
}

impl StreamedTurn {
    /// An answer that begins. `has_calls` tells whether calls are looked for in it.
    pub(super) fn new(start: TurnStart, has_calls: bool) -> Self {
        Self {
            text: String::new(),
            start,
            has_calls,
            reasoning_told: String::new(),
            content_told: String::new(),
        }
    }

    /// Adds text, and gives the words that are certain now.
    pub(super) fn push(&mut self, text: &str) -> NewWords {
        self.text.push_str(text);
        let (reasoning, content) = self.certain();
        let (reasoning, content) = (reasoning.to_owned(), content.to_owned());
        self.tell(&reasoning, &content)
    }

    /// The rest, when the whole answer is known.
    pub(super) fn finish(&mut self, reasoning: &str, content: &str) -> NewWords {
        self.tell(reasoning, content)
    }

    fn tell(&mut self, reasoning: &str, content: &str) -> NewWords {
        let new = |told: &mut String, whole: &str| {
            let new = whole.strip_prefix(told.as_str()).unwrap_or_default().to_owned();
            told.push_str(&new);
            new
        };
        NewWords {
            reasoning: new(&mut self.reasoning_told, reasoning),
            content: new(&mut self.content_told, content),
        }
    }

    fn certain(&self) -> (&str, &str) {
        let trimmed = self.text.trim_start();
        let inside = match (trimmed.strip_prefix(OPEN_THINK), self.start) {
            (Some(inside), _) => inside,
            (None, TurnStart::InReasoning) => &self.text,
            (None, TurnStart::Plain) if OPEN_THINK.starts_with(trimmed) => return ("", ""),
            (None, TurnStart::Plain) => return ("", self.certain_words(&self.text, false)),
        };
        match inside.split_once(CLOSE_THINK) {
            Some((reasoning, rest)) => (reasoning.trim(), self.certain_words(rest, true)),
            None => (without_begun(inside, CLOSE_THINK).trim(), ""),
        }
    }

    /// Words before the first call, without what may yet be cut off their end.
    fn certain_words<'t>(&self, text: &'t str, after_reasoning: bool) -> &'t str {
        if !self.has_calls && !after_reasoning {
            return text;
        }
        let words = match self.has_calls {
            true => match text.split_once(OPEN_CALL) {
                Some((words, _)) => words,
                None => without_begun(text, OPEN_CALL),
            },
            false => text,
        };
        words.trim()
    }
}

/// The text without the beginning of a mark at its end.
fn without_begun<'t>(text: &'t str, mark: &str) -> &'t str {
    let begun = (1..mark.len()).rev().find(|&length| text.ends_with(&mark[..length]));
    &text[..text.len() - begun.unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Just, Strategy, any, prop, prop_assert_eq, prop_oneof, proptest};

    use super::{NewWords, StreamedTurn};
    use crate::text::tool_calls::{ToolCallFormat, TurnStart, parse_turn, split_turn};

    #[test]
    fn marks_are_held_back_until_they_are_certain() {
        let mut turn = StreamedTurn::new(TurnStart::Plain, true);
        let content = |words: NewWords| words.content;
        assert_eq!(content(turn.push("I look. <tool")), "I look.");
        assert_eq!(content(turn.push("box>")), " <toolbox>");
        assert_eq!(content(turn.push("\n<tool_call>{")), "");
    }

    fn pieces() -> impl Strategy<Value = Vec<String>> {
        let piece = prop_oneof![
            Just("<think>".to_owned()),
            Just("</think>".to_owned()),
            Just("<tool_call>".to_owned()),
            Just("{\"name\": \"f\", \"arguments\": {}}</tool_call>".to_owned()),
            Just("\n".to_owned()),
            Just("<tool".to_owned()),
            "[a-z <é]{0,5}",
        ];
        prop::collection::vec(piece, 0..10)
    }

    proptest! {
        #[test]
        fn the_pieces_put_together_are_the_whole(
            pieces in pieces(),
            in_reasoning in any::<bool>(),
            has_calls in any::<bool>(),
        ) {
            let start = if in_reasoning { TurnStart::InReasoning } else { TurnStart::Plain };
            let text = pieces.concat();
            let (reasoning, content) = if has_calls {
                let turn = parse_turn(&text, ToolCallFormat::Hermes, &[], start);
                (turn.reasoning, turn.content)
            } else {
                let (reasoning, content) = split_turn(&text, start);
                (reasoning, content.to_owned())
            };
            let reasoning = reasoning.unwrap_or_default();
            let mut streamed = StreamedTurn::new(start, has_calls);
            let mut told = NewWords::default();
            let mut add = |new: NewWords| {
                told.reasoning.push_str(&new.reasoning);
                told.content.push_str(&new.content);
            };
            for piece in &pieces {
                add(streamed.push(piece));
            }
            add(streamed.finish(&reasoning, &content));
            prop_assert_eq!(told.reasoning, reasoning);
            prop_assert_eq!(told.content, content);
        }
    }
}
