//! `task verify`: the gate again, and how well the verifiers judge.

use std::sync::Arc;

use compoworld_world::gate::{
    Rejection, Rejections, VerifierScore, check_prepared, prepare, score_verifier,
};
use compoworld_world::{Catalog, PreparedTask, Task};
use serde_json::json;

use crate::exit_code;
use crate::failure::Failure;
use crate::output::Output;

/// What is asked for beside the gate.
pub(super) struct Wish {
    pub variants: Option<usize>,
    pub seed: u64,
    pub json: bool,
}

pub(super) fn run(
    catalog: &Catalog,
    tasks: Vec<Task>,
    wish: Wish,
    output: &mut Output<'_>,
) -> Result<u8, Failure> {
    let n_tasks = tasks.len();
    let mut rejections = Rejections::default();
    let mut score = VerifierScore::default();
    for task in tasks {
        let id = task.id.clone();
        match check(catalog, task) {
            Ok(prepared) => {
                if let Some(n_variants) = wish.variants {
                    score.merge(score_verifier(&prepared, n_variants, wish.seed));
                }
            }
            Err(rejection) => {
                let line = format!("{id}: {rejection}");
                if wish.json {
                    output.say(&line)
                } else {
                    output.print(&line)?
                }
                rejections.add(rejection);
            }
        }
    }
    let n_refused = rejections.total();
    output.say(&format!("{} of {n_tasks} tasks are sound", n_tasks - n_refused));
    if wish.variants.is_some() {
        for fault in &score.misjudged {
            output.say(fault);
        }
        output.say(&format!(
            "verifier score: {} of {} valid runs accepted, {} of {} wrong runs refused",
            score.variants_accepted, score.variants, score.wrong_refused, score.wrong
        ));
    }
    if wish.json {
        let verifiers = wish.variants.map(|_| &score);
        let summary = json!({
            "tasks": n_tasks,
            "sound": n_tasks - n_refused,
            "rejections": rejections,
            "verifiers": verifiers,
        });
        output.print(&summary.to_string())?;
    }
    let all_right = n_refused == 0 && score.misjudged.is_empty();
    Ok(if all_right { exit_code::OK } else { exit_code::FAILED })
}

fn check(catalog: &Catalog, task: Task) -> Result<Arc<PreparedTask>, Rejection> {
    let prepared = prepare(catalog, &Arc::new(task))?;
    check_prepared(&prepared)?;
    Ok(prepared)
}
