//! Arguments for a call: what the tool needs, filled from rows, meanings and schemas.

use serde_json::{Map, Value};

use crate::model::{Kind, Relation};
use crate::resolve::Role;

use super::evaluate::{key_text, key_value};
use super::sample_values::{sample_field, sample_schema};
use super::subject::{Row, Subject};

/// Which arguments that may be left out are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// None.
    Required,
    /// All that are stored.
    Stored,
}

impl Subject<'_> {
    /// Fills in what a call needs beside `given`; `None` when the spec would not accept it.
    pub fn complete(&self, given: Row, extent: Extent, salt: usize) -> Option<Value> {
        let mut args = given;
        for (index, argument) in self.tool.arguments.iter().enumerate() {
            if args.contains_key(&argument.name) {
                continue;
            }
            let is_stored = matches!(argument.role, Role::Set | Role::Items);
            let is_wanted = is_stored && extent == Extent::Stored;
            if !argument.is_required && !is_wanted {
                continue;
            }
            match self.argument_value(index, salt) {
                Some(value) => {
                    args.insert(argument.name.clone(), value);
                }
                None if argument.is_required => return None,
                None => {}
            }
        }
        let args = Value::Object(args);
        self.accepts(&args).then_some(args)
    }

    /// A call that gives an argument which is left to the world model.
    pub fn simulated_arguments(&self) -> Option<Value> {
        const TRIES: usize = 3;
        let arguments = self.tool.arguments.iter().enumerate();
        let simulated = arguments.filter(|(_, argument)| argument.role == Role::Simulated);
        let mut calls = simulated.flat_map(|(index, argument)| {
            let values = (0..TRIES).filter_map(move |salt| self.argument_value(index, salt));
            values.filter(|value| argument.default.as_ref() != Some(value)).filter_map(|value| {
                let given = Map::from_iter([(argument.name.clone(), value)]);
                self.complete(given, Extent::Required, 0)
            })
        });
        calls.next()
    }

    /// A value for one argument.
    fn argument_value(&self, index: usize, salt: usize) -> Option<Value> {
        let argument = &self.tool.arguments[index];
        let schema = self.schema(index);
        match argument.role {
            Role::Set => self.stored_value(index, salt),
            Role::Items => {
                let (field, _) = self.tool.items.iter().find(|(_, one)| *one == index)?;
                let field = &self.entity?.fields[*field];
                let takes_list = argument.kind.item().is_some();
                if let Some(other) = field.kind.entity() {
                    let key = self.reference(other, salt)?;
                    return Some(if takes_list { Value::Array(vec![key]) } else { key });
                }
                let value = sample_field(self.service, field, Some(schema), salt)?;
                match (takes_list, value) {
                    (false, Value::Array(items)) => items.into_iter().next(),
                    (true, value @ Value::Array(_)) => Some(value),
                    (true, value) => Some(Value::Array(vec![value])),
                    (false, value) => Some(value),
                }
            }
            Role::Filter => self.filter_value(index, 0),
            // A part of a new row's key that is another row's key.
            Role::Key if self.refers(index) => self.stored_value(index, salt),
            Role::Key | Role::Free | Role::Page | Role::Order | Role::Ignored | Role::Simulated => {
                sample_schema(schema.non_null().unwrap_or(schema), salt)
            }
        }
    }

    /// Whether a key argument names a row of another entity.
    fn refers(&self, index: usize) -> bool {
        let Some(entity) = self.entity else { return false };
        let binding = self.tool.keys.iter().find(|key| key.arguments.contains(&index));
        let field = binding.and_then(|key| Some(&entity.fields[key.field?]));
        let other = field.and_then(|field| field.kind.entity());
        other.is_some_and(|other| entity.ident != other)
    }

    fn stored_value(&self, index: usize, salt: usize) -> Option<Value> {
        let entity = self.entity?;
        let bindings = self.tool.sets.iter().chain(&self.tool.keys);
        let binding = bindings.into_iter().find(|set| set.arguments.contains(&index))?;
        let field = &entity.fields[binding.field?];
        let own = entity.ident.to_string();
        if let Some(other) = field.kind.entity() {
            let is_own_key = field.is_key && other == own;
            if !is_own_key {
                if binding.arguments.len() == 1 {
                    let key = self.reference(other, salt)?;
                    let is_list = field.kind.item().is_some();
                    return Some(if is_list { Value::Array(vec![key]) } else { key });
                }
                let key = self.reference(other, salt)?;
                let mut args = Map::new();
                self.spread(binding, &key, &mut args)?;
                return args.remove(&self.tool.arguments[index].name);
            }
        }
        let schema = self.schema(index);
        if matches!(field.kind, Kind::IntKey(_)) {
            return Some(Value::from(900 + salt));
        }
        sample_field(self.service, field, Some(schema), salt)
    }

    /// The key of a row of this entity.
    fn reference(&self, entity: &str, salt: usize) -> Option<Value> {
        let model = self.service.model.entity(entity)?;
        let rows = self.rows.entity(self.service, entity);
        let row = rows.get(salt % rows.len().max(1))?;
        match model.key_fields().count() {
            1 => Some(key_value(model, row)),
            _ => Some(Value::from(key_text(model, row))),
        }
    }

    /// A value for which at least one row passes the filter; `nth` chooses the row.
    pub fn filter_value(&self, index: usize, nth: usize) -> Option<Value> {
        let entity = self.entity?;
        let argument = &self.tool.arguments[index];
        let filter = self.tool.filters.iter().find(|filter| filter.arguments.contains(&index))?;
        let field = &entity.fields[filter.fields[0]];
        let held = self
            .own_rows()
            .iter()
            .filter_map(|row| row.get(&field.name))
            .filter(|value| !value.is_null() && **value != Value::Array(Vec::new()));
        let held = held.clone().nth(nth).or_else(|| held.clone().next())?.clone();
        if filter.arguments.len() > 1 {
            let binding = crate::resolve::Binding {
                field: Some(filter.fields[0]),
                arguments: filter.arguments.clone(),
            };
            let mut args = Map::new();
            self.spread(&binding, &held, &mut args)?;
            return args.remove(&argument.name);
        }
        match filter.relation {
            Relation::Contains => {
                let text = match &held {
                    Value::Array(items) => items.first()?.as_str()?.to_owned(),
                    held => held.as_str()?.to_owned(),
                };
                let words = text.split_whitespace();
                words.max_by_key(|word| word.len()).map(Value::from)
            }
            Relation::OneOf => Some(Value::Array(vec![held])),
            Relation::Has => {
                let item = match held {
                    Value::Array(items) => items.into_iter().next()?,
                    other => other,
                };
                let takes_list = argument.kind.item().is_some();
                Some(if takes_list { Value::Array(vec![item]) } else { item })
            }
            Relation::Equals | Relation::AtLeast | Relation::AtMost => Some(held),
        }
    }
}
