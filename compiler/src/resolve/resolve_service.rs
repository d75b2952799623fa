//! Matches tools and functions, and resolves each pair.

use std::collections::{BTreeMap, BTreeSet};

use heck::ToSnakeCase;

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Pointer};
use crate::model::{Kind, OperationModel, ParsedModel, StructKind, ToolModel, place};
use crate::spec::Spec;

use super::assign_names::{args_ident, field_ident, type_words};
use super::bind_arguments::Binder;
use super::read_absent::read_absent;
use super::read_subject::subject_of;
use super::scan_tables::{scan_tables, tables_of_deletion};
use super::split_tools::{Origin, SplitSpec, split_tools};
use super::type_arguments::{Presence, Typing};
use super::{
    Implementation, OrderArguments, ResolvedArgument, ResolvedService, ResolvedTool, Role,
};

/// Resolves a service.
///
/// # Errors
/// Every tool without a function, function without a tool, and name that means nothing.
pub fn resolve(spec: Spec, model: ParsedModel) -> Result<ResolvedService, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    let mut taken: BTreeSet<String> = model.type_names().map(ToString::to_string).collect();
    taken.extend(model.items.iter().filter_map(item_name));
    let own: BTreeSet<String> = taken.clone();
    let SplitSpec { spec, wholes, origins } = split_tools(spec, &model, &own)?;
    let functions = match_functions(&spec, &origins, &model, &mut diagnostics);
    let mut args_names = BTreeMap::new();
    for tool in &spec.tools {
        let own_args = own_args_name(&model, &tool.name);
        let ident = match own_args {
            Some(ident) => ident,
            None => args_ident(&tool.name, &own),
        };
        taken.insert(ident.to_string());
        args_names.insert(tool.name.clone(), ident);
    }
    let mut tools = Vec::new();
    for (spec_index, tool) in spec.tools.iter().enumerate() {
        let Some(&model_index) = functions.get(tool.name.as_str()) else { continue };
        let args_ident = args_names[&tool.name].clone();
        let function = &model.tools[model_index];
        let source =
            Source { tool, spec_index, origin: &origins[spec_index], function, model_index };
        tools.push(resolve_tool(&model, &source, args_ident, &mut taken, &mut diagnostics));
    }
    if diagnostics.has_errors() {
        return Err(diagnostics);
    }
    Ok(ResolvedService { spec, model, tools, wholes })
}

fn item_name(item: &syn::Item) -> Option<String> {
    match item {
        syn::Item::Struct(item) => Some(item.ident.to_string()),
        syn::Item::Enum(item) => Some(item.ident.to_string()),
        syn::Item::Type(item) => Some(item.ident.to_string()),
        _ => None,
    }
}

pub fn own_args_name(model: &ParsedModel, tool: &str) -> Option<proc_macro2::Ident> {
    let name = heck::ToUpperCamelCase::to_upper_camel_case(tool);
    model.find_struct(StructKind::Args, &name).map(|args| args.ident.clone())
}

fn match_functions(
    spec: &Spec,
    origins: &[Origin],
    model: &ParsedModel,
    diagnostics: &mut Diagnostics,
) -> BTreeMap<String, usize> {
    let mut functions: BTreeMap<String, usize> = BTreeMap::new();
    for (index, function) in model.tools.iter().enumerate() {
        let name = syn::ext::IdentExt::unraw(&function.ident).to_string();
        let place = place(function.ident.span());
        if !spec.tools.iter().any(|tool| tool.name == name) {
            diagnostics.push(
                Diagnostic::new(Code::FunctionWithoutTool, place)
                    .message(format!("the spec has no tool `{name}`")),
            );
        } else if functions.insert(name.clone(), index).is_some() {
            diagnostics.push(
                Diagnostic::new(Code::FunctionWithoutTool, place)
                    .message(format!("a second function is called `{name}`")),
            );
        }
    }
    for (tool, origin) in spec.tools.iter().zip(origins) {
        if !functions.contains_key(&tool.name) {
            let at = Pointer::root().key("tools").index(origin.listed_index).key("name");
            diagnostics.push(
                Diagnostic::new(Code::ToolWithoutFunction, at)
                    .message(format!("`{}` has no function in the trait `Tools`", tool.name)),
            );
        }
    }
    functions
}

/// A tool, its function, and where both are.
struct Source<'a> {
    tool: &'a crate::spec::Tool,
    spec_index: usize,
    origin: &'a Origin,
    function: &'a ToolModel,
    model_index: usize,
}

