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
                || !group.creates && group.writes && other.creates && other.writes;
            if is_split && intents.iter().any(|intent| intent.noun.join("_") == short) {
                aliases.insert(long.clone(), short);
                break;
            }
        }
    }
    aliases
}
