//! Expands `Record`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Error, Ident};

use crate::attributes::{combine, doc_of};
use crate::check::{check_constraints, check_names};
use crate::expand_info::{field_at, read_all, record_info};
use crate::fields::{Field, read_fields};

pub fn expand(input: &DeriveInput) -> TokenStream {
    let (mut fields, mut errors) = read_fields(input, "Record", "record");
    check_names(&fields, &mut errors);
    check_constraints(&fields, &mut errors);
    check_no_entity(&fields, &mut errors);
    if errors.is_some() {
        fields.clear();
    }
    let open = is_open(input, &mut errors);
    let body = body(input, &fields, open, errors.is_some());
    match errors {
        None => body,
        Some(error) => {
            let errors = error.into_compile_error();
            quote!(#errors #body)
        }
    }
}

fn check_no_entity(fields: &[Field<'_>], errors: &mut Option<Error>) {
    for field in fields {
        let spans = [
            field.key,
            field.loose,
            field.created,
            field.updated,
            field.form.as_ref().map(|(_, span)| *span),
            field.on_delete.as_ref().map(syn::Ident::span),
        ];
        for span in spans.into_iter().flatten() {
            let message = "a record is a value without a key of its own; entities have this";
            combine(errors, Error::new(span, message));
        }
    }
}

/// Whether `#[record(open)]` stands on the struct: properties that it does not know are ignored.
fn is_open(input: &DeriveInput, errors: &mut Option<Error>) -> bool {
    let mut open = false;
    for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("record")) {
        match attribute.parse_args::<Ident>() {
            Ok(word) if word == "open" => open = true,
            Ok(word) => combine(errors, Error::new(word.span(), "a record's struct takes `open`")),
            Err(error) => combine(errors, error),
        }
    }
    open
}

fn body(input: &DeriveInput, fields: &[Field<'_>], open: bool, broken: bool) -> TokenStream {
    let ident = &input.ident;
    let none = quote!(::core::option::Option::None);
    let info = record_info(ident, &doc_of(&input.attrs), fields, &[], &none);
    let (reads, field_at) = (read_all(fields), field_at(fields));
    let reader = if open { quote!(of_arguments) } else { quote!(new) };
    let read = if broken {
        quote!(::core::panic!())
    } else {
        quote! {
            const INFO: &::compoworld_core::RecordInfo = &#info;
            let reader = ::compoworld_core::Reader::#reader(INFO, value)?;
            ::core::result::Result::Ok(Self { #reads })
        }
    };
    quote! {
        impl ::compoworld_core::Row for #ident {
            fn info(&self) -> &'static ::compoworld_core::RecordInfo {
                const INFO: &::compoworld_core::RecordInfo = &#info;
                INFO
            }
            fn field(&self, index: ::core::primitive::usize) -> &dyn ::compoworld_core::Field {
                #field_at
            }
            fn key(&self) -> ::std::string::String {
                ::std::string::String::new()
            }
            fn as_any(&self) -> &dyn ::core::any::Any {
                self
            }
        }
        impl ::compoworld_core::Field for #ident {
            fn write_json(&self, out: &mut ::std::string::String) {
                ::compoworld_core::private::write_record(self, out);
            }
            fn visit_keys(&self, visit: &mut dyn FnMut(&::core::primitive::str)) {
                ::compoworld_core::private::visit_record_keys(self, visit);
            }
            fn visit_records(&self, visit: &mut dyn FnMut(&dyn ::compoworld_core::Row)) {
                visit(self);
            }
            fn as_any(&self) -> &dyn ::core::any::Any {
                self
            }
        }
        impl ::compoworld_core::FieldType for #ident {
            const SHAPE: ::compoworld_core::Shape = ::compoworld_core::Shape::Record(&#info);
            fn read_json(
                value: &::compoworld_core::private::Value,
            ) -> ::core::result::Result<Self, ::compoworld_core::ReadError> {
                #read
            }
        }
        impl ::compoworld_core::Output for #ident {
            fn write_output(&self, out: &mut ::std::string::String) {
                ::compoworld_core::private::write_row(self, out);
            }
        }
    }
}
