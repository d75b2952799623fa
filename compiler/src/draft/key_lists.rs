//! Lists of keys: `delete_tickets(ticket_ids)` does the same to several rows.

use crate::spec::{Tool, Type};

use super::find_keys::Key;
use super::names::field_name;
use super::nouns::singular;
use super::schema_kind::{FieldKind, bare, may_lack};

/// The one list that a call must give whose items are keys: `ids`, `ticket_ids`, `names`.
pub fn key_list<'a>(tool: &'a Tool, noun: &str, key: &Key) -> Option<&'a String> {
    let [part] = key.parts.as_slice() else { return None };
    let mut lists = tool.parameters.properties.iter().filter(|(argument, schema)| {
        let Some(name) = field_name(argument) else { return false };
        let one = match name.rsplit_once('_') {
            Some((front, last)) => format!("{front}_{}", singular(last)),
            None => singular(&name),
        };
        let is_own = key.part_of(&one) == Some(part) || one == format!("{noun}_id") || one == noun;
        let item = bare(schema).items.as_deref().and_then(|item| bare(item).kind);
        let holds = match part.kind {
            FieldKind::Integer => matches!(item, Some(Type::Integer | Type::Number)),
            FieldKind::Text => item == Some(Type::String),
            _ => false,
        };
        name != one && is_own && holds && !may_lack(&tool.parameters, argument)
    });
    let (list, _) = lists.next()?;
    lists.next().is_none().then_some(list)
}
