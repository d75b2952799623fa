//! The file that trajectories of served attempts are appended to.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use compoworld_world::Task;
use compoworld_world::rollout::{RolloutError, Trajectory, TrajectoryWriter, check_held};

/// Appends trajectories, and numbers the attempts at each task on from those that the file holds.
pub struct TrajectoryLog {
    writer: TrajectoryWriter,
    n_attempts: Mutex<BTreeMap<String, u32>>,
    policy: String,
}

impl TrajectoryLog {
    /// Opens a file to append to, and gives notes for the user: a last line that a killed run left
    /// torn, and that was cut off.
    ///
    /// # Errors
    /// When the file cannot be used, or holds trajectories of another policy or of other tasks
    /// with the same names.
    pub fn open(
        path: &Path,
        policy: &str,
        tasks: &[Task],
    ) -> Result<(Self, Vec<String>), RolloutError> {
        let (writer, held) = TrajectoryWriter::open(path)?;
        check_held(path, &held.trajectories, tasks, policy)?;
        let mut n_attempts = BTreeMap::new();
        for trajectory in held.trajectories {
            let count = n_attempts.entry(trajectory.task).or_insert(0);
            *count = (*count).max(trajectory.attempt + 1);
        }
        let n_attempts = Mutex::new(n_attempts);
        Ok((Self { writer, n_attempts, policy: policy.to_owned() }, held.notes))
    }

    /// The policy whose trajectories these are.
    pub(crate) fn policy(&self) -> &str {
        &self.policy
    }

    /// Appends a trajectory as the next attempt at its task. Nobody waits for it who could be told
    /// that it failed, so a failure is logged.
    pub(crate) fn append(&self, mut trajectory: Trajectory) {
        let mut n_attempts = self.n_attempts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = n_attempts.entry(trajectory.task.clone()).or_insert(0);
        trajectory.attempt = *count;
        match self.writer.append(&trajectory) {
            Ok(()) => *count += 1,
            Err(error) => tracing::error!(task = trajectory.task, "a trajectory is lost: {error}"),
        }
    }
}
