//! The world that a plan is made in: live services, and their rows in a form to look through.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use compoworld_core::{ChangeKind, Tool, canonical_json, write_json_value};
use memchr::memmem;
use serde_json::{Map, Value};

use crate::environment::Environment;
use crate::planner::ability::{Ability, TableAbility};
use crate::tool_view::SEPARATOR;

/// A row, as a JSON object.
pub type Row = Value;

/// The rows of a table, by key.
pub type Rows = Map<String, Row>;

/// Live services with the rows of those that can be planned with.
#[derive(Clone)]
pub struct World<'a> {
    /// The services as the plan has left them.
    pub environment: Environment,
    /// The services that the walk may visit, by position.
    pub members: Vec<Member<'a>>,
    /// The rows of all services at the start, by alias: what could give a value away.
    pub rows_elsewhere: &'a BTreeMap<String, RowTexts>,
    /// The tools that were found to be of no use for finding rows.
    pub blind: &'a Blind,
}

/// Tools of a world, by the member that has them, that show no row: whatever else they answer is not
/// told by rows, or is too long to be read. Plans of one world share it.
pub type Blind = RefCell<BTreeSet<(usize, &'static str)>>;

/// One service of the world.
#[derive(Clone)]
pub struct Member<'a> {
    /// Its name in the environment.
    pub alias: String,
    /// Its position among the abilities of the catalog.
    pub at: usize,
    /// What can be done with it.
    pub ability: &'a Ability,
    /// The rows of each table of the service's state, by key.
    pub tables: Vec<Arc<Rows>>,
}

/// What one call did.
pub struct Done {
    /// The answer's data.
    pub data: Value,
    /// The length of the whole answer, in bytes: what an agent has to read.
    pub n_chars: usize,
    /// The rows that changed.
    pub changes: Vec<compoworld_core::Change>,
}

impl World<'_> {
    /// The rows of a table of a member.
    #[must_use]
    pub fn rows(&self, member: usize, table: &TableAbility) -> &Rows {
        &self.members[member].tables[table.index]
    }

    /// The same, to keep while the world changes.
    #[must_use]
    pub fn shared_rows(&self, member: usize, table: &TableAbility) -> Arc<Rows> {
        Arc::clone(&self.members[member].tables[table.index])
    }

    /// Whether a tool was found to show no row.
    #[must_use]
    pub fn is_blind(&self, member: usize, tool: &Tool) -> bool {
        self.blind.borrow().contains(&(member, tool.name))
    }

    /// Notes that a tool shows no row.
    pub fn note_blind(&self, member: usize, tool: &Tool) {
        self.blind.borrow_mut().insert((member, tool.name));
    }

    /// Calls a tool of a member; `None` when the call fails, and then nothing changed.
    pub fn call(&mut self, member: usize, tool: &str, arguments: &Value) -> Option<Done> {
        let alias = self.members[member].alias.clone();
        let before = self.environment.instance(&alias)?.clone();
        let answer = self.environment.call_value(&format!("{alias}{SEPARATOR}{tool}"), arguments);
        if answer.error.is_some() || answer.simulated {
            return None;
        }
        let mut whole: Value = serde_json::from_str(&answer.text).ok()?;
        let data = whole.get_mut("data")?.take();
        let mut changes = Vec::new();
        if answer.wrote {
            changes = self.environment.instance(&alias)?.changes_since(&before);
            self.follow(member, &changes);
        }
        Some(Done { data, n_chars: answer.text.len(), changes })
    }

    /// Brings the rows up to date.
    fn follow(&mut self, member: usize, changes: &[compoworld_core::Change]) {
        let member = &mut self.members[member];
        for change in changes {
            let Some(index) = member.ability.service.state.position(change.table) else { continue };
            let rows = Arc::make_mut(&mut member.tables[index]);
            match &change.kind {
                ChangeKind::Added(row) => drop(rows.insert(change.key.clone(), row.clone())),
                ChangeKind::Removed(_) => {
                    rows.remove(&change.key);
                }
                ChangeKind::Changed(fields) => {
                    let row = rows.get_mut(&change.key).and_then(Value::as_object_mut);
                    let Some(row) = row else { continue };
                    for field in fields {
                        row.insert(field.field.to_owned(), field.after.clone());
                    }
                }
            }
        }
    }

    /// Whether one row of another service holds both the value and one of the texts that lead to
    /// it: then the value could be learned there as well.
    #[must_use]
    pub fn is_given_away(&self, source: &str, value: &Value, leads: &[Value]) -> bool {
        let Some(Secret { value, leads }) = Secret::of(value, leads) else { return true };
        let mut others = self.rows_elsewhere.iter().filter(|(alias, _)| *alias != source);
        others.any(|(_, rows)| rows.tells(&value, &leads))
    }
}

