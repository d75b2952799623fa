//! Writes what becomes of a row that is there: checks before, changes, `update` and `upsert`.

use heck::ToSnakeCase;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Expr;

use crate::lower::{Change, Check, KeySource, NewRow, Value};
use crate::model::Kind;
use crate::resolve::ResolvedFilter;

use super::emit_body::Writer;
use super::emit_filters::preludes;
use super::emit_new_row::stamp;
use super::values::{expression_json, fixed_tokens};

impl Writer<'_> {
    /// `return Err(..)` for each check that does not hold.
    pub fn checks(&self, checks: &[Check]) -> TokenStream {
        let checks = checks.iter().map(|check| self.check(check));
        quote!(#(#checks)*)
    }

    pub fn check(&self, check: &Check) -> TokenStream {
        let (row, field) = (&self.row, self.field(check.field));
        let (ident, error) = (&field.ident, self.core("ToolError"));
        let is_optional = field.kind.is_optional();
        let patterns = check.values.iter().map(|value| {
            let is_some = matches!(value, Expr::Call(call)
                if matches!(&*call.func, Expr::Path(path) if path.path.is_ident("Some")));
            let is_none = matches!(value, Expr::Path(path) if path.path.is_ident("None"));
            if is_optional && !is_some && !is_none { quote!(Some(#value)) } else { quote!(#value) }
        });
        let breaks = match (field.kind.required(), check.values.as_slice()) {
            (Kind::Boolean, [Expr::Lit(literal)]) if !is_optional => {
                if matches!(&literal.lit, syn::Lit::Bool(flag) if flag.value) {
                    quote!(!#row.#ident)
                } else {
                    quote!(#row.#ident)
                }
            }
            (Kind::Text, _) if is_optional => {
                quote!(!matches!(#row.#ident.as_deref(), #(#patterns)|*))
            }
            (Kind::Text, _) => quote!(!matches!(#row.#ident.as_str(), #(#patterns)|*)),
            _ => quote!(!matches!(#row.#ident, #(#patterns)|*)),
        };
        let values: Vec<_> = check
            .values
            .iter()
            .map(|value| match expression_json(self.service, value) {
                Some(serde_json::Value::String(text)) => format!("`{text}`"),
                Some(serde_json::Value::Null) => "empty".to_owned(),
                Some(value) => format!("`{value}`"),
                None => "set".to_owned(),
            })
            .collect();
        let (name, one) = (&field.name, self.entity.ident.to_string().to_snake_case());
        let message = format!(
            "the {}'s `{name}` must be {} for this",
            one.replace('_', " "),
            values.join(" or ")
        );
        quote! {
            if #breaks {
                return Err(#error::failed_precondition(#message));
            }
        }
    }

    pub fn update(
        &self,
        key: Option<&KeySource>,
        within: &[ResolvedFilter],
        checks: &[Check],
        changes: &[Change],
    ) -> TokenStream {
        let preludes = preludes(self, within);
        let (before, key) = match key {
            Some(key) => {
                let (before, key) = self.key(key);
                (before, Some(key))
            }
            None => (TokenStream::new(), None),
        };
        let changed = self.change_row(key.as_ref(), within, checks, changes);
        quote!(#preludes #before #changed)
    }

    /// `state.tickets.update(key, |ticket| { .. })`
    pub fn change_row(
        &self,
        key: Option<&TokenStream>,
        within: &[ResolvedFilter],
        checks: &[Check],
        changes: &[Change],
    ) -> TokenStream {
        let (table, within, checks) = (&self.table, self.within(within), self.checks(checks));
        let changes = changes.iter().map(|change| self.change(change));
        let key = key.map(|key| quote!(#key,));
        let inside = quote!(#within #checks #(#changes)*);
        let row = binder(&self.row, &inside);
        quote! {
            state.#table.update(#key |#row| {
                #inside
                Ok(())
            })
        }
    }

    pub fn upsert(
        &self,
        key: Option<&KeySource>,
        checks: &[Check],
        changes: &[Change],
        new: &NewRow,
    ) -> TokenStream {
        let table = &self.table;
        let Some(key) = key else {
            let update = self.update(None, &[], checks, changes);
            let insert = self.insert(new);
            return quote! {
                if state.#table.get().is_none() {
                    #insert
                } else {
                    #update
                }
            };
        };
        if let KeySource::Argument(argument) = key
            && self.argument(*argument).kind.is_optional()
        {
            let ident = &self.argument(*argument).ident;
            let (checks, changes) =
                (self.checks(checks), changes.iter().map(|change| self.change(change)));
            let inside = quote!(#checks #(#changes)*);
            let row = binder(&self.row, &inside);
            let values = new.values.iter().map(|value| match value {
                Value::ArgumentOrKey(given) if given == argument => Value::NewKey,
                other => other.clone(),
            });
            let insert = self.insert(&NewRow { values: values.collect() });
            return quote! {
                if let Some(#ident) = &args.#ident {
                    return state.#table.update(#ident, |#row| {
                        #inside
                        Ok(())
                    });
                }
                #insert
            };
        }
        let (before, given) = self.key(key);
        let (checks, changes) =
            (self.checks(checks), changes.iter().map(|change| self.change(change)));
        let inside = quote!(#checks #(#changes)*);
        let row = binder(&self.row, &inside);
        let insert = self.insert(new);
        quote! {
            #before
            if state.#table.contains(#given) {
                return state.#table.update(#given, |#row| {
                    #inside
                    Ok(())
                });
            }
            #insert
        }
    }

    pub fn change(&self, change: &Change) -> TokenStream {
        let row = &self.row;
        match change {
            Change::Set { field, arguments } => self.set(*field, arguments),
            Change::Fix(field, value) => {
                let field = self.field(*field);
                let (ident, value) = (&field.ident, fixed_tokens(self.service, field, value));
                quote!(#row.#ident = #value;)
            }
            Change::Stamp(field) => {
                let field = self.field(*field);
                let (ident, stamp) = (&field.ident, stamp(field));
                quote!(#row.#ident = #stamp;)
            }
            Change::Append(field, argument) => self.append(*field, *argument),
            Change::Detach(field, argument) => self.detach(*field, *argument),
        }
    }

    pub fn set(&self, field: usize, arguments: &[usize]) -> TokenStream {
        let (row, field) = (&self.row, self.field(field));
        let name = &field.ident;
        let wrap = |value: TokenStream| {
            if field.kind.is_optional() { quote!(Some(#value)) } else { value }
        };
        if let [index] = arguments {
            let argument = self.argument(*index);
            let ident = &argument.ident;
            // What several rows get is given away more than once.
            let is_shared = self.tool.each().is_some()
                && !argument.kind.is_copy(&|name| self.service.is_choice(name));
            let (borrow, given) = match is_shared {
                true => (quote!(&), quote!(.clone())),
                false => (TokenStream::new(), TokenStream::new()),
            };
            if argument.kind.is_optional() {
                let value = wrap(quote!(#ident #given));
                return quote! {
                    if let Some(#ident) = #borrow args.#ident { #row.#name = #value; }
                };
            }
            let value = wrap(quote!(args.#ident #given));
            return quote!(#row.#name = #value;);
        }
        let (key, join) = (self.core("Key"), self.core("join_key"));
        let idents: Vec<_> = arguments.iter().map(|index| &self.argument(*index).ident).collect();
        let may_lack = arguments.iter().any(|index| self.argument(*index).kind.is_optional());
        if may_lack {
            let given = arguments.iter().map(|index| {
                let argument = self.argument(*index);
                let ident = &argument.ident;
                if argument.kind.is_optional() {
                    quote!(args.#ident)
                } else {
                    quote!(Some(args.#ident))
                }
            });
            let value = wrap(quote!(#key::new(#join(&[#(&#idents),*]))));
            return quote! {
                if let (#(Some(#idents)),*) = (#(#given),*) {
                    #row.#name = #value;
                }
            };
        }
        let value = wrap(quote!(#key::new(#join(&[#(&args.#idents),*]))));
        quote!(#row.#name = #value;)
    }

    pub fn append(&self, field: usize, argument: usize) -> TokenStream {
        let (row, field, argument) = (&self.row, self.field(field), self.argument(argument));
        let (name, ident) = (&field.ident, &argument.ident);
        let list = if field.kind.is_optional() {
            quote!(#row.#name.get_or_insert_default())
        } else {
            quote!(#row.#name)
        };
        match (argument.kind.item().is_some(), argument.kind.is_optional()) {
            (true, is_optional) => {
                let items = if is_optional {
                    quote!(args.#ident.unwrap_or_default())
                } else {
                    quote!(args.#ident)
                };
                quote! {
                    for item in #items {
                        if !#list.contains(&item) {
                            #list.push(item);
                        }
                    }
                }
            }
            (false, false) => quote! {
                if !#list.contains(&args.#ident) {
                    #list.push(args.#ident);
                }
            },
            (false, true) => quote! {
                if let Some(item) = args.#ident && !#list.contains(&item) {
                    #list.push(item);
                }
            },
        }
    }

    pub fn detach(&self, field: usize, argument: usize) -> TokenStream {
        let (row, field, argument) = (&self.row, self.field(field), self.argument(argument));
        let (name, ident) = (&field.ident, &argument.ident);
        let list = if field.kind.is_optional() {
            quote!(#row.#name.get_or_insert_default())
        } else {
            quote!(#row.#name)
        };
        match (argument.kind.item().is_some(), argument.kind.is_optional()) {
            (true, false) => quote!(#list.retain(|item| !args.#ident.contains(item));),
            (true, true) => quote! {
                if let Some(items) = args.#ident {
                    #list.retain(|item| !items.contains(item));
                }
            },
            (false, false) => quote!(#list.retain(|item| *item != args.#ident);),
            (false, true) => quote! {
                if let Some(gone) = args.#ident {
                    #list.retain(|item| *item != gone);
                }
            },
        }
    }
}

/// What a closure calls its row, when it does anything with it.
fn binder(row: &Ident, inside: &TokenStream) -> TokenStream {
    if inside.is_empty() { quote!(_) } else { quote!(#row) }
}
