//! The final answer in an assistant's last words.

use serde_json::Value;

/// The answer that a text gives: the JSON value that it is, or that its only fenced block holds;
/// else the text itself. Checks such as `says(answer, 12)` read any of these.
#[must_use]
pub fn answer_of_text(text: &str) -> Value {
    let text = text.trim();
    if text.is_empty() {
        return Value::Null;
    }
    if let Ok(value) = serde_json::from_str(text) {
        return value;
    }
    let mut blocks = text.split("```");
    if let (Some(_), Some(block), Some(_), None) =
        (blocks.next(), blocks.next(), blocks.next(), blocks.next())
    {
        let block = block.strip_prefix("json").unwrap_or(block);
        if let Ok(value) = serde_json::from_str(block.trim()) {
            return value;
        }
    }
    Value::String(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::answer_of_text;
    use serde_json::json;

    #[test]
    fn an_answer_is_json_where_it_can_be_and_text_elsewhere() {
        assert_eq!(answer_of_text(" 129.5 "), json!(129.5));
        assert_eq!(answer_of_text("Here:\n```json\n{\"a\": 1}\n```"), json!({"a": 1}));
        assert_eq!(answer_of_text("It was 129.5."), json!("It was 129.5."));
        assert_eq!(answer_of_text("``` x ``` y ``` z ```"), json!("``` x ``` y ``` z ```"));
        assert_eq!(answer_of_text(" "), json!(null));
    }
}
