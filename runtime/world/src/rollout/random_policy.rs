//! The policy that knows nothing: schema-valid calls at random. The lower bound, and a fuzzer.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::rollout::message::{Message, Role, ToolCall};
use crate::rollout::policy::{Actor, AttemptStart, Policy, PolicyError, Turn};
use crate::rollout::sample_arguments::sample_arguments;
use crate::tool_view::ToolDescription;

/// Calls tools at random, with arguments that their schemas accept, some of them words that
/// earlier answers said; then gives up.
#[derive(Debug, Clone, Copy)]
pub struct RandomPolicy {
    /// How many calls it makes.
    pub n_calls: usize,
}

impl Default for RandomPolicy {
    fn default() -> Self {
        Self { n_calls: 12 }
    }
}

impl Policy for RandomPolicy {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn start(&self, start: AttemptStart<'_>) -> Box<dyn Actor + '_> {
        Box::new(Wandering {
            tools: start.tools.to_vec(),
            random: Xoshiro256PlusPlus::seed_from_u64(start.seed),
            left: self.n_calls,
            heard: Vec::new(),
        })
    }
}

struct Wandering {
    tools: Vec<ToolDescription>,
    random: Xoshiro256PlusPlus,
    left: usize,
    /// Texts of earlier answers: identifiers, names.
    heard: Vec<String>,
}

impl Actor for Wandering {
    fn act(&mut self, conversation: &[Message]) -> Result<Turn, PolicyError> {
        if let Some(last) = conversation.last().filter(|last| last.role == Role::Tool)
            && let Ok(answer) = serde_json::from_str(&last.content)
        {
            hear(&answer, &mut self.heard);
        }
        if self.left == 0 || self.tools.is_empty() {
            return Ok(Turn { content: "I give up.".to_owned(), ..Turn::default() });
        }
        self.left -= 1;
        let index = self.random.random_range(0..self.tools.len());
        let tool = &self.tools[index];
        let arguments = sample_arguments(&tool.parameters, &self.heard, &mut self.random);
        let call = ToolCall {
            id: format!("call_{}", self.left),
            name: tool.name.clone(),
            arguments: arguments.to_string(),
        };
        Ok(Turn { tool_calls: vec![call], ..Turn::default() })
    }
}

/// Keeps the texts of an answer, the latest few.
fn hear(value: &serde_json::Value, heard: &mut Vec<String>) {
    const HEARD_MAX: usize = 200;
    match value {
        serde_json::Value::String(text) if heard.len() < HEARD_MAX && !heard.contains(text) => {
            heard.push(text.clone());
        }
        serde_json::Value::Array(items) => items.iter().for_each(|item| hear(item, heard)),
        serde_json::Value::Object(object) => object.values().for_each(|value| hear(value, heard)),
        _ => {}
    }
}
