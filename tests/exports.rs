//! Exported data sets, loaded by the libraries that they are for.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use compoworld_tests::{program, root};
use serde_json::Value;

const N_TASKS: usize = 12;

/// A Python that `tests/run` made, with the libraries.
fn python(variable: &str, what: &str) -> Option<String> {
    let python = std::env::var(variable).ok();
    let is_asked = python.is_some() || std::env::var_os("CI").is_none();
    assert!(is_asked, "tests/run installs what this test needs");
    let python = python.filter(|python| !python.is_empty());
    if python.is_none() {
        eprintln!("skipped: tests/run installs {what} and passes it on as {variable}");
    }
    python
}

fn compoworld(words: &[&str]) {
    let output = Command::new(program("compoworld-runtime")).args(words).output();
    let output = output.expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// What a library makes of a folder.
fn load(python: &str, words: &[&str]) -> Value {
    let script = root().join("tests/clients/load_exports.py");
    let output = Command::new(python)
        .arg(script)
        .args(words)
        .env("HF_HUB_OFFLINE", "1")
        .output()
        .expect("python starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let seen: Value = serde_json::from_slice(&output.stdout).expect("the script prints JSON");
    eprintln!("loaded with {}", seen["library"]);
    seen
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the path is text")
}

/// Tasks, attempts at them, and one export.
struct Exported {
    _folder: tempfile::TempDir,
    tasks: PathBuf,
    data: PathBuf,
}

fn exported(format: &str, parts: usize, words: &[&str]) -> Exported {
    let folder = tempfile::tempdir().expect("a folder");
    let tasks = folder.path().join("train.jsonl");
    let attempts = folder.path().join("reference.jsonl");
    let data = folder.path().join(format);
    let count = N_TASKS.to_string();
    compoworld(&["synth", "--easy", "--count", &count, "--out", text(folder.path())]);
    let (task_file, out) = (text(&tasks), text(&attempts));
    compoworld(&["rollout", "--policy", "reference", "--tasks", task_file, "--out", out]);
    for index in 0..parts {
        let shard = format!("{index}/{parts}");
        #[rustfmt::skip]
        let all = [
            "export", "--format", format, "--tasks", task_file, "--trajectories", out,
            "--split-by", "service-set", "--test-percent", "40", "--shard", &shard,
            "--out", text(&data),
        ];
        compoworld(&[&all[..], words].concat());
    }
    Exported { _folder: folder, tasks, data }
}

/// The rows of both splits, which have to be there.
fn rows(seen: &Value) -> Vec<Value> {
    let rows = |split: &str| seen["splits"][split].as_array().expect("the split is there").clone();
    let (train, test) = (rows("train"), rows("test"));
    assert!(!train.is_empty() && !test.is_empty());
    assert_eq!(train.len() + test.len(), N_TASKS);
    [train, test].concat()
}

fn json(value: &Value) -> Value {
    serde_json::from_str(value.as_str().expect("it is a text")).expect("the text is JSON")
}

fn check_conversations(rows: &[Value]) {
    for row in rows {
        let messages = row["messages"].as_array().expect("messages");
        assert_eq!(messages[0]["role"], "system");
        assert_eq!(messages.last().expect("it has messages")["role"], "assistant");
        let call = &messages[2]["tool_calls"][0]["function"];
        assert!(json(&call["arguments"]).is_object(), "{call}");
        let tools = json(&row["tools"]);
        let named = |tool: &Value| tool["function"]["name"] == call["name"];
        assert!(tools.as_array().expect("a list").iter().any(named), "{call}");
    }
}

const DATA: (&str, &str) = ("COMPOWORLD_DATA_PYTHON", "datasets, pandas, TRL and LLaMA-Factory");

#[test]
fn datasets_loads_what_trl_and_axolotl_read() {
    let Some(python) = python(DATA.0, DATA.1) else { return };
    let exported = exported("trl", 3, &[]);
    check_conversations(&rows(&load(&python, &["datasets", text(&exported.data)])));
}

#[test]
fn trls_chat_templates_render_arguments_in_the_form_that_they_want() {
    let Some(python) = python(DATA.0, DATA.1) else { return };
    for (form, template) in [("text", "qwen3"), ("object", "qwen3"), ("object", "qwen3_5_nothink")]
    {
        let exported = exported("trl", 1, &["--arguments", form]);
        let seen = load(&python, &["trl", text(&exported.data), template]);
        let rows = seen["rows"].as_array().expect("rows");
        assert_eq!(rows.len(), N_TASKS);
        for (row, text) in rows.iter().zip(seen["texts"].as_array().expect("texts")) {
            let call = &row["messages"][2]["tool_calls"][0]["function"];
            assert_eq!(call["arguments"].is_object(), form == "object");
            let arguments = match &call["arguments"] {
                Value::String(_) => json(&call["arguments"]),
                object => object.clone(),
            };
            let text = text.as_str().expect("a text");
            let given = arguments.as_object().expect("arguments are an object");
            let said = |(name, value): (&String, &Value)| {
                let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                text.contains(name) && text.contains(&value)
            };
            assert!(given.iter().all(said), "{template}: {given:?} is not in {text}");
        }
    }
}

#[test]
fn datasets_loads_what_prime_rl_reads() {
    let Some(python) = python(DATA.0, DATA.1) else { return };
    let exported = exported("prime-rl", 1, &[]);
    let folder = text(&exported.data);
    check_conversations(&rows(&load(&python, &["datasets", folder, "sft"])));
    for row in rows(&load(&python, &["datasets", folder, "rl"])) {
        assert_eq!(row["prompt"][1]["role"], "user");
        assert!(json(&row["info"])["rubric"].is_array());
    }
}

#[test]
fn datasets_and_pandas_load_what_verl_reads() {
    let Some(python) = python(DATA.0, DATA.1) else { return };
    let exported = exported("verl", 3, &[]);
    let folder = text(&exported.data);
    // verl's own data set reads with `datasets`, and takes these fields.
    let seen = load(&python, &["datasets", folder]);
    for split in ["train", "test"] {
        // The parts are read in their order.
        let rows = seen["splits"][split].as_array().expect("the split is there");
        let in_place = |(at, row): (usize, &Value)| row["extra_info"]["index"] == at;
        assert!(rows.iter().enumerate().all(in_place), "{split}");
    }
    let seen = rows(&seen);
    for row in &seen {
        assert_eq!(row["prompt"][1]["role"], "user");
        assert_eq!(row["agent_name"], "compoworld");
        let info = &row["extra_info"];
        assert_eq!(info["need_tools_kwargs"], true);
        let task = &info["tools_kwargs"]["call_tool"]["create_kwargs"]["task"];
        assert_eq!(&json(&row["reward_model"]["ground_truth"])["task"], task);
    }
    let frames = load(&python, &["parquet", folder]);
    let frames = frames["files"].as_object().expect("files").values();
    let n_rows = frames.map(|rows| rows.as_array().map_or(0, Vec::len)).sum::<usize>();
    assert_eq!(n_rows, seen.len());
}

#[test]
fn llama_factory_converts_what_it_reads() {
    let Some(python) = python(DATA.0, DATA.1) else { return };
    let exported = exported("sharegpt", 3, &[]);
    let seen = load(&python, &["llamafactory", text(&exported.data)]);
    let splits = seen["splits"].as_object().expect("splits");
    let rows: Vec<&Value> =
        splits.values().flat_map(|rows| rows.as_array().expect("rows")).collect();
    assert_eq!(rows.len(), N_TASKS);
    for row in rows {
        assert_eq!(row["_response"][0]["role"], "assistant");
        assert!(row["n_tools"].as_u64() > Some(0));
        let calls = row["calls"].as_array().expect("calls");
        assert!(!calls.is_empty());
        assert!(
            calls.iter().all(|call| call.as_str().is_some_and(|it| it.starts_with("<tool_call>")))
        );
    }
}

#[test]
fn harbor_takes_the_task_folders_and_their_references_are_rewarded() {
    let exported = exported("harbor", 2, &[]);
    let tasks: Vec<Value> = fs::read_to_string(&exported.tasks)
        .expect("the tasks are there")
        .lines()
        .map(|line| serde_json::from_str(line).expect("a task"))
        .collect();
    for task in &tasks {
        let id = task["id"].as_str().expect("a name");
        let split =
            ["train", "test"].into_iter().find(|split| exported.data.join(split).join(id).is_dir());
        let folder = exported.data.join(split.expect("the task is in a split")).join(id);
        let reward = folder.join("reward.json");
        let (own, done) =
            (folder.join("tests/task.jsonl"), folder.join("solution/trajectory.json"));
        compoworld(&[
            "grade",
            "--tasks",
            text(&own),
            "--atif",
            text(&done),
            "--out",
            text(&reward),
        ]);
        let reward = fs::read_to_string(reward).expect("it is written");
        let reward: Value = serde_json::from_str(&reward).expect("it is JSON");
        assert_eq!(reward["reward"], 1.0, "{id}");
    }

    let Some(python) = python("COMPOWORLD_HARBOR_PYTHON", "Harbor (with Python 3.12)") else {
        return;
    };
    let seen = load(&python, &["harbor", text(&exported.data)]);
    for task in tasks {
        let seen = &seen["tasks"][task["id"].as_str().expect("a name")];
        assert_eq!(seen["valid"], true, "{seen}");
        assert_eq!(seen["mode"], "separate");
        assert_eq!(seen["servers"][0], "http://127.0.0.1:8321/mcp");
        let instruction = task["instruction"].as_str().expect("an instruction");
        assert!(seen["instruction"].as_str().is_some_and(|it| it.starts_with(instruction)));
    }
}
