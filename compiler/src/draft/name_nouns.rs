//! Gives each tool's intent the noun that it is about, where its name leaves that to others.

use std::collections::{BTreeMap, BTreeSet};

use crate::normalize::words::third_person;

use super::nouns::{means_many, singular};
use super::read_intent::Intent;
use super::verbs::{Act, is_noun_too, is_plain_verb};

/// What some verbs make is not what they name: who books a flight gets a booking.
pub fn name_product(intent: &mut Intent) {
    let product = match intent.verb.as_str() {
        "book" => "booking",
        "invite" => "invitation",
        "reply" | "reply to" => "reply",
        "comment on" => "comment",
        _ => return,
    };
    if intent.verb == "book" {
        intent.noun.retain(|word| word != "booking");
        intent.noun.push(product.to_owned());
    } else {
        intent.noun = vec![product.to_owned()];
    }
    intent.plural = false;
}

/// Leaves out first words that most tools share and that are no verbs; they come along.
pub fn strip_prefix(mut names: Vec<Vec<String>>) -> (Vec<Vec<String>>, Vec<String>) {
    let mut prefix = Vec::new();
    for _ in 0..3 {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for words in names.iter().filter(|words| words.len() > 1) {
            *counts.entry(words[0].as_str()).or_default() += 1;
        }
        let Some((first, count)) = counts.iter().max_by_key(|(_, count)| **count) else { break };
        let is_prefix = *count >= 3
            && count * 3 >= names.len() * 2
            && !is_plain_verb(first)
            && third_person(first).is_none();
        if !is_prefix {
            break;
        }
        let first = (*first).to_owned();
        for words in names.iter_mut().filter(|words| words.len() > 1 && words[0] == first) {
            words.remove(0);
        }
        prefix.push(first);
    }
    (names, prefix)
}

/// The noun that all tools begin with, where several are about nothing else: `task_create`,
/// `task_list`.
pub fn shared_noun(intents: &[Intent], prefix: &[String]) -> Option<String> {
    let last = prefix.last()?;
    let bare = intents.iter().filter(|intent| {
        intent.noun.is_empty() && intent.module.is_empty() && intent.act.is_write()
    });
    (bare.count() >= 2 && !is_noun_too(last)).then(|| singular(last))
}

/// A noun that several modules have gets the module's name; a tool without a noun is about what
/// its module is about.
pub fn name_modules(intents: &mut [Intent], nothing: &str) {
    let mut modules: BTreeMap<Vec<String>, BTreeSet<Vec<String>>> = BTreeMap::new();
    for intent in intents.iter() {
        modules.entry(intent.noun.clone()).or_default().insert(intent.module.clone());
    }
    for intent in intents.iter_mut() {
        let is_shared = modules.get(&intent.noun).is_some_and(|modules| modules.len() > 1);
        if (intent.noun.is_empty() || is_shared) && !intent.module.is_empty() {
            let mut noun = intent.module.clone();
            let was_empty = intent.noun.is_empty();
            noun.append(&mut intent.noun);
            if was_empty && let Some(last) = noun.last_mut() {
                intent.plural = means_many(last);
                *last = singular(last);
            }
            intent.noun = noun;
        }
        if intent.noun.is_empty() {
            let names_owner = intent.joint.is_some() && !intent.owner.is_empty();
            // `upload_to_queue` does not say what it adds.
            if names_owner && matches!(intent.act, Act::Create | Act::Delete) {
                intent.act = Act::Unclear;
            }
            let keeps = names_owner && !intent.act.is_read();
            intent.noun = if keeps { intent.owner.clone() } else { vec![nothing.to_owned()] };
        }
    }
}
