//! Arguments: what a tool accepts and refuses is what its schema says.

use serde_json::{Number, Value};

use crate::answer::Answer;
use crate::scene::{Scene, ask};

use super::Violation;

pub(super) fn schema_refuses(scene: &Scene<'_>) -> Result<(), Violation> {
    if scene.tool.accepts(&scene.call.arguments) || scene.answer.is_refused_as("invalid_argument") {
        return Ok(());
    }
    Err(Violation::new("`invalid_argument`, as the schema refuses this", scene.text.clone()))
}

/// A refusal that the schema does not give: a real server has such ones too, as its rules go
/// beyond its schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StricterThanSchema {
    /// The parameter, when the refusal names one.
    pub parameter: Option<String>,
    /// What the refusal says.
    pub message: String,
}

/// The refusal of arguments that the schema accepts, if this is one.
pub(crate) fn stricter_than_schema(scene: &Scene<'_>) -> Option<StricterThanSchema> {
    let Answer::Refused { code, message, pointer } = &scene.answer else { return None };
    if code != "invalid_argument" || !scene.tool.accepts(&scene.call.arguments) {
        return None;
    }
    let parameter = pointer.as_deref().and_then(|pointer| pointer.split('/').nth(1));
    Some(StricterThanSchema { parameter: parameter.map(str::to_owned), message: message.clone() })
}

/// A value that the schema lists, or bounds on both sides, is one that the server means to take.
pub(super) fn schema_accepts(scene: &Scene<'_>) -> Result<(), Violation> {
    let Some(StricterThanSchema { parameter: Some(name), message }) = stricter_than_schema(scene)
    else {
        return Ok(());
    };
    let (Some(schema), Some(value)) = (scene.tool.property(&name), scene.call.arguments.get(&name))
    else {
        return Ok(());
    };
    let has = |keyword: &str| schema.get(keyword).is_some();
    let is_meant = has("enum")
        || schema.get("type") == Some(&Value::from("boolean"))
        || (value.is_number() && has("minimum") && has("maximum"));
    if !is_meant {
        return Ok(());
    }
    Err(Violation::new(format!("`{value}` accepted for `{name}`, as the schema does"), message))
}

pub(super) fn whole_numbers_have_one_meaning(scene: &Scene<'_>) -> Result<(), Violation> {
    let mut floated = scene.call.arguments.clone();
    if !float_whole_numbers(&mut floated) {
        return Ok(());
    }
    let mut other = scene.before.fork();
    let text = ask(&mut *other, &scene.call.tool, &floated);
    let (mine, theirs) = (Answer::read(&text), &scene.answer);
    let is_same = match (&mine, theirs) {
        // A message may quote the number as it was written.
        (Answer::Refused { code: a, .. }, Answer::Refused { code: b, .. }) => a == b,
        (a, b) => a == b && other.state_json() == scene.after_json,
    };
    if is_same { Ok(()) } else { Err(Violation::new(scene.text.clone(), text)) }
}

/// Writes every small whole number with a fraction of zero; whether there was one. Inside objects
/// that the schema leaves open, any JSON may be stored, so only what is given directly or in lists
/// is rewritten.
fn float_whole_numbers(value: &mut Value) -> bool {
    const EXACT: i64 = 1 << 50;
    match value {
        Value::Number(number) => {
            match number.as_i64().filter(|whole| (-EXACT..EXACT).contains(whole)) {
                Some(whole) => {
                    if let Some(float) = Number::from_f64(whole as f64) {
                        *number = float;
                    }
                    true
                }
                None => false,
            }
        }
        Value::Array(items) => {
            items.iter_mut().fold(false, |any, item| float_whole_numbers(item) | any)
        }
        Value::Object(object) => {
            object.values_mut().fold(false, |any, item| float_whole_numbers(item) | any)
        }
        _ => false,
    }
}