fn resolve_tool(
    model: &ParsedModel,
    source: &Source<'_>,
    args_ident: proc_macro2::Ident,
    taken: &mut BTreeSet<String>,
    diagnostics: &mut Diagnostics,
) -> ResolvedTool {
    let Source { tool, spec_index, origin, function, model_index } = *source;
    let subject = subject_of(model, function, &args_ident.to_string(), diagnostics);
    let entity = subject.entity.as_deref().and_then(|entity| model.entity(entity));
    let table = entity.and_then(|entity| model.table_of(&entity.ident.to_string()));
    let listed = (origin.listed_index, origin.others.as_slice());
    let mut binder = Binder::new(model, (function, tool), listed, &subject, diagnostics);
    let is_simulated = matches!(subject.implementation, Implementation::Simulated { .. });
    if !is_simulated {
        binder.bind();
    }
    let Binder { roles, keys, sets, filters, items, .. } = binder;
    let fixed = |name: &proc_macro2::Ident, diagnostics: &mut Diagnostics| {
        let found = entity.and_then(|entity| entity.position(&name.to_string()));
        if found.is_none() {
            diagnostics.push(
                Diagnostic::new(Code::UnknownField, place(name.span()))
                    .message(format!("there is no field `{name}` to speak of")),
            );
        }
        found
    };
    let options = &function.options;
    let mut fixes = Vec::new();
    for (name, value) in &options.set {
        fixes.extend(fixed(name, diagnostics).map(|field| (field, value.clone())));
    }
    let mut requires = Vec::new();
    for (name, values) in &options.require {
        requires.extend(fixed(name, diagnostics).map(|field| (field, values.clone())));
    }
    let sort = options
        .sort
        .as_ref()
        .and_then(|sort| Some((fixed(sort.field.as_ref()?, diagnostics)?, sort.is_descending)));
    let mut typing = Typing { model, taken, new_types: Vec::new() };
    let prefix = args_ident.to_string();
    let arguments =
        type_all(tool, function, roles, &prefix, is_simulated, &mut typing, diagnostics);
    let new_types = typing.new_types;
    let page = page_of(tool, function);
    let order = order_of(tool, function);
    let operation = function.operation.as_ref().map(|(operation, _)| operation.clone());
    let mut resolved = ResolvedTool {
        spec_index,
        listed_index: origin.listed_index,
        part: origin.part.clone(),
        model_index,
        ident: function.ident.clone(),
        has_own_args: own_args_name(model, &tool.name).is_some(),
        args_ident,
        implementation: subject.implementation,
        operation,
        entity: subject.entity,
        table: table.cloned(),
        arguments,
        new_types,
        keys,
        sets,
        fixes,
        requires,
        filters,
        items,
        sort,
        order,
        page,
        returns: subject.returns,
        reads: Vec::new(),
        writes: Vec::new(),
        is_write: subject.is_write,
    };
    find_tables(model, function, &mut resolved, diagnostics);
    resolved
}

/// The position of the argument of this name, in the case style of either side.
pub fn position_of(tool: &crate::spec::Tool, name: &str) -> Option<usize> {
    let properties = &tool.parameters.properties;
    properties
        .get_index_of(name)
        .or_else(|| properties.keys().position(|key| key.to_snake_case() == name))
}

fn page_of(tool: &crate::spec::Tool, function: &ToolModel) -> Vec<(crate::model::PagePart, usize)> {
    let parts = function.options.page.iter();
    parts.filter_map(|(part, name)| Some((*part, position_of(tool, &name.to_string())?))).collect()
}

fn order_of(tool: &crate::spec::Tool, function: &ToolModel) -> OrderArguments {
    let find = |name: &Option<proc_macro2::Ident>| position_of(tool, &name.as_ref()?.to_string());
    let sort = function.options.sort.as_ref();
    OrderArguments {
        by: sort.and_then(|sort| find(&sort.by)),
        direction: sort.and_then(|sort| find(&sort.direction)),
    }
}

