//! A model writes a task: turns of tool calls until one is handed in, or enough is enough.

use std::collections::BTreeMap;

use compoworld_chat::{
    Chat, ChatError, ChatFault, ChatMessage, Completion, Request, Role, Tokens, ToolChoice,
};
use compoworld_world::Task;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::author_tools::author_tools;
use crate::probe::TaskSize;
use crate::workbench::{WorkTurn, Workbench};

const INSTRUCTIONS: &str = include_str!("author_prompt.md");

/// How long a model may work on one task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionLimits {
    /// How many turns it has.
    pub turns_max: usize,
    /// How many calls of one turn are run.
    pub calls_a_turn_max: usize,
    /// How often a draft may be refused.
    pub refusals_max: usize,
    /// How many turns in a row may hold no call.
    pub silent_turns_max: usize,
    /// How many tokens it may read and write together; `None` for no limit.
    pub tokens_max: Option<u64>,
}

impl Default for SessionLimits {
    fn default() -> Self {
        Self {
            turns_max: 60,
            calls_a_turn_max: 16,
            refusals_max: 20,
            silent_turns_max: 3,
            tokens_max: None,
        }
    }
}

/// How a session ended.
#[derive(Debug, Clone, PartialEq)]
pub enum SessionEnding {
    /// With a task that the gate keeps.
    Submitted(Box<Task>),
    /// The model gave up, with its reason.
    GaveUp(String),
    /// Turns, refusals or tokens were used up, or the model stopped calling tools.
    Unfinished(&'static str),
}

/// What a session came to.
#[derive(Debug, Clone, PartialEq)]
pub struct SessionReport {
    /// How it ended.
    pub ending: SessionEnding,
    /// What it took.
    pub effort: Effort,
}

/// What a session took.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Effort {
    /// Turns of the model.
    pub n_turns: usize,
    /// Calls that it made.
    pub n_calls: usize,
    /// Of these, how many were wrong in their form.
    pub n_malformed: usize,
    /// How many faults of its drafts it was told, by reason.
    pub refused: BTreeMap<String, usize>,
    /// What it read and wrote.
    pub tokens: Tokens,
}

impl Effort {
    /// Counts a call, and what it meant for the work.
    pub fn count_call(&mut self, turn: &WorkTurn) {
        self.n_calls += 1;
        match turn {
            WorkTurn::Malformed => self.n_malformed += 1,
            WorkTurn::Refused(faults) => {
                for fault in faults {
                    *self.refused.entry(fault.reason.to_owned()).or_default() += 1;
                }
            }
            _ => {}
        }
    }
}

/// Lets a model write one task at a bench.
///
/// # Errors
/// When the model cannot be asked. What it did is lost, and may be done again.
pub fn write_task(
    chat: &dyn Chat,
    bench: &mut Workbench<'_>,
    seed: u64,
    limits: SessionLimits,
) -> Result<SessionReport, ChatFault> {
    let mut session = Session::start(bench, seed);
    let mut effort = Effort::default();
    let (mut n_refusals, mut n_silent) = (0, 0);
    let ending = loop {
        if let Some(limit) = reached(&effort, n_refusals, n_silent, limits) {
            break SessionEnding::Unfinished(limit);
        }
        let said = match chat.complete(&session.request) {
            Ok(said) => said,
            Err(ChatFault::Endpoint(ChatError::NoCompletion { message, .. })) => {
                // It said nothing that could be used; the next turn may be better.
                effort.n_turns += 1;
                n_silent += 1;
                session.remind(&message);
                continue;
            }
            Err(fault) => return Err(fault),
        };
        effort.n_turns += 1;
        effort.tokens.prompt += said.tokens.prompt;
        effort.tokens.completion += said.tokens.completion;
        n_silent = if said.tool_calls.is_empty() { n_silent + 1 } else { 0 };
        let turns = session.take(said, bench, limits.calls_a_turn_max, &mut effort);
        n_refusals += turns.iter().filter(|turn| matches!(turn, WorkTurn::Refused(_))).count();
        let mut ends = turns.into_iter().filter_map(|turn| match turn {
            WorkTurn::Done(task) => Some(SessionEnding::Submitted(task)),
            WorkTurn::GivenUp(reason) => Some(SessionEnding::GaveUp(reason)),
            _ => None,
        });
        if let Some(ending) = ends.next() {
            break ending;
        }
    };
    Ok(SessionReport { ending, effort })
}

/// The limit that a session has reached, in words.
fn reached(
    effort: &Effort,
    n_refusals: usize,
    n_silent: usize,
    limits: SessionLimits,
) -> Option<&'static str> {
    let n_tokens = effort.tokens.prompt + effort.tokens.completion;
    if effort.n_turns >= limits.turns_max {
        Some("out of turns")
    } else if n_refusals >= limits.refusals_max {
        Some("refused too often")
    } else if n_silent >= limits.silent_turns_max {
        Some("no tool was called")
    } else if limits.tokens_max.is_some_and(|most| n_tokens >= most) {
        Some("out of tokens")
    } else {
        None
    }
}

/// What somebody is told who writes a task of this size in a loop of their own.
#[must_use]
pub fn author_instructions(size: &TaskSize) -> String {
    format!("{}\n\n{}", INSTRUCTIONS.trim_end(), ask_for(size))
}

fn ask_for(size: &TaskSize) -> String {
    let size = json!({
        "services": [size.k.start(), size.k.end()],
        "steps_through_services": [size.l.start(), size.l.end()],
        "words_at_most": size.words_max,
    });
    format!("Write a task of this size: {size}")
}

/// The conversation.
struct Session {
    request: Request,
}

impl Session {
    fn start(bench: &Workbench<'_>, seed: u64) -> Self {
        let request = Request {
            messages: vec![
                ChatMessage::said(Role::System, INSTRUCTIONS.trim_end()),
                ChatMessage::said(Role::User, ask_for(bench.size())),
            ],
            tools: author_tools(bench.world()),
            tool_choice: ToolChoice::Auto,
            schema: None,
            seed: Some(seed),
        };
        Self { request }
    }

    /// Takes a turn of the model: its calls are run in order, up to the one that ends the work.
    fn take(
        &mut self,
        said: Completion,
        bench: &mut Workbench<'_>,
        calls_max: usize,
        effort: &mut Effort,
    ) -> Vec<WorkTurn> {
        let Completion { content, tool_calls, .. } = said;
        let mut message = ChatMessage::said(Role::Assistant, content);
        message.tool_calls.clone_from(&tool_calls);
        self.request.messages.push(message);
        if tool_calls.is_empty() {
            self.remind("that was no tool call");
            return Vec::new();
        }
        let mut turns = Vec::new();
        for (index, call) in tool_calls.iter().enumerate() {
            if index >= calls_max {
                let text = format!("only the first {calls_max} calls of a turn are run");
                self.answer(call, text);
                continue;
            }
            let reply = bench.call(&call.name, &call.arguments);
            self.answer(call, reply.text);
            effort.count_call(&reply.turn);
            let ends = matches!(reply.turn, WorkTurn::Done(_) | WorkTurn::GivenUp(_));
            turns.push(reply.turn);
            if ends {
                break;
            }
        }
        turns
    }

    fn answer(&mut self, call: &compoworld_chat::ToolCall, text: String) {
        self.request.messages.push(ChatMessage::answer_to(call, text));
    }

    fn remind(&mut self, fault: &str) {
        let text = format!(
            "{fault}. Go on by tool calls: `probe` tells what is missing, `submit` hands the task \
             in, `give_up` ends the work without one."
        );
        self.request.messages.push(ChatMessage::said(Role::User, text));
    }
}
