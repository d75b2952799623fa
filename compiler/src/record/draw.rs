//! Arguments that a tool's schema accepts, with values that were seen where a name asks for them.

use std::collections::{BTreeMap, BTreeSet};

use compoworld_transcript::{Step, is_id_name};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Map, Value, json};

use crate::spec::{Schema, Type};

use super::draw_text::{accepts, made_text, pick};
use super::lessons::Lessons;
use super::plan::MadeUse;
use super::pool::Pool;
use super::profile::{Profile, Stage};
use super::wish::{called, is_credential, is_end};

/// Schemas nested beyond this get no optional members.
const DEPTH_MAX: usize = 6;
/// Draws until the schema as a whole accepts.
const TRIES: usize = 8;

/// Which optional arguments are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// None.
    Required,
    /// Some.
    Some,
    /// All.
    All,
}

/// The values that the server's descriptions list, by the name of the argument.
pub(super) type Choices = BTreeMap<String, Vec<String>>;

/// Arguments and where they were taken from.
#[derive(Clone, Debug, Default)]
pub(super) struct Drawn {
    /// The arguments.
    pub(super) arguments: Map<String, Value>,
    /// What was taken from earlier answers.
    pub(super) uses: Vec<MadeUse>,
    /// The places that name something that is there, or is not.
    pub(super) references: Vec<Vec<Step>>,
}

/// Draws the arguments of a call.
pub(super) fn draw(
    profile: &Profile,
    (lessons, choices): (&Lessons, &Choices),
    pool: &Pool,
    extent: Extent,
    random: &mut Xoshiro256PlusPlus,
) -> Drawn {
    let mut last = Drawn::default();
    for _ in 0..TRIES {
        let mut drawing = Drawing {
            profile,
            lessons,
            choices,
            pool,
            extent,
            random,
            uses: Vec::new(),
            references: Vec::new(),
            row: None,
        };
        let value = drawing.object(&profile.parameters, &mut Vec::new());
        let Drawing { uses, references, .. } = drawing;
        let is_accepted = accepts(&profile.parameters, &value);
        if let Value::Object(arguments) = value {
            last = Drawn { arguments, uses, references };
        }
        if is_accepted {
            break;
        }
    }
    last
}

/// The arguments of one call as they are drawn.
pub(super) struct Drawing<'a> {
    pub(super) profile: &'a Profile,
    pub(super) lessons: &'a Lessons,
    pub(super) choices: &'a Choices,
    pub(super) pool: &'a Pool,
    pub(super) extent: Extent,
    pub(super) random: &'a mut Xoshiro256PlusPlus,
    pub(super) uses: Vec<MadeUse>,
    pub(super) references: Vec<Vec<Step>>,
    /// What was said of the thing that this call names.
    pub(super) row: Option<&'a Map<String, Value>>,
}

