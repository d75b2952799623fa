//! One tool with everything that planning its tests needs.

use serde_json::{Map, Value};

use crate::emit::expression_json;
use crate::model::{KeyForm, Kind, OnDelete, StructModel};
use crate::resolve::{Binding, ResolvedService, ResolvedTool};
use crate::spec::Schema;

use super::evaluate::{key_text, split_key};
use super::fixture::Rows;
use super::{ContractTest, Expect};

/// One tool and the rows that its tests start from.
pub struct Subject<'a> {
    pub service: &'a ResolvedService,
    pub rows: &'a Rows,
    pub tool: &'a ResolvedTool,
    pub entity: Option<&'a StructModel>,
    /// Says whether the spec accepts arguments.
    pub validator: Option<jsonschema::Validator>,
}

/// A row, as JSON.
pub type Row = Map<String, Value>;

impl<'a> Subject<'a> {
    pub fn new(service: &'a ResolvedService, rows: &'a Rows, tool: &'a ResolvedTool) -> Self {
        let entity = tool.entity.as_deref().and_then(|entity| service.model.entity(entity));
        let schema = service.spec_of(tool).parameters.to_value();
        let validator = jsonschema::validator_for(&schema).ok();
        Self { service, rows, tool, entity, validator }
    }

    /// Whether the spec accepts these arguments.
    pub fn accepts(&self, args: &Value) -> bool {
        self.validator.as_ref().is_some_and(|validator| validator.is_valid(args))
    }

    pub fn test(&self, name: &str, args: &Value, expect: Expect) -> ContractTest {
        let name = match &self.tool.part {
            Some(_) => format!("{}_{name}", self.service.spec_of(self.tool).name),
            None => name.to_owned(),
        };
        ContractTest {
            tool: self.service.called_name(self.tool).to_owned(),
            name,
            args: args.to_string(),
            expect,
        }
    }

    /// The answer that tells of this row: the row, or a list of it alone.
    pub fn answer(&self, row: Row) -> Value {
        let row = Value::Object(row);
        if self.tool.each().is_some() { Value::Array(vec![row]) } else { row }
    }

