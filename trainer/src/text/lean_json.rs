//! The compact form of JSON that transcripts use: every token is paid for twice, at training and at
//! generation.
//!
//! A field is `|name: value`; the fields of the outermost object need no braces; a string stands
//! bare unless it could be read as something else. `{"id":"CUS-1","tags":["new","vip"],"n":2}`
//! becomes `|id: CUS-1|tags: [new, vip]|n: 2`. [`parse_fields`] reads back exactly what
//! [`render_fields`] wrote.

use serde_json::{Map, Value};
use thiserror::Error;

/// Characters that end a bare string anywhere.
const STRUCTURAL: [char; 6] = ['|', '{', '}', '[', ']', '"'];

/// How deep values may nest, so that a sampled `[[[[…` cannot exhaust the stack.
const DEPTH_MAX: usize = 16;

/// Why sampled text is no list of fields. The message is shown to the policy.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LeanError {
    /// A field must open with `|` here.
    #[error("expected a field `|name: value` at byte {0}")]
    Field(usize),
    /// A field name ends without `:`.
    #[error("the field name at byte {0} has no `:`")]
    Colon(usize),
    /// A quoted string is not closed or holds a bad escape.
    #[error("the quoted text at byte {0} is not closed")]
    Quote(usize),
    /// An array or object is not closed.
    #[error("the bracket at byte {0} is not closed")]
    Bracket(usize),
    /// Brackets nest too deep.
    #[error("values nest deeper than 16 levels at byte {0}")]
    Depth(usize),
    /// A field is named twice.
    #[error("the field `{0}` is given twice")]
    Twice(String),
}

/// In which order the fields of an object are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FieldOrder {
    AsGiven,
    ForReading,
}

/// Renders an object as fields, or any other value as itself.
pub fn render_fields(value: &Value) -> String {
    render(value, FieldOrder::AsGiven)
}

/// Renders what an agent is given to read: as [`render_fields`], but each object opens with what it
/// is called, and its id comes next. A causal decoder that reaches a value then already knows the row
/// it belongs to, and the name is in reach of the short convolution where the id stands.
pub fn render_given(value: &Value) -> String {
    render(value, FieldOrder::ForReading)
}

fn render(value: &Value, order: FieldOrder) -> String {
    let mut out = String::new();
    match value {
        Value::Object(fields) => push_fields(fields, order, &mut out),
        other => push_value(other, false, order, &mut out),
    }
    out
}

/// Fields that hold what an object is called.
pub const NAMES: [&str; 4] = ["name", "title", "subject", "summary"];

/// Where a field stands among those of its object when it is written for reading.
fn reading_rank(name: &str) -> u8 {
    match name {
        _ if NAMES.contains(&name) => 0,
        "id" => 1,
        _ => 2,
    }
}

fn push_fields(fields: &Map<String, Value>, order: FieldOrder, out: &mut String) {
    let mut fields: Vec<(&String, &Value)> = fields.iter().collect();
    if order == FieldOrder::ForReading {
        fields.sort_by_key(|(name, _)| reading_rank(name));
    }
    for (name, value) in fields {
        out.push('|');
        if is_bare_name(name) {
            out.push_str(name);
        } else {
            out.push_str(&Value::String(name.clone()).to_string());
        }
        out.push(':');
        if !value.is_object() {
            out.push(' ');
        }
        push_value(value, false, order, out);
    }
}

fn push_value(value: &Value, in_array: bool, order: FieldOrder, out: &mut String) {
    match value {
        Value::String(text) if is_bare_text(text, in_array) => out.push_str(text),
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {
            out.push_str(&value.to_string());
        }
        Value::Array(items) => {
            out.push('[');
            for (number, item) in items.iter().enumerate() {
                let after_object = number > 0 && items[number - 1].is_object();
                if number > 0 && !(after_object && item.is_object()) {
                    out.push_str(", ");
                }
                push_value(item, true, order, out);
            }
            out.push(']');
        }
        Value::Object(fields) => {
            out.push('{');
            push_fields(fields, order, out);
            out.push('}');
        }
    }
}

fn is_bare_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
}

/// Whether a string can stand without quotes and still be read as that string.
fn is_bare_text(text: &str, in_array: bool) -> bool {
    let ends_early = text.contains(STRUCTURAL) || (in_array && text.contains(','));
    let trims = text.is_empty() || text.trim() != text || text.contains(char::is_control);
    !ends_early && !trims && scalar(text).is_none()
}

/// Reads a bare text as null, a boolean or a number.
fn scalar(text: &str) -> Option<Value> {
    let opens_scalar = text.starts_with(|c: char| c.is_ascii_digit() || "-tfn".contains(c));
    if !opens_scalar {
        return None;
    }
    serde_json::from_str(text).ok().filter(|value: &Value| !value.is_object() && !value.is_array())
}

