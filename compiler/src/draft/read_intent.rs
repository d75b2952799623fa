//! Reads a tool's name: `close_issue` is an act on an issue.

use crate::normalize::words::{is_plural, split_words};

/// What a tool's name says that it does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Intent {
    /// What it does.
    pub act: Act,
    /// To what: the words of a noun in the singular; empty when the name has none.
    pub noun: Vec<String>,
    /// Whether the noun was in the plural.
    pub plural: bool,
}

/// The kinds of act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Act {
    /// Adds a row.
    Create,
    /// Reads a row.
    Get,
    /// Reads rows.
    List,
    /// Reads rows by words.
    Search,
    /// Changes a row.
    Update,
    /// Changes a row or adds it.
    Upsert,
    /// Removes a row.
    Delete,
    /// Counts rows.
    Count,
    /// Sets a flag or a status: the flag's name and its value.
    Mark(&'static str, bool),
    /// Asks the live web.
    Browse,
    /// Runs code.
    Execute,
    /// Makes or reads images, sound or video.
    Render,
    /// Computes something that is not the service's own.
    Compute,
    /// Something else.
    Unclear,
}

/// Verbs and what they say, longest phrases first.
const VERBS: &[(&str, Act)] = &[
    ("get all", Act::List),
    ("list all", Act::List),
    ("create or update", Act::Upsert),
    ("add or update", Act::Upsert),
    ("add", Act::Create),
    ("book", Act::Create),
    ("create", Act::Create),
    ("insert", Act::Create),
    ("log", Act::Create),
    ("make", Act::Create),
    ("new", Act::Create),
    ("post", Act::Create),
    ("record", Act::Create),
    ("register", Act::Create),
    ("schedule", Act::Create),
    ("send", Act::Create),
    ("describe", Act::Get),
    ("fetch", Act::Get),
    ("get", Act::Get),
    ("load", Act::Get),
    ("read", Act::Get),
    ("retrieve", Act::Get),
    ("show", Act::Get),
    ("view", Act::Get),
    ("enumerate", Act::List),
    ("list", Act::List),
    ("find", Act::Search),
    ("lookup", Act::Search),
    ("query", Act::Search),
    ("search", Act::Search),
    ("change", Act::Update),
    ("edit", Act::Update),
    ("modify", Act::Update),
    ("patch", Act::Update),
    ("rename", Act::Update),
    ("set", Act::Update),
    ("update", Act::Update),
    ("upsert", Act::Upsert),
    ("delete", Act::Delete),
    ("destroy", Act::Delete),
    ("drop", Act::Delete),
    ("remove", Act::Delete),
    ("count", Act::Count),
    ("activate", Act::Mark("active", true)),
    ("approve", Act::Mark("approved", true)),
    ("archive", Act::Mark("archived", true)),
    ("block", Act::Mark("blocked", true)),
    ("cancel", Act::Mark("cancelled", true)),
    ("close", Act::Mark("closed", true)),
    ("complete", Act::Mark("completed", true)),
    ("deactivate", Act::Mark("active", false)),
    ("disable", Act::Mark("enabled", false)),
    ("enable", Act::Mark("enabled", true)),
    ("lock", Act::Mark("locked", true)),
    ("mute", Act::Mark("muted", true)),
    ("pause", Act::Mark("paused", true)),
    ("pin", Act::Mark("pinned", true)),
    ("publish", Act::Mark("published", true)),
    ("reopen", Act::Mark("closed", false)),
    ("resolve", Act::Mark("resolved", true)),
    ("resume", Act::Mark("paused", false)),
    ("star", Act::Mark("starred", true)),
    ("trash", Act::Mark("trashed", true)),
    ("unarchive", Act::Mark("archived", false)),
    ("unblock", Act::Mark("blocked", false)),
    ("unlock", Act::Mark("locked", false)),
    ("unmute", Act::Mark("muted", false)),
    ("unpin", Act::Mark("pinned", false)),
    ("unpublish", Act::Mark("published", false)),
    ("unstar", Act::Mark("starred", false)),
    ("untrash", Act::Mark("trashed", false)),
    ("browse", Act::Browse),
    ("crawl", Act::Browse),
    ("navigate", Act::Browse),
    ("scrape", Act::Browse),
    ("compile", Act::Execute),
    ("eval", Act::Execute),
    ("execute", Act::Execute),
    ("run", Act::Execute),
    ("draw", Act::Render),
    ("render", Act::Render),
    ("screenshot", Act::Render),
    ("transcribe", Act::Render),
    ("analyze", Act::Compute),
    ("calculate", Act::Compute),
    ("classify", Act::Compute),
    ("compute", Act::Compute),
    ("convert", Act::Compute),
    ("estimate", Act::Compute),
    ("evaluate", Act::Compute),
    ("extract", Act::Compute),
    ("generate", Act::Compute),
    ("optimize", Act::Compute),
    ("predict", Act::Compute),
    ("summarize", Act::Compute),
    ("translate", Act::Compute),
];

