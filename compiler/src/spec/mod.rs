//! The normalized spec of one service: what `spec.json` holds.
//!
//! This is the contract between the front of the compiler, which writes it, and everything after,
//! which reads nothing else about the real server.

mod schema;
mod text;

use serde::{Deserialize, Serialize};

pub use schema::{Additional, Schema, Type};
pub use text::{from_json, to_json};
pub(crate) use text::{is_name, place_of, too_many_tools, without_position};

/// The version of the format that this compiler reads and writes.
pub const SPEC_VERSION: u32 = 1;

/// Lists with more tools than this are refused; no known server comes near.
pub const TOOLS_MAX: usize = 5_000;

/// One service.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// [`SPEC_VERSION`] when written.
    pub spec_version: u32,
    /// The service's name: snake case, also the last folder of its crate.
    pub service: String,
    /// The name for people.
    pub title: String,
    /// The domain's name: snake case, also the folder of its services.
    pub domain: String,
    /// A sentence or two on what the service is.
    pub summary: String,
    /// Where the tools come from.
    pub source: Source,
    /// In the order of the raw list.
    pub tools: Vec<Tool>,
}

/// Where a spec comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The shape in which the list was read.
    pub kind: SourceKind,
    /// The server's name as it gave it.
    pub name: String,
    /// The server's version, or the commit that the list was taken from.
    pub revision: Option<String>,
    /// Digest of the raw list's bytes, in hexadecimal.
    pub sha256: String,
}

/// The shape in which a tool list was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SourceKind {
    /// The answer to `tools/list`, saved or harvested.
    ToolsList,
    /// An MCPB or DXT manifest.
    Manifest,
    /// Written by hand.
    Manual,
}

/// One tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tool {
    /// Snake case, unique in the service, no Rust keyword.
    pub name: String,
    /// As the server spells it.
    pub wire_name: String,
    /// What it does, to which entity, what it needs, what it returns; in our own words.
    pub description: String,
    /// What it takes: always an object.
    pub parameters: Schema,
    /// What it gives, if the server says so.
    pub returns: Option<Schema>,
    /// How it behaves, where the server says so.
    pub hints: Hints,
}

/// How a tool behaves, as far as the server says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hints {
    /// Changes nothing.
    pub read_only: Option<bool>,
    /// May remove or overwrite.
    pub destructive: Option<bool>,
    /// The same call again changes nothing more.
    pub idempotent: Option<bool>,
    /// Reaches beyond the service, such as the web.
    pub open_world: Option<bool>,
}
