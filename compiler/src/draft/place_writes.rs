//! Places the arguments of tools that change something.

use crate::spec::Tool;

use super::Doubt;
use super::collect_fields::stored_field;
use super::find_keys::{KeyForm, KeyPart};
use super::group_entities::{Entity, Model};
use super::names::{field_name, rust_name};
use super::place_arguments::{
    Form, Placed, Returns, argument_name, holds, is_alone, key_arguments, keys_of, pair, set_aside,
    unclear,
};
use super::read_role::unplaced;
use super::schema_kind::{FieldKind, kind_of, may_lack, variant_name};
use super::settle_subjects::Subject;
use super::verbs::Act;
use super::write_role::{WriteRole, write_role};

/// Where the arguments of a writing tool go.
#[derive(Default)]
struct Placement {
    filters: Vec<String>,
    maps: Vec<String>,
    ignored: Vec<String>,
    simulated: Vec<String>,
    n_stored: usize,
}

/// Places the arguments of a tool that adds a row, or adds or changes it.
pub fn place_create(
    tool: &Tool,
    subject: &Subject,
    noun: &str,
    entity: &Entity,
    model: &Model,
) -> Placed {
    if is_alone(entity) {
        return Err(unclear("the spec does not tell whether it adds or changes"));
    }
    if subject.verb == "insert" && tool.parameters.properties.keys().any(|name| is_position(name)) {
        return Err(unclear("it inserts at a place inside something"));
    }
    let keys = key_arguments(tool, entity);
    let overwrites = subject.act == Act::Upsert
        || matches!(subject.verb.as_str(), "write" | "save" | "store" | "remember");
    if entity.key.form == KeyForm::Given && keys.is_none() {
        return Err(unclear("it does not say what the new row's key is"));
    }
    let mut placement = Placement::default();
    let given: Vec<(&KeyPart, &String)> = match entity.key.form {
        KeyForm::Given => entity.key.parts.iter().zip(keys.unwrap_or_default()).collect(),
        _ => key_beginning(tool, entity)?,
    };
    for (part, argument) in &given {
        let kind = kind_of(&tool.parameters.properties[*argument]);
        if part.kind.is_number() != kind.is_number() || !kind.is_scalar() {
            return Err(unplaced(argument));
        }
    }
    let is_given = |name: &String| given.iter().any(|(_, argument)| *argument == name);
    for argument in tool.parameters.properties.keys().filter(|name| !is_given(name)) {
        place_stored(tool, subject, argument, entity, model, &mut placement)?;
        let name = argument_name(argument);
        let is_told = placement.maps.last().is_some_and(|map| map.ends_with(&format!("= {name}")));
        let is_stored = entity.fields.contains_key(&name);
        if is_stored
            && looks_like_key(&name, entity)
            && !is_told
            && !placement.ignored.contains(&name)
        {
            placement.maps.push(format!("{name} = {name}"));
        }
    }
    check_complete(tool, subject, entity)?;
    if placement.n_stored == 0 && given.is_empty() && !placement.simulated.is_empty() {
        return Err(unclear("the spec does not tell what the new row holds"));
    }
    let upserts = overwrites && entity.key.form == KeyForm::Given;
    if subject.act == Act::Upsert && !upserts {
        return Err(unclear("it may add a row, and the spec does not tell its key"));
    }
    if upserts {
        let keys = given.iter().map(|(_, argument)| argument_name(argument)).collect();
        let form = Form::new(noun, "upsert", Returns::Row).option("key", keys);
        return Ok(form
            .option("map", placement.maps)
            .option("ignore", placement.ignored)
            .option("simulated", placement.simulated));
    }
    for (part, argument) in &given {
        if field_name(argument).as_deref() != Some(part.field.as_str()) {
            placement.maps.push(pair(&part.field, argument));
        }
    }
    Ok(Form::new(noun, "create", Returns::Row)
        .option("map", placement.maps)
        .option("ignore", placement.ignored)
        .option("simulated", placement.simulated))
}

