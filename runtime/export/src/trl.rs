//! TRL and Axolotl: `messages` and `tools`.
//!
//! Tools are a JSON text, and so are arguments unless objects are asked for. Arrow gives a column
//! one type, so objects whose members differ from row to row would be padded with nulls, or refused,
//! where no card says that they are JSON. Axolotl and prime-rl parse the texts back, TRL the tools
//! alone: whether a text will do as arguments is for the model's chat template to say.

use compoworld_world::Catalog;
use serde_json::{Value, json};

use crate::conversation::{Conversation, ConversationError, chat_messages};
use crate::dataset::Arguments;

/// The row of one attempt.
pub(crate) fn trl_row(
    catalog: &Catalog,
    conversation: &Conversation<'_>,
    arguments: Arguments,
) -> Result<Value, ConversationError> {
    let trajectory = &conversation.trajectory;
    Ok(json!({
        "messages": chat_messages(conversation.messages_to_learn_from(), arguments),
        "tools": conversation.tools(catalog)?,
        "task": trajectory.task,
        "attempt": trajectory.attempt,
        "policy": trajectory.policy,
        "success": trajectory.outcome.success,
        "rubric_mean": trajectory.outcome.rubric_mean,
    }))
}
