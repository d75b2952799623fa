//! One call on one state, with all that is seen of it.

use std::cell::OnceCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::answer::Answer;
use crate::server::Server;
use crate::tool_list::{ToolList, ToolSpec};

/// A tool call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// The tool.
    pub tool: String,
    /// Its arguments.
    pub arguments: Value,
}

/// One call on one state, with all that is seen of it.
pub struct Scene<'a> {
    /// The tools of the service.
    pub tools: &'a ToolList,
    /// The tool that is called.
    pub tool: &'a ToolSpec,
    /// The server before the call; the call ran on a fork of it.
    pub before: &'a dyn Server,
    /// The call.
    pub call: &'a Call,
    /// The server after the call.
    pub after: Box<dyn Server>,
    /// The answer.
    pub answer: Answer,
    /// The answer's text.
    pub text: String,
    /// The state before, as text.
    pub before_json: String,
    /// The state after, as text.
    pub after_json: String,
    /// The state of a fork taken before the call and looked at after it.
    pub bystander_json: String,
    before_state: OnceCell<Value>,
    after_state: OnceCell<Value>,
}

impl<'a> Scene<'a> {
    /// Plays a call; none when the list has no such tool.
    #[must_use]
    pub fn play(tools: &'a ToolList, before: &'a dyn Server, call: &'a Call) -> Option<Self> {
        let tool = tools.tool(&call.tool)?;
        let before_json = before.state_json();
        let bystander = before.fork();
        let mut after = before.fork();
        let text = ask(&mut *after, &call.tool, &call.arguments);
        Some(Self {
            tools,
            tool,
            before,
            call,
            answer: Answer::read(&text),
            text,
            after_json: after.state_json(),
            after,
            before_json,
            bystander_json: bystander.state_json(),
            before_state: OnceCell::new(),
            after_state: OnceCell::new(),
        })
    }

    /// The state before the call.
    pub(crate) fn before_state(&self) -> &Value {
        self.before_state.get_or_init(|| parse(&self.before_json))
    }

    /// The state after the call.
    pub(crate) fn after_state(&self) -> &Value {
        self.after_state.get_or_init(|| parse(&self.after_json))
    }

    /// Whether the call changed the state.
    pub(crate) fn wrote(&self) -> bool {
        self.before_json != self.after_json
    }

    /// The answer to another call, on a fork of the state before.
    pub(crate) fn instead(&self, arguments: &Value) -> Answer {
        Answer::read(&ask(&mut *self.before.fork(), &self.call.tool, arguments))
    }

    /// The answer to a further call, on a fork of the state after.
    pub(crate) fn then(&self, tool: &str, arguments: &Value) -> Answer {
        Answer::read(&ask(&mut *self.after.fork(), tool, arguments))
    }
}

/// Calls a tool and survives a panic, which is told as text that is no answer.
pub(crate) fn ask(server: &mut dyn Server, tool: &str, arguments: &Value) -> String {
    let text = arguments.to_string();
    catch_unwind(AssertUnwindSafe(|| server.call(tool, &text)))
        .unwrap_or_else(|_| "the call panicked".to_owned())
}

fn parse(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}
