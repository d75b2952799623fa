//! Texts and numbers of a call: one that was seen, one that names nothing, or a new one.

use compoworld_transcript::{Step, is_id_name, looks_made, text_of, written_way};
use rand::RngExt;
use serde_json::{Value, json};

use crate::spec::{Schema, Type};

use super::draw::Drawing;
use super::draw_text::{acceptance, made_json, made_number, made_text, pick};
use super::plan::MadeUse;
use super::pool::Seen;
use super::profile::Stage;
use super::unknown::unknown_like;
use super::wish::{Wish, called, is_end, is_old, is_query, last_name, names_a_path};

impl<'a> Drawing<'a> {
    /// A text or a number.
    pub(super) fn scalar(&mut self, schema: &Schema, at: &[Step]) -> Value {
        let name = last_name(at);
        if let Some(value) = self.taught(&name, schema) {
            return value;
        }
        let wish = Wish::of(at, schema, self.profile, self.pool);
        if wish == Wish::Reference {
            self.references.push(at.to_vec());
        }
        let is_read = self.profile.stage == Stage::Read;
        if is_read && names_a_path(&name) && !self.pool.folders().is_empty() {
            // What is listed and searched is a folder more often than not.
            if self.random.random_ratio(1, 3) {
                return json!(pick(self.pool.folders(), self.random));
            }
        }
        let usable = self.usable(schema, at, wish);
        let percent = match wish {
            Wish::Reference => 92,
            Wish::Filter => 70,
            Wish::Content => 6,
        };
        if self.random.random_ratio(percent, 100) && !usable.is_empty() {
            return self.known(&usable, at);
        }
        let is_new_path = names_a_path(&name)
            && (self.profile.stage == Stage::Create || usable.is_empty() && !is_read);
        if wish == Wish::Reference && !is_new_path {
            let models: Vec<&Value> = usable.iter().map(|(_, value)| value).collect();
            let is_numeric = self.lessons.numeric.contains(&name);
            return unknown_like(&models, schema, is_numeric, self.random);
        }
        self.made(&name, schema)
    }

    /// What refusals taught of the argument.
    fn taught(&mut self, name: &str, schema: &Schema) -> Option<Value> {
        if schema.kind != Some(Type::String) {
            return None;
        }
        if let Some(choices) = self.lessons.choices.get(name) {
            return self.random.random_ratio(9, 10).then(|| json!(pick(choices, self.random)));
        }
        if let Some(choices) = self.choices.get(name)
            && self.random.random_ratio(3, 4)
        {
            return Some(json!(pick(choices, self.random)));
        }
        if self.lessons.dates.contains(name) {
            let date = Schema { format: Some("date".to_owned()), ..Schema::of(Type::String) };
            return Some(json!(made_text(name, &date, self.random)));
        }
        if self.lessons.json.contains(name) || name.to_lowercase().ends_with("json") {
            let value = made_json(name, schema, &self.lessons.members, self.random);
            return Some(json!(value.to_string()));
        }
        None
    }

    /// Values that were seen and that the argument may mean, as the schema has them.
    fn usable(&self, schema: &Schema, at: &[Step], wish: Wish) -> Vec<(&'a Seen, Value)> {
        let called = called(at, self.profile);
        let mut fitting: Vec<&Seen> = self.pool.fitting(&called, self.profile.reach);
        let is_id = is_id_name(&last_name(at));
        let is_unnamed = fitting.is_empty() && wish == Wish::Reference && !is_id;
        if is_unnamed || is_end(&called, self.profile) {
            let names = self.pool.own_names();
            fitting = if names.is_empty() { fitting } else { names };
        }
        let accepts = acceptance(schema);
        fitting
            .into_iter()
            .filter_map(|one| Some((one, converted(&one.value, schema)?)))
            .filter(|(_, value)| accepts(value))
            .collect()
    }

    /// Whether anything that was seen may be meant by the argument, or by the items of the list.
    pub(super) fn has_known(&self, schema: &Schema, at: &[Step]) -> bool {
        let plain = schema.non_null().unwrap_or(schema);
        let scalar = plain.items.as_deref().unwrap_or(plain);
        !self.usable(scalar, at, Wish::Reference).is_empty()
    }

