//! Pass 2, `normalize`: turns a server's own tool list into a spec in the documented subset.
//!
//! In: a [`RawList`]. Out: a [`Spec`]. Each step is a pure function in a file of its own;
//! `pipeline` lists them in order. What a step repairs, drops or cannot keep, it says.

mod assign_names;
mod build_branches;
mod build_conditions;
mod build_keywords;
mod build_members;
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
pub(crate) mod words;

use std::collections::BTreeSet;

pub use pipeline::{Pass, WireTool, dump, normalize, wire_tools};

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
    /// Whether `{path, query, body}` and `{params}` envelopes become plain parameters.
    pub envelopes: Envelopes,
}

/// What becomes of envelopes.
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

/// A name that can be a service's, made of whatever `text` has; the words that every server
/// carries in its name are left out.
pub fn service_name_from(text: &str) -> Option<String> {
    let words = words::split_words(text);
    let telling: Vec<&str> = words
        .iter()
        .map(String::as_str)
        .filter(|word| !matches!(*word, "mcp" | "server" | "modelcontextprotocol"))
        .collect();
    let name = telling.join("_");
    (crate::spec::is_name(&name) && !words::is_keyword(&name)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::service_name_from;

    #[test]
    fn a_service_is_named_by_the_telling_words() {
        for (text, name) in [
            ("mcp-linear", Some("linear")),
            ("Google Calendar MCP Server", Some("google_calendar")),
            ("@scope/help-desk", Some("scope_help_desk")),
            ("mcp-server", None),
            ("名前", None),
            ("2048", None),
            ("type", None),
        ] {
            assert_eq!(service_name_from(text).as_deref(), name, "{text}");
        }
    }
}
