//! The parts that several derives emit: field descriptions and readers.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, Ident, Lit};

use crate::fields::{Bounds, Field, Form};

/// `RecordInfo { .. }` for a struct.
pub fn record_info(
    name: &Ident,
    doc: &str,
    fields: &[Field<'_>],
    unique: &[Vec<String>],
    read_row: &TokenStream,
) -> TokenStream {
    let name = name.to_string();
    let infos = fields.iter().map(field_info);
    let mut order: Vec<usize> = (0..fields.len()).collect();
    order.sort_by(|a, b| fields[*a].name.0.cmp(&fields[*b].name.0));
    let alone = fields.iter().filter(|field| field.unique).map(|field| vec![field.name.0.clone()]);
    let groups = alone.chain(unique.iter().cloned()).map(|group| quote!(&[#(#group),*]));
    let key_form = key_form(fields);
    quote! {
        ::compoworld_core::RecordInfo {
            name: #name,
            doc: #doc,
            fields: &[#(#infos),*],
            sorted: &[#(#order),*],
            unique: &[#(#groups),*],
            key_form: #key_form,
            read_row: #read_row,
        }
    }
}

fn field_info(field: &Field<'_>) -> TokenStream {
    let (name, ty) = (&field.name.0, field.ty);
    let mut settings = Vec::new();
    let flags = [
        ("key", field.key.is_some()),
        ("loose", field.loose.is_some()),
        ("created", field.created.is_some()),
        ("updated", field.updated.is_some()),
    ];
    for (flag, _) in flags.iter().filter(|(_, set)| *set) {
        let flag = Ident::new(flag, proc_macro2::Span::call_site());
        settings.push(quote!(#flag: true,));
    }
    if let Some(action) = &field.on_delete {
        let variant = match action.to_string().as_str() {
            "cascade" => quote!(Cascade),
            "clear" => quote!(Clear),
            _ => quote!(Restrict),
        };
        settings.push(quote!(on_delete: ::compoworld_core::OnDelete::#variant,));
    }
    if let Some(Bounds { least, most, .. }) = &field.len {
        let (least, most) =
            (end(least, quote!(0)), end(most, quote!(::core::primitive::usize::MAX)));
        settings.push(quote!(length: ::core::option::Option::Some((#least, #most)),));
    }
    if let Some(Bounds { least, most, .. }) = &field.range {
        let least = number(least, quote!(::core::primitive::f64::NEG_INFINITY));
        let most = number(most, quote!(::core::primitive::f64::INFINITY));
        settings.push(quote!(range: ::core::option::Option::Some((#least, #most)),));
    }
    if let Some(pattern) = &field.pattern {
        settings.push(quote!(pattern: ::core::option::Option::Some(#pattern),));
    }
    if let Some(semantic) = &field.semantic {
        settings.push(quote!(semantic: ::compoworld_core::Semantic::#semantic,));
    }
    let plain = quote! {
        ::compoworld_core::FieldInfo::new(#name, <#ty as ::compoworld_core::FieldType>::SHAPE)
    };
    if settings.is_empty() {
        return plain;
    }
    quote!(::compoworld_core::FieldInfo { #(#settings)* ..#plain })
}

fn end(expression: &Option<Expr>, open: TokenStream) -> TokenStream {
    expression.as_ref().map_or(open, |expression| quote!(#expression))
}

/// An end of a range as an `f64`. Whole literals become float literals: cast, they would first be
/// `i32` and overflow.
fn number(expression: &Option<Expr>, open: TokenStream) -> TokenStream {
    let Some(expression) = expression else { return open };
    let (sign, bare) = match expression {
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => (quote!(-), &*unary.expr),
        other => (TokenStream::new(), other),
    };
    match bare {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(whole) if whole.suffix().is_empty() => {
                let text = format!("{}.0", whole.base10_digits());
                let float = syn::LitFloat::new(&text, whole.span());
                quote!(#sign #float)
            }
            _ => quote!(#expression),
        },
        _ => quote!((#expression) as ::core::primitive::f64),
    }
}

fn key_form(fields: &[Field<'_>]) -> TokenStream {
    let form = fields.iter().find_map(|field| field.form.as_ref());
    let form = match form {
        None => quote!(Given),
        Some((Form::Sequence(format), _)) => {
            let format = format.as_ref().map_or_else(|| "{}".to_owned(), syn::LitStr::value);
            quote!(Sequence(#format))
        }
        Some((Form::Uuid, _)) => quote!(Uuid),
        Some((Form::Token(prefix, length), _)) => quote!(Token(#prefix, #length)),
    };
    quote!(::compoworld_core::KeyForm::#form)
}

/// `subject: reader.field(1)?,` for every field.
pub fn read_all(fields: &[Field<'_>]) -> TokenStream {
    let reads = fields.iter().enumerate().map(|(index, field)| {
        let ident = field.ident;
        let read = match &field.default {
            None => quote!(reader.field(#index)?),
            Some(None) => {
                quote!(reader.field_or(#index, ::core::default::Default::default)?)
            }
            Some(Some(value)) => quote!(reader.field_or(#index, || #value)?),
        };
        match &field.absent {
            None => quote!(#ident: #read,),
            Some(absent) => quote! {
                #ident: if reader.is(#index, |value| *value == #absent) {
                    ::core::option::Option::None
                } else {
                    #read
                },
            },
        }
    });
    quote!(#(#reads)*)
}

/// The `match` from position to field.
pub fn field_at(fields: &[Field<'_>]) -> TokenStream {
    let arms = fields.iter().enumerate().map(|(index, field)| {
        let ident = field.ident;
        quote!(#index => &self.#ident,)
    });
    quote! {
        match index {
            #(#arms)*
            _ => ::core::panic!("a field's position is below the number of fields"),
        }
    }
}
