//! Canonical JSON: sorted keys, one form for each number, no spaces.

use std::fmt::Write;

use serde_json::Value;
use sha2::{Digest, Sha256};

/// The canonical text of a value. Equal values have equal texts: `25` and `25.0` are one number,
/// and the order of an object's keys does not matter.
#[must_use]
pub fn canonical_json(value: &Value) -> String {
    let mut out = String::new();
    write_json_value(value, &mut out);
    out
}

/// The SHA-256 of a text, in lower-case hexadecimal.
#[must_use]
pub fn digest_text(text: &str) -> String {
    let mut out = String::with_capacity(64);
    for byte in Sha256::digest(text.as_bytes()) {
        let _ = write!(out, "{byte:02x}");
    }
    out
}

/// Appends a value as canonical JSON.
pub fn write_json_value(value: &Value, out: &mut String) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(flag) => out.push_str(if *flag { "true" } else { "false" }),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(whole), _) => write_whole(whole, out),
            (None, Some(whole)) => write_whole(whole, out),
            (None, None) => write_number(number.as_f64().unwrap_or(0.0), out),
        },
        Value::String(text) => write_json_string(text, out),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_json_value(item, out);
            }
            out.push(']');
        }
        Value::Object(object) => {
            // The map keeps insertion order when some crate turns serde_json's `preserve_order`
            // on, so the order is made here.
            if object.keys().is_sorted() {
                write_entries(object.iter(), out);
            } else {
                let mut entries: Vec<_> = object.iter().collect();
                entries.sort_unstable_by_key(|(name, _)| *name);
                write_entries(entries.into_iter(), out);
            }
        }
    }
}

fn write_entries<'a>(entries: impl Iterator<Item = (&'a String, &'a Value)>, out: &mut String) {
    out.push('{');
    for (index, (name, value)) in entries.enumerate() {
        if index > 0 {
            out.push(',');
        }
        write_json_string(name, out);
        out.push(':');
        write_json_value(value, out);
    }
    out.push('}');
}

/// Appends a finite number in its one form: whole numbers without a fraction.
pub(crate) fn write_number(number: f64, out: &mut String) {
    const WHOLE_BELOW: f64 = 1e15;
    if number.fract() == 0.0 && number.abs() < WHOLE_BELOW {
        write_whole(number as i64, out);
    } else {
        let _ = write!(out, "{number}");
    }
}

/// Appends a whole number.
pub(crate) fn write_whole(number: impl itoa::Integer, out: &mut String) {
    out.push_str(itoa::Buffer::new().format(number));
}

/// Whether each byte stands for itself inside a JSON string. Looks at all of them, which is faster
/// than to stop at the first that does not: so a processor takes many at a time.
fn is_plain(text: &str) -> bool {
    let plain = |byte: u8| (byte >= 0x20) & (byte != b'"') & (byte != b'\\');
    text.bytes().fold(true, |all, byte| all & plain(byte))
}

/// Appends a string with its quotes.
pub fn write_json_string(text: &str, out: &mut String) {
    out.reserve(text.len() + 2);
    out.push('"');
    if is_plain(text) {
        out.push_str(text);
    } else {
        write_escaped(text, out);
    }
    out.push('"');
}

fn write_escaped(text: &str, out: &mut String) {
    let mut plain = 0;
    for (at, byte) in text.bytes().enumerate() {
        let escape = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            0x00..=0x1f => "",
            _ => continue,
        };
        out.push_str(&text[plain..at]);
        if escape.is_empty() {
            let _ = write!(out, "\\u{byte:04x}");
        } else {
            out.push_str(escape);
        }
        plain = at + 1;
    }
    out.push_str(&text[plain..]);
}
