//! What an attack found, tool by tool: plain data, for ledgers.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::case::Case;

/// What an attack on one service found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Findings {
    /// The service.
    pub service: String,
    /// The version of it that was attacked.
    pub version: String,
    /// The seed of the attack.
    pub seed: u64,
    /// Each tool, in the order of the list.
    pub tools: Vec<ToolFindings>,
    /// The failing cases, one for each tool and check.
    pub cases: Vec<Case>,
    /// What is odd and no failure.
    pub remarks: Vec<Remark>,
}

/// What an attack found about one tool.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolFindings {
    /// The tool.
    pub tool: String,
    /// What is to be thought of it.
    pub status: Status,
    /// How many scenes were judged.
    pub cases: usize,
    /// How many of the calls succeeded.
    pub succeeded: usize,
    /// How many scenes violated a check.
    pub failures: usize,
    /// For a tool that no call succeeded of: what it said last to arguments that its schema
    /// accepts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_refusal: Option<String>,
}

/// What is to be thought of a tool after an attack.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Calls succeeded, and nothing was violated.
    Clean,
    /// No call succeeded, and nothing was violated: only its refusals are known.
    #[default]
    Unreached,
    /// The world model answers, and none is attached.
    Simulated,
    /// A check was violated: the tool is to be quarantined.
    Failing,
}

/// Something odd that is no failure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Remark {
    /// The tool.
    pub tool: String,
    /// The parameter, when it is about one.
    pub parameter: Option<String>,
    /// What sort of remark it is: `stricter_than_schema`, `without_effect`.
    pub kind: String,
    /// An example of arguments.
    pub arguments: Value,
    /// What was seen.
    pub text: String,
}

impl Findings {
    /// Whether nothing was violated.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.cases.is_empty()
    }
}
