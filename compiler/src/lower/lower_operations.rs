//! Lowers each declared tool.

use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::model::{OperationModel, StructModel, place};
use crate::resolve::{Implementation, ResolvedService, ResolvedTool};

use super::new_row::plan_new_row;
use super::{Body, Change, Check, KeySource, LoweredService, NewRow};

/// Lowers a service.
///
/// # Errors
/// Fields of new rows that nothing gives a value to.
pub fn lower_operations(service: ResolvedService) -> Result<LoweredService, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    let mut bodies = Vec::new();
    for tool in &service.tools {
        bodies.push(match tool.implementation {
            Implementation::Written => Body::Written,
            Implementation::Simulated { .. } => Body::Simulated,
            Implementation::Declared => lower(&service, tool, &mut diagnostics),
        });
    }
    if diagnostics.has_errors() {
        return Err(diagnostics);
    }
    Ok(LoweredService { service, bodies })
}

fn lower(service: &ResolvedService, tool: &ResolvedTool, diagnostics: &mut Diagnostics) -> Body {
    let entity = service.entity_of(tool);
    let operation = tool.operation.as_ref().expect("a declared tool has an operation");
    let key = key_source(tool);
    let checks = || {
        let checks = tool.requires.iter();
        checks.map(|(field, values)| Check { field: *field, values: values.clone() }).collect()
    };
    match operation {
        OperationModel::Create => Body::Create(new_row(tool, entity, diagnostics)),
        OperationModel::Get => Body::Get { key, within: tool.filters.clone(), checks: checks() },
        OperationModel::List | OperationModel::Search => Body::List {
            filters: tool.filters.clone(),
            sort: tool.sort,
            order: tool.order,
            page: tool.page.clone(),
        },
        OperationModel::Count => Body::Count { filters: tool.filters.clone() },
        OperationModel::Update | OperationModel::Append | OperationModel::Detach => Body::Update {
            key,
            within: tool.filters.clone(),
            checks: checks(),
            changes: changes(tool, entity, operation),
        },
        OperationModel::Upsert => Body::Upsert {
            key,
            checks: checks(),
            changes: changes(tool, entity, operation),
            new: new_row(tool, entity, diagnostics),
        },
        OperationModel::Delete => match key {
            Some(key) => Body::Delete { key, within: tool.filters.clone(), checks: checks() },
            None => {
                diagnostics.push(
                    Diagnostic::new(Code::MisplacedOption, place(tool.ident.span()))
                        .message("a row that is alone in its table cannot be deleted"),
                );
                Body::Written
            }
        },
        OperationModel::Simulate { .. } => Body::Simulated,
    }
}

fn key_source(tool: &ResolvedTool) -> Option<KeySource> {
    let parts: Vec<usize> =
        tool.keys.iter().flat_map(|binding| binding.arguments.iter().copied()).collect();
    match parts.as_slice() {
        [] => None,
        [argument] if tool.each().is_some() => Some(KeySource::Each(*argument)),
        [argument] => Some(KeySource::Argument(*argument)),
        _ => Some(KeySource::Parts(parts)),
    }
}

fn new_row(tool: &ResolvedTool, entity: &StructModel, diagnostics: &mut Diagnostics) -> NewRow {
    match plan_new_row(tool, entity) {
        Ok(row) => row,
        Err(missing) => {
            for index in missing {
                let field = &entity.fields[index];
                let name = &field.ident;
                let given = tool.sets.iter().any(|set| set.field == Some(index));
                let message = if given {
                    format!("`{}` may be called without a value for `{name}`", tool.ident)
                } else {
                    format!("`{}` gives no value to `{name}`", tool.ident)
                };
                diagnostics.push(
                    Diagnostic::new(Code::FieldWithoutValue, place(tool.ident.span()))
                        .message(message)
                        .help(format!(
                            "give the field a `default`, make it an `Option`, or write \
                             `map({name} = argument)` or `set({name} = value)`"
                        ))
                        .label(place(field.ident.span()), "the field"),
                );
            }
            NewRow { values: Vec::new() }
        }
    }
}

fn changes(tool: &ResolvedTool, entity: &StructModel, operation: &OperationModel) -> Vec<Change> {
    let mut changes = Vec::new();
    for (field, argument) in &tool.items {
        changes.push(if *operation == OperationModel::Detach {
            Change::Detach(*field, *argument)
        } else {
            Change::Append(*field, *argument)
        });
    }
    let mut sets: Vec<_> = tool.sets.iter().collect();
    sets.sort_by_key(|set| set.field);
    for set in sets {
        if let Some(field) = set.field {
            changes.push(Change::Set { field, arguments: set.arguments.clone() });
        }
    }
    for (field, value) in &tool.fixes {
        changes.push(Change::Fix(*field, Box::new(value.clone())));
    }
    for (index, field) in entity.fields.iter().enumerate() {
        let is_fixed = tool.fixes.iter().any(|(fixed, _)| *fixed == index)
            || tool.sets.iter().any(|set| set.field == Some(index));
        if field.is_updated && !is_fixed {
            changes.push(Change::Stamp(index));
        }
    }
    changes
}
