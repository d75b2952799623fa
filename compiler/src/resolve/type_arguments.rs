//! The type of each argument: the field's that it is bound to, or what its schema says.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span};
use serde_json::Value;

use crate::model::{Kind, ParsedModel, Relation};
use crate::spec::{Additional, Schema, Type};

use super::assign_names::{field_ident, type_words, variant_ident};
use super::{NewType, ResolvedArgument, Role};

/// The kinds of the parts that make up a key of this entity, with composite references opened.
#[must_use]
pub fn leaves(model: &ParsedModel, entity: &str) -> Vec<Kind> {
    leaves_within(model, entity, 4)
}

fn leaves_within(model: &ParsedModel, entity: &str, depth: usize) -> Vec<Kind> {
    let Some(entity) = model.entity(entity) else { return Vec::new() };
    let mut kinds = Vec::new();
    for field in entity.key_fields() {
        kinds.extend(leaves_of(model, &field.kind, depth));
    }
    kinds
}

/// The parts of a key field: itself, or those of the composite key that it refers to.
#[must_use]
pub fn leaves_of(model: &ParsedModel, kind: &Kind, depth: usize) -> Vec<Kind> {
    if let Kind::Key(other) = kind.required()
        && depth > 0
        && model.entity(other).is_some_and(|other| other.key_fields().count() > 1)
    {
        return leaves_within(model, other, depth - 1);
    }
    vec![kind.required().clone()]
}

/// The type of an argument that is compared with a field.
#[must_use]
pub fn filter_kind(field: &Kind, relation: Relation, takes_list: bool) -> Kind {
    match relation {
        Relation::OneOf => Kind::List(Box::new(field.required().clone())),
        Relation::Contains => Kind::Text,
        Relation::Has => {
            let item = field.item().unwrap_or(field.required()).clone();
            if takes_list { Kind::List(Box::new(item)) } else { item }
        }
        // Where the forms differ the check of filters has the better words for it.
        Relation::Equals | Relation::AtLeast | Relation::AtMost => match field.item() {
            Some(item) if !takes_list => item.clone(),
            None if takes_list => Kind::List(Box::new(field.required().clone())),
            _ => field.required().clone(),
        },
    }
}

/// Whether the schema takes an array.
#[must_use]
pub fn takes_list(schema: &Schema) -> bool {
    schema.non_null().unwrap_or(schema).kind == Some(Type::Array)
}

/// Whether a field of this kind could hold, or be compared with, what the schema accepts.
#[must_use]
pub fn could_hold(model: &ParsedModel, kind: &Kind, schema: &Schema) -> bool {
    let schema = schema.non_null().unwrap_or(schema);
    let (kind, schema) = match (kind.item(), schema.kind, &schema.items) {
        (_, Some(Type::Array), None) => return true,
        (Some(item), Some(Type::Array), Some(items)) => (item, &**items),
        (Some(item), _, _) => (item, schema),
        (None, Some(Type::Array), Some(items)) => (kind.required(), &**items),
        (None, _, _) => (kind.required(), schema),
    };
    match (kind, schema.kind) {
        (Kind::Named(name), given) => match (model.choice(name), &schema.values) {
            (Some(choice), Some(values)) => values
                .iter()
                .all(|value| choice.variants.iter().any(|(_, name)| value.as_str() == Some(name))),
            (Some(_), None) => given == Some(Type::String),
            (None, _) => given == Some(Type::Object),
        },
        (_, None) => true,
        (Kind::Text | Kind::Timestamp | Kind::Date | Kind::Key(_), Some(given)) => {
            given == Type::String
        }
        (Kind::Integer | Kind::Number | Kind::IntKey(_), Some(given)) => {
            matches!(given, Type::Integer | Type::Number)
        }
        (Kind::Boolean, Some(given)) => given == Type::Boolean,
        (Kind::Map(_), Some(given)) => given == Type::Object,
        (Kind::Json | Kind::Optional(_) | Kind::List(_), Some(_)) => true,
    }
}

/// Makes types from schemas, and collects those that are new.
pub struct Typing<'a> {
    pub model: &'a ParsedModel,
    /// The names of all types so far.
    pub taken: &'a mut BTreeSet<String>,
    /// What this tool adds.
    pub new_types: Vec<NewType>,
}

