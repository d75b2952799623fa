//! Why a task is not sound.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// What makes a task unsound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RejectionReason {
    /// A service is unknown, the initial state does not fit, or a check is no expression.
    NotPreparable,
    /// Nothing must be achieved.
    NoGoal,
    /// Nothing must be left alone.
    NoGuard,
    /// A goal holds before anything is done.
    GoalHoldsAtStart,
    /// A guard does not hold before anything is done.
    GuardBrokenAtStart,
    /// A call of the reference fails.
    ReferenceFails,
    /// A call of the reference is answered by a world model, so the goal proves nothing.
    ReferenceIsSimulated,
    /// The reference leads to different states.
    NotReproducible,
    /// The reference leads to another state than the task says.
    OtherGoal,
    /// A goal does not hold after the reference.
    GoalMissed,
    /// A guard does not hold after the reference.
    GuardBrokenByReference,
    /// An argument is not the value that it is said to be.
    WrongProvenance,
    /// A value that must be found out stands in the instruction.
    ValueInInstruction,
    /// The task is done without one of its steps.
    StepNotNeeded,
    /// A write beside the point breaks no guard.
    ExtraWritePasses,
    /// A read beside the point spoils the result.
    ExtraReadFails,
    /// A run that does the task in another order fails.
    OtherOrderFails,
}

/// A task that is not kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection {
    /// The kind of fault.
    pub reason: RejectionReason,
    /// The fault itself.
    pub detail: String,
}

/// How many tasks were not kept, and why.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Rejections {
    /// The number of rejected tasks by reason.
    pub counts: BTreeMap<RejectionReason, usize>,
    /// The first fault of each reason.
    pub examples: BTreeMap<RejectionReason, String>,
}

impl Rejection {
    /// A rejection.
    #[must_use]
    pub fn new(reason: RejectionReason, detail: impl Into<String>) -> Self {
        Self { reason, detail: detail.into() }
    }
}

impl RejectionReason {
    /// The reason as it is written in reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotPreparable => "not_preparable",
            Self::NoGoal => "no_goal",
            Self::NoGuard => "no_guard",
            Self::GoalHoldsAtStart => "goal_holds_at_start",
            Self::GuardBrokenAtStart => "guard_broken_at_start",
            Self::ReferenceFails => "reference_fails",
            Self::ReferenceIsSimulated => "reference_is_simulated",
            Self::NotReproducible => "not_reproducible",
            Self::OtherGoal => "other_goal",
            Self::GoalMissed => "goal_missed",
            Self::GuardBrokenByReference => "guard_broken_by_reference",
            Self::WrongProvenance => "wrong_provenance",
            Self::ValueInInstruction => "value_in_instruction",
            Self::StepNotNeeded => "step_not_needed",
            Self::ExtraWritePasses => "extra_write_passes",
            Self::ExtraReadFails => "extra_read_fails",
            Self::OtherOrderFails => "other_order_fails",
        }
    }
}

impl Rejections {
    /// Counts one more.
    pub fn add(&mut self, rejection: Rejection) {
        *self.counts.entry(rejection.reason).or_default() += 1;
        self.examples.entry(rejection.reason).or_insert(rejection.detail);
    }

    /// Adds the counts of another batch.
    pub fn merge(&mut self, other: Self) {
        for (reason, count) in other.counts {
            *self.counts.entry(reason).or_default() += count;
        }
        for (reason, example) in other.examples {
            self.examples.entry(reason).or_insert(example);
        }
    }

    /// How many there are.
    #[must_use]
    pub fn total(&self) -> usize {
        self.counts.values().sum()
    }
}

impl fmt::Display for RejectionReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.reason, self.detail)
    }
}
