//! A chat endpoint over one model, as OpenAI's clients know it: `/v1/models` and
//! `/v1/chat/completions`.
//!
//! Requests become token ids in [`prepare`](self), a thread that owns the model generates all of
//! them together, and what comes out goes back whole or as it comes.

mod access;
mod answer_form;
mod chat_model;
mod chat_request;
mod chat_response;
mod completion;
mod message_request;
mod prepare;
mod refusal;
mod routes;
mod scheduler;
mod serve;
mod stream;
mod streamed_turn;

pub use access::Access;
pub use chat_model::{ChatModel, ChatModelError, ChatModelSource};
pub use scheduler::SchedulerLimits;
pub use serve::{EndpointOptions, ServeError, serve_endpoint};
