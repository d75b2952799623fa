//! Fills one table, row by row.

use std::collections::{BTreeMap, HashSet};

use compoworld_core::{RecordInfo, Shape, TableInfo, canonical_json};
use serde_json::{Map, Value};

use super::Filling;
use super::field_plan::{FieldPlan, RecordPlan, ServicePlan};
use super::key::KeyMaker;
use super::theme::{Made, Theme, title_text, titles_of};
use super::value::Sampler;
use crate::dice::Dice;
use crate::planner::cast::{Cast, sample};
use crate::planner::meaning::Thing;

/// The work of filling one table.
pub(super) struct TableFiller<'a> {
    service: &'a ServicePlan,
    plan: &'a RecordPlan,
    table: &'static TableInfo,
    cast: &'a Cast,
    filling: &'a Filling,
    made: &'a BTreeMap<&'static str, Vec<Made>>,
    dice: &'a mut Dice,
    rows: Vec<Made>,
    keys: HashSet<String>,
    /// The values of each group of fields that no two rows share.
    unique: Vec<HashSet<String>>,
}

impl<'a> TableFiller<'a> {
    pub(super) fn new(
        service: &'a ServicePlan,
        table: usize,
        cast: &'a Cast,
        filling: &'a Filling,
        made: &'a BTreeMap<&'static str, Vec<Made>>,
        dice: &'a mut Dice,
    ) -> Self {
        let plan = &service.records[table];
        let unique = vec![HashSet::new(); plan.info.unique.len()];
        let table = &service.service.state.tables[table];
        let (rows, keys) = (Vec::new(), HashSet::new());
        Self { service, plan, table, cast, filling, made, dice, rows, keys, unique }
    }

    /// The rows; fewer than wanted when the rules leave no room for more.
    pub(super) fn fill(mut self) -> Vec<Made> {
        const MISSES_MAX: usize = 12;
        let wanted = self.n_rows();
        let titles: Vec<_> =
            sample(titles_of(self.plan.thing).lines(), wanted, self.dice).collect();
        let mut order: Vec<usize> = (0..self.cast.people.len()).collect();
        self.dice.shuffle(&mut order);
        let choice_offset = self.dice.below(64);
        let mut keys = KeyMaker::new(self.plan, self.dice);
        let mut misses = 0;
        while self.rows.len() < wanted && misses < MISSES_MAX {
            let number = self.rows.len();
            let theme = self.draw_theme(number + misses, titles[number % titles.len()], &order);
            match self.draw_row(theme, &mut keys, number + choice_offset) {
                Some(made) => self.rows.push(made),
                None => misses += 1,
            }
        }
        self.rows
    }

    fn n_rows(&mut self) -> usize {
        if self.table.single {
            return 1;
        }
        let (least, most) = (*self.filling.rows.start(), *self.filling.rows.end());
        let wanted = self.dice.between(least as i64, most as i64) as usize;
        match self.plan.thing {
            Thing::Person => wanted.min(self.cast.people.len()),
            Thing::Company => wanted.min(self.cast.companies.len()),
            Thing::Product => wanted.min(self.cast.products.len()),
            _ => wanted,
        }
    }

    fn draw_theme(&mut self, number: usize, title: &'static str, order: &[usize]) -> Theme {
        const DAY: i64 = 86_400;
        let now = self.filling.now.unix_seconds();
        let mut people = BTreeMap::new();
        if self.plan.thing == Thing::Person {
            people.insert(String::new(), order[number % order.len()]);
        }
        let nth = |n: usize| number % n;
        Theme {
            people,
            company: (self.plan.thing == Thing::Company).then(|| nth(self.cast.companies.len())),
            product: match self.plan.thing {
                Thing::Product => nth(self.cast.products.len()),
                _ => self.dice.below(self.cast.products.len()),
            },
            city: self.dice.below(self.cast.cities.len()),
            title: title_text(title),
            created: now - self.dice.between(2 * DAY, 80 * DAY),
            starts: (now / DAY + self.dice.between(-6, 40)) * DAY
                + self.dice.between(8, 17) * 3_600,
        }
    }

