//! What a service lets an agent find and do, read off its tools' semantics once a catalog.

mod kind;
mod parameters;

use std::collections::BTreeSet;

use compoworld_core::{
    FieldInfo, KeyForm, Operation, Relation, Returns, Semantic, ServiceDef, Shape, TableInfo, Tool,
};
use serde_json::{Map, Value};

use super::meaning::{Thing, meaning_of, thing_of};
use super::populate::ServicePlan;
pub use kind::{Fit, Fits, Kind, Kinds, is_list, kind_of};
pub use parameters::Parameters;

/// What one service lets an agent do.
#[derive(Debug)]
pub struct Ability {
    /// The service.
    pub service: &'static ServiceDef,
    /// How its tables are filled.
    pub filling: ServicePlan,
    /// Its tables about which something can be found or done.
    pub tables: Vec<TableAbility>,
    /// The kinds of values that can be found here.
    pub offers: Kinds,
    /// The kinds of values that can be used here.
    pub takes: Kinds,
    /// The kinds of values by which rows can be found here.
    pub finds: Kinds,
    /// The kinds of values that can be stored in rows that are there.
    pub changes: Kinds,
    /// The kinds of values that can be stored in new rows.
    pub creates: Kinds,
    /// The kinds of values that can be stored in new rows of which an identifier is made.
    pub creates_keyed: Kinds,
}

/// What can be found in one table, and done to it.
#[derive(Debug)]
pub struct TableAbility {
    /// The table's position in the state.
    pub index: usize,
    /// The table.
    pub info: &'static TableInfo,
    /// What its rows are.
    pub thing: Thing,
    /// Its fields, in the order of the entity.
    pub fields: Vec<FieldAbility>,
    /// The tools that find rows.
    pub finders: Vec<Finder>,
    /// The tools that change rows.
    pub acts: Vec<Act>,
}

/// A field, and what the planner makes of it.
#[derive(Debug)]
pub struct FieldAbility {
    /// The field.
    pub info: &'static FieldInfo,
    /// What it means.
    pub meaning: Semantic,
    /// What its values are when they flow.
    pub kind: Option<Kind>,
    /// What can be stored in it.
    pub fits: Fits,
}

/// A tool that finds rows.
#[derive(Debug)]
pub struct Finder {
    /// The tool.
    pub tool: &'static Tool,
    /// The key arguments and the positions of their fields; empty for lists.
    pub keys: Vec<(&'static str, usize)>,
    /// The arguments that narrow the list.
    pub filters: Vec<FilterUse>,
    /// Required arguments without an effect.
    pub rest: Map<String, Value>,
}

/// An argument that narrows a list.
#[derive(Debug)]
pub struct FilterUse {
    /// The argument.
    pub argument: &'static str,
    /// The positions of the fields that it is compared with.
    pub fields: Vec<usize>,
    /// How.
    pub relation: Relation,
    /// Whether it must be given.
    pub required: bool,
}

/// A tool that changes rows.
#[derive(Debug)]
pub struct Act {
    /// The tool.
    pub tool: &'static Tool,
    /// The operation.
    pub operation: Operation,
    /// The key arguments and the positions of their fields; empty for a create.
    pub keys: Vec<(&'static str, usize)>,
    /// The arguments that are stored.
    pub sets: Vec<SetUse>,
    /// The fields that get a fixed value.
    pub fixes: Vec<(usize, Value)>,
    /// What must hold of the row before.
    pub requires: Vec<(usize, Vec<Value>)>,
    /// Required arguments without an effect.
    pub rest: Map<String, Value>,
    /// Whether it makes a row whose identifier the service chooses.
    pub makes_key: bool,
}

/// An argument that is stored in a field.
#[derive(Debug)]
pub struct SetUse {
    /// The argument.
    pub argument: &'static str,
    /// The position of the field.
    pub field: usize,
    /// Whether it must be given.
    pub required: bool,
    /// Whether the argument is a list of items.
    pub array: bool,
    /// The words that the schema restricts it to.
    pub words: Option<Vec<String>>,
    /// Whether it may hold a value from elsewhere: the act does not need too many others from the
    /// instruction.
    pub can_carry: bool,
}

impl Ability {
    /// Reads a service's abilities, where an act may need so many values from the instruction; `None`
    /// when nothing can be planned with it.
    #[must_use]
    pub fn of(service: &'static ServiceDef, given_max: usize) -> Option<Self> {
        let tables: Vec<TableAbility> = service
            .state
            .tables
            .iter()
            .enumerate()
            .filter(|(_, table)| !table.single)
            .map(|(index, info)| TableAbility::of((service, given_max), index, info))
            .filter(|table| !table.finders.is_empty() || !table.acts.is_empty())
            .collect();
        let (mut offers, mut takes, mut finds) = <(Kinds, Kinds, Kinds)>::default();
        let (mut changes, mut creates, mut creates_keyed) = <(Kinds, Kinds, Kinds)>::default();
        for table in &tables {
            if !table.finders.is_empty() {
                for kind in table.fields.iter().filter_map(|field| field.kind) {
                    offers.add(kind);
                    if kind != Kind::Key {
                        takes.add(kind);
                        finds.add(kind);
                    }
                }
            }
            for act in &table.acts {
                let mut stored = Kinds::default();
                for set in act.sets.iter().filter(|set| set.can_carry) {
                    stored.join(table.fields[set.field].fits.kinds());
                }
                takes.join(stored);
                if act.operation != Operation::Create {
                    changes.join(stored);
                    continue;
                }
                offers.add(Kind::Key);
                creates.join(stored);
                if act.makes_key {
                    creates_keyed.join(stored);
                }
            }
        }
        (!tables.is_empty()).then(|| {
            let filling = ServicePlan::of(service);
            Self { service, filling, tables, offers, takes, finds, changes, creates, creates_keyed }
        })
    }

