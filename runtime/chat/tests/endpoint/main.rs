//! The client against a scripted endpoint on loopback: what is asked, what is made of every kind of
//! answer, and what is written down of it.

#![expect(
    clippy::unwrap_used,
    reason = "a test stops at the first thing that is not as it should be"
)]

mod script;

use std::fs;
use std::sync::Arc;

use compoworld_chat::{
    Budget, Cassette, Chat, ChatClient, ChatError, ChatFault, ChatMessage, EndpointChat, Meter,
    OpenAiConfig, Prices, RecordingChat, Request, Role, ToolDefinition, TranscribedChat,
    Transcript,
};
use script::{Reply, Script};
use serde_json::{Value, json};

const KEY: &str = "sk-very-secret-0123456789";

fn config(script: &Script) -> OpenAiConfig {
    OpenAiConfig {
        api_key: Some(KEY.into()),
        retry_delay_ms: 1,
        retries_max: 3,
        timeout_s: 20,
        ..OpenAiConfig::new(&script.address, "tiny")
    }
}

fn chat(script: &Script) -> EndpointChat {
    EndpointChat::new(ChatClient::new(config(script)))
}

fn request() -> Request {
    Request {
        messages: vec![ChatMessage::said(Role::User, "What is in the spec?")],
        tools: vec![ToolDefinition {
            name: "read".into(),
            description: "Reads a file.".into(),
            parameters: json!({"type": "object", "properties": {"file": {"type": "string"}}}),
        }],
        ..Request::default()
    }
}