impl Typing<'_> {
    /// The type that a schema describes; `name` is for a type of its own.
    pub fn of_schema(&mut self, schema: &Schema, name: &str) -> Kind {
        let schema = schema.non_null().unwrap_or(schema);
        if let Some(values) = schema.values.as_ref().filter(|values| !values.is_empty())
            && let Some(names) = values.iter().map(Value::as_str).collect::<Option<Vec<_>>>()
        {
            return self.choice(&names, name);
        }
        match schema.kind {
            Some(Type::String) => Kind::Text,
            Some(Type::Integer) => Kind::Integer,
            Some(Type::Number) => Kind::Number,
            Some(Type::Boolean) => Kind::Boolean,
            Some(Type::Array) if schema.prefix_items.is_empty() => {
                let item = match &schema.items {
                    Some(items) if items.non_null().is_none() => {
                        self.of_schema(items, &format!("{name}Item"))
                    }
                    _ => Kind::Json,
                };
                Kind::List(Box::new(item))
            }
            Some(Type::Object) if !schema.properties.is_empty() && is_plain(schema) => {
                self.record(schema, name)
            }
            _ => Kind::Json,
        }
    }

    fn choice(&mut self, names: &[&str], name: &str) -> Kind {
        let wanted: BTreeSet<&str> = names.iter().copied().collect();
        let same = self.model.choices.iter().find(|choice| {
            let has: BTreeSet<&str> =
                choice.variants.iter().map(|(_, name)| name.as_str()).collect();
            has == wanted
        });
        if let Some(choice) = same {
            return Kind::Named(choice.ident.to_string());
        }
        let ident = self.type_ident(name);
        let mut taken = BTreeSet::new();
        let variants =
            names.iter().map(|name| (variant_ident(name, &mut taken), (*name).to_owned()));
        self.new_types.push(NewType::Choice(ident.clone(), variants.collect()));
        Kind::Named(ident.to_string())
    }

    fn record(&mut self, schema: &Schema, name: &str) -> Kind {
        let ident = self.type_ident(name);
        let mut taken = BTreeSet::new();
        let mut members = Vec::new();
        for (property, member) in &schema.properties {
            let field = field_ident(property, &mut taken);
            let kind = self.of_schema(member, &format!("{name}{}", type_words(property)));
            let presence = Presence::of(schema, property);
            members.push(presence.argument(property, field, kind, Role::Free));
        }
        let is_open = !matches!(schema.additional_properties, Some(Additional::Any(false)));
        self.new_types.push(NewType::Record { ident: ident.clone(), members, is_open });
        Kind::Named(ident.to_string())
    }

    fn type_ident(&mut self, name: &str) -> Ident {
        let mut ident = name.to_owned();
        let mut number = 2;
        while !self.taken.insert(ident.clone()) {
            ident = format!("{name}{number}");
            number += 1;
        }
        Ident::new(&ident, Span::call_site())
    }
}

/// Whether an object is told by its properties alone.
fn is_plain(schema: &Schema) -> bool {
    schema.any_of.is_empty() && schema.one_of.is_empty() && schema.all_of.is_empty()
}

/// Whether and how a property may be left out.
pub struct Presence {
    pub is_required: bool,
    pub is_nullable: bool,
    pub default: Option<Value>,
    /// The value that says the same as leaving it out.
    pub absent: Option<Value>,
}

impl Presence {
    /// What an object's schema says of one of its properties.
    pub fn of(object: &Schema, property: &str) -> Self {
        let schema = &object.properties[property];
        let inner = schema.non_null();
        let default = schema.default.clone().or_else(|| inner?.default.clone());
        Self {
            is_required: object.requires(property),
            is_nullable: inner.is_some() || schema.kind == Some(Type::Null),
            default: default.filter(|default| !default.is_null()),
            absent: None,
        }
    }

    /// The argument of this type.
    pub fn argument(self, name: &str, ident: Ident, kind: Kind, role: Role) -> ResolvedArgument {
        let default = self.default.filter(|default| self.absent.as_ref() != Some(default));
        let may_lack = !self.is_required && default.is_none() || self.absent.is_some();
        let is_json = kind == Kind::Json && !may_lack;
        let optional = (may_lack || self.is_nullable) && !is_json;
        let kind = if optional { Kind::Optional(Box::new(kind.required().clone())) } else { kind };
        let default = if self.is_required { None } else { default };
        ResolvedArgument {
            name: name.to_owned(),
            ident,
            kind,
            default,
            absent: self.absent,
            is_required: self.is_required,
            role,
        }
    }
}
