//! From the corpus to graded trajectories, with the programs that users run.

use std::fs;
use std::process::Command;

use compoworld_tests::{program, root};
use serde_json::Value;

fn run(name: &str, words: &[&str]) -> String {
    let output = Command::new(program(name)).args(words).current_dir(root()).output();
    let output = output.expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {said}");
    String::from_utf8(output.stdout).expect("data is text")
}

#[test]
fn generated_code_is_what_the_corpus_gives() {
    run("compoworld", &["corpus", "regenerate", "--check"]);
}

#[test]
fn the_catalog_has_the_breadth_that_it_claims() {
    let services: Vec<Value> =
        serde_json::from_str(&run("compoworld-runtime", &["services", "--json"])).expect("JSON");
    let mut domains: Vec<_> =
        services.iter().filter_map(|service| service["domain"].as_str()).collect();
    domains.sort_unstable();
    domains.dedup();
    let n_tools: u64 = services.iter().filter_map(|service| service["n_tools"].as_u64()).sum();
    assert!(services.len() >= 16, "{} services", services.len());
    assert!(domains.len() >= 10, "{domains:?}");
    assert!(n_tools >= 300, "{n_tools} tools");
}

#[test]
fn tasks_are_solved_by_their_reference_and_not_by_chance() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (tasks, out) = (file("tasks"), file("tasks/train.jsonl"));
    run("compoworld-runtime", &["synth", "--count", "24", "--seed", "5", "--out", &tasks]);
    for (policy, expected) in [("reference", 1.0), ("random", 0.0)] {
        let attempts = file(&format!("{policy}.jsonl"));
        run(
            "compoworld-runtime",
            &["rollout", "--policy", policy, "--tasks", &out, "--out", &attempts],
        );
        let text = fs::read_to_string(&attempts).expect("the trajectories are there");
        let attempts: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(attempts.len(), 24);
        let solved = attempts.iter().filter(|one| one["outcome"]["success"] == true).count();
        assert_eq!(solved as f64 / 24.0, expected, "{policy}");
    }
    run("compoworld-runtime", &["task", "verify", &out]);
}

#[test]
fn equal_seeds_give_equal_tasks() {
    let once = || run("compoworld-runtime", &["synth", "--count", "6", "--seed", "9"]);
    assert_eq!(once(), once());
}
