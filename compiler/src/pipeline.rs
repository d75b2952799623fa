//! The passes from a spec and a model to a crate, in order, and how to look at what each gives.

use std::path::Path;

use sha2::{Digest, Sha256};

use crate::check::{check, check_model};
use crate::diagnostics::{At, Code, Diagnostic, Diagnostics, Place, SourceMap};
use crate::emit::{Emission, Files, emit};
use crate::lint::lint_logic;
use crate::lower::{LoweredService, lower_operations};
use crate::model::parse_model;
use crate::resolve::{ResolvedService, resolve};
use crate::spec::{self, Spec};

/// The two files that describe a service.
#[derive(Debug, Clone)]
pub struct Inputs {
    /// The name of the spec's file, for diagnostics.
    pub spec_file: String,
    /// The spec's text.
    pub spec: String,
    /// The name of the model's file, for diagnostics.
    pub model_file: String,
    /// The model's text.
    pub model: String,
}

/// A point in the pipeline that can be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// The model as read.
    ParseModel,
    /// Names bound to each other.
    Resolve,
    /// Bodies of declared tools, step by step.
    LowerOperations,
    /// The crate's files.
    Emit,
}

/// A compiled service.
#[derive(Debug)]
pub struct Compiled {
    /// What was compiled.
    pub service: LoweredService,
    /// The digest of the inputs.
    pub version: String,
    /// The crate.
    pub files: Files,
    /// What is left to say.
    pub diagnostics: Diagnostics,
}

/// Runs every pass.
///
/// # Errors
/// Everything that the first failing pass found.
pub fn compile(inputs: &Inputs) -> Result<Compiled, Diagnostics> {
    compile_passes(inputs).map_err(|diagnostics| name_files(diagnostics, inputs))
}

fn compile_passes(inputs: &Inputs) -> Result<Compiled, Diagnostics> {
    let (service, diagnostics) = checked(inputs)?;
    let service = lower_operations(service)?;
    let version = version_of(inputs);
    let spec = &service.service.spec;
    let origin = format!("compiler/corpus/{}/{}", spec.domain, spec.service);
    let files = emit(&Emission { lowered: &service, origin, version: version.clone() })?;
    let diagnostics = name_files(diagnostics, inputs);
    Ok(Compiled { service, version, files, diagnostics })
}

/// The passes up to `check`, and the warnings that they left.
fn checked(inputs: &Inputs) -> Result<(ResolvedService, Diagnostics), Diagnostics> {
    let spec = read_spec(inputs);
    let model = parse_model(&inputs.model).and_then(lint_logic);
    let (spec, model) = match (spec, model) {
        (Ok(spec), Ok(model)) => (spec, model),
        (spec, model) => {
            let mut all = spec.err().unwrap_or_default();
            all.append(model.err().unwrap_or_default());
            return Err(all);
        }
    };
    let model = check_model(&spec, model)?;
    check(resolve(spec, model)?)
}

fn read_spec(inputs: &Inputs) -> Result<Spec, Diagnostics> {
    spec::from_json(&inputs.spec).map_err(|diagnostics| diagnostics.in_file(&inputs.spec_file))
}

/// One representation as text.
///
/// # Errors
/// Everything that a pass up to this one found.
pub fn dump(inputs: &Inputs, pass: Pass) -> Result<String, Diagnostics> {
    let text = match pass {
        Pass::ParseModel => parse_model(&inputs.model).map(|model| format!("{model:#?}\n")),
        Pass::Resolve => checked(inputs).map(|(service, _)| format!("{:#?}\n", service.tools)),
        Pass::LowerOperations => checked(inputs)
            .and_then(|(service, _)| lower_operations(service))
            .map(|service| format!("{:#?}\n", service.bodies)),
        Pass::Emit => compile_passes(inputs).map(|compiled| {
            let files = compiled.files.iter();
            files.map(|(path, text)| format!("==> {path} <==\n{text}\n")).collect()
        }),
    };
    text.map_err(|diagnostics| name_files(diagnostics, inputs))
}

/// Names the file of each place: pointers are into the spec, bytes into the model.
fn name_files(diagnostics: Diagnostics, inputs: &Inputs) -> Diagnostics {
    let name = |place: &mut Place| {
        let file = match place.at {
            At::Json(_) => &inputs.spec_file,
            At::Bytes { .. } | At::Whole => &inputs.model_file,
        };
        place.file.get_or_insert_with(|| file.clone());
    };
    let named = diagnostics.into_iter().map(|mut one: Diagnostic| {
        name(&mut one.place);
        one.labels.iter_mut().for_each(|label| name(&mut label.place));
        one
    });
    named.collect()
}

/// Which version of the service these inputs are.
#[must_use]
pub fn version_of(inputs: &Inputs) -> String {
    digest(&[inputs.spec.as_bytes(), inputs.model.as_bytes()])
}

/// The first sixteen hexadecimal digits of the SHA-256 of all parts.
#[must_use]
pub fn digest(parts: &[&[u8]]) -> String {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(part);
    }
    hasher.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// Reads the two files of a service's folder.
///
/// # Errors
/// When one of them is missing or not UTF-8.
pub fn read_inputs(folder: &Path, sources: &mut SourceMap) -> Result<Inputs, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    let mut read = |name: &str| {
        let path = folder.join(name);
        let file = path.display().to_string();
        match std::fs::read_to_string(&path) {
            Ok(text) => {
                sources.insert(file.clone(), text.clone());
                (file, text)
            }
            Err(error) => {
                diagnostics.push(
                    Diagnostic::new(Code::UnreadableFile, Place::file(file.clone()))
                        .message(format!("cannot read `{file}`: {error}"))
                        .help("a service's folder holds `spec.json` and `service.rs`"),
                );
                (file, String::new())
            }
        }
    };
    let (spec_file, spec) = read("spec.json");
    let (model_file, model) = read("service.rs");
    let inputs = Inputs { spec_file, spec, model_file, model };
    diagnostics.unless_errors(inputs).map(|(inputs, _)| inputs)
}
