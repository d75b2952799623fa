//! The argument checker: JSON Schema, cut down to what normalized specs use.
//!
//! Accepts and rejects the same values as the `jsonschema` crate does for that subset; a test
//! holds the two against each other.

use std::collections::BTreeMap;

use regex_lite::Regex;
use serde_json::Value;

use crate::error::ToolError;
use crate::json::canonical_json;
use crate::read::{brief, nearest};

/// A compiled schema.
#[derive(Debug)]
pub struct Schema {
    kind: Option<Kind>,
    /// Canonical texts of the allowed values.
    allowed: Option<Vec<String>>,
    properties: BTreeMap<String, Schema>,
    required: Vec<String>,
    additional: Additional,
    items: Option<Box<Schema>>,
    prefix_items: Vec<Schema>,
    items_min: Option<u64>,
    items_max: Option<u64>,
    items_unique: bool,
    length_min: Option<u64>,
    length_max: Option<u64>,
    pattern: Option<Regex>,
    minimum: Option<f64>,
    maximum: Option<f64>,
    exclusive_minimum: Option<f64>,
    exclusive_maximum: Option<f64>,
    multiple_of: Option<f64>,
    any_of: Vec<Schema>,
    one_of: Vec<Schema>,
    all_of: Vec<Schema>,
    never: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Null,
    Boolean,
    Integer,
    Number,
    String,
    Array,
    Object,
}

#[derive(Debug)]
enum Additional {
    Any,
    None,
    Schema(Box<Schema>),
}

/// The place and the reason of a rejection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// JSON pointer to the value that does not fit.
    pub pointer: String,
    /// What was expected, in words.
    pub message: String,
}

impl Violation {
    fn new(message: impl Into<String>) -> Box<Self> {
        Box::new(Self { pointer: String::new(), message: message.into() })
    }

    fn within(mut self: Box<Self>, name: impl std::fmt::Display) -> Box<Self> {
        let name = name.to_string().replace('~', "~0").replace('/', "~1");
        self.pointer = format!("/{name}{}", self.pointer);
        self
    }
}

impl From<Box<Violation>> for ToolError {
    fn from(violation: Box<Violation>) -> Self {
        let Violation { pointer, message } = *violation;
        let text = match pointer.as_str() {
            "" => message,
            place => format!("at `{place}`: {message}"),
        };
        Self::invalid_argument(text).with_details(serde_json::json!({"pointer": pointer}))
    }
}

impl Schema {
    /// Compiles a schema. Keywords outside the subset are annotations and accept everything.
    #[must_use]
    pub fn compile(schema: &Value) -> Self {
        let number = |name: &str| schema.get(name).and_then(Value::as_f64);
        let count = |name: &str| {
            let value = schema.get(name)?;
            value.as_u64().or_else(|| value.as_f64().map(|count| count as u64))
        };
        let list = |name: &str| -> Vec<Self> {
            let items = schema.get(name).and_then(Value::as_array);
            items.map(|items| items.iter().map(Self::compile).collect()).unwrap_or_default()
        };
        let allowed = match (schema.get("const"), schema.get("enum").and_then(Value::as_array)) {
            (Some(value), _) => Some(vec![canonical_json(value)]),
            (None, Some(values)) => Some(values.iter().map(canonical_json).collect()),
            (None, None) => None,
        };
        let properties = schema.get("properties").and_then(Value::as_object);
        let required = schema.get("required").and_then(Value::as_array);
        Self {
            kind: schema.get("type").and_then(Value::as_str).and_then(Kind::of_name),
            allowed,
            properties: properties
                .into_iter()
                .flatten()
                .map(|(name, schema)| (name.clone(), Self::compile(schema)))
                .collect(),
            required: required
                .into_iter()
                .flatten()
                .filter_map(|name| name.as_str().map(str::to_owned))
                .collect(),
            additional: match schema.get("additionalProperties") {
                None | Some(Value::Bool(true)) => Additional::Any,
                Some(Value::Bool(false)) => Additional::None,
                Some(schema) => Additional::Schema(Box::new(Self::compile(schema))),
            },
            items: schema.get("items").map(|items| Box::new(Self::compile(items))),
            prefix_items: list("prefixItems"),
            items_min: count("minItems"),
            items_max: count("maxItems"),
            items_unique: schema.get("uniqueItems").and_then(Value::as_bool).unwrap_or(false),
            length_min: count("minLength"),
            length_max: count("maxLength"),
            pattern: schema
                .get("pattern")
                .and_then(Value::as_str)
                .and_then(|pattern| Regex::new(pattern).ok()),
            minimum: number("minimum"),
            maximum: number("maximum"),
            exclusive_minimum: number("exclusiveMinimum"),
            exclusive_maximum: number("exclusiveMaximum"),
            multiple_of: number("multipleOf"),
            any_of: list("anyOf"),
            one_of: list("oneOf"),
            all_of: list("allOf"),
            never: *schema == Value::Bool(false),
        }
    }

