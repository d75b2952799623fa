//! The corpus: all services of a folder, and the generated crates that belong to them.

mod find_services;
mod plan_output;
mod regenerate;
mod status;

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place};

pub use find_services::{ServiceFolder, find_services};
pub use plan_output::{Output, Problems, ServiceOutput, plan_output};
pub use regenerate::{Applied, compare, is_generated, write_output};
pub use status::status_table;

/// Why a run ended early, when somebody stopped it.
fn interrupted(message: &str) -> Diagnostics {
    Diagnostic::new(Code::Interrupted, Place::file("Ctrl-C")).message(message).into()
}
