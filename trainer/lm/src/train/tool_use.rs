//! How well a model calls tools: what it says where a demonstration has a call.
//!
//! Each turn is looked at by itself: the model reads the demonstration up to it, takes the likeliest
//! tokens, and what it writes is compared with the tools and with what was demonstrated.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use super::conversation::{ConversationError, TokenizedConversation};
use super::data::Conversation;
use crate::generate::{GenerateRequest, RequestError, Sampling, Stops, ToolCallStop, generate};
use crate::model::language_model::LanguageModel;
use crate::text::Tool;
use crate::text::chat::{ChatMessage, ChatText, Role};
use crate::text::tool_calls::{ParsedCall, ToolCall, ToolCallFormat, TurnStart, parse_turn};

/// Turns that are generated together.
const N_ROWS: usize = 8;

/// What a model does where a demonstration calls a tool. Each count is of turns, and of those that
/// the count before it counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct ToolUse {
    /// Turns in which the demonstration calls a tool.
    pub n_turns: usize,
    /// The model tries a call.
    pub n_called: usize,
    /// Its first call can be read.
    pub n_well_formed: usize,
    /// The call names a tool that there is.
    pub n_known_tool: usize,
    /// Its arguments satisfy the tool's schema: a valid call.
    pub n_valid: usize,
    /// It is the demonstrated call.
    pub n_equal: usize,
}

/// Why a model cannot be looked at.
#[derive(Debug, thiserror::Error)]
pub enum ToolUseError {
    /// The template does not take a conversation.
    #[error(transparent)]
    Conversation(#[from] ConversationError),
    /// A turn does not fit the model.
    #[error(transparent)]
    Request(#[from] RequestError),
}

/// A turn to be taken by the model.
struct Turn {
    request: GenerateRequest,
    tools: Arc<[Tool]>,
    start: TurnStart,
    demonstrated: ToolCall,
}

/// Lets a model take each turn of the conversations in which a tool is called, by itself. Turns whose
/// prompt leaves no room in the context are left out.
///
/// # Errors
/// [`ToolUseError`] when the model cannot be given a conversation.
pub fn measure_tool_use(
    model: &LanguageModel,
    text: &ChatText,
    format: ToolCallFormat,
    conversations: &[Conversation],
    turn_tokens_max: usize,
    context_tokens_max: usize,
) -> Result<ToolUse, ToolUseError> {
    let mut turns = Vec::new();
    for conversation in conversations {
        turns.extend(turns_of(model, text, format, conversation, turn_tokens_max)?);
    }
    turns.retain(|turn| turn.request.prompt.len() < context_tokens_max);
    let mut found = ToolUse::default();
    for turns in turns.chunks(N_ROWS) {
        let requests = turns.iter().map(|turn| turn.request.clone()).collect();
        for (turn, said) in turns.iter().zip(generate(model, &text.tokenizer, requests)?) {
            count(&mut found, turn, &parse_turn(&said.text, format, &turn.tools, turn.start).calls);
        }
    }
    Ok(found)
}

fn turns_of(
    model: &LanguageModel,
    text: &ChatText,
    format: ToolCallFormat,
    conversation: &Conversation,
    turn_tokens_max: usize,
) -> Result<Vec<Turn>, ToolUseError> {
    let Conversation { messages, tools } = conversation;
    let shared: Arc<[Tool]> = tools.clone().into();
    let calling = |message: &ChatMessage| {
        (message.role == Role::Assistant).then(|| message.tool_calls.first().cloned()).flatten()
    };
    let mut turns = Vec::new();
    for (at, message) in messages.iter().enumerate() {
        let Some(demonstrated) = calling(message) else { continue };
        let mut heard = TokenizedConversation::default();
        let prompt = heard.hear(text, &messages[..at], tools)?.to_vec();
        let start = TurnStart::after_prompt(heard.prompt());
        let tools = Arc::clone(&shared);
        let request = GenerateRequest {
            prompt,
            forced: Vec::new(),
            grammar: None,
            sampling: Sampling::GREEDY,
            seed: 0,
            tokens_max: turn_tokens_max,
            stops: Stops {
                ids: text.end_ids(model.config()),
                texts: Vec::new(),
                tool_call: Some(ToolCallStop { format, tools: Arc::clone(&tools), start }),
            },
            n_alternatives: 0,
        };
        turns.push(Turn { request, tools, start, demonstrated });
    }
    Ok(turns)
}

fn count(found: &mut ToolUse, turn: &Turn, calls: &[ParsedCall]) {
    found.n_turns += 1;
    let Some(first) = calls.first() else { return };
    found.n_called += 1;
    let ParsedCall::Call(call) = first else { return };
    found.n_well_formed += 1;
    let Some(tool) = turn.tools.iter().find(|tool| tool.name() == call.name) else { return };
    found.n_known_tool += 1;
    let Ok(arguments) = serde_json::from_str::<Value>(&call.arguments) else { return };
    // A schema that is none refuses nothing.
    let refused = jsonschema::validator_for(tool.parameters())
        .is_ok_and(|schema| !schema.is_valid(&arguments));
    if refused {
        return;
    }
    found.n_valid += 1;
    let wanted = &turn.demonstrated;
    let same = |text: &str| serde_json::from_str::<BTreeMap<String, Value>>(text).ok();
    let equal = call.name == wanted.name && same(&call.arguments) == same(&wanted.arguments);
    found.n_equal += usize::from(equal);
}
