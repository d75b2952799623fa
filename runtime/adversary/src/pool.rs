//! What was seen so far: rows and values to fill arguments with, so that calls hit something.

use std::collections::BTreeMap;

use rand::{Rng, RngExt};
use serde_json::{Map, Value};

use crate::changes::{Place, rows, scalar_text};
use crate::names::{means, singular_words};

/// How many objects are remembered; the newest replace the oldest.
const RECORDS_MAX: usize = 400;

/// Objects that were seen, with the noun of each.
#[derive(Debug, Default, Clone)]
pub(crate) struct Pool {
    records: Vec<Record>,
    next: usize,
    /// What refusals quoted, newest last.
    quoted: Vec<String>,
}

#[derive(Debug, Clone)]
struct Record {
    noun: Vec<String>,
    fields: Map<String, Value>,
    /// The rows that this one refers to, by which what surrounds it is named.
    parents: Vec<Record>,
}

impl Pool {
    /// The rows of a state.
    pub(crate) fn of_state(state: &Value) -> Self {
        const PARENTS_MAX: usize = 4;
        const KEY_CHARACTERS_MIN: usize = 3;
        let rows = rows(state);
        let record = |place: &Place<'_>| Record::of_row(place, rows[place]);
        let mut by_key: BTreeMap<&str, Place<'_>> = BTreeMap::new();
        for place in rows.keys().filter(|(_, key)| key.len() >= KEY_CHARACTERS_MIN) {
            by_key.insert(place.1, *place);
        }
        let mut pool = Self::default();
        for (place, row) in &rows {
            let mut own = record(place);
            let named = row.values().filter_map(scalar_text);
            let parents = named.filter_map(|text| by_key.get(text.as_str()));
            own.parents =
                parents.filter(|one| *one != place).take(PARENTS_MAX).map(record).collect();
            pool.remember(own);
        }
        pool
    }

    /// Remembers the objects of an answer by a tool about `noun`.
    pub(crate) fn hear(&mut self, noun: &[String], data: &Value) {
        const ITEMS_MAX: usize = 4;
        match data {
            Value::Array(items) => {
                items.iter().take(ITEMS_MAX).for_each(|item| self.hear(noun, item))
            }
            Value::Object(object) => {
                for (name, value) in object {
                    if value.is_array() || value.is_object() {
                        let noun =
                            if name == "items" { noun.to_vec() } else { singular_words(name) };
                        self.hear(&noun, value);
                    }
                }
                // What holds the others is the newest.
                if object.values().any(|value| value.is_string() || value.is_number()) {
                    self.remember(Record {
                        noun: noun.to_vec(),
                        fields: object.clone(),
                        parents: Vec::new(),
                    });
                }
            }
            _ => {}
        }
    }

    fn remember(&mut self, record: Record) {
        if self.records.len() < RECORDS_MAX {
            self.records.push(record);
        } else {
            self.records[self.next] = record;
            self.next = (self.next + 1) % RECORDS_MAX;
        }
    }

    /// Remembers what a refusal quotes: often what would have been right.
    pub(crate) fn heed(&mut self, message: &str) {
        const KEPT: usize = 12;
        const CHARACTERS_MAX: usize = 60;
        let quotes = message.split('`').skip(1).step_by(2);
        for quote in quotes.filter(|quote| !quote.is_empty() && quote.len() < CHARACTERS_MAX) {
            if !self.quoted.iter().any(|known| known == quote) {
                self.quoted.push(quote.to_owned());
            }
        }
        let n_old = self.quoted.len().saturating_sub(KEPT);
        self.quoted.drain(..n_old);
    }

    /// Something that a refusal quoted.
    pub(crate) fn quoted(&self, random: &mut impl Rng) -> Option<&str> {
        if self.quoted.is_empty() {
            return None;
        }
        Some(&self.quoted[random.random_range(0..self.quoted.len())])
    }

    /// A record to fill most arguments of one call from, so that they belong together: of those
    /// tried, the one that most of `names` find a value in.
    pub(crate) fn anchor(&self, names: &[&str], random: &mut impl Rng) -> Option<usize> {
        const TRIES: usize = 24;
        if self.records.is_empty() {
            return None;
        }
        let tries = (0..TRIES).map(|_| random.random_range(0..self.records.len()));
        tries.max_by_key(|index| {
            names.iter().filter(|name| self.records[*index].value(name).is_some()).count()
        })
    }

