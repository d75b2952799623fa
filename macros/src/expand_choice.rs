//! Expands `Choice`.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Ident, LitStr, Token, Variant};

use crate::attributes::combine;

pub fn expand(input: &DeriveInput) -> TokenStream {
    let ident = &input.ident;
    match read_variants(input) {
        Ok(variants) => body(ident, &variants),
        Err(error) => {
            let errors = error.into_compile_error();
            let stub = body(ident, &[]);
            quote!(#errors #stub)
        }
    }
}

fn read_variants(input: &DeriveInput) -> syn::Result<Vec<(&Ident, String)>> {
    let Data::Enum(data) = &input.data else {
        return Err(Error::new(input.ident.span(), "`Choice` is for enums"));
    };
    if data.variants.is_empty() {
        return Err(Error::new(input.ident.span(), "a choice needs at least one variant"));
    }
    let mut errors = None;
    let mut seen = BTreeMap::new();
    let mut variants = Vec::new();
    for variant in &data.variants {
        if !variant.fields.is_empty() {
            let message = "a choice's variants hold no data; a `Record` does";
            combine(&mut errors, Error::new_spanned(&variant.fields, message));
        }
        match name_of(variant) {
            Ok((name, span)) => {
                if seen.insert(name.clone(), ()).is_some() {
                    let message = format!("two variants are called `{name}` in JSON");
                    combine(&mut errors, Error::new(span, message));
                }
                variants.push((&variant.ident, name));
            }
            Err(error) => combine(&mut errors, error),
        }
    }
    errors.map_or(Ok(variants), Err)
}

fn name_of(variant: &Variant) -> syn::Result<(String, proc_macro2::Span)> {
    let mut name = (snake_case(&variant.ident.to_string()), variant.ident.span());
    for attribute in variant.attrs.iter().filter(|attribute| attribute.path().is_ident("choice")) {
        attribute.parse_args_with(|input: syn::parse::ParseStream<'_>| {
            let setting: Ident = input.parse()?;
            if setting != "rename" {
                return Err(Error::new(setting.span(), "a variant takes `rename = \"name\"`"));
            }
            input.parse::<Token![=]>()?;
            let text: LitStr = input.parse()?;
            name = (text.value(), text.span());
            Ok(())
        })?;
    }
    Ok(name)
}

/// `InProgress` as `in_progress`.
fn snake_case(name: &str) -> String {
    let mut out = String::new();
    for (index, character) in name.chars().enumerate() {
        if character.is_uppercase() && index > 0 {
            out.push('_');
        }
        out.extend(character.to_lowercase());
    }
    out
}

fn body(ident: &Ident, variants: &[(&Ident, String)]) -> TokenStream {
    let (idents, names): (Vec<_>, Vec<_>) =
        variants.iter().map(|(ident, name)| (*ident, name)).unzip();
    let as_str = if variants.is_empty() {
        quote!("")
    } else {
        quote!(match self { #(Self::#idents => #names,)* })
    };
    quote! {
        impl #ident {
            /// Every value, in the order of the enum.
            pub const ALL: &'static [Self] = &[#(Self::#idents),*];

            /// The value's name in JSON.
            #[must_use]
            pub const fn as_str(&self) -> &'static ::core::primitive::str {
                #as_str
            }
        }
        impl ::core::fmt::Display for #ident {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(self.as_str())
            }
        }
        impl ::compoworld_core::Field for #ident {
            fn write_json(&self, out: &mut ::std::string::String) {
                ::compoworld_core::write_json_string(self.as_str(), out);
            }
            fn text(&self) -> ::core::option::Option<&::core::primitive::str> {
                ::core::option::Option::Some(self.as_str())
            }
            fn as_any(&self) -> &dyn ::core::any::Any {
                self
            }
        }
        impl ::compoworld_core::FieldType for #ident {
            const SHAPE: ::compoworld_core::Shape =
                ::compoworld_core::Shape::Choice(&[#(#names),*]);
            fn read_json(
                value: &::compoworld_core::private::Value,
            ) -> ::core::result::Result<Self, ::compoworld_core::ReadError> {
                match value.as_str() {
                    #(::core::option::Option::Some(#names) => {
                        ::core::result::Result::Ok(Self::#idents)
                    })*
                    _ => ::core::result::Result::Err(
                        ::compoworld_core::private::not_a_choice(&[#(#names),*], value),
                    ),
                }
            }
        }
        impl ::compoworld_core::KeyPart for #ident {
            fn write_part(&self, out: &mut ::std::string::String) {
                ::compoworld_core::KeyPart::write_part(self.as_str(), out);
            }
        }
        impl ::compoworld_core::Output for #ident {
            fn write_output(&self, out: &mut ::std::string::String) {
                ::compoworld_core::Field::write_json(self, out);
            }
        }
    }
}
