//! Settles which entity each tool is about, looking at all tools of the service together.

use std::collections::{BTreeMap, BTreeSet};

use crate::normalize::words::split_words;
use crate::spec::{Spec, Tool};

use super::find_doubts::find_doubt;
use super::find_links::{find_links, find_relations, held_list, is_relation, relation_noun};
use super::group_tools::{Groups, NOTHING, find_aliases, find_synonyms, group_tools, main_noun};
use super::name_nouns::{name_modules, name_product, shared_noun, strip_prefix};
use super::name_rows::{key_argument, owner_argument};
use super::names::field_name;
use super::nouns::{plural, singular};
use super::read_intent::{Intent, read_intent};
use super::read_role::{Role, read_role};
use super::settle_compound::{Links, settle_compound};
use super::settle_name::settle_name;
use super::settle_verb::settle_verb;
use super::strip_service::strip_service;
use super::verbs::Act;
use super::{Doubt, SimulationReason as Reason};

/// Nouns that mean rows of several kinds, where no tool makes or reads one called so.
const ANYTHING: &[&str] =
    &["content", "element", "entity", "entry", "item", "object", "resource", "thing"];

/// What one tool does to which entity.
#[derive(Debug, Clone, PartialEq)]
pub struct Subject {
    /// What it does.
    pub act: Act,
    /// The verb of its name.
    pub verb: String,
    /// The entity's noun, in snake case.
    pub noun: String,
    /// The flag that is set, and to what.
    pub flag: Option<(String, bool)>,
    /// The field that its name speaks of: `status` for `set_task_status`.
    pub field: Option<String>,
    /// Whether the newest rows come first.
    pub recent: bool,
}

/// The subject of each tool, or why it has none.
pub fn settle_subjects(spec: &Spec) -> Vec<Result<Subject, Doubt>> {
    let names: Vec<Vec<String>> = spec.tools.iter().map(|tool| split_words(&tool.name)).collect();
    let (names, prefix) = strip_prefix(names);
    let names = strip_service(&spec.service, names);
    let mut intents: Vec<Intent> = names.iter().map(|words| read_intent(words)).collect();
    intents.iter_mut().for_each(name_product);
    let nothing = shared_noun(&intents, &prefix).unwrap_or_else(|| NOTHING.to_owned());
    name_modules(&mut intents, &nothing);
    for (tool, intent) in spec.tools.iter().zip(&mut intents) {
        settle_name(tool, intent);
        settle_verb(tool, intent);
    }
    settle_restores(&mut intents);
    let doubts: Vec<Option<Doubt>> = spec
        .tools
        .iter()
        .zip(&names)
        .zip(&intents)
        .map(|((tool, words), intent)| find_doubt(spec, tool, words, intent))
        .collect();
    let mut groups = group_tools(spec, &intents, &doubts);
    let mut aliases = find_aliases(&groups, &intents);
    aliases.extend(find_synonyms(&groups));
    for intent in &mut intents {
        if let Some(other) = aliases.get(&intent.noun.join("_")) {
            intent.noun = split_words(other);
        }
    }
    if !aliases.is_empty() {
        groups = group_tools(spec, &intents, &doubts);
    }
    let mut is_changed = name_search(&mut intents, &groups);
    is_changed |= make_by_setting(spec, &mut intents, &groups);
    if is_changed {
        groups = group_tools(spec, &intents, &doubts);
    }
    let links = find_links(spec, &intents);
    let relations = find_relations(spec, &intents);
    let tools = spec.tools.iter().zip(&intents).zip(doubts);
    tools
        .map(|((tool, intent), doubt)| match doubt {
            Some(doubt) => Err(doubt),
            None => settle(tool, intent, &groups, &links, &relations),
        })
        .collect()
}

/// `restore_record` takes back what `archive_record` does.
fn settle_restores(intents: &mut [Intent]) {
    let marks: BTreeMap<Vec<String>, String> = intents
        .iter()
        .filter_map(|intent| match (&intent.flag, intent.act) {
            (Some((flag, true)), Act::Mark)
                if matches!(flag.as_str(), "archived" | "trashed" | "deleted") =>
            {
                Some((intent.noun.clone(), flag.clone()))
            }
            _ => None,
        })
        .collect();
    for intent in intents.iter_mut().filter(|intent| intent.verb == "restore") {
        if let Some(flag) = marks.get(&intent.noun) {
            intent.act = Act::Mark;
            intent.flag = Some((flag.clone(), false));
        }
    }
}

