//! Jobs in parts on a real Ray, with two workers.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use compoworld_tests::{program, root};

/// The Python that has Ray, which `tests/run` installs.
fn python() -> Option<String> {
    let python = std::env::var("COMPOWORLD_RAY_PYTHON").ok();
    let is_asked = python.is_some() || std::env::var_os("CI").is_none();
    assert!(is_asked, "tests/run installs what this test needs");
    let python = python.filter(|python| !python.is_empty());
    if python.is_none() {
        eprintln!("skipped: tests/run installs Ray and passes it on as COMPOWORLD_RAY_PYTHON");
    }
    python
}

fn compoworld(folder: &Path, words: &[&str]) {
    let output =
        Command::new(program("compoworld-runtime")).args(words).current_dir(folder).output();
    let output = output.expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Runs the launcher on a Ray of this machine with two workers.
fn launch(python: &str, folder: &Path, words: &[&str]) -> Output {
    Command::new(python)
        .arg(root().join("scale/ray_shards.py"))
        .args(words)
        .current_dir(folder)
        // Ray keeps a token of its own at home.
        .env("HOME", folder)
        .env("RAY_USAGE_STATS_ENABLED", "0")
        .output()
        .expect("python starts")
}

#[test]
fn parts_that_ray_ran_are_what_one_run_writes_and_a_failed_part_is_told() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::create_dir(folder.join("parts")).expect("the folder is made");
    compoworld(folder, &["synth", "--easy", "--count", "7", "--out", "tasks"]);
    let rollout = [
        "rollout",
        "--policy",
        "random",
        "--attempts",
        "2",
        "--tasks",
        "tasks/train.jsonl",
        "--out",
    ];
    compoworld(folder, &[&rollout[..], &["whole.jsonl"]].concat());

    let runtime = program("compoworld-runtime");
    let runtime = runtime.to_str().expect("the path is text");
    let parts = ["--shards", "3", "--part", "parts/{shard}.jsonl", "--join", "joined.jsonl"];
    let job = [&["--", runtime], &rollout[..], &["parts/{shard}.jsonl"]].concat();
    let done = launch(&python, folder, &[&parts[..], &job].concat());
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let read = |name: &str| fs::read(folder.join(name)).expect("the file is there");
    assert!(read("joined.jsonl") == read("whole.jsonl"));

    let wrong = ["--shards", "2", "--retries", "0", "--", runtime, "regrade", "--tasks", "missing"];
    let failed = launch(&python, folder, &wrong);
    let said = String::from_utf8_lossy(&failed.stderr).into_owned();
    assert!(!failed.status.success() && said.contains("2 of 2 parts failed"), "{said}");
}
