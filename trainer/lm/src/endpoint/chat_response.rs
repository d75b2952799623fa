//! Whole answers.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedReceiver;

use super::chat_model::ChatModel;
use super::chat_request::ChatRequest;
use super::completion::{Completion, ids, log_probs};
use super::prepare::AnswerReading;
use super::refusal::Refusal;
use super::scheduler::JobEvent;
use crate::generate::Generated;

/// What an answer is told with: the request, and the names of the answer.
#[derive(Debug)]
pub(super) struct AnswerContext {
    /// What was asked.
    pub(super) request: ChatRequest,
    /// Whom.
    pub(super) model: Arc<ChatModel>,
    /// How an answer is read.
    pub(super) reading: AnswerReading,
    /// What the model read.
    pub(super) prompt: Vec<u32>,
    /// Which answer of this server it is.
    pub(super) number: u64,
    /// When it was asked, in seconds since 1970.
    pub(super) created_s: u64,
}

impl AnswerContext {
    /// The id of the answer.
    pub(super) fn id(&self) -> String {
        format!("chatcmpl-{}", self.number)
    }

    /// The message of one choice.
    pub(super) fn completion(&self, choice: usize, generated: &Generated) -> Completion {
        Completion::new(generated, &self.reading, &format!("{}_{choice}", self.number))
    }

    /// What the answer cost.
    pub(super) fn usage(&self, n_completion_tokens: usize) -> Value {
        let n_prompt_tokens = self.prompt.len();
        json!({
            "prompt_tokens": n_prompt_tokens,
            "completion_tokens": n_completion_tokens,
            "total_tokens": n_prompt_tokens + n_completion_tokens,
        })
    }
}

/// Waits for all choices, and gives the answer.
///
/// # Errors
/// When the request could not be served.
pub(super) async fn whole_answer(
    context: &AnswerContext,
    mut events: UnboundedReceiver<JobEvent>,
) -> Result<Value, Refusal> {
    let mut choices: Vec<Option<Generated>> = vec![None; context.request.n_choices];
    while choices.iter().any(Option::is_none) {
        match events.recv().await {
            Some(JobEvent::Grew { choice, ended: Some(generated), .. }) => {
                if let Some(place) = choices.get_mut(choice) {
                    *place = Some(generated);
                }
            }
            Some(JobEvent::Grew { ended: None, .. }) => {}
            Some(JobEvent::Refused(refusal)) => return Err(refusal),
            None => return Err(Refusal::stopping()),
        }
    }
    let choices: Vec<Generated> = choices.into_iter().flatten().collect();
    let n_tokens = choices.iter().map(|generated| generated.tokens.len()).sum();
    let told: Vec<Value> = choices
        .iter()
        .enumerate()
        .map(|(choice, generated)| choice_value(context, choice, generated))
        .collect();
    let mut answer = json!({
        "id": context.id(),
        "object": "chat.completion",
        "created": context.created_s,
        "model": context.request.model,
        "choices": told,
        "usage": context.usage(n_tokens),
    });
    if context.request.token_ids {
        answer["prompt_token_ids"] = json!(context.prompt);
    }
    Ok(answer)
}

fn choice_value(context: &AnswerContext, choice: usize, generated: &Generated) -> Value {
    let completion = context.completion(choice, generated);
    let log_probs = match context.request.log_probs {
        true => log_probs(&generated.tokens, &context.model.text.tokenizer),
        false => Value::Null,
    };
    let mut value = json!({
        "index": choice,
        "message": completion.message(),
        "logprobs": log_probs,
        "finish_reason": completion.finish_reason,
    });
    if context.request.token_ids {
        value["token_ids"] = ids(&generated.tokens);
    }
    value
}
