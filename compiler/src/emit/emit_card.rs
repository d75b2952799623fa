//! Writes `README.md`, the card of a service, and `verification.json`.

use std::collections::BTreeMap;

use askama::Template;
use serde::{Deserialize, Serialize};

use crate::model::StructKind;
use crate::resolve::{Implementation, ResolvedService};

use super::Emission;
use super::emit_tools::operation_words;
use super::format::one_line;

/// What is known of each tool of one version of a service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verification {
    /// The service.
    pub service: String,
    /// The digest of its inputs.
    pub version: String,
    /// The digest of the code and the tests that were run.
    pub code: String,
    /// The status of each tool.
    pub tools: BTreeMap<String, ToolStatus>,
}

/// What is known of one tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum ToolStatus {
    /// Nothing yet.
    Unverified,
    /// Its contract tests pass.
    Verified {
        /// How many there are.
        tests: usize,
        /// How many calls of the adversarial pass it was judged by, all of them passed.
        #[serde(default, skip_serializing_if = "is_zero")]
        attacks: usize,
    },
    /// The world model answers, for this reason.
    Simulated {
        /// The name of the reason.
        reason: String,
    },
    /// A contract test fails, or the adversarial pass has a failing case.
    Quarantined {
        /// The first test that fails, or the check that is violated.
        test: String,
        /// What it says.
        message: String,
    },
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl ToolStatus {
    /// The status in a word.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Unverified => "unverified",
            Self::Verified { .. } => "verified",
            Self::Simulated { .. } => "simulated",
            Self::Quarantined { .. } => "quarantined",
        }
    }
}

impl Verification {
    /// What is known before any test has run.
    #[must_use]
    pub fn unverified(emission: &Emission<'_>, code: String) -> Self {
        let service = &emission.lowered.service;
        let tools = service.tools.iter().map(|tool| {
            let status = match &tool.implementation {
                Implementation::Simulated { reason, .. } => {
                    ToolStatus::Simulated { reason: reason.clone() }
                }
                _ => ToolStatus::Unverified,
            };
            (service.spec_of(tool).name.clone(), status)
        });
        Self {
            service: service.spec.service.clone(),
            version: emission.version.clone(),
            code,
            tools: tools.collect(),
        }
    }

    /// Whether `other` speaks of the same code.
    #[must_use]
    pub fn is_of_same_code(&self, other: &Self) -> bool {
        self.version == other.version
            && self.code == other.code
            && self.tools.keys().eq(other.tools.keys())
    }

    /// The file's text.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("names and numbers are JSON");
        text.push('\n');
        text
    }
}

#[derive(Template)]
#[template(path = "card.md", escape = "none")]
struct Card {
    title: String,
    summary: String,
    service: String,
    domain: String,
    source: String,
    entities: Vec<EntityRow>,
    tools: Vec<ToolRow>,
}

struct EntityRow {
    name: String,
    table: String,
    fields: String,
}

struct ToolRow {
    name: String,
    kind: String,
    reads: String,
    writes: String,
    status: String,
}

/// The card of a service.
#[must_use]
pub fn emit_card(service: &ResolvedService, verification: &Verification) -> String {
    let spec = &service.spec;
    let entities = service.model.structs.iter().filter(|one| one.kind == StructKind::Entity);
    let entities = entities.map(|entity| {
        let name = entity.ident.to_string();
        let table = service.model.table_of(&name);
        let fields: Vec<_> = entity
            .fields
            .iter()
            .map(|field| {
                let name = cell(&field.name);
                if field.is_key { format!("**`{name}`**") } else { format!("`{name}`") }
            })
            .collect();
        EntityRow {
            name: cell(&name),
            table: table.map(|table| table.ident.to_string()).unwrap_or_default(),
            fields: fields.join(", "),
        }
    });
    let tools = service.tools.iter().map(|tool| {
        let name = &service.spec_of(tool).name;
        let kind = match &tool.implementation {
            Implementation::Declared => operation_words(tool.operation.as_ref()).to_owned(),
            Implementation::Written => "written".to_owned(),
            Implementation::Simulated { reason, .. } => {
                format!("simulated: {}", reason.replace('_', " "))
            }
        };
        let status = verification.tools.get(name).map_or("unverified", ToolStatus::word);
        ToolRow {
            name: cell(name),
            kind,
            reads: tables(&tool.reads),
            writes: tables(&tool.writes),
            status: status.to_owned(),
        }
    });
    let revision = spec.source.revision.as_deref().unwrap_or("unknown revision");
    let card = Card {
        title: text(&spec.title),
        summary: text(&spec.summary),
        service: spec.service.clone(),
        domain: spec.domain.clone(),
        source: format!("{} ({})", text(&spec.source.name), text(revision)),
        entities: entities.collect(),
        tools: tools.collect(),
    };
    let mut text = card.render().expect("the template needs nothing that can fail");
    text.push('\n');
    text
}

fn tables(names: &[String]) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// Text that stays inside a table's cell.
fn cell(value: &str) -> String {
    one_line(value).replace(['|', '`'], "").replace('<', "&lt;")
}

/// Text that Markdown takes as text.
fn text(value: &str) -> String {
    one_line(value).replace('<', "&lt;").replace('|', "\\|")
}
