//! Pass 4, `resolve`: binds the model's functions to the spec's tools, and arguments to fields.
//!
//! In: a [`Spec`] and a [`ParsedModel`]. Out: a [`ResolvedService`], in which every argument has a
//! name in Rust, a type and a role. A function that is a part of a tool gets a tool of its own
//! first, in `split_tools`.
//! Not here: whether types agree; `check` says that.

mod assign_names;
mod bind_arguments;
mod bind_keys;
mod read_absent;
mod read_signature;
mod read_subject;
mod resolve_service;
mod scan_tables;
mod split_tools;
mod type_arguments;
mod use_arguments;

use proc_macro2::Ident;
use serde_json::Value;
use syn::Expr;

use crate::model::{
    Kind, OperationModel, PagePart, ParsedModel, Relation, StructModel, TableModel,
};
use crate::spec::Spec;

pub use assign_names::{CORE_NAMES, PRELUDE_NAMES, field_ident};
pub use resolve_service::resolve;
pub use type_arguments::leaves;

/// A service whose names are all bound.
#[derive(Debug)]
pub struct ResolvedService {
    /// What the tools take; a part of a tool is a tool of its own.
    pub spec: Spec,
    /// What they mean.
    pub model: ParsedModel,
    /// One entry a tool, in the order of the spec.
    pub tools: Vec<ResolvedTool>,
    /// The tools that parts answer, which are themselves not among `tools`.
    pub wholes: Vec<Whole>,
}

/// A tool that parts answer.
#[derive(Debug)]
pub struct Whole {
    /// The tool as the spec lists it.
    pub tool: crate::spec::Tool,
    /// The argument that says which part a call is of.
    pub argument: String,
    /// What that argument is when it is left out.
    pub default: Option<String>,
}

/// Which part of which tool something is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The position among the wholes.
    pub whole: usize,
    /// The values of the whole's argument that mean this part.
    pub values: Vec<String>,
}

/// A tool as the spec lists it, and what answers it.
pub struct ListedTool<'a> {
    /// The tool.
    pub spec: &'a crate::spec::Tool,
    /// How its parts are told apart, when it has parts.
    pub whole: Option<&'a Whole>,
    /// Its parts; itself alone when it has none.
    pub tools: &'a [ResolvedTool],
}

/// How a tool is answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Implementation {
    /// The compiler writes the body.
    Declared,
    /// The author wrote the body.
    Written,
    /// The world model answers.
    Simulated {
        /// The name of the reason.
        reason: String,
        /// The reason in words.
        why: String,
    },
}

/// The form of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Returns {
    /// One row.
    Row,
    /// A page of rows.
    Page,
    /// A plain list of rows.
    List,
    /// A number.
    Number,
    /// Something else.
    Other,
}

/// A tool with its arguments bound.
#[derive(Debug)]
pub struct ResolvedTool {
    /// Its position in the spec.
    pub spec_index: usize,
    /// The position of it, or of the tool that it is a part of, in the spec as it was read.
    pub listed_index: usize,
    /// Which part of a tool it is.
    pub part: Option<Part>,
    /// Its position in the model.
    pub model_index: usize,
    /// The function's name.
    pub ident: Ident,
    /// The name of its arguments' struct.
    pub args_ident: Ident,
    /// Whether the author wrote that struct.
    pub has_own_args: bool,
    /// How it is answered.
    pub implementation: Implementation,
    /// What it does, when that is declared.
    pub operation: Option<OperationModel>,
    /// The entity that it is about.
    pub entity: Option<String>,
    /// That entity's table.
    pub table: Option<TableModel>,
    /// Its arguments, in the order of the spec.
    pub arguments: Vec<ResolvedArgument>,
    /// Types that only its arguments have.
    pub new_types: Vec<NewType>,
    /// The arguments that make up the key.
    pub keys: Vec<Binding>,
    /// The arguments that are stored.
    pub sets: Vec<Binding>,
    /// The fields with fixed values.
    pub fixes: Vec<(usize, Expr)>,
    /// What must hold of the row before.
    pub requires: Vec<(usize, Vec<Expr>)>,
    /// The arguments that narrow a list.
    pub filters: Vec<ResolvedFilter>,
    /// List fields and the arguments with their new or old items.
    pub items: Vec<(usize, usize)>,
    /// The field of the order, and whether the greatest comes first.
    pub sort: Option<(usize, bool)>,
    /// The arguments that say the order.
    pub order: OrderArguments,
    /// The arguments that say which page.
    pub page: Vec<(PagePart, usize)>,
    /// The form of the answer.
    pub returns: Returns,
    /// The tables that it reads.
    pub reads: Vec<String>,
    /// The tables that it writes.
    pub writes: Vec<String>,
    /// Whether a written tool takes the state as `&mut`.
    pub is_write: bool,
}

impl ResolvedTool {
    /// The argument that is a list of keys: the tool does the same to each of these rows.
    #[must_use]
    pub fn each(&self) -> Option<usize> {
        let mut arguments = self.keys.iter().flat_map(|key| key.arguments.iter().copied());
        arguments.find(|argument| self.arguments[*argument].kind.item().is_some())
    }
}

/// The arguments with which a caller chooses the order of a list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OrderArguments {
    /// The field's name.
    pub by: Option<usize>,
    /// Whether the least or the greatest comes first.
    pub direction: Option<usize>,
}

