//! Step `compose_descriptions`: says in our own words what a tool does, from its structure alone.
//!
//! The server's sentences are never used: names, types and requirements are facts, wording is not.

use crate::spec::{Schema, Tool, Type};

use super::words::{is_plural, split_words, third_person, with_article};

/// Words that join the parts of a name.
const JOINTS: &[&str] = &[
    "by", "to", "from", "for", "of", "in", "with", "on", "at", "into", "and", "or", "as",
    "between", "via", "using", "within", "about", "against", "after", "before", "without", "near",
    "per",
];

/// Verbs that are no nouns as well: only these are looked for behind the first word.
const PLAIN_VERBS: &[&str] = &[
    "add",
    "archive",
    "assign",
    "cancel",
    "check",
    "close",
    "create",
    "delete",
    "edit",
    "execute",
    "fetch",
    "find",
    "get",
    "insert",
    "list",
    "modify",
    "open",
    "post",
    "publish",
    "read",
    "remove",
    "rename",
    "replace",
    "restore",
    "resume",
    "retrieve",
    "run",
    "save",
    "search",
    "send",
    "set",
    "start",
    "stop",
    "submit",
    "trash",
    "unarchive",
    "untrash",
    "update",
    "upsert",
    "write",
];

/// Nouns for what a tool tells: a name that ends so and has no verb asks for it.
const TOLD: &[&str] = &[
    "analysis",
    "analytics",
    "availability",
    "balance",
    "comparison",
    "count",
    "details",
    "forecast",
    "guidance",
    "health",
    "history",
    "info",
    "logs",
    "members",
    "metrics",
    "overview",
    "performance",
    "profile",
    "rate",
    "replies",
    "report",
    "schedule",
    "schema",
    "statistics",
    "stats",
    "status",
    "summary",
    "time",
    "tree",
    "trends",
    "usage",
    "value",
    "version",
    "weather",
];

/// Nouns that say nothing about what a service is for.
const VAGUE: &[&str] = &["all", "data", "info", "details", "list", "results", "stats", "status"];

/// Names that are not spelled with one capital.
const BRANDS: &[&str] = &[
    "API",
    "AWS",
    "BambooHR",
    "BigQuery",
    "CRM",
    "CSV",
    "ClickUp",
    "DynamoDB",
    "GitHub",
    "GitLab",
    "HubSpot",
    "IoT",
    "JSON",
    "LinkedIn",
    "MongoDB",
    "MySQL",
    "OpenAI",
    "PDF",
    "PayPal",
    "PostgreSQL",
    "QuickBooks",
    "ServiceNow",
    "SQL",
    "SQLite",
    "TikTok",
    "WhatsApp",
    "WooCommerce",
    "WordPress",
    "YouTube",
    "Zigbee2MQTT",
];

/// How many parameters a description names before it counts the rest.
const NAMED_MAX: usize = 4;

/// What a tool does, needs and returns.
pub(super) fn compose_tool_description(
    name: &str,
    said: &str,
    parameters: &Schema,
    returns: Option<&Schema>,
) -> String {
    let words = split_words(name);
    let mut text = match told_verb(&words, said) {
        Some(verb) => format!("{verb} {}", things_in(&words)),
        None => action(&words),
    };
    text.push('.');
    let needed: Vec<&str> = parameters.required.iter().map(String::as_str).collect();
    let optional: Vec<&str> = parameters
        .properties
        .keys()
        .map(String::as_str)
        .filter(|name| !parameters.requires(name))
        .collect();
    match (needed.is_empty(), optional.is_empty()) {
        (true, true) => {}
        (false, true) => text.push_str(&format!(" Needs {}.", listed(&needed))),
        (true, false) => text.push_str(&format!(" May take {}.", listed(&optional))),
        (false, false) => {
            text.push_str(&format!(" Needs {}; may take {}.", listed(&needed), listed(&optional)));
        }
    }
    if let Some(returned) = returns.and_then(returned) {
        text.push_str(&format!(" Returns {returned}."));
    }
    text
}

