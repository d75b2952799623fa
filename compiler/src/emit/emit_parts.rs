//! Writes the entry of a tool that parts answer, and the list of its parts.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use crate::resolve::{ListedTool, ResolvedService, Whole};

use super::emit_tools::{tool_entry, tool_tokens};

/// The list of a tool's parts, and the tool's own entry, which refers to it.
pub fn parts_tokens(
    service: &ResolvedService,
    listed: &ListedTool<'_>,
    whole: &Whole,
) -> (TokenStream, TokenStream) {
    let list = list_ident(&whole.tool.name);
    let n_parts = Literal::usize_unsuffixed(listed.tools.len());
    let parts = listed.tools.iter().map(|tool| {
        let values = tool.part.iter().flat_map(|part| &part.values);
        let tool = tool_tokens(service, tool);
        quote!(ToolPart { values: &[#(#values),*], tool: #tool })
    });
    let doc = format!(" The parts of `{}`.", whole.tool.name);
    let parts = quote! {
        #[doc = #doc]
        static #list: [ToolPart; #n_parts] = [#(#parts),*];
    };
    let argument = &whole.argument;
    let default = match &whole.default {
        Some(default) => quote!(Some(#default)),
        None => quote!(None),
    };
    let run = quote! {
        Run::Parts(ToolParts { argument: #argument, default: #default, parts: &#list })
    };
    (parts, tool_entry(&whole.tool.name, &whole.tool, &semantics(listed), &run))
}

fn list_ident(tool: &str) -> Ident {
    Ident::new(&format!("{}_PARTS", tool.to_uppercase()), Span::call_site())
}

/// What is known of the whole: the tables, and the entity where all parts are about one.
fn semantics(listed: &ListedTool<'_>) -> TokenStream {
    let mut known = Vec::new();
    let entities: BTreeSet<_> = listed.tools.iter().map(|tool| &tool.entity).collect();
    if let (1, Some(Some(entity))) = (entities.len(), entities.first()) {
        known.push(quote!(entity: #entity));
    }
    let tools = || listed.tools.iter();
    let reads: BTreeSet<&String> = tools().flat_map(|tool| &tool.reads).collect();
    let writes: BTreeSet<&String> = tools().flat_map(|tool| &tool.writes).collect();
    for (name, tables) in [("reads", reads), ("writes", writes)] {
        if !tables.is_empty() {
            let (name, tables) = (format_ident!("{name}"), tables.iter());
            known.push(quote!(#name: &[#(#tables),*]));
        }
    }
    match known.is_empty() {
        true => quote!(Semantics::UNKNOWN),
        false => quote!(Semantics { #(#known,)* ..Semantics::UNKNOWN }),
    }
}