/// Whether an argument says where inside a text or a list something goes.
fn is_position(argument: &str) -> bool {
    let name = field_name(argument).unwrap_or_default();
    matches!(name.as_str(), "index" | "position" | "line" | "line_number" | "offset")
}

/// The arguments for the parts of a key that the service completes: those before the own one must
/// be there, and the own one may.
fn key_beginning<'a>(
    tool: &'a Tool,
    entity: &'a Entity,
) -> Result<Vec<(&'a KeyPart, &'a String)>, Doubt> {
    let mut given = Vec::new();
    for (index, part) in entity.key.parts.iter().enumerate() {
        let argument = tool
            .parameters
            .properties
            .keys()
            .find(|argument| entity.key.part_of(argument) == Some(part));
        let is_own = index + 1 == entity.key.parts.len();
        match argument {
            Some(argument) if is_own || !may_lack(&tool.parameters, argument) => {
                given.push((part, argument));
            }
            None if is_own => {}
            _ => return Err(unclear(format!("it does not say what `{}` is", part.field))),
        }
    }
    Ok(given)
}

/// Whether the compiler would take an argument of this name for the key.
fn looks_like_key(name: &str, entity: &Entity) -> bool {
    let snake = heck::ToSnakeCase::to_snake_case(entity.name.as_str());
    entity.key.parts.iter().any(|part| {
        let field = &part.field;
        [format!("{field}_id"), "id".to_owned(), format!("{snake}_id"), format!("{snake}_{field}")]
            .iter()
            .any(|usual| usual == name)
    })
}

/// Every field that a row must have comes with the call.
fn check_complete(tool: &Tool, subject: &Subject, entity: &Entity) -> Result<(), Doubt> {
    for (name, field) in entity.fields.iter().filter(|(_, field)| field.required) {
        let given = tool.parameters.properties.iter().any(|(argument, schema)| {
            stored_field(argument, schema, subject).as_ref() == Some(name)
                && !may_lack(&tool.parameters, argument)
        });
        if !given && field.stamp.is_none() {
            return Err(unclear(format!("it does not say what the new row's `{name}` is")));
        }
    }
    Ok(())
}

fn place_stored(
    tool: &Tool,
    subject: &Subject,
    argument: &str,
    entity: &Entity,
    model: &Model,
    placement: &mut Placement,
) -> Result<(), Doubt> {
    let schema = &tool.parameters.properties[argument];
    let name = field_name(argument).unwrap_or_default();
    match write_role(argument, schema, subject.act) {
        WriteRole::Ignored => {
            placement.ignored.push(argument_name(argument));
            return Ok(());
        }
        WriteRole::Refused => {
            placement.simulated.push(set_aside(tool, argument, unplaced(&name))?);
            return Ok(());
        }
        WriteRole::Stored(_) => {}
    }
    let field = stored_field(argument, schema, subject).unwrap_or(name);
    if !holds(entity, &field, &kind_of(schema), model) {
        placement.simulated.push(set_aside(tool, argument, unplaced(argument))?);
        return Ok(());
    }
    placement.n_stored += 1;
    if field_name(argument).as_ref() != Some(&field) {
        placement.maps.push(pair(&field, argument));
    }
    Ok(())
}

/// Places the arguments of a tool that changes a row.
pub fn place_update(
    tool: &Tool,
    subject: &Subject,
    noun: &str,
    entity: &Entity,
    model: &Model,
) -> Placed {
    if let Some(argument) = names_field(tool) {
        return Err(unplaced(argument));
    }
    let (keys, returns, placement) = place_changes(tool, subject, entity, model)?;
    if placement.n_stored == 0 {
        return Err(unclear("the spec does not tell what it changes"));
    }
    Ok(Form::new(noun, "update", returns)
        .option("key", keys)
        .option("filter", placement.filters)
        .option("map", placement.maps)
        .option("ignore", placement.ignored)
        .option("simulated", placement.simulated))
}

