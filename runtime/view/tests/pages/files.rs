//! The files of a small run, made by the code that makes them for users.

use std::fs;
use std::path::{Path, PathBuf};

use compoworld_world::Task;
use compoworld_world::rollout::{
    Policy, RandomPolicy, ReferencePolicy, RolloutOptions, run_rollouts,
};
use tempfile::TempDir;

use crate::services::catalog;
use crate::services::sample_task::sample_task;

/// So many tasks, with other names.
pub fn tasks(count: usize) -> Vec<Task> {
    (0..count).map(|n| Task { id: format!("task-{n}"), ..sample_task() }).collect()
}

/// Writes values as lines.
pub fn write_lines<T: serde::Serialize>(path: &Path, values: &[T]) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let lines: String =
        values.iter().map(|value| serde_json::to_string(value).unwrap() + "\n").collect();
    fs::write(path, lines).unwrap();
}

/// Lets a policy attempt tasks once each.
pub fn attempt_all(path: &Path, tasks: &[Task], policy: &dyn Policy) {
    let options = RolloutOptions { n_threads: 1, ..RolloutOptions::default() };
    run_rollouts(&catalog(), tasks, policy, path, &options).unwrap();
}

/// A run's folder: tasks, trajectories of two policies, metrics, an evaluation, what was done.
pub fn run_folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let tasks = tasks(3);
    write_lines(&run.join("tasks/train.jsonl"), &tasks);
    attempt_all(&run.join("good.jsonl"), &tasks, &ReferencePolicy);
    attempt_all(&run.join("random.jsonl"), &tasks, &RandomPolicy::default());
    fs::create_dir_all(run.join("sft")).unwrap();
    let metrics = r#"{"event":"sft_start","n_weights":499585}
{"event":"sft_step","step":1,"loss":3.5,"rate":0.001}
{"event":"sft_step","step":2,"loss":2.5,"rate":0.0005}
{"event":"sft_held_out","step":2,"loss":2.75}
"#;
    fs::write(run.join("sft/metrics.jsonl"), metrics).unwrap();
    fs::create_dir_all(run.join("eval")).unwrap();
    let evaluation = r#"{"n_episodes": 8, "success": 0.625, "criteria_passed": 0.8}"#;
    fs::write(run.join("eval/2-fine-tuned.json"), evaluation).unwrap();
    let phases = r#"[{"name": "Synthesize tasks", "result": "3 to train on", "seconds": 1.25}]"#;
    fs::write(run.join("phases.json"), phases).unwrap();
    fs::write(run.join("tasks/rejections.json"), r#"{"ambiguous": 10}"#).unwrap();
    fs::write(run.join("config.json"), r#"{"nobody's": "business"}"#).unwrap();
    (folder, run)
}
