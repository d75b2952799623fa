//! Makes the folder of generated crates what the corpus gives, or says where it is not.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place};
use crate::emit::{CatalogEntry, Files, emit_catalog};
use crate::recover_folder;
use crate::write_tree::{TreeWriter, home_of};

use super::{Output, interrupted};

/// The folder of the crate that links the others.
const CATALOG: &str = "catalog";

/// What a run changed.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Applied {
    /// Crates that were written.
    pub written: usize,
    /// Crates that were right already.
    pub unchanged: usize,
    /// Crates that no longer belong.
    pub removed: usize,
}

/// The crate of each service, by its folder in `out`.
fn crates(output: &Output) -> BTreeMap<PathBuf, &Files> {
    let path = |domain: &str, service: &str| Path::new(domain).join(service);
    output.services.iter().map(|one| (path(&one.domain, &one.service), &one.files)).collect()
}

/// Every tree that the corpus gives, by its folder in `out`.
fn trees(output: &Output, out: &Path) -> Result<BTreeMap<PathBuf, Files>, Diagnostics> {
    let mut trees: BTreeMap<_, _> =
        crates(output).into_iter().map(|(path, files)| (path, files.clone())).collect();
    trees.insert(PathBuf::from(CATALOG), emit_catalog(&entries(output, out))?);
    Ok(trees)
}

/// What the catalog lists: the services, and those that could not be compiled and whose crates stay
/// as they are.
fn entries(output: &Output, out: &Path) -> Vec<CatalogEntry> {
    let compiled = output.services.iter().map(|one| CatalogEntry {
        service: one.service.clone(),
        domain: one.domain.clone(),
        version: one.version.clone(),
    });
    let kept = output.failed.iter().filter_map(|folder| {
        Some(CatalogEntry {
            service: folder.service.clone(),
            domain: folder.domain.clone(),
            version: folder.verification(out)?.version,
        })
    });
    compiled.chain(kept).collect()
}

/// Writes what differs and removes what no longer belongs. `done` is called after each crate, and
/// may stop the run there.
///
/// The order is such that the crates can be built after every step: the catalog lists crates that
/// are there, and no two crates have one name.
///
/// # Errors
/// When the file system refuses, or the run was stopped. Each crate is then still the old one or
/// already the new one, and another run goes on.
pub fn write_output(
    output: &Output,
    out: &Path,
    done: &dyn Fn() -> ControlFlow<()>,
) -> Result<Applied, Diagnostics> {
    let mut writing =
        Writing { out, trees: TreeWriter::of(out)?, done, applied: Applied::default() };
    let crates = crates(output);
    let entries = entries(output, out);
    let (moved, gone) = leftovers(output, out).into_iter().partition::<Vec<_>, _>(|path| {
        crates.keys().any(|other| other.file_name() == path.file_name())
    });
    // Before anything else stands there, the workspace wants its catalog.
    if !moved.is_empty() || !out.join(CATALOG).exists() {
        let stays = |one: &CatalogEntry| {
            out.join(&one.domain).join(&one.service).join("Cargo.toml").is_file()
        };
        let meanwhile: Vec<_> = entries.iter().filter(|one| stays(one)).cloned().collect();
        writing.trees.write(&out.join(CATALOG), &emit_catalog(&meanwhile)?)?;
        writing.remove(&moved)?;
    }
    for (path, files) in crates {
        writing.write(&path, files)?;
    }
    writing.write(Path::new(CATALOG), &emit_catalog(&entries)?)?;
    writing.remove(&gone)?;
    for domain in subfolders(out) {
        // Succeeds only when the domain has no service left.
        let _ = std::fs::remove_dir(out.join(domain));
    }
    Ok(writing.applied)
}

/// A run that writes.
struct Writing<'a> {
    out: &'a Path,
    trees: TreeWriter,
    done: &'a dyn Fn() -> ControlFlow<()>,
    applied: Applied,
}

