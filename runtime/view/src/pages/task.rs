//! One task: what is asked, how its values flow, how it can be done and how it is judged.

use std::sync::Arc;

use askama::Template;
use compoworld_report::draw_task;
use compoworld_world::gate::{check_prepared, replay_reference};
use compoworld_world::{
    Check, Criterion, PreparedTask, Provenance, ReferenceCall, Task, initial_environment,
    text_of_answer,
};
use serde_json::Value;

use crate::ask::Fault;
use crate::domain_bars::words;
use crate::inspector::Inspector;
use crate::json_text::{JsonHtml, cell, json_html};
use crate::pages::open_lines::{self, OpenLine};
use crate::table_view::{ChangeView, TableView, changes, tables};
use crate::worlds::World;

#[derive(Template)]
#[template(path = "task.html")]
pub(crate) struct TaskPage {
    file: usize,
    label: String,
    line: usize,
    previous: Option<usize>,
    next: Option<usize>,
    task: Task,
    graph: String,
    steps: Vec<StepView>,
    answer: String,
    criteria: Vec<CriterionView>,
    proof: Proof,
    changes: Vec<ChangeView>,
    rows: Vec<(String, Vec<TableView>)>,
    other_catalog: bool,
}

struct StepView {
    number: usize,
    tool: String,
    arguments: JsonHtml,
    sources: Vec<(String, String)>,
    data: Option<JsonHtml>,
    flows: Vec<(String, usize)>,
    /// How many criteria hold when everything but this step, and what needs it, is done.
    without: Option<usize>,
}

/// A criterion, and whether it holds before and after the reference; unknown when the task cannot be
/// prepared.
struct CriterionView {
    id: String,
    text: String,
    kind: &'static str,
    check: String,
    at_start: Option<bool>,
    at_end: Option<bool>,
    reason: Option<String>,
}

/// What the gate says of the task.
enum Proof {
    Sound,
    Rejected { reason: String, detail: String },
    Unknown(String),
}

/// A task, its reference run again and the gate passed again.
pub(crate) fn page(inspector: &Inspector, file: &str, line: &str) -> Result<TaskPage, Fault> {
    let found = inspector.sources.found();
    let lines = open_lines::file(&found.tasks, file)?;
    let OpenLine { value: task, number, previous, next } =
        open_lines::line::<_, Task>(lines, line)?;
    let graph = draw_task(&task).map_err(|error| Fault::Broken(error.to_string()))?;
    let mut page = TaskPage {
        file: file.parse().unwrap_or_default(),
        label: lines.file.label.clone(),
        line: number,
        previous,
        next,
        graph,
        steps: task
            .reference
            .calls
            .iter()
            .enumerate()
            .map(|(at, call)| step(&task, at, call))
            .collect(),
        answer: text_of_answer(&task.reference.answer),
        criteria: task.rubric.iter().map(criterion).collect(),
        proof: Proof::Unknown(String::new()),
        changes: Vec::new(),
        rows: rows(inspector, &task),
        other_catalog: task.catalog_version != inspector.catalog.version(),
        task,
    };
    page.prove(inspector);
    Ok(page)
}

/// Opens the environment at the task's start; returns its page.
pub(crate) fn open(inspector: &Inspector, file: &str, line: &str) -> Result<String, Fault> {
    let found = inspector.sources.found();
    let lines = open_lines::file(&found.tasks, file)?;
    let task = open_lines::line::<_, Task>(lines, line)?.value;
    let environment = initial_environment(&inspector.catalog, &task)
        .map_err(|error| Fault::Refused(error.to_string()))?;
    let world = World::new(format!("start of task {}", task.id), environment);
    let number = inspector.worlds.add(world).map_err(Fault::Refused)?;
    Ok(format!("/environments/{number}"))
}

impl TaskPage {
    /// Runs the reference and the gate, and notes what came of it.
    fn prove(&mut self, inspector: &Inspector) {
        let prepared = match PreparedTask::new(&inspector.catalog, Arc::new(self.task.clone())) {
            Ok(prepared) => Arc::new(prepared),
            Err(error) => {
                self.proof = Proof::Unknown(error.to_string());
                return;
            }
        };
        self.proof = match check_prepared(&prepared) {
            Ok(()) => Proof::Sound,
            Err(rejection) => Proof::Rejected {
                reason: words(rejection.reason.as_str()),
                detail: rejection.detail,
            },
        };
        let replay = replay_reference(&prepared, None);
        for (at, (step, data)) in self.steps.iter_mut().zip(&replay.outputs).enumerate() {
            step.data = data.as_ref().map(json_html);
            let without = replay_reference(&prepared, Some(at)).outcome().criteria;
            step.without = Some(without.iter().filter(|holds| **holds).count());
        }
        let start = prepared.start().verdicts(&Value::Null);
        let outcome = replay.outcome();
        self.changes = changes(&outcome.changes);
        for (at, criterion) in self.criteria.iter_mut().enumerate() {
            criterion.at_start = start.get(at).copied();
            criterion.at_end = outcome.criteria.get(at).copied();
            criterion.reason = outcome.reasons.get(at).cloned().flatten();
        }
    }
}

fn step(task: &Task, at: usize, call: &ReferenceCall) -> StepView {
    let sources = call.provenance.iter().map(|(pointer, from)| (name(pointer), source(from)));
    let flows = task.graph.edges.iter().filter(|edge| edge.from_step == at);
    StepView {
        number: at + 1,
        tool: call.tool.clone(),
        arguments: json_html(&call.arguments),
        sources: sources.collect(),
        data: None,
        flows: flows.map(|edge| (cell(&edge.value), edge.to_step + 1)).collect(),
        without: None,
    }
}

/// A JSON pointer as people say it: `items.0.id`.
fn name(pointer: &str) -> String {
    match pointer.trim_start_matches('/') {
        "" => "everything".to_owned(),
        path => path.replace('/', "."),
    }
}

fn source(from: &Provenance) -> String {
    let output = |step: usize, pointer: &str| format!("{} of step {}", name(pointer), step + 1);
    match from {
        Provenance::Instruction => "said in the instruction".to_owned(),
        Provenance::Chosen => "follows from the tool".to_owned(),
        Provenance::Output { step, pointer } => output(*step, pointer),
        Provenance::Computed { how, parts } => {
            let parts: Vec<String> =
                parts.iter().map(|part| output(part.step, &part.pointer)).collect();
            format!("{how} of {}", parts.join(", "))
        }
    }
}

fn criterion(criterion: &Criterion) -> CriterionView {
    CriterionView {
        id: criterion.id.clone(),
        text: criterion.text.clone(),
        kind: criterion.kind.as_str(),
        check: check_text(&criterion.check),
        at_start: None,
        at_end: None,
        reason: None,
    }
}

/// A check as it is read.
pub(super) fn check_text(check: &Check) -> String {
    match check {
        Check::Cel(source) => source.clone(),
        Check::OnlyChanged(paths) => format!("nothing changes but {}", paths.join(", ")),
    }
}

/// The rows of each service at the start, the services that are needed first.
fn rows(inspector: &Inspector, task: &Task) -> Vec<(String, Vec<TableView>)> {
    let members = task.services.iter().chain(&task.distractors);
    let rows = members.filter_map(|member| {
        let state = task.initial_state.get(&member.alias)?;
        let info = inspector.catalog.find(&member.service).map(|service| service.state);
        let tables = tables(state, info).into_iter().filter(|table| table.n_rows > 0);
        Some((member.alias.clone(), tables.collect()))
    });
    rows.collect()
}