fn type_all(
    tool: &crate::spec::Tool,
    function: &ToolModel,
    roles: Vec<Option<(Role, Option<Kind>)>>,
    prefix: &str,
    is_simulated: bool,
    typing: &mut Typing<'_>,
    diagnostics: &mut Diagnostics,
) -> Vec<ResolvedArgument> {
    let mut idents = BTreeSet::new();
    let mut arguments = Vec::new();
    let changes_rows = matches!(
        function.operation,
        Some((
            OperationModel::Update
                | OperationModel::Upsert
                | OperationModel::Append
                | OperationModel::Detach,
            _
        ))
    );
    let mut overrides: BTreeMap<String, &syn::Type> = BTreeMap::new();
    for (name, ty) in &function.options.types {
        overrides.insert(name.to_string(), ty);
    }
    let absents = read_absent(tool, function, diagnostics);
    for ((name, schema), role) in tool.parameters.properties.iter().zip(roles) {
        let ident = field_ident(name, &mut idents);
        let (role, kind) = role.unwrap_or((Role::Free, None));
        let plain = syn::ext::IdentExt::unraw(&ident).to_string();
        let given = overrides.remove(&plain).or_else(|| overrides.remove(name));
        let kind = match given.map(Kind::of) {
            Some(Ok(kind)) => kind.required().clone(),
            Some(Err(ty)) => {
                let span = syn::spanned::Spanned::span(ty);
                diagnostics.push(Diagnostic::new(Code::UnknownFieldType, place(span)));
                Kind::Json
            }
            None => match kind {
                Some(kind) => kind,
                None if is_simulated => Kind::Json,
                None => {
                    let own = type_words(name);
                    typing.of_schema(schema, &format!("{prefix}{own}"))
                }
            },
        };
        let mut presence = Presence::of(&tool.parameters, name);
        let absent = absents.iter().find(|(ident, _)| *ident == plain || *ident == name.as_str());
        presence.absent = absent.map(|(_, value)| value.clone());
        // A default must not overwrite what a row has when the caller does not speak of it.
        if changes_rows && role == Role::Set {
            presence.default = None;
        }
        arguments.push(presence.argument(name, ident, kind, role));
    }
    for name in function.options.types.iter().map(|(name, _)| name) {
        if overrides.contains_key(&name.to_string()) {
            diagnostics.push(
                Diagnostic::new(Code::UnknownArgument, place(name.span()))
                    .message(format!("`{}` has no argument `{name}`", function.ident)),
            );
        }
    }
    arguments
}

/// Fills in which tables a tool reads and writes.
fn find_tables(
    model: &ParsedModel,
    function: &ToolModel,
    tool: &mut ResolvedTool,
    diagnostics: &mut Diagnostics,
) {
    let options = &function.options;
    for name in options.reads.iter().chain(&options.writes).flatten() {
        if !model.state.tables.iter().any(|table| table.ident == *name) {
            diagnostics.push(
                Diagnostic::new(Code::UnknownField, place(name.span()))
                    .message(format!("the state has no table `{name}`")),
            );
        }
    }
    let mut reads = BTreeSet::new();
    let mut writes = BTreeSet::new();
    if let Some(body) = &function.body {
        let touched = scan_tables(&function.signature, body, model, tool.is_write);
        (reads, writes) = (touched.reads, touched.writes);
    } else if let (Some(table), Some(operation)) = (&tool.table, &tool.operation) {
        let own = table.ident.to_string();
        match operation {
            OperationModel::Delete => {
                let touched = tables_of_deletion(model, &table.entity);
                (reads, writes) = (touched.reads, touched.writes);
            }
            operation if operation.is_read() => {
                reads.insert(own);
                reads.extend(parents(model, tool));
            }
            operation => {
                writes.insert(own.clone());
                if *operation != OperationModel::Create {
                    reads.insert(own);
                }
                reads.extend(referenced_tables(model, tool));
            }
        }
    }
    let named = |list: &Option<Vec<proc_macro2::Ident>>, found: BTreeSet<String>| match list {
        Some(names) => names.iter().map(ToString::to_string).collect(),
        None => found.into_iter().collect(),
    };
    tool.reads = named(&options.reads, reads);
    tool.writes = named(&options.writes, writes);
}

/// The tables of the rows that required filters must name.
fn parents(model: &ParsedModel, tool: &ResolvedTool) -> BTreeSet<String> {
    let Some(entity) = tool.entity.as_deref().and_then(|entity| model.entity(entity)) else {
        return BTreeSet::new();
    };
    let filters = tool.filters.iter().filter(|filter| {
        filter.relation == crate::model::Relation::Equals
            && filter.arguments.iter().all(|argument| tool.arguments[*argument].is_required)
    });
    filters
        .filter_map(|filter| entity.fields.get(*filter.fields.first()?))
        .filter(|field| !field.is_loose)
        .filter_map(|field| field.kind.entity())
        .filter_map(|other| Some(model.table_of(other)?.ident.to_string()))
        .collect()
}

/// The tables of the rows that arguments refer to.
fn referenced_tables(model: &ParsedModel, tool: &ResolvedTool) -> BTreeSet<String> {
    let Some(entity) = tool.entity.as_deref().and_then(|entity| model.entity(entity)) else {
        return BTreeSet::new();
    };
    let stored = tool.sets.iter().filter_map(|set| set.field);
    let items = tool.items.iter().map(|(field, _)| *field);
    stored
        .chain(items)
        .filter(|field| !entity.fields[*field].is_loose)
        .filter_map(|field| entity.fields[field].kind.entity())
        .filter(|other| entity.ident != other)
        .filter_map(|other| Some(model.table_of(other)?.ident.to_string()))
        .collect()
}