/// The argument that says which field takes the value beside it: `set_property(property, value)`.
fn names_field(tool: &Tool) -> Option<&String> {
    let name = |argument: &String| field_name(argument).unwrap_or_default();
    let has_value = tool.parameters.properties.keys().any(|one| name(one).ends_with("value"));
    let names_it = |argument: &&String| {
        let field = name(argument);
        matches!(field.strip_suffix("_name").unwrap_or(&field), "property" | "field" | "attribute")
    };
    tool.parameters.properties.keys().find(names_it).filter(|_| has_value)
}

/// The key, and where everything else goes.
fn place_changes(
    tool: &Tool,
    subject: &Subject,
    entity: &Entity,
    model: &Model,
) -> Result<(Vec<String>, Returns, Placement), Doubt> {
    let keys = keys_of(tool, subject.act, &subject.noun, entity);
    if keys.is_none() && !is_alone(entity) {
        return Err(unclear("no argument names the row that it changes"));
    }
    let (keys, returns) = keys.unwrap_or((Vec::new(), Returns::Row));
    let mut placement = Placement::default();
    let mut fields: Vec<String> = Vec::new();
    for (argument, schema) in &tool.parameters.properties {
        if keys.contains(&argument) {
            continue;
        }
        let name = field_name(argument).unwrap_or_default();
        if entity.key.part_of(argument).is_some() {
            return Err(unclear("it changes the key of the row"));
        }
        let is_scope = entity.key.scopes.contains(&name) && !may_lack(&tool.parameters, argument);
        if is_scope && holds(entity, &name, &kind_of(schema), model) {
            placement.filters.push(pair(&name, argument));
            continue;
        }
        fields.extend(stored_field(argument, schema, subject));
        place_stored(tool, subject, argument, entity, model, &mut placement)?;
    }
    fields.sort();
    if fields.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(unclear("two of its arguments change one field"));
    }
    let keys = keys.iter().map(|argument| argument_name(argument)).collect();
    Ok((keys, returns, placement))
}

/// Places the arguments of a tool that sets a flag or a status.
pub fn place_mark(
    tool: &Tool,
    subject: &Subject,
    noun: &str,
    entity: &Entity,
    model: &Model,
) -> Placed {
    let Some((flag, value)) = &subject.flag else {
        return Err(unclear("its name does not tell what becomes of the state"));
    };
    let (keys, returns, placement) = place_changes(tool, subject, entity, model)?;
    if placement.n_stored > 0 && matches!(flag.as_str(), "started" | "confirmed" | "accepted") {
        return Err(unclear("the spec does not tell what its arguments do to the row"));
    }
    let stored: Vec<&String> = tool.parameters.properties.keys().collect();
    if stored.iter().any(|argument| field_name(argument).as_ref() == Some(flag)) {
        return Err(unclear(format!("`{flag}` is set by its name and by an argument")));
    }
    let set = match status_of(entity, flag, *value) {
        Some(set) => set,
        None if entity.fields.get(flag).is_some_and(|one| one.kind == FieldKind::Boolean) => {
            format!("{} = {value}", rust_name(flag))
        }
        None => {
            return Err(unclear(format!("the spec uses `{flag}` for something else than a flag")));
        }
    };
    Ok(Form::new(noun, "update", returns)
        .option("key", keys)
        .option("filter", placement.filters)
        .option("map", placement.maps)
        .option("set", vec![set])
        .option("ignore", placement.ignored)
        .option("simulated", placement.simulated))
}

