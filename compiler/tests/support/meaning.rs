//! Compares what a raw and a normalized schema accept.

use compoworld::diagnostics::{At, Code, Diagnostic, Diagnostics, Effect, Pointer};
use compoworld::read::RawList;
use compoworld::spec::Spec;
use serde_json::{Value, json};

use super::instances::{Random, arguments};

/// What came of comparing.
#[derive(Debug, Default)]
pub struct Comparison {
    pub n_compared: usize,
    pub n_widened: usize,
    pub n_changed: usize,
    pub n_raw_invalid: usize,
    pub n_accepted: usize,
    pub n_refused: usize,
    pub disagreements: Vec<String>,
}

/// Compares every tool that is not said to be changed, over `n_instances` arguments each.
pub fn compare(
    label: &str,
    list: &RawList,
    spec: &Spec,
    diagnostics: &Diagnostics,
    n_instances: usize,
    sum: &mut Comparison,
) {
    assert_eq!(list.tools.len(), spec.tools.len(), "{label}: a tool was lost");
    for (raw, tool) in list.tools.iter().zip(&spec.tools) {
        assert_eq!(raw.name, tool.wire_name);
        let Some(input) = &raw.input else { continue };
        let prefix = format!("{}/", input.at);
        let said: Vec<&Diagnostic> = diagnostics
            .iter()
            .filter(|one| match &one.place.at {
                At::Json(pointer) => {
                    *pointer == input.at
                        || pointer.as_str().starts_with(&prefix)
                        || pointer.as_str() == format!("{}/description", raw.at)
                }
                _ => false,
            })
            .collect();
        let mut raw_value = input.json.to_value();
        let is_enveloped = said.iter().any(|one| one.code == Code::EnvelopeOpened);
        let effect = said
            .iter()
            .filter(|one| is_enveloped || !apply_as_meant(one, &input.at, &mut raw_value))
            .map(|one| one.code.effect())
            .max()
            .unwrap_or(Effect::Kept);
        let options = || jsonschema::options().should_validate_formats(false);
        let normalized = options()
            .with_draft(jsonschema::Draft::Draft202012)
            .build(&tool.parameters.to_value())
            .unwrap_or_else(|error| panic!("{label}/{}: {error}", tool.name));
        if effect == Effect::Changed {
            sum.n_changed += 1;
            continue;
        }
        let Ok(raw_validator) = options().build(&raw_value) else {
            sum.n_raw_invalid += 1;
            continue;
        };
        // Widening one branch of a `oneOf` can refuse what was accepted.
        let may_narrow = raw_value.to_string().contains("\"oneOf\"")
            || raw_value.to_string().contains("\"not\"")
            || raw_value.to_string().contains("\"if\"");
        if effect == Effect::Widened {
            sum.n_widened += 1;
        } else {
            sum.n_compared += 1;
        }
        let mut random = Random::new(0x5eed);
        for _ in 0..n_instances {
            let value = arguments(&raw_value, &mut random);
            let before = raw_validator.is_valid(&value);
            let after = normalized.is_valid(&value);
            *(if before { &mut sum.n_accepted } else { &mut sum.n_refused }) += 1;
            let agrees = match effect {
                Effect::Widened => may_narrow || !before || after,
                _ => before == after,
            };
            if !agrees {
                sum.disagreements.push(report(label, &tool.name, &value, before, after));
                break;
            }
        }
    }
}

/// Applies a change that the product makes on purpose to the raw schema, by other means than the
/// normalizer's. False when the diagnostic is about something else.
fn apply_as_meant(one: &Diagnostic, at: &Pointer, raw: &mut Value) -> bool {
    let At::Json(place) = &one.place.at else { return false };
    let inside = place.as_str().strip_prefix(at.as_str()).unwrap_or_default();
    match one.code {
        Code::NullableKeyword => {
            let Some(holder) = inside.strip_suffix("/nullable") else { return false };
            let Some(schema) = raw.pointer_mut(holder) else { return false };
            let bare = schema.take();
            *schema = json!({"anyOf": [bare, {"type": "null"}]});
            // The note points into the schema that is wrapped now; deeper ones must still be found.
            let Some(wrapped) = raw.pointer_mut(&format!("{holder}/anyOf/0")) else { return false };
            let nested_notes = wrapped.to_string().matches("\"nullable\":true").count();
            nested_notes == 1
        }
        Code::CredentialDropped | Code::TransportDropped | Code::DummyDropped => {
            let Some(name) = inside.strip_prefix("/properties/") else { return false };
            let name = name.replace("~1", "/").replace("~0", "~");
            if let Some(properties) = raw.get_mut("properties").and_then(Value::as_object_mut) {
                properties.remove(&name);
            }
            if let Some(required) = raw.get_mut("required").and_then(Value::as_array_mut) {
                required.retain(|one| one != name.as_str());
            }
            true
        }
        _ => false,
    }
}

fn report(label: &str, tool: &str, value: &Value, before: bool, after: bool) -> String {
    format!("{label}/{tool}: raw {before}, normalized {after} for {value}")
}