impl OrderArguments {
    /// Those that there are.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.by.into_iter().chain(self.direction)
    }
}

/// One argument of a tool.
#[derive(Debug, Clone)]
pub struct ResolvedArgument {
    /// Its name in JSON.
    pub name: String,
    /// Its name in Rust.
    pub ident: Ident,
    /// Its type, with `Option` when it may be left out.
    pub kind: Kind,
    /// What it is when it is left out.
    pub default: Option<Value>,
    /// The value that says the same as giving none.
    pub absent: Option<Value>,
    /// Whether the spec has it among the required.
    pub is_required: bool,
    /// What it is for.
    pub role: Role,
}

/// What an argument is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Nothing known: a written tool reads it.
    Free,
    /// (Part of) the key.
    Key,
    /// The value of a field.
    Set,
    /// Narrows a list.
    Filter,
    /// Items of a list field.
    Items,
    /// The page.
    Page,
    /// The order.
    Order,
    /// Accepted without effect.
    Ignored,
    /// Left to the world model, with the whole call that gives it.
    Simulated,
}

/// A field and the arguments that give its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    /// The field; `None` when one argument is the whole composite key.
    pub field: Option<usize>,
    /// One argument, or the parts of a composite reference.
    pub arguments: Vec<usize>,
}

/// A filter with its fields and arguments bound.
#[derive(Debug, Clone)]
pub struct ResolvedFilter {
    /// The fields.
    pub fields: Vec<usize>,
    /// How they are compared.
    pub relation: Relation,
    /// One argument, or the parts of a composite reference.
    pub arguments: Vec<usize>,
}

/// A type that a tool's arguments bring along.
#[derive(Debug, Clone)]
pub enum NewType {
    /// A choice: its name, and its variants with their names in JSON.
    Choice(Ident, Vec<(Ident, String)>),
    /// A record.
    Record {
        /// Its name.
        ident: Ident,
        /// Its members.
        members: Vec<ResolvedArgument>,
        /// Whether the spec accepts other members too.
        is_open: bool,
    },
}

impl ResolvedService {
    /// The struct of the entity that a tool is about.
    ///
    /// # Panics
    /// When the tool is about none; declared tools always are.
    #[must_use]
    pub fn entity_of(&self, tool: &ResolvedTool) -> &StructModel {
        let name = tool.entity.as_deref().expect("a declared tool is about an entity");
        self.model.entity(name).expect("resolve looked the entity up")
    }

    /// The tool's part of the spec.
    #[must_use]
    pub fn spec_of(&self, tool: &ResolvedTool) -> &crate::spec::Tool {
        &self.spec.tools[tool.spec_index]
    }

    /// The name by which a tool is called: that of the whole for a part.
    #[must_use]
    pub fn called_name(&self, tool: &ResolvedTool) -> &str {
        match &tool.part {
            Some(part) => &self.wholes[part.whole].tool.name,
            None => &self.spec_of(tool).name,
        }
    }

    /// The tools as the spec lists them.
    pub fn listed(&self) -> impl Iterator<Item = ListedTool<'_>> {
        let chunks = self.tools.chunk_by(|one, next| one.listed_index == next.listed_index);
        chunks.map(|tools| {
            let whole = tools[0].part.as_ref().map(|part| &self.wholes[part.whole]);
            let spec = whole.map_or_else(|| self.spec_of(&tools[0]), |whole| &whole.tool);
            ListedTool { spec, whole, tools }
        })
    }

    /// The table whose row a filter's required arguments must name, when they name one.
    #[must_use]
    pub fn parent_table(
        &self,
        tool: &ResolvedTool,
        filter: &ResolvedFilter,
    ) -> Option<&TableModel> {
        let field = &self.entity_of(tool).fields[*filter.fields.first()?];
        let is_reference = matches!(field.kind.required(), Kind::Key(_) | Kind::IntKey(_));
        let is_given =
            filter.arguments.iter().all(|argument| !tool.arguments[*argument].kind.is_optional());
        if filter.relation != Relation::Equals || !is_reference || field.is_loose || !is_given {
            return None;
        }
        // An argument with a default need not be meant by the caller.
        let is_required =
            filter.arguments.iter().all(|argument| tool.arguments[*argument].is_required);
        let own_key = field.is_key && field.kind.entity() == tool.entity.as_deref();
        if !is_required || own_key {
            return None;
        }
        let table = self.model.table_of(field.kind.entity()?)?;
        (!table.is_single).then_some(table)
    }

    /// Whether a type is a choice of the model or of some tool's arguments.
    #[must_use]
    pub fn is_choice(&self, name: &str) -> bool {
        self.model.choice(name).is_some()
            || self
                .tools
                .iter()
                .flat_map(|tool| &tool.new_types)
                .any(|new| matches!(new, NewType::Choice(ident, _) if ident == name))
    }
}

impl ListedTool<'_> {
    /// How it is answered on the whole: simulated where every part is, written where one is.
    #[must_use]
    pub fn implementation(&self) -> &Implementation {
        let all = || self.tools.iter().map(|tool| &tool.implementation);
        let is_simulated = |one: &&Implementation| matches!(one, Implementation::Simulated { .. });
        let is_written = |one: &&Implementation| **one == Implementation::Written;
        let computed = all().find(is_written).or_else(|| all().find(|one| !is_simulated(one)));
        computed.unwrap_or(&self.tools[0].implementation)
    }
}