impl Drawing<'_> {
    fn object(&mut self, schema: &Schema, at: &mut Vec<Step>) -> Value {
        if let Some(row) = self.known_row(schema) {
            return row;
        }
        let mut members = Map::new();
        for (name, property) in &schema.properties {
            at.push(Step::Member(name.clone()));
            let is_wanted = schema.requires(name) || self.wants_optional(name, property, at);
            if is_wanted {
                let value = self.value(property, at);
                members.insert(name.clone(), value);
            }
            at.pop();
        }
        if schema.properties.is_empty() && !at.is_empty() {
            self.fill_undescribed(&mut members);
        }
        Value::Object(members)
    }

    /// Members for an object of which the schema says nothing.
    fn fill_undescribed(&mut self, members: &mut Map<String, Value>) {
        let plain = BTreeSet::from(["name".to_owned()]);
        let names = if self.lessons.members.is_empty() { &plain } else { &self.lessons.members };
        let text = Schema::of(Type::String);
        for name in names {
            members.insert(name.clone(), json!(made_text(name, &text, self.random)));
        }
    }

    /// A row that a tool took before, for one that reads, changes or removes such rows.
    fn known_row(&mut self, schema: &Schema) -> Option<Value> {
        let names: BTreeSet<&str> = schema.required.iter().map(String::as_str).collect();
        let is_asked_for = names.len() > 1 && self.profile.stage != Stage::Create;
        if !is_asked_for || !self.random.random_ratio(3, 5) {
            return None;
        }
        let rows = self.pool.rows_with(&names);
        if rows.is_empty() {
            return None;
        }
        let row = *pick(&rows, self.random);
        let known = row.iter().filter(|(name, _)| schema.properties.contains_key(*name));
        let value = Value::Object(known.map(|(name, one)| (name.clone(), one.clone())).collect());
        accepts(schema, &value).then_some(value)
    }

    fn wants_optional(&mut self, name: &str, schema: &Schema, at: &[Step]) -> bool {
        if at.len() > DEPTH_MAX {
            return false;
        }
        let is_outer = at.len() == 1;
        if is_outer && self.lessons.asked_for.contains(name) {
            return self.random.random_ratio(9, 10);
        }
        let wanted = match self.extent {
            Extent::Required => false,
            Extent::Some => self.random.random_ratio(2, 5),
            Extent::All => true,
        };
        let is_blamed = is_outer && self.lessons.blamed.contains(name);
        // A reference to nothing would refuse the whole call.
        let names_something = is_id_name(name) || is_end(&called(at, self.profile), self.profile);
        let is_doubtful = is_blamed || (names_something && !self.has_known(schema, at));
        wanted && !is_credential(name) && (!is_doubtful || self.random.random_ratio(1, 10))
    }

    /// A value that a schema accepts, as far as that is easy.
    pub(super) fn value(&mut self, schema: &Schema, at: &mut Vec<Step>) -> Value {
        if let Some(constant) = &schema.constant {
            return constant.clone();
        }
        if let Some(values) = schema.values.as_ref().filter(|values| !values.is_empty()) {
            return pick(values, self.random).clone();
        }
        if schema.kind.is_none() {
            let branches: Vec<&Schema> = schema
                .any_of
                .iter()
                .chain(&schema.one_of)
                .chain(&schema.all_of)
                .filter(|branch| branch.kind != Some(Type::Null))
                .collect();
            if !branches.is_empty() {
                let is_nullable = schema.non_null().is_some();
                if is_nullable && self.random.random_ratio(1, 20) {
                    return Value::Null;
                }
                let mut branch = (*pick(&branches, self.random)).clone();
                branch.description = branch.description.or_else(|| schema.description.clone());
                return self.value(&branch, at);
            }
        }
        match schema.kind {
            Some(Type::Object) => self.object(schema, at),
            Some(Type::Array) => self.array(schema, at),
            Some(Type::Boolean) => json!(self.random.random_bool(0.5)),
            Some(Type::Null) => Value::Null,
            _ => self.scalar(schema, at),
        }
    }

    fn array(&mut self, schema: &Schema, at: &mut Vec<Step>) -> Value {
        let least = schema.min_items.unwrap_or(0).max(1);
        let most = schema.max_items.unwrap_or(least + 1).min(least + 1);
        let n_items = if most < least { most } else { self.random.random_range(least..=most) };
        let any = Schema::of(Type::String);
        let mut items: Vec<Value> = Vec::new();
        for index in 0..n_items as usize {
            let item = schema.prefix_items.get(index).or(schema.items.as_deref()).unwrap_or(&any);
            at.push(Step::Item(items.len()));
            let n_before = (self.uses.len(), self.references.len());
            let value = self.value(item, at);
            at.pop();
            if items.contains(&value) {
                self.uses.truncate(n_before.0);
                self.references.truncate(n_before.1);
            } else {
                items.push(value);
            }
        }
        Value::Array(items)
    }
}
