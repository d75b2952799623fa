//! The model of one service: what `service.rs` says, as data.
//!
//! `parse_model` reads the syntax and knows nothing of the spec; names are bound to each other and
//! to the spec's arguments by `resolve`.

mod bound_nesting;
mod kind;
mod parse_attributes;
mod parse_model;
mod parse_structs;
mod parse_tool;
mod tool;

use proc_macro2::{Ident, Span};

pub use kind::Kind;
pub use parse_attributes::derives;
pub use parse_model::{imports_of, parse_model};
pub use parse_structs::snake_case;
pub use tool::{
    ArgumentGroup, CaseModel, Expected, FilterModel, OperationModel, OptionsModel, PagePart,
    PartModel, Relation, ReturnModel, SortModel, ToolModel,
};

/// Everything that a `service.rs` says.
#[derive(Debug)]
pub struct ParsedModel {
    /// The lines of the file's own documentation.
    pub docs: Vec<String>,
    /// The struct of tables.
    pub state: StateModel,
    /// Entities, records and argument structs, in the order of the file.
    pub structs: Vec<StructModel>,
    /// Enums whose variants have no data.
    pub choices: Vec<ChoiceModel>,
    /// The functions of the trait `Tools`.
    pub tools: Vec<ToolModel>,
    /// The state that the contract tests start from.
    pub fixture: Option<FixtureModel>,
    /// What the file imports, one entry a name.
    pub imports: Vec<ImportModel>,
    /// Functions, constants, `impl` blocks and plain types beside the model.
    pub items: Vec<syn::Item>,
}

/// The state: one table an entity.
#[derive(Debug)]
pub struct StateModel {
    /// The struct's name.
    pub ident: Ident,
    /// The tables, in order.
    pub tables: Vec<TableModel>,
    /// The struct as it was written.
    pub item: syn::ItemStruct,
}

/// One table of the state.
#[derive(Debug, Clone)]
pub struct TableModel {
    /// The field's name.
    pub ident: Ident,
    /// The entity of the rows.
    pub entity: String,
    /// Whether it holds one row: `One<Entity>`.
    pub is_single: bool,
    /// Whether that row is there from the start: `#[state(default)]`.
    pub has_default: bool,
    /// The entity's name in the type.
    pub span: Span,
}

/// What a struct of the model is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StructKind {
    /// The row of a table.
    Entity,
    /// A value inside a field.
    Record,
    /// A tool's arguments, written by the author instead of made from the spec.
    Args,
}

/// An entity, a record or an argument struct.
#[derive(Debug)]
pub struct StructModel {
    /// Which of the three.
    pub kind: StructKind,
    /// The struct's name.
    pub ident: Ident,
    /// Its documentation, on one line.
    pub doc: String,
    /// Its fields, in order.
    pub fields: Vec<FieldModel>,
    /// The struct as it was written.
    pub item: syn::ItemStruct,
}

/// How new keys are made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyForm {
    /// A counter in a format; `{}` for plain numbers.
    Sequence(String),
    /// A UUID.
    Uuid,
    /// A prefix and so many random characters.
    Token(String, usize),
}

/// What happens to a row when the row it refers to goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnDelete {
    /// The deletion fails.
    Restrict,
    /// The row goes too.
    Cascade,
    /// The reference is emptied.
    Clear,
}

/// A field with everything that its attributes say.
#[derive(Debug, Clone)]
pub struct FieldModel {
    /// The field's name in Rust.
    pub ident: Ident,
    /// The field's name in JSON.
    pub name: String,
    /// What it holds.
    pub kind: Kind,
    /// Where its type is written.
    pub type_span: Span,
    /// Whether it is (part of) the key.
    pub is_key: bool,
    /// How new keys are made.
    pub form: Option<KeyForm>,
    /// Whether no two rows share a value.
    pub is_unique: bool,
    /// Whether the reference may dangle.
    pub is_loose: bool,
    /// What happens when the row it refers to goes.
    pub on_delete: Option<OnDelete>,
    /// Least and greatest length.
    pub length: Option<(usize, usize)>,
    /// Least and greatest number.
    pub range: Option<(f64, f64)>,
    /// The regular expression that a text must match.
    pub pattern: Option<String>,
    /// The value of a row that is made without one.
    pub default: Option<DefaultModel>,
    /// Whether it is stamped when the row is made.
    pub is_created: bool,
    /// Whether it is stamped when the row changes.
    pub is_updated: bool,
    /// What it means to people.
    pub semantic: Option<String>,
}

