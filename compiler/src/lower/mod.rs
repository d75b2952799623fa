//! Pass 6, `lower_operations`: decides where every value of a declared tool comes from.
//!
//! In: a checked [`ResolvedService`]. Out: a [`LoweredService`], with one [`Body`] a tool.
//! Not here: Rust; `emit` writes it and decides nothing.

mod lower_operations;
mod new_row;

use syn::Expr;

use crate::model::{DefaultModel, Kind, PagePart};
use crate::resolve::{OrderArguments, ResolvedFilter, ResolvedService};

pub use lower_operations::lower_operations;

/// A service whose declared tools have bodies.
#[derive(Debug)]
pub struct LoweredService {
    /// What was resolved.
    pub service: ResolvedService,
    /// One entry a tool.
    pub bodies: Vec<Body>,
}

/// What a tool does, step by step.
#[derive(Debug)]
pub enum Body {
    /// The author wrote it.
    Written,
    /// The world model answers.
    Simulated,
    /// Adds a row.
    Create(NewRow),
    /// Reads a row.
    Get {
        /// Which.
        key: Option<KeySource>,
        /// What it must pass to be found.
        within: Vec<ResolvedFilter>,
        /// What must hold of it.
        checks: Vec<Check>,
    },
    /// Reads rows.
    List {
        /// What they must pass.
        filters: Vec<ResolvedFilter>,
        /// The field of the order, and whether the greatest comes first.
        sort: Option<(usize, bool)>,
        /// The arguments that say the order.
        order: OrderArguments,
        /// The arguments that say which page.
        page: Vec<(PagePart, usize)>,
    },
    /// Counts rows.
    Count {
        /// What they must pass.
        filters: Vec<ResolvedFilter>,
    },
    /// Changes a row.
    Update {
        /// Which.
        key: Option<KeySource>,
        /// What it must pass to be found.
        within: Vec<ResolvedFilter>,
        /// What must hold of it.
        checks: Vec<Check>,
        /// What becomes of it.
        changes: Vec<Change>,
    },
    /// Changes a row, or adds it.
    Upsert {
        /// Which.
        key: Option<KeySource>,
        /// What must hold of it when it is there.
        checks: Vec<Check>,
        /// What becomes of it when it is there.
        changes: Vec<Change>,
        /// The row when it is not.
        new: NewRow,
    },
    /// Removes a row.
    Delete {
        /// Which.
        key: KeySource,
        /// What it must pass to be found.
        within: Vec<ResolvedFilter>,
        /// What must hold of it.
        checks: Vec<Check>,
    },
}

/// Where the key of the row comes from.
#[derive(Debug, Clone)]
pub enum KeySource {
    /// One argument is the whole key.
    Argument(usize),
    /// Several arguments are its parts.
    Parts(Vec<usize>),
    /// One argument is a list of keys; the same is done to each row.
    Each(usize),
}

/// A row that is made.
#[derive(Debug)]
pub struct NewRow {
    /// The value of each field, in the order of the struct.
    pub values: Vec<Value>,
}

/// Where a field's first value comes from.
#[derive(Debug, Clone)]
pub enum Value {
    /// `args.subject`
    Argument(usize),
    /// `Some(args.subject)`
    Wrapped(usize),
    /// `args.status.unwrap_or(Status::Open)`
    ArgumentOr(usize, DefaultModel),
    /// `args.id`, or a new key.
    ArgumentOrKey(usize),
    /// A composite reference of several arguments.
    Composite {
        /// The parts.
        arguments: Vec<usize>,
        /// Whether the field is an `Option`.
        is_wrapped: bool,
    },
    /// A composite reference, when all of its parts are given.
    OptionalComposite(Vec<usize>),
    /// A new key by the entity's form.
    NewKey,
    /// One more than the greatest number within the parts of the key before it.
    NextNumber {
        /// The key's parts before it.
        within: Vec<usize>,
    },
    /// The present instant or day.
    Stamp,
    /// A fixed value.
    Fixed(Box<Expr>),
    /// The field's default.
    Default(DefaultModel),
    /// `None`, an empty list, an empty map.
    Empty,
}

/// What must hold of a row.
#[derive(Debug, Clone)]
pub struct Check {
    /// The field.
    pub field: usize,
    /// The values that it may have.
    pub values: Vec<Expr>,
}

/// What becomes of a field.
#[derive(Debug, Clone)]
pub enum Change {
    /// The argument's value, when it is given.
    Set {
        /// The field.
        field: usize,
        /// One argument, or the parts of a composite reference.
        arguments: Vec<usize>,
    },
    /// A fixed value.
    Fix(usize, Box<Expr>),
    /// The items that are not there yet are added.
    Append(usize, usize),
    /// The items are taken out.
    Detach(usize, usize),
    /// The present instant or day.
    Stamp(usize),
}

/// Whether the kind starts empty when nothing says otherwise.
#[must_use]
pub fn starts_empty(kind: &Kind) -> bool {
    matches!(kind, Kind::Optional(_) | Kind::List(_) | Kind::Map(_))
}
