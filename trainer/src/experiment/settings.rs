//! The settings that all cells of an experiment share.

use serde_json::{Value, json};

use super::Experiment;

/// Members that are set anew in each cell, or on which no result depends.
const OF_CELLS: [&str; 3] = ["n_threads", "reward", "seed"];

/// Everything that the results depend on but condition and seed.
pub fn shared_settings(experiment: &dyn Experiment, catalog_version: &str) -> Value {
    json!({"experiment": experiment.name(), "catalog": catalog_version,
        "settings": without(experiment.settings(), &OF_CELLS)})
}

/// A value without the members of these names, at any depth.
fn without(mut value: Value, names: &[&str]) -> Value {
    match &mut value {
        Value::Object(members) => {
            members.retain(|name, _| !names.contains(&name.as_str()));
            for member in members.values_mut() {
                *member = without(member.take(), names);
            }
        }
        Value::Array(items) => {
            for item in items {
                *item = without(item.take(), names);
            }
        }
        _ => {}
    }
    value
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{OF_CELLS, without};

    #[test]
    fn results_of_other_numbers_of_threads_are_of_the_same_settings() {
        let settings = json!({"sft": {"n_threads": 2, "rate": 1e-3}, "more": [{"seed": 1}]});
        assert_eq!(without(settings, &OF_CELLS), json!({"sft": {"rate": 1e-3}, "more": [{}]}));
    }
}
