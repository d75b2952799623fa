//! Models of services: each compiles, or is refused with codes and places.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use compoworld::corpus::find_services;
use compoworld::pipeline::{Inputs, compile};
use proptest::prelude::Strategy;
use proptest::sample::select;

use crate::budget::hold;
use crate::damaged_json::{damage_text, text_damages};
use crate::damaged_rust::{damage, damages};
use crate::inspect::assert_contained;
use crate::told::assert_told;

/// Larger models are left to long runs: each case compiles one.
const SOURCE_BYTES_MAX: usize = 8_000;

/// The small services of the corpus, and the help desk.
static SERVICES: LazyLock<Vec<Inputs>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let services = find_services(&folder.join("corpus")).expect("the corpus is there");
    let folders = services.into_iter().filter(|one| one.has_model).map(|one| one.path);
    let read = |path: &Path, file: &str| {
        fs::read_to_string(path.join(file)).expect("a service has a spec and a model")
    };
    let inputs = folders.chain([folder.join("tests/fixtures/help_desk")]).map(|path| Inputs {
        spec_file: "spec.json".to_owned(),
        spec: read(&path, "spec.json"),
        model_file: "service.rs".to_owned(),
        model: read(&path, "service.rs"),
    });
    inputs.filter(|one| one.model.len() <= SOURCE_BYTES_MAX).collect()
});

/// One of the services.
pub fn service() -> impl Strategy<Value = Inputs> {
    select(SERVICES.as_slice())
}

/// The service compiles to a crate that keeps inside its folder, or is refused.
pub fn assert_judged(inputs: &Inputs) {
    let diagnostics = match compile(inputs) {
        Ok(compiled) => {
            assert_contained(&compiled.files);
            assert!(!compiled.diagnostics.has_errors(), "{}", compiled.diagnostics);
            compiled.diagnostics
        }
        Err(diagnostics) => {
            assert!(diagnostics.has_errors(), "refused without an error: {diagnostics}");
            diagnostics
        }
    };
    let files = BTreeMap::from([
        ("spec.json", inputs.spec.as_str()),
        ("service.rs", inputs.model.as_str()),
    ]);
    assert_told(&diagnostics, &files);
}

#[test]
fn models_with_damaged_tokens_compile_or_are_refused_with_codes_and_places() {
    hold(500, (service(), damages(3)), |(mut inputs, damages)| {
        inputs.model = damage(&inputs.model, &damages);
        assert_judged(&inputs);
    });
}

#[test]
fn models_whose_text_is_damaged_compile_or_are_refused_with_codes_and_places() {
    hold(500, (service(), text_damages(3)), |(mut inputs, damages)| {
        damage_text(&mut inputs.model, &damages);
        assert_judged(&inputs);
    });
}
