//! Runs that do a task as well as its reference does, in another way.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::json;

use super::course::Course;
use super::run::{Run, RunCall};
use crate::dice::Dice;
use crate::episode::PreparedTask;
use crate::tool_view::SEPARATOR;

/// Makes valid runs of one task.
pub(super) struct Variants<'a> {
    prepared: &'a Arc<PreparedTask>,
    reference: Run,
    /// The earlier steps that each step has to come after.
    after: Vec<BTreeSet<usize>>,
}

impl<'a> Variants<'a> {
    pub fn of(prepared: &'a Arc<PreparedTask>, course: &Course) -> Self {
        let reference = Run::of_reference(prepared.task());
        let after = dependencies(prepared, course, &reference);
        Self { prepared, reference, after }
    }

    /// A run that differs from the reference in ways that no verifier may mind: independent calls
    /// in another order, more reads, failed calls, numbers in another form.
    pub fn draw(&self, dice: &mut Dice) -> Run {
        let mut run = self.reorder(dice);
        for _ in 0..dice.below(4) {
            let call = match dice.below(3) {
                0 => self.repeated_read(dice),
                1 => self.look_around(dice),
                _ => self.failed_call(dice),
            };
            if let Some(call) = call {
                let at = dice.below(run.calls.len() + 1);
                run.calls.insert(at, call);
            }
        }
        run.respells_numbers = dice.percent(50);
        run
    }

    /// Whether a run is the reference itself.
    pub fn is_reference(&self, run: &Run) -> bool {
        *run == self.reference
    }

    fn reorder(&self, dice: &mut Dice) -> Run {
        let n_steps = self.reference.calls.len();
        let mut done: Vec<usize> = Vec::with_capacity(n_steps);
        while done.len() < n_steps {
            let ready: Vec<usize> = (0..n_steps)
                .filter(|step| !done.contains(step))
                .filter(|step| self.after[*step].iter().all(|needed| done.contains(needed)))
                .collect();
            // A step comes after earlier ones only, so one is always ready.
            let Some(next) = dice.pick_some(&ready) else { break };
            done.push(*next);
        }
        let calls = done.into_iter().map(|step| self.reference.calls[step].clone()).collect();
        Run { calls, ..self.reference.clone() }
    }

    fn repeated_read(&self, dice: &mut Dice) -> Option<RunCall> {
        let reads = self.reference.calls.iter().filter(|call| call.is_read(self.prepared));
        let reads: Vec<&RunCall> = reads.collect();
        dice.pick_some(&reads).map(|call| RunCall { step: None, ..(*call).clone() })
    }

    /// A read of any service, with or without the arguments that it needs.
    fn look_around(&self, dice: &mut Dice) -> Option<RunCall> {
        let mut reads: Vec<String> = Vec::new();
        for (alias, instance) in self.prepared.initial().members() {
            let tools = instance.service().tools.iter().filter(|tool| tool.is_read());
            reads.extend(tools.map(|tool| format!("{alias}{SEPARATOR}{}", tool.name)));
        }
        let tool = dice.pick_some(&reads)?.clone();
        Some(RunCall { tool, arguments: json!({}), step: None })
    }

    /// A call that cannot go well: of a tool that is not there.
    fn failed_call(&self, dice: &mut Dice) -> Option<RunCall> {
        let members = self.prepared.initial().members();
        let aliases: Vec<&str> = members.map(|(alias, _)| alias).collect();
        let tool = format!("{}{SEPARATOR}no_such_tool", dice.pick_some(&aliases)?);
        Some(RunCall { tool, arguments: json!({"id": "none"}), step: None })
    }
}

/// What has to stay in order: a value before its use, reads and writes of one service, and writes
/// to one row.
fn dependencies(prepared: &PreparedTask, course: &Course, reference: &Run) -> Vec<BTreeSet<usize>> {
    let calls = &reference.calls;
    let rows = course.rows_written();
    let reads: Vec<bool> = calls.iter().map(|call| call.is_read(prepared)).collect();
    (0..calls.len())
        .map(|step| {
            let provenance = &prepared.task().reference.calls[step].provenance;
            let values = provenance.values().flat_map(|from| from.steps());
            let order = (0..step).filter(|earlier| {
                let same = calls[*earlier].service() == calls[step].service();
                same && (reads[*earlier] != reads[step] || !rows[*earlier].is_disjoint(&rows[step]))
            });
            values.chain(order).collect()
        })
        .collect()
}
