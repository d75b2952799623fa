//! Files of tasks, and the tasks of one.

use std::collections::BTreeSet;

use askama::Template;

use crate::ask::{Asked, Fault};
use crate::inspector::Inspector;
use crate::json_text::clip;
use crate::pages::open_lines::{self, BadLine};
use crate::pages::pager::Pager;
use crate::sources::{Found, TaskSummary};

/// How many characters of an instruction a list shows.
const INSTRUCTION_MAX: usize = 220;

/// A file, as lists of files show it.
pub(crate) struct FileLine {
    pub(crate) number: usize,
    pub(crate) label: String,
    /// What it holds, in a few words.
    pub(crate) holds: String,
}

#[derive(Template)]
#[template(path = "task_files.html")]
pub(crate) struct TaskFilesPage {
    files: Vec<FileLine>,
}

/// The files of tasks.
pub(crate) fn files(inspector: &Inspector) -> TaskFilesPage {
    TaskFilesPage { files: task_files(&inspector.sources.refresh()) }
}

/// The files of tasks, each with how many it holds.
pub(crate) fn task_files(found: &Found) -> Vec<FileLine> {
    let files = found.tasks.iter().enumerate().map(|(number, lines)| {
        let holds = match lines.index() {
            Ok(index) => counted(index.summaries().count(), "task", index.faults().count()),
            Err(error) => format!("cannot be read: {error}"),
        };
        FileLine { number, label: lines.file.label.clone(), holds }
    });
    files.collect()
}

/// `12 tasks`, `1 task, 2 bad lines`.
pub(crate) fn counted(count: usize, what: &str, n_bad: usize) -> String {
    let many = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        _ if what.ends_with('y') => format!("{count} {}ies", &what[..what.len() - 1]),
        _ => format!("{count} {what}s"),
    };
    match n_bad {
        0 => many(count, what),
        _ => format!("{}, {}", many(count, what), many(n_bad, "bad line")),
    }
}

#[derive(Template)]
#[template(path = "tasks.html")]
pub(crate) struct TasksPage {
    file: usize,
    label: String,
    wanted: String,
    service: String,
    variation: String,
    k: String,
    services: Vec<String>,
    variations: Vec<String>,
    ks: Vec<String>,
    tasks: Vec<TaskLine>,
    pager: Pager,
    n_all: usize,
    bad: Vec<BadLine>,
}

struct TaskLine {
    line: usize,
    id: String,
    instruction: String,
    services: Vec<String>,
    k: usize,
    l: usize,
    variations: Vec<String>,
    n_criteria: usize,
}

/// The tasks of a file that a filter leaves.
pub(crate) fn page(inspector: &Inspector, file: &str, asked: &Asked) -> Result<TasksPage, Fault> {
    let found = inspector.sources.found();
    let lines = open_lines::file(&found.tasks, file)?;
    let index = open_lines::index(lines)?;
    let wanted = asked.text("q").to_lowercase();
    let (service, variation, k) = (asked.text("service"), asked.text("variation"), asked.text("k"));
    let kept: Vec<(usize, &TaskSummary)> = index
        .summaries()
        .filter(|(_, task)| {
            let uses = |name: &str| task.services.iter().any(|used| used.service == name);
            let varies = || task.difficulty.variations.iter().any(|one| one == variation);
            let is_of_k = || task.difficulty.k.to_string() == k;
            (wanted.is_empty() || says(task, &wanted))
                && (service.is_empty() || uses(service))
                && (variation.is_empty() || varies())
                && (k.is_empty() || is_of_k())
        })
        .collect();
    let all = || index.summaries().map(|(_, task)| task);
    let services: BTreeSet<&str> =
        all().flat_map(|task| &task.services).map(|used| used.service.as_str()).collect();
    let variations: BTreeSet<&str> =
        all().flat_map(|task| &task.difficulty.variations).map(String::as_str).collect();
    let ks: BTreeSet<usize> = all().map(|task| task.difficulty.k).collect();
    let pager = Pager::new(kept.len(), asked.number("page"));
    Ok(TasksPage {
        file: file.parse().unwrap_or_default(),
        label: lines.file.label.clone(),
        wanted: asked.text("q").to_owned(),
        service: service.to_owned(),
        variation: variation.to_owned(),
        k: k.to_owned(),
        services: services.into_iter().map(str::to_owned).collect(),
        variations: variations.into_iter().map(str::to_owned).collect(),
        ks: ks.into_iter().map(|k| k.to_string()).collect(),
        tasks: pager.lines(&kept).iter().map(|(line, task)| task_line(*line, task)).collect(),
        pager,
        n_all: index.summaries().count(),
        bad: open_lines::bad_lines(&index),
    })
}

/// Whether each wanted word is in a task's name, its instruction or its services.
fn says(task: &TaskSummary, wanted: &str) -> bool {
    let text = format!("{} {}", task.id, task.instruction).to_lowercase();
    let named = |word: &str| task.services.iter().any(|used| used.service.contains(word));
    wanted.split_whitespace().all(|word| text.contains(word) || named(word))
}

fn task_line(line: usize, task: &TaskSummary) -> TaskLine {
    TaskLine {
        line,
        id: task.id.clone(),
        instruction: clip(&task.instruction, INSTRUCTION_MAX),
        services: task.services.iter().map(|used| used.alias.clone()).collect(),
        k: task.difficulty.k,
        l: task.difficulty.l,
        variations: task.difficulty.variations.clone(),
        n_criteria: task.rubric.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn counts_are_said_in_words() {
        assert_eq!(counted(1, "task", 0), "1 task");
        assert_eq!(counted(0, "trajectory", 0), "0 trajectories");
        assert_eq!(counted(2, "task", 1), "2 tasks, 1 bad line");
    }
}
