//! An environment's state as a CEL value that is read on demand: a check pays for the rows that it
//! looks at, not for the rows that there are.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

use cel::ExecutionError;
use cel::common::traits::{self, Container, Indexer, Iterable, Sizer};
use cel::common::types::{CelInt, CelString, MAP_TYPE, Type};
use cel::common::value::{CowVal, StaticVal, Val};
use compoworld_core::{Instance, Row, write_row};

use super::cel_value::{cel_map, cel_value};
use crate::environment::Environment;

/// The services of an environment, the tables of a service, or the rows of a table: a map by name
/// or key.
pub(super) struct StateView {
    level: Level,
    names: OnceLock<Vec<CelString<'static>>>,
}

#[derive(Clone)]
enum Level {
    Services(Arc<Vec<(String, Instance)>>),
    Tables(Instance),
    Rows(Instance, usize),
}

impl StateView {
    pub(super) fn of(environment: &Environment) -> Self {
        let members = environment.members();
        let services = members.map(|(alias, instance)| (alias.to_owned(), instance.clone()));
        Self::new(Level::Services(Arc::new(services.collect())))
    }

    fn new(level: Level) -> Self {
        Self { level, names: OnceLock::new() }
    }

    fn names(&self) -> &[CelString<'static>] {
        self.names.get_or_init(|| {
            let own = |name: &str| CelString::from(name.to_owned());
            match &self.level {
                Level::Services(services) => services.iter().map(|(name, _)| own(name)).collect(),
                Level::Tables(instance) => {
                    let tables = instance.state().info().tables.iter();
                    tables.map(|table| own(table.name)).collect()
                }
                Level::Rows(instance, table) => {
                    instance.state().rows(*table).iter().map(|(key, _)| own(key)).collect()
                }
            }
        })
    }

    fn entry(&self, name: &str) -> Option<Box<dyn Val>> {
        match &self.level {
            Level::Services(services) => {
                let (_, instance) = services.iter().find(|(alias, _)| alias == name)?;
                Some(Box::new(Self::new(Level::Tables(instance.clone()))))
            }
            Level::Tables(instance) => {
                let state = instance.state();
                let position = state.info().position(name)?;
                if !state.info().tables[position].single {
                    return Some(Box::new(Self::new(Level::Rows(instance.clone(), position))));
                }
                let row = state.rows(position).iter().next();
                Some(row.map_or_else(
                    || cel_value(&serde_json::Value::Null),
                    |(_, row)| row_value(&**row),
                ))
            }
            Level::Rows(instance, table) => {
                instance.state().rows(*table).get(name).map(|row| row_value(&**row))
            }
        }
    }

    /// Whether there is an entry of this name; costs less than to read it.
    fn has(&self, name: &str) -> bool {
        match &self.level {
            Level::Services(services) => services.iter().any(|(alias, _)| alias == name),
            Level::Tables(instance) => instance.state().info().position(name).is_some(),
            Level::Rows(instance, table) => instance.state().rows(*table).get(name).is_some(),
        }
    }

    /// Everything below this level, to compare two of them.
    fn text(&self) -> String {
        match &self.level {
            Level::Services(services) => services
                .iter()
                .map(|(name, instance)| format!("{name}{}", instance.state_json()))
                .collect(),
            Level::Tables(instance) => instance.state_json(),
            Level::Rows(instance, table) => {
                let mut text = String::new();
                for (_, row) in instance.state().rows(*table).iter() {
                    write_row(&**row, &mut text);
                }
                text
            }
        }
    }
}

/// A row as a CEL map. Keys of tables are texts, also for rows that number themselves.
fn row_value(row: &dyn Row) -> Box<dyn Val> {
    let mut json = String::new();
    let fields = row.info().fields.iter().enumerate().map(|(position, info)| {
        let field = row.field(position);
        let value = match field.text() {
            // Most fields are texts, and need no JSON in between.
            Some(text) => Box::new(CelString::from(text.to_owned())),
            None => {
                json.clear();
                field.write_json(&mut json);
                cel_value(&serde_json::from_str(&json).expect("a field writes valid JSON"))
            }
        };
        (CelString::from(info.name), value)
    });
    cel_map(fields)
}

/// The text of a key: of a string, or of a whole number.
fn key_text(key: &dyn Val) -> Option<String> {
    if let Some(text) = key.downcast_ref::<CelString>() {
        return Some(text.inner().to_owned());
    }
    key.downcast_ref::<CelInt>().map(|number| number.inner().to_string())
}

impl fmt::Debug for StateView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StateView")
    }
}

impl Clone for StateView {
    fn clone(&self) -> Self {
        Self::new(self.level.clone())
    }
}

impl StaticVal for StateView {}

impl Val for StateView {
    fn get_type(&self) -> &Type {
        <Self as Val>::cel_type()
    }

    fn cel_type() -> &'static Type {
        &MAP_TYPE
    }

    fn as_container(&self) -> Option<&dyn Container> {
        Some(self)
    }

    fn as_indexer<'b, 'v>(&'b self) -> Option<&'b (dyn Indexer + 'v)>
    where
        Self: 'v,
    {
        Some(self)
    }

    fn as_iterable<'b, 'v>(&'b self) -> Option<&'b (dyn Iterable + 'v)>
    where
        Self: 'v,
    {
        Some(self)
    }

    fn as_sizer(&self) -> Option<&dyn Sizer> {
        Some(self)
    }

    fn equals(&self, other: &dyn Val) -> bool {
        other.downcast_ref::<Self>().is_some_and(|other| other.text() == self.text())
    }

    fn clone_as_boxed<'v>(&self) -> Box<dyn Val + 'v> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }
}

impl Container for StateView {
    fn contains(&self, key: &dyn Val) -> Result<bool, ExecutionError> {
        Ok(key_text(key).is_some_and(|key| self.has(&key)))
    }
}

impl Indexer for StateView {
    fn get<'b, 'v>(&'b self, key: &dyn Val) -> Result<CowVal<'b, 'v>, ExecutionError>
    where
        Self: 'v,
    {
        let key = key_text(key).ok_or_else(|| ExecutionError::UnexpectedType {
            got: key.get_type().name().to_owned(),
            want: "a string".to_owned(),
        })?;
        match self.entry(&key) {
            Some(value) => Ok(CowVal::Owned(value)),
            None => Err(ExecutionError::no_such_key(&key)),
        }
    }

    fn steal<'v>(self: Box<Self>, key: &dyn Val) -> Result<Box<dyn Val + 'v>, ExecutionError>
    where
        Self: 'v,
    {
        self.get(key).map(CowVal::into_owned)
    }
}

impl Sizer for StateView {
    fn size(&self) -> CelInt {
        CelInt::from(self.names().len() as i64)
    }
}

impl Iterable for StateView {
    fn iter<'b, 'v>(&'b self) -> Box<dyn traits::Iterator<'b, 'v> + 'b>
    where
        Self: 'v,
    {
        Box::new(Names(self.names().iter()))
    }
}

struct Names<'b>(std::slice::Iter<'b, CelString<'static>>);

impl<'b, 'v> traits::Iterator<'b, 'v> for Names<'b> {
    fn next(&mut self) -> Option<&'b (dyn Val + 'v)> {
        self.0.next().map(|name| name as &dyn Val)
    }
}
