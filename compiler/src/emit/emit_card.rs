//! Writes `README.md`, the card of a service.

use crate::model::StructKind;
use crate::resolve::{Implementation, ResolvedService, ResolvedTool};
use askama::Template;

use super::emit_tools::operation_words;
use super::format::one_line;
use super::ledger::{ToolStatus, Verification};

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
    let tools = service.listed().map(|tool| {
        let name = &tool.spec.name;
        let status = verification.tools.get(name).map_or("unverified", ToolStatus::word);
        ToolRow {
            name: cell(name),
            kind: joined(tool.tools.iter().map(kind_words)),
            reads: tables(tool.tools.iter().flat_map(|tool| &tool.reads)),
            writes: tables(tool.tools.iter().flat_map(|tool| &tool.writes)),
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

fn kind_words(tool: &ResolvedTool) -> String {
    match &tool.implementation {
        Implementation::Declared => operation_words(tool.operation.as_ref()).to_owned(),
        Implementation::Written => "written".to_owned(),
        Implementation::Simulated { reason, .. } => {
            format!("simulated: {}", reason.replace('_', " "))
        }
    }
}

fn tables<'a>(names: impl Iterator<Item = &'a String>) -> String {
    joined(names.map(|name| format!("`{name}`")))
}

/// What the parts of a tool have in common is said once.
fn joined(words: impl Iterator<Item = String>) -> String {
    let mut once: Vec<String> = Vec::new();
    for word in words {
        if !once.contains(&word) {
            once.push(word);
        }
    }
    once.join(", ")
}

/// Text that stays inside a table's cell.
fn cell(value: &str) -> String {
    one_line(value).replace(['|', '`'], "").replace('<', "&lt;")
}

/// Text that Markdown takes as text.
fn text(value: &str) -> String {
    one_line(value).replace('<', "&lt;").replace('|', "\\|")
}
