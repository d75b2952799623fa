//! Our own rollouts against the endpoint: a model with random weights solves nothing; that its
//! episodes run and its tokens line up is what is looked at.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::program::Served;
use crate::templates::STYLES;
use crate::tiny_tokenizer::tiny;

/// The program with the services, beside the running test, where it was built.
fn runtime() -> Option<PathBuf> {
    let own = std::env::current_exe().expect("a running test has a path");
    let folder = own.parent().and_then(Path::parent).expect("tests are built into `deps`");
    let path = folder.join("compoworld-runtime");
    if !path.is_file() {
        eprintln!("SKIPPED: tests/run builds compoworld-runtime, which is not there");
        return None;
    }
    Some(path)
}

fn run(program: &Path, base_url: &str, words: &[&str]) {
    let output = Command::new(program)
        .args(words)
        .env("OPENAI_BASE_URL", base_url)
        .output()
        .expect("it starts");
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn rollouts_keep_the_very_tokens_of_the_endpoint() {
    let Some(program) = runtime() else { return };
    let served = Served::start(STYLES[0].1, &["--context-tokens-max", "40000"]);
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (tasks, attempts) = (file("tasks"), file("attempts.jsonl"));
    run(&program, "", &["synth", "--count", "2", "--seed", "3", "--out", &tasks]);
    let train = file("tasks/train.jsonl");
    run(
        &program,
        &served.base_url,
        &[
            "rollout",
            "--policy",
            "openai",
            "--model",
            "tiny",
            "--tasks",
            &train,
            "--out",
            &attempts,
            "--view",
            "meta",
            "--attempts",
            "2",
            "--turns-max",
            "2",
            "--tokens-max",
            "64",
            "--token-ids",
            "--temperature",
            "1",
        ],
    );
    let text = fs::read_to_string(&attempts).expect("the attempts are there");
    let attempts: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(attempts.len(), 4);
    let tokenizer = tiny();
    for attempt in &attempts {
        let sequences = attempt["token_sequences"].as_array().expect("there are tokens");
        assert!(!sequences.is_empty(), "{attempt}");
        for sequence in sequences {
            let ids: Vec<u32> = serde_json::from_value(sequence["ids"].clone()).expect("ids");
            let spans: Vec<(usize, usize)> =
                serde_json::from_value(sequence["agent_spans"].clone()).expect("spans");
            let n_said: usize = spans.iter().map(|(from, to)| to - from).sum();
            let log_probs = sequence["log_probs"].as_array().expect("there are numbers");
            assert_eq!(log_probs.len(), n_said);
            assert!(log_probs.iter().all(|one| one.as_f64().is_some_and(|one| one < 0.0)));
            for (from, _) in spans {
                let before = tokenizer.decode(&ids[..from]);
                assert!(before.ends_with("<|im_start|>assistant\n"), "{before}");
            }
        }
    }
}
