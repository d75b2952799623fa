//! One answer, as OpenAI's clients read it.

use serde_json::{Value, json};

use super::prepare::AnswerReading;
use crate::generate::{Drawn, EndReason, Generated, SampledToken};
use crate::text::Tokenizer;
use crate::text::tool_calls::{AssistantTurn, CallFault, ParsedCall};

/// The message of an answer, and why it ended.
#[derive(Debug, Clone)]
pub(super) struct Completion {
    /// What was thought, without the marks.
    pub(super) reasoning: Option<String>,
    /// The words, calls that nobody could call among them.
    pub(super) content: String,
    /// The calls in OpenAI's form.
    pub(super) tool_calls: Vec<Value>,
    /// What is wrong with calls, written for the agent.
    pub(super) call_errors: Vec<String>,
    /// `stop`, `length` or `tool_calls`.
    pub(super) finish_reason: &'static str,
}

impl Completion {
    /// Reads an answer. `answer` tells answers of this server apart, in the ids of calls.
    ///
    /// A malformed call whose tool can be told stays a call, so that whoever runs tools answers it;
    /// one without a name stays words.
    pub(super) fn new(generated: &Generated, reading: &AnswerReading, answer: &str) -> Self {
        let AssistantTurn { reasoning, mut content, calls } = reading.read(&generated.text);
        let mut tool_calls = Vec::new();
        let mut call_errors = Vec::new();
        for call in &calls {
            let (name, arguments) = match call {
                ParsedCall::Call(call) => (call.name.as_str(), call.arguments.as_str()),
                ParsedCall::Malformed(fault) => {
                    call_errors.push(fault.to_string());
                    let CallFault { name, text, .. } = fault;
                    let Some(name) = name else {
                        if !content.is_empty() {
                            content.push('\n');
                        }
                        content.push_str(&format!("<tool_call>{text}</tool_call>"));
                        continue;
                    };
                    (name.as_str(), text.as_str())
                }
            };
            tool_calls.push(json!({
                "id": format!("call_{answer}_{}", tool_calls.len()),
                "type": "function",
                "function": {"name": name, "arguments": arguments},
            }));
        }
        let finish_reason = match generated.end {
            EndReason::Length => "length",
            _ if !tool_calls.is_empty() => "tool_calls",
            _ => "stop",
        };
        Self { reasoning, content, tool_calls, call_errors, finish_reason }
    }

    /// The message.
    pub(super) fn message(&self) -> Value {
        let content = match self.content.is_empty() && !self.tool_calls.is_empty() {
            true => Value::Null,
            false => Value::from(self.content.as_str()),
        };
        let mut message = json!({"role": "assistant", "content": content});
        if let Some(reasoning) = &self.reasoning {
            message["reasoning_content"] = json!(reasoning);
        }
        if !self.tool_calls.is_empty() {
            message["tool_calls"] = json!(self.tool_calls);
        }
        if !self.call_errors.is_empty() {
            message["tool_call_errors"] = json!(self.call_errors);
        }
        message
    }
}

/// The log-probabilities of tokens, in OpenAI's form.
pub(super) fn log_probs(tokens: &[SampledToken], tokenizer: &Tokenizer) -> Value {
    let content: Vec<Value> = tokens
        .iter()
        .map(|token| {
            let mut entry = log_prob(token.id, token.log_prob, tokenizer);
            let alternatives = token.alternatives.iter();
            let alternatives: Vec<Value> = alternatives
                .map(|Drawn { id, log_prob: value }| log_prob(*id, *value, tokenizer))
                .collect();
            entry["top_logprobs"] = json!(alternatives);
            entry
        })
        .collect();
    json!({"content": content, "refusal": null})
}

fn log_prob(id: u32, log_prob: f32, tokenizer: &Tokenizer) -> Value {
    let text = tokenizer.decode(&[id]);
    // The bytes of a part of a character are not those of what stands for it.
    let bytes = (!text.contains('\u{fffd}')).then_some(text.as_bytes());
    json!({"token": text, "logprob": log_prob, "bytes": bytes})
}

/// The ids of tokens.
pub(super) fn ids(tokens: &[SampledToken]) -> Value {
    tokens.iter().map(|token| token.id).collect()
}