/// `GitHub`, where the server's own title spells the service's words so; else `Help Desk`.
pub(super) fn compose_title(service: &str, server_title: Option<&str>) -> String {
    let spelled: Vec<&str> = server_title.unwrap_or_default().split_whitespace().collect();
    let whole = service.replace('_', "");
    if let Some(one) = BRANDS.iter().chain(&spelled).find(|word| word.to_lowercase() == whole) {
        return (*one).to_owned();
    }
    let words: Vec<String> = split_words(service)
        .into_iter()
        .map(|word| {
            let known = BRANDS.iter().chain(&spelled);
            match known.copied().find(|spelled| spelled.to_lowercase() == word) {
                Some(spelled) => spelled.to_owned(),
                None => capitalized(&word),
            }
        })
        .collect();
    words.join(" ")
}

/// How many tools a service has and which things they are about most.
pub(super) fn compose_summary(title: &str, tools: &[Tool]) -> String {
    let mut counts: indexmap::IndexMap<String, usize> = indexmap::IndexMap::new();
    for tool in tools {
        if let Some(thing) = thing_of(&split_words(&tool.name)) {
            *counts.entry(thing).or_default() += 1;
        }
    }
    let mut things: Vec<(String, usize)> = counts.into_iter().collect();
    // A stable sort: things with equal counts stay in the order of the tools.
    things.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let named: Vec<String> = things.into_iter().take(4).map(|(thing, _)| plural(&thing)).collect();
    let n_tools = tools.len();
    let noun = if n_tools == 1 { "tool" } else { "tools" };
    match named.as_slice() {
        [] => format!("{title}: {n_tools} {noun}."),
        named => format!("{title}: {n_tools} {noun} for {}.", joined(named)),
    }
}

/// The verb for a tool whose name has none, when the server's own first word says that it reads.
fn told_verb(words: &[String], said: &str) -> Option<&'static str> {
    let has_verb = |word: &String| third_person(word).is_some();
    if words.iter().any(has_verb) {
        return None;
    }
    let first =
        said.split(|letter: char| !letter.is_ascii_alphabetic()).find(|word| !word.is_empty())?;
    match first.to_ascii_lowercase().as_str() {
        "get" | "gets" | "fetch" | "fetches" | "retrieve" | "retrieves" | "return" | "returns"
        | "show" | "shows" | "read" | "reads" => Some("Gives"),
        "list" | "lists" => Some("Lists"),
        "search" | "searches" => Some("Searches"),
        _ => None,
    }
}

fn action(words: &[String]) -> String {
    let Some((first, rest)) = words.split_first() else { return "Runs".to_owned() };
    if let Some(verb) = third_person(first) {
        if rest.is_empty() {
            return capitalized(&verb);
        }
        // "create or update file": both verbs, then the thing.
        if let [joint, second, things @ ..] = rest
            && (joint == "or" || joint == "and")
            && let Some(second) = third_person(second)
        {
            return format!("{} {joint} {second} {}", capitalized(&verb), things_in(things))
                .trim_end()
                .to_owned();
        }
        return format!("{} {}", capitalized(&verb), things_in(rest));
    }
    // "issue create", "group add member": a plain verb stands behind what it is about.
    if let Some(at) = verb_behind(words)
        && let Some(verb) = third_person(&words[at])
    {
        let (front, rest) = (&words[..at], &words[at + 1..]);
        return if rest.is_empty() {
            format!("{} {}", capitalized(&verb), things_in(front))
        } else {
            format!("{} {} for {}", capitalized(&verb), things_in(rest), things_in(front))
        };
    }
    match words.last() {
        Some(last) if words.len() > 1 && TOLD.contains(&last.as_str()) => {
            format!("Gives {}", things_in(words))
        }
        _ => format!("Runs “{}”", words.join(" ")),
    }
}

/// Where a plain verb stands behind what it is about.
fn verb_behind(words: &[String]) -> Option<usize> {
    (1..words.len()).rev().find(|at| PLAIN_VERBS.contains(&words[*at].as_str()))
}

/// The words after the verb, cut at joints, each part with its article.
fn things_in(words: &[String]) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut part: Vec<String> = Vec::new();
    for word in words {
        if JOINTS.contains(&word.as_str()) {
            if !part.is_empty() {
                parts.push(with_article(&part));
                part.clear();
            }
            parts.push(word.clone());
        } else {
            part.push(word.clone());
        }
    }
    if !part.is_empty() {
        let bare = parts.last().is_some_and(|joint| joint == "by" || joint == "as");
        parts.push(if bare { part.join(" ") } else { with_article(&part) });
    }
    parts.join(" ")
}

