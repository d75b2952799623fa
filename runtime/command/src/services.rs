//! `services`: what the catalog holds.

use clap::Args;
use comfy_table::Table;
use compoworld_core::{Run, ServiceDef, Tool};
use compoworld_world::Catalog;
use serde_json::{Value, json};

use crate::exit_code;
use crate::failure::Failure;
use crate::output::Output;

/// List the services of the catalog, or the tools of one.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  compoworld services
  compoworld services help_desk
  compoworld services --json")]
pub(crate) struct Arguments {
    /// A service, to list its tools
    service: Option<String>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(
    catalog: &Catalog,
    arguments: &Arguments,
    output: &mut Output<'_>,
) -> Result<u8, Failure> {
    match &arguments.service {
        Some(name) => tools(catalog.require(name)?, arguments.json, output)?,
        None => services(catalog, arguments.json, output)?,
    }
    Ok(exit_code::OK)
}

fn services(catalog: &Catalog, json: bool, output: &mut Output<'_>) -> Result<(), Failure> {
    let lines = catalog.services().iter().map(|service| {
        json!({
            "name": service.name,
            "title": service.title,
            "domain": service.domain,
            "summary": service.summary,
            "version": service.version,
            "n_entities": service.state.tables.len(),
            "n_tools": service.tools.len(),
            "n_simulated": n_simulated(service),
        })
    });
    if json {
        return output.print_json(&lines.collect::<Vec<Value>>());
    }
    let mut table = new_table(["Service", "Domain", "Tools", "Simulated", "Summary"]);
    for service in catalog.services() {
        table.add_row([
            service.name.to_owned(),
            service.domain.to_owned(),
            service.tools.len().to_string(),
            n_simulated(service).to_string(),
            service.summary.to_owned(),
        ]);
    }
    output.print(&table.to_string())?;
    output.say(&format!(
        "{} services, catalog version {}",
        catalog.services().len(),
        catalog.version()
    ));
    Ok(())
}

fn tools(service: &ServiceDef, json: bool, output: &mut Output<'_>) -> Result<(), Failure> {
    let parse = |text: &str| -> Value {
        serde_json::from_str(text).expect("the compiler writes schemas as valid JSON")
    };
    if json {
        let tools = service.tools.iter().map(|tool| {
            json!({
                "tool": format!("{}__{}", service.name, tool.name),
                "description": tool.description,
                "operation": operations(tool, |part| part.semantics.operation.to_string()),
                "simulated": tool.is_simulated(),
                "parameters": parse(tool.parameters),
                "returns": tool.returns.map(parse),
            })
        });
        return output.print_json(&tools.collect::<Vec<Value>>());
    }
    let mut table = new_table(["Tool", "Operation", "Description"]);
    for tool in service.tools {
        let operation = operations(tool, |part| match part.run {
            Run::Simulated(reason, _) => format!("simulated: {}", reason.as_str()),
            _ => part.semantics.operation.to_string(),
        });
        table.add_row([
            format!("{}__{}", service.name, tool.name),
            operation,
            tool.description.lines().next().unwrap_or_default().to_owned(),
        ]);
    }
    output.print(&table.to_string())
}

/// What a tool, or each of its parts, does.
fn operations(tool: &'static Tool, words: impl Fn(&Tool) -> String) -> String {
    let mut once: Vec<String> = Vec::new();
    for operation in tool.deeds().map(words) {
        if !once.contains(&operation) {
            once.push(operation);
        }
    }
    once.join(", ")
}

fn n_simulated(service: &ServiceDef) -> usize {
    service.tools.iter().filter(|tool| tool.is_simulated()).count()
}

fn new_table<const N: usize>(header: [&str; N]) -> Table {
    let mut table = Table::new();
    table.load_style(comfy_table::presets::UTF8_BORDERS_ONLY).set_header(header);
    table
}
