//! Whether another wording asks for the same: as far as a program can tell.

use std::sync::Arc;

use compoworld_world::gate::{check_task, lint_task};
use compoworld_world::{Catalog, Task, count_whole};

use super::literals::{Literals, marked};
use crate::probe::Fault;

/// Words that turn a request around; one of a group that is there must have one of its group in the
/// new wording.
const TURNS: [(&str, &[&str]); 2] = [
    (
        "a prohibition or an exception",
        &[
            "not",
            "n't",
            "never",
            "no",
            "nothing",
            "none",
            "without",
            "except",
            "avoid",
            "leave",
            "only",
            "untouched",
            "alone",
        ],
    ),
    (
        "a condition",
        &["if", "unless", "otherwise", "when", "whenever", "in case", "provided", "should"],
    ),
];

/// Checks a wording of a task's instruction.
///
/// # Errors
/// Everything that is wrong with it; what the gate refuses only when there is nothing else.
pub fn check_rewrite(
    catalog: &Catalog,
    task: &Task,
    literals: &Literals,
    text: &str,
) -> Result<Task, Vec<Fault>> {
    let mut faults = check_words(task, literals, text);
    let next = Task { instruction: text.to_owned(), ..task.clone() };
    let known = lint_task(catalog, task);
    let new = lint_task(catalog, &next).into_iter().filter(|found| !known.contains(found));
    faults.extend(new.map(|found| fault("lint", format!("{}: {}", found.place, found.message))));
    if !faults.is_empty() {
        return Err(faults);
    }
    let next = Arc::new(next);
    match check_task(catalog, &next) {
        Ok(()) => Ok(Arc::unwrap_or_clone(next)),
        Err(rejection) => Err(vec![fault(rejection.reason.as_str(), rejection.to_string())]),
    }
}

fn check_words(task: &Task, literals: &Literals, text: &str) -> Vec<Fault> {
    let mut faults = Vec::new();
    let planned = &task.instruction;
    let count = |text: &str| text.split_whitespace().count();
    let n_words_max = count(planned) * 2 + 40;
    if text.trim().is_empty() || text.trim() == planned.trim() {
        faults.push(fault("same_words", "say it in other words"));
    }
    if count(text) > n_words_max {
        let message = format!("{} words, {n_words_max} are allowed", count(text));
        faults.push(fault("too_long", message));
    }
    for kept in literals.kept.iter().filter(|kept| !stands_in(text, kept)) {
        faults.push(fault("value_lost", format!("`{kept}` is not in it, letter by letter")));
    }
    for found in marked(text).iter().filter(|found| !stands_in(planned, found)) {
        faults.push(fault("value_invented", format!("`{found}` is not in what was asked")));
    }
    for found in literals.hidden.iter().filter(|hidden| count_whole(text, hidden) > 0) {
        faults.push(fault("value_given_away", format!("`{found}` has to be found out")));
    }
    for (what, words) in TURNS {
        let has = |text: &str| {
            let text = text.to_lowercase().replace('’', "'");
            words.iter().any(|word| count_whole(&text, word) > 0 || ends_word(&text, word))
        };
        if has(planned) && !has(text) {
            faults.push(fault("turn_lost", format!("what was asked has {what}, this has none")));
        }
    }
    faults
}

/// `n't` stands at the end of a word.
fn ends_word(text: &str, word: &str) -> bool {
    word.starts_with("n'") && text.contains(word)
}

/// Whether a literal stands in a text as a whole; only words without capitals and digits may begin
/// a sentence.
fn stands_in(text: &str, literal: &str) -> bool {
    let plain = |c: char| !c.is_uppercase() && !c.is_ascii_digit();
    count_whole(text, literal) > 0
        || (literal.chars().all(plain) && count_whole(&text.to_lowercase(), literal) > 0)
}

fn fault(reason: &'static str, message: impl Into<String>) -> Fault {
    Fault { reason, message: message.into() }
}
