//! Writes the model and the declarations as `service.rs`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use crate::normalize::words::is_keyword;
use crate::spec::Spec;

use super::group_entities::Model;
use super::place_arguments::{Declaration, Form, Returns};
use super::settle_parts::Function;
use super::write_entity::write_entity;

/// Writes the file, formatted.
pub fn write_service(spec: &Spec, model: &Model, functions: &[Function]) -> String {
    let title = format!(" {}: drafted from its spec.", one_line(&spec.title));
    let state = state_struct(spec, model);
    let entities = model.entities.iter().map(|(noun, entity)| write_entity(noun, entity, model));
    let tools = functions.iter().map(|function| {
        let name = ident(&function.name);
        let part = function.part.as_ref().map(|(whole, argument, value)| {
            let (whole, argument) = (ident(whole), parse(argument));
            quote!(part_of = #whole, when(#argument = #value),)
        });
        match &function.declaration {
            Declaration::Declared(form) => {
                let (items, returns) = (items_of(form, model), returns_of(form, model));
                quote!(#[tool(#part #items)] fn #name() -> #returns;)
            }
            Declaration::Simulated(doubt) => {
                let (reason, why) = (ident(doubt.reason.as_str()), &doubt.why);
                quote!(#[tool(#part simulate(#reason, #why))] fn #name();)
            }
        }
    });
    let file = quote! {
        #![doc = #title]

        #state
        #(#entities)*

        pub trait Tools { #(#tools)* }
    };
    let file = syn::parse2(file).expect("the draft is made of parsed parts");
    prettyplease::unparse(&file)
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// The tokens of a piece of the dialect that this module's sisters wrote.
fn parse(text: &str) -> TokenStream {
    text.parse().expect("the draft writes well-formed tokens")
}

/// An identifier, raw where the name is a keyword.
pub fn ident(name: &str) -> Ident {
    if is_keyword(name) { format_ident!("r#{}", name) } else { format_ident!("{}", name) }
}

fn items_of(form: &Form, model: &Model) -> TokenStream {
    let mut items = vec![match form.inside.as_slice() {
        [] => form.operation.to_owned(),
        inside => format!("{}({})", form.operation, inside.join(", ")),
    }];
    for (name, values) in &form.options {
        items.push(format!("{name}({})", values.join(", ")));
    }
    if form.returns == Returns::Number {
        items.push(format!("about = {}", model.entities[&form.noun].name));
    }
    parse(&items.join(", "))
}

fn returns_of(form: &Form, model: &Model) -> TokenStream {
    let entity = format_ident!("{}", model.entities[&form.noun].name);
    match form.returns {
        Returns::Row => quote!(#entity),
        Returns::Rows => quote!(Vec<#entity>),
        Returns::Page => quote!(Page<#entity>),
        Returns::Number => quote!(i64),
    }
}

fn state_struct(spec: &Spec, model: &Model) -> TokenStream {
    let name = format_ident!("{}", model.state);
    let tables = model.entities.values().map(|entity| {
        let (table, row) = (ident(&entity.table), format_ident!("{}", entity.name));
        if entity.key.is_alone() {
            quote!(#[state(default)] pub #table: One<#row>,)
        } else {
            quote!(pub #table: Table<#row>,)
        }
    });
    let doc = format!(" Everything that {} knows.", one_line(&spec.title));
    quote! {
        #[doc = #doc]
        #[derive(State)]
        pub struct #name { #(#tables)* }
    }
}
