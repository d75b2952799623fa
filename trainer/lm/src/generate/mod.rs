//! Generation: rows of a batch that grow token by token.

mod batch;
mod grammar;
pub mod json;
mod prefix_cache;
mod request;
mod row;
mod sampling;

pub use batch::{Batch, BatchLimits, RowKey, RowUpdate, generate};
pub use grammar::Grammar;
pub use request::{GenerateRequest, RequestError, Stops, ToolCallStop};
pub use row::{EndReason, Generated, SampledToken};
pub use sampling::{Drawn, Sampling, draw};
