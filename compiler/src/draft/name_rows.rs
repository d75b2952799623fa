//! Tells which argument of a tool names the row that it is about.

use std::collections::BTreeMap;

use crate::spec::Tool;

use super::names::field_name;
use super::read_role::{Role, read_role};
use super::schema_kind::{FieldKind, kind_of, may_lack};
use super::verbs::Act;

/// Last words of names that name a row and nothing else.
pub const IDENTIFIERS: &[&str] = &[
    "id",
    "uuid",
    "uid",
    "gid",
    "iid",
    "guid",
    "identifier",
    "unique_identifier",
    "key",
    "number",
    "pk",
    "no",
    "url_or_id",
    "id_or_slug",
    "slug_or_id",
    "id_or_name",
    "name_or_id",
];

/// Last words of names that name a row and tell of it.
pub const NATURAL: &[&str] = &[
    "name",
    "slug",
    "code",
    "symbol",
    "ticker",
    "path",
    "address",
    "username",
    "email",
    "hash",
    "handle",
    "title",
    "accession",
    "doi",
    "isbn",
    "login",
    "arn",
    "ref",
    "reference",
    "token",
    "index",
    "domain",
    "hostname",
    "host",
    "ip",
];

/// Names of arguments that carry the noun itself, likeliest first.
fn own_names(noun: &str) -> Vec<String> {
    let words: Vec<&str> = noun.split('_').collect();
    let last = words.last().copied().unwrap_or(noun);
    let first = words.first().copied().unwrap_or(noun);
    let initials: String = words.iter().filter_map(|word| word.chars().next()).collect();
    let mut stems = vec![noun.to_owned(), last.to_owned()];
    if words.len() > 1 {
        stems.extend([initials, first.to_owned()]);
    }
    let with = |tails: &'static [&'static str], stems: &[String]| -> Vec<String> {
        let pairs = stems.iter().flat_map(|stem| tails.iter().map(move |tail| (stem, tail)));
        pairs.map(|(stem, tail)| format!("{stem}_{tail}")).collect()
    };
    let mut names = with(IDENTIFIERS, &stems[..stems.len().min(3)]);
    names.extend(with(NATURAL, &stems[..2]));
    names.extend([noun.to_owned(), last.to_owned()]);
    if words.len() > 1 {
        names.extend(with(IDENTIFIERS, &stems[3..]));
        names.extend(with(NATURAL, &stems[3..]));
        names.push(first.to_owned());
    }
    names
}

/// All names of arguments that may be the key of a row of this noun, likeliest first.
pub fn key_names(noun: &str) -> Vec<String> {
    let own = own_names(noun);
    let cut = own.iter().position(|name| name == noun).unwrap_or(0);
    let bare = IDENTIFIERS.iter().chain(NATURAL).map(|name| (*name).to_owned());
    own[..cut].iter().cloned().chain(bare).chain(own[cut..].iter().cloned()).collect()
}

fn first_required(tool: &Tool, names: Vec<String>) -> Option<&String> {
    let required = |name: &String| {
        tool.parameters
            .properties
            .get_key_value(name)
            .map(|(name, _)| name)
            .filter(|name| !may_lack(&tool.parameters, name) && part_kind(tool, name).is_some())
    };
    let by_field: BTreeMap<String, &String> = tool
        .parameters
        .properties
        .keys()
        .filter_map(|argument| Some((plain_name(&field_name(argument)?).to_owned(), argument)))
        .collect();
    names.iter().find_map(|name| required(by_field.get(name)?))
}

/// An argument's name without what the tool does: `tag_id` for `tag_id_to_delete`.
pub fn plain_name(field: &str) -> &str {
    let ends = ["_to_delete", "_to_remove", "_to_update", "_to_retrieve", "_to_get", "_to_fetch"];
    ends.iter().find_map(|end| field.strip_suffix(end)).unwrap_or(field)
}

/// The argument that names a row of this noun.
pub fn key_argument<'a>(tool: &'a Tool, noun: &str) -> Option<&'a String> {
    first_required(tool, key_names(noun))
}

/// The argument that names a row of this noun by the noun itself.
pub fn owner_argument<'a>(tool: &'a Tool, noun: &str) -> Option<&'a String> {
    first_required(tool, own_names(noun))
}

/// What the argument holds, when it can be part of a key.
pub fn part_kind(tool: &Tool, argument: &str) -> Option<FieldKind> {
    match kind_of(tool.parameters.properties.get(argument)?) {
        FieldKind::Integer | FieldKind::Number => Some(FieldKind::Integer),
        FieldKind::Text => Some(FieldKind::Text),
        FieldKind::Choice(names) => Some(FieldKind::Choice(names)),
        _ => None,
    }
}

