//! What a generated service needs at run time, and nothing else.
//!
//! A service is a state model (tables of entities, declared with the derives of
//! `compoworld-macros`), a list of tools, and one [`ServiceDef`] that names both. An [`Instance`]
//! is a live copy of a service: it forks in O(1), runs tool calls from JSON text to JSON text,
//! and is a pure function of its initial state, its seed and its calls.
//!
//! This crate knows no network, no files and no wall clock.

mod args;
mod check_changes;
mod context;
mod delete_row;
mod diff;
mod error;
mod field;
mod instance;
mod json;
mod key;
mod query;
mod read;
mod reply;
mod row;
mod rows;
mod schema;
mod semantics;
mod service;
mod shape;
mod state;
mod table;
mod time;

pub use args::Args;
pub use compoworld_macros::{Args, Choice, Entity, Record, State};

pub use context::Context;
pub use diff::{Change, ChangeKind, FieldChange, diff};
pub use error::{ErrorCode, ToolError};
pub use field::{Field, FieldType, Json};
pub use instance::{CallRecord, Instance, Snapshot};
pub use json::{canonical_json, digest_text, write_json_string, write_json_value};
pub use key::{IntKey, Key, KeyPart, join_key};
pub use query::{
    Direction, PageRequest, contains_text, equals, is_one_of, one_of, order_rows, sort_rows,
};
pub use read::{ReadError, Reader, nearest};
pub use reply::{Output, Page, RowRef};
pub use row::{Entity, FieldInfo, KeyForm, OnDelete, RecordInfo, Row, Semantic, write_row};
pub use rows::Rows;
pub use schema::{Schema, Violation};
pub use semantics::{Binding, Filter, Operation, Relation, Returns, Semantics};
pub use service::{
    Hints, Run, ServiceDef, SimulationReason, Tool, ToolPart, ToolParts, run_read, run_write,
};
pub use shape::Shape;
pub use state::{
    State, StateExt, StateInfo, TableInfo, digest, load_state, state_schema, validate_state,
    write_state,
};
pub use table::{One, Table};
pub use time::{Date, Timestamp};

/// What the derive macros name; not part of the public API.
#[doc(hidden)]
pub mod private {
    pub use serde_json::Value;

    pub use crate::read::not_a_choice;
    pub use crate::row::{visit_record_keys, write_record, write_row};
}
