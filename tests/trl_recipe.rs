//! The recipe for TRL, from demonstrations to a policy that GRPO changed, on a tiny model.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use compoworld_tests::{
    Served, drive, installed, json_lines, root, run_runtime, run_trainer, text,
};
use compoworld_world::reward::{LAMBDA_DEFAULT, criterion_weights, pass_rates, rubric_reward};
use serde_json::{Value, json};

/// As `tiny_grpo.yaml` has it.
const GROUP_SIZE: usize = 8;
const N_STEPS: usize = 3;
const N_TASKS: usize = 2;

/// Leaves those tasks whose reference is the shortest conversation: a tiny model learns them soonest.
fn keep_shortest(folder: &Path) {
    let (tasks, reference) = (folder.join("train.jsonl"), folder.join("reference.jsonl"));
    let mut attempts = json_lines(&reference);
    attempts.sort_by_key(|attempt| attempt["messages"].to_string().len());
    let names: Vec<&Value> =
        attempts.iter().take(N_TASKS).map(|attempt| &attempt["task"]).collect();
    for (path, name) in [(&tasks, "id"), (&reference, "task")] {
        let whole = fs::read_to_string(path).expect("the file is there");
        let kept =
            whole.lines().zip(json_lines(path)).filter(|(_, row)| names.contains(&&row[name]));
        let kept: String = kept.map(|(line, _)| format!("{line}\n")).collect();
        fs::write(path, kept).expect("writes");
    }
}

/// Two easy tasks, and their references as a data set for TRL.
fn make_tasks(folder: &Path) -> PathBuf {
    let (tasks, reference) = (folder.join("train.jsonl"), folder.join("reference.jsonl"));
    let data = folder.join("data");
    let (task_file, out) = (text(&tasks), text(&reference));
    run_runtime(&["synth", "--easy", "--count", "40", "--seed", "3", "--out", text(folder)]);
    #[rustfmt::skip]
    run_runtime(&[
        "rollout", "--policy", "reference", "--view", "meta", "--tasks", task_file, "--out", out,
    ]);
    keep_shortest(folder);
    #[rustfmt::skip]
    run_runtime(&[
        "export", "--format", "trl", "--arguments", "object", "--tasks", task_file,
        "--trajectories", out, "--out", text(&data),
    ]);
    data
}

/// The reward of each rollout by our own formulas, step by step and group by group.
fn own_rewards(rollouts: &[Value]) -> Vec<f64> {
    let mut rewards = Vec::new();
    for group in rollouts.chunks(GROUP_SIZE) {
        assert!(
            group.iter().all(|rollout| rollout["task"] == group[0]["task"]),
            "one task a group"
        );
        let passed = |rollout: &Value| serde_json::from_value(rollout["passed"].clone()).ok();
        let passed: Vec<Vec<bool>> = group.iter().filter_map(passed).collect();
        let weights = criterion_weights(&pass_rates(&passed), LAMBDA_DEFAULT);
        rewards.extend(passed.iter().map(|row| rubric_reward(row, &weights)));
    }
    rewards
}

fn weights(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("model.safetensors")).expect("the model was saved")
}

/// What TRL logged at each step.
fn logged(folder: &Path, name: &str) -> Vec<f64> {
    let state = fs::read(folder.join("trainer_state.json")).expect("the state was saved");
    let state: Value = serde_json::from_slice(&state).expect("the state is JSON");
    let log = state["log_history"].as_array().expect("a log");
    log.iter().filter_map(|entry| entry[name].as_f64()).collect()
}