/// A value that has to be found out where the task says, and what leads to it there, all as they
/// stand in JSON.
pub struct Secret {
    /// The value.
    pub value: String,
    /// What its row is told from others by.
    pub leads: Vec<String>,
}

impl Secret {
    /// A value with what leads to it; `None` when the value is neither a text nor a number.
    #[must_use]
    pub fn of(value: &Value, leads: &[Value]) -> Option<Self> {
        let leads = leads.iter().filter_map(plain_text).collect();
        Some(Self { value: plain_text(value)?, leads })
    }
}

/// The rows of a service as JSON texts, one a line, to look for values in; written when they are
/// first looked at.
pub struct RowTexts {
    tables: Vec<Arc<Rows>>,
    lines: OnceCell<String>,
}

impl RowTexts {
    /// The rows of these tables.
    #[must_use]
    pub const fn of(tables: Vec<Arc<Rows>>) -> Self {
        Self { tables, lines: OnceCell::new() }
    }

    fn lines(&self) -> &str {
        self.lines.get_or_init(|| {
            let mut lines = String::new();
            for row in self.tables.iter().flat_map(|rows| rows.values()) {
                write_json_value(row, &mut lines);
                lines.push('\n');
            }
            lines
        })
    }

    /// Whether one row holds the value and one of the leads, all as they stand in JSON, where no
    /// text has a line break.
    #[must_use]
    pub fn tells(&self, value: &str, leads: &[String]) -> bool {
        if leads.is_empty() {
            return false;
        }
        let lines = self.lines();
        memmem::find_iter(lines.as_bytes(), value).any(|at| {
            let start = lines[..at].rfind('\n').map_or(0, |end| end + 1);
            let end = lines[at..].find('\n').map_or(lines.len(), |length| at + length);
            leads.iter().any(|lead| lines[start..end].contains(lead))
        })
    }
}

/// A text or number as it stands in a row's JSON text.
#[must_use]
pub fn plain_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => {
            let quoted = canonical_json(&Value::from(text.as_str()));
            Some(quoted[1..quoted.len() - 1].to_owned())
        }
        Value::Number(_) => Some(canonical_json(value)),
        _ => None,
    }
}

/// The row that a reference with this key leads to.
#[must_use]
pub fn row_of_key<'r>(
    table: &TableAbility,
    rows: &'r Rows,
    key: &Value,
) -> Option<(&'r String, &'r Row)> {
    let [field] = table.info.row.key_fields().collect::<Vec<_>>()[..] else { return None };
    rows.iter().find(|(_, row)| row[field.name] == *key)
}

/// The row's place in a tool's answer: the object that holds all of the row's key fields.
#[must_use]
pub fn find_row(data: &Value, keys: &[(&str, &Value)], depth: usize) -> Option<String> {
    let matches = |object: &Map<String, Value>| {
        !keys.is_empty() && keys.iter().all(|(name, value)| object.get(*name) == Some(value))
    };
    match data {
        Value::Object(object) if matches(object) => Some(String::new()),
        Value::Object(object) if depth > 0 => object.iter().find_map(|(name, inner)| {
            let rest = find_row(inner, keys, depth - 1)?;
            Some(format!("/{}{rest}", escape(name)))
        }),
        Value::Array(items) if depth > 0 => items.iter().enumerate().find_map(|(index, inner)| {
            let rest = find_row(inner, keys, depth - 1)?;
            Some(format!("/{index}{rest}"))
        }),
        _ => None,
    }
}

/// A name as a part of a JSON pointer.
#[must_use]
pub fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