/// The thing that a tool is about, singular.
fn thing_of(words: &[String]) -> Option<String> {
    let (first, rest) = words.split_first()?;
    let phrase = if third_person(first).is_some() {
        rest
    } else if let Some(at) = verb_behind(words) {
        &words[..at]
    } else {
        let last = words.last()?;
        if rest.is_empty() || !TOLD.contains(&last.as_str()) {
            return None;
        }
        &words[..1]
    };
    let telling = |word: &&String| {
        !VAGUE.contains(&word.as_str()) && !word.contains(|c: char| c.is_ascii_digit())
    };
    let phrase = phrase.iter().take_while(|word| !JOINTS.contains(&word.as_str()));
    Some(singular(phrase.filter(telling).last()?))
}

fn singular(noun: &str) -> String {
    if !is_plural(noun) {
        return noun.to_owned();
    }
    if let Some(stem) = noun.strip_suffix("ies") {
        return format!("{stem}y");
    }
    for ending in ["ches", "shes", "xes", "sses"] {
        if noun.ends_with(ending) {
            return noun[..noun.len() - 2].to_owned();
        }
    }
    noun.strip_suffix('s').unwrap_or(noun).to_owned()
}

fn plural(noun: &str) -> String {
    if is_plural(noun) || matches!(noun, "data" | "info" | "metadata" | "history" | "all") {
        return noun.to_owned();
    }
    let consonant_y =
        noun.ends_with('y') && !["ay", "ey", "oy", "uy"].iter().any(|e| noun.ends_with(e));
    if consonant_y {
        format!("{}ies", &noun[..noun.len() - 1])
    } else if ["s", "x", "ch", "sh"].iter().any(|end| noun.ends_with(end)) {
        format!("{noun}es")
    } else {
        format!("{noun}s")
    }
}

fn returned(schema: &Schema) -> Option<String> {
    if !schema.properties.is_empty() {
        let names: Vec<&str> = schema.properties.keys().map(String::as_str).collect();
        return Some(listed(&names));
    }
    match schema.kind? {
        Type::Array => Some("a list".to_owned()),
        Type::String => Some("text".to_owned()),
        Type::Integer | Type::Number => Some("a number".to_owned()),
        Type::Boolean => Some("whether it holds".to_owned()),
        Type::Object | Type::Null => None,
    }
}

fn listed(names: &[&str]) -> String {
    let mut quoted: Vec<String> =
        names.iter().take(NAMED_MAX).map(|name| format!("`{}`", plain(name))).collect();
    if names.len() > NAMED_MAX {
        quoted.push(format!("{} more", names.len() - NAMED_MAX));
    }
    joined(&quoted)
}

/// A property name that is safe inside a sentence of one line.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !c.is_control() && *c != '`').take(60).collect()
}

fn joined(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [front @ .., last] => format!("{} and {last}", front.join(", ")),
    }
}

fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{action, compose_title, plural, singular, split_words};

    #[test]
    fn names_read_as_sentences() {
        for (name, sentence) in [
            ("create_issue", "Creates an issue"),
            ("list_open_issues", "Lists open issues"),
            ("get_deal_by_id", "Gets a deal by id"),
            ("add_attendees_to_event", "Adds attendees to an event"),
            ("create_or_update_file", "Creates or updates a file"),
            ("issue_search", "Searches an issue"),
            ("messages_trash", "Trashes messages"),
            ("group_add_member", "Adds a member for a group"),
            ("inventory_risk_report", "Gives an inventory risk report"),
            ("connection_status", "Gives a connection status"),
            ("who_am_i", "Runs “who am i”"),
            ("ping", "Runs “ping”"),
            ("search", "Searches"),
        ] {
            assert_eq!(action(&split_words(name)), sentence);
        }
    }

    #[test]
    fn titles_take_the_servers_spelling_of_the_same_words() {
        assert_eq!(compose_title("github", Some("GitHub Atlas")), "GitHub");
        assert_eq!(compose_title("help_desk", Some("x")), "Help Desk");
        assert_eq!(compose_title("google_calendar", None), "Google Calendar");
        assert_eq!(compose_title("mysql", Some("mcp")), "MySQL");
    }

    #[test]
    fn nouns_change_number() {
        for (one, many) in [("issue", "issues"), ("company", "companies"), ("branch", "branches")] {
            assert_eq!(plural(one), many);
            assert_eq!(singular(many), one);
        }
        assert_eq!(singular("status"), "status");
    }
}
