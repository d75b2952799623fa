//! Writes one entity: its struct, and the choices of its fields.

use heck::ToSnakeCase;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::collect_fields::{Field, Stamp};
use super::find_keys::{KeyForm, KeyPart};
use super::group_entities::{Entity, Model};
use super::meanings::meaning;
use super::schema_kind::{FieldKind, variant_name};
use super::write_service::ident;

/// Writes an entity.
pub fn write_entity(noun: &str, entity: &Entity, model: &Model) -> TokenStream {
    let name = format_ident!("{}", entity.name);
    let last = entity.key.parts.len();
    let keys = entity.key.parts.iter().enumerate();
    let keys = keys.map(|(index, part)| key_field(noun, entity, part, index + 1 == last, model));
    let fields = entity.fields.iter().map(|(field, kind)| plain_field(entity, field, kind, model));
    let kinds = entity.key.parts.iter().map(|part| (&part.field, &part.kind));
    let kinds = kinds.chain(entity.fields.iter().map(|(name, field)| (name, &field.kind)));
    let choices = kinds.filter_map(|(field, kind)| match kind {
        FieldKind::Choice(names) => Some(choice(entity, field, names)),
        _ => None,
    });
    let doc = format!(" One {}.", noun.replace('_', " "));
    quote! {
        #[doc = #doc]
        #[derive(Entity)]
        pub struct #name { #(#keys)* #(#fields)* }
        #(#choices)*
    }
}

fn key_field(
    noun: &str,
    entity: &Entity,
    part: &KeyPart,
    is_last: bool,
    model: &Model,
) -> TokenStream {
    let (field, name) = (ident(&part.field), format_ident!("{}", entity.name));
    let is_alone = entity.key.parts.len() == 1;
    let ty = match (&part.kind, &part.refers) {
        (_, Some(other)) => reference(other, model),
        (FieldKind::Choice(_), _) => {
            let choice = format_ident!("{}", entity.choices[&part.field]);
            quote!(#choice)
        }
        (FieldKind::Integer, _) if is_alone => quote!(IntKey<#name>),
        (FieldKind::Integer, _) => quote!(i64),
        _ if is_alone => quote!(Key<#name>),
        _ => quote!(String),
    };
    let form = match (entity.key.form, &part.kind) {
        _ if !is_last => quote!(),
        (KeyForm::Given | KeyForm::Alone, _) => quote!(),
        (_, FieldKind::Integer) => quote!(, sequence),
        (KeyForm::Uuid, _) => quote!(, uuid),
        (KeyForm::Counted, _) => {
            let letters: String = noun.chars().filter(char::is_ascii_alphabetic).take(3).collect();
            let format = format!("{}-{{:05}}", letters.to_ascii_uppercase());
            quote!(, sequence = #format)
        }
    };
    let delete = part.refers.as_ref().map(|_| quote!(, on_delete = cascade));
    quote!(#[entity(key #form #delete)] pub #field: #ty,)
}

fn reference(noun: &str, model: &Model) -> TokenStream {
    let target = &model.entities[noun];
    let name = format_ident!("{}", target.name);
    if target.key.is_integer() { quote!(IntKey<#name>) } else { quote!(Key<#name>) }
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
            let choice = format_ident!("{}", entity.choices[name]);
            quote!(#choice)
        }
        FieldKind::Reference(noun) => reference(noun, model),
    };
    let mut settings: Vec<TokenStream> = Vec::new();
    let ty = match (&field.kind, field.stamp) {
        (_, Some(Stamp::Created)) => {
            settings.push(quote!(created));
            ty
        }
        (_, Some(Stamp::Updated)) => {
            settings.push(quote!(updated));
            ty
        }
        (FieldKind::Boolean, _) if !field.required => {
            settings.push(quote!(default));
            ty
        }
        (FieldKind::Texts, _) => ty,
        (FieldKind::Reference(_), _) if field.required => {
            settings.push(quote!(on_delete = cascade));
            ty
        }
        (FieldKind::Reference(_), _) => {
            settings.push(quote!(on_delete = clear));
            quote!(Option<#ty>)
        }
        _ if !field.required => quote!(Option<#ty>),
        _ => ty,
    };
    if field.stamp.is_none() {
        settings.extend(meaning(name, &field.kind).map(|word| {
            let word = format_ident!("{word}");
            quote!(#word)
        }));
    }
    let attribute = (!settings.is_empty()).then(|| quote!(#[entity(#(#settings),*)]));
    quote!(#attribute pub #ident: #ty,)
}

fn choice(entity: &Entity, field: &str, names: &[String]) -> TokenStream {
    let ident = format_ident!("{}", entity.choices[field]);
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
