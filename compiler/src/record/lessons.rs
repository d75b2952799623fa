//! What refusals teach: servers say in words what their schemas leave out.

use std::collections::{BTreeMap, BTreeSet};

use compoworld_transcript::{RecordedCall, leaves_of, text_of};
use regex_lite::Regex;
use serde_json::{Map, Value};

use crate::spec::{Schema, Type};

/// Refusals longer than this are read in part.
const TEXT_CHARS_MAX: usize = 4_000;
/// Longer choices are prose.
const CHOICE_CHARS_MAX: usize = 30;

/// What is known of one tool's arguments beside its schema.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Lessons {
    /// The values that an argument may have.
    pub(super) choices: BTreeMap<String, Vec<String>>,
    /// Texts that are to be numbers.
    pub(super) numeric: BTreeSet<String>,
    /// Texts that are to be JSON.
    pub(super) json: BTreeSet<String>,
    /// Texts that are to be dates.
    pub(super) dates: BTreeSet<String>,
    /// Optional arguments that were asked for.
    pub(super) asked_for: BTreeSet<String>,
    /// Optional arguments that calls were refused for.
    pub(super) blamed: BTreeSet<String>,
    /// Members that objects need of which the schema says nothing.
    pub(super) members: BTreeSet<String>,
}

impl Lessons {
    /// Learns from a call that was refused.
    pub(super) fn learn(&mut self, call: &RecordedCall, parameters: &Schema) {
        let text = text_in(&call.answer);
        let empty = Map::new();
        let given = call.arguments.as_object().unwrap_or(&empty);
        let choices = choices_in(&text);
        if let Some((choices, before)) = &choices
            && let Some(name) = blamed_argument(before, &text, given)
        {
            self.choices.insert(name, choices.clone());
            return;
        }
        for name in required_members(&text) {
            if !parameters.properties.contains_key(&name) {
                self.members.insert(name);
            } else if !given.contains_key(&name) {
                self.asked_for.insert(name);
            }
        }
        for (name, schema) in &parameters.properties {
            let Some(sentence) = sentence_about(&text, name) else { continue };
            let is_text = schema.non_null().unwrap_or(schema).kind == Some(Type::String);
            if !given.contains_key(name) {
                self.asked_for.insert(name.clone());
            } else if is_text && wants_number(&sentence) {
                self.numeric.insert(name.clone());
            } else if is_text && wants_date(&sentence) {
                self.dates.insert(name.clone());
            } else if is_text && sentence.contains("JSON") {
                self.json.insert(name.clone());
            } else if !parameters.requires(name) {
                self.blamed.insert(name.clone());
            }
        }
    }
}

fn text_in(answer: &Value) -> String {
    let texts: Vec<String> = leaves_of(answer).iter().map(|leaf| text_of(&leaf.value)).collect();
    texts.join("\n").chars().take(TEXT_CHARS_MAX).collect()
}

/// The choices that a text lists, and what it says before them.
fn choices_in(text: &str) -> Option<(Vec<String>, &str)> {
    let marker = Regex::new(
        r"(?i)(one of|valid (options|values|types|statuses|choices)( are)?|allowed( values)?( are)?|options are|choose from|input should be)\W{0,4}",
    )
    .expect("the pattern is written correctly");
    let found = marker.find(text)?;
    let rest = &text[found.end()..];
    let end = rest.find(['\n', ';', ']', ')', '}']).unwrap_or(rest.len());
    let end = rest[..end].find(". ").unwrap_or(end).min(rest[..end].find(" [").unwrap_or(end));
    let listed = rest[..end].replace(" or ", ",").replace(" and ", ",").replace('|', ",");
    let words: Vec<String> = listed
        .split(',')
        .map(|word| word.trim().trim_matches(|c: char| !c.is_alphanumeric()).to_owned())
        .filter(|word| !word.is_empty())
        .collect();
    let are_choices = words.len() > 1
        && words.iter().all(|word| {
            word.len() <= CHOICE_CHARS_MAX
                && word.chars().all(|c| c.is_alphanumeric() || "_-.".contains(c))
        });
    are_choices.then(|| (words, &text[..found.start()]))
}

/// The argument that a list of choices is about: named before it, or quoted with its value.
fn blamed_argument(before: &str, text: &str, given: &Map<String, Value>) -> Option<String> {
    let named = given.keys().filter_map(|name| Some((last_mention(before, name)?, name)));
    if let Some((_, name)) = named.max() {
        return Some(name.clone());
    }
    let quoted = given.iter().filter(|(_, value)| {
        value.as_str().is_some_and(|value| value.len() > 2 && text.contains(value))
    });
    quoted.map(|(name, _)| name.clone()).next()
}

/// Where a text names something last, as a word by itself.
fn last_mention(text: &str, name: &str) -> Option<usize> {
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(name)
        .filter(|(at, _)| {
            !is_word(text[..*at].chars().next_back())
                && !is_word(text[at + name.len()..].chars().next())
        })
        .map(|(at, _)| at)
        .last()
}

