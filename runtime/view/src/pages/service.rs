//! One service's card: its entities, its tools and what is known of them.

use askama::Template;
use compoworld_core::{
    FieldInfo, KeyForm, OnDelete, Run, Semantic, ServiceDef, Shape, TableInfo, Tool,
};
use serde_json::Value;

use crate::ask::Fault;
use crate::build_form::{FormField, fields};
use crate::domain_bars::{Implementation, ToolCounts, words};
use crate::inspector::Inspector;
use crate::json_text::{JsonHtml, json_or_text_html};
use crate::sources::{Share, ToolStatus};

#[derive(Template)]
#[template(path = "service.html")]
pub(crate) struct ServicePage {
    service: &'static ServiceDef,
    domain: String,
    counts: ToolCounts,
    entities: Vec<EntityView>,
    tools: Vec<ToolLine>,
    mutants: Option<(usize, usize)>,
    fidelity: Option<(usize, usize)>,
    has_ledger: bool,
}

struct EntityView {
    name: &'static str,
    table: &'static str,
    doc: &'static str,
    single: bool,
    key: String,
    fields: Vec<FieldLine>,
}

struct FieldLine {
    name: &'static str,
    kind: String,
    optional: bool,
    key: bool,
    refers_to: Option<&'static str>,
    notes: Vec<String>,
}