    /// The rows of the tool's entity.
    pub fn own_rows(&self) -> &'a [Row] {
        match self.entity {
            Some(entity) => self.rows.entity(self.service, &entity.ident.to_string()),
            None => &[],
        }
    }

    pub fn is_single(&self) -> bool {
        self.tool.table.as_ref().is_some_and(|table| table.is_single)
    }

    /// An argument's schema.
    pub fn schema(&self, argument: usize) -> &'a Schema {
        let properties = &self.service.spec_of(self.tool).parameters.properties;
        properties.get_index(argument).expect("arguments are the properties, in order").1
    }

    /// The arguments that name this row.
    pub fn key_args(&self, row: &Row) -> Option<Row> {
        let entity = self.entity?;
        let mut args = Map::new();
        for binding in &self.tool.keys {
            let value = match binding.field {
                Some(field) => row.get(&entity.fields[field].name)?.clone(),
                None => Value::from(key_text(entity, row)),
            };
            self.spread(binding, &value, &mut args)?;
        }
        for filter in &self.tool.filters {
            let may_stay_out = |argument: &usize| {
                let argument = &self.tool.arguments[*argument];
                !argument.is_required && argument.default.is_none()
            };
            if filter.arguments.iter().any(may_stay_out) {
                continue;
            }
            let field = filter.fields.first().copied();
            let binding = Binding { field, arguments: filter.arguments.clone() };
            let value = row.get(&entity.fields[field?].name).filter(|value| !value.is_null())?;
            self.spread(&binding, value, &mut args)?;
        }
        Some(args)
    }

    /// Gives a field's value to the arguments that make it up.
    pub fn spread(&self, binding: &Binding, value: &Value, args: &mut Row) -> Option<()> {
        if let [argument] = binding.arguments.as_slice() {
            let is_each = self.tool.each() == Some(*argument);
            let value = if is_each { Value::Array(vec![value.clone()]) } else { value.clone() };
            args.insert(self.tool.arguments[*argument].name.clone(), value);
            return Some(());
        }
        let parts = split_key(value.as_str()?);
        if parts.len() != binding.arguments.len() {
            return None;
        }
        for (argument, part) in binding.arguments.iter().zip(parts) {
            let argument = &self.tool.arguments[*argument];
            let value = match argument.kind.required() {
                Kind::Integer | Kind::IntKey(_) => Value::from(part.parse::<i64>().ok()?),
                _ => Value::from(part),
            };
            args.insert(argument.name.clone(), value);
        }
        Some(())
    }

    /// Whether the row is in a state that the tool asks for; `None` where that is not known.
    pub fn is_allowed(&self, row: &Row) -> Option<bool> {
        let Some(entity) = self.entity else { return Some(true) };
        for (field, values) in &self.tool.requires {
            let held = row.get(&entity.fields[*field].name)?;
            let mut any = false;
            for value in values {
                any |= expression_json(self.service, value)? == *held;
            }
            if !any {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The key of the next row, where the model tells it.
    pub fn next_key(&self, entity: &StructModel) -> Option<Value> {
        let mut keys = entity.key_fields();
        let field = keys.next()?;
        if keys.next().is_some() {
            return None;
        }
        let KeyForm::Sequence(format) = field.form.as_ref()? else { return None };
        let rows = self.own_rows().iter();
        let trailing = rows.filter_map(|row| {
            let text = key_text(entity, row);
            let digits: String =
                text.chars().rev().take_while(char::is_ascii_digit).collect::<String>();
            digits.chars().rev().collect::<String>().parse::<u64>().ok()
        });
        let next = trailing.max().unwrap_or(0) + 1;
        match field.kind {
            Kind::Integer | Kind::IntKey(_) => Some(Value::from(next)),
            _ => {
                let (before, rest) = format.split_once('{')?;
                let (inside, after) = rest.split_once('}')?;
                let width: usize = inside.trim_start_matches([':', '0']).parse().unwrap_or(0);
                Some(Value::from(format!("{before}{next:0width$}{after}")))
            }
        }
    }

    /// Whether a row can be deleted: no reference to it, or to what goes with it, forbids that.
    pub fn is_deletable(&self, entity: &StructModel, row: &Row, depth: usize) -> bool {
        depth > 0
            && self.holders(entity, row).into_iter().all(|(other, holder, rule)| match rule {
                OnDelete::Restrict => false,
                OnDelete::Clear => true,
                OnDelete::Cascade => self.is_deletable(other, holder, depth - 1),
            })
    }

    /// Whether a reference to this very row forbids its deletion.
    pub fn is_held(&self, entity: &StructModel, row: &Row) -> bool {
        self.holders(entity, row).iter().any(|(_, _, rule)| *rule == OnDelete::Restrict)
    }

    /// The rows that refer to this one, and what becomes of each when it is deleted.
    fn holders(&self, entity: &StructModel, row: &Row) -> Vec<(&StructModel, &Row, OnDelete)> {
        let own = key_text(entity, row);
        let mut found = Vec::new();
        for other in self.service.model.entities() {
            let name = other.ident.to_string();
            for field in &other.fields {
                let is_own_key = field.is_key && other.ident == entity.ident;
                let refers = field.kind.entity() == Some(&entity.ident.to_string());
                if field.is_loose || is_own_key || !refers {
                    continue;
                }
                let rule = field.on_delete.unwrap_or(OnDelete::Restrict);
                let holders = self.rows.entity(self.service, &name).iter().filter(|holder| {
                    holder.get(&field.name).is_some_and(|value| names(value, &own))
                });
                found.extend(holders.map(|holder| (other, holder, rule)));
            }
        }
        found
    }

    /// Whether no other row has the unique values of this one.
    pub fn is_free(&self, entity: &StructModel, row: &Row, own_key: Option<&str>) -> bool {
        let others = || {
            self.own_rows().iter().filter(|other| own_key != Some(key_text(entity, other).as_str()))
        };
        let taken = others().any(|other| repeats(entity, other, row));
        let key = key_text(entity, row);
        let key_taken = own_key.is_none()
            && entity.key_fields().all(|field| row.contains_key(&field.name))
            && others().any(|other| key_text(entity, other) == key);
        !taken && !key_taken
    }
}

fn names(value: &Value, key: &str) -> bool {
    match value {
        Value::String(text) => text == key,
        Value::Number(number) => number.to_string() == key,
        Value::Array(items) => items.iter().any(|item| names(item, key)),
        _ => false,
    }
}

/// Whether two rows have values in common that must differ. A group with nothing in it is free.
pub fn repeats(entity: &StructModel, one: &Row, other: &Row) -> bool {
    unique_groups(entity).iter().any(|group| {
        group.iter().all(|name| {
            other.get(name).is_some_and(|value| !value.is_null())
                && one.get(name) == other.get(name)
        })
    })
}

/// The fields that must differ from row to row, each `unique` one by itself and the groups of
/// `#[entity(unique(a, b))]` on the struct, by JSON name.
fn unique_groups(entity: &StructModel) -> Vec<Vec<String>> {
    let single = entity.fields.iter().filter(|field| field.is_unique);
    let mut groups: Vec<Vec<String>> = single.map(|field| vec![field.name.clone()]).collect();
    for attribute in entity.item.attrs.iter().filter(|one| one.path().is_ident("entity")) {
        let parsed = attribute.parse_nested_meta(|meta| {
            let mut group = Vec::new();
            meta.parse_nested_meta(|field| {
                let name = field.path.require_ident()?.to_string();
                if let Some(index) = entity.position(&name) {
                    group.push(entity.fields[index].name.clone());
                }
                Ok(())
            })?;
            groups.push(group);
            Ok(())
        });
        if parsed.is_err() {
            break;
        }
    }
    groups
}
