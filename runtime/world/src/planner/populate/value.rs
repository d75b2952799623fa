//! The value of one field of one row, by its shape and what it means.

use std::collections::BTreeMap;

use compoworld_core::{FieldInfo, RecordInfo, Semantic, Shape};
use serde_json::{Map, Value};

use super::Filling;
use super::constraint::{fit_length, fits};
use super::pattern::sample_pattern;
use super::row::{is_personal, person_prefix};
use super::theme::{Made, Theme};
use crate::dice::Dice;
use crate::planner::cast::{Cast, SLUGS};
use crate::planner::meaning::{Thing, meaning_of, thing_of, words_of};

/// Draws the fields of one row.
pub(super) struct Sampler<'a, 'd> {
    pub cast: &'a Cast,
    pub filling: &'a Filling,
    pub made: &'a BTreeMap<&'static str, Vec<Made>>,
    pub record: &'static RecordInfo,
    pub theme: &'a mut Theme,
    pub dice: &'d mut Dice,
    /// The row's number, shifted at random: it spreads the names of choices.
    pub number: usize,
    /// Who the row as a whole is about.
    pub default_person: Option<usize>,
}

impl Sampler<'_, '_> {
    /// Decides who the row is about: itself, the first person it refers to, or anyone.
    pub(super) fn settle_default_person(&mut self) {
        let personal = self.record.fields.iter().any(|field| is_personal(self.record, field));
        let known = self.theme.people.get("").or_else(|| self.theme.people.values().next());
        self.default_person = match known {
            Some(person) => Some(*person),
            None if personal => Some(self.dice.below(self.cast.people.len())),
            None => None,
        };
        if let Some(person) = self.default_person {
            self.theme.people.entry(String::new()).or_insert(person);
        }
    }

    /// The person that a field is about.
    pub(super) fn person(&mut self, field_name: &str) -> usize {
        let prefix = person_prefix(field_name);
        if self.theme.person(self.cast, &prefix).is_none() {
            // `sender` and `recipient` are two people, and neither is who the row is about.
            let drawn = self.dice.below(self.cast.people.len());
            self.theme.people.insert(prefix.clone(), drawn);
        }
        self.theme.people[&prefix]
    }

    /// A value for a field; `None` when none that keeps the rules is found.
    pub(super) fn field(&mut self, field: &'static FieldInfo) -> Option<Value> {
        if let Shape::Optional(inner) = &field.shape {
            let wanted = match field.semantic {
                Semantic::None => self.filling.optional_percent,
                _ => self.filling.optional_percent.max(80),
            };
            if marks_an_end(field) || !field.created && !field.updated && !self.dice.percent(wanted)
            {
                return Some(Value::Null);
            }
            return Some(self.shaped(field, inner).unwrap_or(Value::Null));
        }
        self.shaped(field, &field.shape)
    }

    fn shaped(&mut self, field: &'static FieldInfo, shape: &Shape) -> Option<Value> {
        Some(match shape {
            Shape::Text => return self.text(field),
            Shape::Key(_) | Shape::IntKey(_) => return None,
            Shape::Integer => self.whole_number(field).into(),
            Shape::Number => number_value(self.number(field)),
            Shape::Boolean => self.flag(field.name).into(),
            Shape::Timestamp => self.instant(field).to_string().into(),
            Shape::Date => self.instant(field).date().to_string().into(),
            Shape::Json => Value::Object(Map::new()),
            Shape::Choice(names) => names.get(self.choice(names.len()))?.to_string().into(),
            Shape::Optional(inner) => self.shaped(field, inner)?,
            Shape::List(inner) => return self.list(field, inner),
            Shape::Map(_) => Value::Object(Map::new()),
            Shape::Record(info) => return self.record(info),
        })
    }

    /// Rows in turn take the names in turn, with some noise, so that every name occurs.
    fn choice(&mut self, n: usize) -> usize {
        let drawn = if self.dice.percent(70) { self.number } else { self.dice.below(n) };
        drawn % n
    }

    fn flag(&mut self, name: &str) -> bool {
        const RARE: &[&str] = &[
            "deleted",
            "archived",
            "hidden",
            "cancelled",
            "canceled",
            "locked",
            "trashed",
            "suspended",
            "blocked",
        ];
        let rare = words_of(name).iter().any(|word| RARE.contains(&word.as_str()));
        self.dice.percent(if rare { 5 } else { 50 })
    }

