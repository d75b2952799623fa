//! The values that were seen so far, in answers and in arguments that were accepted.

use std::collections::BTreeSet;

use compoworld_transcript::{
    RecordedCall, Step, answer_leaves, is_id_name, leaves_of, looks_made, text_of,
};
use serde_json::{Map, Value};

use super::likeness::{Called, likeness};
use super::paths::paths_in_prose;
use super::profile::{Profile, Reach, Stage};

/// Leaves of one answer beyond this are not kept: a list of thousands tells nothing more.
const LEAVES_MAX: usize = 400;
/// Texts longer than this are contents, not names.
const NAME_CHARS_MAX: usize = 120;
/// Rows that are kept.
const ROWS_MAX: usize = 200;
/// Values that are kept; of more, those go first that the recording did not make.
const SEEN_MAX: usize = 4_000;

/// A value that was seen.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    /// The scalar.
    pub(super) value: Value,
    /// What it is called.
    pub(super) called: Called,
    /// Where it came from: a call and the place in its answer; nowhere when we said it ourselves.
    pub(super) from: Option<(usize, Vec<Step>)>,
    /// Whether the recording made it, or what it belongs to.
    pub(super) is_own: bool,
    /// Whether what it names was removed.
    pub(super) is_gone: bool,
}

/// Everything that was seen, in the order in which it came.
#[derive(Debug, Default)]
pub(super) struct Pool {
    seen: Vec<Seen>,
    /// Objects of scalars that we gave to tools which took them.
    rows: Vec<Map<String, Value>>,
    /// Folders that answers speak of, or that we made.
    folders: Vec<String>,
}

impl Pool {
    /// Keeps what a call and its answer tell.
    pub(super) fn learn(&mut self, number: usize, call: &RecordedCall, profile: &Profile) {
        let is_read = profile.stage == Stage::Read;
        if !call.succeeded {
            return;
        }
        if !is_read {
            self.learn_said(&call.arguments, profile);
        }
        let mut leaves = answer_leaves(&call.answer);
        leaves.truncate(LEAVES_MAX);
        let asked: BTreeSet<String> =
            leaves_of(&call.arguments).iter().map(|leaf| text_of(&leaf.value)).collect();
        for leaf in leaves {
            // What a tool that reads merely repeats need not be there at all.
            if is_read && asked.contains(&text_of(&leaf.value)) {
                continue;
            }
            if let Value::String(text) = &leaf.value {
                for path in paths_in_prose(text) {
                    self.add_folder(&path);
                }
            }
            let called = Called::of(&leaf, &profile.noun);
            self.add(leaf.value, called, Some((number, leaf.at)), !is_read);
        }
        if profile.stage == Stage::Delete {
            self.forget(&call.arguments, profile);
        }
    }

    fn learn_said(&mut self, arguments: &Value, profile: &Profile) {
        for leaf in leaves_of(arguments) {
            let called = Called::of(&leaf, &profile.noun);
            if let Some(path) = leaf.value.as_str().filter(|text| is_folder(text, profile)) {
                self.add_folder(path);
            }
            // An identifier that an answer gave is no word of ours.
            let is_told = self.seen.iter().any(|one| {
                one.from.is_some()
                    && text_of(&one.value) == text_of(&leaf.value)
                    && (looks_made(&leaf.value) || leaf.name().is_some_and(is_id_name))
            });
            if !is_told {
                self.add(leaf.value, called, None, true);
            }
        }
        self.learn_rows(arguments);
    }

