//! Answers for tools that no state can answer: those that need a live model, the web, a camera.

use std::fmt::Debug;

use compoworld_core::{ServiceDef, State, Timestamp, Tool, ToolError};
use serde_json::Value;

/// What answers simulated tools.
pub trait WorldModel: Debug + Send + Sync {
    /// The data of the answer to one call, whose arguments the tool's schema accepts.
    ///
    /// # Errors
    /// `unavailable` when no answer can be had now.
    fn answer(&self, call: &SimulatedCall<'_>) -> Result<Value, ToolError>;
}

/// One call of a simulated tool, and all that its answer may depend on.
pub struct SimulatedCall<'a> {
    /// The service.
    pub service: &'static ServiceDef,
    /// The service's name in its environment.
    pub alias: &'a str,
    /// The tool.
    pub tool: &'static Tool,
    /// The arguments.
    pub arguments: &'a Value,
    /// The service's state.
    pub state: &'a dyn State,
    /// The environment's seed.
    pub seed: u64,
    /// The service's present instant.
    pub now: Timestamp,
}
