//! The tasks that there are: their names and instructions, for trainers to choose from, and what is
//! said to an agent before an instruction.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Json;
use compoworld_world::Task;
use compoworld_world::rollout::SYSTEM_PROMPT;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::extract::{Body, Named};
use crate::openenv::{ENVIRONMENT, OpenEnv};
use crate::refusal::Refusal;
use crate::whole_number;

type Answer = Result<Json<Value>, Refusal>;

#[derive(Debug, Deserialize)]
pub(super) struct Wanted {
    split: String,
    #[serde(default, deserialize_with = "whole_number::optional")]
    index: Option<usize>,
    #[serde(default, deserialize_with = "whole_number::optional")]
    start: Option<usize>,
    #[serde(default, deserialize_with = "whole_number::optional")]
    stop: Option<usize>,
}

pub(super) async fn splits(
    State(shared): State<OpenEnv>,
    Named(environment): Named<String>,
) -> Answer {
    check_environment(&environment)?;
    let kind = ["train", "test"].into_iter().find(|kind| shared.split.contains(kind));
    let kind = kind.unwrap_or("validation");
    Ok(Json(json!([{"name": &*shared.split, "type": kind}])))
}

pub(super) async fn tasks(
    State(shared): State<OpenEnv>,
    Named(environment): Named<String>,
    Body(wanted): Body<Wanted>,
) -> Answer {
    check(&shared, &environment, &wanted)?;
    Ok(Json(json!({
        "tasks": range(&shared, None, None),
        "env_name": ENVIRONMENT,
        "system_prompt": SYSTEM_PROMPT,
    })))
}

pub(super) async fn num_tasks(
    State(shared): State<OpenEnv>,
    Named(environment): Named<String>,
    Body(wanted): Body<Wanted>,
) -> Answer {
    check(&shared, &environment, &wanted)?;
    Ok(Json(json!({"num_tasks": shared.sessions.worlds().tasks().len()})))
}

pub(super) async fn task(
    State(shared): State<OpenEnv>,
    Named(environment): Named<String>,
    Body(wanted): Body<Wanted>,
) -> Answer {
    check(&shared, &environment, &wanted)?;
    if shared.sessions.worlds().tasks().is_empty() {
        return Err(Refusal::missing("this server has no tasks: start it with --tasks"));
    }
    let found = wanted.index.and_then(|index| {
        let task = shared.sessions.worlds().tasks().get(index)?;
        Some(shown(index, task))
    });
    match found {
        Some(task) => Ok(Json(json!({"task": task}))),
        None => {
            let status = StatusCode::BAD_REQUEST;
            Err(Refusal::failed(status, "there is no task with this index"))
        }
    }
}

pub(super) async fn task_range(
    State(shared): State<OpenEnv>,
    Named(environment): Named<String>,
    Body(wanted): Body<Wanted>,
) -> Answer {
    check(&shared, &environment, &wanted)?;
    Ok(Json(json!({"tasks": range(&shared, wanted.start, wanted.stop)})))
}

fn range(shared: &OpenEnv, start: Option<usize>, stop: Option<usize>) -> Value {
    let tasks = shared.sessions.worlds().tasks().iter().enumerate();
    let (start, stop) = (start.unwrap_or(0), stop.unwrap_or(usize::MAX));
    let chosen = tasks.skip(start).take(stop.saturating_sub(start));
    chosen.map(|(index, task)| shown(index, task)).collect()
}

/// What may be told of a task before it is attempted.
fn shown(index: usize, task: &Task) -> Value {
    json!({"id": task.id, "index": index, "instruction": task.instruction})
}

fn check(shared: &OpenEnv, environment: &str, wanted: &Wanted) -> Result<(), Refusal> {
    check_environment(environment)?;
    if wanted.split != *shared.split {
        return Err(Refusal::missing(format!("the only split is `{}`", shared.split)));
    }
    Ok(())
}

fn check_environment(environment: &str) -> Result<(), Refusal> {
    if environment.eq_ignore_ascii_case(ENVIRONMENT) {
        return Ok(());
    }
    Err(Refusal::missing(format!("the only environment is `{ENVIRONMENT}`")))
}
