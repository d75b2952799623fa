//! Many attempts at many tasks: concurrent, and resumable after any kind of end.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use compoworld_core::digest_text;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::catalog::Catalog;
use crate::episode::{PrepareError, PreparedTask};
use crate::rollout::attempt::{AttemptLimits, attempt_timed};
use crate::rollout::policy::{Policy, PolicyError};
use crate::rollout::trajectory::{Ending, Trajectory};
use crate::rollout::trajectory_file::{
    LineWriter, TrajectoryFileError, TrajectoryWriter, order_trajectories,
};
use crate::task::Task;
use crate::tool_view::ToolView;
use crate::world_model::{OfflineModel, WorldModel};

/// How tasks are attempted.
#[derive(Debug, Clone)]
pub struct RolloutOptions {
    /// How many attempts each task gets.
    pub n_attempts: u32,
    /// How long an attempt may be.
    pub limits: AttemptLimits,
    /// How the tools are shown.
    pub view: ToolView,
    /// The seed that every attempt's seed is made of.
    pub seed: u64,
    /// How many attempts run at a time; 0 for one a core.
    pub n_threads: usize,
    /// Whether a progress bar is drawn on stderr.
    pub progress: bool,
    /// The file that the time of each attempt is appended to.
    pub timings: Option<PathBuf>,
    /// What answers simulated tools.
    pub world_model: Arc<dyn WorldModel>,
    /// Services and tools that the world model answers instead of their code.
    pub quarantined: Vec<(String, String)>,
}

impl Default for RolloutOptions {
    fn default() -> Self {
        Self {
            n_attempts: 1,
            limits: AttemptLimits::default(),
            view: ToolView::Flat,
            seed: 0,
            n_threads: 0,
            progress: false,
            timings: None,
            world_model: Arc::new(OfflineModel),
            quarantined: Vec::new(),
        }
    }
}

/// What a run did.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RolloutSummary {
    /// Attempts that the file held already.
    pub n_skipped: usize,
    /// Attempts made.
    pub n_done: usize,
    /// Of these, how many met every criterion.
    pub n_succeeded: usize,
    /// Of these, how many ended since the conversation no longer fitted into the model's context.
    pub n_context_full: usize,
    /// How many calls of these attempts were wrong in their form.
    pub n_malformed: usize,
    /// Attempts that the policy could not finish. They are not in the file, and the next run
    /// makes them again.
    pub n_failed: usize,
    /// The first such failure.
    pub first_failure: Option<PolicyError>,
    /// What the user should know: a last line that was cut off.
    pub notes: Vec<String>,
}

/// Why a run cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum RolloutError {
    /// A task cannot be attempted.
    #[error(transparent)]
    Prepare(#[from] PrepareError),
    /// The file cannot be used.
    #[error(transparent)]
    File(#[from] TrajectoryFileError),
    /// The file holds another policy's trajectories.
    #[error(
        "{} holds trajectories of the policy `{held}`, not of `{policy}`; write to another file",
        .path.display()
    )]
    OtherPolicy {
        /// The file.
        path: PathBuf,
        /// The policy in the file.
        held: String,
        /// The policy of this run.
        policy: String,
    },
    /// The file holds trajectories of other tasks with the same names.
    #[error(
        "{} holds a trajectory of another task called `{task}`: the tasks were made again since; \
         write to another file",
        .path.display()
    )]
    OtherTask {
        /// The file.
        path: PathBuf,
        /// The task's name.
        task: String,
    },
    /// No thread can be started.
    #[error("cannot start threads: {0}")]
    Threads(String),
}

/// Lets a policy attempt tasks, and appends each trajectory to a file as soon as it is whole. What
/// the file holds already is not done again. When nothing is missing any more, the file is put in
/// the order of the tasks, so that equal attempts are equal bytes, in however many runs and on
/// however many machines they were made.
///
/// # Errors
/// When a task cannot be attempted or the file cannot be used. That the policy fails is no error:
/// the summary counts it, and after several failures in a row no further attempt is started.
pub fn run_rollouts(
    catalog: &Catalog,
    tasks: &[Task],
    policy: &dyn Policy,
    out: &Path,
    options: &RolloutOptions,
) -> Result<RolloutSummary, RolloutError> {
    let (writer, held) = TrajectoryWriter::open(out)?;
    check_held(out, &held.trajectories, tasks, &policy.name())?;
    let done: BTreeSet<(&str, u32)> = held
        .trajectories
        .iter()
        .map(|trajectory| (trajectory.task.as_str(), trajectory.attempt))
        .collect();
    let attempts =
        (0..options.n_attempts).flat_map(|number| tasks.iter().map(move |task| (task, number)));
    let wanted: Vec<(&Task, u32)> =
        attempts.filter(|(task, number)| !done.contains(&(task.id.as_str(), *number))).collect();
    let n_skipped = tasks.len() * options.n_attempts as usize - wanted.len();

    let timings = options.timings.as_deref().map(LineWriter::open).transpose()?;
    let run = Run {
        catalog,
        policy,
        writer: &writer,
        timings: timings.as_ref(),
        options,
        bar: progress_bar(wanted.len(), options.progress),
        n_succeeded: AtomicUsize::new(0),
        n_context_full: AtomicUsize::new(0),
        n_malformed: AtomicUsize::new(0),
        failures: Mutex::new(Failures::default()),
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.n_threads)
        .build()
        .map_err(|error| RolloutError::Threads(error.to_string()))?;
    let n_done = pool.install(|| {
        let done: Result<Vec<bool>, RolloutError> =
            wanted.par_iter().map(|(task, number)| run.one(task, *number)).collect();
        done.map(|done| done.into_iter().filter(|done| *done).count())
    })?;
    run.bar.finish_and_clear();
    let failures = run.failures.into_inner().unwrap_or_else(PoisonError::into_inner);
    if n_done == wanted.len() {
        order_trajectories(out, tasks)?;
    }
    Ok(RolloutSummary {
        n_skipped,
        n_done,
        n_succeeded: run.n_succeeded.into_inner(),
        n_context_full: run.n_context_full.into_inner(),
        n_malformed: run.n_malformed.into_inner(),
        n_failed: failures.count,
        first_failure: failures.first,
        notes: held.notes,
    })
}

