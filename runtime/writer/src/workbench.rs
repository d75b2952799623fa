//! The live world in which a task is written: what the author's tools do.

use compoworld_core::{ErrorCode, state_schema};
use compoworld_world::{Catalog, Environment, Recording, Task, TaskAuthor};
use serde_json::{Map, Value, json};

use crate::probe::{Fault, TaskSize, probe};
use crate::task_draft::TaskDraft;

/// A world, a scratch copy of it, and the draft of a task in it.
pub struct Workbench<'a> {
    catalog: &'a Catalog,
    size: TaskSize,
    id: String,
    author: TaskAuthor,
    /// The world at the task's start.
    initial: Environment,
    /// Where the author tries calls.
    scratch: Environment,
    draft: TaskDraft,
}

/// What a tool of the author answers, and what came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// The answer: `{"ok":true,"data":…}` or `{"ok":false,"error":…}`.
    pub text: String,
    /// What it means for the work.
    pub turn: WorkTurn,
}

/// What a call means for the work.
#[derive(Debug, Clone, PartialEq)]
pub enum WorkTurn {
    /// It goes on.
    GoesOn,
    /// The call was wrong in its form: no such tool or table, no JSON, a part that is none.
    Malformed,
    /// The draft is not sound yet.
    Refused(Vec<Fault>),
    /// The task is handed in.
    Done(Box<Task>),
    /// The author gives up.
    GivenUp(String),
}

impl<'a> Workbench<'a> {
    /// A bench in this world, for a task of this name.
    #[must_use]
    pub fn new(
        catalog: &'a Catalog,
        world: Environment,
        size: TaskSize,
        id: &str,
        author: TaskAuthor,
    ) -> Self {
        let initial = world.with_recording(Recording::Nothing);
        let scratch = initial.fork();
        let draft = TaskDraft::default();
        Self { catalog, size, id: id.to_owned(), author, initial, scratch, draft }
    }

    /// The world at the task's start.
    #[must_use]
    pub fn world(&self) -> &Environment {
        &self.initial
    }

    /// How large the task is to be.
    #[must_use]
    pub fn size(&self) -> &TaskSize {
        &self.size
    }

    /// Runs one of the author's tools. Whatever a model writes is answered.
    pub fn call(&mut self, tool: &str, arguments: &str) -> Reply {
        if ["list_services", "list_tools", "describe_tool", "call_tool"].contains(&tool) {
            let answer = self.scratch.call_recorded(tool, arguments);
            let is_unknown = answer.error == Some(ErrorCode::UnknownTool);
            let turn = if is_unknown { WorkTurn::Malformed } else { WorkTurn::GoesOn };
            return Reply { text: answer.text, turn };
        }
        let arguments = if arguments.trim().is_empty() { "{}" } else { arguments };
        let arguments: Map<String, Value> = match serde_json::from_str(arguments) {
            Ok(arguments) => arguments,
            Err(error) => return malformed(format!("the arguments are no JSON object: {error}")),
        };
        match tool {
            "reset_world" => {
                self.scratch = self.initial.fork();
                done(&json!("the world is as at the task's start"))
            }
            "read_state" => self.read_state(&arguments),
            "set_rows" => self.set_rows(&arguments),
            "draft_task" => self.update_draft(&arguments),
            "probe" => self.probe(false),
            "submit" => self.probe(true),
            "give_up" => {
                let reason = arguments.get("reason").and_then(Value::as_str).unwrap_or_default();
                let turn = WorkTurn::GivenUp(reason.to_owned());
                Reply { turn, ..done(&json!("the work is ended")) }
            }
            other => malformed(format!(
                "no tool is called `{other}`; tools of services are called through `call_tool`"
            )),
        }
    }

    fn read_state(&self, arguments: &Map<String, Value>) -> Reply {
        const ROWS: usize = 10;
        let (alias, table) = match (text_of(arguments, "service"), arguments.get("table")) {
            (Err(reply), _) => return reply,
            (Ok(alias), table) => (alias, table.and_then(Value::as_str)),
        };
        let Some(instance) = self.scratch.instance(alias) else {
            return malformed(format!("no service is called `{alias}`"));
        };
        let state = instance.state_value();
        let info = instance.service().state;
        let Some(table) = table else {
            let counts = info.tables.iter().map(|table| {
                let n_rows = state[table.name].as_object().map_or(0, Map::len);
                (table.name.to_owned(), if table.single { json!("one row") } else { json!(n_rows) })
            });
            return done(&Value::Object(counts.collect()));
        };
        let Some(position) = info.position(table) else {
            return malformed(format!("`{alias}` has no table `{table}`"));
        };
        let rows = &state[table];
        if info.tables[position].single {
            return done(rows);
        }
        if let Some(key) = arguments.get("key").and_then(Value::as_str) {
            return match rows.get(key) {
                Some(row) => done(row),
                None => refused(&format!("`{alias}.{table}` has no row `{key}`")),
            };
        }
        let limit = arguments.get("limit").and_then(Value::as_u64).unwrap_or(ROWS as u64);
        let rows = rows.as_object().into_iter().flatten();
        let n_rows = rows.clone().count();
        let shown = rows.take(usize::try_from(limit).unwrap_or(ROWS));
        let shown: Map<String, Value> =
            shown.map(|(key, row)| (key.clone(), row.clone())).collect();
        let schema = &state_schema(info)["properties"][table]["additionalProperties"];
        done(&json!({"rows_in_all": n_rows, "rows": shown, "row_schema": schema}))
    }

