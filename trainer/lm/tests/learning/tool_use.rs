//! How well a model calls tools is seen to get better.

use std::process::Command;

use serde_json::Value;

use crate::program::{Bench, assert_done};

fn eval(bench: &Bench, model: &str) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_compoworld-lm"))
        .current_dir(bench.path("."))
        .args(["eval", "--model", model, "--data", "rows.jsonl", "--json"])
        .output()
        .expect("the program starts");
    assert_done(&output);
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn a_model_that_learned_the_calls_by_heart_makes_them() {
    let bench = Bench::new();
    let before = eval(&bench, "model");
    assert_eq!(before["tool_use"]["n_turns"], 12);
    assert_eq!(before["tool_use"]["n_valid"], 0, "random weights call nothing");
    assert_done(&bench.run("run", &["--epochs", "100", "--rate", "1e-2"]));
    let after = eval(&bench, "run/step-00000300");
    let count = |name: &str| after["tool_use"][name].as_u64().expect("a count");
    assert!(count("n_valid") >= 9, "{after}");
    assert!(count("n_equal") <= count("n_valid"), "{after}");
    assert!(after["loss"].as_f64() < before["loss"].as_f64(), "{before} {after}");
}
