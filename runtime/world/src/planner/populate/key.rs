//! Keys of new rows, as the service itself would make them.

use std::collections::BTreeMap;

use compoworld_core::{Key, KeyForm, KeyPart, RecordInfo, Shape, join_key};
use serde_json::{Map, Value};

use super::field_plan::{FieldPlan, RecordPlan};
use super::value::Sampler;
use crate::dice::Dice;

/// Hands out the keys of one table.
pub(super) struct KeyMaker {
    form: KeyForm,
    next: i64,
    /// The last number handed out, by the key parts before it.
    counters: BTreeMap<String, i64>,
}

impl KeyMaker {
    pub(super) fn new(plan: &RecordPlan, dice: &mut Dice) -> Self {
        let next = match (plan.info.key_form, plan.is_composite) {
            (KeyForm::Sequence(_), false) => dice.between(3, 900),
            _ => dice.between(1_000, 9_000),
        };
        Self { form: plan.info.key_form, next, counters: BTreeMap::new() }
    }

    /// The value of one key field; the parts before it are in `row`.
    pub(super) fn part(
        &mut self,
        field: &FieldPlan,
        row: &Map<String, Value>,
        sampler: &mut Sampler<'_, '_>,
    ) -> Option<Value> {
        let whole_number = matches!(field.info.shape, Shape::Integer | Shape::IntKey(_));
        if whole_number {
            if !sampler.plan.is_composite {
                return Some(self.number(sampler.dice).into());
            }
            let within = sampler.plan.info.key_fields();
            let mut before = String::new();
            for part in within.take_while(|part| part.name != field.info.name) {
                before.push_str(&row.get(part.name).map(Value::to_string).unwrap_or_default());
            }
            let dice = &mut *sampler.dice;
            let last = self.counters.entry(before).or_insert_with(|| dice.between(2, 90));
            *last += dice.between(1, 3);
            return Some((*last).into());
        }
        match self.form {
            KeyForm::Sequence(format) => {
                Some(format_sequence(format, self.number(sampler.dice)).into())
            }
            KeyForm::Uuid => Some(uuid(sampler.dice).into()),
            KeyForm::Token(prefix, length) => Some(token(prefix, length, sampler.dice).into()),
            KeyForm::Given => sampler.given_key(field),
        }
    }

    fn number(&mut self, dice: &mut Dice) -> i64 {
        self.next += dice.between(1, 4);
        self.next
    }

    /// The key's text: the parts joined as the service joins them.
    pub(super) fn text(&self, record: &RecordInfo, row: &Map<String, Value>) -> String {
        let parts: Vec<Part> = record
            .key_fields()
            .map(|field| match (&row[field.name], &field.shape) {
                (Value::String(text), Shape::Key(_)) => Part::Key(Key::new(text.as_str())),
                (Value::String(text), _) => Part::Text(text.clone()),
                (other, _) => Part::Number(other.as_i64().unwrap_or_default()),
            })
            .collect();
        match parts.as_slice() {
            [only] => only.as_part().key_text(),
            several => join_key(&several.iter().map(Part::as_part).collect::<Vec<_>>()),
        }
    }
}

enum Part {
    Key(Key<()>),
    Text(String),
    Number(i64),
}

impl Part {
    fn as_part(&self) -> &dyn KeyPart {
        match self {
            Self::Key(key) => key,
            Self::Text(text) => text,
            Self::Number(number) => number,
        }
    }
}

/// `TCK-{:05}` and 12 as `TCK-00012`.
fn format_sequence(format: &str, number: i64) -> String {
    let parts = format.split_once('{').and_then(|(before, rest)| {
        let (inside, after) = rest.split_once('}')?;
        Some((before, inside, after))
    });
    match parts {
        None => format!("{format}{number}"),
        Some((before, inside, after)) => {
            let width: usize = inside.trim_start_matches([':', '0']).parse().unwrap_or(0);
            format!("{before}{number:0width$}{after}")
        }
    }
}

/// A UUID of version 4.
pub(super) fn uuid(dice: &mut Dice) -> String {
    let high = dice.bits() & 0xffff_ffff_ffff_0fff | 0x4000;
    let low = dice.bits() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000;
    format!(
        "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
        high >> 32,
        (high >> 16) & 0xffff,
        high & 0xffff,
        low >> 48,
        low & 0xffff_ffff_ffff
    )
}

/// A prefix and so many letters and digits.
pub(super) fn token(prefix: &str, length: usize, dice: &mut Dice) -> String {
    const LETTERS: &[u8] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let tail = (0..length).map(|_| char::from(*dice.pick(LETTERS)));
    prefix.chars().chain(tail).collect()
}
