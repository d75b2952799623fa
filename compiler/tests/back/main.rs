//! Tests of the back end: from a spec and a model to a crate.

mod commands;
mod corpus;
mod diagnostics;
mod emission;
mod hostile;
mod lint;
mod parts;
mod support;