    /// One of the values that were seen: seldom one whose thing was removed.
    fn known(&mut self, usable: &[(&'a Seen, Value)], at: &[Step]) -> Value {
        let wants_gone = self.random.random_ratio(1, 12);
        let of_that_kind: Vec<&(&Seen, Value)> =
            usable.iter().filter(|(one, _)| one.is_gone == wants_gone).collect();
        let (seen, value) = match of_that_kind.is_empty() {
            true => pick(usable, self.random),
            false => *pick(&of_that_kind, self.random),
        };
        if let Some((from_call, from)) = self.source(seen, at)
            && let Some(arg) = written_way(at)
        {
            self.uses.push(MadeUse { arg, from_call: *from_call, from: written_way(from) });
        }
        if let Some(row) = self.pool.row_about(value) {
            self.row = Some(row);
        }
        value.clone()
    }

    /// Where a value came from first, if it is one that the server made.
    fn source(&self, seen: &'a Seen, at: &[Step]) -> Option<&'a (usize, Vec<Step>)> {
        let own_name = seen.called.words.last().map(String::as_str).unwrap_or_default();
        let is_made = is_id_name(&last_name(at)) || is_id_name(own_name);
        if !is_made && !looks_made(&seen.value) {
            return None;
        }
        let first = self.pool.first_like(seen, &called(at, self.profile));
        first.and_then(|first| first.from.as_ref())
    }

    fn made(&mut self, name: &str, schema: &Schema) -> Value {
        if matches!(schema.kind, Some(Type::Integer | Type::Number)) {
            return made_number(name, schema, self.random);
        }
        if self.lessons.numeric.contains(name) {
            return json!(text_of(&made_number(name, &Schema::of(Type::Integer), self.random)));
        }
        if is_old(name)
            && let Some(old) = self.row.and_then(longest_text)
            && self.random.random_ratio(4, 5)
        {
            return json!(old);
        }
        let text = if names_a_path(name) && schema.pattern.is_none() {
            self.made_path()
        } else if is_query(name) {
            self.made_query(name, schema)
        } else {
            made_text(name, schema, self.random)
        };
        json!(text)
    }

    /// A new path, in a folder that is there if one is known.
    fn made_path(&mut self) -> String {
        let number: u32 = self.random.random_range(10..1000);
        let is_folder =
            self.profile.noun.iter().any(|word| word == "directory" || word == "folder");
        let name = if is_folder { format!("box-{number}") } else { format!("note-{number}.txt") };
        let folders = self.pool.folders();
        if folders.is_empty() { name } else { format!("{}/{name}", pick(folders, self.random)) }
    }

    /// A word of what was put in.
    fn made_query(&mut self, name: &str, schema: &Schema) -> String {
        let words: Vec<&str> = self
            .pool
            .own_texts()
            .into_iter()
            .flat_map(str::split_whitespace)
            .filter(|word| word.chars().count() > 3 && !word.contains('/'))
            .collect();
        if words.is_empty() || self.random.random_ratio(1, 8) {
            return made_text(name, schema, self.random);
        }
        (*pick(&words, self.random)).to_owned()
    }
}

fn longest_text(row: &serde_json::Map<String, Value>) -> Option<&str> {
    row.values().filter_map(Value::as_str).max_by_key(|text| text.len())
}

/// A value in the type that a schema asks for.
fn converted(value: &Value, schema: &Schema) -> Option<Value> {
    let schema = schema.non_null().unwrap_or(schema);
    match (schema.kind, value) {
        (Some(Type::Integer | Type::Number), Value::Number(_))
        | (Some(Type::String), Value::String(_))
        | (None, _) => Some(value.clone()),
        (Some(Type::String), Value::Number(_)) => Some(json!(text_of(value))),
        (Some(Type::Integer), Value::String(text)) => text.parse::<i64>().ok().map(Value::from),
        _ => None,
    }
}