/// The one required identifier that has the noun's last word in it: `image_item_id` of an image.
pub fn worded_argument<'a>(tool: &'a Tool, noun: &str) -> Option<&'a String> {
    let last = noun.rsplit('_').next().unwrap_or(noun);
    let mut found = tool.parameters.properties.keys().filter(|argument| {
        let Some(field) = field_name(argument) else { return false };
        let words: Vec<&str> = field.split('_').collect();
        is_identifier(&field)
            && words.contains(&last)
            && !words.iter().any(|word| matches!(*word, "new" | "parent" | "to" | "target"))
            && !may_lack(&tool.parameters, argument)
            && part_kind(tool, argument).is_some()
    });
    found.next().filter(|_| found.next().is_none())
}

/// The one identifier that a tool which changes a row must be given: what it changes belongs to
/// the row that this names.
pub fn only_identifier(tool: &Tool, act: Act) -> Option<&String> {
    const TAILS: &[&str] = &["id", "uuid", "uid", "guid", "gid", "iid", "identifier", "arn"];
    let mut found = tool.parameters.properties.keys().filter(|argument| {
        let field = field_name(argument).unwrap_or_default();
        TAILS.contains(&field.rsplit('_').next().unwrap_or_default())
            && !may_lack(&tool.parameters, argument)
            && part_kind(tool, argument).is_some()
    });
    found.next().filter(|_| act == Act::Update && found.next().is_none())
}

/// The identifier of the row that a tool changes or removes, where the list of tools lets calls
/// leave it out and has nothing else that could name the row.
pub fn optional_identifier<'a>(tool: &'a Tool, noun: &str, act: Act) -> Option<&'a String> {
    if !matches!(act, Act::Update | Act::Mark | Act::Delete) {
        return None;
    }
    let last = noun.rsplit('_').next().unwrap_or(noun);
    let own = ["id".to_owned(), format!("{noun}_id"), format!("{last}_id")];
    let (mut found, mut others) = (None, 0);
    for argument in tool.parameters.properties.keys() {
        let field = field_name(argument)?;
        if own.contains(&field) && part_kind(tool, argument).is_some() {
            others += usize::from(found.replace(argument).is_some());
        } else {
            let names_it = is_identifier(&field) && (field.starts_with(last) || field == "key");
            let may_name_it = act == Act::Delete && is_identifier(&field);
            others += usize::from(names_it || may_name_it || field.ends_with("_ids"));
        }
    }
    found.filter(|argument| others == 0 && !tool.parameters.requires(argument))
}

/// Whether the last word of a name says that it names something.
fn is_identifier(field: &str) -> bool {
    let last = field.rsplit('_').next().unwrap_or(field);
    IDENTIFIERS.contains(&last) || NATURAL.contains(&last)
}

/// The one required argument of a tool that reads, removes or marks a row, or that changes the row
/// which this names.
pub fn only_required(tool: &Tool, act: Act) -> Option<&String> {
    if !matches!(act, Act::Get | Act::Delete | Act::Mark | Act::Update) {
        return None;
    }
    let [argument] = tool.parameters.required.as_slice() else { return None };
    let (argument, schema) = tool.parameters.properties.get_key_value(argument)?;
    let field = field_name(argument)?;
    let names_row = is_identifier(&field) && !field.starts_with("new_");
    if act == Act::Update && !names_row {
        return None;
    }
    let role = read_role(&field, schema, &|_| None, true);
    let is_value = matches!(role, Role::Same(_));
    (is_value && part_kind(tool, argument).is_some() && !may_lack(&tool.parameters, argument))
        .then_some(argument)
}

/// The key's field: `id` for `ticket_id`, `name` for `branch_name`.
pub fn part_field(noun: &str, argument: &str) -> String {
    let words: Vec<&str> = noun.split('_').collect();
    let last = words.last().copied().unwrap_or(noun);
    let initials: String = words.iter().filter_map(|word| word.chars().next()).collect();
    let stems = [noun, last, if words.len() > 1 { initials.as_str() } else { noun }];
    for stem in stems {
        let Some(tail) = argument.strip_prefix(stem).and_then(|tail| tail.strip_prefix('_')) else {
            continue;
        };
        if matches!(
            tail,
            "id" | "uuid"
                | "uid"
                | "gid"
                | "iid"
                | "guid"
                | "identifier"
                | "unique_identifier"
                | "pk"
        ) {
            return "id".to_owned();
        }
        if tail.ends_with("_or_id") || tail.starts_with("id_or_") {
            return "id".to_owned();
        }
        if IDENTIFIERS.contains(&tail) || NATURAL.contains(&tail) {
            return tail.to_owned();
        }
    }
    let is_either = argument.ends_with("_or_id") || argument.contains("id_or_");
    if is_either || matches!(argument, "uuid" | "uid" | "identifier" | "guid") {
        "id".to_owned()
    } else {
        argument.to_owned()
    }
}
