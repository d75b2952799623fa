//! A service: its tools and its state, as one constant.

use std::fmt;
use std::sync::OnceLock;

use serde_json::Value;

use crate::args::Args;
use crate::context::Context;
use crate::error::ToolError;
use crate::reply::Output;
use crate::schema::Schema;
use crate::semantics::Semantics;
use crate::state::{State, StateInfo, typed, typed_mut};

/// A compiled service.
#[derive(Debug)]
pub struct ServiceDef {
    /// Its name, unique in a catalog: snake case.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Its domain, snake case.
    pub domain: &'static str,
    /// What it is for, in a sentence.
    pub summary: &'static str,
    /// Its tools, in the order of the spec.
    pub tools: &'static [Tool],
    /// Its state.
    pub state: &'static StateInfo,
    /// The SHA-256 of its normalized spec and its model: which version of the service this is.
    pub version: &'static str,
}

impl ServiceDef {
    /// The tool with this name.
    #[must_use]
    pub fn tool(&self, name: &str) -> Option<&'static Tool> {
        self.tools.iter().find(|tool| tool.name == name)
    }
}

/// One tool.
pub struct Tool {
    /// Its name: snake case, unique in the service.
    pub name: &'static str,
    /// Its name as the real server spells it.
    pub wire_name: &'static str,
    /// What it does, for the agent.
    pub description: &'static str,
    /// The JSON Schema of its arguments, as JSON text.
    pub parameters: &'static str,
    /// The JSON Schema of its answer's data, as JSON text, when it is known.
    pub returns: Option<&'static str>,
    /// What the real server says of it.
    pub hints: Hints,
    /// What it does, as data.
    pub semantics: Semantics,
    /// The code.
    pub run: Run,
    /// The compiled `parameters`, made at the first call.
    pub schema: OnceLock<Schema>,
}

impl Tool {
    /// The arguments' schema, compiled once a process.
    pub fn schema(&self) -> &Schema {
        self.schema.get_or_init(|| {
            let value = serde_json::from_str(self.parameters)
                .expect("the compiler writes parameters as valid JSON");
            Schema::compile(&value)
        })
    }

    /// The argument for which this call is left to the world model although the tool has code:
    /// one of [`Semantics::simulated`] that is given, and is not what it is when it is left out.
    #[must_use]
    pub fn simulated_argument(&self, arguments: &Value) -> Option<&'static str> {
        let given = self.semantics.simulated.iter().find(|(name, default)| {
            let value = arguments.get(name).filter(|value| !value.is_null());
            value.is_some_and(|value| {
                serde_json::from_str::<Value>(default).map_or(true, |default| default != *value)
            })
        });
        given.map(|(name, _)| *name)
    }

    /// Whether the tool never changes state.
    #[must_use]
    pub const fn is_read(&self) -> bool {
        matches!(self.run, Run::Read(_))
    }
}

impl fmt::Debug for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tool").field("name", &self.name).finish_non_exhaustive()
    }
}

/// What a server says of a tool; hints, not promises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names are MCP's annotations")]
pub struct Hints {
    pub read_only: Option<bool>,
    pub destructive: Option<bool>,
    pub idempotent: Option<bool>,
    pub open_world: Option<bool>,
}

impl Hints {
    /// The server says nothing.
    pub const NONE: Self =
        Self { read_only: None, destructive: None, idempotent: None, open_world: None };
}

/// Runs a read: state and arguments to the answer's JSON text.
pub type RunRead = fn(&dyn State, &Value, &mut Context) -> Result<String, ToolError>;
/// Runs a write: the same, on a fork of the state that is dropped on an error.
pub type RunWrite = fn(&mut dyn State, &Value, &mut Context) -> Result<String, ToolError>;

/// How a tool is answered.
#[derive(Clone, Copy)]
pub enum Run {
    /// By code that cannot change the state.
    Read(RunRead),
    /// By code that can.
    Write(RunWrite),
    /// By the world model, for this reason.
    Simulated(SimulationReason, &'static str),
}

/// Why a tool cannot be computed from the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SimulationReason {
    /// It needs a computation that is not the service's own: a model, an optimizer.
    ExternalComputation,
    /// It reads the live web or another live system.
    LiveWeb,
    /// It runs code.
    CodeExecution,
    /// It makes or reads images, sound or video.
    Media,
    /// The spec does not tell what it does.
    UnclearEffect,
}

impl SimulationReason {
    /// The reason as it is written in the dialect.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ExternalComputation => "external_computation",
            Self::LiveWeb => "live_web",
            Self::CodeExecution => "code_execution",
            Self::Media => "media",
            Self::UnclearEffect => "unclear_effect",
        }
    }
}

/// Glue between erased and typed code for a tool that reads.
///
/// # Errors
/// `invalid_argument` when the arguments do not fit `A`, or what `body` returns.
pub fn run_read<S: State, A: Args, R: Output>(
    state: &dyn State,
    arguments: &Value,
    cx: &mut Context,
    body: fn(&S, A, &mut Context) -> Result<R, ToolError>,
) -> Result<String, ToolError> {
    let arguments = A::read(arguments)?;
    let answer = body(typed(state), arguments, cx)?;
    let mut out = String::new();
    answer.write_output(&mut out);
    Ok(out)
}

/// Glue between erased and typed code for a tool that writes.
///
/// # Errors
/// `invalid_argument` when the arguments do not fit `A`, or what `body` returns.
pub fn run_write<S: State, A: Args, R: Output>(
    state: &mut dyn State,
    arguments: &Value,
    cx: &mut Context,
    body: fn(&mut S, A, &mut Context) -> Result<R, ToolError>,
) -> Result<String, ToolError> {
    let arguments = A::read(arguments)?;
    let answer = body(typed_mut(state), arguments, cx)?;
    let mut out = String::new();
    answer.write_output(&mut out);
    Ok(out)
}
