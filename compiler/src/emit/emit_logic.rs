//! Writes `src/logic.rs`: one function a tool, declared ones written out, written ones as they are.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Item, Visibility, parse_quote};

use crate::lower::Body;
use crate::model::{ParsedModel, ToolModel};

use super::Emission;
use super::emit_args::names_in_args;
use super::emit_body::declared_function;
use super::emit_state::names_in_state;
use super::format::{doc_attributes, one_line, rust_file};
use super::imports::{Sources, Used, imports};

/// The functions of all tools.
pub fn emit_logic(emission: &Emission<'_>) -> Result<String, syn::Error> {
    let lowered = emission.lowered;
    let service = &lowered.service;
    let mut items = TokenStream::new();
    for (tool, body) in service.tools.iter().zip(&lowered.bodies) {
        items.extend(match body {
            Body::Simulated => TokenStream::new(),
            Body::Written => written_function(&service.model.tools[tool.model_index]),
            body => declared_function(service, tool, body),
        });
    }
    let outside = names_wanted_outside(emission);
    for item in &service.model.items {
        let item = shared(item, &outside);
        items.extend(quote!(#item));
    }
    let own = declared_here(&service.model);
    let modules = vec![("state", names_in_state(emission)), ("args", names_in_args(emission))];
    let sources = Sources { imports: &service.model.imports, own, modules };
    let docs = vec![format!("What each tool of {} does.", one_line(&service.spec.title))];
    rust_file(emission, &docs, imports(&items, &sources), items)
}

fn written_function(tool: &ToolModel) -> TokenStream {
    let docs = doc_attributes(&tool.docs);
    let signature = &tool.signature;
    let body = tool.body.as_ref().expect("a written tool has a body");
    quote!(#docs pub #signature #body)
}

/// The names of the functions, constants and types beside the model.
pub fn free_names(model: &ParsedModel) -> BTreeSet<String> {
    model.items.iter().filter_map(name_of).collect()
}

fn declared_here(model: &ParsedModel) -> BTreeSet<String> {
    let mut names = free_names(model);
    names.extend(model.tools.iter().map(|tool| tool.ident.to_string()));
    names
}

fn name_of(item: &Item) -> Option<String> {
    Some(match item {
        Item::Fn(item) => item.sig.ident.to_string(),
        Item::Const(item) => item.ident.to_string(),
        Item::Struct(item) => item.ident.to_string(),
        Item::Enum(item) => item.ident.to_string(),
        Item::Type(item) => item.ident.to_string(),
        _ => return None,
    })
}

/// Names beside the model that attributes of fields speak of.
fn names_wanted_outside(emission: &Emission<'_>) -> BTreeSet<String> {
    let model = &emission.lowered.service.model;
    let structs = model.structs.iter().map(|one| &one.item);
    Used::of(&quote!(#(#structs)*)).names
}

/// Items that other files import are visible in the crate.
fn shared(item: &Item, outside: &BTreeSet<String>) -> Item {
    let mut item = item.clone();
    let is_wanted = name_of(&item).is_some_and(|name| outside.contains(&name));
    let visibility: Visibility =
        if is_wanted { parse_quote!(pub(crate)) } else { Visibility::Inherited };
    match &mut item {
        Item::Fn(item) => item.vis = visibility,
        Item::Const(item) => item.vis = visibility,
        // Types may stand in the signatures of public functions.
        Item::Struct(item) => item.vis = parse_quote!(pub),
        Item::Enum(item) => item.vis = parse_quote!(pub),
        Item::Type(item) => item.vis = parse_quote!(pub),
        _ => {}
    }
    item
}
