//! JSON as Python's `json.dumps` writes it, which is what `tojson` means in the chat templates of
//! Hugging Face: a space after each separator, members in the order they came in, no HTML escapes.

use std::fmt::Write;

use minijinja::value::{Kwargs, Rest, ValueKind};
use minijinja::{Error, ErrorKind, Value};

use super::python_text::float_text;

/// The keyword arguments of `json.dumps` that templates use.
#[derive(Debug, Clone)]
pub struct JsonStyle {
    ensure_ascii: bool,
    indent: Option<String>,
    item_separator: String,
    key_separator: String,
    sort_keys: bool,
}

impl Default for JsonStyle {
    fn default() -> Self {
        Self {
            ensure_ascii: false,
            indent: None,
            item_separator: ", ".to_owned(),
            key_separator: ": ".to_owned(),
            sort_keys: false,
        }
    }
}

/// The filter `tojson(value, ensure_ascii=false, indent=none, separators=none, sort_keys=false)`.
///
/// # Errors
/// When an argument has the wrong type, or the value is no JSON.
pub fn tojson(value: &Value, arguments: Rest<Value>, named: Kwargs) -> Result<Value, Error> {
    const NAMES: [&str; 4] = ["ensure_ascii", "indent", "separators", "sort_keys"];
    let mut given = [const { None }; 4];
    if arguments.len() > NAMES.len() {
        return Err(Error::new(ErrorKind::TooManyArguments, "`tojson` takes four arguments"));
    }
    for (place, argument) in arguments.0.into_iter().enumerate() {
        given[place] = Some(argument);
    }
    for (place, name) in NAMES.into_iter().enumerate() {
        if let Some(argument) = named.get::<Option<Value>>(name)? {
            given[place] = Some(argument);
        }
    }
    named.assert_all_used()?;
    let [ensure_ascii, indent, separators, sort_keys] = given;

    let is_set = |flag: Option<Value>| flag.is_some_and(|flag| flag.is_true());
    let mut style = JsonStyle {
        ensure_ascii: is_set(ensure_ascii),
        sort_keys: is_set(sort_keys),
        ..JsonStyle::default()
    };
    if let Some(indent) = indent.filter(|indent| !indent.is_none()) {
        style.indent = Some(indent_text(&indent)?);
        style.item_separator = ",".to_owned();
    }
    if let Some(separators) = separators.filter(|separators| !separators.is_none()) {
        let pair: Vec<Value> = separators.try_iter()?.collect();
        let [item, key] = &pair[..] else {
            return Err(invalid("`separators` of `tojson` are a pair of texts"));
        };
        style.item_separator = item.to_string();
        style.key_separator = key.to_string();
    }
    json_text(value, &style).map(Value::from)
}

/// The JSON of a value.
///
/// # Errors
/// When the value holds something that is no JSON.
pub fn json_text(value: &Value, style: &JsonStyle) -> Result<String, Error> {
    let mut text = String::new();
    write_value(&mut text, value, style, 0)?;
    Ok(text)
}

fn indent_text(indent: &Value) -> Result<String, Error> {
    const SPACES_MAX: usize = 64;
    if let Some(text) = indent.as_str() {
        return Ok(text.to_owned());
    }
    let n_spaces = usize::try_from(indent.clone())?;
    Ok(" ".repeat(n_spaces.min(SPACES_MAX)))
}

fn write_value(
    text: &mut String,
    value: &Value,
    style: &JsonStyle,
    depth: usize,
) -> Result<(), Error> {
    const DEPTH_MAX: usize = 128;
    if depth > DEPTH_MAX {
        return Err(invalid("a value is nested too deeply for `tojson`"));
    }
    match value.kind() {
        ValueKind::None => text.push_str("null"),
        ValueKind::Bool => text.push_str(if value.is_true() { "true" } else { "false" }),
        ValueKind::Number => text.push_str(&number_text(value)),
        ValueKind::String => write_string(text, value.as_str().unwrap_or_default(), style),
        ValueKind::Seq | ValueKind::Iterable => {
            let items: Vec<Value> = value.try_iter()?.collect();
            write_nested(text, ('[', ']'), items.len(), style, depth, |text, place| {
                write_value(text, &items[place], style, depth + 1)
            })?;
        }
        ValueKind::Map => {
            let mut keys: Vec<Value> = value.try_iter()?.collect();
            if style.sort_keys {
                keys.sort();
            }
            write_nested(text, ('{', '}'), keys.len(), style, depth, |text, place| {
                write_string(text, &key_text(&keys[place])?, style);
                text.push_str(&style.key_separator);
                write_value(text, &value.get_item(&keys[place])?, style, depth + 1)
            })?;
        }
        kind => return Err(invalid(format!("a value of kind {kind} is no JSON"))),
    }
    Ok(())
}

/// Writes the items of an array or an object, each by its place, between brackets.
fn write_nested(
    text: &mut String,
    (open, close): (char, char),
    n_items: usize,
    style: &JsonStyle,
    depth: usize,
    mut write_item: impl FnMut(&mut String, usize) -> Result<(), Error>,
) -> Result<(), Error> {
    text.push(open);
    for place in 0..n_items {
        if place > 0 {
            text.push_str(&style.item_separator);
        }
        new_line(text, style, depth + 1);
        write_item(text, place)?;
    }
    if n_items > 0 {
        new_line(text, style, depth);
    }
    text.push(close);
    Ok(())
}

fn new_line(text: &mut String, style: &JsonStyle, depth: usize) {
    if let Some(indent) = &style.indent {
        text.push('\n');
        text.push_str(&indent.repeat(depth));
    }
}

fn number_text(value: &Value) -> String {
    if value.is_integer() {
        return value.to_string();
    }
    match f64::try_from(value.clone()) {
        Ok(number) if number.is_nan() => "NaN".to_owned(),
        Ok(number) if number.is_infinite() && number > 0.0 => "Infinity".to_owned(),
        Ok(number) if number.is_infinite() => "-Infinity".to_owned(),
        Ok(number) => float_text(number),
        Err(_) => value.to_string(),
    }
}

fn key_text(key: &Value) -> Result<String, Error> {
    match key.kind() {
        ValueKind::String => Ok(key.as_str().unwrap_or_default().to_owned()),
        ValueKind::None => Ok("null".to_owned()),
        ValueKind::Bool => Ok(key.to_string()),
        ValueKind::Number => Ok(number_text(key)),
        kind => Err(invalid(format!("a key of kind {kind} is no JSON"))),
    }
}

fn write_string(text: &mut String, content: &str, style: &JsonStyle) {
    text.push('"');
    for character in content.chars() {
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            '\u{8}' => text.push_str("\\b"),
            '\u{c}' => text.push_str("\\f"),
            control if control < ' ' => write_escape(text, control as u16),
            other if style.ensure_ascii && (!other.is_ascii() || other == '\u{7f}') => {
                for unit in other.encode_utf16(&mut [0; 2]) {
                    write_escape(text, *unit);
                }
            }
            other => text.push(other),
        }
    }
    text.push('"');
}

fn write_escape(text: &mut String, unit: u16) {
    // Writing to a `String` cannot fail.
    let _ = write!(text, "\\u{unit:04x}");
}

fn invalid(message: impl Into<std::borrow::Cow<'static, str>>) -> Error {
    Error::new(ErrorKind::InvalidOperation, message)
}
