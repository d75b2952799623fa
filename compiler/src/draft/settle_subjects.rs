//! Settles which entity each tool is about, looking at all tools of the service together.

use std::collections::{BTreeMap, BTreeSet};

use crate::normalize::words::{split_words, third_person};
use crate::spec::{Spec, Tool};

use super::find_doubts::find_doubt;
use super::group_tools::{Groups, NOTHING, find_aliases, find_synonyms, group_tools, main_noun};
use super::name_rows::{key_argument, owner_argument};
use super::names::field_name;
use super::nouns::{means_many, plural, singular};
use super::read_intent::{Intent, read_intent};
use super::read_role::{Role, read_role};
use super::settle_compound::{Links, settle_compound};
use super::settle_verb::settle_verb;
use super::strip_service::strip_service;
use super::verbs::{Act, is_noun_too, is_plain_verb};
use super::write_role::{WriteRole, write_role};
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

/// What some verbs make is not what they name: who books a flight gets a booking.
fn name_product(intent: &mut Intent) {
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
fn strip_prefix(mut names: Vec<Vec<String>>) -> (Vec<Vec<String>>, Vec<String>) {
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
fn shared_noun(intents: &[Intent], prefix: &[String]) -> Option<String> {
    let last = prefix.last()?;
    let bare = intents.iter().filter(|intent| {
        intent.noun.is_empty() && intent.module.is_empty() && intent.act.is_write()
    });
    (bare.count() >= 2 && !is_noun_too(last)).then(|| singular(last))
}

/// A noun that several modules have gets the module's name; a tool without a noun is about what
/// its module is about.
fn name_modules(intents: &mut [Intent], nothing: &str) {
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

/// A name without a verb asks for what it names, where that is plainly something told.
fn settle_name(tool: &Tool, intent: &mut Intent) {
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

/// The nouns of rows that tell who is where: `dashboard_card` for `add_card_to_dashboard`.
fn find_relations(spec: &Spec, intents: &[Intent]) -> BTreeSet<String> {
    let tools = spec.tools.iter().zip(intents);
    let relations = tools.filter(|(tool, intent)| {
        matches!(intent.verb.as_str(), "append" | "add") && is_relation(tool, intent)
    });
    relations.map(|(_, intent)| relation_noun(intent)).collect()
}

fn relation_noun(intent: &Intent) -> String {
    format!("{}_{}", intent.owner.join("_"), intent.noun.join("_"))
}

/// Pairs of nouns (item, holder) where items are only ever put into and taken out of a list.
fn find_links(spec: &Spec, intents: &[Intent]) -> Links {
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

/// `delete_memo_tag(memo_id, tag)` takes out of the list of tags that memos are made with: the noun
/// of the holder, and its list.
fn held_list(tool: &Tool, intent: &Intent, groups: &Groups) -> Option<(String, String)> {
    if !matches!(intent.act, Act::Create | Act::Delete) {
        return None;
    }
    let (item, holder) = intent.noun.split_last()?;
    let (holder, field) = (holder.join("_"), plural(item));
    let group = groups.get(&holder)?;
    let is_held = group.creates && group.stored.contains(&field);
    (is_held && link_argument(tool, item, &holder).is_some()).then_some((holder, field))
}

/// Whether an identifier that the call must have says which row of this noun is meant.
fn names_row(tool: &Tool, noun: &str) -> bool {
    key_argument(tool, noun).and_then(|argument| field_name(argument)).is_some_and(|field| {
        let last = field.rsplit('_').next().unwrap_or_default();
        matches!(last, "id" | "uuid" | "uid" | "guid" | "identifier" | "number" | "arn" | "gid")
    })
}

/// `add_user_to_group(user_id, group_id, role)`: a row of its own tells who is where.
fn is_relation(tool: &Tool, intent: &Intent) -> bool {
    let (noun, owner) = (intent.noun.join("_"), intent.owner.join("_"));
    let joins = matches!(intent.joint.as_deref(), Some("to" | "from"));
    let holder = owner_argument(tool, &owner);
    let member = owner_argument(tool, &noun)
        .filter(|name| name.to_lowercase().ends_with("id") && Some(*name) != holder);
    joins && !owner.is_empty() && holder.is_some() && member.is_some()
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
