//! Where each field of a new row gets its value.

use crate::model::{DefaultModel, FieldModel, KeyForm, Kind, StructModel};
use crate::resolve::{Binding, ResolvedTool};

use super::{NewRow, Value, starts_empty};

/// Plans a new row; the positions of fields without a value otherwise.
///
/// # Errors
/// The fields that nothing gives a value to.
pub fn plan_new_row(tool: &ResolvedTool, entity: &StructModel) -> Result<NewRow, Vec<usize>> {
    let mut values = Vec::new();
    let mut missing = Vec::new();
    for index in 0..entity.fields.len() {
        match plan_value(tool, entity, index) {
            Some(value) => values.push(value),
            None => missing.push(index),
        }
    }
    if missing.is_empty() { Ok(NewRow { values }) } else { Err(missing) }
}

fn plan_value(tool: &ResolvedTool, entity: &StructModel, index: usize) -> Option<Value> {
    let field = &entity.fields[index];
    if let Some((_, value)) = tool.fixes.iter().find(|(fixed, _)| *fixed == index) {
        return Some(Value::Fixed(Box::new(value.clone())));
    }
    let bound = tool.sets.iter().chain(&tool.keys).find(|set| set.field == Some(index));
    if let Some(binding) = bound {
        return bound_value(tool, entity, index, binding);
    }
    if let Some((_, argument)) = tool.items.iter().find(|(list, _)| *list == index) {
        let takes_list = tool.arguments[*argument].kind.item().is_some();
        if takes_list {
            return Some(given_or_empty(tool, field, *argument));
        }
    }
    if let Some(value) = own_value(entity, index) {
        return Some(value);
    }
    starts_empty(&field.kind).then_some(Value::Empty)
}

/// A field's value when no argument speaks of it, as far as its attributes say.
fn own_value(entity: &StructModel, index: usize) -> Option<Value> {
    let field = &entity.fields[index];
    if field.is_created || field.is_updated {
        return Some(Value::Stamp);
    }
    if let Some(default) = &field.default {
        return Some(Value::Default(default.clone()));
    }
    new_key(entity, index)
}

fn new_key(entity: &StructModel, index: usize) -> Option<Value> {
    let field = &entity.fields[index];
    let form = field.form.as_ref().filter(|_| field.is_key)?;
    let within: Vec<usize> = (0..index).filter(|other| entity.fields[*other].is_key).collect();
    let is_number = matches!(field.kind, Kind::Integer | Kind::IntKey(_));
    if matches!(form, KeyForm::Sequence(_)) && is_number && !within.is_empty() {
        return Some(Value::NextNumber { within });
    }
    Some(Value::NewKey)
}

fn bound_value(
    tool: &ResolvedTool,
    entity: &StructModel,
    index: usize,
    binding: &Binding,
) -> Option<Value> {
    let field = &entity.fields[index];
    if let [argument] = binding.arguments.as_slice() {
        return match (tool.arguments[*argument].kind.is_optional(), field.kind.is_optional()) {
            (true, true) => Some(match &field.default {
                // `None` is what an absent argument gives; a default says otherwise.
                Some(default @ DefaultModel::Value(_)) => {
                    Value::ArgumentOr(*argument, default.clone())
                }
                _ => Value::Argument(*argument),
            }),
            (false, false) => Some(Value::Argument(*argument)),
            (false, true) => Some(Value::Wrapped(*argument)),
            (true, false) => match own_value(entity, index) {
                Some(Value::Default(default)) => Some(Value::ArgumentOr(*argument, default)),
                Some(Value::NewKey) => Some(Value::ArgumentOrKey(*argument)),
                Some(Value::Stamp) => None,
                _ => starts_empty(&field.kind)
                    .then_some(Value::ArgumentOr(*argument, DefaultModel::OfType)),
            },
        };
    }
    let arguments = binding.arguments.clone();
    let may_lack = arguments.iter().any(|argument| tool.arguments[*argument].kind.is_optional());
    match (may_lack, field.kind.is_optional()) {
        (true, true) => Some(Value::OptionalComposite(arguments)),
        (true, false) => None,
        (false, is_wrapped) => Some(Value::Composite { arguments, is_wrapped }),
    }
}

fn given_or_empty(tool: &ResolvedTool, field: &FieldModel, argument: usize) -> Value {
    match (tool.arguments[argument].kind.is_optional(), field.kind.is_optional()) {
        (true, false) => Value::ArgumentOr(argument, DefaultModel::OfType),
        (false, true) => Value::Wrapped(argument),
        _ => Value::Argument(argument),
    }
}
