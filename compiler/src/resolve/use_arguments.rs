//! Which arguments of its tool a part has a use for, and which it cannot do without.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::ext::IdentExt;
use syn::{FnArg, Pat};

use crate::diagnostics::Diagnostics;
use crate::model::{
    FieldModel, Kind, OperationModel, ParsedModel, StructKind, StructModel, ToolModel,
};
use crate::spec::Tool;

use super::assign_names::{args_ident, field_ident};
use super::bind_arguments::Binder;
use super::read_subject::subject_of;
use super::resolve_service::own_args_name;
use super::type_arguments::Presence;

/// What a part does with each argument of its tool, in their order.
pub struct Uses {
    /// Whether it has a use for it.
    pub used: Vec<bool>,
    /// Whether it cannot do without it.
    pub needed: Vec<bool>,
    /// What every call gives, and this part has no use for.
    pub others: Vec<String>,
}

/// Looks what a part uses, by binding the arguments once as if all were its own.
pub fn use_arguments(
    model: &ParsedModel,
    own_types: &BTreeSet<String>,
    tool: &Tool,
    function: &ToolModel,
) -> Uses {
    let n_arguments = tool.parameters.properties.len();
    let all = || Uses {
        used: vec![true; n_arguments],
        needed: vec![false; n_arguments],
        others: Vec::new(),
    };
    let operation = function.operation.as_ref().map(|(operation, _)| operation);
    if matches!(operation, Some(OperationModel::Simulate { .. })) {
        return all();
    }
    let mut told = Diagnostics::new();
    let args =
        own_args_name(model, &tool.name).unwrap_or_else(|| args_ident(&tool.name, own_types));
    let subject = subject_of(model, function, &args.to_string(), &mut told);
    let mut binder = Binder::new(model, (function, tool), (0, &[]), &subject, &mut told);
    binder.bind_options();
    // What a body does not read, it does not store, whatever the name.
    if function.body.is_none() {
        binder.bind_names();
    }
    let needed = needed(&binder, operation);
    let roles: Vec<bool> = binder.roles.iter().map(Option::is_some).collect();
    // After a mistake nothing is sure; the same mistake is told when the part is resolved.
    if !told.is_empty() {
        return all();
    }
    let mentioned = mentioned(model, tool, function, &args.to_string());
    let used = roles.iter().zip(mentioned).map(|(bound, mentioned)| *bound || mentioned);
    Uses { used: used.collect(), needed, others: Vec::new() }
}

/// The arguments without which the operation cannot be done: keys, items, and on a new row the
/// values of fields that have none otherwise.
fn needed(binder: &Binder<'_>, operation: Option<&OperationModel>) -> Vec<bool> {
    let adds = matches!(operation, Some(OperationModel::Create | OperationModel::Upsert));
    let mut needed = vec![false; binder.roles.len()];
    let keys = binder.keys.iter().flat_map(|key| key.arguments.iter().copied());
    let items = binder.items.iter().map(|(_, argument)| *argument);
    for argument in keys.chain(items) {
        needed[argument] = true;
    }
    if let Some(entity) = binder.entity.filter(|_| adds) {
        let fixed = |field: &FieldModel| {
            binder.tool.options.set.iter().any(|(name, _)| field.ident == *name)
        };
        for set in &binder.sets {
            let Some(field) = set.field.map(|field| &entity.fields[field]) else { continue };
            if !fixed(field) && !has_value(entity, field, set.arguments.len()) {
                set.arguments.iter().for_each(|argument| needed[*argument] = true);
            }
        }
    }
    let parameters = &binder.spec.parameters;
    for (name, needed) in parameters.properties.keys().zip(&mut needed) {
        *needed &= Presence::of(parameters, name).default.is_none();
    }
    needed
}

/// Whether a field of a new row has a value when its arguments are left out.
fn has_value(entity: &StructModel, field: &FieldModel, n_arguments: usize) -> bool {
    let starts_empty = match n_arguments {
        1 => matches!(field.kind, Kind::Optional(_) | Kind::List(_) | Kind::Map(_)),
        _ => matches!(field.kind, Kind::Optional(_)),
    };
    let has_form = entity.key_fields().count() == 1 && field.form.is_some();
    starts_empty || n_arguments == 1 && (field.default.is_some() || has_form)
}

/// Which arguments the author names beside the options: in the body, in `types(..)`, or as fields
/// of a struct of the author's own.
fn mentioned(model: &ParsedModel, tool: &Tool, function: &ToolModel, args: &str) -> Vec<bool> {
    let own = own_args_name(model, &tool.name)
        .and_then(|_| model.find_struct(StructKind::Args, args))
        .map(|own| own.fields.iter().map(|field| field.name.clone()).collect::<BTreeSet<_>>());
    let mut idents = BTreeSet::new();
    let words = function.body.as_ref().map(|body| {
        let mut words = Words { args: args_variable(function), ..Words::default() };
        words.look_through(quote!(#body));
        words
    });
    let names = tool.parameters.properties.keys().map(|name| {
        let ident = field_ident(name, &mut idents).unraw().to_string();
        let is_typed =
            function.options.types.iter().any(|(typed, _)| *typed == ident || typed == name);
        let is_read = match (&own, &words) {
            (Some(own), _) => own.contains(name),
            (None, Some(words)) => words.hands_all_on || words.names.contains(&ident),
            (None, None) => false,
        };
        is_typed || is_read
    });
    names.collect()
}

/// What a body calls its arguments.
fn args_variable(function: &ToolModel) -> String {
    let name = function.signature.inputs.iter().nth(1).and_then(|input| match input {
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(name) => Some(name.ident.to_string()),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    });
    name.unwrap_or_else(|| "args".to_owned())
}

/// The words of a body.
#[derive(Default)]
struct Words {
    args: String,
    names: BTreeSet<String>,
    /// Whether the arguments are used as one value, so that any of them may be looked at.
    hands_all_on: bool,
}

impl Words {
    fn look_through(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Group(group) => self.look_through(group.stream()),
                TokenTree::Ident(ident) => {
                    let is_member = matches!(
                        tokens.peek(), Some(TokenTree::Punct(punct)) if punct.as_char() == '.'
                    );
                    self.hands_all_on |= ident == self.args && !is_member;
                    self.names.insert(ident.unraw().to_string());
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
}
