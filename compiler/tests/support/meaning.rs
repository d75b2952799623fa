//! Compares what a raw and a normalized schema accept.

use compoworld::diagnostics::{Diagnostics, Effect};
use compoworld::read::RawList;
use compoworld::spec::Spec;
use serde_json::Value;

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
        let effect = diagnostics
            .iter()
            .filter(|one| match &one.place.at {
                compoworld::diagnostics::At::Json(pointer) => {
                    *pointer == input.at
                        || pointer.as_str().starts_with(&prefix)
                        || pointer.as_str() == format!("{}/description", raw.at)
                }
                _ => false,
            })
            .map(|one| one.code.effect())
            .max()
            .unwrap_or(Effect::Kept);
        if effect == Effect::Changed {
            sum.n_changed += 1;
            continue;
        }
        let raw_value = input.json.to_value();
        let options = || jsonschema::options().should_validate_formats(false);
        let Ok(raw_validator) = options().build(&raw_value) else {
            sum.n_raw_invalid += 1;
            continue;
        };
        let normalized_value = tool.parameters.to_value();
        let normalized = options()
            .with_draft(jsonschema::Draft::Draft202012)
            .build(&normalized_value)
            .unwrap_or_else(|error| panic!("{label}/{}: {error}", tool.name));
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

fn report(label: &str, tool: &str, value: &Value, before: bool, after: bool) -> String {
    format!("{label}/{tool}: raw {before}, normalized {after} for {value}")
}
