//! What a recorded answer says: the value inside its wrappings, and whether it tells of a failure.

use serde_json::Value;

use crate::leaves::opened;

/// Servers that may answer with an object only wrap what is none.
pub fn unwrap_result(structured: Value) -> Value {
    match structured {
        Value::Object(mut object) if object.len() == 1 && object.contains_key("result") => {
            value_of_text(object.remove("result").unwrap_or_default())
        }
        other => other,
    }
}

/// What the text blocks say; several, as some servers answer a list, are a list.
pub fn value_of_content(blocks: Vec<Value>) -> Value {
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
pub fn says_it_failed(answer: &Value) -> bool {
    if let Some(text) = answer.as_str() {
        return sentence_says_it_failed(text);
    }
    let says = |name: &str, value: bool| answer.get(name) == Some(&Value::Bool(value));
    says("success", false)
        || says("ok", false)
        || answer.get("error").is_some_and(|error| error.is_string() || error.is_object())
}

/// The ways in which a sentence by itself tells of a failure. That nothing was found is no failure of
/// a search: "no notes found" is not among them.
fn sentence_says_it_failed(text: &str) -> bool {
    const SENTENCE_CHARS_MAX: usize = 200;
    const BEGINNINGS: [&str; 6] =
        ["failed to ", "invalid ", "cannot ", "could not ", "not found: ", "unable to "];
    let plain = text.trim().trim_end_matches(['.', '!']).to_lowercase();
    if plain.starts_with("error:") {
        return true;
    }
    plain.chars().count() <= SENTENCE_CHARS_MAX
        && !plain.contains('\n')
        && (plain.strip_prefix("error ").is_some_and(names_what_failed)
            || BEGINNINGS.iter().any(|beginning| plain.starts_with(beginning))
            || (plain.ends_with(" not found") && !plain.starts_with("no "))
            || plain.ends_with(" does not exist"))
}

/// Whether the rest of "error reading the file: no such file" goes on like this.
fn names_what_failed(rest: &str) -> bool {
    const DOING_CHARS_MAX: usize = 60;
    let colon = rest.find(": ").is_some_and(|at| at <= DOING_CHARS_MAX);
    colon && rest.split_whitespace().next().is_some_and(|word| word.ends_with("ing"))
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
            json!("Task not found"),
            json!("Cannot read the note."),
            json!("Note 7 does not exist"),
            json!("Not found: id=999"),
            json!("Error uploading document: incorrect padding"),
        ] {
            assert!(says_it_failed(&answer), "{answer}");
        }
        for answer in [
            json!({"success": true, "error": null}),
            json!("No tasks found."),
            json!("Read the note on errors"),
            json!("Error codes: see below"),
            json!([]),
        ] {
            assert!(!says_it_failed(&answer), "{answer}");
        }
    }
}
