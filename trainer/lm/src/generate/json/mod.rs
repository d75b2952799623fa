//! JSON as it is written, byte by byte: which bytes can follow, under a JSON Schema.
//!
//! There are crates for this, and those that are kept well switch `serde_json` to the order in which
//! members are written, in every program that is built beside them: files would differ by how they
//! were built.

mod machine;
mod nodes;
mod number;
mod schema;
mod text;

pub use machine::{Form, Piece, Place};
pub use schema::{JsonSchema, SchemaError, Strictness};
