//! Experiments in their quick size: what they leave, and that a stopped one goes on.

use std::fs;
use std::path::Path;

use clap::Parser;
use compoworld_trainer::command::arguments::Arguments;
use compoworld_trainer::command::run;
use compoworld_trainer::experiment::cell::Cell;
use compoworld_world::Catalog;
use serde_json::Value;

fn experiment(name: &str, out: &Path, more: &[&str]) -> Result<(), String> {
    let out = out.display().to_string();
    let words = ["compoworld-trainer", "experiment", name, "--quick", "--out", &out];
    let arguments = Arguments::parse_from(words.iter().chain(more));
    let catalog = Catalog::new(compoworld_catalog::SERVICES);
    run(arguments, &catalog).map_err(|failure| failure.to_string())
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn cell(path: &Path) -> Cell {
    serde_json::from_str(&read(path)).expect("a cell")
}

#[test]
fn a_stopped_experiment_does_the_cells_that_are_missing_and_finds_the_same() {
    let out = tempfile::tempdir().expect("a folder");
    let folder = out.path().join("data-scaling-quick");
    let cells = ["16-demonstrations", "48-demonstrations"]
        .map(|condition| folder.join(format!("cells/{condition}-seed-1.json")));
    experiment("data-scaling", out.path(), &["--seeds", "1"]).expect("it runs");
    let (kept, lost) = (read(&cells[0]), cell(&cells[1]));
    assert!(lost.found.measures.contains_key("success_greedy"), "{lost:?}");

    // As a kill leaves it: one cell is not there, and a part of its file beside its place.
    fs::remove_file(&cells[1]).expect("it was there");
    fs::write(folder.join("cells/.writing-48-demonstrations-seed-1.json"), "{").expect("writable");
    experiment("data-scaling", out.path(), &["--seeds", "2", "--threads", "1"]).expect("it runs");
    assert_eq!(read(&cells[0]), kept, "what was done is not done again");
    assert_eq!(cell(&cells[1]).found, lost.found);

    let lines = read(&folder.join("results.jsonl"));
    let found: Vec<(String, u64)> = lines
        .lines()
        .map(|line| serde_json::from_str::<Cell>(line).expect("a cell a line"))
        .map(|cell| (cell.condition, cell.seed))
        .collect();
    let expected = [("16", 1), ("48", 1), ("16", 2), ("48", 2)]
        .map(|(amount, seed)| (format!("{amount}-demonstrations"), seed));
    assert_eq!(found, expected);
    let table = read(&folder.join("table.md"));
    assert!(table.contains("| 48 demonstrations | 2 |"), "{table}");
    let page = read(&folder.join("report.html"));
    assert!(page.contains("<svg") && page.contains("4 of 4 cells are done"), "{page}");
}

#[test]
fn results_of_other_settings_are_refused_with_the_remedy() {
    let out = tempfile::tempdir().expect("a folder");
    let folder = out.path().join("composition-quick");
    fs::create_dir_all(&folder).expect("writable");
    fs::write(folder.join("settings.json"), "{}").expect("writable");
    let error = experiment("composition", out.path(), &[]).expect_err("they are others");
    assert!(error.contains("composition-quick") && error.contains("--out"), "{error}");
}

#[test]
fn composition_gives_both_conditions_the_same_budget() {
    let out = tempfile::tempdir().expect("a folder");
    experiment("composition", out.path(), &["--seeds", "1"]).expect("it runs");
    for condition in ["single-service", "composed"] {
        let name = format!("composition-quick/cells/{condition}-seed-1.json");
        let measures = cell(&out.path().join(name)).found.measures;
        let said = measures["n_tokens_said"];
        // The last demonstration may go beyond the budget of a thousand.
        assert!((1_000.0..1_150.0).contains(&said), "{condition}: {said}");
        assert!(measures["n_tokens_read"] > said);
    }
}

#[test]
fn rewards_are_practised_from_one_start_and_keep_every_criterions_rate_and_weight() {
    let out = tempfile::tempdir().expect("a folder");
    experiment("rewards", out.path(), &["--seeds", "1"]).expect("it runs");
    let folder = out.path().join("rewards-quick");
    assert!(fs::read_dir(folder.join("start")).expect("a checkpoint").next().is_some());
    let first_round = |condition: &str| -> Value {
        let rounds = read(&folder.join(format!("rounds/{condition}-seed-1.jsonl")));
        assert_eq!(rounds.lines().count(), 2);
        serde_json::from_str(rounds.lines().next().expect("a line")).expect("JSON")
    };
    let [uniform, binary, completion] = ["uniform", "binary", "completion"].map(first_round);
    // The first rounds act alike: one policy, the same tasks and draws.
    assert_eq!(uniform["success"], binary["success"]);
    assert_eq!(uniform["criteria_passed"], completion["criteria_passed"]);
    for round in [&uniform, &binary, &completion] {
        assert_eq!(round["event"], "grpo_round");
        assert_eq!(round["groups"].as_array().map(Vec::len), Some(2));
    }
    for (number, group) in completion["groups"].as_array().expect("groups").iter().enumerate() {
        let numbers = |member: &str| -> Vec<f64> {
            let values = group[member].as_array().expect("one a criterion");
            values.iter().map(|value| value.as_f64().expect("a number")).collect()
        };
        for (weight, rate) in numbers("weights").iter().zip(numbers("pass_rates")) {
            assert!((weight - (0.01 + 1.0 - rate)).abs() < 1e-12, "{group}");
        }
        assert_eq!(binary["groups"][number]["weights"], Value::Null);
        let uniform = uniform["groups"][number]["weights"].as_array().expect("one a criterion");
        assert!(uniform.iter().all(|weight| weight == 1.0));
    }
}
