//! The gate: keeps the tasks that are sound, and tells of each other one why it is not.
//!
//! A sound task can be done (its reference does it, twice alike), must be done (neither doing
//! nothing nor leaving a step out passes), and is judged by what it asks for (a write beside the
//! point breaks a guard, a read more does no harm).
//!
//! How well a verifier judges is measured apart ([`score_verifier`]): by runs that are right in
//! another way, and by runs that go wrong in one place.

mod check_orders;
mod check_shortcuts;
mod check_values;
mod course;
mod lint;
mod rejection;
mod replay_reference;
mod run;
mod score;
mod spoil;
mod vary;

use std::sync::Arc;

use crate::catalog::Catalog;
use crate::episode::{Outcome, PrepareError, PreparedTask};
use crate::task::{CriterionKind, Task};
use check_orders::check_other_orders;
use check_shortcuts::{check_dropped_steps, check_extra_reads, check_extra_writes};
use check_values::check_values;
use course::Course;

pub use lint::{Fault, lint_task};
pub use rejection::{Rejection, RejectionReason, Rejections};
pub use replay_reference::{Replay, replay_reference};
pub use score::{VerifierScore, score_verifier};

/// Checks a task.
///
/// # Errors
/// The first thing that makes it unsound.
pub fn check_task(catalog: &Catalog, task: &Arc<Task>) -> Result<(), Rejection> {
    check_prepared(&prepare(catalog, task)?)
}

/// Builds a task's environment and compiles its rubric, for [`check_prepared`].
///
/// # Errors
/// Why that cannot be.
pub fn prepare(catalog: &Catalog, task: &Arc<Task>) -> Result<Arc<PreparedTask>, Rejection> {
    PreparedTask::new(catalog, Arc::clone(task)).map(Arc::new).map_err(not_preparable)
}

/// What the gate says of a task that cannot be prepared.
pub(crate) fn not_preparable(error: PrepareError) -> Rejection {
    Rejection::new(RejectionReason::NotPreparable, error.to_string())
}

/// Checks a task whose environment is built already.
///
/// # Errors
/// The first thing that makes it unsound.
pub fn check_prepared(prepared: &Arc<PreparedTask>) -> Result<(), Rejection> {
    check_start(prepared)?;
    let (replay, outcome, course) = check_reference(prepared)?;
    check_values(prepared.task(), &replay)?;
    check_dropped_steps(prepared, &course)?;
    check_extra_writes(prepared, &replay, &outcome)?;
    check_extra_reads(prepared)?;
    check_other_orders(prepared, &course)
}

/// At the start no goal holds, every guard does, and there is a goal and a guard.
fn check_start(prepared: &Arc<PreparedTask>) -> Result<(), Rejection> {
    let task = prepared.task();
    for (kind, reason, what) in [
        (CriterionKind::Goal, RejectionReason::NoGoal, "goal"),
        (CriterionKind::Guard, RejectionReason::NoGuard, "guard"),
    ] {
        if task.rubric.iter().all(|criterion| criterion.kind != kind) {
            return Err(Rejection::new(reason, format!("the rubric has no {what}")));
        }
    }
    let verdicts = prepared.start().verdicts(&serde_json::Value::Null);
    for (criterion, holds) in task.rubric.iter().zip(&verdicts) {
        let reason = match (criterion.kind, holds) {
            (CriterionKind::Goal, true) => RejectionReason::GoalHoldsAtStart,
            (CriterionKind::Guard, false) => RejectionReason::GuardBrokenAtStart,
            _ => continue,
        };
        return Err(Rejection::new(reason, format!("criterion `{}`", criterion.id)));
    }
    Ok(())
}

/// The reference runs through, leads to the goal twice alike, and satisfies the rubric there.
fn check_reference(prepared: &Arc<PreparedTask>) -> Result<(Replay, Outcome, Course), Rejection> {
    let task = prepared.task();
    let replay = replay_reference(prepared, None);
    if let Some((step, answer)) = &replay.failure {
        let tool = &task.reference.calls[*step].tool;
        let detail = format!("step {step}, `{tool}`: {answer}");
        return Err(Rejection::new(RejectionReason::ReferenceFails, detail));
    }
    let outcome = replay.outcome();
    if outcome.simulated > 0 {
        let detail = format!("{} calls were simulated", outcome.simulated);
        return Err(Rejection::new(RejectionReason::ReferenceIsSimulated, detail));
    }
    let course = Course::of(prepared);
    let again = course.end().environment();
    if !again.is_same_state(replay.episode.environment()) {
        let detail = format!("{} then {}", outcome.digest, again.digest());
        return Err(Rejection::new(RejectionReason::NotReproducible, detail));
    }
    if outcome.digest != task.goal_digest {
        let detail = format!("the reference leads to {}, not {}", outcome.digest, task.goal_digest);
        return Err(Rejection::new(RejectionReason::OtherGoal, detail));
    }
    for (index, criterion) in task.rubric.iter().enumerate() {
        if outcome.criteria[index] {
            continue;
        }
        let reason = match criterion.kind {
            CriterionKind::Goal => RejectionReason::GoalMissed,
            CriterionKind::Guard => RejectionReason::GuardBrokenByReference,
        };
        let why = outcome.reasons[index].as_deref().unwrap_or("false");
        return Err(Rejection::new(reason, format!("criterion `{}`: {why}", criterion.id)));
    }
    Ok((replay, outcome, course))
}
