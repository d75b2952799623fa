//! Pass 8, `emit`: writes the crate of one service, in memory.
//!
//! In: a [`crate::lower::LoweredService`]. Out: the text of each file, by its path in the crate.
//! Nothing is decided here: names, types and values were fixed by the passes before.

mod emit_args;
mod emit_body;
mod emit_card;
mod emit_catalog;
mod emit_changes;
mod emit_contract;
mod emit_filters;
mod emit_logic;
mod emit_manifest;
mod emit_new_row;
mod emit_order;
mod emit_parts;
mod emit_service;
mod emit_state;
mod emit_tools;
mod format;
mod imports;
mod ledger;
mod values;

use std::collections::BTreeMap;

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place};
use crate::lower::LoweredService;

pub use emit_card::emit_card;
pub use emit_catalog::{CatalogEntry, emit_catalog};
pub use emit_manifest::crate_name;
pub use ledger::{Share, ToolStatus, Verification};
pub use values::{expression_json, variants};

/// The files of one crate by their paths in it.
pub type Files = BTreeMap<String, String>;

/// What the emitters know beside the service.
pub struct Emission<'a> {
    /// The service.
    pub lowered: &'a LoweredService,
    /// The folder of the service's inputs, for the header of each file.
    pub origin: String,
    /// The digest of the inputs.
    pub version: String,
}

/// Writes the crate.
///
/// # Errors
/// When the emitted code does not parse, which is a fault of the compiler.
pub fn emit(emission: &Emission<'_>) -> Result<Files, Diagnostics> {
    let mut files = Files::new();
    let mut put = |path: &str, result: Result<String, syn::Error>| match result {
        Ok(text) => {
            files.insert(path.to_owned(), text);
            Ok(())
        }
        Err(error) => Err(Diagnostics::from(
            Diagnostic::new(Code::InternalFault, Place::file(path))
                .message(format!("the emitted `{path}` does not parse: {error}")),
        )),
    };
    put("src/lib.rs", emit_service::emit_service(emission))?;
    put("src/state.rs", emit_state::emit_state(emission))?;
    put("src/args.rs", emit_args::emit_args(emission))?;
    put("src/logic.rs", emit_logic::emit_logic(emission))?;
    put("src/tools.rs", emit_tools::emit_tools(emission))?;
    put("tests/contract.rs", emit_contract::emit_contract(emission))?;
    let uses_json =
        files.iter().any(|(path, text)| path.starts_with("src/") && text.contains("serde_json"));
    files.insert("Cargo.toml".to_owned(), emit_manifest::emit_manifest(emission, uses_json));
    let texts: Vec<_> = files.values().map(String::as_bytes).collect();
    let verification = Verification::unverified(emission, crate::pipeline::digest(&texts));
    let mut put = |path: &str, text: String| files.insert(path.to_owned(), text);
    put("README.md", emit_card(&emission.lowered.service, &verification));
    put("verification.json", verification.to_json());
    Ok(files)
}
