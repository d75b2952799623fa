//! Writes `src/tools.rs`: every tool with its schema, its semantics and its code.

use heck::ToUpperCamelCase;
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use crate::model::{OperationModel, PagePart, Relation};
use crate::resolve::{Binding, Implementation, ResolvedService, ResolvedTool, Returns, Role};

use super::Emission;
use super::emit_contract::raw_text;
use super::emit_parts::parts_tokens;
use super::format::rust_file;
use super::imports::{Sources, imports};
use super::values::expression_json;

/// The static list of tools.
pub fn emit_tools(emission: &Emission<'_>) -> Result<String, syn::Error> {
    let service = &emission.lowered.service;
    let mut parts = TokenStream::new();
    let mut tools = Vec::new();
    for listed in service.listed() {
        tools.push(match listed.whole {
            None => tool_tokens(service, &listed.tools[0]),
            Some(whole) => {
                let (list, tool) = parts_tokens(service, &listed, whole);
                parts.extend(list);
                tool
            }
        });
    }
    let n_tools = Literal::usize_unsuffixed(tools.len());
    let items = quote! {
        /// The tools, in the order of the spec.
        pub static TOOLS: [Tool; #n_tools] = [#(#tools),*];
        #parts
    };
    let logic = service
        .tools
        .iter()
        .any(|tool| !matches!(tool.implementation, Implementation::Simulated { .. }));
    let own = std::iter::once("TOOLS".to_owned()).collect();
    let sources = Sources { imports: &[], own, modules: Vec::new() };
    let core = imports(&items, &sources);
    let logic = logic.then(|| {
        quote!(
            use crate::logic;
        )
    });
    let imports = quote!(use std::sync::OnceLock; #core #logic);
    let docs =
        vec!["The tools: what agents read of them, what they do, and their code.".to_owned()];
    rust_file(emission, &docs, imports, items)
}

/// The entry of a tool that one function answers, or of a part.
pub fn tool_tokens(service: &ResolvedService, tool: &ResolvedTool) -> TokenStream {
    let (semantics, run) = (semantics(service, tool), run(tool));
    tool_entry(service.called_name(tool), service.spec_of(tool), &semantics, &run)
}

/// The entry of a tool that is called by this name.
pub fn tool_entry(
    name: &str,
    spec: &crate::spec::Tool,
    semantics: &TokenStream,
    run: &TokenStream,
) -> TokenStream {
    let (wire_name, description) = (&spec.wire_name, &spec.description);
    let parameters = raw_text(&json_text(&spec.parameters));
    let returns = match &spec.returns {
        Some(returns) => {
            let text = raw_text(&json_text(returns));
            quote!(Some(#text))
        }
        None => quote!(None),
    };
    let hints = hints(&spec.hints);
    quote! {
        Tool {
            name: #name,
            wire_name: #wire_name,
            description: #description,
            parameters: #parameters,
            returns: #returns,
            hints: #hints,
            semantics: #semantics,
            run: #run,
            schema: OnceLock::new(),
        }
    }
}

/// What the server says of a tool, without what it leaves open.
fn hints(hints: &crate::spec::Hints) -> TokenStream {
    let all = [
        ("read_only", hints.read_only),
        ("destructive", hints.destructive),
        ("idempotent", hints.idempotent),
        ("open_world", hints.open_world),
    ];
    let given: Vec<TokenStream> = all
        .iter()
        .filter_map(|(name, flag)| {
            let name = format_ident!("{name}");
            flag.map(|flag| quote!(#name: Some(#flag)))
        })
        .collect();
    match given.len() {
        0 => quote!(Hints::NONE),
        4 => quote!(Hints { #(#given),* }),
        _ => quote!(Hints { #(#given,)* ..Hints::NONE }),
    }
}

/// A schema as compact JSON.
pub fn json_text(schema: &crate::spec::Schema) -> String {
    serde_json::to_string(schema).expect("a schema has string keys and finite numbers only")
}

fn run(tool: &ResolvedTool) -> TokenStream {
    let name = &tool.ident;
    match &tool.implementation {
        Implementation::Simulated { reason, why } => {
            let reason = format_ident!("{}", reason.to_upper_camel_case());
            quote!(Run::Simulated(SimulationReason::#reason, #why))
        }
        _ if tool.is_write => {
            quote!(Run::Write(|state, args, cx| run_write(state, args, cx, logic::#name)))
        }
        _ => quote!(Run::Read(|state, args, cx| run_read(state, args, cx, logic::#name))),
    }
}

fn semantics(service: &ResolvedService, tool: &ResolvedTool) -> TokenStream {
    let mut parts = Vec::new();
    let operation = match (&tool.implementation, &tool.operation) {
        (Implementation::Simulated { .. }, _) => "Simulated".to_owned(),
        (_, Some(operation)) => operation.name().to_upper_camel_case(),
        (_, None) => "Written".to_owned(),
    };
    let operation = format_ident!("{operation}");
    parts.push(quote!(operation: Operation::#operation));
    if let Some(entity) = &tool.entity {
        parts.push(quote!(entity: #entity));
    }
    let lists = [("keys", &tool.keys), ("sets", &tool.sets)];
    for (name, bindings) in lists {
        let bindings = bindings_tokens(service, tool, bindings);
        if !bindings.is_empty() {
            let name = format_ident!("{name}");
            parts.push(quote!(#name: &[#(#bindings),*]));
        }
    }
    // What `append` and `detach` store, they store in the list field.
    let items: Vec<_> = tool
        .items
        .iter()
        .map(|(field, argument)| Binding { field: Some(*field), arguments: vec![*argument] })
        .collect();
    let items = bindings_tokens(service, tool, &items);
    if !items.is_empty() {
        if tool.sets.is_empty() {
            parts.push(quote!(sets: &[#(#items),*]));
        } else {
            let sets = bindings_tokens(service, tool, &tool.sets);
            parts.retain(|part| !part.to_string().starts_with("sets"));
            parts.push(quote!(sets: &[#(#sets,)* #(#items),*]));
        }
    }
    parts.extend(fixed_parts(service, tool));
    let filters = filters(service, tool);
    if !filters.is_empty() {
        parts.push(quote!(filters: &[#(#filters),*]));
    }
    if let Some((_, limit)) = tool.page.iter().find(|(part, _)| *part == PagePart::Limit) {
        let limit = &tool.arguments[*limit].name;
        parts.push(quote!(limit: #limit));
    }
    let simulated = simulated(tool);
    if !simulated.is_empty() {
        parts.push(quote!(simulated: &[#(#simulated),*]));
    }
    for (name, tables) in [("reads", &tool.reads), ("writes", &tool.writes)] {
        if !tables.is_empty() {
            let name = format_ident!("{name}");
            parts.push(quote!(#name: &[#(#tables),*]));
        }
    }
    let returns = match tool.returns {
        Returns::Row => Some(quote!(Row)),
        Returns::Page => Some(quote!(Page)),
        Returns::List => Some(quote!(List)),
        Returns::Number => Some(quote!(Number)),
        Returns::Other => None,
    };
    parts.extend(returns.map(|returns| quote!(returns: Returns::#returns)));
    quote!(Semantics { #(#parts,)* ..Semantics::UNKNOWN })
}

/// The arguments that are left to the world model, each with the value that is the same as none.
fn simulated(tool: &ResolvedTool) -> Vec<TokenStream> {
    let simulated = tool.arguments.iter().filter(|argument| argument.role == Role::Simulated);
    let pairs = simulated.map(|argument| {
        let name = &argument.name;
        let default = argument.default.as_ref().map(ToString::to_string).unwrap_or_default();
        quote!((#name, #default))
    });
    pairs.collect()
}

fn bindings_tokens(
    service: &ResolvedService,
    tool: &ResolvedTool,
    bindings: &[Binding],
) -> Vec<TokenStream> {
    let mut tokens = Vec::new();
    for binding in bindings {
        let field = match binding.field {
            Some(field) => service.entity_of(tool).fields[field].name.clone(),
            None => String::new(),
        };
        for (part, argument) in binding.arguments.iter().enumerate() {
            let argument = &tool.arguments[*argument].name;
            let field =
                if binding.arguments.len() > 1 { format!("{field}/{part}") } else { field.clone() };
            tokens.push(quote!(Binding { argument: #argument, field: #field }));
        }
    }
    tokens
}

fn fixed_parts(service: &ResolvedService, tool: &ResolvedTool) -> Vec<TokenStream> {
    let mut parts = Vec::new();
    if tool.entity.is_none() {
        return parts;
    }
    let entity = service.entity_of(tool);
    let fixes: Vec<_> = tool
        .fixes
        .iter()
        .filter_map(|(field, value)| {
            let json = expression_json(service, value)?.to_string();
            let name = &entity.fields[*field].name;
            Some(quote!((#name, #json)))
        })
        .collect();
    if !fixes.is_empty() {
        parts.push(quote!(fixes: &[#(#fixes),*]));
    }
    let requires: Vec<_> = tool
        .requires
        .iter()
        .filter_map(|(field, values)| {
            let values: Option<Vec<_>> =
                values.iter().map(|value| expression_json(service, value)).collect();
            let json = serde_json::Value::Array(values?).to_string();
            let name = &entity.fields[*field].name;
            Some(quote!((#name, #json)))
        })
        .collect();
    if !requires.is_empty() {
        parts.push(quote!(requires: &[#(#requires),*]));
    }
    parts
}

fn filters(service: &ResolvedService, tool: &ResolvedTool) -> Vec<TokenStream> {
    let mut tokens = Vec::new();
    for filter in &tool.filters {
        let entity = service.entity_of(tool);
        let relation = match filter.relation {
            Relation::Equals => quote!(Equals),
            Relation::AtLeast => quote!(AtLeast),
            Relation::AtMost => quote!(AtMost),
            Relation::Contains => quote!(Contains),
            Relation::OneOf => quote!(OneOf),
            Relation::Has => quote!(Has),
        };
        for (part, argument) in filter.arguments.iter().enumerate() {
            let argument = &tool.arguments[*argument].name;
            let fields = filter.fields.iter().map(|field| {
                let name = &entity.fields[*field].name;
                if filter.arguments.len() > 1 { format!("{name}/{part}") } else { name.clone() }
            });
            tokens.push(quote! {
                Filter {
                    argument: #argument,
                    fields: &[#(#fields),*],
                    relation: Relation::#relation,
                }
            });
        }
    }
    tokens
}

/// The name of the operation as people read it in the card.
pub fn operation_words(operation: Option<&OperationModel>) -> &'static str {
    operation.map_or("written", OperationModel::name)
}
