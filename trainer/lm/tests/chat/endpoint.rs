//! The endpoint over HTTP.

use std::process::Command;
use std::thread;

use serde_json::{Value, json};

use crate::program::Served;
use crate::templates::STYLES;
use crate::tiny_tokenizer::tiny;

const QWEN3: &str = STYLES[0].1;
const QWEN35: &str = STYLES[1].1;
const SMOLLM2: &str = STYLES[3].1;

fn body(members: Value) -> Value {
    let mut body = json!({
        "model": "tiny",
        "messages": [{"role": "user", "content": "Which order, é?"}],
        "max_tokens": 24,
        "seed": 5,
    });
    for (name, value) in members.as_object().expect("an object") {
        body[name] = value.clone();
    }
    body
}

fn tools() -> Value {
    json!([{"type": "function", "function": {"name": "ping", "description": "Answers.",
        "parameters": {"type": "object", "properties": {"text": {"type": "string"}}}}}])
}

#[test]
fn an_answer_tells_its_tokens_and_what_it_cost() {
    let served = Served::start(QWEN3, &[]);
    let asked = body(json!({"logprobs": true, "top_logprobs": 2, "return_token_ids": true}));
    let (status, answer) = served.post(&asked);
    assert_eq!(status, 200, "{answer}");
    let prompt = "<|im_start|>user\nWhich order, é?<|im_end|>\n<|im_start|>assistant\n";
    let tokenizer = tiny();
    let prompt_ids = tokenizer.encode(prompt).expect("it encodes");
    assert_eq!(answer["prompt_token_ids"], json!(prompt_ids));
    let choice = &answer["choices"][0];
    let ids: Vec<u32> = serde_json::from_value(choice["token_ids"].clone()).expect("ids");
    let log_probs = choice["logprobs"]["content"].as_array().expect("a list");
    assert_eq!(log_probs.len(), ids.len());
    for (entry, id) in log_probs.iter().zip(&ids) {
        assert_eq!(entry["token"], json!(tokenizer.decode(&[*id])));
        assert!(entry["logprob"].as_f64().expect("a number") < 0.0);
        assert_eq!(entry["top_logprobs"].as_array().map(Vec::len), Some(2));
    }
    assert_eq!(answer["usage"]["prompt_tokens"], json!(prompt_ids.len()));
    assert_eq!(answer["usage"]["completion_tokens"], json!(ids.len()));
    let end = tokenizer.id("<|im_end|>").expect("it is there");
    let said: Vec<u32> = ids.into_iter().filter(|id| *id != end).collect();
    let content = choice["message"]["content"].as_str().expect("text");
    assert_eq!(content, tokenizer.decode(&said));
}

#[test]
fn requests_that_come_together_are_answered_as_if_they_came_alone() {
    let served = Served::start(QWEN3, &[]);
    let asked: Vec<Value> = (0..6)
        .map(|seed| {
            let words = "Again. ".repeat(1 + seed % 3);
            body(json!({"seed": seed, "messages": [{"role": "user", "content": words}]}))
        })
        .collect();
    let content = |answer: (u16, Value)| {
        assert_eq!(answer.0, 200, "{}", answer.1);
        answer.1["choices"][0]["message"]["content"].clone()
    };
    let alone: Vec<Value> = asked.iter().map(|body| content(served.post(body))).collect();
    let together: Vec<Value> = thread::scope(|scope| {
        let threads: Vec<_> =
            asked.iter().map(|body| scope.spawn(|| content(served.post(body)))).collect();
        threads.into_iter().map(|thread| thread.join().expect("it answers")).collect()
    });
    assert_eq!(together, alone);

    let (_, several) = served.post(&body(json!({"n": 3})));
    let contents: Vec<&Value> = several["choices"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|c| &c["message"]["content"])
        .collect();
    assert_eq!(contents.len(), 3);
    assert_eq!(*contents[0], content(served.post(&body(json!({})))));
    assert_ne!(contents[0], contents[1]);
}

#[test]
fn a_streamed_answer_is_the_whole_answer_in_pieces() {
    let served = Served::start(QWEN35, &[]);
    for members in [
        json!({"n": 2}),
        json!({"tools": tools()}),
        json!({"tools": tools(), "tool_choice": "required", "max_tokens": 60}),
        json!({"stop": ["a", "e"], "chat_template_kwargs": {"enable_thinking": false}}),
    ] {
        let mut asked = body(members);
        asked["return_token_ids"] = json!(true);
        let (status, whole) = served.post(&asked);
        assert_eq!(status, 200, "{whole}");
        asked["stream"] = json!(true);
        asked["stream_options"] = json!({"include_usage": true});
        let (status, text) = served.post_text(&asked.to_string(), None);
        assert_eq!(status, 200, "{text}");
        let events: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix("data: ")).collect();
        assert_eq!(events.last(), Some(&"[DONE]"));
        let pieces: Vec<Value> = events[..events.len() - 1]
            .iter()
            .map(|event| serde_json::from_str(event).expect("JSON"))
            .collect();
        for choice in whole["choices"].as_array().expect("a list") {
            compare(choice, &pieces);
        }
        assert_eq!(pieces.last().expect("one")["usage"], whole["usage"]);
        assert_eq!(pieces[0]["prompt_token_ids"], whole["prompt_token_ids"]);
    }
}

