//! Finds reasons against declaring a tool in what its name and its hints say.

use crate::spec::{Spec, Tool, Type};

use super::names::field_name;
use super::nouns::{CODE, COMPUTED, ENGINES, KEPT, MEDIA, WEB};
use super::read_intent::Intent;
use super::schema_kind::bare;
use super::verbs::Act;
use super::{Doubt, SimulationReason as Reason};

/// Why a tool with this intent is simulated whatever its arguments are.
pub fn find_doubt(spec: &Spec, tool: &Tool, words: &[String], intent: &Intent) -> Option<Doubt> {
    let doubt = |reason, why: &str| Some(Doubt::new(reason, why));
    match intent.act {
        Act::Browse => return doubt(Reason::LiveWeb, "it reads the live web"),
        Act::Execute => return doubt(Reason::CodeExecution, "it runs code or a job"),
        Act::Render => return doubt(Reason::Media, "it makes, plays or moves media or files"),
        Act::Compute => {
            let why = "its answer is computed outside the service's state";
            return doubt(Reason::ExternalComputation, why);
        }
        Act::Unclear => {
            return doubt(
                Reason::UnclearEffect,
                "its name does not tell what becomes of the state",
            );
        }
        _ => {}
    }
    let has = |list: &[&str]| {
        let mut all = intent.noun.iter().chain(&intent.module);
        all.any(|word| list.contains(&word.as_str()))
    };
    let is_read = intent.act.is_read() || intent.act == Act::Name;
    let searches_web = intent.act == Act::Search || intent.act == Act::Name;
    let service: Vec<&str> = spec.service.split('_').collect();
    let by_engine = ENGINES
        .iter()
        .any(|engine| service.contains(engine) || words.iter().any(|word| word == engine));
    if has(WEB) && is_read || searches_web && by_engine {
        return doubt(Reason::LiveWeb, "it reads the live web");
    }
    // What has an identifier, or comes in pages, is kept somewhere.
    let is_kept = intent.act == Act::List || {
        let last = intent.noun.last().map(String::as_str).unwrap_or_default();
        let names = tool.parameters.properties.keys().filter_map(|name| field_name(name));
        names.into_iter().any(|name| name == "id" || name == format!("{last}_id"))
    };
    let is_looked_up = matches!(intent.act, Act::Delete) || is_read && is_kept;
    if has(CODE) && !is_looked_up {
        return doubt(Reason::CodeExecution, "it runs code or a command");
    }
    if has(MEDIA) {
        return doubt(Reason::Media, "it makes or reads media");
    }
    let computed = intent.noun.iter().chain(&intent.owner).any(|word| {
        COMPUTED.contains(&word.as_str()) && !(word == "time" && intent.noun.len() > 1)
    });
    let kept = intent.noun.iter().any(|word| KEPT.contains(&word.as_str())) && is_kept;
    let computed = computed && !kept;
    let near = intent.joint.as_deref() == Some("near") || words.iter().any(|word| word == "near");
    if is_read && (computed || near) {
        let why = "its answer is computed outside the service's state";
        return doubt(Reason::ExternalComputation, why);
    }
    doubt_of_hints(tool, intent.act)
        .or_else(|| doubt_of_form(tool, words, intent))
        .or_else(|| doubt_of_verb(tool, intent))
}

/// Doubts that come of what the server says of the tool's behaviour.
fn doubt_of_hints(tool: &Tool, act: Act) -> Option<Doubt> {
    let hints = &tool.hints;
    let why = if hints.read_only == Some(true) && act.is_write() {
        "its name says that it changes something, and its hints that it does not"
    } else if act.is_read() && hints.read_only == Some(false) && hints.destructive == Some(true) {
        "its name says that it reads, and its hints that it may overwrite"
    } else {
        return None;
    };
    Some(Doubt::new(Reason::UnclearEffect, why))
}

/// Whether the call gives the keys of rows that are all removed or changed in one way.
fn names_rows(tool: &Tool, act: Act) -> bool {
    let mut required = tool.parameters.required.iter();
    matches!(act, Act::Delete | Act::Update | Act::Mark)
        && required.any(|argument| {
            let schema = tool.parameters.properties.get(argument);
            let item = schema.and_then(|schema| bare(schema).items.as_deref());
            item.is_some_and(|item| {
                matches!(bare(item).kind, Some(Type::String | Type::Integer | Type::Number))
            })
        })
}

/// Doubts that come of how the name is built.
fn doubt_of_form(tool: &Tool, words: &[String], intent: &Intent) -> Option<Doubt> {
    let and = words.iter().position(|word| word == "and" || word == "then");
    let is_double = and.and_then(|at| words.get(at + 1)).is_some_and(|word| {
        super::verbs::verb(word).is_some_and(|act| act.is_write() || act == Act::Unclear)
    });
    let why = if is_double {
        "its name says two things"
    } else if intent.bulk && intent.act.is_write() && !names_rows(tool, intent.act) {
        "it works on many rows at once"
    } else {
        return None;
    };
    Some(Doubt::new(Reason::UnclearEffect, why))
}

/// Doubts that come of a verb together with what it is about.
fn doubt_of_verb(tool: &Tool, intent: &Intent) -> Option<Doubt> {
    const CHECKED: &[&str] = &[
        "status",
        "balance",
        "health",
        "progress",
        "quota",
        "usage",
        "inventory",
        "stock",
        "limit",
        "state",
        "connection",
        "permission",
    ];
    const GIVEN: &[&str] =
        &["role", "permission", "label", "tag", "policy", "license", "category", "skill", "badge"];
    let last = intent.noun.last().map(String::as_str).unwrap_or_default();
    let has = |name: &str| tool.parameters.properties.contains_key(name);
    let verb = intent.verb.as_str();
    if verb == "check" && !CHECKED.contains(&last) {
        let why = "what it checks is computed outside the service's state";
        return Some(Doubt::new(Reason::ExternalComputation, why));
    }
    if last == "query" && matches!(verb, "read" | "write" | "make" | "send" | "submit")
        || verb == "query" && (has("query") || has("q"))
    {
        let why = "it evaluates a query in a language of its own";
        return Some(Doubt::new(Reason::CodeExecution, why));
    }
    if has("url") && (has("method") || has("headers")) {
        return Some(Doubt::new(Reason::LiveWeb, "it sends a request to any address"));
    }
    let gives = matches!(verb, "assign" | "reassign") && intent.joint.as_deref() == Some("to");
    (gives && GIVEN.contains(&last)).then(|| {
        Doubt::new(Reason::UnclearEffect, "the spec does not tell who keeps what is assigned")
    })
}