/// Whether what the file holds is of this policy and of these tasks.
///
/// # Errors
/// When it is of another policy, or of other tasks with the same names.
pub fn check_held(
    out: &Path,
    held: &[Trajectory],
    tasks: &[Task],
    policy: &str,
) -> Result<(), RolloutError> {
    let digests: BTreeMap<&str, String> = match held {
        [] => BTreeMap::new(),
        _ => tasks.iter().map(|task| (task.id.as_str(), task.digest())).collect(),
    };
    for trajectory in held {
        if trajectory.policy != policy {
            return Err(RolloutError::OtherPolicy {
                path: out.to_owned(),
                held: trajectory.policy.clone(),
                policy: policy.to_owned(),
            });
        }
        let digest = digests.get(trajectory.task.as_str());
        if digest.is_some_and(|digest| *digest != trajectory.task_digest) {
            let task = trajectory.task.clone();
            return Err(RolloutError::OtherTask { path: out.to_owned(), task });
        }
    }
    Ok(())
}

struct Run<'a> {
    catalog: &'a Catalog,
    policy: &'a dyn Policy,
    writer: &'a TrajectoryWriter,
    timings: Option<&'a LineWriter>,
    options: &'a RolloutOptions,
    bar: ProgressBar,
    n_succeeded: AtomicUsize,
    n_context_full: AtomicUsize,
    n_malformed: AtomicUsize,
    failures: Mutex<Failures>,
}

#[derive(Default)]
struct Failures {
    count: usize,
    in_a_row: usize,
    first: Option<PolicyError>,
}

impl Run<'_> {
    /// Makes one attempt; tells whether there is a trajectory of it.
    fn one(&self, task: &Task, number: u32) -> Result<bool, RolloutError> {
        const FAILURES_IN_A_ROW_MAX: usize = 5;
        if self.failures().in_a_row >= FAILURES_IN_A_ROW_MAX {
            return Ok(false);
        }
        let prepared = PreparedTask::new(self.catalog, Arc::new(task.clone()))?;
        let prepared = Arc::new(
            prepared
                .with_world_model(Arc::clone(&self.options.world_model), &self.options.quarantined),
        );
        let seed = attempt_seed(self.options.seed, &task.id, number);
        let (view, limits) = (self.options.view, self.options.limits);
        match attempt_timed(self.policy, &prepared, number, seed, view, limits) {
            Ok((trajectory, timing)) => {
                self.writer.append(&trajectory)?;
                self.timings.map_or(Ok(()), |timings| timings.append(&timing))?;
                let is_full = trajectory.ending == Ending::ContextFull;
                for (count, more) in [
                    (&self.n_succeeded, usize::from(trajectory.outcome.success)),
                    (&self.n_context_full, usize::from(is_full)),
                    (&self.n_malformed, trajectory.n_malformed),
                ] {
                    count.fetch_add(more, Ordering::Relaxed);
                }
                self.failures().in_a_row = 0;
                self.bar.inc(1);
                Ok(true)
            }
            Err(error) => {
                tracing::warn!(task = task.id, attempt = number, "{error}");
                let mut failures = self.failures();
                failures.count += 1;
                failures.in_a_row += 1;
                failures.first.get_or_insert(error);
                Ok(false)
            }
        }
    }

    fn failures(&self) -> std::sync::MutexGuard<'_, Failures> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The seed of one attempt: the same in every run, whatever else is run beside it.
fn attempt_seed(seed: u64, task: &str, attempt: u32) -> u64 {
    let digest = digest_text(&format!("{seed}\n{task}\n{attempt}"));
    // Seeds stay below 2^53, so that every JSON reader keeps them whole.
    u64::from_str_radix(&digest[..13], 16).unwrap_or(seed)
}

fn progress_bar(n_attempts: usize, shown: bool) -> ProgressBar {
    if !shown {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} attempts, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(n_attempts as u64).with_style(style)
}
