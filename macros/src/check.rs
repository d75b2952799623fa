//! The rules that attributes must keep, each with the smallest token to point at.

use std::collections::BTreeMap;

use proc_macro2::Span;
use syn::{Error, GenericArgument, PathArguments, Type};

use crate::attributes::combine;
use crate::fields::{Bounds, Field, Form};

/// Checks what entities, records and arguments have in common.
pub fn check_names(fields: &[Field<'_>], errors: &mut Option<Error>) {
    let mut seen = BTreeMap::new();
    for field in fields {
        let (name, span) = &field.name;
        if name.is_empty() {
            combine(errors, Error::new(*span, "a name must not be empty"));
        } else if seen.insert(name.clone(), ()).is_some() {
            let message = format!("two fields are called `{name}` in JSON");
            combine(errors, Error::new(*span, message));
        }
    }
}

/// Checks constraints: ranges that hold something, lengths of what has a length.
pub fn check_constraints(fields: &[Field<'_>], errors: &mut Option<Error>) {
    for field in fields {
        let kind = TypeKind::of(field.ty);
        if let Some(absent) = &field.absent {
            combine(errors, Error::new(absent.span(), "only a tool's argument can be absent"));
        }
        if let Some(bounds) = &field.len {
            check_bounds(bounds, errors);
            if matches!(kind, TypeKind::Number | TypeKind::Boolean | TypeKind::Instant) {
                let message = "`len` is for texts and lists; numbers take `range`";
                combine(errors, Error::new(bounds.span, message));
            }
        }
        if let Some(bounds) = &field.range {
            check_bounds(bounds, errors);
            if matches!(kind, TypeKind::Text | TypeKind::List | TypeKind::Boolean) {
                let message = "`range` is for numbers; texts and lists take `len`";
                combine(errors, Error::new(bounds.span, message));
            }
        }
        if let Some(pattern) = &field.pattern
            && !matches!(
                TypeKind::of(unwrap_option(field.ty)),
                TypeKind::Text | TypeKind::Key | TypeKind::Other
            )
        {
            combine(errors, Error::new(pattern.span(), "`pattern` is for texts"));
        }
    }
}

fn check_bounds(bounds: &Bounds, errors: &mut Option<Error>) {
    let number = |expression: &Option<syn::Expr>| -> Option<f64> {
        let text = quote::quote!(#expression).to_string().replace([' ', '_'], "");
        text.parse().ok()
    };
    if let (Some(least), Some(most)) = (number(&bounds.least), number(&bounds.most))
        && least > most
    {
        let message = "the range is empty: its start is greater than its end";
        combine(errors, Error::new(bounds.span, message));
    }
}

/// Checks the rules of keys, references and stamps.
pub fn check_entity(fields: &[Field<'_>], errors: &mut Option<Error>) {
    let n_keys = fields.iter().filter(|field| field.key.is_some()).count();
    for field in fields {
        let kind = TypeKind::of(field.ty);
        if let Some(span) = field.key
            && matches!(kind, TypeKind::Optional | TypeKind::List | TypeKind::Boolean)
        {
            combine(errors, Error::new(span, "a key cannot be optional, a list or a flag"));
        }
        if let Some((form, span)) = &field.form {
            check_form(field, form, *span, n_keys, errors);
        }
        if let Some(action) = &field.on_delete {
            check_on_delete(field, action, errors);
        }
        for span in [field.created, field.updated].into_iter().flatten() {
            if !is_named(unwrap_option(field.ty), &["Timestamp", "Date"]) {
                let message = "only a `Timestamp` or a `Date` is stamped";
                combine(errors, Error::new(span, message));
            }
        }
        if let Some(span) = field.loose
            && !refers(field.ty)
        {
            let message = "`loose` is for references: fields of type `Key` or `IntKey`";
            combine(errors, Error::new(span, message));
        }
    }
    check_at_most_one(fields, |field| field.created, "created", errors);
    check_at_most_one(fields, |field| field.updated, "updated", errors);
}

fn check_at_most_one(
    fields: &[Field<'_>],
    flag: fn(&Field<'_>) -> Option<Span>,
    name: &str,
    errors: &mut Option<Error>,
) {
    if let Some(second) = fields.iter().filter_map(flag).nth(1) {
        combine(errors, Error::new(second, format!("an entity has one `{name}` field")));
    }
}

fn check_form(
    field: &Field<'_>,
    form: &Form,
    span: Span,
    n_keys: usize,
    errors: &mut Option<Error>,
) {
    if field.key.is_none() {
        combine(errors, Error::new(span, "only a field marked `key` makes its own values"));
    }
    let integer = is_named(field.ty, &["IntKey", "i64"]);
    match form {
        Form::Sequence(Some(format)) => {
            let text = format.value();
            if text.matches('{').count() != 1 || text.matches('}').count() != 1 {
                let message = "a sequence has one counter, such as `TCK-{:05}`";
                combine(errors, Error::new(format.span(), message));
            } else if integer && text != "{}" {
                let message = "an integer key is its own sequence, write `sequence` alone";
                combine(errors, Error::new(format.span(), message));
            }
        }
        Form::Sequence(None) if !integer => {
            let message = "a text key needs a format: `sequence = \"TCK-{:05}\"`";
            combine(errors, Error::new(span, message));
        }
        Form::Uuid | Form::Token(..) if integer => {
            combine(errors, Error::new(span, "an integer key takes `sequence`"));
        }
        Form::Uuid | Form::Token(..) if n_keys > 1 => {
            let message = "one part of a composite key cannot be random, use `sequence`";
            combine(errors, Error::new(span, message));
        }
        Form::Sequence(None) | Form::Uuid | Form::Token(..) => {}
    }
}

fn check_on_delete(field: &Field<'_>, action: &syn::Ident, errors: &mut Option<Error>) {
    let message = match action.to_string().as_str() {
        _ if !refers(field.ty) => "`on_delete` is for references: fields of type `Key` or `IntKey`",
        "restrict" | "cascade" => return,
        "clear" if matches!(TypeKind::of(field.ty), TypeKind::Optional | TypeKind::List) => return,
        "clear" => "`clear` needs an `Option` or a list; a required reference can `cascade`",
        _ => "a deletion can `restrict`, `cascade` or `clear`",
    };
    combine(errors, Error::new(action.span(), message));
}

/// What the checks need to know of a type, as far as its syntax tells.
#[derive(Clone, Copy)]
pub enum TypeKind {
    Text,
    Number,
    Boolean,
    Instant,
    Key,
    Optional,
    List,
    Other,
}

impl TypeKind {
    pub fn of(ty: &Type) -> Self {
        match last_name(ty).as_deref() {
            Some("String") => Self::Text,
            Some("i64" | "f64") => Self::Number,
            Some("bool") => Self::Boolean,
            Some("Timestamp" | "Date") => Self::Instant,
            Some("Key" | "IntKey") => Self::Key,
            Some("Option") => Self::Optional,
            Some("Vec") => Self::List,
            _ => Self::Other,
        }
    }
}

/// The last segment of a type's path.
fn last_name(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        _ => None,
    }
}

/// Whether the type's last segment is one of these names.
pub fn is_named(ty: &Type, names: &[&str]) -> bool {
    last_name(ty).is_some_and(|name| names.contains(&name.as_str()))
}

/// The type inside `Option<..>`, or the type itself.
/// What an `Option` holds; every other type as it is.
pub fn unwrap_option(ty: &Type) -> &Type {
    if is_named(ty, &["Option"]) { inner(ty).unwrap_or(ty) } else { ty }
}

/// The first generic argument of a path type.
pub fn inner(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    match &path.path.segments.last()?.arguments {
        PathArguments::AngleBracketed(arguments) => {
            arguments.args.iter().find_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            })
        }
        PathArguments::None | PathArguments::Parenthesized(_) => None,
    }
}

fn refers(ty: &Type) -> bool {
    if is_named(ty, &["Key", "IntKey"]) {
        return true;
    }
    is_named(ty, &["Option", "Vec"]) && inner(ty).is_some_and(refers)
}
