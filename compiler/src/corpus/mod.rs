//! The corpus: all services of a folder, and the generated crates that belong to them.

mod find_services;
mod plan_output;
mod regenerate;
mod status;

pub use find_services::{ServiceFolder, find_services};
pub use plan_output::{Output, Problems, ServiceOutput, plan_output};
pub use regenerate::{Applied, compare, write_output};
pub use status::status_table;
