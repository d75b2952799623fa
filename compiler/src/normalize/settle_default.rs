//! Part of `build_schema`: keeps a default only where its own schema accepts it.

use serde_json::Value;

use crate::diagnostics::Code;
use crate::read::Object;
use crate::spec::{Schema, Type};

use super::build_schema::Builder;
use super::build_types::has_type;

/// Puts `default` into `schema`, or says why not.
pub(super) fn settle_default(
    cx: &mut Builder<'_>,
    object: &Object,
    schema: &mut Schema,
    default: Option<Value>,
) {
    let Some(default) = default else { return };
    if accepts(schema, &default) {
        schema.default = Some(default);
        return;
    }
    let message = if default.is_null() {
        "the default is null, which the schema does not accept; it is dropped".to_owned()
    } else {
        format!("the default {} is not accepted by its own schema; it is dropped", short(&default))
    };
    cx.say(Code::DefaultNotAccepted, object.at.key("default"), message);
}

fn accepts(schema: &Schema, value: &Value) -> bool {
    if schema.accepts_anything() {
        return true;
    }
    // Most schemas are a type and perhaps a list; a validator is built for the rest only.
    let plain = Schema {
        description: schema.description.clone(),
        format: schema.format.clone(),
        kind: schema.kind,
        values: schema.values.clone(),
        ..Schema::any()
    };
    if *schema == plain {
        let type_fits = schema.kind.is_none_or(|kind| has_type(value, kind));
        let listed = schema.values.as_ref().is_none_or(|values| {
            values.iter().any(|one| super::build_keywords::same_value(one, value))
        });
        return type_fits && listed;
    }
    if value.is_null() && schema.any_of.contains(&Schema::of(Type::Null)) {
        return schema.all_of.is_empty() && schema.one_of.is_empty();
    }
    jsonschema::options()
        .should_validate_formats(false)
        .build(&schema.to_value())
        .is_ok_and(|validator| validator.is_valid(value))
}

/// A value short enough for a message.
fn short(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text,
    }
}