    /// A list of different items.
    fn list(&mut self, field: &'static FieldInfo, inner: &Shape) -> Option<Value> {
        let (least, most) = field.length.unwrap_or((0, usize::MAX));
        let wanted = self.dice.between(0, self.filling.items_max as i64) as usize;
        let wanted = wanted.clamp(least, most.max(least));
        // The length is the list's, not the items'.
        let plain = FieldInfo { length: None, ..*field };
        let plain: &'static FieldInfo = match field.length {
            None => field,
            Some(_) => return self.list_of(&plain, inner, wanted),
        };
        self.list_of(plain, inner, wanted)
    }

    fn list_of(&mut self, field: &FieldInfo, inner: &Shape, wanted: usize) -> Option<Value> {
        let mut items: Vec<Value> = Vec::new();
        for _ in 0..wanted * 3 {
            if items.len() == wanted {
                break;
            }
            let item = match inner {
                Shape::Text => self.text_of(field)?,
                Shape::Record(info) => self.record(info)?,
                Shape::Choice(names) => names.get(self.dice.below(names.len()))?.to_string().into(),
                Shape::Integer => self.dice.between(1, 40).into(),
                Shape::Number => number_value(self.dice.between(1, 400) as f64 / 4.0),
                _ => return Some(Value::Array(Vec::new())),
            };
            if !items.contains(&item) {
                items.push(item);
            }
        }
        let least = field.length.map_or(0, |(least, _)| least);
        (items.len() >= least).then_some(Value::Array(items))
    }

    fn record(&mut self, info: &'static RecordInfo) -> Option<Value> {
        let outer = std::mem::replace(&mut self.record, info);
        let mut object = Map::new();
        let mut complete = true;
        for field in info.fields {
            let value = match field.shape.refers_to() {
                Some(entity) => self.loose_reference(field, entity),
                None => self.field(field),
            };
            match value {
                Some(value) => {
                    object.insert(field.name.to_owned(), value);
                }
                None => complete = false,
            }
        }
        self.record = outer;
        complete.then_some(Value::Object(object))
    }

    /// A reference inside a record: not checked by the service, kept true all the same.
    fn loose_reference(&mut self, field: &FieldInfo, entity: &str) -> Option<Value> {
        let targets = self.made.get(entity);
        let chosen = targets.and_then(|rows| self.dice.pick_some(rows));
        match (&field.shape, chosen) {
            (Shape::Optional(_), None) => Some(Value::Null),
            (Shape::List(_), None) => Some(Value::Array(Vec::new())),
            (Shape::List(_), Some(made)) => Some(Value::Array(vec![made.key_value.clone()])),
            (_, made) => Some(made?.key_value.clone()),
        }
    }

    /// A text that keeps the field's rules.
    fn text(&mut self, field: &FieldInfo) -> Option<Value> {
        self.text_of(field)
    }

    fn text_of(&mut self, field: &FieldInfo) -> Option<Value> {
        const DRAWS_MAX: usize = 3;
        let meaning = meaning_of(self.record, field);
        for _ in 0..DRAWS_MAX {
            let text = fit_length(self.meant_text(field, meaning), field, self.dice);
            if fits(field, &text) {
                return Some(text.into());
            }
            let plain = SLUGS.pick(self.dice);
            let plain: String = plain.chars().filter(char::is_ascii_alphanumeric).collect();
            let plain = fit_length(plain, field, self.dice);
            if fits(field, &plain) {
                return Some(plain.into());
            }
            if let Some(text) = field.pattern.and_then(|pattern| sample_pattern(pattern, self.dice))
            {
                let text = fit_length(text, field, self.dice);
                if fits(field, &text) {
                    return Some(text.into());
                }
            }
        }
        None
    }

    /// A key that the caller would choose.
    pub(super) fn given_key(&mut self, field: &'static FieldInfo) -> Option<Value> {
        let meaning = meaning_of(self.record, field);
        let last = words_of(field.name).pop().unwrap_or_default();
        let id_like = matches!(last.as_str(), "id" | "key" | "code" | "uuid");
        if matches!(field.shape, Shape::Date) {
            return Some(self.instant(field).date().to_string().into());
        }
        if meaning == Semantic::None
            || id_like && matches!(meaning, Semantic::Slug | Semantic::Token)
        {
            let number = self.dice.between(10, 99);
            let text = match thing_of(self.record.name) {
                Thing::Person => self.cast.people[self.person(field.name)].username.clone(),
                _ => format!("{}-{number}", SLUGS.pick(self.dice)),
            };
            let text = fit_length(text, field, self.dice);
            return fits(field, &text).then(|| text.into()).or_else(|| self.text_of(field));
        }
        self.text_of(field)
    }
}

/// Whether a date says that something is over, which is rare.
fn marks_an_end(field: &FieldInfo) -> bool {
    const ENDS: &[&str] = &[
        "deleted",
        "archived",
        "cancelled",
        "canceled",
        "closed",
        "trashed",
        "resolved",
        "revoked",
    ];
    matches!(field.shape.required(), Shape::Timestamp | Shape::Date)
        && words_of(field.name).iter().any(|word| ENDS.contains(&word.as_str()))
}

/// Whole numbers without a fraction, as the service writes them.
pub fn number_value(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        Value::from(number as i64)
    } else {
        serde_json::Number::from_f64(number).map_or(Value::Null, Value::Number)
    }
}
