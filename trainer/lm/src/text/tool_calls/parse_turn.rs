//! Takes an assistant's turn apart: reasoning, words, calls.

use super::call::{CLOSE, CallFault, OPEN, ParsedCall, ReadCall, ToolCall, ToolCallFormat};
use super::{hermes, qwen_xml};
use crate::text::tool::Tool;

const OPEN_THINK: &str = "<think>";
const CLOSE_THINK: &str = "</think>";

/// What a turn holds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AssistantTurn {
    /// What the model thought, without the marks around it.
    pub reasoning: Option<String>,
    /// The words outside of calls.
    pub content: String,
    /// The calls, in the order in which they were written.
    pub calls: Vec<ParsedCall>,
}

/// Where the model began to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnStart {
    /// At the beginning of its turn.
    Plain,
    /// Behind a `<think>` that the template wrote.
    InReasoning,
}

impl TurnStart {
    /// Where a model begins that reads this prompt.
    #[must_use]
    pub fn after_prompt(prompt: &str) -> Self {
        if prompt.trim_end().ends_with(OPEN_THINK) { Self::InReasoning } else { Self::Plain }
    }
}

impl AssistantTurn {
    /// The calls that are well formed.
    pub fn well_formed(&self) -> impl Iterator<Item = &ToolCall> {
        self.calls.iter().filter_map(|call| match call {
            ParsedCall::Call(call) => Some(call),
            ParsedCall::Malformed(_) => None,
        })
    }

    /// What is wrong with the others.
    pub fn faults(&self) -> impl Iterator<Item = &CallFault> {
        self.calls.iter().filter_map(|call| match call {
            ParsedCall::Call(_) => None,
            ParsedCall::Malformed(fault) => Some(fault),
        })
    }
}

/// Takes a turn apart. Every input is a turn; what is wrong with a call stands in its place.
#[must_use]
pub fn parse_turn(
    text: &str,
    format: ToolCallFormat,
    tools: &[Tool],
    start: TurnStart,
) -> AssistantTurn {
    let (reasoning, said) = split_turn(text, start);
    let mut turn = AssistantTurn { reasoning, ..AssistantTurn::default() };
    let mut rest = said;
    while let Some((words, after)) = rest.split_once(OPEN) {
        turn.content.push_str(words);
        let ReadCall { call, n_bytes, is_closed, .. } = read_call(after, format, tools);
        let number = turn.calls.len() + 1;
        turn.calls.push(match call {
            Ok(call) => ParsedCall::Call(call),
            Err(unreadable) => {
                let inside = &after[..n_bytes];
                let inside = if is_closed { &inside[..n_bytes - CLOSE.len()] } else { inside };
                ParsedCall::Malformed(CallFault {
                    number,
                    name: unreadable.name,
                    text: inside.trim().to_owned(),
                    problem: unreadable.problem,
                    remedy: unreadable.remedy,
                })
            }
        });
        rest = &after[n_bytes..];
    }
    turn.content.push_str(rest);
    turn.content = turn.content.trim().to_owned();
    turn
}

/// Whether the turn's last words close a call: where generation stops that wants one call.
#[must_use]
pub fn has_complete_call(
    text: &str,
    format: ToolCallFormat,
    tools: &[Tool],
    start: TurnStart,
) -> bool {
    let (_, said) = split_turn(text, start);
    said.split_once(OPEN).is_some_and(|(_, after)| {
        let read = read_call(after, format, tools);
        read.is_closed && !read.may_go_on
    })
}

fn read_call(text: &str, format: ToolCallFormat, tools: &[Tool]) -> ReadCall {
    match format {
        ToolCallFormat::Hermes => hermes::read_call(text),
        ToolCallFormat::QwenXml => qwen_xml::read_call(text, tools),
    }
}

/// The reasoning of a turn, and the rest, without the space between them. Reasoning that does not end is all there is.
#[must_use]
pub fn split_turn(text: &str, start: TurnStart) -> (Option<String>, &str) {
    let opened = text.trim_start().strip_prefix(OPEN_THINK);
    let inside = match (opened, start) {
        (Some(inside), _) => inside,
        (None, TurnStart::InReasoning) => text,
        (None, TurnStart::Plain) => return (None, text),
    };
    let (reasoning, rest) = inside.split_once(CLOSE_THINK).unwrap_or((inside, ""));
    let reasoning = reasoning.trim();
    ((!reasoning.is_empty()).then(|| reasoning.to_owned()), rest.trim_start())
}
