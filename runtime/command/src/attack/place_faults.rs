//! Where each kind of fault can be put: read from what the compiler says of each tool, which the
//! attack itself does not know.

use compoworld_core::{FieldInfo, Operation, RecordInfo, Returns, Run, ServiceDef, Tool};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;

use super::fault::{Fault, FaultKind};

/// So many faults of each kind, at places drawn from those that the service has.
pub(super) fn place_faults(service: &'static ServiceDef, n_each: usize, seed: u64) -> Vec<Fault> {
    let seed = service
        .name
        .bytes()
        .fold(seed, |seed, byte| seed.wrapping_mul(31).wrapping_add(u64::from(byte)));
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut faults = Vec::new();
    for kind in FaultKind::ALL {
        let mut places: Vec<Fault> =
            service.tools.iter().flat_map(|tool| places_in(kind, service, tool)).collect();
        if kind == FaultKind::LeaksAcrossForks {
            places.truncate(1);
        }
        while places.len() > n_each {
            let dropped = random.random_range(0..places.len());
            places.swap_remove(dropped);
        }
        faults.extend(places);
    }
    faults
}

/// Where a tool or its parts can have this fault. What chooses a part is of no part itself.
fn places_in(
    kind: FaultKind,
    service: &'static ServiceDef,
    tool: &'static Tool,
) -> impl Iterator<Item = Fault> {
    let choice = tool.parts().map(|parts| parts.argument);
    let faults = tool.deeds().flat_map(move |deed| places(kind, service, deed));
    faults.filter(move |fault| Some(fault.argument.as_str()) != choice)
}

/// Where a tool can have this fault: each argument or field, or the tool as a whole.
fn places(kind: FaultKind, service: &'static ServiceDef, tool: &'static Tool) -> Vec<Fault> {
    use FaultKind as Kind;
    let whole = |applies: bool| if applies { vec![(String::new(), "")] } else { Vec::new() };
    let semantics = &tool.semantics;
    let operation = semantics.operation;
    let is_write = matches!(tool.run, Run::Write(_));
    let is_read = matches!(tool.run, Run::Read(_));
    let lists = matches!(semantics.returns, Returns::Page | Returns::List);
    let parts: Vec<(String, &'static str)> = match kind {
        _ if matches!(tool.run, Run::Simulated(..)) => Vec::new(),
        Kind::DroppedFilter => {
            let optional = semantics.filters.iter().filter(|one| !is_required(tool, one.argument));
            optional.map(|one| (one.argument.to_owned(), "")).collect()
        }
        Kind::SkippedRequired => {
            arguments(tool).filter(|name| is_required(tool, name)).map(|name| (name, "")).collect()
        }
        Kind::SkippedConstraint => {
            arguments(tool).filter(|name| is_typed(tool, name)).map(|name| (name, "")).collect()
        }
        Kind::ChoiceOutsideList => arguments(tool)
            .filter(|name| schema_of(tool, name).get("enum").is_some())
            .map(|name| (name, ""))
            .collect(),
        Kind::PageOneMore => {
            if semantics.limit.is_empty() {
                Vec::new()
            } else {
                vec![(semantics.limit.to_owned(), "")]
            }
        }
        Kind::PageRepeats => {
            let cursor = arguments(tool).find(|name| {
                name.to_lowercase().contains("cursor") || name.to_lowercase().contains("token")
            });
            cursor
                .filter(|_| semantics.returns == Returns::Page)
                .map(|name| (name, ""))
                .into_iter()
                .collect()
        }
        Kind::ListLosesItem => whole(lists),
        Kind::WrongFieldInAnswer => whole(semantics.returns != Returns::Number),
        Kind::WrongRow => whole(operation == Operation::Get),
        Kind::SwallowedField => {
            let stored = semantics.sets.iter().filter(|one| !is_required(tool, one.argument));
            stored.map(|one| (one.argument.to_owned(), one.field)).collect()
        }
        Kind::TouchesOtherField => {
            let stored = semantics
                .sets
                .iter()
                .filter(|one| operation == Operation::Update && !is_required(tool, one.argument));
            stored.map(|one| (one.argument.to_owned(), one.field)).collect()
        }
        Kind::HitsNeighbour => whole(matches!(operation, Operation::Update | Operation::Delete)),
        Kind::StaleStamp => {
            let stamp = fields(service, tool)
                .find(|field| matches!(field.name, "updated_at" | "updatedAt" | "updated"));
            stamp
                .filter(|_| operation == Operation::Update)
                .map(|field| (String::new(), field.name))
                .into_iter()
                .collect()
        }
        Kind::ErrorThatMutates => whole(is_write),
        Kind::DeleteKeepsRow => whole(operation == Operation::Delete),
        Kind::CreateKeepsNothing => whole(operation == Operation::Create),
        Kind::LostReference => semantics
            .sets
            .iter()
            .filter(|one| {
                fields(service, tool)
                    .any(|field| field.name == one.field && is_plain_reference(field))
            })
            .map(|one| (one.argument.to_owned(), one.field))
            .collect(),
        Kind::ReadThatWrites => whole(is_read),
        Kind::SecondCallWrites => whole(is_write && tool.hints.idempotent == Some(true)),
        Kind::UnstableAnswer => whole(true),
        Kind::LeaksAcrossForks => whole(is_write),
    };
    parts.into_iter().map(|(argument, field)| Fault { kind, tool, argument, field }).collect()
}

fn is_plain_reference(field: &FieldInfo) -> bool {
    use compoworld_core::Shape;
    !field.loose && !field.key && matches!(field.shape.required(), Shape::Key(_) | Shape::IntKey(_))
}

fn fields(service: &'static ServiceDef, tool: &Tool) -> impl Iterator<Item = &'static FieldInfo> {
    let table = service.state.table_of(tool.semantics.entity);
    let row: Option<&'static RecordInfo> = table.map(|index| service.state.tables[index].row);
    row.into_iter().flat_map(|row| row.fields)
}

/// The names of a tool's parameters.
fn arguments(tool: &Tool) -> impl Iterator<Item = String> {
    let parameters = parameters(tool);
    let names = parameters["properties"].as_object().into_iter().flatten();
    names.map(|(name, _)| name.clone()).collect::<Vec<_>>().into_iter()
}

pub(super) fn parameters(tool: &Tool) -> Value {
    serde_json::from_str(tool.parameters).expect("the compiler writes schemas as valid JSON")
}

pub(super) fn schema_of(tool: &Tool, argument: &str) -> Value {
    parameters(tool)["properties"][argument].clone()
}

pub(super) fn is_required(tool: &Tool, argument: &str) -> bool {
    let parameters = parameters(tool);
    parameters["required"].as_array().is_some_and(|all| all.iter().any(|name| name == argument))
}

/// Whether a schema refuses anything that is not an object already.
fn is_typed(tool: &Tool, argument: &str) -> bool {
    let schema = schema_of(tool, argument);
    schema.get("type").is_some() || schema.get("anyOf").is_some()
}