    /// Whether the schema accepts a value.
    ///
    /// # Errors
    /// The first place that does not fit.
    pub fn check(&self, value: &Value) -> Result<(), Box<Violation>> {
        if self.never {
            return Err(Violation::new("no value is allowed here"));
        }
        if let Some(kind) = self.kind
            && !kind.fits(value)
        {
            return Err(Violation::new(format!(
                "expected {}, found {}",
                kind.words(),
                brief(value)
            )));
        }
        if let Some(allowed) = &self.allowed
            && !allowed.contains(&canonical_json(value))
        {
            return Err(Violation::new(format!(
                "expected one of {}, found {}",
                allowed.join(", "),
                brief(value)
            )));
        }
        match value {
            Value::Object(object) => self.check_object(object)?,
            Value::Array(items) => self.check_array(items)?,
            Value::String(text) => self.check_text(text)?,
            Value::Number(number) => self.check_number(number.as_f64().unwrap_or(0.0))?,
            Value::Null | Value::Bool(_) => {}
        }
        self.check_combinations(value)
    }

    /// The first property that must be there and is not.
    pub(crate) fn missing(&self, value: &Value) -> Option<&str> {
        let object = value.as_object()?;
        self.required.iter().map(String::as_str).find(|name| !object.contains_key(*name))
    }

    fn check_object(&self, object: &serde_json::Map<String, Value>) -> Result<(), Box<Violation>> {
        for name in &self.required {
            if !object.contains_key(name) {
                return Err(Violation::new(format!("`{name}` is required")));
            }
        }
        for (name, value) in object {
            match (self.properties.get(name), &self.additional) {
                (Some(schema), _) => {
                    schema.check(value).map_err(|violation| violation.within(name))?;
                }
                (None, Additional::Schema(schema)) => {
                    schema.check(value).map_err(|violation| violation.within(name))?;
                }
                (None, Additional::Any) => {}
                (None, Additional::None) => {
                    let near = nearest(name, self.properties.keys().map(String::as_str));
                    let hint = near.map(|near| format!(", did you mean `{near}`?"));
                    return Err(Violation::new(format!(
                        "there is no property `{name}`{}",
                        hint.unwrap_or_default()
                    )));
                }
            }
        }
        Ok(())
    }

    fn check_array(&self, items: &[Value]) -> Result<(), Box<Violation>> {
        let n_items = items.len() as u64;
        if self.items_min.is_some_and(|least| n_items < least) {
            return Err(Violation::new(format!("too few items: {n_items}")));
        }
        if self.items_max.is_some_and(|most| n_items > most) {
            return Err(Violation::new(format!("too many items: {n_items}")));
        }
        for (index, item) in items.iter().enumerate() {
            let schema = self.prefix_items.get(index).or(self.items.as_deref());
            if let Some(schema) = schema {
                schema.check(item).map_err(|violation| violation.within(index))?;
            }
        }
        if self.items_unique {
            let mut texts: Vec<_> = items.iter().map(canonical_json).collect();
            texts.sort_unstable();
            if texts.windows(2).any(|pair| pair[0] == pair[1]) {
                return Err(Violation::new("the items must differ from each other"));
            }
        }
        Ok(())
    }