/// The line that names an argument, and the next one where it names nothing else. Words that every
/// refusal has say nothing by themselves.
fn sentence_about(text: &str, name: &str) -> Option<String> {
    let is_common = matches!(name, "type" | "name" | "value" | "input" | "error" | "message");
    if is_common || name.len() < 2 {
        return None;
    }
    let mut lines = text.lines().skip_while(|line| last_mention(line, name).is_none());
    let first = lines.next()?;
    let more = lines.next().filter(|_| first.trim() == name).unwrap_or_default();
    Some(format!("{first} {more}").chars().take(400).collect())
}

fn wants_date(sentence: &str) -> bool {
    let sentence = sentence.to_lowercase();
    ["valid date", "iso 8601", "yyyy-mm-dd", "isoformat", "datetime"]
        .iter()
        .any(|word| sentence.contains(word))
}

fn wants_number(sentence: &str) -> bool {
    let sentence = sentence.to_lowercase();
    ["integer", "a number", "numeric", "int()"].iter().any(|word| sentence.contains(word))
}

/// Names that a text says are required.
fn required_members(text: &str) -> Vec<String> {
    const PATTERNS: [&str; 4] = [
        r"(?m)^\s*(?:[\w.]+\.)?([A-Za-z_]\w*)\s+(?:Field required|Missing required argument)",
        r"['\x22`]([A-Za-z_]\w*)['\x22`] is (?:a )?required",
        r"(?i)missing (?:required )?(?:field|property|parameter|argument|key)s?\W+([A-Za-z_]\w*)",
        r"required positional arguments?: '(\w+)'",
    ];
    let mut names = Vec::new();
    for pattern in PATTERNS {
        let pattern = Regex::new(pattern).expect("the patterns are written correctly");
        names.extend(pattern.captures_iter(text).map(|found| found[1].to_owned()));
    }
    names
}

#[cfg(test)]
mod tests {
    use compoworld_transcript::read_call;
    use serde_json::{Value, json};

    use super::Lessons;
    use crate::spec::Schema;

    fn taught(arguments: Value, refusal: &str) -> Lessons {
        let parameters: Schema = serde_json::from_value(json!({
            "type": "object", "required": ["title"], "properties": {
                "title": {"type": "string"}, "status": {"type": "string"},
                "project_id": {"type": "string"}, "epic_name": {"type": "string"},
                "metadata": {"type": "string"}, "tasks": {"type": "array"},
                "relationship_type": {"type": "string"}, "due": {"type": "string"}}}))
        .expect("a schema");
        let line = json!({"tool": "t", "arguments": arguments, "isError": true,
            "content": [{"type": "text", "text": refusal}]});
        let mut lessons = Lessons::default();
        lessons.learn(&read_call(0, &line.to_string()).expect("is a call"), &parameters);
        lessons
    }

    #[test]
    fn choices_are_learned_for_the_argument_that_was_wrong() {
        let lessons = taught(
            json!({"title": "x", "status": "done"}),
            "Invalid status 'done'. Valid options: ALL, pending, in_progress",
        );
        assert_eq!(lessons.choices["status"], ["ALL", "pending", "in_progress"]);
        let lessons = taught(
            json!({"title": "x", "relationship_type": "garden"}),
            "Invalid relationship type: garden. Must be one of ('blocks', 'depends_on')",
        );
        assert_eq!(lessons.choices["relationship_type"], ["blocks", "depends_on"]);
        let prose = taught(json!({"title": "x"}), "Give one of the many things, which you like");
        assert!(prose.choices.is_empty(), "{prose:?}");
    }

    #[test]
    fn what_is_asked_for_and_what_is_blamed_is_learned() {
        let lessons = taught(json!({"title": "x"}), "Either project_id or epic_name is needed");
        assert_eq!(Vec::from_iter(&lessons.asked_for), ["epic_name", "project_id"]);
        let lessons = taught(json!({"title": "x", "due": "1999"}), "`due` lies in the past");
        assert_eq!(Vec::from_iter(&lessons.blamed), ["due"]);
        let lessons = taught(json!({"project_id": "no"}), "project_id: must be an integer");
        assert_eq!(Vec::from_iter(&lessons.numeric), ["project_id"]);
        let lessons = taught(json!({"due": "soon"}), "due\n  Input should be a valid date");
        assert_eq!(Vec::from_iter(&lessons.dates), ["due"]);
        let lessons = taught(json!({"metadata": "x"}), "Invalid metadata JSON: no value");
        assert_eq!(Vec::from_iter(&lessons.json), ["metadata"]);
    }

    #[test]
    fn members_of_undescribed_objects_are_learned() {
        let lessons = taught(
            json!({"tasks": [{}]}),
            "1 validation error for Payload\nsubject\n  Field required [type=missing]",
        );
        assert_eq!(Vec::from_iter(&lessons.members), ["subject"]);
        let lessons = taught(json!({"tasks": [{}]}), "'when' is a required property");
        assert_eq!(Vec::from_iter(&lessons.members), ["when"]);
    }
}
