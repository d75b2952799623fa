//! TRL and Axolotl: `messages` and `tools`.
//!
//! Arguments and tools are JSON texts. Arrow gives a column one type, so objects whose members
//! differ from row to row would be padded with nulls, or refused; TRL, Axolotl and prime-rl parse
//! the texts back.

use compoworld_world::Catalog;
use serde_json::{Value, json};

use crate::conversation::{Conversation, ConversationError, chat_messages};

/// The row of one attempt.
pub(crate) fn trl_row(
    catalog: &Catalog,
    conversation: &Conversation<'_>,
) -> Result<Value, ConversationError> {
    let trajectory = &conversation.trajectory;
    Ok(json!({
        "messages": chat_messages(conversation.messages_to_learn_from()),
        "tools": conversation.tools(catalog)?,
        "task": trajectory.task,
        "attempt": trajectory.attempt,
        "policy": trajectory.policy,
        "success": trajectory.outcome.success,
        "rubric_mean": trajectory.outcome.rubric_mean,
    }))
}
