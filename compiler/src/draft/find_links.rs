//! Finds what belongs to other rows: items of their lists, and rows that tell who is where.

use std::collections::{BTreeMap, BTreeSet};

use crate::spec::{Spec, Tool};

use super::group_tools::Groups;
use super::name_rows::owner_argument;
use super::names::field_name;
use super::nouns::{plural, singular};
use super::read_intent::Intent;
use super::settle_compound::Links;
use super::verbs::Act;
use super::write_role::{WriteRole, write_role};

/// Pairs of nouns (item, holder) where items are only ever put into and taken out of a list.
pub fn find_links(spec: &Spec, intents: &[Intent]) -> Links {
    let mut links: BTreeMap<(String, String), bool> = BTreeMap::new();
    for (tool, intent) in spec.tools.iter().zip(intents) {
        let joins = matches!(
            (intent.verb.as_str(), intent.joint.as_deref()),
            ("add" | "append", Some("to")) | ("remove" | "delete", Some("from"))
        );
        if !joins || intent.owner.is_empty() {
            continue;
        }
        let (item, holder) = (intent.noun.join("_"), intent.owner.join("_"));
        let is_link = link_argument(tool, &item, &holder).is_some();
        let all = links.entry((item, holder)).or_insert(true);
        *all &= is_link;
    }
    links.into_iter().filter(|(_, all)| *all).map(|(pair, _)| pair).collect()
}

/// The one argument beside the holder's key, when it is the item that is put in or taken out.
pub fn link_argument<'a>(tool: &'a Tool, item: &str, holder: &str) -> Option<&'a String> {
    let key = owner_argument(tool, holder)?;
    let mut others = tool.parameters.properties.iter().filter(|(name, schema)| {
        *name != key && write_role(name, schema, Act::Append) != WriteRole::Ignored
    });
    let (argument, _) = others.next()?;
    let last = item.rsplit('_').next().unwrap_or(item);
    let words: Vec<String> = field_name(argument)?.split('_').map(singular).collect();
    let names_item = words.iter().any(|word| word == last);
    (others.next().is_none() && names_item).then_some(argument)
}

/// The nouns of rows that tell who is where: `dashboard_card` for `add_card_to_dashboard`.
pub fn find_relations(spec: &Spec, intents: &[Intent]) -> BTreeSet<String> {
    let tools = spec.tools.iter().zip(intents);
    let relations = tools.filter(|(tool, intent)| {
        matches!(intent.verb.as_str(), "append" | "add") && is_relation(tool, intent)
    });
    relations.map(|(_, intent)| relation_noun(intent)).collect()
}

/// The noun of such a row.
pub fn relation_noun(intent: &Intent) -> String {
    format!("{}_{}", intent.owner.join("_"), intent.noun.join("_"))
}

/// `add_user_to_group(user_id, group_id, role)`: a row of its own tells who is where.
pub fn is_relation(tool: &Tool, intent: &Intent) -> bool {
    let joins = matches!(intent.joint.as_deref(), Some("to" | "from"));
    if !joins || intent.owner.is_empty() {
        return false;
    }
    let holder = owner_argument(tool, &intent.owner.join("_"));
    let member = owner_argument(tool, &intent.noun.join("_"))
        .filter(|name| name.to_lowercase().ends_with("id") && Some(*name) != holder);
    holder.is_some() && member.is_some()
}

/// `delete_memo_tag(memo_id, tag)` takes out of the list of tags that memos are made with: the noun
/// of the holder, and its list.
pub fn held_list(tool: &Tool, intent: &Intent, groups: &Groups) -> Option<(String, String)> {
    if !matches!(intent.act, Act::Create | Act::Delete) {
        return None;
    }
    let (item, holder) = intent.noun.split_last()?;
    let (holder, field) = (holder.join("_"), plural(item));
    let group = groups.get(&holder)?;
    let is_held = group.creates && group.stored.contains(&field);
    (is_held && link_argument(tool, item, &holder).is_some()).then_some((holder, field))
}
