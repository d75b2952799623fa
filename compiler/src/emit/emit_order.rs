//! Writes what a call says beyond key and filters: the order of a list, and whose row it means.

use proc_macro2::TokenStream;
use quote::quote;

use crate::model::PagePart;
use crate::resolve::{OrderArguments, ResolvedFilter, Returns};

use super::emit_body::Writer;
use super::emit_filters::{condition, preludes};

impl Writer<'_> {
    /// `not_found` for a row that is not where the call looks for it.
    pub fn within(&self, filters: &[ResolvedFilter]) -> TokenStream {
        let Some(condition) = condition(self, filters) else { return TokenStream::new() };
        let error = self.core("ToolError");
        let one = heck::ToSnakeCase::to_snake_case(self.entity.ident.to_string().as_str());
        let message = format!("there is no such {} there", one.replace('_', " "));
        quote! {
            let is_there = #condition;
            if !is_there {
                return Err(#error::not_found(#message));
            }
        }
    }

    /// A list whose order the caller may choose.
    pub fn ordered_list(
        &self,
        filters: &[ResolvedFilter],
        sort: Option<(usize, bool)>,
        order: OrderArguments,
        page: &[(PagePart, usize)],
    ) -> TokenStream {
        let (table, row) = (&self.table, &self.row);
        let before = preludes(self, filters);
        let condition = condition(self, filters);
        let condition = match condition {
            Some(condition) => quote!(|#row| #condition),
            None => quote!(|_| true),
        };
        let text = |argument: Option<usize>| match argument.map(|index| self.argument(index)) {
            None => quote!(None),
            Some(argument) => {
                let ident = &argument.ident;
                if argument.kind.is_optional() {
                    quote!(args.#ident.as_deref())
                } else {
                    quote!(Some(&args.#ident))
                }
            }
        };
        let (by, direction) = (text(order.by), text(order.direction));
        let usual = match sort {
            Some((field, is_descending)) => {
                let name = &self.field(field).name;
                let direction = self.core("Direction");
                let end = if is_descending { quote!(Descending) } else { quote!(Ascending) };
                quote!(Some((#name, #direction::#end)))
            }
            None => quote!(None),
        };
        let order_rows = self.core("order_rows");
        let is_page = self.tool.returns == Returns::Page;
        let answer = if page.is_empty() {
            let whole = self.core("Page");
            if is_page { quote!(Ok(#whole::whole(rows))) } else { quote!(Ok(rows)) }
        } else {
            let request = self.page_request(page);
            if is_page {
                quote!((#request).cut(rows))
            } else {
                quote!(Ok((#request).cut(rows)?.items))
            }
        };
        quote! {
            #before
            let mut rows = state.#table.select(&#condition);
            #order_rows(&mut rows, #by, #direction, #usual)?;
            #answer
        }
    }
}
