//! A live copy of a service.

use std::sync::Arc;

use serde_json::Value;

use crate::check_changes::check_changes;
use crate::context::{Context, mix};
use crate::diff::{Change, diff, is_same_state};
use crate::error::{ErrorCode, ToolError};
use crate::json::write_json_string;
use crate::read::{ReadError, nearest};
use crate::service::{Run, ServiceDef, Tool};
use crate::state::{SharedState, State, digest, load_state, write_state};
use crate::time::Timestamp;

/// A live copy of a service: its state, and where its clock and randomness stand.
///
/// Cloning is a fork: O(1), and neither copy ever sees what the other does.
#[derive(Clone)]
pub struct Instance {
    service: &'static ServiceDef,
    state: SharedState,
    seed: u64,
    epoch: Timestamp,
    writes: u64,
}

/// What one call did.
#[derive(Debug, Clone, PartialEq)]
pub struct CallRecord {
    /// The whole answer: `{"ok":true,"data":…}` or `{"ok":false,"error":…}`.
    pub text: String,
    /// The error's code, when it failed.
    pub error: Option<ErrorCode>,
    /// Whether the state changed.
    pub wrote: bool,
}

/// All there is to know of an instance, to store it.
#[derive(Debug, Clone, PartialEq)]
pub struct Snapshot {
    /// The service's name.
    pub service: String,
    /// The service's version: [`ServiceDef::version`].
    pub version: String,
    /// The state as JSON.
    pub state: Value,
    /// The number of writes so far, which is where the clock and the randomness stand.
    pub writes: u64,
}

impl Instance {
    /// An instance with empty tables.
    ///
    /// `name` is the service's name in its environment: two instances of one service under
    /// different names draw different identifiers from one seed.
    #[must_use]
    pub fn new(service: &'static ServiceDef, name: &str, seed: u64, epoch: Timestamp) -> Self {
        let seed = name.bytes().fold(mix(seed), |seed, byte| mix(seed ^ u64::from(byte)));
        let state = Arc::from((service.state.empty)());
        Self { service, state, seed, epoch, writes: 0 }
    }

