//! Which tasks are trained on and which are held out.

use std::collections::BTreeSet;

use compoworld_core::digest_text;
use compoworld_world::Task;
use serde::Serialize;

/// A part of a data set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Split {
    /// To learn from.
    Train,
    /// To measure with.
    Test,
}

impl Split {
    /// Every split, in the order in which they are written.
    pub const ALL: [Self; 2] = [Self::Train, Self::Test];

    /// The name that files carry.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Train => "train",
            Self::Test => "test",
        }
    }
}

/// How tasks are split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Splitting {
    /// Everything is to learn from.
    None,
    /// By the set of services that a task needs: no set is in both parts.
    ServiceSet {
        /// How many of a hundred service sets are held out.
        test_percent: u64,
    },
}

/// The part that a task is in. It depends on the task's services alone, so tasks that are made
/// later, or elsewhere, fall into the same parts.
#[must_use]
pub fn split_of(task: &Task, splitting: Splitting) -> Split {
    split_of_services(&service_set(task), splitting)
}

/// The part that tasks are in which need these services.
#[must_use]
pub fn split_of_services(services: &BTreeSet<&str>, splitting: Splitting) -> Split {
    match splitting {
        Splitting::None => Split::Train,
        Splitting::ServiceSet { test_percent } => {
            let services: Vec<&str> = services.iter().copied().collect();
            let digest = digest_text(&services.join("\n"));
            let draw = u64::from_str_radix(&digest[..8], 16).unwrap_or_default();
            if draw % 100 < test_percent { Split::Test } else { Split::Train }
        }
    }
}

/// The services that a task needs; those that only stand there are not among them.
pub(crate) fn service_set(task: &Task) -> BTreeSet<&str> {
    task.services.iter().map(|used| used.service.as_str()).collect()
}
