//! Objects in answers, held against the rows that they show: in part, under more fields than the
//! row has, or, where no row can be told, by the kind of what fields of a name hold.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::changes::{Place, Row, rows, scalar_text};
use crate::names::words;
use crate::scene::Scene;
use crate::tool_list::Verb;

use super::Violation;
use super::reads::visit_objects;
use super::row_links::{all_scalars, identity, is_moment, is_told_otherwise};

pub(super) fn views_agree_with_rows(scene: &Scene<'_>) -> Result<(), Violation> {
    let Some(data) = scene.answer.data() else { return Ok(()) };
    let mut states = vec![rows(scene.after_state())];
    // What is deleted is shown as it was; what something was taken off, as it is.
    if scene.tool.verb == Verb::Delete {
        states.push(rows(scene.before_state()));
    }
    let mut wrong = None;
    visit_objects(data, 0, &mut |object| {
        let found: Vec<_> = states.iter().filter_map(|state| differing(object, state)).collect();
        if wrong.is_none() && found.len() == states.len() {
            wrong = found.into_iter().next();
        }
    });
    match wrong {
        None => Ok(()),
        Some(Differing { key, field, held, shown }) => Err(Violation::new(
            format!("`{field}` of `{key}` as the state has it: {held}"),
            format!("{shown}"),
        )),
    }
}

/// Where an object differs from the row that it shows.
struct Differing {
    key: String,
    field: String,
    held: Value,
    shown: Value,
}

fn differing(
    object: &Map<String, Value>,
    state: &BTreeMap<Place<'_>, Row<'_>>,
) -> Option<Differing> {
    let alike =
        state.iter().filter_map(|((_, key), row)| Some((*key, *row, likeness(object, key, row)?)));
    // One identifier may be that of rows of several tables.
    let (key, row, _) = alike.max_by_key(|(_, _, n_agreeing)| *n_agreeing)?;
    let (field, shown, held) = shared_fields(object, row).find(|(name, shown, held)| {
        shown != held
            && shown.is_string()
            && held.is_string()
            && !is_renewed(name)
            && !is_told_otherwise(state, shown, held)
    })?;
    Some(Differing {
        key: key.to_owned(),
        field: field.to_owned(),
        held: held.clone(),
        shown: shown.clone(),
    })
}

/// Whether a field is one that answers compute anew; counters are numbers, and not looked at.
fn is_renewed(name: &str) -> bool {
    words(name).iter().any(|word| matches!(word.as_str(), "etag" | "history" | "version"))
}

/// How many fields an object shares with the row that it shows, when it does: they have one
/// identifier, and what both have is the same for the most part.
fn likeness(object: &Map<String, Value>, key: &str, row: Row<'_>) -> Option<usize> {
    const AGREEING_MIN: usize = 2;
    let (name, id) = identity(object)?;
    let is_its_key = scalar_text(id)
        .is_some_and(|id| id == key || key.rsplit_once('/').is_some_and(|(_, last)| last == id));
    if !is_its_key && row.get(name) != Some(id) {
        return None;
    }
    let shared = || shared_fields(object, row).filter(|(field, ..)| *field != name);
    let n_shared = shared().count();
    let n_agreeing = shared().filter(|(_, shown, held)| shown == held).count();
    (n_agreeing >= AGREEING_MIN && n_agreeing * 3 >= n_shared * 2).then_some(n_agreeing)
}

/// The fields that an object and a row have both, where both hold something plain.
fn shared_fields<'a>(
    object: &'a Map<String, Value>,
    row: Row<'a>,
) -> impl Iterator<Item = (&'a str, &'a Value, &'a Value)> {
    let is_plain = |value: &Value| scalar_text(value).is_some() || value.is_boolean();
    object.iter().filter_map(move |(name, shown)| {
        let held = row.get(name)?;
        (is_plain(shown) && is_plain(held)).then_some((name.as_str(), shown, held))
    })
}

pub(super) fn fields_hold_their_kind(scene: &Scene<'_>) -> Result<(), Violation> {
    let Some(data) = scene.answer.data() else { return Ok(()) };
    let kinds = kinds_of_state(scene.after_state());
    let given = all_scalars(&scene.call.arguments);
    let mut wrong = None;
    visit_objects(data, 0, &mut |object| {
        for (name, value) in object {
            let Some(text) = value.as_str().filter(|text| !text.is_empty()) else { continue };
            let (expected, is_kept) = match kinds.get(name.as_str()) {
                Some(Kind::Moment) => ("an instant", is_moment(text)),
                Some(Kind::Address) => ("an address", text.contains('@')),
                Some(Kind::Link) => ("a link", text.contains(':') || text.contains('/')),
                Some(Kind::Other) | None => continue,
            };
            // What was given is kept as it was given.
            let pair = format!("{}:{value}", Value::from(name.as_str()));
            let is_held = scene.after_json.contains(&pair) || scene.before_json.contains(&pair);
            if wrong.is_none() && !is_kept && !is_held && !given.iter().any(|given| given == text) {
                wrong = Some((name.clone(), expected, text.to_owned()));
            }
        }
    });
    match wrong {
        None => Ok(()),
        Some((name, expected, shown)) => Err(Violation::new(
            format!("{expected} in `{name}`, as in every row that has it"),
            format!("{shown:?}"),
        )),
    }
}

/// What the texts of all fields of a name are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Moment,
    Address,
    Link,
    Other,
}

impl Kind {
    fn of(text: &str) -> Self {
        if is_moment(text) {
            Self::Moment
        } else if text.contains("://") {
            Self::Link
        } else if text.contains('@') && !text.contains(' ') {
            Self::Address
        } else {
            Self::Other
        }
    }
}

/// The kind of the texts in the rows' fields, by name, where it is one.
fn kinds_of_state(state: &Value) -> BTreeMap<&str, Kind> {
    const SEEN_MIN: usize = 2;
    let mut seen: BTreeMap<&str, (Kind, usize)> = BTreeMap::new();
    for row in rows(state).into_values() {
        for (name, value) in row {
            let Some(text) = value.as_str().filter(|text| !text.is_empty()) else { continue };
            let kind = Kind::of(text);
            let entry = seen.entry(name).or_insert((kind, 0));
            entry.1 += 1;
            if entry.0 != kind {
                entry.0 = Kind::Other;
            }
        }
    }
    let often = seen.into_iter().filter(|(_, (_, count))| *count >= SEEN_MIN);
    often.map(|(name, (kind, _))| (name, kind)).collect()
}