/// Reads fields up to the end of the text.
///
/// # Errors
/// A [`LeanError`] that names the byte; the caller shows it to whoever wrote the text.
pub fn parse_fields(text: &str) -> Result<Map<String, Value>, LeanError> {
    let mut reader = Reader { text, at: 0 };
    reader.skip_spaces();
    let fields = reader.fields(0)?;
    if reader.at < text.len() {
        return Err(LeanError::Field(reader.at));
    }
    Ok(fields)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_spaces(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn take(&mut self, mark: char) -> bool {
        let found = self.rest().starts_with(mark);
        if found {
            self.at += mark.len_utf8();
        }
        found
    }

    fn fields(&mut self, depth: usize) -> Result<Map<String, Value>, LeanError> {
        let mut fields = Map::new();
        while self.take('|') {
            let name_at = self.at;
            let name = if self.rest().starts_with('"') {
                self.quoted()?
            } else {
                let end = self.rest().find(':').ok_or(LeanError::Colon(name_at))?;
                let name = self.rest()[..end].to_owned();
                self.at += end;
                name
            };
            if !self.take(':') {
                return Err(LeanError::Colon(name_at));
            }
            self.skip_spaces();
            let value = self.value(false, depth)?;
            self.skip_spaces();
            if fields.insert(name.clone(), value).is_some() {
                return Err(LeanError::Twice(name));
            }
        }
        Ok(fields)
    }

    fn value(&mut self, in_array: bool, depth: usize) -> Result<Value, LeanError> {
        let opened_at = self.at;
        if depth > DEPTH_MAX {
            return Err(LeanError::Depth(opened_at));
        }
        if self.rest().starts_with('"') {
            return self.quoted().map(Value::String);
        }
        if self.take('{') {
            self.skip_spaces();
            let fields = self.fields(depth + 1)?;
            return match self.take('}') {
                true => Ok(Value::Object(fields)),
                false => Err(LeanError::Bracket(opened_at)),
            };
        }
        if self.take('[') {
            let mut items = Vec::new();
            self.skip_spaces();
            while !self.take(']') {
                if self.rest().is_empty() {
                    return Err(LeanError::Bracket(opened_at));
                }
                let item_at = self.at;
                items.push(self.value(true, depth + 1)?);
                self.skip_spaces();
                if self.take(',') {
                    self.skip_spaces();
                } else if self.at == item_at {
                    return Err(LeanError::Bracket(opened_at));
                }
            }
            return Ok(Value::Array(items));
        }
        let ends = |c: char| STRUCTURAL.contains(&c) || (in_array && c == ',');
        let end = self.rest().find(ends).unwrap_or(self.rest().len());
        let bare = self.rest()[..end].trim().to_owned();
        self.at += end;
        Ok(scalar(&bare).unwrap_or(Value::String(bare)))
    }

    /// Reads a JSON string that opens here.
    fn quoted(&mut self) -> Result<String, LeanError> {
        let opened_at = self.at;
        let mut stream = serde_json::Deserializer::from_str(self.rest()).into_iter::<String>();
        let text = match stream.next() {
            Some(Ok(text)) => text,
            _ => return Err(LeanError::Quote(opened_at)),
        };
        let taken = stream.byte_offset();
        self.at += taken;
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Just, Strategy, any, prop, prop_oneof, proptest};
    use serde_json::{Value, json};

    use super::{LeanError, parse_fields, render_fields};

    #[test]
    fn fields_are_written_with_few_marks() {
        // Names are in order here, so that a build whose maps keep insertion order agrees.
        let value = json!({"at": {"city": "Oslo, NO"}, "code": "007", "id": "CUS-1", "n": 2,
            "rows": [{"a": 1}, {"a": null}], "tags": ["new", "vip"]});
        let text = render_fields(&value);
        assert_eq!(
            text,
            "|at:{|city: Oslo, NO}|code: 007|id: CUS-1|n: 2|rows: [{|a: 1}{|a: null}]\
             |tags: [new, vip]"
        );
        assert_eq!(Value::Object(parse_fields(&text).expect("valid")), value);
    }

    #[test]
    fn broken_fields_are_refused_with_the_place() {
        assert_eq!(parse_fields("x"), Err(LeanError::Field(0)));
        assert_eq!(parse_fields("|name"), Err(LeanError::Colon(1)));
        assert_eq!(parse_fields("|a: \"x"), Err(LeanError::Quote(4)));
        assert_eq!(parse_fields("|a: [1, 2"), Err(LeanError::Bracket(4)));
        assert_eq!(parse_fields("|a: 1|a: 2"), Err(LeanError::Twice("a".to_owned())));
        let deep = format!("|a: {}", "[".repeat(100));
        assert!(matches!(parse_fields(&deep), Err(LeanError::Depth(_))));
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let text = prop_oneof!["[ -~]{0,12}", "[a-zA-Z]{1,8}", any::<String>()];
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i32>().prop_map(Value::from),
            (-1000i32..1000).prop_map(|n| Value::from(f64::from(n) / 8.0)),
            text.prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 24, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map("[a-z_]{1,6}|[ -~]{0,5}", inner, 0..4)
                    .prop_map(|fields| Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn fields_read_back_as_written(
            fields in prop::collection::btree_map("[a-z_]{1,6}", any_json(), 0..5)
        ) {
            let value = Value::Object(fields.into_iter().collect());
            let again = parse_fields(&render_fields(&value)).expect("rendered by us");
            assert_eq!(Value::Object(again), value);
        }

        #[test]
        fn no_text_panics(text in any::<String>()) {
            let _ = parse_fields(&text);
        }
    }
}
