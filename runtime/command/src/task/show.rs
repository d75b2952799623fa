//! `task show`: a task for reading.

use std::fs;
use std::path::Path;

use compoworld_report::draw_task;
use compoworld_world::{Check, Provenance, ServiceUse, Task};

use crate::failure::Failure;

/// Draws each task into a file of its name.
pub(super) fn draw(tasks: &[Task], folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::file(folder, &error))?;
    for task in tasks {
        let drawing = draw_task(task).map_err(|error| Failure::Io(error.to_string()))?;
        // A task's name may be anything, a file's may not.
        let keep = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
        let path = folder.join(format!("{}.svg", task.id.chars().map(keep).collect::<String>()));
        fs::write(&path, drawing).map_err(|error| Failure::file(&path, &error))?;
    }
    Ok(())
}

/// What is asked, how it can be done, how it is judged.
pub(super) fn describe(task: &Task) -> String {
    let mut lines = vec![format!("# {}", task.id), String::new(), task.instruction.clone()];
    let names = |uses: &[ServiceUse]| {
        uses.iter().map(|used| used.alias.clone()).collect::<Vec<_>>().join(", ")
    };
    lines.push(String::new());
    lines.push(format!("Needs:       {}", names(&task.services)));
    lines.push(format!("Distracts:   {}", names(&task.distractors)));
    lines.push(format!("Walk:        {}", task.graph.walk.join(" → ")));
    lines.push(format!("Difficulty:  K = {}, L = {}", task.difficulty.k, task.difficulty.l));
    lines.push(String::new());
    lines.push("Reference:".to_owned());
    for (step, call) in task.reference.calls.iter().enumerate() {
        lines.push(format!("  {step}. {} {}", call.tool, call.arguments));
        for (pointer, from) in &call.provenance {
            if let Some(source) = source_of(from) {
                lines.push(format!("       {pointer} is {source}"));
            }
        }
    }
    if !task.reference.answer.is_null() {
        lines.push(format!("  Answer: {}", task.reference.answer));
    }
    lines.push(String::new());
    lines.push("Judged by:".to_owned());
    for criterion in &task.rubric {
        lines.push(format!("  [{}] {}", criterion.kind.as_str(), criterion.text));
        lines.push(match &criterion.check {
            Check::Cel(check) => format!("       {check}"),
            Check::OnlyChanged(paths) => format!("       only {} change", paths.join(", ")),
        });
    }
    if !task.judged.is_empty() {
        let percent = task.judged_share() * 100.0;
        lines.push(String::new());
        lines.push(format!("Judged by a language model ({percent:.0}% of the criteria):"));
        for criterion in &task.judged {
            lines.push(format!("  {} ({})", criterion.question, criterion.id));
            lines.push(format!("       of {}", criterion.of));
        }
    }
    if let Some(author) = &task.author {
        lines.push(String::new());
        lines.push(format!("Written by {}: {}", author.model, author.transcript));
    }
    lines.push(String::new());
    lines.join("\n")
}

fn source_of(from: &Provenance) -> Option<String> {
    match from {
        Provenance::Instruction | Provenance::Chosen => None,
        Provenance::Output { step, pointer } => Some(format!("`{pointer}` of step {step}")),
        Provenance::Computed { how, parts } => {
            let parts: Vec<_> = parts
                .iter()
                .map(|part| format!("`{}` of step {}", part.pointer, part.step))
                .collect();
            Some(format!("the {how} of {}", parts.join(", ")))
        }
    }
}
