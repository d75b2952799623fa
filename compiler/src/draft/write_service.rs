//! Writes the model and the declarations as `service.rs`.

use heck::{ToSnakeCase, ToUpperCamelCase};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use crate::normalize::words::{is_keyword, is_plural};
use crate::spec::Spec;

use super::group_entities::{Entity, Field, FieldKind, Model, variant_name};
use super::place_arguments::Declaration;

/// Writes the file, formatted.
pub fn write_service(spec: &Spec, model: &Model, declarations: &[Declaration]) -> String {
    let title = format!(" {}: drafted from its spec.", spec.title.replace(['\n', '\r'], " "));
    let state = state_struct(spec, model);
    let entities = model.entities.iter().map(|(noun, entity)| entity_struct(noun, entity, model));
    let tools = spec.tools.iter().zip(declarations).map(|(tool, declaration)| {
        let name = ident(&tool.name);
        match declaration {
            Declaration::Declared { operation, options, returns } => {
                let items = std::iter::once(operation).chain(options);
                let items: Vec<_> = items.map(String::as_str).collect();
                let items = parse(&items.join(", "));
                let returns = parse(returns);
                quote!(#[tool(#items)] fn #name() -> #returns;)
            }
            Declaration::Simulated { reason, why } => {
                let reason = ident(reason.as_str());
                quote!(#[tool(simulate(#reason, #why))] fn #name();)
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

/// The tokens of a piece of the dialect that this module's sisters wrote.
fn parse(text: &str) -> TokenStream {
    text.parse().expect("the draft writes well-formed tokens")
}

fn ident(name: &str) -> Ident {
    if is_keyword(name) { format_ident!("r#{}", name) } else { format_ident!("{}", name) }
}

fn state_struct(spec: &Spec, model: &Model) -> TokenStream {
    let mut name = spec.service.to_upper_camel_case();
    if model.entities.values().any(|entity| entity.name == name) || is_taken(&name) {
        name.push_str("State");
    }
    let name = format_ident!("{}", name);
    let tables = model.entities.iter().map(|(noun, entity)| {
        let (table, entity) = (ident(&plural(noun)), format_ident!("{}", entity.name));
        quote!(pub #table: Table<#entity>,)
    });
    let doc = format!(" Everything that {} knows.", spec.title.replace(['\n', '\r'], " "));
    quote! {
        #[doc = #doc]
        #[derive(State)]
        pub struct #name { #(#tables)* }
    }
}

fn is_taken(name: &str) -> bool {
    matches!(name, "State" | "Table" | "Key" | "Page" | "Context" | "Tools" | "Self" | "Record")
        || name.starts_with(|first: char| first.is_ascii_digit())
}

fn plural(noun: &str) -> String {
    if is_plural(noun) {
        return format!("{noun}_list");
    }
    let consonant_y = noun.ends_with('y')
        && !["ay", "ey", "oy", "uy"].iter().any(|ending| noun.ends_with(ending));
    if consonant_y {
        format!("{}ies", &noun[..noun.len() - 1])
    } else if ["s", "sh", "ch", "x", "z"].iter().any(|ending| noun.ends_with(ending)) {
        format!("{noun}es")
    } else {
        format!("{noun}s")
    }
}

fn entity_struct(noun: &str, entity: &Entity, model: &Model) -> TokenStream {
    let name = format_ident!("{}", entity.name);
    let key = key_field(noun, entity);
    let fields = entity.fields.iter().map(|(field, kind)| plain_field(entity, field, kind, model));
    let choices = entity.fields.iter().filter_map(|(field, kind)| match &kind.kind {
        FieldKind::Choice(names) => Some(choice(entity, field, names)),
        _ => None,
    });
    let doc = format!(" One {}.", noun.replace('_', " "));
    quote! {
        #[doc = #doc]
        #[derive(Entity)]
        pub struct #name { #key #(#fields)* }
        #(#choices)*
    }
}

fn key_field(noun: &str, entity: &Entity) -> TokenStream {
    let (field, name) = (ident(&entity.key.field), format_ident!("{}", entity.name));
    let ty = if entity.key.integer { quote!(IntKey<#name>) } else { quote!(Key<#name>) };
    let form = match (entity.key.given, entity.key.integer) {
        (true, _) => quote!(),
        (false, true) => quote!(, sequence),
        (false, false) => {
            let letters: String = noun.chars().filter(char::is_ascii_alphabetic).take(3).collect();
            let format = format!("{}-{{:05}}", letters.to_ascii_uppercase());
            quote!(, sequence = #format)
        }
    };
    quote!(#[entity(key #form)] pub #field: #ty,)
}

fn plain_field(entity: &Entity, name: &str, field: &Field, model: &Model) -> TokenStream {
    let ident = ident(name);
    let ty = match &field.kind {
        FieldKind::Text => quote!(String),
        FieldKind::Integer => quote!(i64),
        FieldKind::Number => quote!(f64),
        FieldKind::Boolean => quote!(bool),
        FieldKind::Timestamp => quote!(Timestamp),
        FieldKind::Date => quote!(Date),
        FieldKind::Texts => quote!(Vec<String>),
        FieldKind::Json => quote!(Json),
        FieldKind::Choice(_) => {
            let choice = choice_name(entity, name);
            quote!(#choice)
        }
        FieldKind::Reference(noun) => {
            let target = &model.entities[noun];
            let name = format_ident!("{}", target.name);
            if target.key.integer { quote!(IntKey<#name>) } else { quote!(Key<#name>) }
        }
    };
    let (ty, default) = match field.kind {
        FieldKind::Boolean if !field.required => (ty, Some(quote!(default))),
        FieldKind::Texts => (ty, None),
        _ if !field.required => (quote!(Option<#ty>), None),
        _ => (ty, None),
    };
    let settings: Vec<TokenStream> =
        default.into_iter().chain(meaning(name, &field.kind).map(parse)).collect();
    let attribute = (!settings.is_empty()).then(|| quote!(#[entity(#(#settings),*)]));
    quote!(#attribute pub #ident: #ty,)
}

/// What a value means to people, as far as its name tells.
fn meaning(name: &str, kind: &FieldKind) -> Option<&'static str> {
    let last = name.rsplit('_').next().unwrap_or(name);
    match kind {
        FieldKind::Text => Some(match last {
            "email" => "email",
            "phone" => "phone",
            "url" | "link" | "website" => "url",
            "title" | "subject" | "summary" | "name" => "title",
            "body" | "description" | "content" | "text" | "note" | "notes" | "message"
            | "comment" => "body",
            "username" | "login" => "username",
            "company" | "organization" => "company",
            "city" => "city",
            "country" => "country",
            "address" => "address",
            "currency" => "currency",
            "timezone" => "timezone",
            "color" | "colour" => "color",
            "path" => "path",
            "slug" => "slug",
            "sku" => "sku",
            _ => return None,
        }),
        FieldKind::Integer | FieldKind::Number => Some(match last {
            "price" | "amount" | "cost" | "total" => "money",
            "quantity" => "quantity",
            _ => return None,
        }),
        _ => None,
    }
}

fn choice_name(entity: &Entity, field: &str) -> Ident {
    format_ident!("{}{}", entity.name, field.to_upper_camel_case())
}

fn choice(entity: &Entity, field: &str, names: &[String]) -> TokenStream {
    let ident = choice_name(entity, field);
    let variants = names.iter().map(|name| {
        let text = variant_name(name);
        let variant = format_ident!("{}", text);
        let rename = (text.to_snake_case() != *name).then(|| quote!(#[choice(rename = #name)]));
        quote!(#rename #variant,)
    });
    let doc = format!(" What `{field}` can be.");
    quote! {
        #[doc = #doc]
        #[derive(Choice)]
        pub enum #ident { #(#variants)* }
    }
}
