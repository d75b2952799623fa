//! Words of acts: the verb of a tool, what an act always stores, days that are reckoned.

use serde_json::Value;

use super::words::{Flag, Quotes, join_and, own_words, say_flag, say_word};
use crate::planner::ability::{Act, TableAbility, choices_of};
use crate::planner::meaning::{Thing, words_of};

/// `three days after`, `the day before`.
pub(super) fn say_days(days: i64) -> String {
    const NUMBERS: [&str; 11] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let side = if days < 0 { "before" } else { "after" };
    match days.unsigned_abs() {
        1 => format!("the day {side}"),
        7 => format!("a week {side}"),
        14 => format!("two weeks {side}"),
        n => match NUMBERS.get(n as usize) {
            Some(number) => format!("{number} days {side}"),
            None => format!("{n} days {side}"),
        },
    }
}

/// The verb that the tool itself suggests, when it says more than that something is made.
pub(super) fn own_verb(tool: &str, thing: Thing) -> Option<&'static str> {
    const VERBS: [&str; 9] =
        ["send", "post", "schedule", "book", "place", "submit", "log", "register", "invite"];
    let words = words_of(tool);
    let own = VERBS.into_iter().find(|verb| words.iter().any(|word| word == verb));
    // Tools post what they create; people post what others are to read.
    own.filter(|verb| *verb != "post" || thing == Thing::Message)
}

/// What an act always stores.
pub(super) enum Fixes {
    /// `cancelled`: the row is marked so.
    Mark(String),
    /// Several values, by the names of their fields.
    Values(Vec<(String, String)>),
}

impl Fixes {
    /// `mark it as cancelled`, or `set the status of that order to "void" and its state to "done"`.
    pub(super) fn put(&self, row: &str, its: &str, quotes: Quotes) -> String {
        match self {
            Self::Mark(mark) => format!("mark {row} as {mark}"),
            Self::Values(values) => {
                let said = values.iter().enumerate().map(|(at, (words, word))| match at {
                    0 => format!("set the {words} of {row} to {}", quotes.around(word)),
                    _ => format!("{its} {words} to {}", quotes.around(word)),
                });
                join_and(&said.collect::<Vec<_>>())
            }
        }
    }
}

/// What an act always stores, as far as people speak of it.
pub(super) fn say_fixes(table: &TableAbility, act: &Act) -> Option<Fixes> {
    let (mut marks, mut values) = (Vec::new(), Vec::new());
    for (field, value) in &act.fixes {
        let info = table.fields[*field].info;
        match value {
            Value::String(word) if choices_of(&info.shape).is_some() => {
                values.push((own_words(table, *field), say_word(word)));
            }
            Value::Bool(flag) => marks.push(match say_flag(info, *flag) {
                Flag::Quality(quality) => quality,
                Flag::Switch { name, on: true } => name,
                Flag::Switch { name, on: false } => format!("not {name}"),
            }),
            _ => {}
        }
    }
    if values.len() > 1 {
        return Some(Fixes::Values(values));
    }
    marks.splice(0..0, values.into_iter().map(|(_, word)| word));
    (!marks.is_empty()).then(|| Fixes::Mark(join_and(&marks)))
}

/// `on` or `off`.
pub(super) const fn on_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

/// `notes` as `note`.
pub(super) fn singular(words: &str) -> String {
    match words.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None if words.ends_with("ss") || !words.ends_with('s') || words == "address" => {
            words.to_owned()
        }
        None => words[..words.len() - 1].to_owned(),
    }
}
