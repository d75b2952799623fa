//! Whether what the spec accepts can be read as what the model stores.

use serde_json::Value;

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Pointer};
use crate::model::{Kind, StructKind, place};
use crate::resolve::{Implementation, NewType, ResolvedService, ResolvedTool, Role};
use crate::spec::{Schema, Type};

/// Checks each argument's type against its schema.
pub fn check_arguments(
    service: &ResolvedService,
    tool: &ResolvedTool,
    diagnostics: &mut Diagnostics,
) {
    if matches!(tool.implementation, Implementation::Simulated { .. }) || tool.has_own_args {
        return;
    }
    let spec = service.spec_of(tool);
    for (argument, (name, schema)) in tool.arguments.iter().zip(&spec.parameters.properties) {
        if matches!(argument.role, Role::Ignored | Role::Simulated) {
            continue;
        }
        let at = Pointer::root()
            .key("tools")
            .index(tool.listed_index)
            .key("parameters")
            .key("properties")
            .key(name);
        let kind = argument.kind.required();
        let schema = schema.non_null().unwrap_or(schema);
        let misfit = match &argument.absent {
            None => misfit(service, kind, schema),
            Some(absent) => misfit(service, kind, &without(schema, absent)),
        };
        if let Some((code, why)) = misfit {
            diagnostics.push(
                Diagnostic::new(code, place(tool.ident.span()))
                    .message(format!("`{name}` of `{}` is read as `{kind}`, but {why}", tool.ident))
                    .label(at, "the argument"),
            );
        }
    }
}

/// The schema without the value that counts as none given.
fn without(schema: &Schema, absent: &Value) -> Schema {
    let mut schema = schema.clone();
    if let Some(values) = &mut schema.values {
        values.retain(|value| value != absent);
    }
    schema
}

/// Why values of the schema cannot be read as the kind; `None` when they can.
fn misfit(service: &ResolvedService, kind: &Kind, schema: &Schema) -> Option<(Code, String)> {
    if let Kind::Named(name) = kind {
        return named_misfit(service, name, schema);
    }
    let Some(given) = schema.kind else {
        // Without one type the runtime reads, and refuses what it cannot.
        return None;
    };
    let fits = match kind {
        Kind::Text | Kind::Timestamp | Kind::Date | Kind::Key(_) => given == Type::String,
        Kind::Integer | Kind::Number | Kind::IntKey(_) => {
            matches!(given, Type::Integer | Type::Number)
        }
        Kind::Boolean => given == Type::Boolean,
        Kind::List(_) => given == Type::Array,
        Kind::Map(_) => given == Type::Object,
        Kind::Json | Kind::Named(_) | Kind::Optional(_) => true,
    };
    if !fits {
        let given = format!("{given:?}").to_lowercase();
        let why = format!("the spec says `{given}`");
        return Some((Code::TypeMismatch, why));
    }
    match (kind, &schema.items) {
        (Kind::List(item), Some(items)) => {
            misfit(service, item.required(), items.non_null().unwrap_or(items))
        }
        _ => None,
    }
}

fn named_misfit(service: &ResolvedService, name: &str, schema: &Schema) -> Option<(Code, String)> {
    if service.is_choice(name) {
        let names = crate::emit::variants(service, name);
        if schema.kind.is_some_and(|kind| kind != Type::String) {
            return Some((Code::TypeMismatch, "the spec does not say `string`".to_owned()));
        }
        let unknown = schema.values.iter().flatten().find(|value| match value {
            Value::String(text) => !names.iter().any(|(_, name)| name == text),
            _ => true,
        });
        return unknown.map(|value| {
            (Code::ChoiceMismatch, format!("the spec also accepts `{value}`, which is no variant"))
        });
    }
    if schema.kind.is_some_and(|kind| kind != Type::Object) {
        return Some((Code::TypeMismatch, "the spec does not say `object`".to_owned()));
    }
    let is_new = service
        .tools
        .iter()
        .flat_map(|tool| &tool.new_types)
        .any(|new| matches!(new, NewType::Record { ident, .. } if ident == name));
    if is_new {
        return None;
    }
    let record = service.model.find_struct(StructKind::Record, name)?;
    for (property, inner) in &schema.properties {
        let Some(field) = record.fields.iter().find(|field| field.name == *property) else {
            let why = format!("the spec also accepts the member `{property}`, which is no field");
            return Some((Code::TypeMismatch, why));
        };
        if let Some((code, why)) =
            misfit(service, field.kind.required(), inner.non_null().unwrap_or(inner))
        {
            return Some((code, format!("its member `{property}` does not fit: {why}")));
        }
    }
    let missing = record.fields.iter().find(|field| {
        !field.may_lack() && !schema.properties.is_empty() && !schema.requires(&field.name)
    });
    missing.map(|field| {
        (Code::TypeMismatch, format!("the spec does not ask for the member `{}`", field.name))
    })
}
