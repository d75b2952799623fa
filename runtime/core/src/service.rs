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

    /// What the tools do: each tool, or its parts when it has some.
    pub fn deeds(&self) -> impl Iterator<Item = &'static Tool> {
        self.tools.iter().flat_map(Tool::deeds)
    }
}

/// One tool, or a part of one.
pub struct Tool {
    /// Its name: snake case, unique in the service; all parts have the name of their tool.
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

    /// The parts, when the tool has some.
    #[must_use]
    pub const fn parts(&self) -> Option<&ToolParts> {
        match &self.run {
            Run::Parts(parts) => Some(parts),
            _ => None,
        }
    }

    /// What it does: its parts, or itself when it has none.
    pub fn deeds(&'static self) -> impl Iterator<Item = &'static Self> {
        let parts = self.parts().map(|parts| parts.parts);
        let whole = parts.is_none().then_some(self);
        parts.into_iter().flatten().map(|part| &part.tool).chain(whole)
    }

    /// The part that a call with these arguments is of, or the tool itself when it has none. When
    /// the schema refuses the arguments it may be the tool itself too.
    #[must_use]
    pub fn deed(&self, arguments: &Value) -> &Self {
        let part = self.parts().and_then(|parts| parts.part(arguments));
        part.map_or(self, |part| &part.tool)
    }

    /// Checks the arguments of a call, and returns what it is a call of: a part, or the tool
    /// itself.
    ///
    /// # Errors
    /// `invalid_argument` when the schema of the tool or of the part refuses them.
    pub fn admit(&self, arguments: &Value) -> Result<&Self, ToolError> {
        self.schema().check(arguments)?;
        let Some(parts) = self.parts() else { return Ok(self) };
        let deed = self.deed(arguments);
        let value = parts.value(arguments).unwrap_or_default();
        if deed.parts().is_some() {
            let message = format!("`{}` cannot be `{value}`", parts.argument);
            return Err(ToolError::invalid_argument(message));
        }
        if let Some(name) = deed.schema().missing(arguments) {
            return Err(ToolError::invalid_argument(format!(
                "`{name}` is required when `{}` is `{value}`",
                parts.argument
            )));
        }
        deed.schema().check(arguments)?;
        Ok(deed)
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

    /// Whether the tool never changes state; of a tool with parts, whether none of them does. What
    /// the world model answers is no read.
    #[must_use]
    pub fn is_read(&self) -> bool {
        match &self.run {
            Run::Parts(parts) => parts.parts.iter().all(|part| part.tool.is_read()),
            run => matches!(run, Run::Read(_)),
        }
    }

    /// Whether the world model answers every call.
    #[must_use]
    pub fn is_simulated(&self) -> bool {
        match &self.run {
            Run::Parts(parts) => parts.parts.iter().all(|part| part.tool.is_simulated()),
            run => matches!(run, Run::Simulated(..)),
        }
    }

    /// Whether the world model answers some calls.
    #[must_use]
    pub fn may_be_simulated(&self) -> bool {
        match &self.run {
            Run::Parts(parts) => parts.parts.iter().any(|part| part.tool.may_be_simulated()),
            run => matches!(run, Run::Simulated(..)) || !self.semantics.simulated.is_empty(),
        }
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
    /// By the part that an argument names.
    Parts(ToolParts),
}

/// The parts of a tool.
#[derive(Debug, Clone, Copy)]
pub struct ToolParts {
    /// The argument that says which part a call is of.
    pub argument: &'static str,
    /// What it is when it is left out, if it may be.
    pub default: Option<&'static str>,
    /// The parts; every value of the argument means one of them.
    pub parts: &'static [ToolPart],
}

/// A part of a tool: what a call does when the argument has one of these values.
#[derive(Debug)]
pub struct ToolPart {
    /// The values.
    pub values: &'static [&'static str],
    /// What it does; its parameters are those of the tool that it has a use for.
    pub tool: Tool,
}

impl ToolParts {
    /// What the argument is in this call.
    #[must_use]
    pub fn value<'a>(&self, arguments: &'a Value) -> Option<&'a str> {
        match arguments.get(self.argument) {
            None | Some(Value::Null) => self.default,
            Some(value) => value.as_str(),
        }
    }

    fn part(&self, arguments: &Value) -> Option<&'static ToolPart> {
        let value = self.value(arguments)?;
        self.parts.iter().find(|part| part.values.contains(&value))
    }
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
    Ok(written(&answer))
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
    Ok(written(&answer))
}

/// The JSON text of an answer, with room for what the response convention puts around it.
fn written(answer: &dyn Output) -> String {
    const CAPACITY: usize = 512;
    let mut out = String::with_capacity(CAPACITY);
    answer.write_output(&mut out);
    out
}
