//! Expands `Entity`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{DeriveInput, Error, Ident, Token, parenthesized};

use crate::attributes::{combine, doc_of};
use crate::check::{check_constraints, check_entity, check_names};
use crate::expand_info::{field_at, read_all, record_info};
use crate::fields::{Field, read_fields};

pub fn expand(input: &DeriveInput) -> TokenStream {
    let (fields, mut errors) = read_fields(input, "Entity", "entity");
    check_names(&fields, &mut errors);
    check_constraints(&fields, &mut errors);
    check_entity(&fields, &mut errors);
    let unique = read_groups(input, &fields, &mut errors);
    let body = body(input, &fields, &unique);
    match errors {
        None => body,
        // The struct stays usable, so that one mistake gives one error.
        Some(error) => {
            let errors = error.into_compile_error();
            let stub = stub(&input.ident);
            quote!(#errors #stub)
        }
    }
}

fn body(input: &DeriveInput, fields: &[Field<'_>], unique: &[Vec<String>]) -> TokenStream {
    let ident = &input.ident;
    let name = ident.to_string();
    let read_row = quote! {
        ::core::option::Option::Some(|value| {
            let row = <#ident as ::compoworld_core::Entity>::read(value)?;
            ::core::result::Result::Ok(::std::sync::Arc::new(row))
        })
    };
    let info = record_info(ident, &doc_of(&input.attrs), fields, unique, &read_row);
    let (reads, field_at, key) = (read_all(fields), field_at(fields), key(fields));
    quote! {
        impl ::compoworld_core::Row for #ident {
            fn info(&self) -> &'static ::compoworld_core::RecordInfo {
                <Self as ::compoworld_core::Entity>::INFO
            }
            fn field(&self, index: ::core::primitive::usize) -> &dyn ::compoworld_core::Field {
                #field_at
            }
            fn key(&self) -> ::std::string::String {
                #key
            }
            fn as_any(&self) -> &dyn ::core::any::Any {
                self
            }
        }
        impl ::compoworld_core::Entity for #ident {
            const NAME: &'static ::core::primitive::str = #name;
            const INFO: &'static ::compoworld_core::RecordInfo = &#info;
            fn read(
                value: &::compoworld_core::private::Value,
            ) -> ::core::result::Result<Self, ::compoworld_core::ReadError> {
                let reader = ::compoworld_core::Reader::new(Self::INFO, value)?;
                ::core::result::Result::Ok(Self { #reads })
            }
        }
        impl ::compoworld_core::Output for #ident {
            fn write_output(&self, out: &mut ::std::string::String) {
                ::compoworld_core::private::write_row(self, out);
            }
        }
    }
}

fn key(fields: &[Field<'_>]) -> TokenStream {
    let parts: Vec<_> =
        fields.iter().filter(|field| field.key.is_some()).map(|field| field.ident).collect();
    match parts.as_slice() {
        [] => quote!(::std::string::String::new()),
        [part] => quote!(::compoworld_core::KeyPart::key_text(&self.#part)),
        parts => quote!(::compoworld_core::join_key(&[#(&self.#parts),*])),
    }
}

fn stub(ident: &Ident) -> TokenStream {
    let name = ident.to_string();
    quote! {
        impl ::compoworld_core::Row for #ident {
            fn info(&self) -> &'static ::compoworld_core::RecordInfo { ::core::panic!() }
            fn field(&self, _: ::core::primitive::usize) -> &dyn ::compoworld_core::Field {
                ::core::panic!()
            }
            fn key(&self) -> ::std::string::String { ::core::panic!() }
            fn as_any(&self) -> &dyn ::core::any::Any { self }
        }
        impl ::compoworld_core::Entity for #ident {
            const NAME: &'static ::core::primitive::str = #name;
            const INFO: &'static ::compoworld_core::RecordInfo =
                &::compoworld_core::RecordInfo::EMPTY;
            fn read(
                _: &::compoworld_core::private::Value,
            ) -> ::core::result::Result<Self, ::compoworld_core::ReadError> { ::core::panic!() }
        }
        impl ::compoworld_core::Output for #ident {
            fn write_output(&self, _: &mut ::std::string::String) {}
        }
    }
}

/// `unique(repository, name)` on the struct.
struct Group {
    names: Punctuated<Ident, Token![,]>,
}

impl Parse for Group {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name: Ident = input.parse()?;
        if name != "unique" {
            let message = "a struct takes `unique(field, field)`; other settings go on fields";
            return Err(Error::new(name.span(), message));
        }
        let inside;
        parenthesized!(inside in input);
        Ok(Self { names: Punctuated::parse_terminated(&inside)? })
    }
}

fn read_groups(
    input: &DeriveInput,
    fields: &[Field<'_>],
    errors: &mut Option<Error>,
) -> Vec<Vec<String>> {
    let mut groups = Vec::new();
    for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("entity")) {
        match attribute.parse_args_with(Punctuated::<Group, Token![,]>::parse_terminated) {
            Ok(parsed) => {
                groups.extend(parsed.iter().map(|group| read_group(group, fields, errors)));
            }
            Err(error) => combine(errors, error),
        }
    }
    groups
}

fn read_group(group: &Group, fields: &[Field<'_>], errors: &mut Option<Error>) -> Vec<String> {
    let mut names = Vec::new();
    for name in &group.names {
        match fields.iter().find(|field| field.ident == name) {
            Some(field) => names.push(field.name.0.clone()),
            None => {
                let message = format!("the entity has no field `{name}`");
                combine(errors, Error::new(name.span(), message));
            }
        }
    }
    names
}
