//! A struct's fields, read from syntax: the one representation that all derives work from.

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Error, Expr, Fields, Ident, Lit, LitInt, LitStr, Type};

use crate::attributes::{Item, ItemKind, combine, parse_items};

/// One field, as its attributes describe it.
pub struct Field<'a> {
    pub ident: &'a Ident,
    pub ty: &'a Type,
    /// Its JSON name and the token that gives it.
    pub name: (String, Span),
    pub key: Option<Span>,
    pub form: Option<(Form, Span)>,
    pub unique: bool,
    pub loose: Option<Span>,
    pub on_delete: Option<Ident>,
    pub len: Option<Bounds>,
    pub range: Option<Bounds>,
    pub pattern: Option<LitStr>,
    pub default: Option<Option<Expr>>,
    /// The value that stands for none, of an argument.
    pub absent: Option<Lit>,
    pub created: Option<Span>,
    pub updated: Option<Span>,
    pub semantic: Option<Ident>,
}

/// Least and greatest, and the token to point at.
pub struct Bounds {
    pub least: Option<Expr>,
    pub most: Option<Expr>,
    pub span: Span,
}

/// How a new key is made.
pub enum Form {
    Sequence(Option<LitStr>),
    Uuid,
    Token(LitStr, LitInt),
}

/// Reads the named fields of a struct. The errors met come along, so that one run shows them all.
pub fn read_fields<'a>(
    input: &'a DeriveInput,
    derive: &str,
    attribute: &str,
) -> (Vec<Field<'a>>, Option<Error>) {
    let named = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(named) => Some(&named.named),
            Fields::Unit | Fields::Unnamed(_) => None,
        },
        Data::Enum(_) | Data::Union(_) => None,
    };
    let Some(named) = named else {
        let message = format!("`{derive}` is for structs with named fields");
        return (Vec::new(), Some(Error::new(input.ident.span(), message)));
    };
    let mut errors = None;
    let mut fields = Vec::new();
    for field in named {
        let ident = field.ident.as_ref().expect("a named field has a name");
        let (items, error) = parse_items(&field.attrs, attribute);
        if let Some(error) = error {
            combine(&mut errors, error);
        }
        let mut read = Field::new(ident, &field.ty);
        for item in items {
            if let Err(error) = read.take(item) {
                combine(&mut errors, error);
            }
        }
        fields.push(read);
    }
    (fields, errors)
}

impl<'a> Field<'a> {
    fn new(ident: &'a Ident, ty: &'a Type) -> Self {
        Self {
            ident,
            ty,
            name: (ident.unraw().to_string(), ident.span()),
            key: None,
            form: None,
            unique: false,
            loose: None,
            on_delete: None,
            len: None,
            range: None,
            pattern: None,
            default: None,
            absent: None,
            created: None,
            updated: None,
            semantic: None,
        }
    }

    fn take(&mut self, item: Item) -> syn::Result<()> {
        let span = item.span();
        let taken = match item.kind {
            ItemKind::Key => self.key.replace(span).is_some(),
            ItemKind::Unique => std::mem::replace(&mut self.unique, true),
            ItemKind::Loose => self.loose.replace(span).is_some(),
            ItemKind::Created => self.created.replace(span).is_some(),
            ItemKind::Updated => self.updated.replace(span).is_some(),
            ItemKind::Uuid => self.form.replace((Form::Uuid, span)).is_some(),
            ItemKind::Sequence(format) => {
                self.form.replace((Form::Sequence(format), span)).is_some()
            }
            ItemKind::Token(prefix, length) => {
                self.form.replace((Form::Token(prefix, length), span)).is_some()
            }
            ItemKind::OnDelete(action) => self.on_delete.replace(action).is_some(),
            ItemKind::Len(least, most) => self.len.replace(Bounds { least, most, span }).is_some(),
            ItemKind::Range(least, most) => {
                self.range.replace(Bounds { least, most, span }).is_some()
            }
            ItemKind::Pattern(pattern) => self.pattern.replace(pattern).is_some(),
            ItemKind::Default(value) => self.default.replace(value).is_some(),
            ItemKind::Absent(value) => self.absent.replace(value).is_some(),
            ItemKind::Rename(name) => {
                self.name = (name.value(), name.span());
                false
            }
            ItemKind::Semantic(semantic) => self.semantic.replace(semantic).is_some(),
        };
        if taken {
            let message = format!("`{}` says again what is said already", item.name);
            return Err(Error::new(span, message));
        }
        Ok(())
    }
}
