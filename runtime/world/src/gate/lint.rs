//! What is wrong with a task as it is written, without running it: every fault at once.

use std::collections::BTreeSet;
use std::slice;

use super::check_values::is_given_away;
use crate::catalog::Catalog;
use crate::environment::Environment;
use crate::rubric::{JudgedText, Rubric};
use crate::said::count_said;
use crate::task::{CriterionKind, Provenance, Task};
use crate::whole_words::count_whole;

/// A fault of a task as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where: a JSON pointer into the task.
    pub place: String,
    /// What is wrong, and what to do.
    pub message: String,
}

/// The faults of a task, in the order of its parts. What only running tells, the gate says
/// ([`super::check_task`]).
#[must_use]
pub fn lint_task(catalog: &Catalog, task: &Task) -> Vec<Fault> {
    let mut lint = Lint { task, faults: Vec::new() };
    let environment = lint.environment(catalog);
    lint.instruction(&environment);
    lint.graph();
    lint.reference(&environment);
    lint.rubric(&environment);
    lint.faults
}

struct Lint<'a> {
    task: &'a Task,
    faults: Vec<Fault>,
}

impl Lint<'_> {
    fn fault(&mut self, place: impl Into<String>, message: impl Into<String>) {
        self.faults.push(Fault { place: place.into(), message: message.into() });
    }

    /// As much of the environment as can be made.
    fn environment(&mut self, catalog: &Catalog) -> Environment {
        let task = self.task;
        let mut environment = Environment::new(catalog, task.seed, task.epoch);
        for (list, uses) in [("services", &task.services), ("distractors", &task.distractors)] {
            for (index, used) in uses.iter().enumerate() {
                let added = match catalog.require(&used.service) {
                    Ok(service) => environment.add(&used.alias, service),
                    Err(unknown) => Err(unknown.into()),
                };
                if let Err(error) = added {
                    self.fault(format!("/{list}/{index}"), error.to_string());
                }
            }
        }
        for (alias, state) in &task.initial_state {
            if let Err(error) = environment.load(alias, state) {
                self.fault(format!("/initial_state/{alias}"), error.to_string());
            }
        }
        environment
    }

    fn instruction(&mut self, environment: &Environment) {
        let text = &self.task.instruction;
        if text.trim().is_empty() {
            self.fault("/instruction", "nothing is asked");
        }
        let mut named = BTreeSet::new();
        for (_, instance) in environment.members() {
            let tools = instance.service().tools.iter().map(|tool| tool.name);
            named.extend(tools.filter(|name| name.contains('_') && count_whole(text, name) > 0));
        }
        for name in named {
            self.fault(
                "/instruction",
                format!("it names the tool `{name}`; say what is wanted, not how"),
            );
        }
    }

    fn graph(&mut self) {
        let task = self.task;
        let walk = &task.graph.walk;
        for (index, pair) in walk.windows(2).enumerate() {
            if pair[0] == pair[1] && task.services.len() > 1 {
                let place = format!("/graph/walk/{}", index + 1);
                self.fault(place, format!("`{}` comes twice in a row", pair[0]));
            }
        }
        for (index, used) in task.services.iter().enumerate() {
            if !walk.is_empty() && !walk.contains(&used.alias) {
                let message = format!("the walk never comes to `{}`", used.alias);
                self.fault(format!("/services/{index}"), message);
            }
        }
        for (index, edge) in task.graph.edges.iter().enumerate() {
            if edge.from_step >= edge.to_step || edge.to_step > task.reference.calls.len() {
                let message = format!(
                    "a value flows from step {} to step {}, which is not a later one",
                    edge.from_step, edge.to_step
                );
                self.fault(format!("/graph/edges/{index}"), message);
            }
        }
    }

    fn reference(&mut self, environment: &Environment) {
        let task = self.task;
        for (step, call) in task.reference.calls.iter().enumerate() {
            let place = format!("/reference/calls/{step}");
            match environment.find_tool(&call.tool) {
                Err(error) => self.fault(format!("{place}/tool"), error.message),
                Ok((_, tool)) => {
                    if let Err(error) = tool.admit(&call.arguments) {
                        self.fault(format!("{place}/arguments"), error.message);
                    }
                }
            }
            for (pointer, from) in &call.provenance {
                let value = call.arguments.pointer(pointer);
                self.provenance(&format!("{place}/arguments{pointer}"), step, value, from);
            }
        }
        let n_calls = task.reference.calls.len();
        for (pointer, from) in &task.reference.answer_provenance {
            let value = task.reference.answer.pointer(pointer);
            self.provenance(&format!("/reference/answer{pointer}"), n_calls, value, from);
        }
    }

    fn provenance(
        &mut self,
        place: &str,
        step: usize,
        value: Option<&serde_json::Value>,
        from: &Provenance,
    ) {
        let Some(value) = value else {
            return self.fault(place, "its source is told, but there is no such part");
        };
        if let Some(source) = from.steps().into_iter().find(|source| *source >= step) {
            self.fault(place, format!("it is taken from step {source}, which comes no sooner"));
        }
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let instruction = &self.task.instruction;
        let is_said = count_said(instruction, &text) > 0;
        match from {
            Provenance::Instruction if !is_said && !value.is_boolean() => {
                self.fault(place, format!("the instruction does not say {value}"));
            }
            Provenance::Output { .. } if is_given_away(instruction, value) => {
                self.fault(
                    place,
                    format!("{value} has to be found out, and the instruction says it"),
                );
            }
            _ => {}
        }
    }

    fn rubric(&mut self, environment: &Environment) {
        let rubric = &self.task.rubric;
        let mut ids = BTreeSet::new();
        for (index, criterion) in rubric.iter().enumerate() {
            let place = format!("/rubric/{index}");
            if !ids.insert(&criterion.id) {
                let message = format!("there is a criterion `{}` already", criterion.id);
                self.fault(format!("{place}/id"), message);
            }
            if let Err(error) = Rubric::compile(slice::from_ref(criterion), environment) {
                self.fault(format!("{place}/check"), error.message);
            }
        }
        for (index, criterion) in self.task.judged.iter().enumerate() {
            let place = format!("/judged/{index}");
            if !ids.insert(&criterion.id) {
                let message = format!("there is a criterion `{}` already", criterion.id);
                self.fault(format!("{place}/id"), message);
            }
            if criterion.question.trim().is_empty() {
                self.fault(format!("{place}/question"), "nothing is asked");
            }
            if let Err(message) = JudgedText::compile(&criterion.of, environment) {
                self.fault(format!("{place}/of"), message);
            }
        }
        for (kind, what) in [
            (CriterionKind::Goal, "no goal: nothing must be achieved"),
            (CriterionKind::Guard, "no guard: nothing must be left alone; add an `only_changed`"),
        ] {
            if rubric.iter().all(|criterion| criterion.kind != kind) {
                self.fault("/rubric", what);
            }
        }
    }
}
