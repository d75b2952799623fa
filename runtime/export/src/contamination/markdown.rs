//! The report on contamination as Markdown.

use std::fmt::Write;

use super::{Contamination, NEAR_SHARE, NGRAM_WORDS, Overlap};

/// The report as Markdown.
#[must_use]
pub fn markdown(found: &Contamination) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "# Contamination\n\n{} tasks to learn from, {} to measure with.\n\n\
         | Of the evaluation | All | Also in training | Share |\n|---|---:|---:|---:|",
        found.n_train, found.n_evaluation
    );
    let near = format!(
        "tasks with a near-identical instruction ({:.0}% of its {NGRAM_WORDS}-word phrases)",
        100.0 * NEAR_SHARE
    );
    let overlaps: [(&str, &Overlap); 6] = [
        ("tasks", &found.same_tasks),
        ("tasks with this set of services", &found.service_sets),
        ("tasks with this walk", &found.walks),
        (&near, &found.instructions),
        ("texts in rows at the start", &found.row_values),
        ("texts that have to be found", &found.found_values),
    ];
    for (name, overlap) in overlaps {
        let share = 100.0 * overlap.share();
        let _ = writeln!(out, "| {name} | {} | {} | {share:.1}% |", overlap.n, overlap.n_shared);
    }
    if !found.nearest_instructions.is_empty() {
        out.push_str("\nThe most similar instructions:\n\n");
        out.push_str("| Evaluation | Training | Shared phrases |\n|---|---|---:|\n");
        for pair in &found.nearest_instructions {
            let share = 100.0 * pair.share;
            let _ = writeln!(out, "| {} | {} | {share:.1}% |", pair.task, pair.train);
        }
    }
    for (name, overlap) in overlaps.iter().filter(|(_, overlap)| !overlap.examples.is_empty()) {
        let _ = writeln!(out, "\nShared {name}, for example:\n");
        overlap.examples.iter().for_each(|example| {
            let _ = writeln!(out, "- {example}");
        });
    }
    out
}
