//! A model behind an endpoint on loopback: what it is sent, and that its key is kept nowhere.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::run::{Bench, assert_code, model_with};
use crate::script::{Reply, Script};

const KEY: &str = "sk-never-to-be-seen-0123456789";

fn answer(message: Value) -> Reply {
    let body = json!({"choices": [{"message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10}});
    Reply::ok(body.to_string())
}

fn says(content: &str) -> Reply {
    answer(json!({"role": "assistant", "content": content}))
}

fn calls(name: &str, arguments: &Value) -> Reply {
    answer(json!({"role": "assistant", "content": null, "tool_calls": [{"id": "c",
        "type": "function", "function": {"name": name, "arguments": arguments.to_string()}}]}))
}

/// Every file below a folder, and what it says.
fn texts(folder: &Path) -> Vec<String> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).expect("lists").flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => texts.extend(self::texts(&path)),
            false => texts.push(String::from_utf8_lossy(&fs::read(path).expect("reads")).into()),
        }
    }
    texts
}

#[test]
fn a_model_authors_a_service_and_its_key_is_in_no_file_and_no_message() {
    let bench = Bench::with(&model_with(&[("Vec<Agent>;", "Vec<Agnt>;")]));
    let edit = json!({"file": "service.rs", "old": "Vec<Agnt>;", "new": "Vec<Agent>;"});
    let script = Script::run(vec![
        Reply::failing(500, &format!("overloaded, key {KEY}")),
        calls("edit", &edit),
        says("Done."),
        Reply::failing(400, &format!("no structured output for {KEY}")),
    ]);
    let cassette = bench.path("cassette.jsonl");
    let mut run = bench.command();
    run.arg(bench.service()).args(["--model", "tiny", "--record"]).arg(&cassette);
    run.env("OPENAI_BASE_URL", &script.address).env("OPENAI_API_KEY", KEY);
    let output = run.env("RUST_LOG", "trace").output().expect("the program starts");
    assert_code(&output, 0);
    let requests = script.finish();
    assert_eq!(requests.len(), 4);
    assert!(requests.iter().all(|(head, _)| head.contains(KEY)));
    let told = requests[1].1["messages"][1]["content"].as_str().expect("a text");
    assert!(told.contains("CW0"), "the report of the draft is told: {told}");
    assert!(bench.record()["why"].as_str().is_some_and(|why| why.contains("(key)")));
    let mut kept = texts(&bench.path(""));
    kept.push(String::from_utf8_lossy(&output.stderr).into_owned());
    kept.push(String::from_utf8_lossy(&output.stdout).into_owned());
    assert!(kept.len() > 8 && kept.iter().all(|text| !text.contains(KEY)), "the key is kept");

    // The same run again, from the cassette, needs no endpoint.
    let again = Bench::with(&model_with(&[("Vec<Agent>;", "Vec<Agnt>;")]));
    let cassette = cassette.display().to_string();
    let output = again.author(&["--model", "tiny", "--replay", &cassette, "--no-cases"]);
    assert_code(&output, 0);
}

#[test]
fn no_endpoint_is_a_clear_error() {
    let bench = Bench::with(&model_with(&[]));
    let mut run = bench.command();
    run.arg(bench.service()).args(["--model", "tiny"]).env_remove("OPENAI_BASE_URL");
    let output = run.output().expect("the program starts");
    assert_code(&output, 4);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("OPENAI_BASE_URL") && said.contains("CW0343"), "{said}");
    bench.assert_nothing_written();
}
