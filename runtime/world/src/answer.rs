//! Final answers: as words, which is all that an agent says, and as values, which checks read.

use serde_json::Value;

/// The answer that a text gives: the object, list or number that it is, or that its only fenced
/// block holds; else the text itself, nothing lost. `null` when it is blank.
#[must_use]
pub fn answer_of_text(text: &str) -> Value {
    let text = text.trim();
    if text.is_empty() {
        return Value::Null;
    }
    if let Some(value) = value_of(text) {
        return value;
    }
    let mut blocks = text.split("```");
    if let (Some(_), Some(block), Some(_), None) =
        (blocks.next(), blocks.next(), blocks.next(), blocks.next())
        && let Some(value) = value_of(block.strip_prefix("json").unwrap_or(block).trim())
    {
        return value;
    }
    Value::String(text.to_owned())
}

/// How an agent would say an answer: what [`answer_of_text`] reads back.
#[must_use]
pub fn text_of_answer(answer: &Value) -> String {
    match answer {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The value that a text is, when it is one as a whole and no form of it is lost: `007` and `1.50`
/// stay texts.
fn value_of(text: &str) -> Option<Value> {
    let value: Value = serde_json::from_str(text).ok()?;
    let whole = match &value {
        Value::Object(_) | Value::Array(_) => true,
        Value::Number(number) => number.to_string() == text,
        _ => false,
    };
    whole.then_some(value)
}

#[cfg(test)]
mod tests {
    use super::{answer_of_text, text_of_answer};
    use serde_json::json;

    #[test]
    fn an_answer_is_json_where_it_can_be_and_text_elsewhere() {
        assert_eq!(answer_of_text(" 129.5 "), json!(129.5));
        assert_eq!(answer_of_text("Here:\n```json\n{\"a\": 1}\n```"), json!({"a": 1}));
        assert_eq!(answer_of_text("It was 129.5."), json!("It was 129.5."));
        assert_eq!(answer_of_text("``` x ``` y ``` z ```"), json!("``` x ``` y ``` z ```"));
        assert_eq!(answer_of_text(" "), json!(null));
        for text in ["1.50", "007", "true", "null", "\"quoted\"", "1e400"] {
            assert_eq!(answer_of_text(text), json!(text));
        }
        for answer in [json!(null), json!("Ada"), json!(12), json!(0.5), json!({"a": [1]})] {
            assert_eq!(answer_of_text(&text_of_answer(&answer)), answer);
        }
    }
}
