//! Step `drop_hidden`: leaves out what the `visible` keyword hides from the caller.
//!
//! Some platforms list under `visible` the properties that a model may fill in; they fill in the
//! rest themselves. Only an object that has both `properties` and a list of names is meant.

use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::read::{Json, Object};

/// The schema without hidden properties and without the keyword.
pub(super) fn drop_hidden(json: Json, diagnostics: &mut Diagnostics) -> Json {
    match json {
        Json::Object(object) => Json::Object(in_schema(object, diagnostics)),
        other => other,
    }
}

fn in_schema(mut object: Object, diagnostics: &mut Diagnostics) -> Object {
    if let Some(visible) = visible_names(&object) {
        hide(&mut object, &visible, diagnostics);
    }
    if let Some(Json::Object(properties)) = object.members.get_mut("properties") {
        for property in properties.members.values_mut() {
            *property = drop_hidden(std::mem::replace(property, Json::Null), diagnostics);
        }
    }
    if let Some(items @ Json::Object(_)) = object.members.get_mut("items") {
        *items = drop_hidden(std::mem::replace(items, Json::Null), diagnostics);
    }
    object
}

fn visible_names(object: &Object) -> Option<Vec<String>> {
    let Some(Json::Object(_)) = object.members.get("properties") else { return None };
    let names = object.members.get("visible")?.as_array()?;
    names.iter().map(|name| name.as_str().map(str::to_owned)).collect()
}

fn hide(object: &mut Object, visible: &[String], diagnostics: &mut Diagnostics) {
    object.members.shift_remove("visible");
    let mut hidden = Vec::new();
    if let Some(Json::Object(properties)) = object.members.get_mut("properties") {
        properties.members.retain(|name, _| {
            let keep = visible.contains(name);
            if !keep {
                diagnostics.push(
                    Diagnostic::new(Code::HiddenDropped, properties.at.key(name))
                        .message(format!("the parameter `{name}` is hidden from the caller")),
                );
                hidden.push(name.clone());
            }
            keep
        });
    }
    if let Some(Json::Array(required)) = object.members.get_mut("required") {
        required.retain(|name| name.as_str().is_none_or(|name| !hidden.iter().any(|h| h == name)));
    }
}
