//! Writes `src/args.rs`: one struct of arguments a tool, and the types that only they have.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use serde_json::Value;
use syn::parse_quote;

use crate::model::StructKind;
use crate::resolve::{Implementation, NewType, ResolvedArgument, ResolvedTool};

use super::Emission;
use super::emit_state::{derive_path, names_in_state, public};
use super::format::rust_file;
use super::imports::{Sources, imports};
use super::values::value_tokens;

/// The structs of arguments.
pub fn emit_args(emission: &Emission<'_>) -> Result<String, syn::Error> {
    let service = &emission.lowered.service;
    let state_names = names_in_state(emission);
    let own = names_in_args(emission);
    let taken: BTreeSet<String> = own.union(&state_names).cloned().collect();
    let mut items = TokenStream::new();
    for tool in &service.tools {
        if matches!(tool.implementation, Implementation::Simulated { .. }) {
            continue;
        }
        items.extend(args_struct(emission, tool, &taken));
        for new in &tool.new_types {
            items.extend(match new {
                NewType::Choice(ident, variants) => choice(tool, ident, variants, &taken),
                NewType::Record { ident, members, is_open } => {
                    record(emission, tool, ident, members, *is_open, &taken)
                }
            });
        }
    }
    let free = super::emit_logic::free_names(&service.model);
    let modules = vec![("state", state_names), ("logic", free)];
    let sources = Sources { imports: &service.model.imports, own, modules };
    let docs = vec!["What each tool takes.".to_owned()];
    rust_file(emission, &docs, imports(&items, &sources), items)
}

/// The names of the types that `args.rs` declares.
pub fn names_in_args(emission: &Emission<'_>) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for tool in &emission.lowered.service.tools {
        if matches!(tool.implementation, Implementation::Simulated { .. }) {
            continue;
        }
        if has_struct(tool) {
            names.insert(tool.args_ident.to_string());
        }
        names.extend(tool.new_types.iter().map(|new| match new {
            NewType::Choice(ident, _) | NewType::Record { ident, .. } => ident.to_string(),
        }));
    }
    names
}

/// Whether the tool has a struct for its arguments; a declared one without arguments needs none.
pub fn has_struct(tool: &ResolvedTool) -> bool {
    !(tool.arguments.is_empty() && tool.implementation == Implementation::Declared)
}

fn args_struct(
    emission: &Emission<'_>,
    tool: &ResolvedTool,
    taken: &BTreeSet<String>,
) -> TokenStream {
    if !has_struct(tool) {
        return TokenStream::new();
    }
    let model = &emission.lowered.service.model;
    let name = &tool.args_ident;
    let derive = derive_path("Args", taken);
    let own = model.find_struct(StructKind::Args, &name.to_string());
    if let Some(own) = own.filter(|_| tool.has_own_args) {
        let mut item = public(&own.item);
        item.attrs.push(parse_quote!(#[derive(#derive)]));
        return quote!(#item);
    }
    let doc = format!(" The arguments of `{}`.", tool.ident);
    if tool.arguments.is_empty() {
        return quote! {
            #[doc = #doc]
            pub type #name = ();
        };
    }
    let members = tool.arguments.iter().map(|argument| member(emission, argument, "arg"));
    quote! {
        #[doc = #doc]
        #[derive(#derive)]
        pub struct #name { #(#members)* }
    }
}

fn member(emission: &Emission<'_>, argument: &ResolvedArgument, attribute: &str) -> TokenStream {
    let ident = &argument.ident;
    let kind = argument.kind.tokens();
    let mut settings = Vec::new();
    let plain = syn::ext::IdentExt::unraw(ident).to_string();
    if plain != argument.name {
        let name = &argument.name;
        settings.push(quote!(rename = #name));
    }
    if let Some(default) = &argument.default
        && let Some(default) = value_tokens(&emission.lowered.service, &argument.kind, default)
    {
        settings.push(quote!(default = #default));
    }
    if let Some(absent) = &argument.absent {
        let absent = match absent {
            Value::String(text) => quote!(#text),
            // Numbers and truth values are written alike in both languages.
            other => other.to_string().parse().expect("a literal"),
        };
        settings.push(quote!(absent = #absent));
    }
    let attribute = Ident::new(attribute, proc_macro2::Span::call_site());
    let attribute = (!settings.is_empty()).then(|| quote!(#[#attribute(#(#settings),*)]));
    quote!(#attribute pub #ident: #kind,)
}

fn record(
    emission: &Emission<'_>,
    tool: &ResolvedTool,
    ident: &Ident,
    members: &[ResolvedArgument],
    is_open: bool,
    taken: &BTreeSet<String>,
) -> TokenStream {
    let doc = format!(" Part of the arguments of `{}`.", tool.ident);
    let open = is_open.then(|| quote!(#[record(open)]));
    let derive = derive_path("Record", taken);
    let members = members.iter().map(|argument| member(emission, argument, "record"));
    quote! {
        #[doc = #doc]
        #[derive(Debug, Clone, PartialEq, #derive)]
        #open
        pub struct #ident { #(#members)* }
    }
}

fn choice(
    tool: &ResolvedTool,
    ident: &Ident,
    variants: &[(Ident, String)],
    taken: &BTreeSet<String>,
) -> TokenStream {
    let doc = format!(" A choice among the arguments of `{}`.", tool.ident);
    let derive = derive_path("Choice", taken);
    let variants = variants.iter().map(|(variant, name)| {
        let usual = crate::model::snake_case(&variant.to_string());
        let rename = (usual != *name).then(|| quote!(#[choice(rename = #name)]));
        quote!(#rename #variant,)
    });
    quote! {
        #[doc = #doc]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, #derive)]
        pub enum #ident { #(#variants)* }
    }
}
