//! The program, fine-tuning a tiny model on a few rows.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::tiny_model::write_folder;

/// Shows tools, calls and answers, all in one form.
pub const TEMPLATE: &str = "{% if tools %}<|im_start|>system\n\
    {% for tool in tools %}{{ tool | tojson }}\n{% endfor %}<|im_end|>\n{% endif %}\
    {% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}\
    {% for call in m.tool_calls %}<tool_call>\n{\"name\": \"{{ call.function.name }}\", \
    \"arguments\": {{ call.function.arguments | tojson }}}\n</tool_call>{% endfor %}<|im_end|>\n\
    {% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}";

/// Conversations with one call each.
pub fn rows(n: usize) -> Vec<Value> {
    let tools = json!([{"type": "function", "function": {"name": "get_order", "description": "Order.",
        "parameters": {"type": "object", "properties": {"id": {"type": "string"}}}}}]);
    (0..n)
        .map(|number| {
            let arguments = format!(r#"{{"id": "ORD-{number}"}}"#);
            json!({"success": true, "tools": tools.to_string(), "messages": [
                {"role": "user", "content": format!("Where is order ORD-{number}?")},
                {"role": "assistant", "content": "", "tool_calls": [{"id": "call_1",
                    "type": "function",
                    "function": {"name": "get_order", "arguments": arguments}}]},
                {"role": "tool", "tool_call_id": "call_1", "content": format!("day {number}")},
                {"role": "assistant", "content": format!("It comes on day {number}.")},
            ]})
        })
        .collect()
}

/// A model, rows and a place for runs.
pub struct Bench {
    folder: TempDir,
}

impl Bench {
    /// Sets it up.
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let bench = Self { folder };
        let model = bench.path("model");
        fs::create_dir(&model).expect("a folder");
        write_folder(&model, TEMPLATE);
        for (name, rows) in [("rows.jsonl", rows(12)), ("held.jsonl", rows(14).split_off(12))] {
            let lines: String = rows.iter().map(|row| format!("{row}\n")).collect();
            fs::write(bench.path(name), lines).expect("written");
        }
        bench
    }

    /// A path in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A run, to be started.
    pub fn sft(&self, out: &str, words: &[&str]) -> Command {
        self.sft_of("model", out, words)
    }

    /// A run that starts from another model, to be started.
    pub fn sft_of(&self, model: &str, out: &str, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_compoworld-lm"));
        command
            .current_dir(self.folder.path())
            .args(["sft", "--model", model, "--data", "rows.jsonl", "--out", out])
            .args(["--batch-size", "4"])
            .args(words);
        if !words.contains(&"--rate") {
            command.args(["--rate", "1e-2"]);
        }
        command
    }

    /// Runs to the end.
    pub fn run(&self, out: &str, words: &[&str]) -> Output {
        self.sft(out, words).output().expect("the program starts")
    }
}

/// What a run that has to fail says.
pub fn failure(output: &Output, code: i32) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{said}");
    said
}

/// Fails, with what the program said, unless it did what it was asked.
pub fn assert_done(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The events of a kind in a run's metrics.
pub fn events(run: &Path, event: &str) -> Vec<Value> {
    let text = fs::read_to_string(run.join("metrics.jsonl")).expect("there are metrics");
    text.lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .filter(|line| line["event"] == event)
        .collect()
}
