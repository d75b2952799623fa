//! Settles reads whose noun has several words: a view of another entity, or one of their own.

use std::collections::BTreeSet;

use crate::spec::Tool;

use super::group_tools::Groups;
use super::name_rows::{key_argument, owner_argument};
use super::names::field_name;
use super::read_intent::Intent;
use super::settle_subjects::Subject;
use super::verbs::Act;
use super::{Doubt, SimulationReason as Reason};

/// Pairs of nouns (item, holder) where items are only put into and taken out of a list.
pub type Links = BTreeSet<(String, String)>;

/// What is summed up from rows.
const AGGREGATES: &[&str] = &[
    "stats",
    "statistics",
    "summary",
    "overview",
    "report",
    "dashboard",
    "breakdown",
    "totals",
    "metrics",
    "analytics",
    "insights",
    "total",
    "trend",
    "ranking",
    "usage",
    "performance",
];

/// Words for all that a row holds: `get_file_metadata` reads the file.
const WHOLES: &[&str] = &[
    "body", "content", "detail", "enriched", "full", "id", "metadata", "property", "raw", "record",
    "text",
];

/// What tells of changes.
const HISTORIES: &[&str] =
    &["history", "activity", "changelog", "log", "audit", "trail", "revision", "change"];

/// Settles a read.
pub fn settle_compound(
    tool: &Tool,
    intent: &Intent,
    groups: &Groups,
    links: &Links,
    relations: &BTreeSet<String>,
    mut subject: Subject,
) -> Result<Subject, Doubt> {
    let owner = intent.owner.join("_");
    if links.contains(&(subject.noun.clone(), owner.clone()))
        && owner_argument(tool, &owner).is_some()
    {
        subject.noun = owner;
        subject.act = Act::Get;
        return Ok(subject);
    }
    let is_relation = relations.contains(&subject.noun);
    if is_relation || groups.get(&subject.noun).is_some_and(|group| group.writes) {
        return Ok(subject);
    }
    if let Some(doubt) = doubt_of_changes(intent, groups) {
        return Err(doubt);
    }
    for cut in 1..intent.noun.len() {
        if let Some(settled) = settle_cut(tool, intent, groups, links, &subject, cut) {
            return settled;
        }
    }
    settle_view(tool, intent, groups, subject)
}

/// Sums and histories of what other tools change are not rows of their own.
fn doubt_of_changes(intent: &Intent, groups: &Groups) -> Option<Doubt> {
    let words = &intent.noun;
    let last = words.last().map(String::as_str).unwrap_or_default();
    let writes = groups.values().any(|group| group.creates);
    // Where few things are made, and none that the noun speaks of, the sums are looked up.
    let n_made = groups.values().filter(|group| group.creates).count();
    let touches = (0..words.len())
        .flat_map(|from| (from + 1..=words.len()).map(move |to| (from, to)))
        .any(|(from, to)| groups.get(&words[from..to].join("_")).is_some_and(|one| one.writes));
    let is_apart = words.len() > 1 && n_made * 5 < groups.len() && !touches;
    let is_written = |noun: &str| groups.get(noun).is_some_and(|group| group.writes);
    let head_writes = (1..words.len()).any(|cut| is_written(&words[..cut].join("_")));
    let parent_writes = head_writes || is_written(&intent.owner.join("_"));
    if AGGREGATES.contains(&last) && (writes && !is_apart || parent_writes) {
        let why = "it sums up what the other tools change";
        return Some(Doubt::new(Reason::ExternalComputation, why));
    }
    let is_history = HISTORIES.contains(&last);
    (is_history && (parent_writes || words.len() == 1 && writes)).then(|| {
        let why = "it tells of changes that the model does not record";
        Doubt::new(Reason::UnclearEffect, why)
    })
}

/// What is shown of a row that other tools make is that row seen in some way, not one of its own.
fn settle_view(
    tool: &Tool,
    intent: &Intent,
    groups: &Groups,
    mut subject: Subject,
) -> Result<Subject, Doubt> {
    let words = &intent.noun;
    let shows = |cut: &usize| {
        let head = words[..*cut].join("_");
        let is_made = groups.get(&head).is_some_and(|group| group.creates);
        is_made && owner_argument(tool, &head).is_some()
    };
    let Some(cut) = (1..words.len()).rev().find(shows).filter(|_| subject.act == Act::Get) else {
        return Ok(subject);
    };
    subject.noun = words[..cut].join("_");
    if words[cut..].iter().all(|word| WHOLES.contains(&word.as_str())) {
        return Ok(subject);
    }
    let shown = words[..cut].join(" ");
    let why = format!("the spec does not tell what of the {shown} it shows");
    Err(Doubt::new(Reason::UnclearEffect, why))
}

/// The noun cut in two: what its head or its tail makes of it, if anything.
fn settle_cut(
    tool: &Tool,
    intent: &Intent,
    groups: &Groups,
    links: &Links,
    subject: &Subject,
    cut: usize,
) -> Option<Result<Subject, Doubt>> {
    let words = &intent.noun;
    let mut subject = subject.clone();
    let (head, tail) = (words[..cut].join("_"), words[cut..].join("_"));
    let names_head = groups.contains_key(&head) && key_argument(tool, &head).is_some();
    if links.contains(&(tail.clone(), head.clone())) && names_head {
        subject.noun = head;
        subject.act = Act::Get;
        return Some(Ok(subject));
    }
    let head_group = groups.get(&head).filter(|group| group.writes && names_head);
    let is_view = matches!(tail.as_str(), "status" | "state" | "progress")
        || head_group.is_some_and(|group| group.stored.contains(&tail));
    if head_group.is_some() && is_view && subject.act == Act::Get {
        subject.noun = head;
        subject.field = Some(tail);
        return Some(Ok(subject));
    }
    let tail_group = groups.get(&tail).filter(|group| group.writes)?;
    let is_known = tool.parameters.required.iter().all(|argument| {
        field_name(argument).is_some_and(|field| tail_group.stored.contains(&field))
    });
    let is_owned = is_known && !tool.parameters.required.is_empty();
    let is_recent = matches!(head.as_str(), "recent" | "latest" | "newest");
    if is_recent || !is_quality(&head) && (is_owned || subject.act == Act::Search && is_known) {
        subject.recent = is_recent;
        let names_one = key_argument(tool, &tail).is_some();
        subject.act = match subject.act {
            Act::Get if !names_one => Act::List,
            act => act,
        };
        subject.noun = tail;
        return Some(Ok(subject));
    }
    let why = format!("the spec does not tell which {tail} rows `{}` are", words.join(" "));
    Some(Err(Doubt::new(Reason::UnclearEffect, why.replace('_', " "))))
}

/// Whether the word tells rows apart by how they are, not by whose they are: `pinned messages`.
fn is_quality(head: &str) -> bool {
    let last = head.rsplit('_').next().unwrap_or(head);
    let known = [
        "active", "best", "current", "due", "free", "hot", "inactive", "live", "next", "open",
        "overdue", "past", "pending", "popular", "private", "public", "related", "similar", "top",
        "trending", "unread", "upcoming",
    ];
    known.contains(&last) || last.len() > 4 && last.ends_with("ed") && last != "feed"
}

#[cfg(test)]
mod tests {
    use super::is_quality;

    #[test]
    fn qualities_are_told_from_owners() {
        assert!(is_quality("pinned") && is_quality("upcoming") && is_quality("all_closed"));
        assert!(!is_quality("project") && !is_quality("seed") && !is_quality("news_feed"));
    }
}