    /// One row, or `None` when it breaks a rule that only another draw can satisfy.
    fn draw_row(&mut self, mut theme: Theme, keys: &mut KeyMaker, number: usize) -> Option<Made> {
        let plan = self.plan;
        let record = plan.info;
        let mut row = Map::new();
        let mut shared = Shared::new();
        for field in plan.references.iter().map(|at| &plan.fields[*at]) {
            let value = match shared.get(field.info.name) {
                Some((entity, value)) if field.refers_to_one(entity) => value.clone(),
                _ => self.draw_reference(field)?,
            };
            self.share(field, &value, &mut theme, &mut shared);
            row.insert(field.info.name.to_owned(), value);
        }
        let mut sampler = Sampler {
            cast: self.cast,
            filling: self.filling,
            made: self.made,
            service: self.service,
            plan,
            theme: &mut theme,
            dice: self.dice,
            number,
            default_person: None,
        };
        sampler.settle_default_person();
        for field in plan.fields.iter().filter(|field| !field.is_reference) {
            let value = match field.info.key {
                true => keys.part(field, &row, &mut sampler)?,
                false => sampler.field(field)?,
            };
            row.insert(field.info.name.to_owned(), value);
        }
        let person = sampler.default_person;
        let key = keys.text(record, &row);
        self.claim(record, &key, &row)?;
        let key_value = match record.key_fields().collect::<Vec<_>>().as_slice() {
            [only] => row[only.name].clone(),
            _ => Value::String(key.clone()),
        };
        Some(Made { key, key_value, row: Value::Object(row), person })
    }

    /// Notes what a new row has in common with a row that it refers to: who that is about, and what
    /// that belongs to itself, where both name it alike. A card is on the board that its list is on.
    fn share(&self, field: &FieldPlan, key: &Value, theme: &mut Theme, shared: &mut Shared<'a>) {
        let entity = field.info.shape.refers_to().expect("only references come here");
        let Some(target) = self.targets(entity).iter().find(|made| made.key_value == *key) else {
            return;
        };
        if let Some(person) = target.person {
            theme.people.entry(field.person.clone()).or_insert(person);
        }
        let Some(record) = self.service.records.iter().find(|it| it.info.name == entity) else {
            return;
        };
        let references = record.references.iter().map(|at| &record.fields[*at]);
        for field in references.filter(|field| field.is_shared) {
            let entity = field.info.shape.refers_to().expect("it is a reference");
            let value = &target.row[field.info.name];
            if !value.is_null() {
                shared.entry(field.info.name).or_insert_with(|| (entity, value.clone()));
            }
        }
    }

    /// The rows that a new row may refer to. A table that is filled later, in a circle of references,
    /// has nothing to offer yet.
    fn targets(&self, entity: &str) -> &[Made] {
        match entity == self.table.row.name {
            true => &self.rows,
            false => self.made.get(entity).map_or(&[], Vec::as_slice),
        }
    }

    /// Takes the row's key and unique values, unless another row has one of them.
    fn claim(&mut self, record: &RecordInfo, key: &str, row: &Map<String, Value>) -> Option<()> {
        let claims = record.unique.iter().map(|group| {
            let values = group.iter().filter_map(|name| row.get(*name));
            let is_null = values.clone().any(Value::is_null);
            (!is_null).then(|| values.map(canonical_json).collect::<Vec<_>>().join("+"))
        });
        let claims: Vec<Option<String>> = claims.collect();
        let mut all = claims.iter().zip(&self.unique);
        let is_taken = |(claim, taken): (&Option<String>, &HashSet<String>)| {
            claim.as_ref().is_some_and(|claim| taken.contains(claim))
        };
        if self.keys.contains(key) || all.any(is_taken) {
            return None;
        }
        self.keys.insert(key.to_owned());
        for (claim, taken) in claims.into_iter().zip(&mut self.unique) {
            taken.extend(claim);
        }
        Some(())
    }

    fn draw_reference(&mut self, plan: &FieldPlan) -> Option<Value> {
        let field = plan.info;
        let entity = field.shape.refers_to().expect("only references come here");
        let own = entity == self.table.row.name;
        let n_targets = self.targets(entity).len();
        match field.shape {
            Shape::List(_) => {
                let least = field.length.map_or(0, |(least, _)| least);
                let n = self.dice.between(0, self.filling.items_max as i64) as usize;
                let n = n.max(least).min(n_targets);
                let mut order: Vec<usize> = (0..n_targets).collect();
                self.dice.shuffle(&mut order);
                let targets = self.targets(entity);
                let keys = order.into_iter().take(n).map(|at| targets[at].key_value.clone());
                Some(Value::Array(keys.collect()))
            }
            Shape::Optional(_)
                if n_targets == 0
                    || own && self.dice.percent(70)
                    || !self.dice.percent(self.filling.optional_percent.max(60)) =>
            {
                Some(Value::Null)
            }
            _ if n_targets == 0 => None,
            _ => {
                let chosen = self.dice.below(n_targets);
                Some(self.targets(entity)[chosen].key_value.clone())
            }
        }
    }
}

/// What the rows that a new row refers to belong to, by the name of the field: the entity and the key.
type Shared<'a> = BTreeMap<&'a str, (&'a str, Value)>;