    fn check_text(&self, text: &str) -> Result<(), Box<Violation>> {
        if self.length_min.is_some() || self.length_max.is_some() {
            let length = text.chars().count() as u64;
            if self.length_min.is_some_and(|least| length < least) {
                return Err(Violation::new(format!("too short: {length} characters")));
            }
            if self.length_max.is_some_and(|most| length > most) {
                return Err(Violation::new(format!("too long: {length} characters")));
            }
        }
        match &self.pattern {
            Some(pattern) if !pattern.is_match(text) => {
                Err(Violation::new(format!("`{text}` does not match `{pattern}`")))
            }
            _ => Ok(()),
        }
    }

    fn check_number(&self, number: f64) -> Result<(), Box<Violation>> {
        let broken = [
            (self.minimum.filter(|bound| number < *bound), "at least"),
            (self.maximum.filter(|bound| number > *bound), "at most"),
            (self.exclusive_minimum.filter(|bound| number <= *bound), "more than"),
            (self.exclusive_maximum.filter(|bound| number >= *bound), "less than"),
        ];
        for (bound, words) in broken {
            if let Some(bound) = bound {
                return Err(Violation::new(format!("expected {words} {bound}, found {number}")));
            }
        }
        match self.multiple_of {
            Some(step) if step > 0.0 && !is_multiple(number, step) => {
                Err(Violation::new(format!("expected a multiple of {step}, found {number}")))
            }
            _ => Ok(()),
        }
    }

    fn check_combinations(&self, value: &Value) -> Result<(), Box<Violation>> {
        for schema in &self.all_of {
            schema.check(value)?;
        }
        if !self.any_of.is_empty() {
            let mut failures = self.any_of.iter().map(|schema| schema.check(value));
            let mut last = Ok(());
            let fits = failures.any(|result| {
                let fits = result.is_ok();
                // The most telling failure is that of the alternative that is no bare `null`.
                if last.is_ok() {
                    last = result;
                }
                fits
            });
            if !fits {
                return last;
            }
        }
        if !self.one_of.is_empty() {
            let fitting = self.one_of.iter().filter(|schema| schema.check(value).is_ok()).count();
            if fitting != 1 {
                return Err(Violation::new(format!(
                    "expected exactly one of {} alternatives to fit, {fitting} do",
                    self.one_of.len()
                )));
            }
        }
        Ok(())
    }
}

/// Whether a number is a multiple of a step, as far as doubles can tell.
fn is_multiple(number: f64, step: f64) -> bool {
    let quotient = number / step;
    if step.fract() == 0.0 && number.fract() == 0.0 {
        return number % step == 0.0;
    }
    (quotient - quotient.round()).abs() < f64::EPSILON * quotient.abs().max(1.0)
}

impl Kind {
    fn of_name(name: &str) -> Option<Self> {
        Some(match name {
            "null" => Self::Null,
            "boolean" => Self::Boolean,
            "integer" => Self::Integer,
            "number" => Self::Number,
            "string" => Self::String,
            "array" => Self::Array,
            "object" => Self::Object,
            _ => return None,
        })
    }

    fn fits(self, value: &Value) -> bool {
        match self {
            Self::Null => value.is_null(),
            Self::Boolean => value.is_boolean(),
            Self::Integer => value.as_number().is_some_and(|number| {
                number.is_i64()
                    || number.is_u64()
                    || number.as_f64().is_some_and(|float| float.fract() == 0.0)
            }),
            Self::Number => value.is_number(),
            Self::String => value.is_string(),
            Self::Array => value.is_array(),
            Self::Object => value.is_object(),
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean => "true or false",
            Self::Integer => "a whole number",
            Self::Number => "a number",
            Self::String => "a string",
            Self::Array => "an array",
            Self::Object => "an object",
        }
    }
}
