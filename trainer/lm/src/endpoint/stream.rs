//! Answers in pieces, as server-sent events.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::response::sse::Event;
use futures_core::Stream;
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedReceiver;

use super::chat_response::AnswerContext;
use super::completion::{ids, log_probs};
use super::scheduler::JobEvent;
use super::streamed_turn::{NewWords, StreamedTurn};
use crate::generate::{Generated, SampledToken};

/// The pieces of an answer.
pub(super) struct Pieces {
    context: AnswerContext,
    events: UnboundedReceiver<JobEvent>,
    choices: Vec<StreamedTurn>,
    n_open: usize,
    n_tokens: usize,
    ready: VecDeque<String>,
    is_over: bool,
}

impl Pieces {
    /// The pieces of an answer whose rows are being generated.
    pub(super) fn new(context: AnswerContext, events: UnboundedReceiver<JobEvent>) -> Self {
        let n_choices = context.request.n_choices;
        let reading = &context.reading;
        let turn = StreamedTurn::new(reading.start(), reading.format.is_some());
        let mut pieces = Self {
            events,
            choices: vec![turn; n_choices],
            n_open: n_choices,
            n_tokens: 0,
            ready: VecDeque::new(),
            is_over: false,
            context,
        };
        for choice in 0..n_choices {
            let delta = json!({"role": "assistant", "content": ""});
            let mut piece = pieces.piece(choice, &delta, &Value::Null);
            if choice == 0 && pieces.context.request.token_ids {
                piece["prompt_token_ids"] = json!(pieces.context.prompt);
            }
            pieces.ready.push_back(piece.to_string());
        }
        pieces
    }

    fn piece(&self, choice: usize, delta: &Value, finish_reason: &Value) -> Value {
        json!({
            "id": self.context.id(),
            "object": "chat.completion.chunk",
            "created": self.context.created_s,
            "model": self.context.request.model,
            "choices": [{
                "index": choice,
                "delta": delta,
                "logprobs": null,
                "finish_reason": finish_reason,
            }],
        })
    }

    fn take(&mut self, event: Option<JobEvent>) {
        match event {
            Some(JobEvent::Grew { choice, text, tokens, ended }) if choice < self.choices.len() => {
                self.n_tokens += tokens.len();
                let new = self.choices[choice].push(&text);
                self.tell(choice, new, &tokens);
                if let Some(generated) = ended {
                    self.end(choice, &generated);
                }
            }
            Some(JobEvent::Grew { .. }) => {}
            Some(JobEvent::Refused(refusal)) => {
                self.ready.push_back(refusal.body().to_string());
                self.is_over = true;
            }
            None => self.is_over = true,
        }
    }

    fn tell(&mut self, choice: usize, new: NewWords, tokens: &[SampledToken]) {
        let NewWords { reasoning, content } = new;
        let request = &self.context.request;
        let wants_tokens = (request.log_probs || request.token_ids) && !tokens.is_empty();
        if reasoning.is_empty() && content.is_empty() && !wants_tokens {
            return;
        }
        let mut delta = json!({});
        if !reasoning.is_empty() {
            delta["reasoning_content"] = json!(reasoning);
        }
        if !content.is_empty() {
            delta["content"] = json!(content);
        }
        let mut piece = self.piece(choice, &delta, &Value::Null);
        if request.log_probs {
            piece["choices"][0]["logprobs"] = log_probs(tokens, &self.context.model.text.tokenizer);
        }
        if request.token_ids {
            piece["choices"][0]["token_ids"] = ids(tokens);
        }
        self.ready.push_back(piece.to_string());
    }

    fn end(&mut self, choice: usize, generated: &Generated) {
        let completion = self.context.completion(choice, generated);
        let reasoning = completion.reasoning.as_deref().unwrap_or_default();
        let rest = self.choices[choice].finish(reasoning, &completion.content);
        self.tell(choice, rest, &[]);
        let mut delta = json!({});
        if !completion.tool_calls.is_empty() {
            let calls = completion.tool_calls.iter().enumerate().map(|(index, call)| {
                let mut call = call.clone();
                call["index"] = json!(index);
                call
            });
            delta["tool_calls"] = calls.collect();
        }
        if !completion.call_errors.is_empty() {
            delta["tool_call_errors"] = json!(completion.call_errors);
        }
        let last = self.piece(choice, &delta, &json!(completion.finish_reason));
        self.ready.push_back(last.to_string());
        self.n_open -= 1;
        if self.n_open == 0 {
            self.close();
        }
    }

    fn close(&mut self) {
        if self.context.request.include_usage {
            let mut piece = self.piece(0, &json!({}), &Value::Null);
            piece["choices"] = json!([]);
            piece["usage"] = self.context.usage(self.n_tokens);
            self.ready.push_back(piece.to_string());
        }
        self.ready.push_back("[DONE]".to_owned());
        self.is_over = true;
    }
}

impl Stream for Pieces {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            if let Some(data) = self.ready.pop_front() {
                return Poll::Ready(Some(Ok(Event::default().data(data))));
            }
            if self.is_over {
                return Poll::Ready(None);
            }
            let event = ready!(self.events.poll_recv(context));
            self.take(event);
        }
    }
}
