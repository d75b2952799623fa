//! The form that an answer has to keep to: `response_format`, and calls that have to be made.

use std::sync::Arc;

use minijinja::Value;
use serde_json::Value as Json;

use super::chat_model::ChatModel;
use super::chat_request::{ChatRequest, ToolChoice};
use super::refusal::Refusal;
use crate::generate::Grammar;
use crate::generate::json::{Form, JsonSchema, Piece, SchemaError, Strictness};
use crate::text::Tool;
use crate::text::tool_calls::{ToolCallFormat, TurnStart};

const FORMAT: &str = "response_format";

/// What the words of an answer are.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum ResponseFormat {
    /// Whatever the model says.
    Words,
    /// JSON of this schema.
    Json(JsonSchema),
}

impl ResponseFormat {
    /// Reads `response_format`.
    ///
    /// # Errors
    /// When it is none, or its schema cannot be enforced.
    pub(super) fn read(format: Option<&Value>) -> Result<Self, Refusal> {
        let Some(format) = format else { return Ok(Self::Words) };
        let format = serde_json::to_value(format).unwrap_or_default();
        match format["type"].as_str() {
            Some("text") => Ok(Self::Words),
            Some("json_object") => Ok(Self::Json(JsonSchema::any_object())),
            Some("json_schema") => {
                let told = &format["json_schema"];
                let schema = told.get("schema").unwrap_or(&Json::Bool(true));
                let schema = JsonSchema::new(schema, strictness(told));
                let refuse = |error: SchemaError| Refusal::of(FORMAT, error.to_string());
                schema.map(Self::Json).map_err(refuse)
            }
            _ => Err(Refusal::of(
                FORMAT,
                "the `type` of `response_format` is `text`, `json_object` or `json_schema`",
            )),
        }
    }
}

/// The form of the answer to a request, behind the text that the answer is made to begin with.
///
/// # Errors
/// When a schema has no value that ends, or the model's tokens cannot be held to a form.
pub(super) fn answer_form(
    request: &ChatRequest,
    model: &ChatModel,
    format: Option<ToolCallFormat>,
    start: TurnStart,
) -> Result<Option<Grammar>, Refusal> {
    let is_wanted = matches!(request.tool_choice, ToolChoice::Required | ToolChoice::Named(_));
    let (rows, param) = match (format, &request.response_format) {
        // Calls between tags are left to the model behind their beginning.
        (Some(ToolCallFormat::QwenXml), _) if is_wanted => return Ok(None),
        (Some(ToolCallFormat::Hermes), _) if is_wanted => (call_rows(request)?, "tools"),
        (_, ResponseFormat::Words) => return Ok(None),
        (Some(_), ResponseFormat::Json(_)) => {
            return Err(Refusal::of(
                FORMAT,
                "an answer is JSON or a tool call: leave `tools` out, or send `tool_choice` as \
                 `none`, or as `required`",
            ));
        }
        (None, ResponseFormat::Json(schema)) => {
            let mut row = vec![Piece::Json(schema.clone())];
            if start == TurnStart::InReasoning {
                row.insert(0, Piece::Until("</think>"));
            }
            (vec![row], FORMAT)
        }
    };
    let refuse = |why: String| Refusal::of(param, why);
    let form = Form::new(rows)
        .ok_or_else(|| refuse("the schema has no value that ends: it holds itself".to_owned()))?;
    let tokens = model.token_bytes().map_err(|error| refuse(error.to_string()))?;
    Ok(Some(Grammar::new(form, Arc::clone(tokens))))
}

/// One row for each tool that may be called, from where the forced beginning ends.
fn call_rows(request: &ChatRequest) -> Result<Vec<Vec<Piece>>, Refusal> {
    let mut rows = Vec::new();
    for (place, tool) in request.tools.iter().enumerate() {
        let words = match &request.tool_choice {
            ToolChoice::Named(name) if name != tool.name() => continue,
            ToolChoice::Named(_) => None,
            _ => {
                let name = Json::from(tool.name());
                Some(Piece::Words(format!(" {name}, \"arguments\":")))
            }
        };
        let arguments = arguments_of(tool, place)?;
        let mut row: Vec<Piece> = words.into_iter().collect();
        row.extend([Piece::Json(arguments), Piece::Words("}\n</tool_call>".to_owned())]);
        if !request.one_call {
            row.push(Piece::Anything);
        }
        rows.push(row);
    }
    Ok(rows)
}

/// The arguments of a tool are an object, whatever its schema leaves open.
fn arguments_of(tool: &Tool, place: usize) -> Result<JsonSchema, Refusal> {
    let shown = serde_json::to_value(tool.shown()).unwrap_or_default();
    let mut schema = tool.parameters().clone();
    if let Some(members) = schema.as_object_mut() {
        members.insert("type".to_owned(), Json::from("object"));
    }
    JsonSchema::new(&schema, strictness(&shown["function"])).map_err(|error| {
        Refusal::of(format!("tools[{place}].function.parameters"), error.to_string())
    })
}

fn strictness(told: &Json) -> Strictness {
    match told["strict"] == Json::Bool(true) {
        true => Strictness::Strict,
        false => Strictness::Lenient,
    }
}
