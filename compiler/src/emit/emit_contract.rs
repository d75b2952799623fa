//! Writes `tests/contract.rs`.

use quote::quote;

use super::Emission;
use super::format::rust_file;

/// The contract tests.
pub fn emit_contract(emission: &Emission<'_>) -> Result<String, syn::Error> {
    rust_file(emission, &["The contract.".to_owned()], quote!(), quote!())
}