/// Holds the pieces of one choice against the whole.
fn compare(choice: &Value, pieces: &[Value]) {
    let own: Vec<&Value> = pieces
        .iter()
        .filter_map(|piece| piece["choices"].get(0))
        .filter(|piece| piece["index"] == choice["index"])
        .collect();
    let text = |name: &str| -> String {
        own.iter().filter_map(|piece| piece["delta"][name].as_str()).collect()
    };
    let message = &choice["message"];
    assert_eq!(text("content"), message["content"].as_str().unwrap_or_default());
    let reasoning = message["reasoning_content"].as_str().unwrap_or_default();
    assert_eq!(text("reasoning_content"), reasoning);
    let ids: Vec<Value> =
        own.iter().filter_map(|piece| piece["token_ids"].as_array()).flatten().cloned().collect();
    assert_eq!(json!(ids), choice["token_ids"]);
    let last = own.last().expect("there is a piece");
    assert_eq!(last["finish_reason"], choice["finish_reason"]);
    let names = |calls: &Value| -> Vec<Value> {
        calls.as_array().into_iter().flatten().map(|call| call["function"].clone()).collect()
    };
    assert_eq!(names(&last["delta"]["tool_calls"]), names(&message["tool_calls"]));
}

#[test]
fn a_named_tool_is_called_and_what_is_malformed_is_told() {
    for template in [QWEN3, QWEN35] {
        let served = Served::start(template, &[]);
        let choice = json!({"type": "function", "function": {"name": "ping"}});
        let asked = body(json!({"tools": tools(), "tool_choice": choice, "max_tokens": 80}));
        let (status, answer) = served.post(&asked);
        assert_eq!(status, 200, "{answer}");
        let message = &answer["choices"][0]["message"];
        let calls = message["tool_calls"].as_array().expect("it begins with a call");
        assert_eq!(calls[0]["function"]["name"], "ping");
        // Random weights write no arguments: what is wrong is said for the agent.
        let errors = message["tool_call_errors"].as_array().expect("it is malformed");
        let error = errors[0].as_str().expect("text");
        assert!(error.starts_with("tool call 1 cannot be read: "), "{error}");
        assert!(error.contains("<tool_call>"), "{error}");
    }
}

#[test]
fn tools_want_a_template_that_knows_them() {
    let asked = body(json!({"tools": tools()}));
    let served = Served::start(SMOLLM2, &[]);
    let (status, answer) = served.post(&asked);
    assert_eq!((status, &answer["error"]["param"]), (400, &json!("tools")), "{answer}");
    let said = answer["error"]["message"].as_str().expect("text");
    assert!(said.contains("does not show tools") && said.contains("plain Hermes prompt"), "{said}");
    let (status, answer) = served.post(&body(json!({"tools": tools(), "tool_choice": "none"})));
    assert_eq!(status, 200, "{answer}");

    let served = Served::start(SMOLLM2, &["--tool-prompt", "hermes"]);
    let mut asked = asked;
    asked["return_token_ids"] = json!(true);
    let (status, answer) = served.post(&asked);
    assert_eq!(status, 200, "{answer}");
    let ids: Vec<u32> = serde_json::from_value(answer["prompt_token_ids"].clone()).expect("ids");
    assert!(tiny().decode(&ids).contains("\"name\": \"ping\""));
}

#[test]
fn bad_requests_are_refused_in_the_shape_of_openai() {
    let served = Served::start(QWEN3, &["--context-tokens-max", "200", "--body-kib-max", "8"]);
    for (members, status, param, said) in [
        (json!({"model": "other"}), 404, Value::Null, "this server has `tiny`"),
        (json!({"messages": []}), 400, json!("messages"), "`messages` is empty"),
        (json!({"temperature": "hot"}), 400, json!("temperature"), "a number from 0 to 100"),
        (
            json!({"messages": [{"role": "user", "content": "long ".repeat(100)}]}),
            400,
            json!("messages"),
            "the maximum context length is 200",
        ),
        (
            json!({"messages": [{"role": "user", "content": "long ".repeat(2_000)}]}),
            413,
            Value::Null,
            "larger than 8192 bytes",
        ),
    ] {
        let (got, answer) = served.post(&body(members));
        assert_eq!((got, &answer["error"]["param"]), (status, &param), "{answer}");
        let message = answer["error"]["message"].as_str().expect("text");
        assert!(message.contains(said), "{message}");
        assert_eq!(answer["error"]["type"], "invalid_request_error");
    }
    let (status, text) = served.post_text("{\"model\": ", None);
    assert!(status == 400 && text.contains("the body is no JSON"), "{text}");
}

#[test]
fn a_token_keeps_others_out() {
    let served = Served::start(QWEN3, &["--token-env", "COMPOWORLD_TEST_TOKEN"]);
    let asked = body(json!({})).to_string();
    let (status, text) = served.post_text(&asked, None);
    assert!(status == 401 && text.contains("authentication_error"), "{text}");
    assert_eq!(served.post_text(&asked, Some("guess")).0, 401);
    assert_eq!(served.post_text(&asked, Some("secret")).0, 200);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_server_and_what_it_generates() {
    let mut served = Served::start(QWEN3, &[]);
    // So long an answer is not over before the signal.
    let asked = body(json!({"max_tokens": 30_000, "n": 16, "stream": true})).to_string();
    let url = format!("{}/chat/completions", served.base_url);
    let mut response = ureq::post(&url).send(&asked).expect("it answers");
    let mut reader = std::io::BufReader::new(response.body_mut().as_reader());
    let mut line = String::new();
    std::io::BufRead::read_line(&mut reader, &mut line).expect("the answer has begun");
    let killed = Command::new("kill").args(["-INT", &served.child.id().to_string()]).status();
    assert!(killed.expect("kill is there").success());
    let mut rest = String::new();
    std::io::Read::read_to_string(&mut reader, &mut rest).expect("the answer ends");
    assert!(rest.contains("the server is being stopped"), "{rest}");
    assert_eq!(served.child.wait().expect("it ends").code(), Some(0));
}
