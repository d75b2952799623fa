//! Step `settle_name`: settles names without a verb.

use crate::normalize::words::{split_words, third_person};
use crate::spec::Tool;

use super::names::field_name;
use super::read_intent::Intent;
use super::read_role::{Role, read_role};
use super::verbs::Act;

/// A name without a verb asks for what it names, where that is plainly something told.
pub fn settle_name(tool: &Tool, intent: &mut Intent) {
    const TOLD: &[&str] = &[
        "availability",
        "balance",
        "bio",
        "calendar",
        "catalog",
        "citation",
        "dividend",
        "forecast",
        "fundamentals",
        "health",
        "holders",
        "horoscope",
        "income",
        "license",
        "lyrics",
        "manifest",
        "metadata",
        "metrics",
        "overview",
        "price",
        "profile",
        "quote",
        "readme",
        "release",
        "schema",
        "score",
        "spec",
        "statement",
        "statistics",
        "stats",
        "status",
        "summary",
        "usage",
        "version",
        "weather",
        "latest",
        "historical",
        "structure",
        "tree",
        "settings",
        "detail",
    ];
    if intent.act != Act::Name {
        return;
    }
    let (Some(first), Some(last)) = (intent.noun.first(), intent.noun.last()) else { return };
    let is_verb = third_person(first).is_some()
        || ["re", "un", "de"].iter().any(|start| {
            first.strip_prefix(start).is_some_and(|rest| third_person(rest).is_some())
        })
        || ["ize", "ise", "ify", "ing"].iter().any(|end| first.ends_with(end));
    let pages = tool.parameters.properties.iter().any(|(name, schema)| {
        field_name(name).is_some_and(|field| {
            let role = read_role(&field, schema, &|_| None, false);
            matches!(role, Role::Limit | Role::Cursor | Role::Page)
        })
    });
    let says =
        ["Gives ", "Lists ", "Searches "].iter().any(|verb| tool.description.starts_with(verb));
    // The tails of a noun are no part of it, and tell of a read all the same.
    let words = split_words(&tool.name);
    let tails = ["detail", "details", "info", "information", "lookup"];
    let has_tail = words.last().is_some_and(|word| tails.contains(&word.as_str()));
    let is_told = intent.plural || TOLD.contains(&last.as_str()) || pages || says || has_tail;
    let is_read = tool.hints.read_only == Some(true) || says || is_told && !is_verb;
    if intent.noun.len() > 1 && intent.noun.last().is_some_and(|word| word == "lookup") {
        intent.noun.pop();
    }
    intent.act = match (is_read && tool.hints.read_only != Some(false), intent.plural) {
        (false, _) => Act::Unclear,
        (true, true) => Act::List,
        (true, false) => Act::Get,
    };
}
