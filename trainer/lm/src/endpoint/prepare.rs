//! From a request to what the model reads and how its answer is to be taken apart.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;

use super::chat_model::ChatModel;
use super::chat_request::{ChatRequest, ToolChoice};
use super::refusal::Refusal;
use crate::generate::{GenerateRequest, Stops, ToolCallStop};
use crate::text::Tool;
use crate::text::tool_calls::{AssistantTurn, ToolCallFormat, TurnStart, parse_turn, split_turn};

/// A request that can be generated.
#[derive(Debug)]
pub(super) struct Prepared {
    /// One a choice.
    pub(super) rows: Vec<GenerateRequest>,
    /// How an answer is read.
    pub(super) reading: AnswerReading,
}

/// How an answer is taken apart.
#[derive(Debug, Clone)]
pub(super) struct AnswerReading {
    /// The form of its calls; none where the model has no tools.
    pub(super) format: Option<ToolCallFormat>,
    tools: Arc<[Tool]>,
    start: TurnStart,
}

impl AnswerReading {
    /// Takes an answer apart.
    pub(super) fn read(&self, text: &str) -> AssistantTurn {
        match self.format {
            Some(format) => parse_turn(text, format, &self.tools, self.start),
            None => {
                let (reasoning, content) = split_turn(text, self.start);
                AssistantTurn { reasoning, content: content.to_owned(), calls: Vec::new() }
            }
        }
    }

    /// Where the model begins to write.
    pub(super) fn start(&self) -> TurnStart {
        self.start
    }
}

/// Prepares a request.
///
/// # Errors
/// When the model cannot be given tools, its template refuses the conversation, or the prompt is
/// too long.
pub(super) fn prepare(
    request: &ChatRequest,
    model: &ChatModel,
    context_tokens_max: usize,
) -> Result<Prepared, Refusal> {
    let with_tools = !request.tools.is_empty() && request.tool_choice != ToolChoice::None;
    let format = match with_tools {
        true => Some(model.text.tool_call_format().map_err(|why| Refusal::of("tools", why))?),
        false => None,
    };
    let tools: Arc<[Tool]> = if with_tools { request.tools.clone().into() } else { [].into() };
    let prompt = model.text.render(&request.messages, &tools, &request.variables);
    let prompt = prompt.map_err(|error| Refusal::of("messages", error.to_string()))?;
    let start = TurnStart::after_prompt(&prompt);
    let encode = |text: &str| {
        let ids = model.text.tokenizer.encode(text);
        ids.map_err(|error| Refusal::of("messages", error.to_string()))
    };
    let forced = match format.and_then(|format| forced_text(&request.tool_choice, format, start)) {
        Some(text) => encode(&text)?,
        None => Vec::new(),
    };
    let one_call = format.filter(|_| request.one_call);
    let stops = Stops {
        ids: model.end_ids(),
        texts: request.stops.clone(),
        tool_call: one_call.map(|format| ToolCallStop { format, tools: tools.clone(), start }),
    };
    let seed = request.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
    let first = GenerateRequest {
        prompt: encode(&prompt)?,
        forced,
        sampling: request.sampling,
        seed,
        tokens_max: request.tokens_max.unwrap_or(context_tokens_max),
        stops,
        n_alternatives: request.n_alternatives,
    };
    let first = first
        .fit(model.model.config().n_vocabulary, context_tokens_max)
        .map_err(|error| Refusal::of("messages", error.to_string()))?;
    let rows = (0..request.n_choices as u64)
        .map(|choice| GenerateRequest { seed: seed_of_choice(seed, choice), ..first.clone() });
    Ok(Prepared { rows: rows.collect(), reading: AnswerReading { format, tools, start } })
}

/// The first choice has the request's own seed, the others seeds far from it.
fn seed_of_choice(seed: u64, choice: u64) -> u64 {
    seed ^ choice.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// What an answer begins with that has to be a call. It ends where a token ends for sure, so that
/// the model goes on as it would by itself.
fn forced_text(choice: &ToolChoice, format: ToolCallFormat, start: TurnStart) -> Option<String> {
    let call = match (choice, format) {
        (ToolChoice::Auto | ToolChoice::None, _) => return None,
        (ToolChoice::Required, ToolCallFormat::Hermes) => "<tool_call>\n{\"name\":".to_owned(),
        (ToolChoice::Required, ToolCallFormat::QwenXml) => "<tool_call>\n<function=".to_owned(),
        (ToolChoice::Named(name), ToolCallFormat::Hermes) => {
            let name = serde_json::Value::from(name.as_str());
            format!("<tool_call>\n{{\"name\": {name}, \"arguments\":")
        }
        (ToolChoice::Named(name), ToolCallFormat::QwenXml) => {
            format!("<tool_call>\n<function={name}>\n")
        }
    };
    Some(match start {
        TurnStart::Plain => call,
        TurnStart::InReasoning => format!("\n</think>\n\n{call}"),
    })
}