    /// The service that this is a copy of.
    #[must_use]
    pub fn service(&self) -> &'static ServiceDef {
        self.service
    }

    /// The state.
    #[must_use]
    pub fn state(&self) -> &dyn State {
        &*self.state
    }

    /// The present instant of this instance.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        Context::new(self.seed, self.epoch, self.writes).now()
    }

    /// Replaces the state by one read from JSON.
    ///
    /// # Errors
    /// Every place that does not fit; then nothing changed.
    pub fn load(&mut self, state: &Value) -> Result<(), Vec<ReadError>> {
        self.state = Arc::from(load_state(self.service.state, state)?);
        Ok(())
    }

    /// Replaces the state by one that the caller made, as one write.
    ///
    /// # Errors
    /// When a changed row breaks a rule; then nothing changed.
    pub fn replace_state(&mut self, state: Box<dyn State>) -> Result<(), ToolError> {
        check_changes(&*self.state, &*state)?;
        self.state = Arc::from(state);
        self.writes += 1;
        Ok(())
    }

    /// Everything, to store it.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            service: self.service.name.to_owned(),
            version: self.service.version.to_owned(),
            state: self.state_value(),
            writes: self.writes,
        }
    }

    /// Goes back to a stored snapshot.
    ///
    /// # Errors
    /// When it is of another service, or its state does not fit; then nothing changed.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), Vec<ReadError>> {
        if snapshot.service != self.service.name {
            return Err(vec![ReadError::new(format!(
                "the snapshot is of service `{}`, this is `{}`",
                snapshot.service, self.service.name
            ))]);
        }
        self.restore_state(&snapshot.state, snapshot.writes)
    }

    /// Goes back to a stored state of this service, after so many writes.
    ///
    /// # Errors
    /// Every place that does not fit; then nothing changed.
    pub fn restore_state(&mut self, state: &Value, writes: u64) -> Result<(), Vec<ReadError>> {
        self.load(state)?;
        self.writes = writes;
        Ok(())
    }

    /// The state as canonical JSON text.
    #[must_use]
    pub fn state_json(&self) -> String {
        let mut out = String::new();
        write_state(&*self.state, &mut out);
        out
    }

    /// The state as a JSON value.
    #[must_use]
    pub fn state_value(&self) -> Value {
        serde_json::from_str(&self.state_json()).expect("a state writes valid JSON")
    }

    /// The SHA-256 of the state's canonical JSON.
    #[must_use]
    pub fn digest(&self) -> String {
        digest(&*self.state)
    }

    /// The changes that lead from `earlier` to this instance's state.
    ///
    /// # Panics
    /// When `earlier` is an instance of another service.
    #[must_use]
    pub fn changes_since(&self, earlier: &Self) -> Vec<Change> {
        assert_eq!(self.service.name, earlier.service.name, "two states of one service");
        diff(&*earlier.state, &*self.state)
    }

    /// Whether both are in the same state: when they are, so are their digests. Costs what differs
    /// between the two, not what there is, when one was forked from the other.
    #[must_use]
    pub fn is_same_state(&self, other: &Self) -> bool {
        self.service.name == other.service.name && is_same_state(&*self.state, &*other.state)
    }

    /// Runs a tool, from JSON text to JSON text. Never panics on any input; a failed call
    /// changes nothing.
    pub fn call(&mut self, tool: &str, arguments: &str) -> CallRecord {
        match self.service.tool(tool) {
            Some(tool) => self.call_tool(tool, arguments),
            None => CallRecord::of(Err(unknown_tool(self.service, tool)), false),
        }
    }

    /// The same when the tool is at hand already. It must be one of this service.
    pub fn call_tool(&mut self, tool: &Tool, arguments: &str) -> CallRecord {
        match parse_arguments(arguments) {
            Ok(arguments) => self.call_tool_value(tool, &arguments),
            Err(error) => CallRecord::of(Err(error), false),
        }
    }

    /// Runs a tool on arguments that are parsed already.
    pub fn call_value(&mut self, tool: &str, arguments: &Value) -> CallRecord {
        match self.service.tool(tool) {
            Some(tool) => self.call_tool_value(tool, arguments),
            None => CallRecord::of(Err(unknown_tool(self.service, tool)), false),
        }
    }

    /// Runs a tool of this service on arguments that are parsed already.
    pub fn call_tool_value(&mut self, tool: &Tool, arguments: &Value) -> CallRecord {
        let before = self.writes;
        let result = self.run(tool, arguments);
        CallRecord::of(result, self.writes != before)
    }

    /// Runs a tool and returns the data's JSON text.
    ///
    /// # Errors
    /// The tool's error; then the state is what it was.
    pub fn run(&mut self, tool: &Tool, arguments: &Value) -> Result<String, ToolError> {
        let deed = tool.admit(arguments)?;
        if let Some(argument) = deed.simulated_argument(arguments) {
            return Err(ToolError::new(
                ErrorCode::Unavailable,
                format!(
                    "calls of `{}` that give `{argument}` are answered by a world model, and none \
                     is attached",
                    tool.name
                ),
            ));
        }
        let mut cx = Context::new(self.seed, self.epoch, self.writes);
        match deed.run {
            Run::Read(body) => body(&*self.state, arguments, &mut cx),
            Run::Write(body) => {
                let mut fork = self.state.clone_state();
                let answer = body(&mut *fork, arguments, &mut cx)?;
                check_changes(&*self.state, &*fork)?;
                self.state = Arc::from(fork);
                self.writes += 1;
                Ok(answer)
            }
            // A call is admitted to a part, never to a tool with parts.
            Run::Simulated(..) | Run::Parts(_) => Err(ToolError::new(
                ErrorCode::Unavailable,
                format!(
                    "{} answered by a world model, and none is attached",
                    said(tool, arguments)
                ),
            )),
        }
    }
}

/// What stands before and after the data of an answer.
const ANSWER_AROUND: (&str, &str) = ("{\"ok\":true,\"data\":", "}");

impl CallRecord {
    /// The record of a result, in the one response convention.
    #[must_use]
    pub fn of(result: Result<String, ToolError>, wrote: bool) -> Self {
        match result {
            Ok(data) => {
                let mut text = data;
                text.reserve_exact(ANSWER_AROUND.0.len() + ANSWER_AROUND.1.len());
                text.insert_str(0, ANSWER_AROUND.0);
                text.push_str(ANSWER_AROUND.1);
                Self { text, error: None, wrote }
            }
            Err(error) => {
                let mut text = String::from("{\"ok\":false,\"error\":");
                error.write_json(&mut text);
                text.push('}');
                Self { text, error: Some(error.code), wrote }
            }
        }
    }
}

/// The tool, and the part of it that was called.
fn said(tool: &Tool, arguments: &Value) -> String {
    match tool.parts().and_then(|parts| Some((parts.argument, parts.value(arguments)?))) {
        None => format!("`{}` is", tool.name),
        Some((argument, value)) => {
            format!("calls of `{}` whose `{argument}` is `{value}` are", tool.name)
        }
    }
}

fn parse_arguments(text: &str) -> Result<Value, ToolError> {
    if text.trim().is_empty() {
        return Ok(Value::Object(serde_json::Map::new()));
    }
    serde_json::from_str(text).map_err(|error| {
        let mut quoted = String::new();
        write_json_string(&text.chars().take(80).collect::<String>(), &mut quoted);
        ToolError::invalid_argument(format!(
            "the arguments are no valid JSON: {error}; got {quoted}"
        ))
    })
}

fn unknown_tool(service: &ServiceDef, name: &str) -> ToolError {
    let near = nearest(name, service.tools.iter().map(|tool| tool.name));
    let hint = near.map(|near| format!(", did you mean `{near}`?")).unwrap_or_default();
    ToolError::new(ErrorCode::UnknownTool, format!("`{}` has no tool `{name}`{hint}", service.name))
}
