//! Expands `State`.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Error, Type};

use crate::attributes::combine;
use crate::check::{inner, is_named};
use crate::fields::{Field, read_fields};

pub fn expand(input: &DeriveInput) -> TokenStream {
    let (mut fields, mut errors) = read_fields(input, "State", "state");
    check_tables(&fields, &mut errors);
    let error = errors.map(Error::into_compile_error);
    if error.is_some() {
        fields.clear();
    }
    let body = body(input, &fields, error.is_some());
    quote!(#error #body)
}

fn check_tables(fields: &[Field<'_>], errors: &mut Option<Error>) {
    let mut seen = BTreeMap::new();
    for field in fields {
        let Some(entity) = entity_of(field.ty) else {
            let message = "a state holds `Table<Entity>` and `One<Entity>` only";
            combine(errors, Error::new_spanned(field.ty, message));
            continue;
        };
        let name = quote!(#entity).to_string();
        if seen.insert(name, ()).is_some() {
            let message = "an entity has one table, or references to it would be ambiguous";
            combine(errors, Error::new_spanned(entity, message));
        }
        if field.default.is_some() && !is_named(field.ty, &["One"]) {
            let message = "only a `One` can have a row from the start";
            combine(errors, Error::new_spanned(field.ty, message));
        }
    }
}

fn entity_of(ty: &Type) -> Option<&Type> {
    if is_named(ty, &["Table", "One"]) { inner(ty) } else { None }
}

fn body(input: &DeriveInput, fields: &[Field<'_>], broken: bool) -> TokenStream {
    let ident = &input.ident;
    let name = ident.to_string();
    let idents: Vec<_> = fields.iter().map(|field| field.ident).collect();
    let positions: Vec<_> = (0..fields.len()).collect();
    let tables = fields.iter().map(|field| {
        let (name, entity) = (&field.name.0, entity_of(field.ty));
        let single = is_named(field.ty, &["One"]);
        quote! {
            ::compoworld_core::TableInfo {
                name: #name,
                row: <#entity as ::compoworld_core::Entity>::INFO,
                single: #single,
            }
        }
    });
    let (empty, copy) = if broken {
        (quote!(::core::panic!()), quote!(::core::panic!()))
    } else {
        (
            {
                let tables = fields.iter().map(|field| {
                    let ident = field.ident;
                    match field.default {
                        None => quote!(#ident: ::core::default::Default::default(),),
                        Some(_) => quote!(#ident: ::compoworld_core::One::of_defaults(),),
                    }
                });
                quote!(Self { #(#tables)* })
            },
            quote! {
                ::std::boxed::Box::new(Self {
                    #(#idents: ::core::clone::Clone::clone(&self.#idents),)*
                })
            },
        )
    };
    quote! {
        impl ::core::default::Default for #ident {
            fn default() -> Self {
                #empty
            }
        }
        impl #ident {
            /// The state's tables.
            pub const INFO: ::compoworld_core::StateInfo = ::compoworld_core::StateInfo {
                name: #name,
                tables: &[#(#tables),*],
                empty: || ::std::boxed::Box::new(<Self as ::core::default::Default>::default()),
            };
        }
        impl ::compoworld_core::State for #ident {
            fn info(&self) -> &'static ::compoworld_core::StateInfo {
                &Self::INFO
            }
            fn rows(&self, index: ::core::primitive::usize) -> &::compoworld_core::Rows {
                match index {
                    #(#positions => self.#idents.rows(),)*
                    _ => ::core::panic!("a table's position is below the number of tables"),
                }
            }
            fn rows_mut(
                &mut self,
                index: ::core::primitive::usize,
            ) -> &mut ::compoworld_core::Rows {
                match index {
                    #(#positions => self.#idents.rows_mut(),)*
                    _ => ::core::panic!("a table's position is below the number of tables"),
                }
            }
            fn clone_state(&self) -> ::std::boxed::Box<dyn ::compoworld_core::State> {
                #copy
            }
            fn as_any(&self) -> &dyn ::core::any::Any {
                self
            }
            fn as_any_mut(&mut self) -> &mut dyn ::core::any::Any {
                self
            }
        }
    }
}