fn completion(message: Value) -> String {
    json!({
        "choices": [{"message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20},
    })
    .to_string()
}

fn says(content: &str) -> Reply {
    Reply::ok(completion(json!({"role": "assistant", "content": content})))
}

fn calls(arguments: &str) -> Reply {
    let call = json!({"id": "c1", "type": "function",
        "function": {"name": "read", "arguments": arguments}});
    Reply::ok(completion(json!({"role": "assistant", "content": null, "tool_calls": [call]})))
}

fn stream(pieces: &[&str]) -> String {
    let chunk = |delta: Value, reason: Option<&str>| {
        let body = json!({"choices": [{"delta": delta, "finish_reason": reason}]});
        format!("data: {body}\n\n")
    };
    let mut text: String =
        pieces.iter().map(|piece| chunk(json!({"content": piece}), None)).collect();
    text += &chunk(json!({}), Some("stop"));
    text + "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":4,\"completion_tokens\":2}}\n\n"
        + "data: [DONE]\n\n"
}

const EVENTS: &str = "content-type: text/event-stream\r\n";

#[test]
fn a_turn_with_a_tool_call_is_asked_for_and_read() {
    let script = Script::run(vec![calls(r#"{"file":"spec.json"}"#)]);
    let said = chat(&script).complete(&request()).unwrap();
    assert_eq!((&*said.tool_calls[0].name, said.tokens.prompt), ("read", 100));
    let requests = script.finish();
    assert!(requests[0].0.contains(&format!("Bearer {KEY}")), "{}", requests[0].0);
    assert_eq!(requests[0].1["tools"][0]["function"]["name"], "read");
    assert_eq!(requests[0].1["stream"], Value::Null);
}

#[test]
fn a_malformed_call_comes_back_as_it_was_written_and_is_sent_back_as_an_empty_one() {
    let script = Script::run(vec![calls("{\"file\": \"spec"), says("Sorry.")]);
    let chat = chat(&script);
    let mut request = request();
    let said = chat.complete(&request).unwrap();
    assert_eq!(said.tool_calls[0].arguments, "{\"file\": \"spec");
    let mut turn = ChatMessage::said(Role::Assistant, &said.content);
    turn.tool_calls = said.tool_calls.clone();
    request.messages.push(turn);
    request.messages.push(ChatMessage::answer_to(&said.tool_calls[0], "no JSON"));
    chat.complete(&request).unwrap();
    let messages = &script.finish()[1].1["messages"];
    assert_eq!(messages[1]["tool_calls"][0]["function"]["arguments"], "{}");
    assert_eq!(messages[2]["tool_call_id"], "c1");
}

#[test]
fn refusals_that_pass_are_retried_and_those_that_last_are_told_with_the_remedy() {
    let script = Script::run(vec![
        Reply::Whole(429, "retry-after: 0\r\n", "slow down".into()),
        Reply::failing(500, "oops"),
        Reply::Half(completion(json!({"content": "cut in half"}))),
        says("Here."),
    ]);
    assert_eq!(chat(&script).complete(&request()).unwrap().content, "Here.");
    assert_eq!(script.finish().len(), 4);

    let script = Script::run(vec![Reply::failing(401, &format!("bad key {KEY}"))]);
    let fault = chat(&script).complete(&request()).unwrap_err();
    script.finish();
    let told = format!("{fault} {fault:?}");
    assert!(told.contains("bad key (key); check OPENAI_API_KEY"), "{told}");
    assert!(!told.contains(KEY));
}

#[test]
fn a_stream_is_read_to_its_end_and_one_that_was_cut_is_asked_for_again() {
    let whole = stream(&["It is ", "a help ", "desk."]);
    let cut = whole[..whole.len() / 2].to_owned();
    let script = Script::run(vec![
        Reply::Whole(200, EVENTS, cut),
        Reply::Half(whole.clone()),
        Reply::Whole(200, EVENTS, whole),
    ]);
    let config = OpenAiConfig { stream: true, ..config(&script) };
    let said = EndpointChat::new(ChatClient::new(config)).complete(&request()).unwrap();
    assert_eq!((&*said.content, said.tokens.completion), ("It is a help desk.", 2));
    let requests = script.finish();
    assert_eq!((requests.len(), &requests[2].1["stream"]), (3, &json!(true)));
}

#[test]
fn a_stream_that_is_always_cut_is_a_failing_endpoint() {
    let whole = stream(&["never"]);
    let script =
        Script::run(vec![Reply::Whole(200, EVENTS, whole[..whole.len() / 3].to_owned()); 4]);
    let config = OpenAiConfig { stream: true, ..config(&script) };
    let fault = EndpointChat::new(ChatClient::new(config)).complete(&request()).unwrap_err();
    script.finish();
    assert!(matches!(&fault, ChatFault::Endpoint(ChatError::Endpoint { tries: 4, .. })), "{fault}");
}

#[test]
fn a_silent_endpoint_is_given_up_on_in_time_and_asked_again() {
    let script = Script::run(vec![Reply::Silence, says("Awake.")]);
    let config = OpenAiConfig { timeout_s: 1, ..config(&script) };
    let said = EndpointChat::new(ChatClient::new(config)).complete(&request()).unwrap();
    assert_eq!(said.content, "Awake.");
    script.finish();
}

#[test]
fn a_spent_budget_stops_before_the_endpoint_is_asked() {
    let script = Script::run(vec![says("One."), says("Two.")]);
    let budget = Budget { tokens_max: Some(240), ..Budget::default() };
    let prices = Prices { prompt_per_million: 1.0, completion_per_million: 5.0 };
    let meter = Arc::new(Meter::new(budget, prices));
    let client = ChatClient::new(config(&script)).with_meter(Arc::clone(&meter));
    let chat = EndpointChat::new(client);
    chat.complete(&request()).unwrap();
    chat.complete(&request()).unwrap();
    let fault = chat.complete(&request()).unwrap_err();
    assert_eq!(script.finish().len(), 2);
    assert!(matches!(&fault, ChatFault::Endpoint(ChatError::Budget(_))), "{fault}");
    assert!(fault.to_string().contains("240 tokens"), "{fault}");
    let spent = meter.spent();
    assert_eq!((spent.calls, spent.tokens.prompt), (2, 200));
    assert!((spent.cost - 0.0004).abs() < 1e-12, "{spent:?}");
}

#[test]
fn an_answer_without_words_or_calls_is_no_turn() {
    let script = Script::run(vec![
        Reply::ok(completion(json!({"content": null, "refusal": "I may not."}))),
        Reply::ok(completion(json!({"content": ""}))),
    ]);
    let chat = chat(&script);
    let refused = chat.complete(&request()).unwrap_err().to_string();
    assert!(refused.contains("the model refuses: I may not."), "{refused}");
    let empty = chat.complete(&request()).unwrap_err().to_string();
    assert!(empty.contains("neither words nor tool calls"), "{empty}");
    script.finish();
}

#[test]
fn a_conversation_is_recorded_and_played_again_without_the_endpoint() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cassette.jsonl");
    let script = Script::run(vec![calls("{}"), says("Done.")]);
    let recording = RecordingChat::open(Box::new(chat(&script)), &path).unwrap();
    let mut further = request();
    let first = recording.complete(&request()).unwrap();
    further.messages.push(ChatMessage::answer_to(&first.tool_calls[0], "a spec"));
    let second = recording.complete(&further).unwrap();
    assert_eq!(recording.complete(&request()).unwrap().tool_calls, first.tool_calls);
    assert_eq!(script.finish().len(), 2);

    let played = Cassette::open(&path).unwrap();
    assert_eq!(played.complete(&request()).unwrap().tool_calls, first.tool_calls);
    assert_eq!(played.complete(&further).unwrap().content, second.content);
    further.tools.clear();
    assert!(matches!(played.complete(&further), Err(ChatFault::Cassette(_))));
}

#[test]
fn a_transcript_has_every_turn_once_and_never_the_key() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("transcript.jsonl");
    fs::write(&path, "{\"session\":\"an earlier one\"}\n{\"sess").unwrap();
    let script = Script::run(vec![
        calls("{}"),
        says("Done."),
        Reply::failing(400, &format!("unknown model for key {KEY}")),
    ]);
    let (chat, transcript) = (chat(&script), Transcript::open(&path).unwrap());
    let written = TranscribedChat::new(&chat, &transcript, "help_desk");
    let mut request = request();
    let first = written.complete(&request).unwrap();
    request.messages.push(ChatMessage::answer_to(&first.tool_calls[0], "a spec"));
    written.complete(&request).unwrap();
    written.complete(&request).unwrap_err();
    script.finish();

    let text = fs::read_to_string(&path).unwrap();
    assert!(!text.contains(KEY), "{text}");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[1]["tools"][0]["name"], "read");
    assert_eq!(lines[2]["first_message"], 1);
    assert_eq!(lines[2]["messages"].as_array().unwrap().len(), 1);
    assert_eq!(lines[2]["answer"]["content"], "Done.");
    assert_eq!(lines[2]["answer"]["tokens"], json!({"prompt": 100, "completion": 20}));
    assert!(lines[3]["fault"].as_str().unwrap().contains("key (key)"), "{}", lines[3]);
}