    /// The record that was remembered last.
    pub(crate) fn newest(&self) -> Option<usize> {
        let n_records = self.records.len();
        if n_records < RECORDS_MAX {
            n_records.checked_sub(1)
        } else {
            Some((self.next + RECORDS_MAX - 1) % RECORDS_MAX)
        }
    }

    /// The value that the parameter has in the record.
    pub(crate) fn value_in(&self, index: usize, name: &str) -> Option<&Value> {
        self.records.get(index)?.value(name)
    }

    /// A value that the parameter may mean, from any record.
    pub(crate) fn value(&self, name: &str, random: &mut impl Rng) -> Option<&Value> {
        if self.records.is_empty() {
            return None;
        }
        let start = random.random_range(0..self.records.len());
        let order = (start..self.records.len()).chain(0..start);
        order.into_iter().find_map(|index| self.records[index].value(name))
    }

    /// Some text that was seen.
    pub(crate) fn text(&self, random: &mut impl Rng) -> Option<&str> {
        if self.records.is_empty() {
            return None;
        }
        let record = &self.records[random.random_range(0..self.records.len())];
        let texts: Vec<&str> = record.fields.values().filter_map(Value::as_str).collect();
        (!texts.is_empty()).then(|| texts[random.random_range(0..texts.len())])
    }
}

impl Record {
    fn of_row((table, key): &Place<'_>, row: &Map<String, Value>) -> Self {
        let mut fields = row.clone();
        // A key of several parts is named part by part.
        if !key.is_empty() && !key.contains('/') && !fields.contains_key("id") {
            fields.insert("id".to_owned(), Value::from(*key));
        }
        Self { noun: singular_words(table), fields, parents: Vec::new() }
    }

    /// The value that a parameter of this name would have, if it were about this record.
    fn value(&self, name: &str) -> Option<&Value> {
        let of_parent = || self.parents.iter().find_map(|parent| parent.own_value(name));
        self.own_value(name).or_else(of_parent)
    }

    fn own_value(&self, name: &str) -> Option<&Value> {
        let usable = |value: &&Value| value.is_string() || value.is_number() || value.is_boolean();
        if let Some(value) = self.fields.get(name).filter(usable) {
            return Some(value);
        }
        let parameter = singular_words(name);
        if parameter.is_empty() {
            return None;
        }
        // `channel` and `entityName` name a channel's and an entity's identifier.
        let lead = parameter
            .split_last()
            .filter(|(last, _)| matches!(last.as_str(), "id" | "name" | "key"));
        let stem = lead.map_or(&parameter[..], |(_, lead)| lead);
        // `associate_to_deal_id` ends in a deal.
        let is_about = !stem.is_empty()
            && (self.noun.ends_with(stem)
                || (lead.is_some() && !self.noun.is_empty() && stem.ends_with(&self.noun)));
        let found = self
            .fields
            .iter()
            .find(|(field, value)| usable(value) && means(name, field, &self.noun));
        let found = found.map(|(_, value)| value);
        if is_about {
            let own =
                if parameter.last().is_some_and(|last| last == "name") { "name" } else { "id" };
            return found.or_else(|| self.fields.get(own).filter(usable)).or_else(|| {
                ["id", "name", "key", "ts"]
                    .iter()
                    .find_map(|name| self.fields.get(*name).filter(usable))
            });
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use serde_json::json;

    use super::Pool;

    #[test]
    fn arguments_find_their_values_in_rows_by_name_and_by_noun() {
        let state = json!({"tickets": {"TCK-1": {"id": "TCK-1", "owner": "ada"}},
            "channels": {"C1": {"id": "C1", "name": "general"}}});
        let pool = Pool::of_state(&state);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut value = |name| pool.value(name, &mut random).cloned();
        assert_eq!(value("ticket_id"), Some(json!("TCK-1")));
        assert_eq!(value("channel"), Some(json!("C1")));
        assert_eq!(value("owner"), Some(json!("ada")));
        assert_eq!(value("colour"), None);
    }
}
