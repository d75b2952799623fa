//! A tool's parameters, as far as the planner reads them.

use std::collections::BTreeSet;

use compoworld_core::Tool;
use serde_json::{Map, Value};

/// The parameters of a tool.
#[derive(Debug)]
pub struct Parameters {
    properties: Map<String, Value>,
    required: BTreeSet<String>,
}

impl Parameters {
    /// Reads a tool's parameters.
    #[must_use]
    pub fn of(tool: &Tool) -> Self {
        let schema: Value = serde_json::from_str(tool.parameters)
            .expect("the compiler writes parameters as valid JSON");
        let properties = schema.get("properties").and_then(Value::as_object).cloned();
        let required = schema.get("required").and_then(Value::as_array);
        Self {
            properties: properties.unwrap_or_default(),
            required: required
                .into_iter()
                .flatten()
                .filter_map(|name| name.as_str().map(str::to_owned))
                .collect(),
        }
    }

    /// Whether the argument must be given.
    #[must_use]
    pub fn requires(&self, argument: &str) -> bool {
        self.required.contains(argument)
    }

    /// The schema of an argument.
    #[must_use]
    pub fn schema(&self, argument: &str) -> Option<&Value> {
        self.properties.get(argument)
    }

    /// Whether the argument is an array of items.
    #[must_use]
    pub fn is_array(&self, argument: &str) -> bool {
        self.schema(argument).is_some_and(|schema| schema.get("type") == Some(&"array".into()))
    }

    /// The words that the argument is restricted to.
    #[must_use]
    pub fn words(&self, argument: &str) -> Option<Vec<String>> {
        let words = self.schema(argument)?.get("enum")?.as_array()?;
        Some(words.iter().filter_map(|word| word.as_str().map(str::to_owned)).collect())
    }

    /// The required arguments that are not among those with a known effect, each with a value that
    /// the schema itself suggests; `None` when one of them suggests none.
    #[must_use]
    pub fn fill_rest(&self, known: &BTreeSet<&str>) -> Option<Map<String, Value>> {
        let mut filled = Map::new();
        for name in self.required.iter().filter(|name| !known.contains(name.as_str())) {
            let schema = self.schema(name)?;
            let first = schema.get("enum").and_then(|words| words.as_array()?.first());
            let value = schema.get("const").or_else(|| schema.get("default")).or(first)?;
            filled.insert(name.clone(), value.clone());
        }
        Some(filled)
    }
}
