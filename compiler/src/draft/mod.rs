//! Drafts `service.rs` from a spec alone.
//!
//! Tool names are read as a verb and a noun, nouns become entities, and a tool is declared when
//! the operation and every one of its arguments can be told. Everything else is simulated with a
//! reason: an honest doubt beats a wrong guess. The draft is a start that a reviewer keeps most of.
//!
//! The steps, each a pure function: `split_actions` takes apart tools that take what they do as an
//! argument, `settle_subjects` says what each tool is about,
//! `group_entities` makes entities of that, `place_arguments` finds a place for each argument, and
//! `write_service` writes it all down.

mod collect_fields;
mod find_doubts;
mod find_keys;
mod find_links;
mod find_scopes;
mod find_singles;
mod group_entities;
mod group_tools;
mod key_lists;
mod meanings;
mod name_nouns;
mod name_rows;
mod names;
mod neutral_values;
mod nouns;
mod place_arguments;
mod place_reads;
mod place_writes;
mod read_intent;
mod read_list_role;
mod read_role;
mod read_size;
mod schema_kind;
mod settle_compound;
mod settle_name;
mod settle_parts;
mod settle_subjects;
mod settle_verb;
mod split_actions;
mod strip_service;
mod survey;
mod usual_fields;
mod verbs;
mod write_entity;
mod write_role;
mod write_service;

use std::collections::BTreeSet;

pub(crate) use nouns::singular;
pub(crate) use read_intent::read_intent;
pub use survey::{Surveyed, survey_table};
pub(crate) use verbs::Act;

use crate::spec::Spec;

use group_entities::{group_entities, keep_used};
use place_arguments::{Declaration, place_arguments};
use settle_parts::{Settled, settle_parts};
use settle_subjects::settle_subjects;
use split_actions::{Part, split_actions};

/// A drafted `service.rs`.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// The file's text.
    pub text: String,
    /// How many tools are declared.
    pub n_declared: usize,
    /// How many tools are simulated.
    pub n_simulated: usize,
    /// Why the others are simulated, by the tool's name.
    pub doubts: Vec<(String, Doubt)>,
}

/// Why a tool is not computed from the state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubt {
    /// The reason, of the dialect's closed list.
    pub reason: SimulationReason,
    /// The reason in words.
    pub why: String,
}

impl Doubt {
    fn new(reason: SimulationReason, why: impl Into<String>) -> Self {
        Self { reason, why: why.into() }
    }
}

/// The reasons for which a tool is simulated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SimulationReason {
    /// A computation that is not the service's own.
    ExternalComputation,
    /// The live web.
    LiveWeb,
    /// Running code.
    CodeExecution,
    /// Images, sound or video.
    Media,
    /// The spec does not tell.
    UnclearEffect,
}

impl SimulationReason {
    /// The reason as the dialect writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ExternalComputation => "external_computation",
            Self::LiveWeb => "live_web",
            Self::CodeExecution => "code_execution",
            Self::Media => "media",
            Self::UnclearEffect => "unclear_effect",
        }
    }
}

/// Drafts a service. Always gives a file that names each tool of the spec once, or each of its parts.
pub fn draft(spec: &Spec) -> Draft {
    let split = split_actions(spec);
    let subjects = settle_subjects(&split.spec);
    let model = group_entities(&split.spec, &subjects);
    let tools = split.spec.tools.iter().zip(subjects).zip(&split.parts);
    let declarations: Vec<Declaration> = tools
        .map(|((tool, subject), part)| {
            if part.as_ref().is_some_and(Part::is_form) {
                let why = "it tells what a request looks like";
                return Declaration::Simulated(Doubt::new(SimulationReason::UnclearEffect, why));
            }
            match subject.and_then(|subject| place_arguments(tool, &subject, &model)) {
                Ok(form) => Declaration::Declared(form),
                Err(doubt) => Declaration::Simulated(doubt),
            }
        })
        .collect();
    let Settled { functions, doubts } = settle_parts(spec, &split, declarations);
    let used: BTreeSet<String> = functions
        .iter()
        .filter_map(|one| match &one.declaration {
            Declaration::Declared(form) => Some(form.noun.clone()),
            Declaration::Simulated(_) => None,
        })
        .collect();
    let model = keep_used(model, &used);
    Draft {
        text: write_service::write_service(spec, &model, &functions),
        n_declared: spec.tools.len() - doubts.len(),
        n_simulated: doubts.len(),
        doubts,
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_of_kinds;