    fn set_rows(&mut self, arguments: &Map<String, Value>) -> Reply {
        let (alias, table) = match (text_of(arguments, "service"), text_of(arguments, "table")) {
            (Ok(alias), Ok(table)) => (alias, table),
            (Err(reply), _) | (_, Err(reply)) => return reply,
        };
        let Some(Value::Object(rows)) = arguments.get("rows") else {
            return malformed("`rows` must be an object: rows by their keys".to_owned());
        };
        let Some(instance) = self.initial.instance(alias) else {
            return malformed(format!("no service is called `{alias}`"));
        };
        if instance.service().state.position(table).is_none() {
            return malformed(format!("`{alias}` has no table `{table}`"));
        }
        let mut state = instance.state_value();
        merge(&mut state[table], &Value::Object(rows.clone()));
        match self.initial.load(alias, &state) {
            Ok(()) => {
                self.scratch = self.initial.fork();
                done(&json!({"rows": rows.len()}))
            }
            Err(error) => refused(&error.to_string()),
        }
    }

    fn update_draft(&mut self, parts: &Map<String, Value>) -> Reply {
        match self.draft.update(parts) {
            Ok(()) => done(&json!("drafted; `probe` tells whether it is sound")),
            Err(faults) => Reply {
                text: error("invalid_argument", "the draft stays as it was", &faults),
                turn: WorkTurn::Malformed,
            },
        }
    }

    fn probe(&self, submits: bool) -> Reply {
        let Self { catalog, initial, draft, size, id, author, .. } = self;
        match probe(catalog, initial, draft, size, id, author) {
            Ok(task) if submits => {
                let turn = WorkTurn::Done(Box::new(task));
                Reply { turn, ..done(&json!("the task is kept")) }
            }
            Ok(_) => done(&json!("the task is sound; `submit` hands it in")),
            Err(faults) => {
                let told: Vec<String> = faults.iter().map(|fault| fault.message.clone()).collect();
                let text = error("failed_precondition", "the task is not sound", &told);
                Reply { text, turn: WorkTurn::Refused(faults) }
            }
        }
    }
}

/// A merge patch (RFC 7386).
fn merge(value: &mut Value, patch: &Value) {
    let Value::Object(patch) = patch else {
        *value = patch.clone();
        return;
    };
    if !value.is_object() {
        *value = json!({});
    }
    let Some(members) = value.as_object_mut() else { return };
    for (name, part) in patch {
        if part.is_null() {
            // A row that is taken out; a field that may be absent is null as well as gone.
            members.remove(name);
        } else {
            merge(members.entry(name.clone()).or_insert(Value::Null), part);
        }
    }
}

fn done(data: &Value) -> Reply {
    Reply { text: json!({"ok": true, "data": data}).to_string(), turn: WorkTurn::GoesOn }
}

fn refused(message: &str) -> Reply {
    let text = error("failed_precondition", message, &[]);
    Reply { text, turn: WorkTurn::GoesOn }
}

fn malformed(message: String) -> Reply {
    Reply { text: error("invalid_argument", &message, &[]), turn: WorkTurn::Malformed }
}

/// An error with as many details as a model reads.
fn error(code: &str, message: &str, details: &[String]) -> String {
    const DETAILS_MAX: usize = 8;
    const CHARACTERS_MAX: usize = 400;
    let shown = details.iter().take(DETAILS_MAX);
    let mut shown: Vec<String> =
        shown.map(|text| text.chars().take(CHARACTERS_MAX).collect()).collect();
    if details.len() > DETAILS_MAX {
        shown.push(format!("and {} more", details.len() - DETAILS_MAX));
    }
    let error = json!({"code": code, "message": message, "details": shown});
    json!({"ok": false, "error": error}).to_string()
}

fn text_of<'a>(arguments: &'a Map<String, Value>, name: &str) -> Result<&'a str, Reply> {
    arguments
        .get(name)
        .and_then(Value::as_str)
        .ok_or_else(|| malformed(format!("`{name}` is required, and must be a string")))
}
