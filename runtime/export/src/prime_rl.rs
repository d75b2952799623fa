//! prime-rl: rows to fine-tune on, and prompts for reinforcement learning with `verifiers`.

use compoworld_world::Task;
use serde_json::{Value, json};

use crate::parquet_file::Shape;
use crate::verl::{ground_truth, message_list, prompt};

/// What a row to fine-tune on holds: what TRL reads, from Parquet.
pub(crate) fn sft_shape() -> Vec<(&'static str, Shape)> {
    let function = Shape::Struct(vec![("name", Shape::Text), ("arguments", Shape::Text)]);
    let call =
        Shape::Struct(vec![("id", Shape::Text), ("type", Shape::Text), ("function", function)]);
    let message = Shape::Struct(vec![
        ("role", Shape::Text),
        ("content", Shape::Text),
        ("tool_calls", Shape::List(Box::new(call))),
        ("tool_call_id", Shape::Text),
        ("name", Shape::Text),
    ]);
    vec![
        ("messages", Shape::List(Box::new(message))),
        ("tools", Shape::Text),
        ("task", Shape::Text),
        ("success", Shape::Bool),
    ]
}

/// What a row for reinforcement learning holds.
pub(crate) fn rl_shape() -> Vec<(&'static str, Shape)> {
    vec![
        ("example_id", Shape::Int),
        ("prompt", message_list()),
        ("answer", Shape::Text),
        ("task", Shape::Text),
        ("info", Shape::Text),
    ]
}

/// The row of one task. `task` names the environment, as `verifiers` has it; `info` says which of
/// its tasks this is.
pub(crate) fn rl_row(task: &Task, index: usize) -> Value {
    json!({
        "example_id": index,
        "prompt": prompt(task),
        "answer": compoworld_world::text_of_answer(&task.reference.answer),
        "task": "compoworld",
        "info": ground_truth(task),
    })
}
