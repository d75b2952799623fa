//! Values as Python's `str` and `repr` write them, since chat templates are written for Jinja2:
//! `{{ true }}` says `True`, and a list or a dictionary shows itself as Python source.

use std::fmt::Write;

use minijinja::value::ValueKind;
use minijinja::{Error, Value};

/// What `{{ value }}` says: Python's `str`.
///
/// # Errors
/// When an object of the template engine cannot be walked.
pub fn str_text(value: &Value) -> Result<String, Error> {
    match value.kind() {
        ValueKind::Undefined => Ok(String::new()),
        ValueKind::String => Ok(value.as_str().unwrap_or_default().to_owned()),
        _ => {
            let mut text = String::new();
            write_repr(&mut text, value, 0)?;
            Ok(text)
        }
    }
}

fn write_repr(text: &mut String, value: &Value, depth: usize) -> Result<(), Error> {
    const DEPTH_MAX: usize = 128;
    match value.kind() {
        ValueKind::Undefined => text.push_str("Undefined"),
        ValueKind::None => text.push_str("None"),
        ValueKind::Bool => text.push_str(if value.is_true() { "True" } else { "False" }),
        ValueKind::Number if !value.is_integer() => match f64::try_from(value.clone()) {
            Ok(number) => text.push_str(&float_text(number)),
            Err(_) => text.push_str(&value.to_string()),
        },
        ValueKind::String => write_quoted(text, value.as_str().unwrap_or_default()),
        ValueKind::Seq | ValueKind::Map if depth > DEPTH_MAX => text.push_str("..."),
        ValueKind::Seq => {
            text.push('[');
            for (place, item) in value.try_iter()?.enumerate() {
                text.push_str(if place > 0 { ", " } else { "" });
                write_repr(text, &item, depth + 1)?;
            }
            text.push(']');
        }
        ValueKind::Map => {
            text.push('{');
            for (place, key) in value.try_iter()?.enumerate() {
                text.push_str(if place > 0 { ", " } else { "" });
                write_repr(text, &key, depth + 1)?;
                text.push_str(": ");
                write_repr(text, &value.get_item(&key)?, depth + 1)?;
            }
            text.push('}');
        }
        _ => text.push_str(&value.to_string()),
    }
    Ok(())
}

/// Python prefers single quotes, and takes double ones where that saves escapes.
fn write_quoted(text: &mut String, content: &str) {
    let quote = if content.contains('\'') && !content.contains('"') { '"' } else { '\'' };
    text.push(quote);
    for character in content.chars() {
        match character {
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            character if character == quote => {
                text.push('\\');
                text.push(character);
            }
            character if character.is_control() => {
                // Writing to a `String` cannot fail.
                let _ = write!(text, "\\x{:02x}", character as u32);
            }
            character => text.push(character),
        }
    }
    text.push(quote);
}

/// A float as Python writes it: the shortest digits that give it back, with an exponent below
/// 1e-4 and from 1e16 on.
pub fn float_text(number: f64) -> String {
    if !number.is_finite() {
        return if number.is_nan() {
            "nan".to_owned()
        } else if number > 0.0 {
            "inf".to_owned()
        } else {
            "-inf".to_owned()
        };
    }
    let scientific = format!("{number:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..16).contains(&exponent) || number == 0.0 {
        let plain = format!("{number}");
        return if plain.contains('.') { plain } else { format!("{plain}.0") };
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs())
}

#[cfg(test)]
mod tests {
    use minijinja::Value;

    use super::{float_text, str_text};

    #[test]
    fn floats_are_written_as_python_writes_them() {
        for (number, text) in [
            (1.0, "1.0"),
            (0.1, "0.1"),
            (-2.5, "-2.5"),
            (1e15, "1000000000000000.0"),
            (1e16, "1e+16"),
            (1.5e300, "1.5e+300"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (123_456.789, "123456.789"),
        ] {
            assert_eq!(float_text(number), text);
        }
    }

    #[test]
    fn values_show_themselves_as_python_source() {
        let value: Value = serde_json::from_str(
            r#"{"b": [true, null, 1, 2.0], "a": "it's", "c": "say \"it's\""}"#,
        )
        .expect("JSON");
        let text = str_text(&value).expect("plain data");
        assert_eq!(text, r#"{'b': [True, None, 1, 2.0], 'a': "it's", 'c': 'say "it\'s"'}"#);
    }
}
