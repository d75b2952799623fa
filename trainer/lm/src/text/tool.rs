//! A tool as a model is told of it.

use minijinja::Value;
use serde_json::Value as Json;

/// A function that a model may call, in the form that chat templates take:
/// `{"type": "function", "function": {"name", "description", "parameters"}}`.
#[derive(Debug, Clone)]
pub struct Tool {
    name: String,
    parameters: Json,
    shown: Value,
}

/// Why something is no tool.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ToolError {
    /// It is of another type than a function.
    #[error("its `type` is `{0}`; only tools of type `function` can be called")]
    NotAFunction(String),
    /// It has no name.
    #[error("`function.name` is no text, or an empty one")]
    NoName,
    /// Its parameters are no schema.
    #[error("`function.parameters` is no JSON Schema object")]
    BadParameters,
}

impl Tool {
    /// The tool that a JSON value describes. The order of its members is what the model sees, so a
    /// value that was read from JSON text keeps it.
    ///
    /// # Errors
    /// When the value is no function with a name and a schema.
    pub fn new(shown: Value) -> Result<Self, ToolError> {
        let kind = member(&shown, "type");
        let kind = kind.as_ref().and_then(Value::as_str).unwrap_or_default();
        if kind != "function" {
            return Err(ToolError::NotAFunction(kind.to_owned()));
        }
        let function = member(&shown, "function").unwrap_or_default();
        let name = member(&function, "name");
        let name = name.as_ref().and_then(Value::as_str).filter(|name| !name.is_empty());
        let name = name.ok_or(ToolError::NoName)?.to_owned();
        let parameters = match member(&function, "parameters") {
            None => Json::Object(serde_json::Map::new()),
            Some(schema) if schema.is_none() => Json::Object(serde_json::Map::new()),
            Some(schema) => serde_json::to_value(&schema).unwrap_or_default(),
        };
        if !parameters.is_object() {
            return Err(ToolError::BadParameters);
        }
        Ok(Self { name, parameters, shown })
    }

    /// The name by which it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The JSON Schema of its arguments.
    #[must_use]
    pub fn parameters(&self) -> &Json {
        &self.parameters
    }

    /// The value that templates show.
    #[must_use]
    pub fn shown(&self) -> &Value {
        &self.shown
    }
}

fn member(value: &Value, name: &str) -> Option<Value> {
    value.get_attr(name).ok().filter(|member| !member.is_undefined())
}

#[cfg(test)]
mod tests {
    use super::{Tool, ToolError};

    fn tool(text: &str) -> Result<Tool, ToolError> {
        Tool::new(serde_json::from_str(text).expect("JSON"))
    }

    #[test]
    fn a_function_with_a_name_is_a_tool_and_keeps_the_order_of_its_members() {
        let text = r#"{"type":"function","function":{"parameters":{"type":"object"},"name":"f"}}"#;
        let tool = tool(text).expect("a tool");
        assert_eq!(tool.name(), "f");
        assert_eq!(tool.parameters()["type"], "object");
        assert_eq!(serde_json::to_string(tool.shown()).expect("JSON"), text);
    }

    #[test]
    fn what_is_no_function_is_refused_with_the_reason() {
        for (text, error) in [
            ("3", ToolError::NotAFunction(String::new())),
            (r#"{"type":"web_search"}"#, ToolError::NotAFunction("web_search".to_owned())),
            (r#"{"type":"function"}"#, ToolError::NoName),
            (r#"{"type":"function","function":{"name":""}}"#, ToolError::NoName),
            (
                r#"{"type":"function","function":{"name":"f","parameters":[]}}"#,
                ToolError::BadParameters,
            ),
        ] {
            assert_eq!(tool(text).expect_err("no tool"), error);
        }
    }
}
