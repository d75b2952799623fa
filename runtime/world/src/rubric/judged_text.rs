//! The text that a judge is shown: an expression over a result, as checks are, that gives a text
//! where they give true or false.

use cel::{Program, Value as CelValue};
use compoworld_core::StateInfo;
use serde_json::{Map, Value};

use super::check_types::check_types;
use super::{Evidence, context, standard_env};
use crate::environment::Environment;

/// A compiled expression that gives a text.
pub struct JudgedText {
    source: String,
    program: Program,
}

impl JudgedText {
    /// Compiles an expression for tasks that start in this environment.
    ///
    /// # Errors
    /// When it is no expression, or speaks of what the services do not have.
    pub fn compile(source: &str, initial: &Environment) -> Result<Self, String> {
        let members = initial.members();
        let services: Vec<(&str, &'static StateInfo)> =
            members.map(|(alias, instance)| (alias, instance.service().state)).collect();
        let program = standard_env()
            .compile(source)
            .map_err(|errors| format!("`{source}` is no CEL expression: {errors}"))?;
        check_types(program.expression(), &services)
            .map_err(|what| format!("in `{source}`: {what}"))?;
        Ok(Self { source: source.to_owned(), program })
    }

    /// Whether it reads `outputs`.
    #[must_use]
    pub fn uses_outputs(&self) -> bool {
        self.program.references().has_variable("outputs")
    }

    /// The text of a result; values that are no texts are written as JSON.
    ///
    /// # Errors
    /// Why there is none: the row is not there, say.
    pub fn read(&self, evidence: &Evidence<'_>) -> Result<String, String> {
        let source = &self.source;
        let value = self
            .program
            .execute(&context(evidence, self.uses_outputs()))
            .map_err(|error| format!("`{source}` gives nothing: {error}"))?;
        match json_of(&value) {
            Some(Value::String(text)) => Ok(text),
            Some(Value::Null) => Ok(String::new()),
            Some(other) => Ok(other.to_string()),
            None => Err(format!("`{source}` gives no text; name one field of one row")),
        }
    }
}

/// The value as JSON; `None` for whole tables and the like.
fn json_of(value: &CelValue) -> Option<Value> {
    Some(match value {
        CelValue::Null => Value::Null,
        CelValue::Bool(flag) => (*flag).into(),
        CelValue::Int(number) => (*number).into(),
        CelValue::UInt(number) => (*number).into(),
        CelValue::Float(number) => (*number).into(),
        CelValue::String(text) => text.as_str().into(),
        CelValue::List(items) => Value::Array(items.iter().map(json_of).collect::<Option<_>>()?),
        CelValue::Map(map) => {
            let entries = map.map.iter();
            let entries = entries.map(|(key, value)| Some((key.to_string(), json_of(value)?)));
            Value::Object(entries.collect::<Option<Map<String, Value>>>()?)
        }
        _ => return None,
    })
}
