//! The comparison as a subcommand, over services of the linked catalog and invented transcripts.

#![expect(
    clippy::unwrap_used,
    reason = "a test stops at the first thing that is not as it should be"
)]

use std::path::Path;

use compoworld_command::{exit_code, run};
use compoworld_world::Catalog;
use serde_json::{Value, json};

/// Runs `diff` with these words: the exit code, what was printed and what was said.
fn diff(words: &[&str]) -> (u8, String, String) {
    let catalog = Catalog::new(compoworld_catalog::SERVICES);
    let words = ["compoworld", "diff"].iter().chain(words);
    let (mut data, mut talk) = (Vec::new(), Vec::new());
    let code = run(&catalog, words, &mut data, &mut talk);
    (code, String::from_utf8(data).unwrap(), String::from_utf8(talk).unwrap())
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// What a desk with numbers of its own would answer.
fn desk() -> Value {
    let call = |tool: &str, arguments: Value, answer: Value| {
        json!({"tool": tool, "arguments": arguments, "isError": false,
            "content": [{"type": "text", "text": answer.to_string()}]})
    };
    json!({"calls": [
        call(
            "zendeskCreateTicket",
            json!({"subject": "Lamp flickers", "description": "In the hall", "priority": "low"}),
            json!({"ticket": {"id": 88_001, "subject": "Lamp flickers", "priority": "low"}}),
        ),
        call(
            "zendeskAddTicketComment",
            json!({"ticket_id": 88_001, "body": "Bulb ordered", "public": false}),
            json!({"comment": {"body": "Bulb ordered", "public": false}}),
        ),
        call(
            "zendeskGetTicket",
            json!({"ticket_id": 88_001}),
            json!({"ticket": {"id": 88_001, "subject": "Lamp flickers", "priority": "low"}}),
        ),
        {"tool": "zendeskGetTicket", "arguments": {"ticket_id": 99_999}, "isError": true,
            "content": [{"type": "text", "text": "no such ticket"}]},
        {"tool": "zendeskCreateTicket", "arguments": {"subject": "No words"},
            "rpcError": {"code": -32602, "message": "description is missing"}},
    ]})
}

#[test]
fn a_service_that_answers_alike_agrees_whatever_its_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), "desk.json", &desk().to_string());
    let (code, data, talk) = diff(&["zendesk", &path, "--fill", "--json"]);
    assert_eq!(code, exit_code::OK, "{data}{talk}");
    let report: Value = serde_json::from_str(&data).unwrap();
    assert_eq!(report["total"]["agree"], 5, "{data}");
    assert_eq!(report["total"]["values"]["used_later"], json!({"all": 1, "agree": 1}));
    assert_eq!(report["tools"]["zendeskGetTicket"]["calls"], 2);
    assert_eq!(report["disagreements"], json!([]));
}

#[test]
fn what_disagrees_is_told_call_by_call() {
    let folder = tempfile::tempdir().unwrap();
    let mut transcript = desk();
    let answer =
        json!({"ticket": {"id": 88_001, "subject": "Lamp flickers", "priority": "urgent"}});
    transcript["calls"][2]["structuredContent"] = answer;
    transcript["calls"][3]["isError"] = json!(false);
    let path = write(folder.path(), "desk.json", &transcript.to_string());
    let out = folder.path().join("report.json");
    let (code, data, talk) = diff(&["zendesk", &path, "--fill", "--out", out.to_str().unwrap()]);
    assert_eq!(code, exit_code::FAILED, "{data}{talk}");
    assert!(data.contains("60.0% of the calls agree, 80.0% of the outcomes"), "{data}");
    assert!(talk.contains("they say nothing, we say \"low\""), "{talk}");
    assert!(talk.contains("call 3 zendeskGetTicket {\"ticket_id\":99999}"), "{talk}");
    assert!(talk.contains("theirs succeeded: \"no such ticket\""), "{talk}");
    assert!(out.exists());
    assert_eq!(diff(&["zendesk", &path, "--fill", "--at-least", "60"]).0, exit_code::OK);
}

#[test]
fn rows_that_should_be_gone_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let lines = [
        json!({"tool": "create_entities", "isError": false, "arguments": {"entities": [
            {"name": "Quince", "entityType": "tree", "observations": ["Blooms late"]},
            {"name": "Medlar", "entityType": "tree", "observations": []}]},
            "structuredContent": {"entities": [
            {"name": "Quince", "entityType": "tree", "observations": ["Blooms late"]},
            {"name": "Medlar", "entityType": "tree", "observations": []}]}}),
        json!({"tool": "read_graph", "arguments": {}, "isError": false,
            "structuredContent": {"relations": [], "entities": [
            {"name": "Medlar", "entityType": "tree", "observations": []}]}}),
    ];
    let text: Vec<String> = lines.iter().map(Value::to_string).collect();
    let path = write(folder.path(), "trees.jsonl", &text.join("\n"));
    let (code, data, talk) = diff(&["memory", &path]);
    assert_eq!(code, exit_code::FAILED, "{data}{talk}");
    assert!(talk.contains("they say nothing, we say \"Quince\""), "{talk}");
}

#[test]
fn a_start_state_is_loaded_and_a_wrong_one_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let line = json!({"tool": "open_nodes", "arguments": {"names": ["Quince"]}, "isError": false,
        "structuredContent": {"entities": [{"name": "Quince"}], "relations": []}});
    let path = write(folder.path(), "trees.jsonl", &line.to_string());
    let node = json!({"name": "Quince", "entityType": "tree", "observations": [], "position": 1});
    let state = json!({"nodes": {"Quince": node}, "links": {}}).to_string();
    let state = write(folder.path(), "state.json", &state);
    let (code, data, talk) = diff(&["memory", &path, "--state", &state]);
    assert_eq!(code, exit_code::OK, "{data}{talk}");
    assert_eq!(diff(&["memory", &path]).0, exit_code::FAILED);

    let wrong = write(folder.path(), "wrong.json", "{\"trees\": {}}");
    let (code, _, talk) = diff(&["memory", &path, "--state", &wrong]);
    assert_eq!(code, exit_code::FAILED);
    assert!(talk.contains("wrong.json"), "{talk}");
}

#[test]
fn errors_name_the_file_the_line_and_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let path =
        write(folder.path(), "bad.jsonl", "{\"tool\": \"read_graph\", \"content\": []}\n{}\n");
    let (code, _, talk) = diff(&["memory", &path]);
    assert_eq!(code, exit_code::FAILED);
    assert!(talk.contains("bad.jsonl:2: missing field `tool`"), "{talk}");
    assert!(talk.contains("compoworld diff --help"), "{talk}");

    let path = write(folder.path(), "other.json", &desk().to_string());
    let (code, _, talk) = diff(&["memory", &path]);
    assert_eq!(code, exit_code::FAILED);
    assert!(talk.contains("is it of another server?"), "{talk}");

    assert_eq!(diff(&["memory", "no-such-file.json"]).0, exit_code::IO);
    assert_eq!(diff(&["no_such_service", &path]).0, exit_code::USAGE);
}
