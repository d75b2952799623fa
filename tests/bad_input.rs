//! Bad input to the programs: a clear error with a remedy, a documented exit code, nothing lost.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use compoworld_tests::{program, root};
use serde_json::{Value, json};
use tempfile::TempDir;

const FAILED: i32 = 1;
const USAGE: i32 = 2;
const IO: i32 = 3;
const ENVIRONMENT: i32 = 4;

fn run(name: &str, words: &[&str]) -> (Output, String) {
    let output = Command::new(program(name)).args(words).current_dir(root()).output();
    let output = output.expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!said.contains("panicked"), "{words:?}: {said}");
    (output, said)
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn write(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    fs::create_dir_all(path.parent().expect("inside the folder")).expect("folders are made");
    fs::write(&path, text).expect("the file is written");
    path.display().to_string()
}

#[test]
fn malformed_json_is_named_with_its_place() {
    let folder = folder();
    let list = write(&folder, "tools.json", "{\"tools\": [{\"name\": ");
    let (output, said) = run("compoworld", &["normalize", &list]);
    assert_eq!(output.status.code(), Some(FAILED));
    assert!(said.contains("CW0001") && said.contains("tools.json"), "{said}");
    assert!(output.stdout.is_empty());
}

#[test]
fn a_file_that_is_no_tool_list_is_refused() {
    let folder = folder();
    let list = write(&folder, "package.json", "{\"name\": \"left-pad\", \"version\": \"1.0.0\"}");
    let (output, said) = run("compoworld", &["normalize", &list]);
    assert_eq!(output.status.code(), Some(FAILED));
    assert!(said.contains("CW0005"), "{said}");
}

#[test]
fn hostile_names_become_a_crate_that_stays_in_its_folder() {
    let folder = folder();
    let names =
        ["fn", "../../etc/passwd", "\"]}; fn x(){", "get issue", "get-issue", "getIssue", ""];
    let tools: Vec<Value> = names
        .iter()
        .map(|name| {
            let schema = json!({"type": "object", "properties": {
                "type": {"type": "string"}, "a\"b": {"type": "string"}, "self": {"type": "integer"}}});
            json!({"name": name, "description": "*/ \" } fn y() {", "inputSchema": schema})
        })
        .collect();
    let list = write(&folder, "tools.json", &json!({"tools": tools}).to_string());
    let spec = folder.path().join("hostile/spec.json").display().to_string();
    let service = folder.path().join("hostile/service.rs").display().to_string();
    let (output, said) =
        run("compoworld", &["normalize", &list, "--service", "hostile", "--out", &spec]);
    assert!(matches!(output.status.code(), Some(0 | FAILED)), "{said}");
    if output.status.code() == Some(FAILED) {
        assert!(said.contains("CW0"), "{said}");
        return;
    }
    let (output, said) = run("compoworld", &["draft", &spec, "--out", &service]);
    assert!(output.status.success(), "{said}");
    let out = folder.path().join("out");
    let source = folder.path().join("hostile").display().to_string();
    let (output, said) =
        run("compoworld", &["compile", &source, "--out", &out.display().to_string()]);
    assert!(output.status.success(), "{said}");
    let mut inside: Vec<_> = fs::read_dir(folder.path())
        .expect("the folder is readable")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    inside.sort();
    assert_eq!(inside, ["hostile", "out", "tools.json"]);
}

#[test]
fn a_service_that_does_not_parse_is_named_with_its_place() {
    let folder = folder();
    let corpus = root().join("compiler/corpus/crm_sales/zendesk");
    let spec = fs::read_to_string(corpus.join("spec.json")).expect("the corpus is there");
    write(&folder, "zendesk/spec.json", &spec);
    write(&folder, "zendesk/service.rs", "//! Broken.\npub struct {\n");
    let source = folder.path().join("zendesk").display().to_string();
    let (output, said) = run("compoworld", &["check", &source]);
    assert_eq!(output.status.code(), Some(FAILED));
    assert!(said.contains("service.rs") && said.contains("CW0"), "{said}");
}

fn synthesize(folder: &Path) -> String {
    let out = folder.join("tasks").display().to_string();
    let words = ["synth", "--easy", "--count", "4", "--seed", "3", "--out", &out];
    let (output, said) = run("compoworld-runtime", &words);
    assert!(output.status.success(), "{said}");
    folder.join("tasks/train.jsonl").display().to_string()
}

#[test]
fn tasks_of_another_catalog_are_refused_with_the_remedy() {
    let folder = folder();
    let tasks = synthesize(folder.path());
    let text = fs::read_to_string(&tasks).expect("the tasks are there");
    let mut task: Value = serde_json::from_str(text.lines().next().expect("a task")).expect("JSON");
    task["catalog_version"] = json!("0123456789abcdef");
    fs::write(&tasks, format!("{task}\n")).expect("the file is written");
    let out = folder.path().join("attempts.jsonl").display().to_string();
    let words = ["rollout", "--policy", "reference", "--tasks", &tasks, "--out", &out];
    let (output, said) = run("compoworld-runtime", &words);
    assert_eq!(output.status.code(), Some(FAILED), "{said}");
    assert!(said.contains("catalog") && said.contains("--allow-other-catalog"), "{said}");
}

#[test]
fn a_torn_last_line_is_recovered_and_the_run_goes_on() {
    let folder = folder();
    let tasks = synthesize(folder.path());
    let out = folder.path().join("attempts.jsonl");
    let out_text = out.display().to_string();
    let words = ["rollout", "--policy", "reference", "--tasks", &tasks, "--out", &out_text];
    let (output, said) = run("compoworld-runtime", &words);
    assert!(output.status.success(), "{said}");
    let whole = fs::read_to_string(&out).expect("the trajectories are there");
    assert_eq!(whole.lines().count(), 4);

    let kept: String = whole.lines().take(2).map(|line| format!("{line}\n")).collect();
    let torn = whole.lines().nth(2).expect("a third line");
    fs::write(&out, format!("{kept}{}", &torn[..torn.len() / 2])).expect("the file is written");
    let (output, said) = run("compoworld-runtime", &words);
    assert!(output.status.success(), "{said}");
    let again = fs::read_to_string(&out).expect("the trajectories are there");
    assert!(again.starts_with(&kept), "what was whole is kept");
    assert_eq!(again.lines().count(), 4);
    for line in again.lines() {
        serde_json::from_str::<Value>(line).expect("each line is whole");
    }
}

#[test]
fn a_gpu_that_is_not_there_is_said_so() {
    let folder = folder();
    let tasks = synthesize(folder.path());
    let out = folder.path().join("policy").display().to_string();
    let words = ["sft", "--tasks", &tasks, "--out", &out, "--device", "vulkan"];
    let (output, said) = run("compoworld-trainer", &words);
    assert_eq!(output.status.code(), Some(ENVIRONMENT), "{said}");
    assert!(said.contains("--features"), "{said}");
}

#[test]
fn an_inspector_that_others_could_reach_or_without_its_files_does_not_start() {
    let (output, said) = run("compoworld-runtime", &["view", "--address", "0.0.0.0:0"]);
    assert_eq!(output.status.code(), Some(USAGE), "{said}");
    assert!(said.contains("listen on 127.0.0.1"), "{said}");
    let (output, said) = run("compoworld-runtime", &["view", "not/there.jsonl"]);
    assert_eq!(output.status.code(), Some(IO), "{said}");
    assert!(said.contains("not/there.jsonl"), "{said}");
}
