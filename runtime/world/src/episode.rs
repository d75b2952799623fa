//! One live attempt at a task.

use std::sync::Arc;

use compoworld_core::{CallRecord, ErrorCode, ToolError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::catalog::Catalog;
use crate::changes::RowChange;
use crate::environment::{Environment, EnvironmentError};
use crate::event::{Answer, Recording};
use crate::rubric::{Evidence, JudgedText, Rubric, RubricError, Verdict};
use crate::task::{CriterionKind, Task};
use crate::tool_view::{ToolDescription, ToolView};
use crate::world_model::WorldModel;

/// A task whose environment is built and whose rubric is compiled: attempts start in O(services).
pub struct PreparedTask {
    task: Arc<Task>,
    initial: Environment,
    rubric: Rubric,
    judged: Vec<JudgedText>,
}

/// Why a task cannot be attempted.
#[derive(Debug, thiserror::Error)]
#[error("task `{task}`: {cause}")]
pub struct PrepareError {
    /// The task's name.
    pub task: String,
    /// What is wrong with it.
    pub cause: PrepareCause,
}

/// What is wrong with a task that cannot be attempted.
#[derive(Debug, thiserror::Error)]
pub enum PrepareCause {
    /// Its environment cannot be made.
    #[error(transparent)]
    Environment(#[from] EnvironmentError),
    /// A check of its rubric cannot be compiled.
    #[error(transparent)]
    Rubric(#[from] RubricError),
}

impl PreparedTask {
    /// Builds the task's environment and compiles its rubric. The catalog's version is not looked
    /// at: [`crate::read_tasks`] does.
    ///
    /// # Errors
    /// When a service is unknown, a state does not fit, or a check is no expression.
    pub fn new(catalog: &Catalog, task: Arc<Task>) -> Result<Self, PrepareError> {
        let initial = initial_environment(catalog, &task)
            .map_err(|error| PrepareError { task: task.id.clone(), cause: error.into() })?;
        Self::in_environment(initial, task)
    }

    /// The same when the environment at the start is at hand. The task's own states are not looked
    /// at.
    ///
    /// # Errors
    /// When a check is no expression.
    pub(crate) fn in_environment(
        initial: Environment,
        task: Arc<Task>,
    ) -> Result<Self, PrepareError> {
        let named = |cause: PrepareCause| PrepareError { task: task.id.clone(), cause };
        // A trajectory holds what was said; a second log beside it would cost as much as the calls.
        let initial = initial.with_recording(Recording::Nothing);
        let rubric =
            Rubric::compile(&task.rubric, &initial).map_err(|error| named(error.into()))?;
        let judged = task.judged.iter().map(|criterion| {
            JudgedText::compile(&criterion.of, &initial)
                .map_err(|message| named(RubricError { id: criterion.id.clone(), message }.into()))
        });
        let judged = judged.collect::<Result<Vec<_>, PrepareError>>()?;
        Ok(Self { task, initial, rubric, judged })
    }

    /// The same task, where this world model answers simulated tools and, instead of their code,
    /// these: services and tools that failed verification.
    #[must_use]
    pub fn with_world_model(
        mut self,
        world_model: Arc<dyn WorldModel>,
        quarantined: &[(String, String)],
    ) -> Self {
        let initial = self.initial.with_world_model(world_model);
        self.initial = initial.with_quarantined(quarantined.iter().cloned());
        self
    }

    /// The task.
    #[must_use]
    pub fn task(&self) -> &Arc<Task> {
        &self.task
    }

    /// The environment at the start.
    #[must_use]
    pub fn initial(&self) -> &Environment {
        &self.initial
    }

    /// The rubric.
    #[must_use]
    pub fn rubric(&self) -> &Rubric {
        &self.rubric
    }

    /// Whether any criterion reads what calls answered.
    fn uses_outputs(&self) -> bool {
        self.rubric.uses_outputs() || self.judged.iter().any(JudgedText::uses_outputs)
    }

    /// Starts an attempt.
    #[must_use]
    pub fn start(self: &Arc<Self>) -> Episode {
        Episode {
            environment: self.initial.fork(),
            prepared: Arc::clone(self),
            answers: Vec::new(),
            n_calls: 0,
            calls_max: Episode::CALLS_MAX_DEFAULT,
        }
    }
}

/// The environment at the start of a task: its services, then its distractors.
///
/// # Errors
/// When a service is unknown or a state does not fit.
pub fn initial_environment(
    catalog: &Catalog,
    task: &Task,
) -> Result<Environment, EnvironmentError> {
    let mut environment = Environment::new(catalog, task.seed, task.epoch);
    for member in task.services.iter().chain(&task.distractors) {
        environment.add(&member.alias, catalog.require(&member.service)?)?;
    }
    for (alias, state) in &task.initial_state {
        environment.load(alias, state)?;
    }
    Ok(environment)
}

/// One attempt at a task. Cloning it is a fork: two attempts with one past.
#[derive(Clone)]
pub struct Episode {
    prepared: Arc<PreparedTask>,
    environment: Environment,
    /// The answers of the calls that went well, when the rubric reads them.
    answers: Vec<Answer>,
    n_calls: usize,
    calls_max: usize,
}

/// How an attempt ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Whether each criterion holds, in the rubric's order.
    pub criteria: Vec<bool>,
    /// Why a criterion does not hold, where there is more to say than that.
    pub reasons: Vec<Option<String>>,
    /// Whether all criteria hold.
    pub success: bool,
    /// The share of criteria that hold. How a group of attempts is rewarded is
    /// [`crate::reward`].
    pub rubric_mean: f64,
    /// Every row that differs from the start.
    pub changes: Vec<RowChange>,
    /// The number of calls, failed ones too.
    pub n_calls: usize,
    /// The number of calls that a world model answered.
    pub simulated: u64,
    /// The digest of the environment in the end.
    pub digest: String,
}

impl Episode {
    /// How many calls an attempt may make when nothing else is said.
    pub const CALLS_MAX_DEFAULT: usize = 100;

    /// Prepares a task and starts one attempt at it. For many attempts, prepare once:
    /// [`PreparedTask::start`].
    ///
    /// # Errors
    /// Those of [`PreparedTask::new`].
    pub fn start(catalog: &Catalog, task: Arc<Task>) -> Result<Self, PrepareError> {
        Ok(Arc::new(PreparedTask::new(catalog, task)?).start())
    }

    /// The same attempt, which may make so many calls.
    #[must_use]
    pub fn with_calls_max(mut self, calls_max: usize) -> Self {
        self.calls_max = calls_max;
        self
    }

    /// The task.
    #[must_use]
    pub fn task(&self) -> &Task {
        &self.prepared.task
    }

    /// The task with its environment at the start.
    #[must_use]
    pub fn prepared(&self) -> &Arc<PreparedTask> {
        &self.prepared
    }

    /// The environment as it is now. Not for the agent: it holds what the agent has to find out.
    #[must_use]
    pub fn environment(&self) -> &Environment {
        &self.environment
    }

    /// The tools, as the agent is told of them.
    #[must_use]
    pub fn tools(&self, view: ToolView) -> Vec<ToolDescription> {
        self.environment.tools(view)
    }

    /// How many calls were made.
    #[must_use]
    pub fn n_calls(&self) -> usize {
        self.n_calls
    }

    /// Whether no further call will be run.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.n_calls >= self.calls_max
    }

    /// Calls a tool. Past the budget every call fails with `resource_exhausted`.
    pub fn call(&mut self, tool: &str, arguments: &str) -> Answer {
        self.count_call(|environment| environment.call_recorded(tool, arguments))
    }

    /// The same with arguments that are parsed already.
    pub fn call_value(&mut self, tool: &str, arguments: &Value) -> Answer {
        self.count_call(|environment| environment.call_value(tool, arguments))
    }

    fn count_call(&mut self, call: impl FnOnce(&mut Environment) -> Answer) -> Answer {
        if self.is_exhausted() {
            let message = format!("all {} calls of this task are used up", self.calls_max);
            let error = ToolError::new(ErrorCode::ResourceExhausted, message);
            let CallRecord { text, error, wrote } = CallRecord::of(Err(error), false);
            return Answer { text, error, wrote, simulated: false };
        }
        self.n_calls += 1;
        let answer = call(&mut self.environment);
        if answer.error.is_none() && self.prepared.uses_outputs() {
            self.answers.push(answer.clone());
        }
        answer
    }

    /// Takes out the first row of a table that is not `spared` and that no other row needs, past
    /// the tools: how the gate makes a write beside the point. Gives the row's key.
    pub(crate) fn take_row_out(
        &mut self,
        alias: &str,
        table: &str,
        spared: &dyn Fn(&str) -> bool,
    ) -> Option<String> {
        let state = self.environment.instance(alias)?.state();
        let index = state.info().position(table)?;
        let keys = state.rows(index).iter().map(|(key, _)| key.to_owned());
        let keys: Vec<String> = keys.filter(|key| !spared(key)).collect();
        keys.into_iter().find(|key| {
            let Some(instance) = self.environment.instance(alias) else { return false };
            let mut changed = instance.state().clone_state();
            changed.rows_mut(index).take(key);
            self.environment.replace_state(alias, changed).is_ok()
        })
    }

    /// Judges the attempt with this final answer; `null` for none.
    #[must_use]
    pub fn finish(self, answer: &Value) -> Outcome {
        self.judge(answer)
    }

    /// Judges the attempt as it stands, without ending it.
    #[must_use]
    pub fn judge(&self, answer: &Value) -> Outcome {
        let changes = self.environment.changes_since(&self.prepared.initial);
        let outputs = self.outputs();
        let evidence = self.evidence(answer, &outputs);
        let verdicts = self.prepared.rubric.judge_changes(&evidence, &changes);
        let criteria: Vec<bool> = verdicts.iter().map(|verdict| verdict.holds).collect();
        let n_held = criteria.iter().filter(|holds| **holds).count();
        Outcome {
            success: n_held == criteria.len(),
            rubric_mean: n_held as f64 / criteria.len().max(1) as f64,
            reasons: verdicts.into_iter().map(|Verdict { reason, .. }| reason).collect(),
            criteria,
            changes,
            n_calls: self.n_calls,
            simulated: self.environment.simulated_calls() - self.prepared.initial.simulated_calls(),
            digest: self.environment.digest(),
        }
    }

    /// Whether each criterion holds as the attempt stands: the part of [`Episode::judge`] that
    /// training needs, at a fraction of its cost.
    #[must_use]
    pub fn verdicts(&self, answer: &Value) -> Vec<bool> {
        let outputs = self.outputs();
        let verdicts = self.prepared.rubric.judge(&self.evidence(answer, &outputs));
        verdicts.into_iter().map(|verdict| verdict.holds).collect()
    }

    /// Whether all criteria of a kind hold as the attempt stands.
    #[must_use]
    pub fn all_hold(&self, kind: CriterionKind, answer: &Value) -> bool {
        let outputs = self.outputs();
        self.prepared.rubric.all_hold(kind, &self.evidence(answer, &outputs))
    }

    /// Whether every criterion holds as the attempt stands.
    #[must_use]
    pub(crate) fn succeeds(&self, answer: &Value) -> bool {
        let outputs = self.outputs();
        self.prepared.rubric.is_satisfied(&self.evidence(answer, &outputs))
    }

    /// The text that each judged criterion is about as the attempt stands, or why there is none.
    #[must_use]
    pub fn judged_texts(&self, answer: &Value) -> Vec<Result<String, String>> {
        let outputs = self.outputs();
        let evidence = self.evidence(answer, &outputs);
        self.prepared.judged.iter().map(|text| text.read(&evidence)).collect()
    }

    fn evidence<'a>(&'a self, answer: &'a Value, outputs: &'a [Value]) -> Evidence<'a> {
        let (state, initial) = (&self.environment, &self.prepared.initial);
        Evidence { state, initial, answer, outputs }
    }

    fn outputs(&self) -> Vec<Value> {
        self.answers.iter().filter_map(Answer::data).collect()
    }
}
