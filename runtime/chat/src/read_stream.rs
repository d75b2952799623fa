//! Streamed answers, put together to what the same endpoint would have answered at once.

use serde_json::{Map, Value, json};

/// Reads the whole text of a stream of server-sent events.
///
/// # Errors
/// When it ends before the answer does, or says an error.
pub(crate) fn read_stream(text: &str) -> Result<Value, String> {
    let mut answer = Answer::default();
    for event in text.split("\n\n").flat_map(|block| block.split("\r\n\r\n")) {
        let data: String = event
            .lines()
            .filter_map(|line| line.strip_prefix("data:"))
            .map(str::trim_start)
            .collect::<Vec<_>>()
            .join("\n");
        if data == "[DONE]" {
            answer.is_done = true;
        } else if !data.is_empty() {
            let chunk = serde_json::from_str(&data)
                .map_err(|_| "the stream breaks off within a chunk".to_owned())?;
            answer.take(&chunk)?;
        }
    }
    answer.into_body()
}

#[derive(Default)]
struct Answer {
    content: String,
    calls: Vec<Map<String, Value>>,
    finish_reason: Option<Value>,
    usage: Option<Value>,
    is_done: bool,
}

impl Answer {
    fn take(&mut self, chunk: &Value) -> Result<(), String> {
        if let Some(error) = chunk.get("error").filter(|error| !error.is_null()) {
            return Err(format!("the stream says an error: {error}"));
        }
        if let Some(usage) = chunk.get("usage").filter(|usage| usage.is_object()) {
            self.usage = Some(usage.clone());
        }
        let Some(choice) = chunk.pointer("/choices/0") else { return Ok(()) };
        if let Some(reason) = choice.get("finish_reason").filter(|reason| reason.is_string()) {
            self.finish_reason = Some(reason.clone());
        }
        let delta = &choice["delta"];
        self.content += delta["content"].as_str().unwrap_or_default();
        for part in delta["tool_calls"].as_array().into_iter().flatten() {
            self.take_call(part)?;
        }
        Ok(())
    }

    /// A part of a call: its identifier and name come once, its arguments piece by piece.
    fn take_call(&mut self, part: &Value) -> Result<(), String> {
        const CALLS_MAX: usize = 256;
        // Servers that send calls whole leave the index out.
        let index = part["index"].as_u64().map_or(self.calls.len(), |index| index as usize);
        if index >= CALLS_MAX {
            return Err(format!("the stream has a call number {index}"));
        }
        while self.calls.len() <= index {
            self.calls.push(Map::new());
        }
        let call = &mut self.calls[index];
        for (name, piece) in [("id", &part["id"]), ("name", &part["function"]["name"])] {
            if let Some(text) = piece.as_str().filter(|text| !text.is_empty()) {
                call.insert(name.to_owned(), json!(text));
            }
        }
        let piece = match &part["function"]["arguments"] {
            Value::String(text) => text.clone(),
            Value::Null => String::new(),
            whole => whole.to_string(),
        };
        let before = call.get("arguments").and_then(Value::as_str).unwrap_or_default();
        let arguments = format!("{before}{piece}");
        call.insert("arguments".to_owned(), json!(arguments));
        Ok(())
    }

    fn into_body(self) -> Result<Value, String> {
        if !self.is_done && self.finish_reason.is_none() {
            return Err("the stream ends before the answer does".to_owned());
        }
        let calls = self.calls.into_iter().map(|mut call| {
            let mut take = |name: &str| call.remove(name).unwrap_or_else(|| json!(""));
            json!({"id": take("id"), "type": "function",
                "function": {"name": take("name"), "arguments": take("arguments")}})
        });
        let message = json!({"role": "assistant", "content": self.content,
            "tool_calls": calls.collect::<Vec<_>>()});
        Ok(json!({
            "choices": [{"index": 0, "message": message, "finish_reason": self.finish_reason}],
            "usage": self.usage,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::read_stream;
    use crate::Completion;
    use serde_json::{Value, json};

    fn stream(chunks: &[Value]) -> String {
        let events = chunks.iter().map(|chunk| format!("data: {chunk}\n\n"));
        events.collect::<String>() + "data: [DONE]\n\n"
    }

    fn delta(delta: Value) -> Value {
        json!({"choices": [{"index": 0, "delta": delta, "finish_reason": null}]})
    }

    fn sample() -> String {
        let part =
            |function: Value| delta(json!({"tool_calls": [{"index": 0, "function": function}]}));
        stream(&[
            delta(json!({"role": "assistant", "content": "Let me "})),
            delta(json!({"content": "see."})),
            delta(json!({"tool_calls": [{"index": 0, "id": "a", "function": {"name": "read"}}]})),
            part(json!({"arguments": "{\"file\":"})),
            part(json!({"arguments": "\"spec.json\"}"})),
            json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]}),
            json!({"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 5}}),
        ])
    }

    #[test]
    fn the_pieces_of_a_stream_make_the_answer() {
        for text in [sample(), sample().replace('\n', "\r\n"), format!(": hi\n\n{}", sample())] {
            let completion = Completion::read(&read_stream(&text).expect("whole")).expect("reads");
            assert_eq!(completion.content, "Let me see.");
            assert_eq!(completion.tool_calls[0].arguments, r#"{"file":"spec.json"}"#);
            assert_eq!((&*completion.tool_calls[0].id, completion.tokens.prompt), ("a", 7));
            assert_eq!(completion.finish_reason.as_deref(), Some("tool_calls"));
        }
    }

    #[test]
    fn a_stream_cut_anywhere_before_its_end_is_no_answer() {
        let text = sample();
        let whole = read_stream(&text).expect("whole");
        let end = text.find("finish_reason\":\"tool").expect("it is there");
        for cut in (0..end).filter(|cut| text.is_char_boundary(*cut)) {
            assert!(read_stream(&text[..cut]).is_err(), "cut at {cut}");
        }
        // After the reason to stop, only the usage and the mark of the end may be missing.
        for cut in end..=text.len() {
            if let Ok(body) = read_stream(&text[..cut]) {
                assert_eq!(body["choices"], whole["choices"], "cut at {cut}");
            }
        }
    }

    #[test]
    fn an_error_in_a_stream_is_told() {
        let error = read_stream("data: {\"error\":{\"message\":\"overloaded\"}}\n\n");
        assert!(error.expect_err("no answer").contains("overloaded"));
    }
}
