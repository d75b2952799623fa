//! The policy that follows each task's reference: the upper bound, and a source of
//! demonstrations.

use serde_json::Value;

use crate::answer::text_of_answer;
use crate::rollout::message::{Message, ToolCall};
use crate::rollout::policy::{Actor, AttemptStart, Policy, PolicyError, Turn};
use crate::task::Reference;
use crate::tool_view::MetaTool;

/// Follows each task's reference, call by call.
#[derive(Debug, Clone, Copy, Default)]
pub struct ReferencePolicy;

impl Policy for ReferencePolicy {
    fn name(&self) -> String {
        "reference".to_owned()
    }

    fn start(&self, start: AttemptStart<'_>) -> Box<dyn Actor + '_> {
        let meta = start.tools.iter().any(|tool| tool.name == MetaTool::CallTool.name());
        let reference = start.prepared.task().reference.clone();
        Box::new(Following { reference, meta, step: 0 })
    }
}

struct Following {
    reference: Reference,
    /// Whether tools are called through `call_tool`.
    meta: bool,
    step: usize,
}

impl Actor for Following {
    fn act(&mut self, _conversation: &[Message]) -> Result<Turn, PolicyError> {
        let Some(call) = self.reference.calls.get(self.step) else {
            let content = match &self.reference.answer {
                Value::Null => "Done.".to_owned(),
                answer => text_of_answer(answer),
            };
            return Ok(Turn { content, ..Turn::default() });
        };
        self.step += 1;
        let (name, arguments) = if self.meta {
            let arguments = serde_json::json!({"tool": call.tool, "arguments": call.arguments});
            (MetaTool::CallTool.name().to_owned(), arguments.to_string())
        } else {
            (call.tool.clone(), call.arguments.to_string())
        };
        let call = ToolCall { id: format!("call_{}", self.step), name, arguments };
        Ok(Turn { tool_calls: vec![call], ..Turn::default() })
    }
}