/// A search that names nothing is about what the service keeps; tells whether there was one.
fn name_search(intents: &mut [Intent], groups: &Groups) -> bool {
    let Some(main) = main_noun(groups, intents) else { return false };
    let mut is_changed = false;
    let nameless = intents.iter_mut().filter(|intent| {
        intent.act == Act::Search && intent.noun.join("_") == NOTHING && intent.owner.is_empty()
    });
    for intent in nameless {
        intent.noun = split_words(&main);
        is_changed = true;
    }
    is_changed
}

/// `set_reminder(person_id, text)` makes a row where other tools name one by its identifier and
/// none makes it; tells whether there was one.
fn make_by_setting(spec: &Spec, intents: &mut [Intent], groups: &Groups) -> bool {
    let named: BTreeSet<String> = spec
        .tools
        .iter()
        .zip(intents.iter())
        .filter(|(tool, intent)| intent.verb != "set" && names_row(tool, &intent.noun.join("_")))
        .map(|(_, intent)| intent.noun.join("_"))
        .collect();
    let mut is_changed = false;
    for (tool, intent) in spec.tools.iter().zip(intents) {
        let noun = intent.noun.join("_");
        let is_made = groups.get(&noun).is_some_and(|group| group.creates);
        let own = tool.parameters.properties.keys().any(|argument| {
            field_name(argument).is_some_and(|field| field == "id" || field == format!("{noun}_id"))
        });
        let is_setting = intent.verb == "set" && intent.act == Act::Update && !own;
        if is_setting && named.contains(&noun) && !is_made {
            intent.act = Act::Create;
            is_changed = true;
        }
    }
    is_changed
}

fn settle(
    tool: &Tool,
    intent: &Intent,
    groups: &Groups,
    links: &Links,
    relations: &BTreeSet<String>,
) -> Result<Subject, Doubt> {
    let noun = intent.noun.join("_");
    let mut subject = Subject {
        act: intent.act,
        verb: intent.verb.clone(),
        noun: noun.clone(),
        flag: intent.flag.clone(),
        field: None,
        recent: false,
    };
    let pair = (noun.clone(), intent.owner.join("_"));
    let is_alone = groups.get(&noun).is_none_or(|group| !group.reads && !group.creates);
    let creates = groups.values().any(|group| group.creates);
    if intent.act.is_write() && is_alone && creates && ANYTHING.contains(&noun.as_str()) {
        let why = "the spec does not tell the rows of which kind are meant";
        return Err(Doubt::new(Reason::UnclearEffect, why));
    }
    if intent.act == Act::Mark && is_alone && !names_row(tool, &noun) {
        let why = "no other tool shows what it marks";
        return Err(Doubt::new(Reason::UnclearEffect, why));
    }
    if intent.act.is_write() && links.contains(&pair) {
        let adds = intent.act == Act::Create;
        subject.act = if adds { Act::Append } else { Act::Detach };
        subject.field = Some(plural(&noun));
        subject.noun = pair.1;
        return Ok(subject);
    }
    if let Some((holder, field)) = held_list(tool, intent, groups) {
        subject.act = if intent.act == Act::Create { Act::Append } else { Act::Detach };
        subject.field = Some(field);
        subject.noun = holder;
        return Ok(subject);
    }
    if matches!(intent.verb.as_str(), "append" | "add" | "remove") && is_relation(tool, intent) {
        subject.noun = relation_noun(intent);
        return Ok(subject);
    }
    if intent.verb == "append" {
        let why = "the spec does not tell what it adds to";
        return Err(Doubt::new(Reason::UnclearEffect, why));
    }
    if intent.act == Act::Create && intent.plural && takes_rows(tool, intent) {
        let why = "it adds many rows at once";
        return Err(Doubt::new(Reason::UnclearEffect, why));
    }
    if matches!(intent.act, Act::Update | Act::Upsert) {
        settle_update(tool, intent, groups, &mut subject);
        return Ok(subject);
    }
    if !intent.act.is_read() {
        return Ok(subject);
    }
    subject.act = settle_read(tool, intent);
    settle_compound(tool, intent, groups, links, relations, subject)
}

/// Whether all that a call must give is the identifier of a row of this noun.
fn is_named(tool: &Tool, noun: &str) -> bool {
    let [argument] = tool.parameters.required.as_slice() else { return false };
    field_name(argument).is_some_and(|field| field == format!("{noun}_id"))
}

