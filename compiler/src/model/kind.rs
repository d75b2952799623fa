//! What a field or an argument can hold.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{GenericArgument, PathArguments, Type};

/// The types of the dialect. Names of entities, choices and records are not checked here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// `String`
    Text,
    /// `i64`
    Integer,
    /// `f64`
    Number,
    /// `bool`
    Boolean,
    /// `Timestamp`
    Timestamp,
    /// `Date`
    Date,
    /// `Json`
    Json,
    /// `Key<Entity>`
    Key(String),
    /// `IntKey<Entity>`
    IntKey(String),
    /// A choice or a record: any other plain name.
    Named(String),
    /// `Option<_>`
    Optional(Box<Self>),
    /// `Vec<_>`
    List(Box<Self>),
    /// `BTreeMap<String, _>`
    Map(Box<Self>),
}

impl Kind {
    /// The kind of a type; the part of it that the dialect does not have otherwise.
    ///
    /// # Errors
    /// The type, or the part inside it, that is none of the dialect's.
    pub fn of(ty: &Type) -> Result<Self, &Type> {
        let Type::Path(path) = ty else { return Err(ty) };
        let Some(last) = path.path.segments.last() else { return Err(ty) };
        let name = last.ident.to_string();
        let inner: Vec<&Type> = match &last.arguments {
            PathArguments::AngleBracketed(arguments) => arguments
                .args
                .iter()
                .filter_map(|argument| match argument {
                    GenericArgument::Type(ty) => Some(ty),
                    _ => None,
                })
                .collect(),
            PathArguments::None => Vec::new(),
            PathArguments::Parenthesized(_) => return Err(ty),
        };
        Ok(match (name.as_str(), inner.as_slice()) {
            ("String", []) => Self::Text,
            ("i64", []) => Self::Integer,
            ("f64", []) => Self::Number,
            ("bool", []) => Self::Boolean,
            ("Timestamp", []) => Self::Timestamp,
            ("Date", []) => Self::Date,
            ("Json", []) => Self::Json,
            ("Key", [entity]) => Self::Key(plain_name(entity).ok_or(*entity)?),
            ("IntKey", [entity]) => Self::IntKey(plain_name(entity).ok_or(*entity)?),
            ("Option", [inner]) => Self::Optional(Box::new(Self::of(inner)?)),
            ("Vec", [inner]) => Self::List(Box::new(Self::of(inner)?)),
            ("BTreeMap", [key, inner]) => {
                if !matches!(Self::of(key), Ok(Self::Text)) {
                    return Err(*key);
                }
                Self::Map(Box::new(Self::of(inner)?))
            }
            (
                "str" | "char" | "usize" | "u8" | "u16" | "u32" | "u64" | "u128" | "isize" | "i8"
                | "i16" | "i32" | "i128" | "f32" | "HashMap" | "HashSet" | "BTreeSet" | "Value"
                | "Box" | "Arc" | "Rc" | "Duration" | "Instant" | "DateTime" | "Decimal",
                _,
            ) => return Err(ty),
            (_, []) if path.path.segments.len() == 1 => Self::Named(name),
            _ => return Err(ty),
        })
    }

    /// The kind without `Option`.
    #[must_use]
    pub fn required(&self) -> &Self {
        match self {
            Self::Optional(inner) => inner,
            other => other,
        }
    }

    /// The kind of the items of a list, also of an optional one.
    #[must_use]
    pub fn item(&self) -> Option<&Self> {
        match self.required() {
            Self::List(item) => Some(item),
            _ => None,
        }
    }

    /// Whether it is `Option<_>`.
    #[must_use]
    pub fn is_optional(&self) -> bool {
        matches!(self, Self::Optional(_))
    }

    /// Whether values are copied rather than moved; choices are, records are not.
    #[must_use]
    pub fn is_copy(&self, is_choice: &dyn Fn(&str) -> bool) -> bool {
        match self {
            Self::Integer
            | Self::Number
            | Self::Boolean
            | Self::Timestamp
            | Self::Date
            | Self::IntKey(_) => true,
            Self::Named(name) => is_choice(name),
            Self::Optional(inner) => inner.is_copy(is_choice),
            Self::Text | Self::Json | Self::Key(_) | Self::List(_) | Self::Map(_) => false,
        }
    }

    /// The entity that this refers to, also through `Option` and `Vec`.
    #[must_use]
    pub fn entity(&self) -> Option<&str> {
        match self {
            Self::Key(entity) | Self::IntKey(entity) => Some(entity),
            Self::Optional(inner) | Self::List(inner) => inner.entity(),
            _ => None,
        }
    }

    /// The names of types that the model must declare.
    pub fn names(&self, visit: &mut dyn FnMut(&str)) {
        match self {
            Self::Key(name) | Self::IntKey(name) | Self::Named(name) => visit(name),
            Self::Optional(inner) | Self::List(inner) | Self::Map(inner) => inner.names(visit),
            _ => {}
        }
    }

    /// The type in Rust.
    #[must_use]
    pub fn tokens(&self) -> TokenStream {
        match self {
            Self::Text => quote!(String),
            Self::Integer => quote!(i64),
            Self::Number => quote!(f64),
            Self::Boolean => quote!(bool),
            Self::Timestamp => quote!(Timestamp),
            Self::Date => quote!(Date),
            Self::Json => quote!(Json),
            Self::Key(entity) => {
                let entity = format_ident!("{entity}");
                quote!(Key<#entity>)
            }
            Self::IntKey(entity) => {
                let entity = format_ident!("{entity}");
                quote!(IntKey<#entity>)
            }
            Self::Named(name) => {
                let name = format_ident!("{name}");
                quote!(#name)
            }
            Self::Optional(inner) => {
                let inner = inner.tokens();
                quote!(Option<#inner>)
            }
            Self::List(inner) => {
                let inner = inner.tokens();
                quote!(Vec<#inner>)
            }
            Self::Map(inner) => {
                let inner = inner.tokens();
                quote!(BTreeMap<String, #inner>)
            }
        }
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Text => f.write_str("String"),
            Self::Integer => f.write_str("i64"),
            Self::Number => f.write_str("f64"),
            Self::Boolean => f.write_str("bool"),
            Self::Timestamp => f.write_str("Timestamp"),
            Self::Date => f.write_str("Date"),
            Self::Json => f.write_str("Json"),
            Self::Key(entity) => write!(f, "Key<{entity}>"),
            Self::IntKey(entity) => write!(f, "IntKey<{entity}>"),
            Self::Named(name) => f.write_str(name),
            Self::Optional(inner) => write!(f, "Option<{inner}>"),
            Self::List(inner) => write!(f, "Vec<{inner}>"),
            Self::Map(inner) => write!(f, "BTreeMap<String, {inner}>"),
        }
    }
}

fn plain_name(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => path.path.get_ident().map(ToString::to_string),
        _ => None,
    }
}
