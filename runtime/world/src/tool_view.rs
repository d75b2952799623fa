//! What an agent is told of an environment's tools.

use compoworld_core::Tool;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// How an environment shows its tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolView {
    /// Every tool of every service, as `service__tool`.
    #[default]
    Flat,
    /// The four meta-tools, through which the others are found and called.
    Meta,
}

/// A tool as an agent sees it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ToolDescription {
    /// Its name: `service__tool`, or a meta-tool's.
    pub name: String,
    /// What it does.
    pub description: String,
    /// The JSON Schema of its arguments.
    pub parameters: Value,
    /// The JSON Schema of its answer's data, when it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub returns: Option<Value>,
    /// Whether it never changes state.
    pub read_only: bool,
}

/// A tool in the form of function calling. Its members have the order in which models were shown tools
/// when they were trained; a [`Value`] would sort them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct FunctionTool<'a> {
    /// `function`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The function.
    pub function: Function<'a>,
}

/// What a model is told of a function.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Function<'a> {
    /// Its name.
    pub name: &'a str,
    /// What it does.
    pub description: &'a str,
    /// The JSON Schema of its arguments.
    pub parameters: &'a Value,
}

impl ToolDescription {
    /// The tool in the form of function calling.
    #[must_use]
    pub fn as_function(&self) -> FunctionTool<'_> {
        let Self { name, description, parameters, .. } = self;
        FunctionTool { kind: "function", function: Function { name, description, parameters } }
    }
}

/// What stands between a service's alias and a tool's name.
pub const SEPARATOR: &str = "__";

/// The description of a service's tool.
#[must_use]
pub(crate) fn describe(alias: &str, tool: &Tool) -> ToolDescription {
    let parse =
        |text: &str| serde_json::from_str(text).expect("the compiler writes schemas as valid JSON");
    ToolDescription {
        name: format!("{alias}{SEPARATOR}{}", tool.name),
        description: tool.description.to_owned(),
        parameters: parse(tool.parameters),
        returns: tool.returns.map(parse),
        read_only: tool.is_read(),
    }
}

/// The meta-tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MetaTool {
    ListServices,
    ListTools,
    DescribeTool,
    CallTool,
}

impl MetaTool {
    pub(crate) const ALL: [Self; 4] =
        [Self::ListServices, Self::ListTools, Self::DescribeTool, Self::CallTool];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::ListServices => "list_services",
            Self::ListTools => "list_tools",
            Self::DescribeTool => "describe_tool",
            Self::CallTool => "call_tool",
        }
    }

    pub(crate) fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.name() == name)
    }

    pub(crate) fn describe(self) -> ToolDescription {
        let text = |description: &str| json!({"type": "string", "description": description});
        let named = "The tool's full name, as `list_tools` gives it.";
        let (description, properties, required) = match self {
            Self::ListServices => ("List the services of this workspace.", json!({}), json!([])),
            Self::ListTools => (
                "List the tools of one service, each in a sentence.",
                json!({"service": text("The service's name, as `list_services` gives it.")}),
                json!(["service"]),
            ),
            Self::DescribeTool => (
                "Describe one tool: its arguments and its answer, as JSON Schema.",
                json!({"tool": text(named)}),
                json!(["tool"]),
            ),
            Self::CallTool => (
                "Call a tool.",
                json!({
                    "tool": text(named),
                    "arguments": {
                        "type": "object",
                        "description": "The tool's arguments, as `describe_tool` describes them.",
                    },
                }),
                json!(["tool"]),
            ),
        };
        ToolDescription {
            name: self.name().to_owned(),
            description: description.to_owned(),
            parameters: json!({
                "type": "object",
                "properties": properties,
                "required": required,
                "additionalProperties": false,
            }),
            returns: None,
            read_only: self != Self::CallTool,
        }
    }
}
