//! Tests of tools that write.

use serde_json::{Map, Value};

use crate::emit::expression_json;
use crate::lower::{Body, Change, NewRow, Value as Source};
use crate::model::{DefaultModel, FieldModel, Kind, StructModel};
use crate::resolve::ResolvedArgument;

use super::evaluate::key_text;
use super::fixture::{instant, of_type};
use super::sample_arguments::Extent;
use super::subject::{Row, Subject};
use super::{ContractTest, EPOCH, Expect};

/// How often other values are tried when some are taken.
const SALTS: usize = 6;

impl Subject<'_> {
    pub fn plan_create(&self, new: &NewRow, tests: &mut Vec<ContractTest>) {
        let Some(entity) = self.entity else { return };
        for extent in [Extent::Stored, Extent::Required] {
            for salt in 0..SALTS {
                let Some(args) = self.complete(Map::new(), extent, salt) else { continue };
                let Some(row) = self.new_row(new, entity, &args) else { continue };
                if !self.is_free(entity, &row, None) {
                    continue;
                }
                let row = Expect::Contains(Value::Object(row));
                tests.push(self.test("answers_with_the_new_row", &args, row));
                return;
            }
        }
    }

    pub fn plan_update(&self, changes: &[Change], tests: &mut Vec<ContractTest>) {
        let Some(entity) = self.entity else { return };
        let rows = self.own_rows().iter().filter(|row| self.is_allowed(row) == Some(true));
        for row in rows {
            let own = key_text(entity, row);
            for (extent, salt) in [Extent::Stored, Extent::Required]
                .into_iter()
                .flat_map(|extent| (0..SALTS).map(move |salt| (extent, salt)))
            {
                let Some(mut given) = self.key_args(row) else { continue };
                self.give_old_items(changes, row, &mut given);
                let Some(args) = self.complete(given, extent, salt) else { continue };
                let Some(changed) = self.changed_row(changes, entity, row, &args) else {
                    continue;
                };
                if !self.is_free(entity, &changed, Some(&own)) {
                    continue;
                }
                let row = Expect::Contains(self.answer(changed));
                tests.push(self.test("answers_with_the_changed_row", &args, row));
                return;
            }
        }
    }

    /// What is detached is there before, where the row has it.
    fn give_old_items(&self, changes: &[Change], row: &Row, given: &mut Row) {
        let Some(entity) = self.entity else { return };
        for change in changes {
            let Change::Detach(field, argument) = change else { continue };
            let held = row.get(&entity.fields[*field].name).and_then(Value::as_array);
            let Some(first) = held.and_then(|items| items.first()) else { continue };
            let argument = &self.tool.arguments[*argument];
            let value = if argument.kind.item().is_some() {
                Value::Array(vec![first.clone()])
            } else {
                first.clone()
            };
            given.insert(argument.name.clone(), value);
        }
    }

    pub fn plan_delete(&self, tests: &mut Vec<ContractTest>) {
        const DEPTH_MAX: usize = 8;
        let Some(entity) = self.entity else { return };
        let mut is_refusal_planned = false;
        for row in self.own_rows() {
            if self.is_allowed(row) != Some(true) {
                continue;
            }
            let args = self.key_args(row).and_then(|args| self.complete(args, Extent::Required, 0));
            let Some(args) = args else { continue };
            if self.is_deletable(entity, row, DEPTH_MAX) {
                let row = Expect::Gone(self.answer(row.clone()));
                tests.push(self.test("removes_the_row", &args, row));
                return;
            }
            if !is_refusal_planned && self.is_held(entity, row) {
                is_refusal_planned = true;
                let expect = Expect::Error("failed_precondition".to_owned());
                tests.push(self.test("refuses_a_row_that_others_refer_to", &args, expect));
            }
        }
    }

    /// Calls that name no row, or a row in the wrong state.
    pub fn plan_refusals(&self, tests: &mut Vec<ContractTest>) {
        let Some(entity) = self.entity else { return };
        if let Some(args) = self.absent_key(entity) {
            let expect = Expect::Error("not_found".to_owned());
            tests.push(self.test("refuses_a_key_without_a_row", &args, expect));
        }
        let wrong = self.own_rows().iter().find(|row| self.is_allowed(row) == Some(false));
        if let Some(row) = wrong
            && let Some(args) =
                self.key_args(row).and_then(|args| self.complete(args, Extent::Required, 0))
        {
            let expect = Expect::Error("failed_precondition".to_owned());
            tests.push(self.test("refuses_a_row_in_another_state", &args, expect));
        }
    }

    /// Arguments that are fine but for the row that they name.
    fn absent_key(&self, entity: &StructModel) -> Option<Value> {
        let row = self.own_rows().first();
        for wrong in
            ["no-such-row", "missing", "999999", "zzzzzzzz", "00000000-0000-4000-8000-ffffffffffff"]
        {
            let mut given = match row {
                Some(row) => self.key_args(row)?,
                None => Map::new(),
            };
            let last = self.tool.keys.last()?.arguments.last()?;
            let argument = &self.tool.arguments[*last];
            let value = match argument.kind.required() {
                Kind::Integer | Kind::IntKey(_) => Value::from(999_999),
                Kind::Text | Kind::Key(_) => Value::from(wrong),
                Kind::List(_) => self.absent_keys(wrong),
                _ => return None,
            };
            given.insert(argument.name.clone(), value);
            if let Some(args) = self.complete(given, Extent::Required, 0) {
                let _ = entity;
                return Some(args);
            }
        }
        None
    }

    /// A list of one key that names no row.
    fn absent_keys(&self, wrong: &str) -> Value {
        let each = self.tool.each().map(|argument| &self.tool.arguments[argument].kind);
        let is_number = matches!(each.and_then(Kind::item), Some(Kind::Integer | Kind::IntKey(_)));
        let key = if is_number { Value::from(999_999) } else { Value::from(wrong) };
        Value::Array(vec![key])
    }

    /// The row that a creation makes; fields whose value is not known are left out.
    fn new_row(&self, new: &NewRow, entity: &StructModel, args: &Value) -> Option<Row> {
        let args = args.as_object()?;
        let mut row = Map::new();
        for (field, source) in entity.fields.iter().zip(&new.values) {
            if let Some(value) = self.first_value(entity, field, source, args) {
                row.insert(field.name.clone(), value);
            }
        }
        for (field, source) in entity.fields.iter().zip(&new.values) {
            if let Source::NextNumber { within } = source {
                let parents: Vec<_> = within.iter().map(|one| &entity.fields[*one].name).collect();
                let siblings = self
                    .own_rows()
                    .iter()
                    .filter(|other| parents.iter().all(|name| other.get(*name) == row.get(*name)));
                let numbers = siblings.filter_map(|other| other.get(&field.name)?.as_i64());
                let next = numbers.max().unwrap_or(0) + 1;
                row.insert(field.name.clone(), Value::from(next));
            }
        }
        Some(row)
    }

    fn first_value(
        &self,
        entity: &StructModel,
        field: &FieldModel,
        source: &Source,
        args: &Row,
    ) -> Option<Value> {
        let given = |argument: usize| self.given(argument, args);
        Some(match source {
            Source::Argument(argument) | Source::Wrapped(argument) => {
                self.stored(field, given(*argument)?)?
            }
            Source::ArgumentOr(argument, default) => match given(*argument)? {
                Value::Null => self.default_value(field, default)?,
                value => self.stored(field, value)?,
            },
            Source::ArgumentOrKey(argument) => match given(*argument)? {
                Value::Null => self.next_key(entity)?,
                value => value,
            },
            Source::Composite { arguments, .. } => self.joined(arguments, args)?,
            Source::OptionalComposite(arguments) => {
                self.joined(arguments, args).unwrap_or(Value::Null)
            }
            Source::NewKey => self.next_key(entity)?,
            Source::NextNumber { .. } => return None,
            Source::Stamp => stamp(field),
            Source::Fixed(value) => self.fixed(field, value)?,
            Source::Default(default) => self.default_value(field, default)?,
            Source::Empty => of_type(&field.kind)?,
        })
    }

    fn default_value(&self, field: &FieldModel, default: &DefaultModel) -> Option<Value> {
        match default {
            DefaultModel::OfType => of_type(&field.kind),
            DefaultModel::Value(value) => self.fixed(field, value),
        }
    }

    fn fixed(&self, field: &FieldModel, value: &syn::Expr) -> Option<Value> {
        let text = quote::quote!(#value).to_string().replace(' ', "");
        match text.as_str() {
            "cx.now()" | "Some(cx.now())" | "cx.today()" | "Some(cx.today())" => Some(stamp(field)),
            _ => expression_json(self.service, value),
        }
    }

    /// What an argument is in this call: `null` when it is left out.
    fn given(&self, argument: usize, args: &Row) -> Option<Value> {
        let ResolvedArgument { name, default, .. } = &self.tool.arguments[argument];
        Some(args.get(name).or(default.as_ref()).cloned().unwrap_or(Value::Null))
    }

    /// A value as the field holds it; `None` where its form is not known.
    fn stored(&self, field: &FieldModel, value: Value) -> Option<Value> {
        match (field.kind.required(), value) {
            (_, Value::Null) => of_type(&field.kind),
            (Kind::Timestamp, Value::String(text)) => Some(Value::from(instant(&text))),
            // Members that the call left out come back as `null` or as defaults.
            (Kind::Named(name), value) if self.service.is_choice(name) => Some(value),
            (_, value) => Some(value),
        }
    }

    fn joined(&self, arguments: &[usize], args: &Row) -> Option<Value> {
        let mut parts = Vec::new();
        for argument in arguments {
            parts.push(match self.given(*argument, args)? {
                Value::Null => return None,
                Value::String(text) => match self.tool.arguments[*argument].kind.required() {
                    Kind::Key(_) => text,
                    _ => text.replace('~', "~0").replace('/', "~1"),
                },
                other => other.to_string(),
            });
        }
        Some(Value::from(parts.join("/")))
    }

    /// The row after a change; fields whose value is not known are left out.
    fn changed_row(
        &self,
        changes: &[Change],
        entity: &StructModel,
        row: &Row,
        args: &Value,
    ) -> Option<Row> {
        let args = args.as_object()?;
        let mut row = row.clone();
        for change in changes {
            match change {
                Change::Set { field, arguments } => {
                    let field = &entity.fields[*field];
                    let value = match arguments.as_slice() {
                        [argument] => match self.given(*argument, args)? {
                            Value::Null => continue,
                            value => self.stored(field, value)?,
                        },
                        _ => match self.joined(arguments, args) {
                            Some(value) => value,
                            None => continue,
                        },
                    };
                    row.insert(field.name.clone(), value);
                }
                Change::Fix(field, value) => {
                    let field = &entity.fields[*field];
                    match self.fixed(field, value) {
                        Some(value) => row.insert(field.name.clone(), value),
                        None => row.remove(&field.name),
                    };
                }
                Change::Append(field, argument) | Change::Detach(field, argument) => {
                    let items = match self.given(*argument, args)? {
                        Value::Array(items) => items,
                        Value::Null => Vec::new(),
                        item => vec![item],
                    };
                    let name = &entity.fields[*field].name;
                    let held = row.entry(name.clone()).or_insert_with(|| Value::Array(Vec::new()));
                    if held.is_null() {
                        *held = Value::Array(Vec::new());
                    }
                    let held = held.as_array_mut()?;
                    if matches!(change, Change::Append(..)) {
                        for item in items {
                            if !held.contains(&item) {
                                held.push(item);
                            }
                        }
                    } else {
                        held.retain(|item| !items.contains(item));
                    }
                }
                Change::Stamp(field) => {
                    let field = &entity.fields[*field];
                    row.insert(field.name.clone(), stamp(field));
                }
            }
        }
        Some(row)
    }

    /// Tests of `upsert`: a row that is there, and one that is not.
    pub fn plan_upsert(&self, body: &Body, tests: &mut Vec<ContractTest>) {
        let Body::Upsert { changes, new, .. } = body else { return };
        self.plan_update(changes, tests);
        if !self.is_single() {
            self.plan_create(new, tests);
        }
    }
}

/// The instant or day that every test happens at.
fn stamp(field: &FieldModel) -> Value {
    match field.kind.required() {
        Kind::Date => Value::from(EPOCH.split('T').next().unwrap_or(EPOCH)),
        _ => Value::from(EPOCH),
    }
}
