//! A round of GRPO as a line of metrics: tasks by their names.

use serde::Serialize;
use serde_json::{Value, json};

use crate::episodes::WorldTasks;
use crate::groups::GroupVerdicts;

/// What a round did, with the pass rates and weights of each of its groups under the task's name.
pub fn round_line(round: &impl Serialize, groups: &[GroupVerdicts], tasks: &WorldTasks) -> Value {
    let mut line = json!(round);
    let group = |GroupVerdicts { task, pass_rates, weights }: &GroupVerdicts| -> Value {
        let task = tasks.id(*task);
        json!({"task": task, "pass_rates": pass_rates, "weights": weights})
    };
    line["groups"] = groups.iter().map(group).collect();
    line
}
