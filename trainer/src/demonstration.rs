//! Demonstrations: what an agent that knew what to do said, as text and as ids.
//!
//! They come from trajectory files or from the reference solutions of tasks; see
//! [`crate::episodes`].

use serde_json::Value;

use crate::text::lean_json::render_fields;
use crate::text::template::{Transcript, render_answer, render_observation};
use crate::text::tokenizer::Tokenizer;

/// One demonstrated episode.
#[derive(Debug, Clone, PartialEq)]
pub struct Demonstration {
    /// What the agent was asked to do.
    pub instruction: String,
    /// The calls it made, in order.
    pub turns: Vec<DemonstratedCall>,
    /// Its final answer; `None` when it gave none.
    pub answer: Option<String>,
}

/// One call and what it gave.
#[derive(Debug, Clone, PartialEq)]
pub struct DemonstratedCall {
    /// The namespaced tool, `service__tool`.
    pub tool: String,
    /// The arguments, a JSON object.
    pub arguments: Value,
    /// The observation, JSON text.
    pub observation: String,
}

impl Demonstration {
    /// The demonstration as ids and mask.
    pub fn transcript(&self, tokenizer: &Tokenizer, observation_tokens_max: usize) -> Transcript {
        let mut transcript = Transcript::open(tokenizer, &self.instruction);
        for call in &self.turns {
            transcript.push_call(tokenizer, &call.tool, &call.arguments);
            transcript.push_observation(tokenizer, &call.observation, observation_tokens_max);
        }
        if let Some(answer) = &self.answer {
            transcript.push_answer(tokenizer, answer);
        }
        transcript
    }

    /// Every text a tokenizer should know: what the transcript will hold.
    pub fn texts(&self) -> Vec<String> {
        let mut texts = vec![self.instruction.clone()];
        for call in &self.turns {
            texts.push(format!("{}{}", call.tool, render_fields(&call.arguments)));
            texts.push(render_observation(&call.observation));
        }
        texts.extend(self.answer.as_deref().map(render_answer));
        texts
    }
}
