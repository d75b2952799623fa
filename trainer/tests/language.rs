//! A language model practises in the world, by the program.

#[path = "../lm/tests/chat/tiny_model.rs"]
mod tiny_model;
#[path = "../lm/tests/chat/tiny_tokenizer.rs"]
mod tiny_tokenizer;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

const TEMPLATE: &str = include_str!("../lm/tests/chat/templates/qwen3_style.jinja");

/// A tiny model, a few tasks, and a place for runs. `None`, said aloud, where the program that makes
/// tasks is not built.
fn bench() -> Option<TempDir> {
    let own = std::env::current_exe().expect("a running test has a path");
    let folder = own.parent().and_then(Path::parent).expect("tests are built into `deps`");
    let runtime: PathBuf = folder.join("compoworld-runtime");
    if !runtime.is_file() {
        eprintln!("SKIPPED: tests/run builds compoworld-runtime, which is not there");
        return None;
    }
    let bench = tempfile::tempdir().expect("a folder");
    let model = bench.path().join("model");
    fs::create_dir(&model).expect("a folder");
    tiny_model::write_folder(&model, TEMPLATE);
    let made = Command::new(runtime)
        .current_dir(bench.path())
        .args(["synth", "--easy", "--distractors", "0", "--count", "3", "--seed", "3"])
        .args(["--out", "tasks"])
        .output()
        .expect("it starts");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    Some(bench)
}

fn grpo(bench: &TempDir, out: &str, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_compoworld-trainer"))
        .current_dir(bench.path())
        .args(["grpo-lm", "--model", "model", "--tasks", "tasks/train.jsonl", "--out", out])
        .args(["--round-tasks", "2", "--group-size", "3", "--turns", "2"])
        .args(["--turn-tokens-max", "24", "--lora-rank", "4", "--rate", "1e-3"])
        .args(["--checkpoint-every", "1", "--keep", "9"])
        .args(words)
        .output()
        .expect("the program starts")
}

fn rounds(bench: &TempDir, out: &str) -> Vec<Value> {
    let text = fs::read_to_string(bench.path().join(out).join("metrics.jsonl")).expect("metrics");
    text.lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .filter(|line| line["event"] == "grpo_round")
        .collect()
}

fn assert_done(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn rounds_do_not_depend_on_who_shares_a_batch_and_a_resumed_run_goes_on_as_it_would_have() {
    let Some(bench) = bench() else { return };
    assert_done(&grpo(&bench, "whole", &["--rounds", "3"]));
    let whole = rounds(&bench, "whole");
    assert_eq!(whole.len(), 3);
    for round in &whole {
        // A model that speaks at random is cut off in every turn, or says something that ends it.
        assert!(round["n_said"].as_f64().is_some_and(|n| n > 1.0), "{round}");
        let groups = round["groups"].as_array().expect("groups");
        assert!(groups.iter().all(|group| group["task"].is_string()), "{round}");
    }
    assert_done(&grpo(&bench, "narrow", &["--rounds", "3", "--rows-max", "2", "--threads", "1"]));
    assert_eq!(rounds(&bench, "narrow"), whole);

    assert_done(&grpo(&bench, "stopped", &["--rounds", "3"]));
    for round in ["step-00000002", "step-00000003"] {
        fs::remove_dir_all(bench.path().join("stopped").join(round)).expect("it was there");
    }
    assert_done(&grpo(&bench, "resumed", &["--resume", "stopped"]));
    assert_eq!(rounds(&bench, "resumed"), whole[1..]);
}

#[test]
fn what_cannot_practise_is_told() {
    let Some(bench) = bench() else { return };
    let said = |words: &[&str]| {
        let output = grpo(&bench, "run", words);
        assert!(!output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let unknown = said(&["--resume", "nowhere"]);
    assert!(unknown.contains("nowhere holds no checkpoint"), "{unknown}");
    let plain = "{% for m in messages %}<|im_start|>{{ m.content }}<|im_end|>{% endfor %}";
    fs::write(bench.path().join("model/chat_template.jinja"), plain).expect("written");
    let no_tools = said(&["--rounds", "1"]);
    assert!(no_tools.contains("--tool-prompt"), "{no_tools}");
}
