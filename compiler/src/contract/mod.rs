//! Pass 7, `plan_contract`: what the generated tests call, and what must come of it.
//!
//! In: a [`LoweredService`]. Out: a [`Contract`], whose expectations are computed from the fixture
//! and the model by an evaluation of its own, not by running the emitted code.

mod evaluate;
mod fixture;
mod plan_contract;
mod plan_reads;
mod plan_writes;
mod sample_arguments;
mod sample_fixture;
mod sample_values;
mod subject;

use serde_json::Value;

use crate::lower::LoweredService;

pub use evaluate::key_text;
pub use fixture::missing as missing_value;
pub use plan_contract::plan_contract;
pub(crate) use sample_values::sample_schema;

/// The instant that every test starts at, in seconds since 1970.
pub const EPOCH_SECONDS: i64 = 1_772_000_000;
/// The same instant as it is written.
pub const EPOCH: &str = "2026-02-25T06:13:20Z";

/// All tests of one service.
#[derive(Debug)]
pub struct Contract {
    /// The state that each test starts from, as JSON text.
    pub fixture: String,
    /// The tests, tool by tool in the order of the spec.
    pub tests: Vec<ContractTest>,
}

/// One test: one call and what must come of it.
#[derive(Debug, Clone)]
pub struct ContractTest {
    /// The tool's name.
    pub tool: String,
    /// The test's name, unique in the tool.
    pub name: String,
    /// The arguments' JSON text.
    pub args: String,
    /// What must come of the call.
    pub expect: Expect,
}

/// What must come of a call.
#[derive(Debug, Clone)]
pub enum Expect {
    /// Data that contains this.
    Contains(Value),
    /// Data that is exactly this.
    Equals(Value),
    /// A page or list of rows with these keys, in this order when it is known.
    Rows {
        /// The names of the key fields.
        key: Vec<String>,
        /// The key of each row.
        keys: Vec<Value>,
        /// Whether the order is known.
        is_ordered: bool,
        /// The total, for a page.
        total: Option<usize>,
    },
    /// The row is gone: this, and then `not_found` for the same call.
    Gone(Value),
    /// An error with this code.
    Error(String),
}

/// Plans the tests of a service.
#[must_use]
pub fn contract_of(service: &LoweredService) -> Contract {
    plan_contract(service)
}
