//! Judging a result: the criteria of a task, compiled once, evaluated on final states.

mod cel_state;
mod cel_value;
mod check_types;
mod judged_text;
mod only_changed;
mod parse_cel;
mod says;

use std::cell::LazyCell;
use std::sync::Arc;

use cel::common::ast::IdedExpr;
use cel::{Context, Value as CelValue};
use compoworld_core::StateInfo;
use serde_json::Value;

use crate::changes::RowChange;
use crate::environment::Environment;
use crate::task::{Check, Criterion, CriterionKind};
use cel_state::StateView;
use cel_value::cel_value;
use check_types::{check_paths, check_types};
use only_changed::AllowedChanges;
use parse_cel::{parse_cel, standard_env};

pub use judged_text::JudgedText;

/// The criteria of a task, ready to be evaluated, from any thread.
pub struct Rubric {
    criteria: Vec<(CriterionKind, CompiledCheck)>,
    uses_outputs: bool,
}

enum CompiledCheck {
    Cel(IdedExpr),
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
    /// Compiles the criteria for tasks that start in this environment.
    ///
    /// # Errors
    /// The first check that cannot be compiled, or that speaks of what the services do not have,
    /// with the criterion's name.
    pub fn compile(criteria: &[Criterion], initial: &Environment) -> Result<Self, RubricError> {
        let members = initial.members();
        let services: Vec<(&str, &'static StateInfo)> =
            members.map(|(alias, instance)| (alias, instance.service().state)).collect();
        let compile = |criterion: &Criterion| {
            let fault = |message: String| RubricError { id: criterion.id.clone(), message };
            let check = match &criterion.check {
                Check::Cel(source) => {
                    let expression = parse_cel(source).map_err(|errors| {
                        fault(format!("`{source}` is no CEL expression: {errors}"))
                    })?;
                    check_types(&expression, &services)
                        .map_err(|what| fault(format!("in `{source}`: {what}")))?;
                    CompiledCheck::Cel(expression)
                }
                Check::OnlyChanged(paths) => {
                    let allowed = AllowedChanges::parse(paths).map_err(fault)?;
                    check_paths(paths, &services).map_err(fault)?;
                    CompiledCheck::OnlyChanged(allowed)
                }
            };
            Ok((criterion.kind, check))
        };
        let criteria = criteria.iter().map(compile).collect::<Result<Vec<_>, RubricError>>()?;
        let uses_outputs = criteria.iter().any(|(_, check)| match check {
            CompiledCheck::Cel(expression) => expression.references().has_variable("outputs"),
            CompiledCheck::OnlyChanged(_) => false,
        });
        Ok(Self { criteria, uses_outputs })
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

    /// Whether any check reads `outputs`; when none does, they need not be given.
    #[must_use]
    pub fn uses_outputs(&self) -> bool {
        self.uses_outputs
    }

    /// The verdict on each criterion, in order.
    #[must_use]
    pub fn judge(&self, evidence: &Evidence<'_>) -> Vec<Verdict> {
        self.judge_changes(evidence, &evidence.state.changes_since(evidence.initial))
    }

    /// The same, when the changes since the start are known already.
    #[must_use]
    pub fn judge_changes(&self, evidence: &Evidence<'_>, changes: &[RowChange]) -> Vec<Verdict> {
        let context = LazyCell::new(|| context(evidence, self.uses_outputs));
        let checks = self.criteria.iter();
        checks.map(|(_, check)| check.judge(|| &context, evidence, changes)).collect()
    }

    /// Whether all criteria hold. Costs less than [`Rubric::judge`]: it stops at the first that does
    /// not, and looks first at those that need no expression evaluated.
    #[must_use]
    pub fn is_satisfied(&self, evidence: &Evidence<'_>) -> bool {
        let changes = evidence.state.changes_since(evidence.initial);
        let context = LazyCell::new(|| context(evidence, self.uses_outputs));
        let is_plain = |check: &CompiledCheck| matches!(check, CompiledCheck::OnlyChanged(_));
        let (plain, others) = (0..self.criteria.len())
            .partition::<Vec<usize>, _>(|at| is_plain(&self.criteria[*at].1));
        plain.into_iter().chain(others).all(|at| {
            let (_, check) = &self.criteria[at];
            check.judge(|| &context, evidence, &changes).holds
        })
    }

    /// Whether all criteria of a kind hold. Costs less than [`Rubric::judge`]: it stops at the
    /// first that does not.
    #[must_use]
    pub fn all_hold(&self, kind: CriterionKind, evidence: &Evidence<'_>) -> bool {
        let changes = evidence.state.changes_since(evidence.initial);
        // A guard over changes needs no expression evaluated, and so nothing to evaluate it in.
        let context = LazyCell::new(|| context(evidence, self.uses_outputs));
        let mut checks = self.criteria.iter().filter(|(other, _)| *other == kind);
        checks.all(|(_, check)| check.judge(|| &context, evidence, &changes).holds)
    }
}

/// What expressions over a result speak of.
fn context(evidence: &Evidence<'_>, with_outputs: bool) -> Context<'static, 'static> {
    let mut context = Context::with_env(Arc::clone(standard_env()));
    context
        .add_function("says", |answer: CelValue, wanted: CelValue| says::says(&answer, &wanted))
        .expect("the standard library has no function of this name");
    context.add_variable_as_val("state", Box::new(StateView::of(evidence.state)));
    context.add_variable_as_val("initial", Box::new(StateView::of(evidence.initial)));
    context.add_variable_as_val("answer", cel_value(evidence.answer));
    if with_outputs {
        let outputs = Value::Array(evidence.outputs.to_vec());
        context.add_variable_as_val("outputs", cel_value(&outputs));
    }
    context
}

impl CompiledCheck {
    fn judge<'a>(
        &self,
        context: impl FnOnce() -> &'a Context<'static, 'static>,
        evidence: &Evidence<'_>,
        changes: &[RowChange],
    ) -> Verdict {
        let fails = |reason: String| Verdict { holds: false, reason: Some(reason) };
        match self {
            Self::OnlyChanged(allowed) => match allowed.first_breach(changes, evidence) {
                None => Verdict { holds: true, reason: None },
                Some(breach) => fails(breach),
            },
            Self::Cel(expression) => match CelValue::resolve(expression, context()) {
                Ok(CelValue::Bool(holds)) => Verdict { holds, reason: None },
                Ok(other) => fails(format!("the check gives {other:?}, not true or false")),
                Err(error) => fails(error.to_string()),
            },
        }
    }
}
