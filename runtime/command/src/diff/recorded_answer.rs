//! What a recorded answer says: the value inside its wrappings, and whether it tells of a failure.

use serde_json::Value;

use super::leaves::opened;

/// Servers that may answer with an object only wrap what is none.
pub(super) fn unwrap_result(structured: Value) -> Value {
    match structured {
        Value::Object(mut object) if object.len() == 1 && object.contains_key("result") => {
            value_of_text(object.remove("result").unwrap_or_default())
        }
        other => other,
    }
}

/// What the text blocks say; several, as some servers answer a list, are a list.
pub(super) fn value_of_content(blocks: Vec<Value>) -> Value {
    let mut texts: Vec<Value> = blocks
        .into_iter()
        .map(|block| match block {
            Value::Object(mut block) if block.contains_key("text") => {
                value_of_text(block.remove("text").unwrap_or_default())
            }
            other => other,
        })
        .collect();
    match texts.len() {
        0 => Value::Null,
        1 => texts.remove(0),
        _ => Value::Array(texts),
    }
}

fn value_of_text(value: Value) -> Value {
    value.as_str().and_then(opened).unwrap_or(value)
}

/// Whether an answer that is no error by the protocol says that it is one.
pub(super) fn says_it_failed(answer: &Value) -> bool {
    if let Some(text) = answer.as_str() {
        return text.starts_with("Error:") || text.starts_with("error:");
    }
    let says = |name: &str, value: bool| answer.get(name) == Some(&Value::Bool(value));
    says("success", false)
        || says("ok", false)
        || answer.get("error").is_some_and(|error| error.is_string() || error.is_object())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{says_it_failed, unwrap_result, value_of_content};

    #[test]
    fn the_value_is_taken_out_of_its_wrappings() {
        let block = |text: &str| json!({"type": "text", "text": text});
        assert_eq!(unwrap_result(json!({"result": "[1]"})), json!([1]));
        assert_eq!(unwrap_result(json!({"result": 1, "more": 2})), json!({"result": 1, "more": 2}));
        assert_eq!(value_of_content(vec![block("{\"id\": 1}")]), json!({"id": 1}));
        assert_eq!(
            value_of_content(vec![block("id: a1\nrows:\n- n: 2\n")]),
            json!({"id": "a1", "rows": [{"n": 2}]})
        );
        assert_eq!(value_of_content(vec![block("Done: it\nis fine")]), json!("Done: it\nis fine"));
        assert_eq!(value_of_content(vec![block("12"), block("{}")]), json!(["12", {}]));
        assert_eq!(value_of_content(Vec::new()), json!(null));
    }

    #[test]
    fn a_failure_is_one_of_the_known_signs() {
        for answer in [
            json!({"success": false}),
            json!({"ok": false}),
            json!({"error": "no"}),
            json!("Error: no such day"),
        ] {
            assert!(says_it_failed(&answer), "{answer}");
        }
        for answer in [json!({"success": true, "error": null}), json!("error"), json!([])] {
            assert!(!says_it_failed(&answer), "{answer}");
        }
    }
}
