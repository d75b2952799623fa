//! The world model that asks a language model.

use std::fmt::Display;
use std::sync::{Mutex, MutexGuard, PoisonError};

use compoworld_core::{ErrorCode, ToolError};

use crate::world_model::read_proposal::read_proposal;
use crate::world_model::write_prompt::write_prompt;
use crate::world_model::{ModelUsage, NoProposal, Proposal, Refusal, SimulatedCall, WorldModel};
use compoworld_chat::{Chat, ChatError, ChatFault, Tokens};

/// Lets a language model say what a call does: one behind an endpoint, or one on a cassette.
#[derive(Debug)]
pub struct LanguageModel {
    chat: Box<dyn Chat>,
    usage: Mutex<ModelUsage>,
}

impl LanguageModel {
    /// The world model that asks this one.
    #[must_use]
    pub fn new(chat: impl Chat + 'static) -> Self {
        Self { chat: Box::new(chat), usage: Mutex::default() }
    }

    fn usage_mut(&self) -> MutexGuard<'_, ModelUsage> {
        self.usage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count(&self, spent: Tokens) {
        let tokens = &mut self.usage_mut().tokens;
        tokens.prompt += spent.prompt;
        tokens.completion += spent.completion;
    }

    fn count_failure(&self, fault: &dyn Display) {
        let mut usage = self.usage_mut();
        usage.n_failed += 1;
        usage.first_failure.get_or_insert_with(|| fault.to_string());
    }
}

impl WorldModel for LanguageModel {
    fn name(&self) -> String {
        format!("openai:{}", self.chat.model())
    }

    fn propose(
        &self,
        call: &SimulatedCall<'_>,
        refused: &[Refusal],
    ) -> Result<Proposal, NoProposal> {
        match self.chat.answer(&write_prompt(call, refused)) {
            Ok(reply) => {
                self.count(reply.tokens);
                read_proposal(call.tool, &reply.content).map_err(NoProposal::Unreadable)
            }
            Err(ChatFault::Endpoint(ChatError::NoCompletion { message, .. })) => {
                Err(NoProposal::Unreadable(Refusal { said: String::new(), faults: vec![message] }))
            }
            Err(fault) => {
                // The agent is told that the tool is down; why is for whoever runs this.
                self.count_failure(&fault);
                Err(NoProposal::Failed(ToolError::new(
                    ErrorCode::Unavailable,
                    format!("`{}` cannot answer now; nothing was changed", call.tool.name),
                )))
            }
        }
    }

    fn give_up(&self, fault: &str) {
        self.count_failure(&fault);
    }

    fn usage(&self) -> ModelUsage {
        self.usage_mut().clone()
    }
}