#[test]
fn trl_trains_a_model_on_rewards_of_our_server() {
    let Some(python) = installed("COMPOWORLD_TRL_PYTHON") else { return };
    let recipe = root().join("trainer/recipes/trl");
    let script = |name: &str, words: &[&str]| {
        let path = recipe.join(name);
        run_trainer(&python, &[&[text(&path)], words].concat());
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let data = make_tasks(folder.path());
    let [tiny, sft, grpo] = ["tiny", "sft", "grpo"].map(|name| folder.path().join(name));
    let [sft_settings, grpo_settings] =
        ["tiny_sft.yaml", "tiny_grpo.yaml"].map(|name| recipe.join(name));

    script("tiny_checkpoint.py", &[text(&data), text(&tiny)]);
    #[rustfmt::skip]
    script("sft.py", &[
        "--config", text(&sft_settings), "--model_name_or_path", text(&tiny),
        "--data", text(&data), "--output_dir", text(&sft),
    ]);
    let losses = logged(&sft, "loss");
    assert!(losses[losses.len() - 1] < losses[0] / 10.0, "it learns its two tasks: {losses:?}");

    let server = Served::serve_with(folder.path(), &["--view", "meta"]);
    #[rustfmt::skip]
    script("grpo.py", &[
        "--config", text(&grpo_settings), "--model_name_or_path", text(&sft),
        "--server", &server.url("OpenEnv"), "--output_dir", text(&grpo),
    ]);
    #[cfg(unix)]
    server.terminate();

    let rollouts = json_lines(&grpo.join("rollouts.jsonl"));
    assert_eq!(rollouts.len(), N_STEPS * N_TASKS * GROUP_SIZE);
    assert_judged_by_us(folder.path(), &rollouts);
    assert_rewarded_as_we_do(&grpo, &rollouts);
    assert_ne!(weights(&tiny), weights(&sft));
    assert_ne!(weights(&sft), weights(&grpo), "GRPO changes the model");
}

/// The server saw each rollout as an episode of its own, and judging it again gives the verdicts
/// that TRL was told.
fn assert_judged_by_us(folder: &Path, rollouts: &[Value]) {
    let (tasks, out) = (folder.join("train.jsonl"), folder.join("out.jsonl"));
    let regraded = folder.join("regraded.jsonl");
    #[rustfmt::skip]
    run_runtime(&[
        "regrade", "--tasks", text(&tasks), "--trajectories", text(&out), "--out", text(&regraded),
    ]);
    let mut episodes = BTreeMap::new();
    for attempt in json_lines(&regraded) {
        let key = (attempt["task"].to_string(), attempt["attempt"].as_u64());
        let before = episodes.insert(key, attempt["outcome"]["criteria"].clone());
        assert_eq!(before, None, "attempts have numbers of their own");
    }
    assert_eq!(episodes.len(), rollouts.len(), "an episode a rollout");
    let mut n_attempts = BTreeMap::new();
    for rollout in rollouts {
        let task = rollout["task"].to_string();
        let attempt = n_attempts.entry(task.clone()).or_insert(0_u64);
        assert_eq!(episodes[&(task, Some(*attempt))], rollout["passed"], "{rollout}");
        *attempt += 1;
    }
}

fn assert_rewarded_as_we_do(grpo: &Path, rollouts: &[Value]) {
    const CLOSE: f64 = 1e-6; // TRL keeps rewards in single precision.
    let own = own_rewards(rollouts);
    for (rollout, own) in rollouts.iter().zip(&own) {
        let reward = rollout["reward"].as_f64().expect("a reward");
        assert!((reward - own).abs() < CLOSE, "{own}: {rollout}");
    }
    let steps = own.chunks(N_TASKS * GROUP_SIZE);
    let means: Vec<f64> = steps.map(|step| step.iter().sum::<f64>() / step.len() as f64).collect();
    let logged = logged(grpo, "reward");
    assert_eq!(logged.len(), N_STEPS);
    for (mean, logged) in means.iter().zip(&logged) {
        assert!((mean - logged).abs() < CLOSE, "{means:?} {logged:?}");
    }
}

#[test]
fn the_settings_of_the_paper_are_ones_that_trl_knows() {
    let Some(python) = installed("COMPOWORLD_TRL_PYTHON") else { return };
    let read = |kind: &str, name: &str| {
        let path = root().join("trainer/recipes/trl").join(name);
        drive(&python, "check_trl_settings.py", &[kind, text(&path)])
    };
    let sft = read("sft", "paper_sft.yaml");
    let grpo = read("grpo", "paper_grpo.yaml");
    assert_eq!((&sft["num_train_epochs"], &sft["learning_rate"]), (&json!(3), &json!(1e-4)));
    for (name, expected) in [
        ("num_generations", json!(8)),
        ("learning_rate", json!(1e-5)),
        ("epsilon", json!(0.2)),
        ("epsilon_high", json!(0.28)),
        ("beta", json!(0.0)),
        ("entropy_coef", json!(0.0)),
    ] {
        assert_eq!(grpo[name], expected, "{name}");
    }
    read("sft", "tiny_sft.yaml");
    assert_eq!(read("grpo", "tiny_grpo.yaml")["num_generations"], GROUP_SIZE);
}
