//! The recipes for verl and SkyRL, driven through those libraries' own classes: rollouts that are
//! written beforehand, judged by our server, up to the advantages that a trainer would learn from.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use compoworld_tests::{Served, installed, json_lines, root, run_runtime, run_trainer, text};
use compoworld_world::reward::{LAMBDA_DEFAULT, criterion_weights, pass_rates, rubric_reward};
use serde_json::Value;

/// The chat templates, each with a form of tool calls: in JSON, and in tags.
const TEMPLATES: [&str; 2] = ["qwen3_instruct_2507", "qwen3_6"];
/// As the checks have it.
const GROUP_SIZE: usize = 8;
const N_TASKS: usize = 2;
const DELTA: f64 = 1e-6;

/// Held by the test that runs: Ray's processes give up on each other where cores are short.
static CORES: Mutex<()> = Mutex::new(());

/// What both recipes read: rows for GRPO in `rows`, and demonstrations in `shown`.
fn export(folder: &Path) {
    let [tasks, reference, rows, shown] =
        ["train.jsonl", "reference.jsonl", "rows", "shown"].map(|name| folder.join(name));
    let (tasks, reference) = (text(&tasks), text(&reference));
    #[rustfmt::skip]
    run_runtime(&[
        "rollout", "--policy", "reference", "--view", "meta", "--tasks", tasks, "--out", reference,
    ]);
    run_runtime(&["export", "--format", "verl", "--tasks", tasks, "--out", text(&rows)]);
    #[rustfmt::skip]
    run_runtime(&[
        "export", "--format", "trl", "--arguments", "object", "--tasks", tasks,
        "--trajectories", reference, "--out", text(&shown),
    ]);
}

/// Passes a recipe's check with each template. The check itself holds the tokens, masks and answers;
/// here the verdicts are held to the server, and rewards and advantages to our own formulas. The check
/// may play some attempts beside its rollouts.
fn check(recipe: &str, python: &Path, n_attempts_beside: usize) {
    let _alone = CORES.lock().unwrap_or_else(PoisonError::into_inner);
    let recipes = root().join("trainer/recipes");
    let folder = Served::make_tasks();
    let folder = folder.path();
    export(folder);
    let server = Served::serve_with(folder, &["--view", "meta"]);
    let mut rollouts = Vec::new();
    for template in TEMPLATES {
        let [model, out] =
            [template.to_owned(), format!("{template}.jsonl")].map(|name| folder.join(name));
        let tiny = recipes.join("trl/tiny_checkpoint.py");
        run_trainer(python, &[text(&tiny), text(&folder.join("shown")), text(&model), template]);
        let [script, rows, shown] = [
            recipes.join(recipe).join("check.py"),
            folder.join("rows/train-00000-of-00001.parquet"),
            folder.join("shown/train-00000-of-00001.jsonl"),
        ];
        let url = server.url("OpenEnv");
        run_trainer(
            python,
            &[text(&script), &url, text(&rows), text(&shown), text(&model), text(&out)],
        );
        let played = json_lines(&out);
        assert_eq!(played.len(), N_TASKS * GROUP_SIZE);
        assert_rewarded_as_we_do(&played);
        rollouts.extend(played);
    }
    #[cfg(unix)]
    server.terminate();
    assert_judged_by_us(folder, &rollouts, n_attempts_beside * TEMPLATES.len());
}

/// How many attempts there are for each task and verdict on its criteria.
fn counted<'a>(verdicts: impl Iterator<Item = (&'a Value, &'a Value)>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for (task, passed) in verdicts {
        *counts.entry(format!("{task} {passed}")).or_default() += 1;
    }
    counts
}

/// The server kept each rollout as an attempt, and judging it again gives the verdicts that the
/// trainer was told.
fn assert_judged_by_us(folder: &Path, rollouts: &[Value], n_attempts_beside: usize) {
    let [tasks, out, regraded] =
        ["train.jsonl", "out.jsonl", "regraded.jsonl"].map(|name| folder.join(name));
    #[rustfmt::skip]
    run_runtime(&[
        "regrade", "--tasks", text(&tasks), "--trajectories", text(&out), "--out", text(&regraded),
    ]);
    let attempts = json_lines(&regraded);
    assert_eq!(attempts.len(), rollouts.len() + n_attempts_beside);
    let judged =
        counted(attempts.iter().map(|attempt| (&attempt["task"], &attempt["outcome"]["criteria"])));
    let told = counted(rollouts.iter().map(|rollout| (&rollout["task"], &rollout["passed"])));
    for (verdict, n_told) in told {
        assert!(judged.get(&verdict) >= Some(&n_told), "{verdict}: {judged:?}");
    }
}

fn assert_rewarded_as_we_do(rollouts: &[Value]) {
    const CLOSE: f64 = 1e-6; // Trainers keep rewards in single precision.
    let mut groups: BTreeMap<String, Vec<&Value>> = BTreeMap::new();
    for rollout in rollouts {
        groups.entry(rollout["task"].to_string()).or_default().push(rollout);
    }
    for group in groups.values() {
        let passed = |rollout: &&Value| serde_json::from_value(rollout["passed"].clone()).ok();
        let passed: Vec<Vec<bool>> = group.iter().filter_map(passed).collect();
        assert_eq!(passed.len(), GROUP_SIZE);
        let weights = criterion_weights(&pass_rates(&passed), LAMBDA_DEFAULT);
        let rewards: Vec<f64> = passed.iter().map(|row| rubric_reward(row, &weights)).collect();
        let mean = rewards.iter().sum::<f64>() / rewards.len() as f64;
        let squares = rewards.iter().map(|reward| (reward - mean).powi(2)).sum::<f64>();
        let deviation = (squares / rewards.len() as f64).sqrt();
        assert!(deviation > 0.0, "some rollouts do better than others");
        for (rollout, reward) in group.iter().zip(rewards) {
            let advantage = (reward - mean) / (deviation + DELTA);
            for (name, own) in [("reward", reward), ("advantage", advantage)] {
                let given = rollout[name].as_f64().expect("a number");
                assert!((given - own).abs() < CLOSE, "{name} {own}: {rollout}");
            }
        }
    }
}

#[test]
fn verl_takes_rollouts_in_our_worlds_as_far_as_advantages() {
    let Some(python) = installed("COMPOWORLD_VERL_PYTHON") else { return };
    check("verl", &python, 0);
}

#[test]
fn skyrl_takes_rollouts_in_our_worlds_as_far_as_advantages() {
    let Some(python) = installed("COMPOWORLD_SKYRL_PYTHON") else { return };
    // Its environment is also driven by itself, once.
    check("skyrl", &python, 1);
}
