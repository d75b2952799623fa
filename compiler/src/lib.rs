//! The CompoWorld compiler: from what an MCP server says about its tools to an executable service.
//!
//! Front: `harvest` asks a live server, `read` takes a saved tool list, `normalize` turns it into
//! a `spec`. Every problem on the way is a coded diagnostic.

pub mod command;
pub mod diagnostics;
pub mod exit_code;
pub mod harvest;
pub mod normalize;
pub mod read;
pub mod spec;
pub mod write_atomic;
