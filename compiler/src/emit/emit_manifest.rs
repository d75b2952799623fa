//! Writes `Cargo.toml`.

use askama::Template;

use super::Emission;
use super::format::header;

#[derive(Template)]
#[template(path = "manifest.toml", escape = "none")]
struct Manifest {
    header: String,
    name: String,
    description: String,
    uses_json: bool,
}

/// The crate's manifest; `uses_json` says whether more than the tests use `serde_json`.
pub fn emit_manifest(emission: &Emission<'_>, uses_json: bool) -> String {
    let service = &emission.lowered.service;
    let manifest = Manifest {
        header: header(emission, "#"),
        name: crate_name(&service.spec.service),
        description: toml_string(&format!("The service {} as a world", service.spec.service)),
        uses_json,
    };
    let mut text = manifest.render().expect("the template needs nothing that can fail");
    text.push('\n');
    text
}

/// The name of the crate of a service.
pub fn crate_name(service: &str) -> String {
    format!("compoworld-{}", service.replace('_', "-"))
}

fn toml_string(text: &str) -> String {
    serde_json::to_string(text).expect("a text is valid JSON")
}
