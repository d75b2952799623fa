//! The CompoWorld compiler: from what an MCP server says about its tools to an executable service.
//!
//! Front: `harvest` asks a live server, `read` takes a saved tool list, `normalize` turns it into
//! a `spec`. `record` calls a live server, for services to be compared with it. Every problem on the
//! way is a coded diagnostic.

pub mod author;
pub mod check;
pub mod command;
pub mod contract;
pub mod corpus;
pub mod diagnostics;
mod domain_table;
pub mod draft;
pub mod emit;
pub mod exit_code;
pub mod harvest;
pub mod lint;
pub mod lock_folder;
pub mod lower;
pub mod model;
pub mod normalize;
pub mod pipeline;
pub mod programs;
pub mod quickstart;
pub mod read;
pub mod record;
pub mod recover_folder;
pub mod resolve;
pub mod sandbox;
pub mod spec;
pub mod verify;
pub mod write_atomic;
pub mod write_tree;