/// A status that says the same as the flag: `status = TicketStatus::Closed`.
fn status_of(entity: &Entity, flag: &str, value: bool) -> Option<String> {
    let names: &[&str] = match (flag, value) {
        ("cancelled", true) => &["cancelled", "canceled"],
        ("completed", true) => &["completed", "complete", "done"],
        ("closed", false) => &["open", "opened", "reopened"],
        ("paused", false) | ("started", true) => &["running", "started", "active"],
        ("started", false) => &["stopped"],
        ("enabled", false) => &["disabled", "inactive"],
        ("active", false) => &["inactive", "deactivated"],
        ("published", false) => &["unpublished", "draft"],
        ("archived" | "trashed", false) => &["active"],
        (_, true) => &[""],
        _ => &[],
    };
    for field in ["status", "state"] {
        let Some(FieldKind::Choice(known)) = entity.fields.get(field).map(|one| &one.kind) else {
            continue;
        };
        let found = known.iter().find(|name| {
            let name = name.to_lowercase();
            names.contains(&name.as_str()) || value && name == flag
        });
        if let (Some(found), Some(choice)) = (found, entity.choices.get(field)) {
            return Some(format!("{field} = {choice}::{}", variant_name(found)));
        }
    }
    None
}

/// Places the arguments of a tool that removes a row.
pub fn place_delete(tool: &Tool, noun: &str, entity: &Entity, model: &Model) -> Placed {
    let Some((keys, returns)) = keys_of(tool, Act::Delete, noun, entity) else {
        return Err(unclear("no argument names one row"));
    };
    let (mut filters, mut ignored, mut simulated) = (Vec::new(), Vec::new(), Vec::new());
    for (argument, schema) in &tool.parameters.properties {
        if keys.contains(&argument) {
            continue;
        }
        let name = field_name(argument).unwrap_or_default();
        match write_role(argument, schema, Act::Delete) {
            WriteRole::Ignored => ignored.push(argument_name(argument)),
            WriteRole::Stored(field)
                if (entity.key.scopes.contains(&field) || field.ends_with("_id"))
                    && holds(entity, &field, &kind_of(schema), model) =>
            {
                filters.push(pair(&field, argument));
            }
            _ => simulated.push(set_aside(tool, argument, unplaced(&name))?),
        }
    }
    let keys = keys.iter().map(|argument| argument_name(argument)).collect();
    Ok(Form::new(noun, "delete", returns)
        .option("key", keys)
        .option("filter", filters)
        .option("ignore", ignored)
        .option("simulated", simulated))
}

/// Places the arguments of a tool that adds to a list of a row or takes out of it.
pub fn place_link(tool: &Tool, subject: &Subject, noun: &str, entity: &Entity) -> Placed {
    let field = subject.field.clone().unwrap_or_default();
    let keys = key_arguments(tool, entity)
        .ok_or_else(|| unclear("no argument names the row that it changes"))?;
    let (mut items, mut ignored, mut simulated) = (Vec::new(), Vec::new(), Vec::new());
    for (argument, schema) in &tool.parameters.properties {
        if keys.contains(&argument) {
            continue;
        }
        if write_role(argument, schema, Act::Append) == WriteRole::Ignored {
            ignored.push(argument_name(argument));
            continue;
        }
        let is_text = matches!(kind_of(schema), FieldKind::Text | FieldKind::Texts);
        if !is_text || may_lack(&tool.parameters, argument) {
            simulated.push(set_aside(tool, argument, unplaced(argument))?);
            continue;
        }
        items.push(format!("{} = {}", rust_name(&field), argument_name(argument)));
    }
    let holds = entity.fields.get(&field).is_some_and(|field| field.kind == FieldKind::Texts);
    if items.len() != 1 || !holds {
        return Err(unclear("the spec does not tell what it puts into the list"));
    }
    let operation = if subject.act == Act::Append { "append" } else { "detach" };
    let mut form = Form::new(noun, operation, Returns::Row)
        .option("key", keys.iter().map(|argument| argument_name(argument)).collect())
        .option("ignore", ignored)
        .option("simulated", simulated);
    form.inside = items;
    Ok(form)
}
