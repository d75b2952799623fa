//! Conversations as tokens: what the model reads before each of its turns, and what it says there.
//!
//! Each part is tokenized once, when it is said, as it is at generation: the text between two turns
//! of the agent by itself, and each turn by itself. What was sampled is never tokenized again.

use thiserror::Error;

use super::sequence::Sequence;
use crate::text::chat::{ChatMessage, ChatText, Role, TemplateError};
use crate::text::{EncodeError, Tool};

/// Why a conversation has no tokens.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ConversationError {
    /// The template refuses it.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// The tokenizer fails on it.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// The template does not write a turn after what it asks for it with.
    #[error(
        "turn {0}: the chat template does not go on with an assistant's turn from its own \
         generation prompt, so it cannot be told what the model has to say; use another template"
    )]
    NotAfterPrompt(usize),
}

/// A conversation that grows turn by turn: [`Self::hear`] what the agent is told, then [`Self::say`]
/// what it says, over and over.
///
/// A template that rewrites the past (that leaves out earlier reasoning, say) makes of it several
/// sequences, each of which is a piece as the model would read it.
#[derive(Debug, Clone, Default)]
pub struct TokenizedConversation {
    sequences: Vec<Sequence>,
    /// The text of the last sequence, up to its last turn, as the template writes it.
    prompt: String,
}

impl TokenizedConversation {
    /// Takes in everything up to where the agent begins to speak. Gives the tokens to go on from.
    ///
    /// # Errors
    /// When the template or the tokenizer fails.
    pub fn hear(
        &mut self,
        text: &ChatText,
        messages: &[ChatMessage],
        tools: &[Tool],
    ) -> Result<&[u32], ConversationError> {
        let prompt = text.render(messages, tools, &[])?;
        let turn = messages.iter().rposition(|message| message.role == Role::Assistant);
        let known = match (turn, self.sequences.is_empty()) {
            (Some(turn), false) => {
                let said = said_after(&self.prompt, text, &messages[..=turn], tools);
                said.ok().map(|said| {
                    // A turn that was stopped before the model ended it is ended by what follows.
                    let end = if self.has_ended(text) { None } else { end_token(text) };
                    let said = end.and_then(|end| said.strip_suffix(end)).unwrap_or(&said);
                    format!("{}{said}", self.prompt)
                })
            }
            _ => None,
        };
        let n_known = match known {
            Some(known) if prompt.starts_with(&known) => known.len(),
            _ => {
                self.sequences.push(Sequence::default());
                0
            }
        };
        let heard = text.tokenizer.encode(&prompt[n_known..])?;
        self.prompt = prompt;
        let last = self.sequences.last_mut().expect("there is one since the first was heard");
        last.hear(&heard);
        Ok(&last.ids)
    }

    /// The text that the model read before its last turn.
    pub fn prompt(&self) -> &str {
        &self.prompt
    }

    /// Takes in a turn as it was sampled, with its log-probabilities (nats), or none.
    pub fn say(&mut self, ids: &[u32], log_probs: &[f32]) {
        if let Some(last) = self.sequences.last_mut() {
            last.say(ids, log_probs);
        }
    }

    /// Whether the last turn ends with the token that ends turns.
    fn has_ended(&self, text: &ChatText) -> bool {
        let last = self.sequences.last().and_then(|sequence| sequence.ids.last().copied());
        last.is_some() && last == end_token(text).and_then(|end| text.tokenizer.id(end))
    }

    /// What the model read and said so far.
    pub fn sequences(&self) -> &[Sequence] {
        &self.sequences
    }

    /// The sequences.
    pub fn into_sequences(self) -> Vec<Sequence> {
        self.sequences
    }
}

/// The sequences of a demonstrated conversation, in which the assistant's turns are the agent's.
/// What follows the last of them is left out.
///
/// # Errors
/// When the template or the tokenizer fails on it.
pub fn tokenize_conversation(
    text: &ChatText,
    messages: &[ChatMessage],
    tools: &[Tool],
) -> Result<Vec<Sequence>, ConversationError> {
    let mut conversation = TokenizedConversation::default();
    for (at, message) in messages.iter().enumerate() {
        if message.role == Role::Assistant {
            conversation.hear(text, &messages[..at], tools)?;
            let said = said_after(&conversation.prompt, text, &messages[..=at], tools)?;
            conversation.say(&text.tokenizer.encode(&said)?, &[]);
        }
    }
    Ok(conversation.into_sequences())
}

/// The text of the last turn, with the token that ends it and nothing after.
fn said_after(
    prompt: &str,
    text: &ChatText,
    messages: &[ChatMessage],
    tools: &[Tool],
) -> Result<String, ConversationError> {
    let whole = text.render_said(messages, tools, &[])?;
    let Some(said) = whole.strip_prefix(prompt) else {
        return Err(ConversationError::NotAfterPrompt(messages.len()));
    };
    let end = end_token(text).and_then(|end| Some(said.rfind(end)? + end.len()));
    Ok(said[..end.unwrap_or(said.len())].to_owned())
}

/// The token that ends a turn, as text.
fn end_token(text: &ChatText) -> Option<&str> {
    text.tokenizer.special().get("eos_token")
}