struct ToolLine {
    name: &'static str,
    wire_name: Option<&'static str>,
    description: &'static str,
    implementation: Implementation,
    operations: String,
    simulated: String,
    status: Option<(&'static str, String)>,
    parameters: Vec<FormField>,
    returns: Option<JsonHtml>,
}

/// The card of a service.
pub(crate) fn page(inspector: &Inspector, name: &str) -> Result<ServicePage, Fault> {
    let service =
        inspector.catalog.require(name).map_err(|error| Fault::NotFound(error.to_string()))?;
    let ledger = inspector.ledgers.of(service);
    let share = |share: Share| (share.part, share.whole);
    let tools = service.tools.iter().map(|tool| {
        let status = ledger.and_then(|ledger| ledger.tools.get(tool.name));
        tool_line(tool, status)
    });
    Ok(ServicePage {
        service,
        domain: words(service.domain),
        counts: ToolCounts::of(service),
        entities: service.state.tables.iter().map(entity).collect(),
        tools: tools.collect(),
        mutants: ledger.and_then(|ledger| ledger.mutants).map(share),
        fidelity: ledger.and_then(|ledger| ledger.fidelity).map(share),
        has_ledger: ledger.is_some(),
    })
}

fn entity(table: &'static TableInfo) -> EntityView {
    EntityView {
        name: table.row.name,
        table: table.name,
        doc: table.row.doc.trim(),
        single: table.single,
        key: key_words(table.row.key_form),
        fields: table.row.fields.iter().map(field).collect(),
    }
}

fn key_words(form: KeyForm) -> String {
    match form {
        KeyForm::Given => "keys are given".to_owned(),
        KeyForm::Sequence(format) => format!("keys count up as {format}"),
        KeyForm::Uuid => "keys are UUIDs".to_owned(),
        KeyForm::Token(prefix, length) => {
            format!("keys are `{prefix}` and {length} random characters")
        }
    }
}

fn field(field: &FieldInfo) -> FieldLine {
    let mut notes = Vec::new();
    if field.semantic != Semantic::None {
        notes.push(format!("{:?}", field.semantic).to_lowercase());
    }
    if field.created {
        notes.push("set at creation".to_owned());
    }
    if field.updated {
        notes.push("set at each change".to_owned());
    }
    if let Some((least, most)) = field.length {
        notes.push(match most {
            usize::MAX => format!("length from {least}"),
            _ => format!("length {least} to {most}"),
        });
    }
    if let Some((least, most)) = field.range {
        notes.push(format!("{least} to {most}"));
    }
    if let Some(pattern) = field.pattern {
        notes.push(format!("matches {pattern}"));
    }
    let refers_to = if field.key { None } else { field.shape.refers_to() };
    if refers_to.is_some() {
        notes.extend(match field.on_delete {
            OnDelete::Restrict => None,
            OnDelete::Cascade => Some("deleted with it".to_owned()),
            OnDelete::Clear => Some("cleared with it".to_owned()),
        });
    }
    FieldLine {
        name: field.name,
        kind: shape_words(field.shape.required()),
        optional: matches!(field.shape, Shape::Optional(_)),
        key: field.key,
        refers_to,
        notes,
    }
}

fn shape_words(shape: &Shape) -> String {
    match shape {
        Shape::Text => "text".to_owned(),
        Shape::Integer => "whole number".to_owned(),
        Shape::Number => "number".to_owned(),
        Shape::Boolean => "yes or no".to_owned(),
        Shape::Timestamp => "instant".to_owned(),
        Shape::Date => "day".to_owned(),
        Shape::Json => "any JSON".to_owned(),
        Shape::Choice(names) => names.join(" | "),
        Shape::Key(_) | Shape::IntKey(_) => "key".to_owned(),
        Shape::Optional(inner) => format!("{}, or null", shape_words(inner)),
        Shape::List(inner) => format!("list of {}", shape_words(inner)),
        Shape::Map(inner) => format!("map to {}", shape_words(inner)),
        Shape::Record(info) => {
            let names: Vec<&str> = info.fields.iter().map(|field| field.name).collect();
            format!("{} {{ {} }}", info.name, names.join(", "))
        }
    }
}

fn tool_line(tool: &'static Tool, status: Option<&ToolStatus>) -> ToolLine {
    let schema: Value = serde_json::from_str(tool.parameters).unwrap_or_default();
    ToolLine {
        name: tool.name,
        wire_name: (tool.wire_name != tool.name).then_some(tool.wire_name),
        description: tool.description,
        implementation: Implementation::of(tool),
        operations: operations(tool),
        simulated: simulated(tool),
        status: status.map(status_words),
        parameters: fields(&schema, &Value::Null),
        returns: tool.returns.map(json_or_text_html),
    }
}

/// What a tool, or each of its parts, does, and to which entity.
fn operations(tool: &'static Tool) -> String {
    let mut said = Vec::new();
    for deed in tool.deeds() {
        say_once(
            &mut said,
            match deed.semantics.entity {
                "" => deed.semantics.operation.to_string(),
                entity => format!("{} {entity}", deed.semantics.operation),
            },
        );
    }
    said.join(", ")
}

/// Why, or when, a world model answers; empty when it never does.
fn simulated(tool: &'static Tool) -> String {
    let mut said = Vec::new();
    for deed in tool.deeds() {
        match deed.run {
            Run::Simulated(reason, "") => say_once(&mut said, words(reason.as_str())),
            Run::Simulated(reason, note) => {
                say_once(&mut said, format!("{}: {note}", words(reason.as_str())));
            }
            _ => {}
        }
        for (argument, _) in deed.semantics.simulated {
            say_once(&mut said, format!("when `{argument}` is given"));
        }
    }
    said.join("; ")
}

/// Adds what was not said yet: the parts of a tool often do the same.
fn say_once(said: &mut Vec<String>, text: String) {
    if !said.contains(&text) {
        said.push(text);
    }
}

fn status_words(status: &ToolStatus) -> (&'static str, String) {
    match status {
        ToolStatus::Unverified => ("unverified", "no test of it has run".to_owned()),
        ToolStatus::Verified { tests, attacks: 0 } => {
            ("verified", format!("{tests} contract tests pass"))
        }
        ToolStatus::Verified { tests, attacks } => {
            ("verified", format!("{tests} contract tests and {attacks} adversarial calls pass"))
        }
        ToolStatus::Simulated => ("simulated", "a world model answers".to_owned()),
        ToolStatus::Quarantined { test, message } => ("quarantined", format!("{test}: {message}")),
    }
}