    fn learn_rows(&mut self, value: &Value) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.learn_rows(item)),
            Value::Object(members) => {
                if members.len() > 1 && !self.rows.contains(members) && self.rows.len() < ROWS_MAX {
                    self.rows.push(members.clone());
                }
                members.values().for_each(|member| self.learn_rows(member));
            }
            _ => {}
        }
    }

    fn add(
        &mut self,
        value: Value,
        called: Called,
        from: Option<(usize, Vec<Step>)>,
        is_own: bool,
    ) {
        let is_name = match &value {
            Value::String(text) => !text.is_empty() && text.chars().count() <= NAME_CHARS_MAX,
            Value::Number(_) => true,
            _ => false,
        };
        if !is_name {
            return;
        }
        let is_known =
            |one: &&mut Seen| one.called == called && text_of(&one.value) == text_of(&value);
        if let Some(known) = self.seen.iter_mut().find(is_known) {
            known.is_own |= is_own;
            return;
        }
        if self.seen.len() >= SEEN_MAX {
            let first = self.seen.iter().position(|one| !one.is_own).unwrap_or(0);
            self.seen.remove(first);
        }
        self.seen.push(Seen { value, called, from, is_own, is_gone: false });
    }

    fn add_folder(&mut self, path: &str) {
        let path = path.trim_end_matches('/');
        if !path.is_empty() && !self.folders.iter().any(|known| known == path) {
            self.folders.push(path.to_owned());
        }
    }

    /// Marks what a call that removes things named.
    fn forget(&mut self, arguments: &Value, profile: &Profile) {
        for leaf in leaves_of(arguments) {
            let argument = Called::of(&leaf, &profile.noun);
            let text = text_of(&leaf.value);
            for one in &mut self.seen {
                if text_of(&one.value) == text && likeness(&argument, &one.called) >= 3 {
                    one.is_gone = true;
                }
            }
        }
    }

    /// The values that fit an argument best, as far as the tool may reach.
    pub(super) fn fitting(&self, argument: &Called, reach: Reach) -> Vec<&Seen> {
        let usable = |one: &&Seen| reach == Reach::Anything || one.is_own;
        let scored: Vec<(u8, &Seen)> = self
            .seen
            .iter()
            .filter(usable)
            .map(|one| (likeness(argument, &one.called), one))
            .collect();
        let best = scored.iter().map(|(score, _)| *score).max().unwrap_or(0);
        let fits = |score: u8| best > 0 && score == best;
        scored.into_iter().filter(|(score, _)| fits(*score)).map(|(_, one)| one).collect()
    }

    /// Names of any kind that the recording made: what `from` and `to` may mean.
    pub(super) fn own_names(&self) -> Vec<&Seen> {
        let is_name = |one: &&Seen| {
            let last = one.called.words.last().map(String::as_str).unwrap_or_default();
            one.is_own && (is_id_name(last) || matches!(last, "name" | "path"))
        };
        self.seen.iter().filter(is_name).collect()
    }

    /// Texts that were seen and have words to search for.
    pub(super) fn own_texts(&self) -> Vec<&str> {
        let texts = self.seen.iter().filter(|one| one.is_own && one.from.is_none());
        texts.filter_map(|one| one.value.as_str()).collect()
    }

    /// The value that was seen first of those that say the same and may be meant: what made it.
    pub(super) fn first_like(&self, one: &Seen, argument: &Called) -> Option<&Seen> {
        let text = text_of(&one.value);
        let is_same = |other: &&Seen| {
            other.from.is_some()
                && text_of(&other.value) == text
                && (looks_made(&other.value) || likeness(argument, &other.called) >= 3)
        };
        self.seen.iter().find(is_same)
    }

    /// The row that was said last of those that hold a value.
    pub(super) fn row_about(&self, value: &Value) -> Option<&Map<String, Value>> {
        self.rows.iter().rev().find(|row| row.values().any(|one| one == value))
    }

    /// Rows that tools took which have all of these members.
    pub(super) fn rows_with(&self, names: &BTreeSet<&str>) -> Vec<&Map<String, Value>> {
        let has_all = |row: &&Map<String, Value>| names.iter().all(|name| row.contains_key(*name));
        self.rows.iter().filter(has_all).collect()
    }

    /// Folders to work in.
    pub(super) fn folders(&self) -> &[String] {
        &self.folders
    }
}

/// Whether a tool that makes folders made this one.
fn is_folder(text: &str, profile: &Profile) -> bool {
    let makes = profile.noun.iter().any(|word| matches!(word.as_str(), "directory" | "folder"));
    makes && profile.stage == Stage::Create && text.contains('/')
}
