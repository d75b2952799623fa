//! Compiles every service of a corpus in memory.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place, SourceMap};
use crate::emit::{Files, Verification, emit_card};
use crate::pipeline::{Compiled, compile, read_inputs};
use crate::resolve::Implementation;

use super::{ServiceFolder, interrupted};

/// The crate of one service, in memory.
#[derive(Debug)]
pub struct ServiceOutput {
    /// The service's name.
    pub service: String,
    /// Its domain.
    pub domain: String,
    /// The digest of its inputs.
    pub version: String,
    /// The crate's files.
    pub files: Files,
    /// What is known of its tools.
    pub verification: Verification,
    /// What was known of them before any test.
    pub unverified: Verification,
    /// How many tools are declared, written and simulated.
    pub counts: (usize, usize, usize),
}

/// Everything that a corpus gives.
#[derive(Debug, Default)]
pub struct Output {
    /// The crates, by domain and service.
    pub services: Vec<ServiceOutput>,
    /// Folders with a spec and no model.
    pub without_model: Vec<ServiceFolder>,
    /// Folders whose inputs have errors.
    pub failed: Vec<ServiceFolder>,
}

/// What was found wrong, with the texts that it speaks of.
#[derive(Debug, Default)]
pub struct Problems {
    /// What to say.
    pub diagnostics: Diagnostics,
    /// The texts.
    pub sources: SourceMap,
}

/// Compiles all services on all cores. `done` is called after each, and may stop the run there;
/// the problems say so, and the output is not whole.
///
/// What earlier runs of the tests found is kept where the code is still the same.
#[must_use]
pub fn plan_output(
    folders: &[ServiceFolder],
    out: &Path,
    done: &(dyn Fn() -> ControlFlow<()> + Sync),
) -> (Output, Problems) {
    let next = AtomicUsize::new(0);
    let is_stopped = AtomicBool::new(false);
    let results = Mutex::new(BTreeMap::new());
    let n_workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..n_workers.min(folders.len()) {
            scope.spawn(|| {
                while let Some((index, folder)) = take(&next, folders)
                    && !is_stopped.load(Ordering::Relaxed)
                {
                    let result = one(folder, out);
                    let mut results = results.lock().unwrap_or_else(|poison| poison.into_inner());
                    results.insert(index, result);
                    if done().is_break() {
                        is_stopped.store(true, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let results = results.into_inner().unwrap_or_else(|poison| poison.into_inner());
    let (mut output, mut problems) = (Output::default(), Problems::default());
    if is_stopped.into_inner() {
        problems.diagnostics.append(interrupted("interrupted before anything was written"));
    }
    for (index, (service, diagnostics, texts)) in results {
        problems.diagnostics.append(diagnostics);
        for (file, text) in texts {
            problems.sources.insert(file, text);
        }
        let folder = &folders[index];
        match service {
            Some(service) => output.services.push(service),
            None if folder.has_model => output.failed.push(folder.clone()),
            None => output.without_model.push(folder.clone()),
        }
    }
    (output, problems)
}

fn take<'a>(
    next: &AtomicUsize,
    folders: &'a [ServiceFolder],
) -> Option<(usize, &'a ServiceFolder)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    folders.get(index).map(|folder| (index, folder))
}

type Result3 = (Option<ServiceOutput>, Diagnostics, Vec<(String, String)>);

fn one(folder: &ServiceFolder, out: &Path) -> Result3 {
    if !folder.has_model {
        let place = Place::file(folder.path.display().to_string());
        let message = format!("`{}` has a spec and no model yet, it is left out", folder.service);
        let note = Diagnostic::new(Code::ModelMissing, place).message(message);
        return (None, note.into(), Vec::new());
    }
    let mut sources = SourceMap::new();
    let inputs = match read_inputs(&folder.path, &mut sources) {
        Ok(inputs) => inputs,
        Err(diagnostics) => return (None, diagnostics, Vec::new()),
    };
    let texts = vec![
        (inputs.spec_file.clone(), inputs.spec.clone()),
        (inputs.model_file.clone(), inputs.model.clone()),
    ];
    let compiled = match compile(&inputs) {
        Ok(compiled) => compiled,
        Err(diagnostics) => return (None, diagnostics, texts),
    };
    let spec = &compiled.service.service.spec;
    if spec.service != folder.service || spec.domain != folder.domain {
        let place = Place::file(folder.path.display().to_string());
        let message = format!(
            "the spec is of `{}/{}`, the folder is `{}/{}`",
            spec.domain, spec.service, folder.domain, folder.service
        );
        let error = Diagnostic::new(Code::MisplacedService, place).message(message);
        return (None, error.into(), texts);
    }
    let known = folder.verification(out);
    (Some(ServiceOutput::of(&compiled, known)), compiled.diagnostics, texts)
}

impl ServiceOutput {
    /// What a compiled service gives. What is `known` of its tools is kept if it was found out
    /// about the same code.
    #[must_use]
    pub fn of(compiled: &Compiled, known: Option<Verification>) -> Self {
        let service = &compiled.service.service;
        let mut files = compiled.files.clone();
        let fresh: Verification = serde_json::from_str(&files["verification.json"])
            .expect("the emitter wrote this file just now");
        let verification =
            known.filter(|known| known.is_of_same_code(&fresh)).unwrap_or_else(|| fresh.clone());
        files.insert("README.md".to_owned(), emit_card(service, &verification));
        files.insert("verification.json".to_owned(), verification.to_json());
        let count = |wanted: fn(&Implementation) -> bool| {
            service.listed().filter(|tool| wanted(tool.implementation())).count()
        };
        let counts = (
            count(|one| *one == Implementation::Declared),
            count(|one| *one == Implementation::Written),
            count(|one| matches!(one, Implementation::Simulated { .. })),
        );
        Self {
            service: service.spec.service.clone(),
            domain: service.spec.domain.clone(),
            version: compiled.version.clone(),
            files,
            verification,
            unverified: fresh,
            counts,
        }
    }
}
