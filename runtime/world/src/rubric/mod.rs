//! Judging a result: the criteria of a task, compiled once, evaluated on final states.

mod cel_value;
mod cel_state;
mod only_changed;
mod says;

use std::sync::{Arc, OnceLock};

use cel::{Context, Env, Program, Value as CelValue};
use serde_json::Value;

use crate::changes::RowChange;
use crate::environment::Environment;
use crate::task::{Check, Criterion, CriterionKind};
use cel_state::StateView;
use cel_value::cel_value;
use only_changed::AllowedChanges;

/// The criteria of a task, ready to be evaluated, from any thread.
pub struct Rubric {
    criteria: Vec<(CriterionKind, CompiledCheck)>,
}

enum CompiledCheck {
    Cel(Program),
    OnlyChanged(AllowedChanges),
}

/// A criterion whose check cannot be compiled.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("criterion `{id}`: {message}")]
pub struct RubricError {
    /// The criterion's name.
    pub id: String,
    /// What is wrong with its check.
    pub message: String,
}

/// What a result is judged on.
pub struct Evidence<'a> {
    /// The environment in the end.
    pub state: &'a Environment,
    /// The environment at the start.
    pub initial: &'a Environment,
    /// The agent's final answer; `null` when there is none.
    pub answer: &'a Value,
    /// The data of each call that went well, in order.
    pub outputs: &'a [Value],
}

/// The verdict on one criterion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Whether it holds.
    pub holds: bool,
    /// Why not, when there is more to say than that it is false.
    pub reason: Option<String>,
}

impl Rubric {
    /// Compiles the criteria.
    ///
    /// # Errors
    /// The first check that cannot be compiled, with the criterion's name.
    pub fn compile(criteria: &[Criterion]) -> Result<Self, RubricError> {
        let env = standard_env();
        let compile = |criterion: &Criterion| {
            let fault = |message: String| RubricError { id: criterion.id.clone(), message };
            let check = match &criterion.check {
                Check::Cel(source) => {
                    let program = env.compile(source).map_err(|errors| {
                        fault(format!("`{source}` is no CEL expression: {errors}"))
                    })?;
                    CompiledCheck::Cel(program)
                }
                Check::OnlyChanged(paths) => {
                    CompiledCheck::OnlyChanged(AllowedChanges::parse(paths).map_err(fault)?)
                }
            };
            Ok((criterion.kind, check))
        };
        let criteria = criteria.iter().map(compile).collect::<Result<_, RubricError>>()?;
        Ok(Self { criteria })
    }

    /// The number of criteria.
    #[must_use]
    pub fn len(&self) -> usize {
        self.criteria.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.criteria.is_empty()
    }

    /// The kinds of the criteria, in order.
    pub fn kinds(&self) -> impl Iterator<Item = CriterionKind> {
        self.criteria.iter().map(|(kind, _)| *kind)
    }

    /// The verdict on each criterion, in order.
    #[must_use]
    pub fn judge(&self, evidence: &Evidence<'_>) -> Vec<Verdict> {
        self.judge_changes(evidence, &evidence.state.changes_since(evidence.initial))
    }

    /// The same, when the changes since the start are known already.
    #[must_use]
    pub fn judge_changes(&self, evidence: &Evidence<'_>, changes: &[RowChange]) -> Vec<Verdict> {
        let mut context = Context::with_env(Arc::clone(standard_env()));
        context
            .add_function("says", |answer: CelValue, wanted: CelValue| says::says(&answer, &wanted))
            .expect("the standard library has no function of this name");
        context.add_variable_as_val("state", Box::new(StateView::of(evidence.state)));
        context.add_variable_as_val("initial", Box::new(StateView::of(evidence.initial)));
        context.add_variable_as_val("answer", cel_value(evidence.answer));
        let outputs = Value::Array(evidence.outputs.to_vec());
        context.add_variable_as_val("outputs", cel_value(&outputs));

        let judge_one = |(_, check): &(CriterionKind, CompiledCheck)| match check {
            CompiledCheck::OnlyChanged(allowed) => match allowed.first_breach(changes, evidence) {
                None => Verdict { holds: true, reason: None },
                Some(breach) => Verdict { holds: false, reason: Some(breach) },
            },
            CompiledCheck::Cel(program) => match program.execute(&context) {
                Ok(CelValue::Bool(holds)) => Verdict { holds, reason: None },
                Ok(other) => Verdict {
                    holds: false,
                    reason: Some(format!("the check gives {other:?}, not true or false")),
                },
                Err(error) => Verdict { holds: false, reason: Some(error.to_string()) },
            },
        };
        self.criteria.iter().map(judge_one).collect()
    }
}

/// The declarations of CEL's standard library, made once a process.
fn standard_env() -> &'static Arc<Env> {
    static ENV: OnceLock<Arc<Env>> = OnceLock::new();
    ENV.get_or_init(|| Arc::new(Env::stdlib()))
}
