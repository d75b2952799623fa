//! verl: prompts for reinforcement learning, as Parquet rows.
//!
//! `interaction_kwargs` tells the agent loop of `trainer/recipes/verl` which task a row is, and the
//! environment of `trainer/recipes/skyrl` reads it there too. Tools come from the server. `tools_kwargs`
//! tells the task to tools of one's own, which verl is told of once for a run: the four meta-tools,
//! through which an attempt finds and calls those of its task.

use compoworld_core::canonical_json;
use compoworld_world::Task;
use compoworld_world::rollout::SYSTEM_PROMPT;
use serde_json::{Value, json};

use crate::parquet_file::Shape;
use crate::split::Split;

/// The tools that a configuration of verl may name.
const META_TOOLS: [&str; 4] = ["list_services", "list_tools", "describe_tool", "call_tool"];

/// The agent loop that plays a row: `trainer/recipes/verl` has it. verl's own makes a tool for each
/// call, so nothing would last from one call to the next.
const AGENT_LOOP: &str = "compoworld";

/// What a row holds.
pub(crate) fn verl_shape() -> Vec<(&'static str, Shape)> {
    let of_task = || Shape::Struct(vec![("task", Shape::Text), ("task_digest", Shape::Text)]);
    let created = || Shape::Struct(vec![("create_kwargs", of_task())]);
    let interaction = vec![("name", Shape::Text), ("task", Shape::Text)];
    vec![
        ("data_source", Shape::Text),
        ("prompt", message_list()),
        ("ability", Shape::Text),
        (
            "reward_model",
            Shape::Struct(vec![("style", Shape::Text), ("ground_truth", Shape::Text)]),
        ),
        ("agent_name", Shape::Text),
        (
            "extra_info",
            Shape::Struct(vec![
                ("split", Shape::Text),
                ("index", Shape::Int),
                ("need_tools_kwargs", Shape::Bool),
                ("tools_kwargs", Shape::Struct(META_TOOLS.map(|tool| (tool, created())).to_vec())),
                ("interaction_kwargs", Shape::Struct(interaction)),
            ]),
        ),
    ]
}

/// A list of messages without calls.
pub(crate) fn message_list() -> Shape {
    let message = Shape::Struct(vec![("role", Shape::Text), ("content", Shape::Text)]);
    Shape::List(Box::new(message))
}

/// The row of one task.
pub(crate) fn verl_row(task: &Task, split: Split, index: usize) -> Value {
    let digest = task.digest();
    let created = json!({"create_kwargs": {"task": task.id, "task_digest": digest}});
    let tools: serde_json::Map<_, _> =
        META_TOOLS.iter().map(|tool| ((*tool).to_owned(), created.clone())).collect();
    json!({
        "data_source": "compoworld",
        "prompt": prompt(task),
        "ability": "tool_use",
        "reward_model": {"style": "rule", "ground_truth": ground_truth(task)},
        "agent_name": AGENT_LOOP,
        "extra_info": {
            "split": split.as_str(),
            "index": index,
            "need_tools_kwargs": true,
            "tools_kwargs": tools,
            "interaction_kwargs": {"name": "compoworld", "task": task.id},
        },
    })
}

/// What an attempt at the task opens with.
pub(crate) fn prompt(task: &Task) -> Value {
    json!([
        {"role": "system", "content": SYSTEM_PROMPT},
        {"role": "user", "content": task.instruction},
    ])
}

/// What an attempt is judged by, as text. The judging itself is done where the services are.
pub(crate) fn ground_truth(task: &Task) -> String {
    canonical_json(&json!({
        "task": task.id,
        "task_digest": task.digest(),
        "goal_digest": task.goal_digest,
        "answer": task.reference.answer,
        "rubric": task.rubric,
    }))
}
