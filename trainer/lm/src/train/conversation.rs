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

/// A conversation that grows turn by turn.
///
/// A template that rewrites the past (that leaves out earlier reasoning, say) makes of it several
/// sequences, each of which is a piece as the model would read it.
#[derive(Debug, Clone, Default)]
pub struct TokenizedConversation {
    sequences: Vec<Sequence>,
    /// The text of the last sequence as the template writes it.
    rendered: String,
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
        let goes_on = !self.sequences.is_empty() && prompt.starts_with(&self.rendered);
        if !goes_on {
            self.sequences.push(Sequence::default());
            self.rendered.clear();
        }
        let heard = text.tokenizer.encode(&prompt[self.rendered.len()..])?;
        self.rendered = prompt;
        let last = self.sequences.last_mut().expect("there is one since the first was heard");
        last.hear(&heard);
        Ok(&last.ids)
    }

    /// Takes in a turn as it was sampled, after [`Self::hear`]. `messages` are those that were heard
    /// and the turn.
    ///
    /// # Errors
    /// When the template fails, or writes the turn elsewhere.
    pub fn say(
        &mut self,
        text: &ChatText,
        messages: &[ChatMessage],
        tools: &[Tool],
        ids: &[u32],
        log_probs: &[f32],
    ) -> Result<(), ConversationError> {
        self.rendered.push_str(&said_after(&self.rendered, text, messages, tools)?);
        let last = self.sequences.last_mut().expect("a turn is said after what was heard");
        last.say(ids, log_probs);
        Ok(())
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
            let until = &messages[..=at];
            let said = said_after(&conversation.rendered, text, until, tools)?;
            let ids = text.tokenizer.encode(&said)?;
            conversation.say(text, until, tools, &ids, &[])?;
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
    let end = text.tokenizer.special().get("eos_token").and_then(|end| {
        let at = said.rfind(end)?;
        Some(at + end.len())
    });
    Ok(said[..end.unwrap_or(said.len())].to_owned())
}
