//! Writes a row that is made: where each of its values comes from.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;
use syn::Expr;

use crate::lower::{NewRow, Value};
use crate::model::{DefaultModel, FieldModel, Kind};

use super::emit_body::Writer;
use super::values::fixed_tokens;

impl Writer<'_> {
    /// `let row = Entity { .. }; state.table.insert(row)`
    pub fn insert(&self, new: &NewRow) -> TokenStream {
        let (table, row, entity) = (&self.table, &self.row, &self.entity.ident);
        let mut before = TokenStream::new();
        let mut fields = Vec::new();
        let mut locals: BTreeSet<usize> = BTreeSet::new();
        // A number is counted among the rows of its parent, so a joined parent comes first.
        for value in &new.values {
            let Value::NextNumber { within } = value else { continue };
            for parent in within {
                if let Value::Composite { arguments, is_wrapped: false } = &new.values[*parent] {
                    let (ident, joined) = (&self.field(*parent).ident, self.joined(arguments));
                    before.extend(quote!(let #ident = #joined;));
                    locals.insert(*parent);
                }
            }
        }
        for (index, value) in new.values.iter().enumerate() {
            let field = self.field(index);
            let ident = &field.ident;
            if locals.contains(&index) {
                fields.push(quote!(#ident,));
                continue;
            }
            if let Value::NextNumber { within } = value {
                before.extend(self.next_number(new, index, within, &locals));
                fields.push(match field.kind {
                    Kind::IntKey(_) => {
                        let key = self.core("IntKey");
                        quote!(#ident: #key::new(#ident),)
                    }
                    _ => quote!(#ident,),
                });
                continue;
            }
            let value = self.value(field, value);
            fields.push(quote!(#ident: #value,));
        }
        let method = if self.tool.table.as_ref().is_some_and(|table| table.is_single) {
            quote!(Ok(state.#table.set(#row)))
        } else {
            quote!(state.#table.insert(#row))
        };
        quote! {
            #before
            let #row = #entity { #(#fields)* };
            #method
        }
    }

    pub fn next_number(
        &self,
        new: &NewRow,
        index: usize,
        within: &[usize],
        locals: &BTreeSet<usize>,
    ) -> TokenStream {
        let (table, row) = (&self.table, &self.row);
        let field = self.field(index);
        let ident = &field.ident;
        let parents = within.iter().map(|parent| {
            let name = &self.field(*parent).ident;
            let value = match &new.values[*parent] {
                _ if locals.contains(parent) => quote!(#name),
                Value::Argument(argument) => {
                    let argument = &self.argument(*argument).ident;
                    quote!(args.#argument)
                }
                other => self.value(self.field(*parent), other),
            };
            quote!(#row.#name == #value)
        });
        let number = match field.kind {
            Kind::IntKey(_) => quote!(#row.#ident.get()),
            _ => quote!(#row.#ident),
        };
        quote! {
            let #ident = state
                .#table
                .next_number_where(&|#row| #(#parents)&&*, &|#row| #number);
        }
    }

    pub fn joined(&self, arguments: &[usize]) -> TokenStream {
        let (key, join) = (self.core("Key"), self.core("join_key"));
        let idents = arguments.iter().map(|index| &self.argument(*index).ident);
        quote!(#key::new(#join(&[#(&args.#idents),*])))
    }

    pub fn value(&self, field: &FieldModel, value: &Value) -> TokenStream {
        let ident_of = |argument: &usize| &self.argument(*argument).ident;
        match value {
            Value::Argument(argument) => {
                let ident = ident_of(argument);
                quote!(args.#ident)
            }
            Value::Wrapped(argument) => {
                let ident = ident_of(argument);
                quote!(Some(args.#ident))
            }
            Value::ArgumentOr(argument, default) => self.argument_or(field, *argument, default),
            Value::ArgumentOrKey(argument) => {
                let (ident, key) = (ident_of(argument), self.new_key(field));
                quote! {
                    match args.#ident {
                        Some(#ident) => #ident,
                        None => #key,
                    }
                }
            }
            Value::Composite { arguments, is_wrapped } => {
                let joined = self.joined(arguments);
                if *is_wrapped { quote!(Some(#joined)) } else { joined }
            }
            Value::OptionalComposite(arguments) => {
                let (key, join) = (self.core("Key"), self.core("join_key"));
                let idents: Vec<_> = arguments.iter().map(ident_of).collect();
                let given = arguments.iter().map(|index| {
                    let argument = self.argument(*index);
                    let ident = &argument.ident;
                    if argument.kind.is_optional() {
                        quote!(&args.#ident)
                    } else {
                        quote!(Some(&args.#ident))
                    }
                });
                quote! {
                    match (#(#given),*) {
                        (#(Some(#idents)),*) => Some(#key::new(#join(&[#(#idents),*]))),
                        _ => None,
                    }
                }
            }
            Value::NewKey => self.new_key(field),
            Value::NextNumber { .. } => quote!(1),
            Value::Stamp => stamp(field),
            Value::Fixed(value) => fixed_tokens(self.service, field, value),
            Value::Default(DefaultModel::Value(value)) => quote!(#value),
            Value::Default(DefaultModel::OfType) | Value::Empty => empty(&field.kind),
        }
    }

    pub fn argument_or(
        &self,
        field: &FieldModel,
        argument: usize,
        default: &DefaultModel,
    ) -> TokenStream {
        let ident = &self.argument(argument).ident;
        let value = match default {
            DefaultModel::OfType => return quote!(args.#ident.unwrap_or_default()),
            DefaultModel::Value(value) => &**value,
        };
        if field.kind.is_optional() {
            return quote!(args.#ident.or_else(|| #value));
        }
        match value {
            Expr::Lit(_) | Expr::Path(_) | Expr::Unary(_) => quote!(args.#ident.unwrap_or(#value)),
            Expr::Call(call) if call.args.is_empty() => {
                let path = &call.func;
                let is_new = quote!(#path).to_string().replace(' ', "");
                if matches!(is_new.as_str(), "Vec::new" | "String::new" | "BTreeMap::new") {
                    return quote!(args.#ident.unwrap_or_default());
                }
                quote!(args.#ident.unwrap_or_else(#path))
            }
            value => quote!(args.#ident.unwrap_or_else(|| #value)),
        }
    }

    pub fn new_key(&self, field: &FieldModel) -> TokenStream {
        let table = &self.table;
        match field.kind {
            Kind::IntKey(_) => quote!(state.#table.next_int_key(cx)),
            Kind::Integer => quote!(state.#table.next_int_key(cx).get()),
            Kind::Key(_) => quote!(state.#table.next_key(cx)),
            _ => quote!(state.#table.next_key_text(cx)),
        }
    }
}

/// The present instant or day, as the field takes it.
pub fn stamp(field: &FieldModel) -> TokenStream {
    let now = match field.kind.required() {
        Kind::Date => quote!(cx.today()),
        _ => quote!(cx.now()),
    };
    if field.kind.is_optional() { quote!(Some(#now)) } else { now }
}

/// The value of a type that nothing else is said of.
fn empty(kind: &Kind) -> TokenStream {
    match kind {
        Kind::Optional(_) => quote!(None),
        Kind::List(_) => quote!(Vec::new()),
        Kind::Map(_) => quote!(BTreeMap::new()),
        Kind::Text => quote!(String::new()),
        Kind::Integer => quote!(0),
        Kind::Number => quote!(0.0),
        Kind::Boolean => quote!(false),
        _ => quote!(Default::default()),
    }
}
