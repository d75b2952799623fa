//! Reads `#[entity(..)]`, `#[record(..)]`, `#[arg(..)]` and doc comments.

use proc_macro2::{Ident, Span};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Error, Expr, LitInt, LitStr, Meta, Token, UnOp, parenthesized};

use super::{DefaultModel, KeyForm, OnDelete};

/// What the values of texts and numbers can mean.
pub const SEMANTICS: &[&str] = &[
    "person", "email", "phone", "username", "company", "product", "sku", "title", "body", "url",
    "path", "slug", "color", "tag", "money", "currency", "quantity", "percent", "city", "country",
    "address", "timezone", "language", "mime", "secret",
];

/// The settings that are no meanings.
const SETTINGS: &str = "key, sequence, uuid, token, unique, loose, on_delete, len, range, \
    pattern, default, absent, created, updated, rename";

/// One setting, and the word to point at.
pub struct Setting {
    pub name: Ident,
    pub kind: SettingKind,
}

pub enum SettingKind {
    Key,
    Unique,
    Loose,
    Created,
    Updated,
    Form(KeyForm),
    OnDelete(OnDelete),
    Length((usize, usize)),
    Range((f64, f64)),
    Pattern(String),
    Default(DefaultModel),
    /// `absent = "all"`, of an argument.
    Absent,
    Rename(String),
    Semantic,
    /// `unique(a, b)` on the struct.
    UniqueGroup,
    /// `open` on the struct: unknown members are ignored.
    Open,
}

impl Parse for Setting {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.call(Ident::parse_any)?;
        let kind = match name.to_string().as_str() {
            "key" => SettingKind::Key,
            "unique" if input.peek(syn::token::Paren) => {
                let inside;
                parenthesized!(inside in input);
                Punctuated::<Ident, Token![,]>::parse_terminated(&inside)?;
                SettingKind::UniqueGroup
            }
            "unique" => SettingKind::Unique,
            "open" => SettingKind::Open,
            "loose" => SettingKind::Loose,
            "created" => SettingKind::Created,
            "updated" => SettingKind::Updated,
            "uuid" => SettingKind::Form(KeyForm::Uuid),
            "sequence" if input.peek(Token![=]) => {
                SettingKind::Form(KeyForm::Sequence(value::<LitStr>(input)?.value()))
            }
            "sequence" => SettingKind::Form(KeyForm::Sequence("{}".to_owned())),
            "token" => {
                let inside;
                parenthesized!(inside in input);
                let prefix: LitStr = inside.parse()?;
                inside.parse::<Token![,]>()?;
                let length: LitInt = inside.parse()?;
                SettingKind::Form(KeyForm::Token(prefix.value(), length.base10_parse()?))
            }
            "on_delete" => {
                let action: Ident = value(input)?;
                SettingKind::OnDelete(match action.to_string().as_str() {
                    "restrict" => OnDelete::Restrict,
                    "cascade" => OnDelete::Cascade,
                    "clear" => OnDelete::Clear,
                    _ => {
                        let message = "a deletion can `restrict`, `cascade` or `clear`";
                        return Err(Error::new(action.span(), message));
                    }
                })
            }
            "len" => {
                let (least, most) = bounds(input)?;
                let whole = |number: f64| number.max(0.0) as usize;
                let most = most.map_or(usize::MAX, whole);
                SettingKind::Length((least.map_or(0, whole), most))
            }
            "range" => {
                let (least, most) = bounds(input)?;
                let least = least.unwrap_or(f64::NEG_INFINITY);
                SettingKind::Range((least, most.unwrap_or(f64::INFINITY)))
            }
            "pattern" => SettingKind::Pattern(value::<LitStr>(input)?.value()),
            "default" if input.peek(Token![=]) => {
                SettingKind::Default(DefaultModel::Value(Box::new(value(input)?)))
            }
            "default" => SettingKind::Default(DefaultModel::OfType),
            "absent" => {
                value::<syn::Lit>(input)?;
                SettingKind::Absent
            }
            "rename" => SettingKind::Rename(value::<LitStr>(input)?.value()),
            other if SEMANTICS.contains(&other) => SettingKind::Semantic,
            _ => return Err(unknown(&name)),
        };
        Ok(Self { name, kind })
    }
}