    /// The table of an entity, if something can be found in it.
    #[must_use]
    pub fn table_of(&self, entity: &str) -> Option<&TableAbility> {
        self.position_of(entity).map(|at| &self.tables[at])
    }

    /// The position of an entity's table among the tables.
    #[must_use]
    pub fn position_of(&self, entity: &str) -> Option<usize> {
        self.tables.iter().position(|table| table.info.row.name == entity)
    }
}

impl FieldAbility {
    /// Whether the field, or an item of its list, is a value of a kind.
    #[must_use]
    pub fn holds(&self, kind: Kind) -> bool {
        let listed = || is_list(&self.info.shape) && self.fits.get(kind) == Some(Fit::Exact);
        self.kind == Some(kind) || listed()
    }
}

impl TableAbility {
    fn of(
        (service, given_max): (&'static ServiceDef, usize),
        index: usize,
        info: &'static TableInfo,
    ) -> Self {
        let row = info.row;
        let fields = row.fields.iter().map(|field| FieldAbility {
            info: field,
            meaning: meaning_of(row, field),
            kind: kind_of(row, field),
            fits: Fits::of(row, field),
        });
        let about = service
            .deeds()
            .filter(|tool| tool.semantics.entity == row.name && !tool.is_simulated());
        let about: Vec<&'static Tool> = about.collect();
        Self {
            index,
            info,
            thing: thing_of(row.name),
            fields: fields.collect(),
            finders: about.iter().filter_map(|tool| read_finder(tool, info)).collect(),
            acts: about
                .iter()
                .filter_map(|tool| read_act(tool, (service, given_max), info))
                .collect(),
        }
    }
}

impl Finder {
    /// Whether it shows the one row of a key.
    #[must_use]
    pub fn is_get(&self) -> bool {
        self.tool.semantics.operation == Operation::Get
    }
}

/// The keys with the positions of their fields; `None` when one is not a plain field of its own.
fn read_keys(tool: &Tool, table: &TableInfo) -> Option<Vec<(&'static str, usize)>> {
    // A list of keys is no key.
    let names_several = tool.semantics.returns == Returns::List
        && !matches!(tool.semantics.operation, Operation::List | Operation::Search);
    if names_several && tool.semantics.operation != Operation::Written {
        return None;
    }
    let keys: Option<Vec<_>> = tool
        .semantics
        .keys
        .iter()
        .map(|binding| Some((binding.argument, table.row.position(binding.field)?)))
        .collect();
    let keys = keys?;
    let fields: BTreeSet<usize> = keys.iter().map(|(_, field)| *field).collect();
    (fields.len() == keys.len()).then_some(keys)
}

fn read_finder(tool: &'static Tool, table: &TableInfo) -> Option<Finder> {
    let semantics = &tool.semantics;
    if !matches!(semantics.operation, Operation::Get | Operation::List | Operation::Search)
        || !tool.is_read()
    {
        return None;
    }
    let parameters = Parameters::of(tool);
    let keys = read_keys(tool, table)?;
    let filters: Vec<FilterUse> = semantics
        .filters
        .iter()
        .filter_map(|filter| {
            let fields: Vec<usize> =
                filter.fields.iter().filter_map(|field| table.row.position(field)).collect();
            (!fields.is_empty()).then(|| FilterUse {
                argument: filter.argument,
                fields,
                relation: filter.relation,
                required: parameters.requires(filter.argument),
            })
        })
        .collect();
    let limit = Some(semantics.limit).filter(|name| !name.is_empty());
    let known = keys.iter().map(|(argument, _)| *argument);
    let known = known.chain(filters.iter().map(|filter| filter.argument)).chain(limit);
    let rest = parameters.fill_rest(&known.collect())?;
    if semantics.operation == Operation::Get && keys.is_empty() {
        return None;
    }
    Some(Finder { tool, keys, filters, rest })
}

/// What a tool changes; `None` when an instruction cannot say all that it must store.
fn read_act(
    tool: &'static Tool,
    (service, given_max): (&ServiceDef, usize),
    table: &TableInfo,
) -> Option<Act> {
    let semantics = &tool.semantics;
    let operation = semantics.operation;
    if tool.is_read()
        || !matches!(
            operation,
            Operation::Create | Operation::Update | Operation::Append | Operation::Delete
        )
    {
        return None;
    }
    let parameters = Parameters::of(tool);
    let keys = if operation == Operation::Create { Vec::new() } else { read_keys(tool, table)? };
    let mut sets = Vec::new();
    // A caller who chooses a new row's key stores it like any other field.
    let own_keys = if operation == Operation::Create { semantics.keys } else { &[] };
    for binding in own_keys.iter().chain(semantics.sets) {
        let Some(field) = table.row.position(binding.field) else { continue };
        if keys.iter().any(|(argument, _)| *argument == binding.argument) {
            continue;
        }
        sets.push(SetUse {
            argument: binding.argument,
            field,
            required: parameters.requires(binding.argument),
            array: parameters.is_array(binding.argument),
            words: parameters.words(binding.argument),
            can_carry: false,
        });
    }
    if sets.iter().any(|set| set.required && !can_be_given(service, table, set)) {
        return None;
    }
    let n_required = sets.iter().filter(|set| set.required).count();
    if n_required > given_max + 1 {
        return None;
    }
    for set in &mut sets {
        set.can_carry = n_required - usize::from(set.required) <= given_max;
    }
    let mut fields = BTreeSet::new();
    if !sets.iter().all(|set: &SetUse| fields.insert(set.field)) {
        // Two arguments for one field: the parts of a composite reference.
        return None;
    }
    let known = keys.iter().map(|(argument, _)| *argument);
    let known: BTreeSet<&str> = known.chain(sets.iter().map(|set| set.argument)).collect();
    let rest = parameters.fill_rest(&known)?;
    let parse = |text: &str| serde_json::from_str::<Value>(text).ok();
    let fixes = semantics
        .fixes
        .iter()
        .filter_map(|(field, value)| Some((table.row.position(field)?, parse(value)?)));
    let requires = semantics.requires.iter().filter_map(|(field, values)| {
        Some((table.row.position(field)?, parse(values)?.as_array()?.clone()))
    });
    if operation != Operation::Create && keys.is_empty() {
        return None;
    }
    Some(Act {
        tool,
        operation,
        keys,
        fixes: fixes.collect(),
        requires: requires.collect(),
        makes_key: operation == Operation::Create && chooses_key(table, &sets),
        sets,
        rest,
    })
}

/// Whether there are words for an argument: not for bare JSON and for lists of anything but texts.
fn can_be_given(service: &ServiceDef, table: &TableInfo, set: &SetUse) -> bool {
    let shape = table.row.fields[set.field].shape;
    let is_held = |entity: &str| service.state.tables.iter().any(|it| it.row.name == entity);
    match shape.required() {
        Shape::List(inner) => matches!(**inner, Shape::Text),
        Shape::Text
        | Shape::Number
        | Shape::Integer
        | Shape::Boolean
        | Shape::Date
        | Shape::Timestamp
        | Shape::Choice(_) => true,
        _ => shape.refers_to().is_some_and(is_held),
    }
}

/// Whether the service chooses the identifier of a row that is made with these arguments.
fn chooses_key(table: &TableInfo, sets: &[SetUse]) -> bool {
    let mut keys = table.row.fields.iter().enumerate().filter(|(_, field)| field.key);
    let (Some((key, _)), None) = (keys.next(), keys.next()) else { return false };
    table.row.key_form != KeyForm::Given && sets.iter().all(|set| set.field != key)
}

/// Whether the shape is a closed list of names.
#[must_use]
pub fn choices_of(shape: &Shape) -> Option<&'static [&'static str]> {
    match shape.required() {
        Shape::Choice(names) => Some(names),
        _ => None,
    }
}