/// Whether an identifier that the call must have says which row of this noun is meant.
fn names_row(tool: &Tool, noun: &str) -> bool {
    key_argument(tool, noun).and_then(|argument| field_name(argument)).is_some_and(|field| {
        let last = field.rsplit('_').next().unwrap_or_default();
        matches!(last, "id" | "uuid" | "uid" | "guid" | "identifier" | "number" | "arn" | "gid")
    })
}

/// Whether a list argument holds the rows that are to be made.
fn takes_rows(tool: &Tool, intent: &Intent) -> bool {
    let last = intent.noun.last().map(String::as_str).unwrap_or_default();
    tool.parameters.properties.iter().any(|(name, schema)| {
        super::schema_kind::bare(schema).kind == Some(crate::spec::Type::Array)
            && field_name(name).is_some_and(|name| {
                singular(name.rsplit('_').next().unwrap_or(&name)) == last
                    || matches!(name.as_str(), "items" | "records" | "data" | "rows" | "entries")
            })
    })
}

/// `set_task_status` changes a task, when there are tasks and the call names one.
fn settle_update(tool: &Tool, intent: &Intent, groups: &Groups, subject: &mut Subject) {
    let own = groups.get(&subject.noun);
    let is_verbal = matches!(intent.verb.as_str(), "set" | "update" | "change" | "edit" | "modify");
    if own.is_some_and(|group| group.creates) || !is_verbal {
        return;
    }
    for cut in (1..intent.noun.len()).rev() {
        let head = intent.noun[..cut].join("_");
        if groups.contains_key(&head) && owner_argument(tool, &head).is_some() {
            let tail = intent.noun[cut..].join("_");
            let is_view = matches!(tail.as_str(), "status" | "state" | "progress")
                || groups[&head].stored.contains(&tail);
            // What is read by itself is changed by itself.
            if own.is_some_and(|group| group.reads) && !is_view {
                return;
            }
            subject.noun = head;
            subject.field = Some(intent.noun[cut..].join("_"));
            subject.act = Act::Update;
            return;
        }
    }
    if matches!(intent.verb.as_str(), "set" | "change")
        && own.is_none_or(|group| !group.reads)
        && let Some(holder) = only_holder(tool, &subject.noun, groups)
    {
        subject.field = Some(std::mem::replace(&mut subject.noun, holder));
        subject.act = Act::Update;
    }
}

/// `set_parent(item_id, parent_id)` changes an item: the one noun that tools make and whose row the
/// call names.
fn only_holder(tool: &Tool, noun: &str, groups: &Groups) -> Option<String> {
    let mut holders = groups.iter().filter(|(other, group)| {
        let names_it = || {
            let argument = owner_argument(tool, other)?;
            let field = field_name(argument)?;
            (field.ends_with("_id") && !field.ends_with(&format!("{noun}_id"))).then_some(())
        };
        other.as_str() != noun && group.creates && names_it().is_some()
    });
    let (holder, _) = holders.next()?;
    holders.next().is_none().then(|| holder.clone())
}

/// One row or several, by the arguments.
fn settle_read(tool: &Tool, intent: &Intent) -> Act {
    let mut pages = false;
    let mut words = false;
    for (name, schema) in &tool.parameters.properties {
        let Some(field) = field_name(name) else { continue };
        let required = tool.parameters.requires(name);
        match read_role(&field, schema, &|_| None, required) {
            Role::Limit | Role::Cursor | Role::Offset | Role::Page => pages = true,
            Role::AtLeast(_) | Role::AtMost(_) | Role::OneOf(_) | Role::Has(_) => pages = true,
            Role::Words => words = true,
            _ => {}
        }
    }
    // What limits the answer about one row that is named limits something inside it.
    let noun = intent.noun.join("_");
    let names_one = key_argument(tool, &noun).is_some();
    let is_plain = matches!(intent.verb.as_str(), "get" | "read" | "fetch" | "retrieve" | "show");
    match intent.act {
        // `emails_get(email_id)`: the plural is that of the module.
        Act::List if is_plain && !pages && !words && is_named(tool, &noun) => Act::Get,
        Act::Get if words => Act::Search,
        Act::Get if pages && !names_one => Act::List,
        Act::List if words => Act::Search,
        // `find_user_by_email` looks for values, not for words.
        Act::Search if !words => Act::List,
        act => act,
    }
}
