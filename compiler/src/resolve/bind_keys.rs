//! Binds arguments to the key of the row that a tool is about.

use heck::ToSnakeCase;
use proc_macro2::Span;

use crate::diagnostics::{Code, Diagnostic};
use crate::model::{ArgumentGroup, FieldModel, Kind, OperationModel, StructModel, place};

use super::bind_arguments::Binder;
use super::type_arguments::{leaves_of, takes_list};
use super::{Binding, Role};

/// Binds what `key(..)` names.
pub fn bind_given_key(
    binder: &mut Binder<'_>,
    entity: &StructModel,
    groups: &[ArgumentGroup],
    span: Span,
) -> Vec<Binding> {
    let fields: Vec<usize> = key_positions(entity);
    if let [ArgumentGroup { names }] = groups
        && let [name] = names.as_slice()
        && fields.len() > 1
        && !is_create(binder)
    {
        let Some(argument) = binder.argument(name) else { return Vec::new() };
        binder.take(argument, Role::Key, Some(Kind::Key(entity.ident.to_string())), name);
        return vec![Binding { field: None, arguments: vec![argument] }];
    }
    let Some(groups) = regroup(binder, entity, &fields, groups) else {
        let parts: Vec<_> =
            fields.iter().map(|field| format!("`{}`", entity.fields[*field].ident)).collect();
        binder.diagnostics.push(
            Diagnostic::new(Code::MissingKeyArgument, place(span))
                .message(format!("`key` does not match the key of `{}`", entity.ident))
                .help(format!(
                    "the key is {}; a part that is a composite reference takes its own parts in \
                     parentheses",
                    parts.join(", ")
                )),
        );
        return Vec::new();
    };
    let mut bindings = Vec::new();
    for (field, group) in fields.into_iter().zip(&groups) {
        if let Some(arguments) = binder.bind_group(&entity.fields[field].kind, group, Role::Key) {
            bindings.push(Binding { field: Some(field), arguments });
        }
    }
    bindings
}

fn is_create(binder: &Binder<'_>) -> bool {
    matches!(binder.tool.operation, Some((OperationModel::Create, _)))
}

fn key_positions(entity: &StructModel) -> Vec<usize> {
    (0..entity.fields.len()).filter(|index| entity.fields[*index].is_key).collect()
}

/// One group a key field: as given, or cut out of a flat list of parts.
fn regroup(
    binder: &Binder<'_>,
    entity: &StructModel,
    fields: &[usize],
    groups: &[ArgumentGroup],
) -> Option<Vec<ArgumentGroup>> {
    if groups.len() == fields.len() || (is_create(binder) && groups.len() < fields.len()) {
        return Some(groups.to_vec());
    }
    let mut flat = groups.iter().flat_map(|group| &group.names).cloned();
    let mut regrouped = Vec::new();
    for field in fields {
        let n_parts = leaves_of(binder.model, &entity.fields[*field].kind, 4).len();
        let names: Vec<_> = flat.by_ref().take(n_parts).collect();
        if names.len() != n_parts {
            return None;
        }
        regrouped.push(ArgumentGroup { names });
    }
    flat.next().is_none().then_some(regrouped)
}

/// Binds the arguments that are called as keys usually are.
pub fn bind_usual_key(
    binder: &mut Binder<'_>,
    entity: &StructModel,
    operation: &OperationModel,
) -> Vec<Binding> {
    let fields = key_positions(entity);
    let is_create = *operation == OperationModel::Create;
    let mut bindings = Vec::new();
    let mut missing = Vec::new();
    for index in &fields {
        let field = &entity.fields[*index];
        if binder.sets.iter().any(|set| set.field == Some(*index)) || binder.makes_key(field) {
            continue;
        }
        let names = candidates(entity, field, fields.len() == 1);
        let several = [format!("{}s", field.plain_name()), format!("{}_ids", entity_snake(entity))];
        let found = names
            .iter()
            .filter_map(|name| binder.find_argument(name))
            .find(|argument| binder.roles[*argument].is_none())
            .or_else(|| {
                let lists = several.iter().filter_map(|name| binder.find_argument(name));
                lists.filter(|_| fields.len() == 1 && !is_create).find(|argument| {
                    binder.roles[*argument].is_none() && takes_list(binder.schema(*argument))
                })
            });
        match found {
            Some(argument) => {
                let role = if is_create { Role::Set } else { Role::Key };
                let kind = field.kind.required().clone();
                let names_several = !is_create && takes_list(binder.schema(argument));
                let kind = if names_several { Kind::List(Box::new(kind)) } else { kind };
                binder.roles[argument] = Some((role, Some(kind)));
                bindings.push(Binding { field: Some(*index), arguments: vec![argument] });
            }
            None => missing.push(*index),
        }
    }
    if is_create || missing.is_empty() {
        return bindings;
    }
    // One argument may hold the whole of a composite key.
    if fields.len() > 1 && bindings.is_empty() {
        let whole = ["id".to_owned(), format!("{}_id", entity_snake(entity))];
        let found = whole.iter().filter_map(|name| binder.find_argument(name)).next();
        if let Some(argument) = found.filter(|argument| binder.roles[*argument].is_none()) {
            binder.roles[argument] = Some((Role::Key, Some(Kind::Key(entity.ident.to_string()))));
            return vec![Binding { field: None, arguments: vec![argument] }];
        }
    }
    let optional = *operation == OperationModel::Upsert
        && missing.iter().all(|index| entity.fields[*index].form.is_some());
    // A body finds the row in its own way.
    if !optional && binder.tool.body.is_none() {
        let parts: Vec<_> =
            missing.iter().map(|index| format!("`{}`", entity.fields[*index].ident)).collect();
        binder.diagnostics.push(
            Diagnostic::new(Code::MissingKeyArgument, place(binder.tool.ident.span()))
                .message(format!(
                    "no argument of `{}` gives {} of the {}",
                    binder.tool.ident,
                    parts.join(" and "),
                    entity_snake(entity).replace('_', " ")
                ))
                .help(key_help(binder, entity, &fields)),
        );
    }
    bindings
}

fn key_help(binder: &Binder<'_>, entity: &StructModel, fields: &[usize]) -> String {
    let forms: Vec<_> = fields
        .iter()
        .map(|index| match leaves_of(binder.model, &entity.fields[*index].kind, 4).len() {
            1 => format!("<{}>", entity.fields[*index].ident),
            n => format!("({})", vec!["<argument>"; n].join(", ")),
        })
        .collect();
    format!("name the arguments: `key({})`", forms.join(", "))
}

/// The names under which an argument gives this part of the key, the likeliest first.
fn candidates(entity: &StructModel, field: &FieldModel, is_alone: bool) -> Vec<String> {
    let name = field.plain_name();
    let snake = entity_snake(entity);
    let mut names = vec![name.clone(), field.name.clone(), format!("{name}_id")];
    if is_alone {
        names.push("id".to_owned());
        names.push(format!("{snake}_id"));
        names.push(format!("{snake}_{name}"));
    } else {
        names.push(format!("{snake}_{name}"));
        if let Kind::Key(parent) | Kind::IntKey(parent) = &field.kind {
            names.push(format!("{}_id", parent.to_snake_case()));
        }
    }
    names
}

fn entity_snake(entity: &StructModel) -> String {
    entity.ident.to_string().to_snake_case()
}
