//! The value of one field of one row, by its shape and what it means.

use std::collections::BTreeMap;

use compoworld_core::{FieldInfo, Semantic, Shape};
use serde_json::{Map, Value};

use super::Filling;
use super::constraint::{fit_length, fits};
use super::field_plan::{FieldPlan, RecordPlan, ServicePlan};
use super::pattern::sample_pattern;
use super::theme::{Made, Theme};
use crate::dice::Dice;
use crate::planner::cast::{Cast, SLUGS};
use crate::planner::meaning::Thing;

/// Draws the fields of one row.
pub(super) struct Sampler<'a, 'd> {
    pub cast: &'a Cast,
    pub filling: &'a Filling,
    pub made: &'a BTreeMap<&'static str, Vec<Made>>,
    pub service: &'a ServicePlan,
    pub plan: &'a RecordPlan,
    pub theme: &'a mut Theme,
    pub dice: &'d mut Dice,
    /// The row's number, shifted at random: it spreads the names of choices.
    pub number: usize,
    /// Who the row as a whole is about.
    pub default_person: Option<usize>,
}

impl<'a> Sampler<'a, '_> {
    /// Decides who the row is about: itself, the first person it refers to, or anyone.
    pub(super) fn settle_default_person(&mut self) {
        let known = self.theme.people.get("").or_else(|| self.theme.people.values().next());
        self.default_person = match known {
            Some(person) => Some(*person),
            None if self.plan.is_personal => Some(self.dice.below(self.cast.people.len())),
            None => None,
        };
        if let Some(person) = self.default_person {
            self.theme.people.entry(String::new()).or_insert(person);
        }
    }

    /// The person that a field is about.
    pub(super) fn person(&mut self, field: &FieldPlan) -> usize {
        if let Some(known) = self.theme.people.get(&field.person) {
            return *known;
        }
        // `sender` and `recipient` are two people, and neither is who the row is about.
        let drawn = self.dice.below(self.cast.people.len());
        self.theme.people.insert(field.person.clone(), drawn);
        drawn
    }

    /// A value for a field; `None` when none that keeps the rules is found.
    pub(super) fn field(&mut self, field: &FieldPlan) -> Option<Value> {
        let info = field.info;
        if let Shape::Optional(inner) = &info.shape {
            let wanted = match info.semantic {
                Semantic::None => self.filling.optional_percent,
                _ => self.filling.optional_percent.max(80),
            };
            let is_stamp = info.created || info.updated;
            if field.marks_an_end || !is_stamp && !self.dice.percent(wanted) {
                return Some(Value::Null);
            }
            return Some(self.shaped(field, inner).unwrap_or(Value::Null));
        }
        self.shaped(field, &info.shape)
    }

    fn shaped(&mut self, field: &FieldPlan, shape: &Shape) -> Option<Value> {
        Some(match shape {
            Shape::Text => return self.text(field, field.info),
            Shape::Key(_) | Shape::IntKey(_) => return None,
            Shape::Integer => self.whole_number(field).into(),
            Shape::Number => number_value(self.number(field)),
            Shape::Boolean => self.flag(field).into(),
            Shape::Timestamp => self.instant(field).to_string().into(),
            Shape::Date => self.instant(field).date().to_string().into(),
            Shape::Json => Value::Object(Map::new()),
            Shape::Choice(names) => names.get(self.choice(names.len()))?.to_string().into(),
            Shape::Optional(inner) => self.shaped(field, inner)?,
            Shape::List(inner) => return self.list(field, inner),
            Shape::Map(_) => Value::Object(Map::new()),
            Shape::Record(_) => return self.record(field),
        })
    }

    /// Rows in turn take the names in turn, with some noise, so that every name occurs.
    fn choice(&mut self, n: usize) -> usize {
        let drawn = if self.dice.percent(70) { self.number } else { self.dice.below(n) };
        drawn % n
    }

    fn flag(&mut self, field: &FieldPlan) -> bool {
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
        self.dice.percent(if field.has(RARE) { 5 } else { 50 })
    }

    /// A list of different items.
    fn list(&mut self, field: &FieldPlan, inner: &Shape) -> Option<Value> {
        let (least, most) = field.info.length.unwrap_or((0, usize::MAX));
        let wanted = self.dice.between(0, self.filling.items_max as i64) as usize;
        let wanted = wanted.clamp(least, most.max(least));
        // The length is the list's, not the items'.
        let item_rules = FieldInfo { length: None, ..*field.info };
        let mut items: Vec<Value> = Vec::new();
        for _ in 0..wanted * 3 {
            if items.len() == wanted {
                break;
            }
            let item = match inner {
                Shape::Text => self.text(field, &item_rules)?,
                Shape::Record(_) => self.record(field)?,
                Shape::Choice(names) => names.get(self.dice.below(names.len()))?.to_string().into(),
                Shape::Integer => self.dice.between(1, 40).into(),
                Shape::Number => number_value(self.dice.between(1, 400) as f64 / 4.0),
                _ => return Some(Value::Array(Vec::new())),
            };
            if !items.contains(&item) {
                items.push(item);
            }
        }
        Some(Value::Array(items))
    }

    /// The record that a field holds, or an item of it.
    fn record(&mut self, field: &FieldPlan) -> Option<Value> {
        let plan: &'a RecordPlan = &self.service.records[field.record?];
        let outer = std::mem::replace(&mut self.plan, plan);
        let mut object = Map::new();
        let mut complete = true;
        for field in &plan.fields {
            let value = match field.info.shape.refers_to() {
                Some(entity) => self.loose_reference(field.info, entity),
                None => self.field(field),
            };
            match value {
                Some(value) => {
                    object.insert(field.info.name.to_owned(), value);
                }
                None => complete = false,
            }
        }
        self.plan = outer;
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

    /// A text of the field's meaning that keeps these rules.
    fn text(&mut self, field: &FieldPlan, rules: &FieldInfo) -> Option<Value> {
        const DRAWS_MAX: usize = 3;
        for _ in 0..DRAWS_MAX {
            let text = fit_length(self.meant_text(field), rules, self.dice);
            if fits(rules, &text) {
                return Some(text.into());
            }
            let plain = SLUGS.pick(self.dice);
            let plain: String = plain.chars().filter(char::is_ascii_alphanumeric).collect();
            let plain = fit_length(plain, rules, self.dice);
            if fits(rules, &plain) {
                return Some(plain.into());
            }
            if let Some(text) = rules.pattern.and_then(|pattern| sample_pattern(pattern, self.dice))
            {
                let text = fit_length(text, rules, self.dice);
                if fits(rules, &text) {
                    return Some(text.into());
                }
            }
        }
        None
    }

    /// A key that the caller would choose.
    pub(super) fn given_key(&mut self, field: &FieldPlan) -> Option<Value> {
        let id_like = matches!(field.last_word(), "id" | "key" | "code" | "uuid");
        if matches!(field.info.shape, Shape::Date) {
            return Some(self.instant(field).date().to_string().into());
        }
        if field.meaning == Semantic::None
            || id_like && matches!(field.meaning, Semantic::Slug | Semantic::Token)
        {
            let number = self.dice.between(10, 99);
            let text = match self.plan.thing {
                Thing::Person => self.cast.people[self.person(field)].username.clone(),
                _ => format!("{}-{number}", SLUGS.pick(self.dice)),
            };
            let text = fit_length(text, field.info, self.dice);
            let text = fits(field.info, &text).then(|| text.into());
            return text.or_else(|| self.text(field, field.info));
        }
        self.text(field, field.info)
    }
}

/// Whole numbers without a fraction, as the service writes them.
pub fn number_value(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        Value::from(number as i64)
    } else {
        serde_json::Number::from_f64(number).map_or(Value::Null, Value::Number)
    }
}
