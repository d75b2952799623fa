//! Runs in other orders must pass: keys and times that the services make differ in them, so a check
//! that leans on either, or on the path, is found out.

use std::sync::Arc;

use super::course::Course;
use super::rejection::{Rejection, RejectionReason};
use super::vary::Variants;
use crate::dice::Dice;
use crate::episode::PreparedTask;

/// How many other runs are tried.
const RUNS: usize = 3;

pub(super) fn check_other_orders(
    prepared: &Arc<PreparedTask>,
    course: &Course,
) -> Result<(), Rejection> {
    let variants = Variants::of(prepared, course);
    let mut dice = Dice::new(prepared.task().seed);
    for _ in 0..RUNS {
        let run = variants.draw(&mut dice);
        // That the reference itself passes is known.
        if !variants.is_reference(&run) && !run.play(prepared).succeeds() {
            return Err(Rejection::new(
                RejectionReason::OtherOrderFails,
                format!("this does the task too, and fails: {}", run.said()),
            ));
        }
    }
    Ok(())
}
