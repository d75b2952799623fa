//! What the trait's functions say of the tools.

use proc_macro2::{Ident, Span};
use syn::{Block, Expr, Lit, LitStr, Signature, Type};

use super::Kind;

/// One function of the trait `Tools`.
#[derive(Debug)]
pub struct ToolModel {
    /// The tool's name.
    pub ident: Ident,
    /// The lines of its documentation.
    pub docs: Vec<String>,
    /// What it does, when `#[tool(..)]` says so, and where.
    pub operation: Option<(OperationModel, Span)>,
    /// What else `#[tool(..)]` says.
    pub options: OptionsModel,
    /// Which part of which tool it is, when it is no tool by itself.
    pub part: Option<PartModel>,
    /// The calls that the contract tests make.
    pub cases: Vec<CaseModel>,
    /// The function's signature.
    pub signature: Signature,
    /// The body of a written tool.
    pub body: Option<Block>,
    /// What the signature says that it returns.
    pub returns: ReturnModel,
}

/// `part_of = tool, when(argument = "value")`
#[derive(Debug, Clone)]
pub struct PartModel {
    /// The tool of the spec.
    pub whole: Ident,
    /// The argument that says which part a call is of.
    pub argument: Ident,
    /// Its values that mean this part.
    pub values: Vec<LitStr>,
}

/// The operations of the dialect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OperationModel {
    /// Adds a row.
    Create,
    /// Reads one row.
    Get,
    /// Reads many rows.
    List,
    /// Reads the rows with these words in these texts.
    Search,
    /// Changes a row.
    Update,
    /// Changes a row or adds it.
    Upsert,
    /// Removes a row.
    Delete,
    /// Adds items to a list field.
    Append,
    /// Removes items from a list field.
    Detach,
    /// Counts rows.
    Count,
    /// Asks the world model, for a reason.
    Simulate {
        /// The name of the reason.
        reason: String,
        /// The reason in words.
        why: String,
    },
}

impl OperationModel {
    /// The operation's name in the dialect.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Get => "get",
            Self::List => "list",
            Self::Search => "search",
            Self::Update => "update",
            Self::Upsert => "upsert",
            Self::Delete => "delete",
            Self::Append => "append",
            Self::Detach => "detach",
            Self::Count => "count",
            Self::Simulate { .. } => "simulate",
        }
    }

    /// Whether it reads many rows.
    #[must_use]
    pub fn is_list(&self) -> bool {
        matches!(self, Self::List | Self::Search)
    }

    /// Whether it leaves the state as it is.
    #[must_use]
    pub fn is_read(&self) -> bool {
        matches!(self, Self::Get | Self::List | Self::Search | Self::Count)
    }
}

/// One argument, or the parts of a composite reference.
#[derive(Debug, Clone)]
pub struct ArgumentGroup {
    /// The arguments' names.
    pub names: Vec<Ident>,
}

/// The options of `#[tool(..)]`.
#[derive(Debug, Default)]
pub struct OptionsModel {
    /// `key(a, (b, c))`
    pub key: Option<(Vec<ArgumentGroup>, Span)>,
    /// `map(field = argument)`
    pub map: Vec<(Ident, ArgumentGroup)>,
    /// `set(field = expression)`
    pub set: Vec<(Ident, Expr)>,
    /// `require(field = [value, value])`
    pub require: Vec<(Ident, Vec<Expr>)>,
    /// `filter(..)` and the relations of `search(..)`.
    pub filter: Vec<FilterModel>,
    /// `append(field = argument)` and `detach(field = argument)`.
    pub items: Vec<(Ident, Ident)>,
    /// `sort(field, descending, by = argument, direction = argument)`
    pub sort: Option<SortModel>,
    /// `page(limit = argument)`
    pub page: Vec<(PagePart, Ident)>,
    /// `ignore(a, b)`
    pub ignore: Vec<Ident>,
    /// `simulated(a, b)`
    pub simulated: Vec<Ident>,
    /// `absent(argument = value)`
    pub absent: Vec<(Ident, Lit)>,
    /// `about = Entity`
    pub about: Option<Ident>,
    /// `types(argument = Type)`
    pub types: Vec<(Ident, Type)>,
    /// `reads(tables)`
    pub reads: Option<Vec<Ident>>,
    /// `writes(tables)`
    pub writes: Option<Vec<Ident>>,
}

/// How a filter compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// `=`
    Equals,
    /// `>=`
    AtLeast,
    /// `<=`
    AtMost,
    /// `~`
    Contains,
    /// `in`
    OneOf,
    /// `has`
    Has,
}

/// One filter.
#[derive(Debug, Clone)]
pub struct FilterModel {
    /// The fields that are compared; several for words in texts.
    pub fields: Vec<Ident>,
    /// How.
    pub relation: Relation,
    /// The argument; the field's own name when it is left out.
    pub argument: ArgumentGroup,
}

/// The order of a list.
#[derive(Debug, Clone, Default)]
pub struct SortModel {
    /// The field; the key when there is none.
    pub field: Option<Ident>,
    /// Whether the greatest comes first.
    pub is_descending: bool,
    /// The argument that names another field.
    pub by: Option<Ident>,
    /// The argument that says which end comes first.
    pub direction: Option<Ident>,
}

/// What an argument says about the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PagePart {
    /// How many rows.
    Limit,
    /// Where to go on.
    Cursor,
    /// How many rows to skip.
    Offset,
    /// The number of the page.
    Page,
}

/// What a function returns, by its signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReturnModel {
    /// Nothing.
    Nothing,
    /// One value.
    One(Kind),
    /// `Page<_>`
    Page(String),
    /// Something else, which only a written tool may return.
    Other,
}

/// One call of a contract test.
#[derive(Debug, Clone)]
pub struct CaseModel {
    /// The arguments' JSON text.
    pub args: (String, Span),
    /// What must come of it.
    pub expected: Expected,
    /// The attribute.
    pub span: Span,
}

/// What must come of a call.
#[derive(Debug, Clone)]
pub enum Expected {
    /// Data that contains this JSON.
    Ok(String, Span),
    /// An error with this code.
    Error(String, Span),
}
