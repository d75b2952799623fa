//! Expands `Args`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Error};

use crate::attributes::{combine, doc_of};
use crate::check::{check_names, unwrap_option};
use crate::expand_info::{read_all, record_info};
use crate::fields::{Field, read_fields};

pub fn expand(input: &DeriveInput) -> TokenStream {
    let (fields, mut errors) = read_fields(input, "Args", "arg");
    check_names(&fields, &mut errors);
    check_plain(&fields, &mut errors);
    let ident = &input.ident;
    let none = quote!(::core::option::Option::None);
    let info = record_info(ident, &doc_of(&input.attrs), &fields, &[], &none);
    let reads = read_all(&fields);
    let (error, read) = match errors {
        None => (
            TokenStream::new(),
            quote! {
                const INFO: &::compoworld_core::RecordInfo = &#info;
                let reader = ::compoworld_core::Reader::of_arguments(INFO, value)?;
                ::core::result::Result::Ok(Self { #reads })
            },
        ),
        Some(error) => (error.into_compile_error(), quote!(::core::panic!())),
    };
    quote! {
        #error
        impl ::compoworld_core::Args for #ident {
            fn read(
                value: &::compoworld_core::private::Value,
            ) -> ::core::result::Result<Self, ::compoworld_core::ReadError> {
                #read
            }
        }
    }
}

fn check_plain(fields: &[Field<'_>], errors: &mut Option<Error>) {
    for field in fields {
        let spans = [
            field.key,
            field.loose,
            field.created,
            field.updated,
            field.form.as_ref().map(|(_, span)| *span),
            field.on_delete.as_ref().map(syn::Ident::span),
            field.len.as_ref().map(|bounds| bounds.span),
            field.range.as_ref().map(|bounds| bounds.span),
            field.pattern.as_ref().map(syn::LitStr::span),
            field.semantic.as_ref().map(syn::Ident::span),
        ];
        for span in spans.into_iter().flatten() {
            let message = "an argument takes `rename`, `default` and `absent`; the tool's JSON \
                Schema has its constraints";
            combine(errors, Error::new(span, message));
        }
        let is_optional = unwrap_option(field.ty) != field.ty;
        if let Some(absent) = field.absent.as_ref().filter(|_| !is_optional) {
            let message = "only an `Option` can be absent";
            combine(errors, Error::new(absent.span(), message));
        }
    }
}
