//! Writes the condition that a list's rows must pass.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::quote;

use crate::model::{Kind, Relation};
use crate::resolve::ResolvedFilter;

use super::emit_body::Writer;

/// What comes before the condition: joined references, and whether required ones name a row.
pub fn preludes(writer: &Writer<'_>, filters: &[ResolvedFilter]) -> TokenStream {
    let mut before = TokenStream::new();
    for filter in filters {
        if filter.arguments.len() > 1 {
            before.extend(joined(writer, filter));
        }
        let Some(parent) = writer.service.parent_table(writer.tool, filter) else { continue };
        let parent = &parent.ident;
        let key = if filter.arguments.len() > 1 {
            let name = &writer.field(filter.fields[0]).ident;
            quote!(&#name)
        } else {
            let ident = &writer.argument(filter.arguments[0]).ident;
            quote!(&args.#ident)
        };
        before.extend(quote!(state.#parent.find(#key)?;));
    }
    before
}

fn joined(writer: &Writer<'_>, filter: &ResolvedFilter) -> TokenStream {
    let name = &writer.field(filter.fields[0]).ident;
    let (key, join) = (writer.core("Key"), writer.core("join_key"));
    let idents: Vec<_> =
        filter.arguments.iter().map(|index| &writer.argument(*index).ident).collect();
    let may_lack = filter.arguments.iter().any(|one| writer.argument(*one).kind.is_optional());
    if !may_lack {
        return quote!(let #name = #key::new(#join(&[#(&args.#idents),*])););
    }
    let given = filter.arguments.iter().map(|index| {
        let argument = writer.argument(*index);
        let ident = &argument.ident;
        if argument.kind.is_optional() { quote!(&args.#ident) } else { quote!(Some(&args.#ident)) }
    });
    quote! {
        let #name = match (#(#given),*) {
            (#(Some(#idents)),*) => Some(#key::new(#join(&[#(#idents),*]))),
            _ => None,
        };
    }
}

/// The whole condition; `None` when every row passes.
pub fn condition(writer: &Writer<'_>, filters: &[ResolvedFilter]) -> Option<TokenStream> {
    let conditions: Vec<_> = filters.iter().map(|filter| one(writer, filter)).collect();
    match conditions.as_slice() {
        [] => None,
        [condition] => Some(without_parentheses(condition)),
        conditions => Some(quote!(#(#conditions)&&*)),
    }
}

/// When a call gives no filter at all; `None` when some filter cannot be left out.
pub fn when_unfiltered(writer: &Writer<'_>, filters: &[ResolvedFilter]) -> Option<TokenStream> {
    let lacking: Option<Vec<TokenStream>> = filters
        .iter()
        .map(|filter| {
            let [argument] = filter.arguments[..] else { return None };
            let argument = writer.argument(argument);
            let ident = &argument.ident;
            argument.kind.is_optional().then(|| quote!(args.#ident.is_none()))
        })
        .collect();
    let lacking = lacking.filter(|lacking| !lacking.is_empty())?;
    Some(quote!(#(#lacking)&&*))
}

/// A condition that stands alone needs no parentheses around it.
fn without_parentheses(condition: &TokenStream) -> TokenStream {
    let mut tokens = condition.clone().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::Parenthesis => {
            group.stream()
        }
        _ => condition.clone(),
    }
}

fn one(writer: &Writer<'_>, filter: &ResolvedFilter) -> TokenStream {
    let row = &writer.row;
    let field = writer.field(filter.fields[0]);
    let name = &field.ident;
    if filter.arguments.len() > 1 {
        let may_lack = filter.arguments.iter().any(|one| writer.argument(*one).kind.is_optional());
        return match (may_lack, field.kind.is_optional()) {
            (false, false) => quote!(#row.#name == #name),
            (false, true) => quote!(#row.#name.as_ref() == Some(&#name)),
            (true, false) => {
                let equals = writer.core("equals");
                quote!(#equals(&#row.#name, #name.as_ref()))
            }
            (true, true) => quote!((#name.is_none() || #row.#name == #name)),
        };
    }
    match filter.relation {
        Relation::Equals => equal(writer, filter),
        Relation::AtLeast => ordered(writer, filter, &quote!(>=)),
        Relation::AtMost => ordered(writer, filter, &quote!(<=)),
        Relation::Contains => contains(writer, filter),
        Relation::OneOf => one_of(writer, filter),
        Relation::Has => has(writer, filter),
    }
}

fn equal(writer: &Writer<'_>, filter: &ResolvedFilter) -> TokenStream {
    let (row, argument) = (&writer.row, writer.argument(filter.arguments[0]));
    let field = writer.field(filter.fields[0]);
    let (name, ident) = (&field.ident, &argument.ident);
    match (argument.kind.is_optional(), field.kind.is_optional()) {
        (true, false) => {
            let equals = writer.core("equals");
            quote!(#equals(&#row.#name, args.#ident.as_ref()))
        }
        (true, true) => quote!((args.#ident.is_none() || #row.#name == args.#ident)),
        (false, false) => quote!(#row.#name == args.#ident),
        (false, true) => quote!(#row.#name.as_ref() == Some(&args.#ident)),
    }
}

fn ordered(writer: &Writer<'_>, filter: &ResolvedFilter, operator: &TokenStream) -> TokenStream {
    let (row, argument) = (&writer.row, writer.argument(filter.arguments[0]));
    let field = writer.field(filter.fields[0]);
    let (name, ident) = (&field.ident, &argument.ident);
    let is_choice = |name: &str| writer.service.is_choice(name);
    let is_copy = field.kind.is_copy(&is_choice);
    let compare = |bound: TokenStream| match (field.kind.is_optional(), is_copy) {
        (false, _) => quote!(#row.#name #operator #bound),
        (true, true) => quote!(#row.#name.is_some_and(|value| value #operator #bound)),
        (true, false) => quote!(#row.#name.as_ref().is_some_and(|value| *value #operator #bound)),
    };
    match (argument.kind.is_optional(), is_copy) {
        (false, _) => compare(quote!(args.#ident)),
        (true, true) => {
            let inner = compare(quote!(#ident));
            quote!(args.#ident.is_none_or(|#ident| #inner))
        }
        (true, false) => {
            let inner = compare(quote!(*#ident));
            quote!(args.#ident.as_ref().is_none_or(|#ident| #inner))
        }
    }
}

fn contains(writer: &Writer<'_>, filter: &ResolvedFilter) -> TokenStream {
    let argument = writer.argument(filter.arguments[0]);
    let ident = &argument.ident;
    let contains = writer.core("contains_text");
    let texts: Vec<_> = filter.fields.iter().map(|field| text_of(writer, *field)).collect();
    if argument.kind.is_optional() {
        quote!(args.#ident.as_deref().is_none_or(|#ident| #contains(&[#(#texts),*], #ident)))
    } else {
        quote!(#contains(&[#(#texts),*], &args.#ident))
    }
}

/// A field as `&str`.
fn text_of(writer: &Writer<'_>, field: usize) -> TokenStream {
    let (row, field) = (&writer.row, writer.field(field));
    let name = &field.ident;
    match &field.kind {
        Kind::Text => quote!(&#row.#name),
        Kind::List(item) if **item == Kind::Text => quote!(&#row.#name.join(" ")),
        Kind::Optional(inner) => match &**inner {
            Kind::Text => quote!(#row.#name.as_deref().unwrap_or_default()),
            Kind::List(_) => {
                quote!(&#row.#name.as_deref().unwrap_or_default().join(" "))
            }
            _ => quote!(#row.#name.as_ref().map_or("", |value| value.as_str())),
        },
        _ => quote!(#row.#name.as_str()),
    }
}

fn one_of(writer: &Writer<'_>, filter: &ResolvedFilter) -> TokenStream {
    let (row, argument) = (&writer.row, writer.argument(filter.arguments[0]));
    let field = writer.field(filter.fields[0]);
    let (name, ident) = (&field.ident, &argument.ident);
    let test = |list: TokenStream| {
        if field.kind.is_optional() {
            let one_of = writer.core("is_one_of");
            quote!(#one_of(#row.#name.as_ref(), #list))
        } else {
            let one_of = writer.core("one_of");
            quote!(#one_of(&#row.#name, #list))
        }
    };
    if argument.kind.is_optional() {
        let inner = test(quote!(#ident));
        quote!(args.#ident.as_deref().is_none_or(|#ident| #inner))
    } else {
        test(quote!(&args.#ident))
    }
}

fn has(writer: &Writer<'_>, filter: &ResolvedFilter) -> TokenStream {
    let (row, argument) = (&writer.row, writer.argument(filter.arguments[0]));
    let field = writer.field(filter.fields[0]);
    let (name, ident) = (&field.ident, &argument.ident);
    let list = if field.kind.is_optional() {
        quote!(#row.#name.as_deref().unwrap_or_default())
    } else {
        quote!(#row.#name)
    };
    match (argument.kind.item().is_some(), argument.kind.is_optional()) {
        (false, false) => quote!(#list.contains(&args.#ident)),
        (false, true) => {
            quote!(args.#ident.as_ref().is_none_or(|#ident| #list.contains(#ident)))
        }
        (true, false) => quote!(args.#ident.iter().all(|item| #list.contains(item))),
        (true, true) => quote! {
            args.#ident.iter().flatten().all(|item| #list.contains(item))
        },
    }
}
