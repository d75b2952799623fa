//! The words of an instruction that another wording must keep: everything that names a thing or a
//! value, as far as the text, the task's rows and its reference tell.

use std::collections::BTreeSet;

use compoworld_world::{Catalog, Provenance, Task, count_said, count_whole, in_words};
use serde_json::Value;

use crate::flows::leaves;

/// The literals of an instruction, and the words that could be given away beside them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Literals {
    /// What must stand in every wording.
    pub kept: BTreeSet<String>,
    /// Names and values of the task's rows that the instruction does not say.
    pub hidden: BTreeSet<String>,
}

impl Literals {
    /// The literals of a task's instruction.
    #[must_use]
    pub fn of(catalog: &Catalog, task: &Task) -> Self {
        let text = &task.instruction;
        let mut kept = marked(text);
        let mut hidden = BTreeSet::new();
        for state in task.initial_state.values() {
            for (_, value) in leaves(state) {
                let Value::String(value) = value else { continue };
                let value = value.trim();
                if count_whole(text, value) > 0 {
                    if value.chars().count() >= CHARACTERS_MIN {
                        kept.insert(value.to_owned());
                    }
                } else if is_telling(value) {
                    hidden.insert(value.to_owned());
                }
            }
        }
        kept.extend(given_values(task));
        for used in task.services.iter().chain(&task.distractors) {
            let title = catalog.find(&used.service).map(|service| service.title);
            kept.extend(title.filter(|title| count_whole(text, title) > 0).map(str::to_owned));
        }
        Self { kept, hidden }
    }
}

/// Shorter texts stand in any other.
const CHARACTERS_MIN: usize = 3;

/// What the text itself marks: quotations, and words with a digit or an `@` in them.
pub(super) fn marked(text: &str) -> BTreeSet<String> {
    let mut found: BTreeSet<String> = quotations(text);
    for line in text.lines() {
        for (position, word) in line.split_whitespace().enumerate() {
            let is_point = position == 0 && is_list_mark(word);
            let word = trim_marks(word);
            if !is_point && word.contains(|c: char| c.is_ascii_digit() || c == '@') {
                found.insert(word.to_owned());
            }
        }
    }
    found
}

/// `1.`, `2)`: the number of a point.
fn is_list_mark(word: &str) -> bool {
    let number = word.trim_end_matches(['.', ')', ':']);
    number.len() < word.len() && number.len() <= 2 && number.bytes().all(|b| b.is_ascii_digit())
}

fn trim_marks(word: &str) -> &str {
    const MARKS: [char; 16] =
        ['.', ',', ';', ':', '!', '?', '(', ')', '[', ']', '"', '\'', '“', '”', '‘', '’'];
    let word = word.trim_matches(MARKS);
    word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word)
}

fn quotations(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (open, close) in [('"', '"'), ('“', '”'), ('«', '»')] {
        let mut rest = text;
        while let Some((_, after)) = rest.split_once(open) {
            let Some((inside, behind)) = after.split_once(close) else { break };
            // A full stop that the quotation took in is the sentence's.
            let inside = inside.trim().trim_end_matches([',', '.']);
            if !inside.is_empty() {
                found.insert(inside.to_owned());
            }
            rest = behind;
        }
    }
    found
}

/// The values of the reference's calls that the instruction gives or lets choose, where it says
/// them.
fn given_values(task: &Task) -> Vec<String> {
    let mut given = Vec::new();
    let text = &task.instruction;
    for call in &task.reference.calls {
        for (pointer, from) in &call.provenance {
            let value = match (from, call.arguments.pointer(pointer)) {
                (Provenance::Instruction | Provenance::Chosen, Some(Value::String(text))) => {
                    text.clone()
                }
                (Provenance::Instruction, Some(Value::Number(number))) => number.to_string(),
                _ => continue,
            };
            if value.chars().count() < CHARACTERS_MIN {
                continue;
            }
            // A day in words is kept in these words, a value in its own capitals.
            if count_said(text, &value) > 0 {
                let words = in_words(&value).filter(|words| count_whole(text, words) > 0);
                given.push(words.unwrap_or(value));
            }
        }
    }
    given
}

/// Whether a value stands for one thing only: a name, a key, a date, not a common word.
fn is_telling(value: &str) -> bool {
    const CHARACTERS_MIN: usize = 4;
    let marks = |c: char| c.is_uppercase() || c.is_ascii_digit() || c == '@' || c == ' ';
    value.chars().count() >= CHARACTERS_MIN && value.contains(marks)
}

#[cfg(test)]
mod tests {
    use super::marked;

    #[test]
    fn quotations_and_words_with_digits_are_kept_and_numbers_of_points_are_not() {
        let text = "1. Find \"Late parcel\" of ada@example.org.\n2. Move it to 2026-03-02, if \
                    ORD-12's total is over 1,250.00 (in “Help Desk”).";
        let kept: Vec<String> = marked(text).into_iter().collect();
        assert_eq!(
            kept,
            ["1,250.00", "2026-03-02", "Help Desk", "Late parcel", "ORD-12", "ada@example.org"]
        );
    }

    #[test]
    fn an_open_quotation_is_none() {
        assert!(marked("He said \"so").is_empty());
    }
}
