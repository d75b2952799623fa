//! The built-in loop: a model that is asked, calls tools, and is asked again until it has no more
//! to do.

use compoworld_chat::{Chat, ChatError, ChatFault, ChatMessage, Completion, Request, Role};

use super::evaluator::Evaluator;
use super::ledger::Ended;
use super::tool_box::{answer, definitions};

/// A conversation with a model that writes one service.
#[derive(Debug)]
pub struct Conversation<'a> {
    chat: &'a dyn Chat,
    messages: Vec<ChatMessage>,
    turns_max: usize,
}

/// Why a round ended before the agent had said all: how the whole ends, and why in words.
pub type Early = (Ended, String);

impl<'a> Conversation<'a> {
    /// A conversation that these instructions open. A round has so many turns.
    #[must_use]
    pub fn new(chat: &'a dyn Chat, instructions: &str, turns_max: usize) -> Self {
        Self { chat, messages: vec![ChatMessage::said(Role::System, instructions)], turns_max }
    }

    /// Lets the model work on a task until it calls no more tools.
    ///
    /// # Errors
    /// When the model fails, or its budget is spent.
    pub fn round(&mut self, task: String, evaluator: &mut Evaluator<'_>) -> Result<(), Early> {
        self.messages.push(ChatMessage::said(Role::User, task));
        for _ in 0..self.turns_max {
            let request = Request {
                messages: self.messages.clone(),
                tools: definitions(),
                ..Request::default()
            };
            let said = self.chat.complete(&request).map_err(ended_by)?;
            let Completion { content, tool_calls, .. } = said;
            let is_last = tool_calls.is_empty();
            self.messages.push(ChatMessage {
                tool_calls: tool_calls.clone(),
                ..ChatMessage::said(Role::Assistant, content)
            });
            if is_last {
                return Ok(());
            }
            for call in &tool_calls {
                self.messages.push(ChatMessage::answer_to(call, answer(call, evaluator)));
            }
        }
        // Whatever it has so far is judged like any other work.
        Ok(())
    }
}

/// How a fault of a model ends the work.
pub(super) fn ended_by(fault: ChatFault) -> Early {
    let ended = match &fault {
        ChatFault::Endpoint(ChatError::Budget(_)) => Ended::Budget,
        _ => Ended::Failed,
    };
    (ended, fault.to_string())
}
