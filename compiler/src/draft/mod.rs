//! Drafts `service.rs` from a spec alone.
//!
//! Tool names are read as a verb and a noun, nouns become entities, and a tool is declared when
//! the operation and every one of its arguments can be told. Everything else is simulated with a
//! reason: an honest doubt beats a wrong guess. The draft is a start that a reviewer keeps most of.

mod group_entities;
mod place_arguments;
mod read_intent;
mod write_service;

pub use group_entities::{Entity, Field, FieldKind, Key, Model, group_entities};
pub use place_arguments::{Declaration, SimulationReason, place_arguments};
pub use read_intent::{Act, Intent, read_intent};

use crate::spec::Spec;

/// A drafted `service.rs`.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// The file's text.
    pub text: String,
    /// How many tools are declared.
    pub n_declared: usize,
    /// How many tools are simulated.
    pub n_simulated: usize,
}

/// Drafts a service. Always gives a file that names each tool of the spec once.
pub fn draft(spec: &Spec) -> Draft {
    let intents: Vec<Intent> = spec.tools.iter().map(|tool| read_intent(&tool.name)).collect();
    let model = group_entities(spec, &intents);
    let declarations: Vec<Declaration> = spec
        .tools
        .iter()
        .zip(&intents)
        .map(|(tool, intent)| place_arguments(tool, intent, &model))
        .collect();
    let declared = |one: &&Declaration| matches!(one, Declaration::Declared { .. });
    let n_declared = declarations.iter().filter(declared).count();
    Draft {
        text: write_service::write_service(spec, &model, &declarations),
        n_declared,
        n_simulated: declarations.len() - n_declared,
    }
}

#[cfg(test)]
mod tests;