impl Writing<'_> {
    fn write(&mut self, path: &Path, files: &Files) -> Result<(), Diagnostics> {
        let path = self.out.join(path);
        if differences(&path, files).is_empty() {
            self.applied.unchanged += 1;
        } else {
            self.trees.write(&path, files)?;
            self.applied.written += 1;
        }
        self.proceed()
    }

    fn remove(&mut self, paths: &[PathBuf]) -> Result<(), Diagnostics> {
        for path in paths {
            self.trees.remove(&self.out.join(path))?;
            self.applied.removed += 1;
            self.proceed()?;
        }
        Ok(())
    }

    fn proceed(&self) -> Result<(), Diagnostics> {
        match (self.done)() {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(interrupted(&format!(
                "interrupted after {} crates were written and {} removed in `{}`",
                self.applied.written,
                self.applied.removed,
                self.out.display()
            ))),
        }
    }
}

/// A diagnostic for every file that is not what the corpus gives.
///
/// # Errors
/// When the catalog cannot be written in memory, which is a fault of the compiler.
pub fn compare(output: &Output, out: &Path) -> Result<Diagnostics, Diagnostics> {
    let trees = trees(output, out)?;
    let mut diagnostics = Diagnostics::new();
    for (path, files) in &trees {
        for (file, what) in differences(&out.join(path), files) {
            let file = out.join(path).join(file).display().to_string();
            diagnostics.push(
                Diagnostic::new(Code::StaleOutput, Place::file(file.clone()))
                    .message(format!("`{file}` {what}")),
            );
        }
    }
    let mut push = |path: &Path, what: &str| {
        let path = path.display().to_string();
        let message = format!("`{path}` {what}");
        diagnostics.push(Diagnostic::new(Code::StaleOutput, Place::file(path)).message(message));
    };
    for path in leftovers(output, out) {
        push(&out.join(path), "belongs to no service of the corpus");
    }
    for left in recover_folder::leftovers(&home_of(out)).into_iter().flatten() {
        // Single files are not of crates that are being written.
        if left.is_dir() {
            push(&left, "was left by a run that was killed");
        }
    }
    Ok(diagnostics)
}

/// The files of a folder that are not as they should be.
fn differences(path: &Path, files: &Files) -> Vec<(PathBuf, &'static str)> {
    let mut differences = Vec::new();
    for (name, text) in files {
        match std::fs::read(path.join(name)) {
            Ok(found) if found == text.as_bytes() => {}
            Ok(_) => differences.push((PathBuf::from(name), "differs from what the corpus gives")),
            Err(_) => differences.push((PathBuf::from(name), "is missing")),
        }
    }
    let mut found = Vec::new();
    files_below(path, Path::new(""), &mut found);
    let known: BTreeSet<&Path> = files.keys().map(Path::new).collect();
    let extra = found.into_iter().filter(|file| !known.contains(file.as_path()));
    differences.extend(extra.map(|file| (file, "is left over")));
    differences
}

fn files_below(root: &Path, inside: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(root.join(inside)) else { return };
    for entry in entries.flatten() {
        let name = inside.join(entry.file_name());
        if entry.path().is_dir() {
            files_below(root, &name, found);
        } else {
            found.push(name);
        }
    }
    found.sort();
}

/// Folders of generated crates that no service of the corpus gives.
fn leftovers(output: &Output, out: &Path) -> Vec<PathBuf> {
    let failed = output.failed.iter().map(|one| Path::new(&one.domain).join(&one.service));
    let known: BTreeSet<PathBuf> = crates(output).into_keys().chain(failed).collect();
    let mut leftovers = Vec::new();
    for domain in subfolders(out) {
        for service in subfolders(&out.join(&domain)) {
            let path = Path::new(&domain).join(&service);
            if is_generated(&out.join(&path)) && !known.contains(&path) {
                leftovers.push(path);
            }
        }
    }
    leftovers
}

/// Whether the folder holds a crate that this compiler wrote.
#[must_use]
pub fn is_generated(folder: &Path) -> bool {
    std::fs::read_to_string(folder.join("Cargo.toml"))
        .is_ok_and(|text| text.starts_with("# @generated by compoworld"))
}

fn subfolders(path: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
    entries
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| !name.starts_with('.'))
        .collect()
}
