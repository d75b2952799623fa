//! Writes `src/state.rs`: the model's types, with the derives that the runtime needs.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Attribute, ItemEnum, ItemStruct, Visibility, parse_quote};

use crate::model::StructKind;

use super::Emission;
use super::format::rust_file;
use super::imports::{Sources, imports};

/// The types of the model.
pub fn emit_state(emission: &Emission<'_>) -> Result<String, syn::Error> {
    let model = &emission.lowered.service.model;
    let names: BTreeSet<String> = names_in_state(emission);
    let state = state_struct(&model.state.item, &names);
    let structs = model.structs.iter().filter(|one| one.kind != StructKind::Args).map(|one| {
        let derive = match one.kind {
            StructKind::Entity => "Entity",
            _ => "Record",
        };
        data_struct(&one.item, derive, &names)
    });
    let choices = model.choices.iter().map(|choice| choice_enum(&choice.item, &names));
    let items = quote!(#state #(#structs)* #(#choices)*);
    let helpers = super::emit_logic::free_names(model);
    let sources =
        Sources { imports: &model.imports, own: names, modules: vec![("logic", helpers)] };
    let docs = vec![format!("The state of {}.", super::format::one_line(title(emission)))];
    rust_file(emission, &docs, imports(&items, &sources), items)
}

fn title<'a>(emission: &'a Emission<'_>) -> &'a str {
    &emission.lowered.service.spec.title
}

/// The names of the types that `state.rs` declares.
pub fn names_in_state(emission: &Emission<'_>) -> BTreeSet<String> {
    let model = &emission.lowered.service.model;
    let own_args: BTreeSet<String> = model
        .structs
        .iter()
        .filter(|one| one.kind == StructKind::Args)
        .map(|one| one.ident.to_string())
        .collect();
    let names = model.type_names().map(ToString::to_string);
    names.filter(|name| !own_args.contains(name)).collect()
}

/// A derive's name; a path where a type of the model hides it.
pub fn derive_path(name: &str, taken: &BTreeSet<String>) -> TokenStream {
    let ident = format_ident!("{name}");
    if taken.contains(name) { quote!(::compoworld_core::#ident) } else { quote!(#ident) }
}

fn state_struct(item: &ItemStruct, names: &BTreeSet<String>) -> TokenStream {
    let derive = derive_path("State", names);
    let mut item = public(item);
    item.attrs.insert(first_after_docs(&item.attrs), parse_quote!(#[derive(#derive)]));
    quote!(#item)
}

/// A struct with public fields and the derives of entities and records.
pub fn data_struct(item: &ItemStruct, derive: &str, names: &BTreeSet<String>) -> TokenStream {
    let derive = derive_path(derive, names);
    let mut item = public(item);
    let attribute = parse_quote!(#[derive(Debug, Clone, PartialEq, #derive)]);
    item.attrs.insert(first_after_docs(&item.attrs), attribute);
    quote!(#item)
}

fn choice_enum(item: &ItemEnum, names: &BTreeSet<String>) -> TokenStream {
    let derive = derive_path("Choice", names);
    let mut item = item.clone();
    item.vis = parse_quote!(pub);
    item.attrs.retain(|attribute| !attribute.path().is_ident("derive"));
    let attribute = parse_quote!(#[derive(Debug, Clone, Copy, PartialEq, Eq, #derive)]);
    item.attrs.insert(first_after_docs(&item.attrs), attribute);
    quote!(#item)
}

/// The struct without its derives, everything in it public.
pub fn public(item: &ItemStruct) -> ItemStruct {
    let mut item = item.clone();
    item.attrs.retain(|attribute| !attribute.path().is_ident("derive"));
    item.vis = parse_quote!(pub);
    for field in &mut item.fields {
        field.vis = Visibility::Public(parse_quote!(pub));
    }
    item
}

fn first_after_docs(attributes: &[Attribute]) -> usize {
    attributes.iter().take_while(|attribute| attribute.path().is_ident("doc")).count()
}
