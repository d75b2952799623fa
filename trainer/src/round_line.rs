//! A round of GRPO as a line of metrics: tasks by their names.

use serde_json::{Value, json};

use crate::episodes::WorldTasks;
use crate::groups::GroupVerdicts;
use crate::grpo::GrpoRound;

/// What a round did, with each task's pass rates and weights under its name.
pub fn round_line(round: &GrpoRound, tasks: &WorldTasks) -> Value {
    let mut line = json!(round);
    let group = |GroupVerdicts { task, pass_rates, weights }: &GroupVerdicts| -> Value {
        let task = tasks.id(*task);
        json!({"task": task, "pass_rates": pass_rates, "weights": weights})
    };
    line["groups"] = round.groups.iter().map(group).collect();
    line
}
