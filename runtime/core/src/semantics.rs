//! What a tool does, as data: what planning, verification and grading work from.

use std::fmt;

/// The kinds of operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operation {
    /// Adds one row.
    Create,
    /// Reads one row by its key.
    Get,
    /// Reads the rows that pass the filters, page by page.
    List,
    /// Like `List`, by words in texts.
    Search,
    /// Changes named fields of one row.
    Update,
    /// Changes the row, or adds it.
    Upsert,
    /// Removes one row.
    Delete,
    /// Adds items to a list field of one row.
    Append,
    /// Removes items from a list field of one row.
    Detach,
    /// Counts the rows that pass the filters.
    Count,
    /// Logic that an author wrote; only its reads and writes are known.
    Written,
    /// Answered by the world model.
    Simulated,
}

impl Operation {
    /// Whether the operation leaves the state as it is.
    #[must_use]
    pub const fn is_read(self) -> bool {
        matches!(self, Self::Get | Self::List | Self::Search | Self::Count)
    }

    /// The operation's name in the dialect.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
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
            Self::Written => "written",
            Self::Simulated => "simulated",
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// An argument and the field that it names, by their JSON names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Binding {
    /// The argument: a property of the arguments' object.
    pub argument: &'static str,
    /// The field.
    pub field: &'static str,
}

/// How a filter compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// The field equals the argument.
    Equals,
    /// The field is at least the argument.
    AtLeast,
    /// The field is at most the argument.
    AtMost,
    /// The field's text contains the argument's words, in any case.
    Contains,
    /// The field is one of the argument's items.
    OneOf,
    /// The field, a list, has the argument (or all of the argument's items).
    Has,
}

/// An argument that narrows a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Filter {
    /// The argument.
    pub argument: &'static str,
    /// The fields that it is compared with; more than one only for words in texts.
    pub fields: &'static [&'static str],
    /// How.
    pub relation: Relation,
}

/// The form of a tool's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Returns {
    /// One row of the entity.
    Row,
    /// A page of rows: `items`, `total`, `next_cursor`.
    Page,
    /// A plain array of rows.
    List,
    /// A number.
    Number,
    /// Something else.
    Other,
}

/// What a tool does.
#[derive(Debug, Clone, Copy)]
pub struct Semantics {
    /// The kind of operation.
    pub operation: Operation,
    /// The entity that it is about; empty when there is none.
    pub entity: &'static str,
    /// The arguments that make up the key of the row that it is about, in key order.
    pub keys: &'static [Binding],
    /// The arguments that are stored in fields.
    pub sets: &'static [Binding],
    /// The fields that get a fixed value, with the value as JSON text.
    pub fixes: &'static [(&'static str, &'static str)],
    /// What must hold of the row before: fields and their allowed values as a JSON array's text.
    pub requires: &'static [(&'static str, &'static str)],
    /// The arguments that narrow a list.
    pub filters: &'static [Filter],
    /// The argument that limits a list's length; empty when there is none.
    pub limit: &'static str,
    /// The arguments that the code knows nothing of: a call that gives one of them is the world
    /// model's. With each, the JSON text of the value that is the same as none; empty when there
    /// is none such.
    pub simulated: &'static [(&'static str, &'static str)],
    /// The tables that are read, by name.
    pub reads: &'static [&'static str],
    /// The tables that are written, by name.
    pub writes: &'static [&'static str],
    /// The form of the answer.
    pub returns: Returns,
}

impl Semantics {
    /// No knowledge: written logic about nothing in particular, or a tool whose parts know more.
    pub const UNKNOWN: Self = Self {
        operation: Operation::Written,
        entity: "",
        keys: &[],
        sets: &[],
        fixes: &[],
        requires: &[],
        filters: &[],
        limit: "",
        simulated: &[],
        reads: &[],
        writes: &[],
        returns: Returns::Other,
    };
}
