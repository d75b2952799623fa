//! Pass 2, `normalize`: turns a server's own tool list into a spec in the documented subset.
//!
//! In: a [`RawList`]. Out: a [`Spec`]. Each step is a pure function in a file of its own;
//! `pipeline` lists them in order. What a step repairs, drops or cannot keep, it says.

mod assign_names;
mod build_branches;
mod build_conditions;
mod build_keywords;
mod build_schema;
mod build_types;
mod compose_descriptions;
mod compose_parameters;
mod drop_hidden;
mod drop_parameters;
mod lift_parameters;
mod open_envelope;
mod pipeline;
mod resolve_refs;
mod settle_default;
mod shape_root;
mod words;

use std::collections::BTreeSet;

pub use pipeline::{Pass, dump, normalize};

/// What the user decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The service's name, in snake case.
    pub service: String,
    /// The domain's name, in snake case.
    pub domain: String,
    /// The name for people; made from the service's name when absent.
    pub title: Option<String>,
    /// Parameters that are kept although they look like credentials, transport or filler.
    pub keep_parameters: BTreeSet<String>,
    /// Whether `{path, query, body}` envelopes become plain parameters.
    pub envelopes: Envelopes,
}

/// What becomes of HTTP envelopes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Envelopes {
    /// Their members become the tool's parameters.
    Open,
    /// They stay as the server has them.
    Keep,
}

impl Options {
    /// The usual decisions for a service of this name.
    pub fn new(service: impl Into<String>, domain: impl Into<String>) -> Self {
        Self {
            service: service.into(),
            domain: domain.into(),
            title: None,
            keep_parameters: BTreeSet::new(),
            envelopes: Envelopes::Open,
        }
    }
}

/// A name that can be a service: snake case made of whatever `text` has.
pub fn service_name_from(text: &str) -> Option<String> {
    let name = words::snake(text);
    crate::spec::is_name(&name).then_some(name)
}

#[cfg(test)]
mod tests;
