//! What the tools with one noun do together, and which nouns mean the same.

use std::collections::{BTreeMap, BTreeSet};

use crate::spec::Spec;

use super::Doubt;
use super::names::field_name;
use super::read_intent::Intent;
use super::verbs::Act;

/// What is known of the tools with one noun.
#[derive(Debug, Default)]
pub struct Group {
    /// Whether one makes rows.
    pub creates: bool,
    /// Whether one changes rows.
    pub writes: bool,
    /// Whether one reads rows.
    pub reads: bool,
    /// The arguments of tools that create or change.
    pub stored: BTreeSet<String>,
}

/// Groups by noun.
pub type Groups = BTreeMap<String, Group>;

/// Groups the tools by noun.
pub fn group_tools(spec: &Spec, intents: &[Intent], doubts: &[Option<Doubt>]) -> Groups {
    let mut groups = Groups::new();
    for ((tool, intent), doubt) in spec.tools.iter().zip(intents).zip(doubts) {
        let group = groups.entry(intent.noun.join("_")).or_default();
        // A doubtful write is one all the same: what it changes is not told by other tools.
        group.creates |= matches!(intent.act, Act::Create | Act::Upsert) && doubt.is_none();
        group.writes |= intent.act.is_write();
        group.reads |= intent.act.is_read() && doubt.is_none();
        if matches!(intent.act, Act::Create | Act::Update | Act::Upsert) {
            let names = tool.parameters.properties.keys();
            group.stored.extend(names.filter_map(|name| field_name(name)));
        }
    }
    groups
}

/// Words for one thing: what is sent as an email is read as a message.
const SYNONYMS: &[&[&str]] = &[
    &["chat", "chat_message", "dm", "direct_message", "email", "mail", "message", "sms"],
    &["memo", "memory", "note"],
    &["bookmark", "favorite", "favourite"],
    &["appointment", "booking", "event", "meeting"],
];

/// Nouns that are made and never read, by a synonym that is read and never made.
pub fn find_synonyms(groups: &Groups) -> BTreeMap<String, String> {
    let mut synonyms = BTreeMap::new();
    for words in SYNONYMS {
        let known = || words.iter().filter_map(|word| Some((*word, groups.get(*word)?)));
        let made: Vec<&str> = known()
            .filter(|(_, group)| group.creates && !group.reads)
            .map(|(word, _)| word)
            .collect();
        let read: Vec<&str> = known()
            .filter(|(_, group)| group.reads && !group.creates)
            .map(|(word, _)| word)
            .collect();
        if let ([made], [read]) = (made.as_slice(), read.as_slice()) {
            synonyms.insert((*made).to_owned(), (*read).to_owned());
        }
    }
    synonyms
}

/// The noun that a search without one is about: the one that tools make and read, when there is
/// one alone or when most tools speak of it.
pub fn main_noun(groups: &Groups, intents: &[Intent]) -> Option<String> {
    let kept: Vec<&String> = groups
        .iter()
        .filter(|(noun, group)| group.creates && group.reads && noun.as_str() != NOTHING)
        .map(|(noun, _)| noun)
        .collect();
    let n_tools = |noun: &str| intents.iter().filter(|one| one.noun.join("_") == noun).count();
    match kept.as_slice() {
        [only] => Some((*only).clone()),
        several => several
            .iter()
            .find(|noun| n_tools(noun) * 2 > intents.len())
            .map(|noun| (*noun).clone()),
    }
}

/// The noun of tools that name none.
pub const NOTHING: &str = "entry";

/// Long nouns that mean the same as their ends: `create_project_task` beside `update_task`.
pub fn find_aliases(groups: &Groups, intents: &[Intent]) -> BTreeMap<String, String> {
    let mut aliases = BTreeMap::new();
    for (long, group) in groups {
        let words: Vec<&str> = long.split('_').collect();
        for cut in 1..words.len() {
            let short = words[cut..].join("_");
            let Some(other) = groups.get(&short) else { continue };
            let rivals = groups.iter().filter(|(noun, group)| {
                noun.ends_with(&format!("_{short}")) && group.creates != other.creates
            });
            let is_split = group.creates && !other.creates && other.writes && rivals.count() == 1
                || !group.creates && group.writes && other.creates && other.writes
                // What is made and never read by its long name is read by the short one.
                || group.creates && !group.reads && other.reads && other.creates;
            if is_split && intents.iter().any(|intent| intent.noun.join("_") == short) {
                aliases.insert(long.clone(), short);
                break;
            }
        }
    }
    aliases
}
