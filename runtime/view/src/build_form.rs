//! A tool's arguments as a form: fields from its JSON Schema, and the arguments from what was sent.

use compoworld_core::Tool;
use compoworld_world::Environment;
use serde_json::{Map, Value};

/// How many keys of present rows a field suggests.
const SUGGESTIONS_MAX: usize = 100;

/// From how many characters on a text gets room for several lines.
const LONG_TEXT: u64 = 200;

/// What stands before an argument's name in what a form sends.
const PREFIX: &str = "argument.";

/// One argument.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FormField {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) required: bool,
    pub(crate) kind: FieldKind,
    /// Keys of rows that are there, where the argument names one.
    pub(crate) suggestions: Vec<String>,
    /// What is in it already.
    pub(crate) value: String,
}

/// What is put into a field.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum FieldKind {
    Text,
    LongText,
    Integer,
    Number,
    Choice(Vec<String>),
    Flag,
    Json,
}

impl FormField {
    /// What can be put in, in a word.
    pub(crate) fn kind_word(&self) -> &'static str {
        match self.kind {
            FieldKind::Text | FieldKind::LongText => "text",
            FieldKind::Integer => "whole number",
            FieldKind::Number => "number",
            FieldKind::Choice(_) => "choice",
            FieldKind::Flag => "yes or no",
            FieldKind::Json => "JSON",
        }
    }

    /// Whether it is a number.
    pub(crate) fn is_number(&self) -> bool {
        matches!(self.kind, FieldKind::Integer | FieldKind::Number)
    }

    /// The name under which it is sent.
    pub(crate) fn sent_name(&self) -> String {
        format!("{PREFIX}{}", self.name)
    }

    /// What can be chosen.
    pub(crate) fn choices(&self) -> Vec<&str> {
        match &self.kind {
            FieldKind::Choice(names) => names.iter().map(String::as_str).collect(),
            FieldKind::Flag => vec!["true", "false"],
            _ => Vec::new(),
        }
    }
}

/// The fields for a tool's arguments, filled with those of a call when there was one.
pub(crate) fn fields(schema: &Value, filled: &Value) -> Vec<FormField> {
    let properties = schema["properties"].as_object().into_iter().flatten();
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut fields: Vec<FormField> = properties
        .map(|(name, schema)| {
            let kind = kind(schema);
            FormField {
                name: name.clone(),
                description: schema["description"].as_str().unwrap_or_default().to_owned(),
                required: required.contains(&name.as_str()),
                value: filled.get(name).map(|value| filled_text(value, &kind)).unwrap_or_default(),
                kind,
                suggestions: Vec::new(),
            }
        })
        .collect();
    // What a call needs comes first.
    fields.sort_by_key(|field| !field.required);
    fields
}

fn kind(schema: &Value) -> FieldKind {
    let (schema, name) = plain(schema);
    let choices = schema["enum"].as_array().into_iter().flatten();
    let choices: Option<Vec<String>> =
        choices.filter(|one| !one.is_null()).map(|one| one.as_str().map(str::to_owned)).collect();
    match (choices, name) {
        (Some(names), _) if !names.is_empty() => FieldKind::Choice(names),
        (Some(_), Some("string")) => {
            let most = schema["maxLength"].as_u64();
            let is_long = most.is_some_and(|most| most >= LONG_TEXT);
            if is_long { FieldKind::LongText } else { FieldKind::Text }
        }
        (Some(_), Some("integer")) => FieldKind::Integer,
        (Some(_), Some("number")) => FieldKind::Number,
        (Some(_), Some("boolean")) => FieldKind::Flag,
        _ => FieldKind::Json,
    }
}

/// A schema without its `null` alternative, and the one type that is left of it.
fn plain(schema: &Value) -> (&Value, Option<&str>) {
    for word in ["anyOf", "oneOf"] {
        if let Some(parts) = schema[word].as_array() {
            let mut others = parts.iter().filter(|part| part["type"] != "null");
            return match (others.next(), others.next()) {
                (Some(only), None) => plain(only),
                _ => (schema, None),
            };
        }
    }
    match &schema["type"] {
        Value::String(name) => (schema, Some(name)),
        Value::Array(names) => {
            let mut others = names.iter().filter_map(Value::as_str).filter(|name| *name != "null");
            let first = others.next();
            (schema, first.filter(|_| others.next().is_none()))
        }
        _ => (schema, None),
    }
}

fn filled_text(value: &Value, kind: &FieldKind) -> String {
    match value {
        Value::String(text) if *kind != FieldKind::Json => text.clone(),
        other => other.to_string(),
    }
}

