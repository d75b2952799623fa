//! What is attacked: anything that can do what every instance of a service can.

use compoworld_core::{Instance, validate_state};
use serde_json::Value;

/// A live service, seen from outside.
pub trait Server {
    /// A copy; neither ever sees what the other does.
    fn fork(&self) -> Box<dyn Server>;

    /// Calls a tool, from JSON text to JSON text.
    fn call(&mut self, tool: &str, arguments: &str) -> String;

    /// The state as canonical JSON.
    fn state_json(&self) -> String;

    /// The state's digest.
    fn digest(&self) -> String;

    /// What validation finds wrong with the state.
    fn faults(&self) -> Vec<String>;
}

/// Makes a server in a given state, or none when the state does not fit.
pub type Start<'a> = dyn Fn(&Value) -> Option<Box<dyn Server>> + 'a;

impl Server for Instance {
    fn fork(&self) -> Box<dyn Server> {
        Box::new(self.clone())
    }

    fn call(&mut self, tool: &str, arguments: &str) -> String {
        Self::call(self, tool, arguments).text
    }

    fn state_json(&self) -> String {
        Self::state_json(self)
    }

    fn digest(&self) -> String {
        Self::digest(self)
    }

    fn faults(&self) -> Vec<String> {
        validate_state(self.state()).iter().map(ToString::to_string).collect()
    }
}