/// Words that say how or whose, not what.
const FILLERS: &[&str] =
    &["a", "all", "an", "current", "existing", "multiple", "my", "new", "single", "the"];

/// Words after which another thing is named.
const PREPOSITIONS: &[&str] =
    &["as", "at", "by", "for", "from", "in", "into", "of", "on", "to", "using", "via", "with"];

/// Words that add nothing to a noun at its end.
const TAILS: &[&str] = &["data", "detail", "details", "entry", "info", "information", "record"];

/// Reads a tool's name.
pub fn read_intent(name: &str) -> Intent {
    let words = split_words(name);
    let (act, rest) = split_verb(&words);
    let rest: Vec<&String> = rest.iter().skip_while(|word| is_in(FILLERS, word)).collect();
    let end = rest.iter().position(|word| is_in(PREPOSITIONS, word)).unwrap_or(rest.len());
    let mut noun: Vec<String> = rest[..end].iter().map(|word| (*word).clone()).collect();
    while noun.len() > 1 && noun.last().is_some_and(|word| is_in(TAILS, word)) {
        noun.pop();
    }
    let plural = noun.last().is_some_and(|word| is_plural(word));
    if let Some(last) = noun.last_mut() {
        *last = singular(last);
    }
    let act = match act {
        Act::Get if plural => Act::List,
        other => other,
    };
    Intent { act, noun, plural }
}

/// The verb at the start, or else at the end, and the other words.
fn split_verb(words: &[String]) -> (Act, &[String]) {
    for (phrase, act) in VERBS {
        let n_words = phrase.split(' ').count();
        if words.len() >= n_words
            && words[..n_words].iter().map(String::as_str).eq(phrase.split(' '))
        {
            return (*act, &words[n_words..]);
        }
    }
    let last = words.last().and_then(|last| VERBS.iter().find(|(verb, _)| verb == last));
    match last {
        Some((_, act)) if words.len() > 1 => (*act, &words[..words.len() - 1]),
        _ => (Act::Unclear, words),
    }
}

fn is_in(list: &[&str], word: &str) -> bool {
    list.contains(&word)
}

/// A noun in the singular.
pub(super) fn singular(noun: &str) -> String {
    if !is_plural(noun) {
        return noun.to_owned();
    }
    match noun {
        "people" => return "person".to_owned(),
        "children" => return "child".to_owned(),
        "movies" => return "movie".to_owned(),
        "series" => return "series".to_owned(),
        _ => {}
    }
    if let Some(stem) = noun.strip_suffix("ies") {
        return format!("{stem}y");
    }
    for ending in ["sses", "shes", "ches", "xes", "zzes"] {
        if noun.ends_with(ending) {
            return noun[..noun.len() - 2].to_owned();
        }
    }
    noun.strip_suffix('s').unwrap_or(noun).to_owned()
}