/// The arguments that a form sent. An empty field is an argument that is not given; what does not
/// read as its field's kind is sent as the text that it is, for the tool to refuse in its words.
pub(crate) fn arguments(schema: &Value, sent: &[(String, String)]) -> Value {
    let mut arguments = Map::new();
    for field in fields(schema, &Value::Null) {
        let sent_name = field.sent_name();
        let Some((_, text)) = sent.iter().find(|(name, _)| *name == sent_name) else { continue };
        if text.is_empty() {
            continue;
        }
        let value = match field.kind {
            FieldKind::Text | FieldKind::LongText | FieldKind::Choice(_) => None,
            // Browsers send line ends as forms do; JSON does not mind.
            _ => serde_json::from_str(text.trim()).ok(),
        };
        arguments.insert(field.name, value.unwrap_or_else(|| Value::from(text.as_str())));
    }
    Value::Object(arguments)
}

/// Suggests, for arguments that name rows, the keys of those that are there.
pub(crate) fn suggest_keys(
    fields: &mut [FormField],
    alias: &str,
    tool: &'static Tool,
    environment: &Environment,
) {
    let Some(instance) = environment.instance(alias) else { return };
    let state = instance.state();
    let info = state.info();
    for deed in tool.deeds() {
        let semantics = &deed.semantics;
        let row = info.table_of(semantics.entity).map(|table| info.tables[table].row);
        let entity_of = |field: &str| -> Option<&str> {
            let row = row?;
            let field = &row.fields[row.position(field)?];
            field.shape.refers_to()
        };
        let keys = semantics.keys.iter().map(|binding| {
            let is_whole = semantics.keys.len() == 1;
            (
                binding.argument,
                if is_whole { Some(semantics.entity) } else { entity_of(binding.field) },
            )
        });
        let sets = semantics.sets.iter().map(|set| (set.argument, entity_of(set.field)));
        let filters = semantics.filters.iter().filter(|filter| filter.fields.len() == 1);
        let filters = filters.map(|filter| (filter.argument, entity_of(filter.fields[0])));
        for (argument, entity) in keys.chain(sets).chain(filters) {
            let field = fields.iter_mut().find(|field| field.name == argument);
            let (Some(field), Some(table)) = (field, entity.and_then(|name| info.table_of(name)))
            else {
                continue;
            };
            if field.suggestions.is_empty() {
                let keys = state.rows(table).iter().map(|(key, _)| key.to_owned());
                field.suggestions = keys.take(SUGGESTIONS_MAX).collect();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FieldKind, arguments, fields};
    use serde_json::json;

    #[test]
    fn a_schema_becomes_fields_and_what_is_needed_comes_first() {
        let schema = json!({
            "type": "object",
            "properties": {
                "a": {"type": "integer"},
                "b": {"anyOf": [{"type": "string", "enum": ["x", "y"]}, {"type": "null"}]},
                "c": {"type": ["boolean", "null"]},
                "d": {"type": "array", "items": {"type": "string"}},
                "e": {"type": "string", "maxLength": 2000},
                "f": {"anyOf": [{"type": "string"}, {"type": "number"}]},
                "g": {"type": "integer", "enum": [1, 2]},
                "h": {},
            },
            "required": ["e"],
        });
        let kinds: Vec<(String, FieldKind)> =
            fields(&schema, &json!({})).into_iter().map(|field| (field.name, field.kind)).collect();
        let expected = [
            ("e", FieldKind::LongText),
            ("a", FieldKind::Integer),
            ("b", FieldKind::Choice(vec!["x".to_owned(), "y".to_owned()])),
            ("c", FieldKind::Flag),
            ("d", FieldKind::Json),
            ("f", FieldKind::Json),
            ("g", FieldKind::Json),
            ("h", FieldKind::Json),
        ];
        assert_eq!(kinds, expected.map(|(name, kind)| (name.to_owned(), kind)));
        assert!(fields(&json!({}), &json!(null)).is_empty());
    }

    #[test]
    fn what_a_form_sent_becomes_arguments_and_nonsense_stays_text() {
        let schema = json!({"properties": {
            "n": {"type": "integer"}, "on": {"type": "boolean"}, "list": {"type": "array"},
            "text": {"type": "string"}, "none": {"type": "string"}, "bad": {"type": "number"},
        }});
        let sent = [
            ("argument.n", "3"),
            ("argument.on", "true"),
            ("argument.list", "[1,\r\n2]"),
            ("argument.text", "12"),
            ("argument.none", ""),
            ("argument.bad", "many"),
            ("argument.unknown", "x"),
            ("tool", "a__b"),
        ];
        let sent = sent.map(|(name, text)| (name.to_owned(), text.to_owned()));
        let expected = json!({"n": 3, "on": true, "list": [1, 2], "text": "12", "bad": "many"});
        assert_eq!(arguments(&schema, &sent), expected);
    }

    #[test]
    fn a_call_fills_the_form_again() {
        let schema = json!({"properties": {
            "n": {"type": "integer"}, "text": {"type": "string"}, "any": {},
        }});
        let values = fields(&schema, &json!({"n": 3, "text": "a\"b", "any": "7"}));
        let values: Vec<&str> = values.iter().map(|field| field.value.as_str()).collect();
        assert_eq!(values, ["\"7\"", "3", "a\"b"]);
    }
}