fn unknown(name: &Ident) -> Error {
    let message = format!(
        "unknown setting `{name}`; there are {SETTINGS}, and the meanings {}",
        SEMANTICS.join(", ")
    );
    Error::new(name.span(), message)
}

fn value<T: Parse>(input: ParseStream<'_>) -> syn::Result<T> {
    input.parse::<Token![=]>()?;
    input.parse()
}

/// `= 1..=200`; either end may be left out.
fn bounds(input: ParseStream<'_>) -> syn::Result<(Option<f64>, Option<f64>)> {
    let expression: Expr = value(input)?;
    let Expr::Range(range) = &expression else {
        return Err(Error::new_spanned(expression, "expected a range such as `1..=200`"));
    };
    if let (syn::RangeLimits::HalfOpen(limits), Some(_)) = (&range.limits, &range.end) {
        return Err(Error::new_spanned(limits, "write `..=`: both ends are included"));
    }
    let end = |end: &Option<Box<Expr>>| end.as_deref().map(number_of).transpose();
    Ok((end(&range.start)?, end(&range.end)?))
}

fn number_of(expression: &Expr) -> syn::Result<f64> {
    match expression {
        Expr::Lit(literal) => match &literal.lit {
            syn::Lit::Int(number) => number.base10_parse(),
            syn::Lit::Float(number) => number.base10_parse(),
            other => Err(Error::new_spanned(other, "expected a number")),
        },
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            number_of(&unary.expr).map(|number| -number)
        }
        other => Err(Error::new_spanned(other, "expected a number, written out")),
    }
}

/// The settings of every attribute called `name`, and the errors met on the way.
pub fn parse_settings(attributes: &[Attribute], name: &str) -> (Vec<Setting>, Vec<Error>) {
    let mut settings = Vec::new();
    let mut errors = Vec::new();
    for attribute in attributes {
        let path = attribute.path();
        if path.is_ident(name) {
            match attribute.parse_args_with(Punctuated::<Setting, Token![,]>::parse_terminated) {
                Ok(parsed) => settings.extend(parsed),
                Err(error) => errors.push(error),
            }
        } else {
            errors.extend(stray(attribute, &format!("write `#[{name}(..)]`")));
        }
    }
    (settings, errors)
}

/// What is wrong with an attribute that is none of this place's own; `instead` says what is.
pub fn stray(attribute: &Attribute, instead: &str) -> Option<Error> {
    let path = attribute.path();
    let only_describes = ["doc", "derive", "allow", "expect", "must_use"];
    if only_describes.iter().any(|name| path.is_ident(name)) {
        return None;
    }
    let names: Vec<_> = path.segments.iter().map(|part| part.ident.to_string()).collect();
    let of_dialect =
        ["entity", "record", "arg", "choice", "state"].iter().any(|one| path.is_ident(one));
    let message = match of_dialect {
        true => format!("`#[{}(..)]` is not for this kind; {instead}", names.join("::")),
        false => format!("`#[{}]` is no attribute of the dialect; {instead}", names.join("::")),
    };
    Some(Error::new_spanned(path, message))
}

/// The names in `#[derive(..)]`, by their last segment.
pub fn derives(attributes: &[Attribute]) -> Vec<(String, Span)> {
    let mut names = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("derive")) {
        let paths = attribute.parse_args_with(Punctuated::<syn::Path, Token![,]>::parse_terminated);
        for path in paths.into_iter().flatten() {
            if let Some(last) = path.segments.last() {
                names.push((last.ident.to_string(), last.ident.span()));
            }
        }
    }
    names
}

/// The lines of a doc comment.
pub fn docs_of(attributes: &[Attribute]) -> Vec<String> {
    let mut lines = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("doc")) {
        if let Meta::NameValue(pair) = &attribute.meta
            && let Expr::Lit(literal) = &pair.value
            && let syn::Lit::Str(text) = &literal.lit
        {
            let text = text.value();
            lines.extend(text.lines().map(|line| line.trim().to_owned()));
        }
    }
    lines
}