/// What `default` says.
#[derive(Debug, Clone)]
pub enum DefaultModel {
    /// The type's own: empty, zero, `false`.
    OfType,
    /// An expression.
    Value(Box<syn::Expr>),
}

/// An enum whose values are written as texts.
#[derive(Debug)]
pub struct ChoiceModel {
    /// The enum's name.
    pub ident: Ident,
    /// Its documentation, on one line.
    pub doc: String,
    /// The variants and their names in JSON, in order.
    pub variants: Vec<(Ident, String)>,
    /// The enum as it was written.
    pub item: syn::ItemEnum,
}

/// The text of `FIXTURE`.
#[derive(Debug, Clone)]
pub struct FixtureModel {
    /// JSON text.
    pub text: String,
    /// The literal.
    pub span: Span,
}

/// One imported name.
#[derive(Debug, Clone)]
pub struct ImportModel {
    /// The path without the name, such as `std::collections`.
    pub path: Vec<String>,
    /// The name that is imported.
    pub name: String,
    /// The name under which it is used.
    pub alias: Option<String>,
    /// Where.
    pub span: Span,
}

impl ParsedModel {
    /// The struct of this kind and name.
    #[must_use]
    pub fn find_struct(&self, kind: StructKind, name: &str) -> Option<&StructModel> {
        self.structs.iter().find(|one| one.kind == kind && one.ident == name)
    }

    /// The entity of this name.
    #[must_use]
    pub fn entity(&self, name: &str) -> Option<&StructModel> {
        self.find_struct(StructKind::Entity, name)
    }

    /// The choice of this name.
    #[must_use]
    pub fn choice(&self, name: &str) -> Option<&ChoiceModel> {
        self.choices.iter().find(|choice| choice.ident == name)
    }

    /// The table of an entity.
    #[must_use]
    pub fn table_of(&self, entity: &str) -> Option<&TableModel> {
        self.state.tables.iter().find(|table| table.entity == entity)
    }

    /// The entities, in the order of the file.
    pub fn entities(&self) -> impl Iterator<Item = &StructModel> {
        self.structs.iter().filter(|one| one.kind == StructKind::Entity)
    }

    /// The names of all types that the model declares.
    pub fn type_names(&self) -> impl Iterator<Item = &Ident> {
        let structs = self.structs.iter().map(|one| &one.ident);
        std::iter::once(&self.state.ident)
            .chain(structs)
            .chain(self.choices.iter().map(|choice| &choice.ident))
    }
}

impl StructModel {
    /// The fields that make up the key, in order.
    pub fn key_fields(&self) -> impl Iterator<Item = &FieldModel> {
        self.fields.iter().filter(|field| field.is_key)
    }

    /// The position of the field with this name, in Rust or in JSON.
    #[must_use]
    pub fn position(&self, name: &str) -> Option<usize> {
        self.fields
            .iter()
            .position(|field| field.ident == name)
            .or_else(|| self.fields.iter().position(|field| field.name == name))
    }
}

impl FieldModel {
    /// Whether a row or a record can be made without a value for it.
    #[must_use]
    pub fn may_lack(&self) -> bool {
        self.default.is_some()
            || matches!(self.kind, Kind::Optional(_) | Kind::List(_) | Kind::Map(_))
    }

    /// The field's name in Rust without `r#`.
    #[must_use]
    pub fn plain_name(&self) -> String {
        use syn::ext::IdentExt;
        self.ident.unraw().to_string()
    }
}

/// The place of a token in the model's file.
#[must_use]
pub fn place(span: Span) -> crate::diagnostics::Place {
    crate::diagnostics::Place::from(span.byte_range())
}
