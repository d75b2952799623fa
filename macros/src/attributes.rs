//! Parses what stands inside `#[entity(..)]`, `#[record(..)]` and `#[arg(..)]` of a field.

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Error, Expr, Ident, Lit, LitInt, LitStr, RangeLimits, Token, parenthesized};

/// What the names of meanings are, and the variant of `Semantic` that each is.
const SEMANTICS: &[(&str, &str)] = &[
    ("person", "Person"),
    ("email", "Email"),
    ("phone", "Phone"),
    ("username", "Username"),
    ("company", "Company"),
    ("product", "Product"),
    ("sku", "Sku"),
    ("title", "Title"),
    ("body", "Body"),
    ("url", "Url"),
    ("path", "Path"),
    ("slug", "Slug"),
    ("color", "Color"),
    ("tag", "Tag"),
    ("money", "Money"),
    ("currency", "Currency"),
    ("quantity", "Quantity"),
    ("percent", "Percent"),
    ("city", "City"),
    ("country", "Country"),
    ("address", "Address"),
    ("timezone", "Timezone"),
    ("language", "Language"),
    ("mime", "Mime"),
    ("secret", "Token"),
];

/// What the flags and settings are called, for the help of an error.
const SETTINGS: &str = "key, sequence, uuid, token, unique, loose, on_delete, len, range, \
    pattern, default, absent, created, updated, rename";

/// One item of an attribute, with the token to point at.
pub struct Item {
    pub name: Ident,
    pub kind: ItemKind,
}

pub enum ItemKind {
    Key,
    Unique,
    Loose,
    Created,
    Updated,
    Uuid,
    Sequence(Option<LitStr>),
    Token(LitStr, LitInt),
    OnDelete(Ident),
    Len(Option<Expr>, Option<Expr>),
    Range(Option<Expr>, Option<Expr>),
    Pattern(LitStr),
    Default(Option<Expr>),
    Absent(Lit),
    Rename(LitStr),
    Semantic(Ident),
}

impl Item {
    pub fn span(&self) -> Span {
        self.name.span()
    }
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.call(Ident::parse_any)?;
        let kind = match name.to_string().as_str() {
            "key" => ItemKind::Key,
            "unique" => ItemKind::Unique,
            "loose" => ItemKind::Loose,
            "created" => ItemKind::Created,
            "updated" => ItemKind::Updated,
            "uuid" => ItemKind::Uuid,
            "sequence" if input.peek(Token![=]) => ItemKind::Sequence(Some(value(input)?)),
            "sequence" => ItemKind::Sequence(None),
            "token" => {
                let inside;
                parenthesized!(inside in input);
                let prefix = inside.parse()?;
                inside.parse::<Token![,]>()?;
                ItemKind::Token(prefix, inside.parse()?)
            }
            "on_delete" => ItemKind::OnDelete(value(input)?),
            "len" => bounds(input).map(|(least, most)| ItemKind::Len(least, most))?,
            "range" => bounds(input).map(|(least, most)| ItemKind::Range(least, most))?,
            "pattern" => ItemKind::Pattern(value(input)?),
            "default" if input.peek(Token![=]) => ItemKind::Default(Some(value(input)?)),
            "default" => ItemKind::Default(None),
            "absent" => ItemKind::Absent(value(input)?),
            "rename" => ItemKind::Rename(value(input)?),
            other => match SEMANTICS.iter().find(|(name, _)| *name == other) {
                Some((_, variant)) => ItemKind::Semantic(Ident::new(variant, name.span())),
                None => return Err(unknown(&name)),
            },
        };
        Ok(Self { name, kind })
    }
}

fn unknown(name: &Ident) -> Error {
    let meanings: Vec<_> = SEMANTICS.iter().map(|(name, _)| *name).collect();
    Error::new(
        name.span(),
        format!(
            "unknown setting `{name}`; there are {SETTINGS}, and the meanings {}",
            meanings.join(", ")
        ),
    )
}

fn value<T: Parse>(input: ParseStream<'_>) -> syn::Result<T> {
    input.parse::<Token![=]>()?;
    input.parse()
}

/// `= 1..=200`, with both ends included; either may be left out.
fn bounds(input: ParseStream<'_>) -> syn::Result<(Option<Expr>, Option<Expr>)> {
    let expression: Expr = value(input)?;
    let Expr::Range(range) = expression else {
        return Err(Error::new_spanned(expression, "expected a range such as `1..=200`"));
    };
    match (&range.limits, &range.end) {
        (RangeLimits::HalfOpen(limits), Some(_)) => {
            Err(Error::new_spanned(limits, "write `..=`: both ends are included"))
        }
        _ => Ok((range.start.map(|end| *end), range.end.map(|end| *end))),
    }
}

/// The items of every attribute called `name`, and the errors met on the way.
pub fn parse_items(attributes: &[Attribute], name: &str) -> (Vec<Item>, Option<Error>) {
    let mut items = Vec::new();
    let mut errors: Option<Error> = None;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident(name)) {
        match attribute.parse_args_with(Punctuated::<Item, Token![,]>::parse_terminated) {
            Ok(parsed) => items.extend(parsed),
            Err(error) => combine(&mut errors, error),
        }
    }
    (items, errors)
}

/// Adds an error to those met so far.
pub fn combine(errors: &mut Option<Error>, error: Error) {
    match errors {
        Some(first) => first.combine(error),
        None => *errors = Some(error),
    }
}

/// The text of an item's doc comment, on one line.
pub fn doc_of(attributes: &[Attribute]) -> String {
    let mut lines = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("doc")) {
        if let syn::Meta::NameValue(pair) = &attribute.meta
            && let Expr::Lit(literal) = &pair.value
            && let syn::Lit::Str(text) = &literal.lit
        {
            lines.push(text.value().trim().to_owned());
        }
    }
    lines.join(" ").trim().to_owned()
}
