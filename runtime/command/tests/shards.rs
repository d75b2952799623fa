//! Jobs in parts: the parts' files, one after the other, are what one run writes.

#![expect(
    clippy::unwrap_used,
    reason = "a test stops at the first thing that is not as it should be"
)]

#[path = "../../world/tests/services/mod.rs"]
mod services;

use std::fs;
use std::path::{Path, PathBuf};

use compoworld_command::{exit_code, run};
use compoworld_world::Task;

const COUNTS: [usize; 3] = [1, 3, 7];

fn command(words: &[String]) {
    let words = std::iter::once("compoworld").chain(words.iter().map(String::as_str));
    let (mut data, mut talk) = (Vec::new(), Vec::new());
    let code = run(&services::catalog(), words, &mut data, &mut talk);
    assert_eq!(code, exit_code::OK, "{}", String::from_utf8_lossy(&talk));
}

/// Runs a command once for each part, with these words after `{}` was replaced by the part's
/// folder; gives the folders.
fn run_parts(folder: &Path, count: usize, words: &[&str]) -> Vec<PathBuf> {
    let run_part = |index: usize| {
        let part = folder.join(format!("{index}-of-{count}"));
        fs::create_dir_all(&part).unwrap();
        let shard = format!("{index}/{count}");
        let words = words.iter().copied().chain(["--shard", shard.as_str()]);
        let words: Vec<String> =
            words.map(|word| word.replace("{}", part.to_str().unwrap())).collect();
        command(&words);
        part
    };
    (0..count).map(run_part).collect()
}

/// The files of the parts whose names begin so, one after the other.
fn joined(parts: &[PathBuf], name: &str) -> String {
    let text = |part: &PathBuf| {
        let mut found = named(part, name);
        if let Some(folder) = found.iter().find(|path| path.is_dir()) {
            found = named(folder, name);
        }
        assert_eq!(found.len(), 1, "{} has one file of `{name}`", part.display());
        fs::read_to_string(&found[0]).unwrap()
    };
    parts.iter().map(text).collect()
}

fn named(folder: &Path, name: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let begins = entries.filter(|entry| entry.file_name().to_str().unwrap().starts_with(name));
    begins.map(|entry| entry.path()).collect()
}

/// A folder with ten tasks, and attempts at them.
fn rolled_out() -> (tempfile::TempDir, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let tasks = folder.path().join("tasks.jsonl");
    let task = |n| Task { id: format!("task-{n}"), ..services::sample_task::sample_task() };
    let lines: String = (0..10).map(|n| serde_json::to_string(&task(n)).unwrap() + "\n").collect();
    fs::write(&tasks, lines).unwrap();
    let tasks = tasks.to_str().unwrap().to_owned();
    let out = folder.path().join("random.jsonl").to_str().unwrap().to_owned();
    let words =
        ["rollout", "--policy", "random", "--attempts", "2", "--tasks", &tasks, "--out", &out];
    command(&words.map(str::to_owned));
    (folder, tasks, out)
}

#[test]
fn synthesized_tasks_do_not_depend_on_the_number_of_parts() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["synth", "--easy", "--count", "300", "--out", "{}"];
    let runs = COUNTS.map(|count| joined(&run_parts(folder.path(), count, &words), "train"));
    assert_eq!(runs[0].lines().count(), 300);
    assert!(runs[1] == runs[0] && runs[2] == runs[0]);
}

#[test]
fn attempts_do_not_depend_on_the_number_of_parts() {
    let (folder, tasks, whole) = rolled_out();
    let words = [
        "rollout",
        "--policy",
        "random",
        "--attempts",
        "2",
        "--tasks",
        &tasks,
        "--out",
        "{}/random.jsonl",
    ];
    let whole = fs::read_to_string(whole).unwrap();
    for count in COUNTS {
        let parts = run_parts(folder.path(), count, &words);
        assert!(joined(&parts, "random") == whole, "{count} parts");
        // Once more: nothing is done again, and nothing moves.
        let parts = run_parts(folder.path(), count, &words);
        assert!(joined(&parts, "random") == whole, "{count} parts, again");
    }
}

#[test]
fn verdicts_do_not_depend_on_the_number_of_parts() {
    let (folder, tasks, whole) = rolled_out();
    let words =
        ["regrade", "--tasks", &tasks, "--trajectories", &whole, "--out", "{}/regraded.jsonl"];
    for count in COUNTS {
        let parts = run_parts(folder.path(), count, &words);
        assert!(joined(&parts, "regraded") == fs::read_to_string(&whole).unwrap(), "{count} parts");
    }
}

#[test]
fn exported_rows_do_not_depend_on_the_number_of_parts() {
    let (folder, tasks, whole) = rolled_out();
    for format in ["trl", "sharegpt"] {
        let attempts = ["--trajectories", &whole, "--failed"];
        let none: [&str; 0] = [];
        for source in [&attempts[..], &none] {
            let words = [&["export", "--format", format, "--tasks", &tasks, "--out", "{}"], source]
                .concat();
            let kind = format!("{format}-{}", source.len());
            let runs = COUNTS.map(|count| {
                let parts = run_parts(&folder.path().join(&kind), count, &words);
                let cards = parts.iter().map(|part| fs::read(part.join("README.md")).unwrap());
                let cards: std::collections::BTreeSet<Vec<u8>> = cards.collect();
                assert_eq!(cards.len(), 1, "every part has the card of the whole");
                (joined(&parts, "train"), cards)
            });
            assert_eq!(runs[0].0.lines().count(), if source.is_empty() { 10 } else { 20 });
            assert!(runs[1] == runs[0] && runs[2] == runs[0], "{kind}");
        }
    }
}
