//! Makes the folder of generated crates what the corpus gives, or says where it is not.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place};
use crate::emit::{CatalogEntry, Files};
use crate::write_tree::{recover, write_tree};

use super::Output;

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

/// Every tree that the corpus gives, by its folder in `out`.
fn trees(output: &Output, out: &Path) -> Result<BTreeMap<PathBuf, Files>, Diagnostics> {
    let mut trees = BTreeMap::new();
    for service in &output.services {
        let path = Path::new(&service.domain).join(&service.service);
        trees.insert(path, service.files.clone());
    }
    trees.insert(PathBuf::from("catalog"), output.catalog(&kept(output, out))?);
    Ok(trees)
}

/// The services that could not be compiled and whose crates stay as they are.
fn kept(output: &Output, out: &Path) -> Vec<CatalogEntry> {
    let folders = output.failed.iter().filter_map(|folder| {
        Some(CatalogEntry {
            service: folder.service.clone(),
            domain: folder.domain.clone(),
            version: folder.verification(out)?.version,
        })
    });
    folders.collect()
}

/// Writes what differs and removes what no longer belongs; `done` is called after each crate.
///
/// # Errors
/// When the file system refuses. Each crate is then still the old one or already the new one.
pub fn write_output(output: &Output, out: &Path, done: &dyn Fn()) -> Result<Applied, Diagnostics> {
    let refused = |error: std::io::Error| {
        Diagnostics::from(
            Diagnostic::new(Code::UnwritableFile, Place::file(out.display().to_string()))
                .message(format!("cannot write below `{}`: {error}", out.display())),
        )
    };
    recover(out).map_err(refused)?;
    for domain in subfolders(out) {
        recover(&out.join(domain)).map_err(refused)?;
    }
    let mut applied = Applied::default();
    let trees = trees(output, out)?;
    for (path, files) in &trees {
        let path = out.join(path);
        if differences(&path, files).is_empty() {
            applied.unchanged += 1;
        } else {
            write_tree(&path, files)?;
            applied.written += 1;
        }
        done();
    }
    for path in leftovers(output, &trees, out) {
        std::fs::remove_dir_all(out.join(&path)).map_err(refused)?;
        if let Some(domain) = path.parent() {
            // Succeeds only when the domain has no service left.
            let _ = std::fs::remove_dir(out.join(domain));
        }
        applied.removed += 1;
    }
    Ok(applied)
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
    for path in leftovers(output, &trees, out) {
        let path = out.join(path).display().to_string();
        diagnostics.push(
            Diagnostic::new(Code::StaleOutput, Place::file(path.clone()))
                .message(format!("`{path}` belongs to no service of the corpus")),
        );
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
fn leftovers(output: &Output, trees: &BTreeMap<PathBuf, Files>, out: &Path) -> Vec<PathBuf> {
    let failed: BTreeSet<PathBuf> = output
        .failed
        .iter()
        .map(|folder| Path::new(&folder.domain).join(&folder.service))
        .collect();
    let mut leftovers = Vec::new();
    for domain in subfolders(out) {
        for service in subfolders(&out.join(&domain)) {
            let path = Path::new(&domain).join(&service);
            let is_ours = std::fs::read_to_string(out.join(&path).join("Cargo.toml"))
                .is_ok_and(|text| text.starts_with("# @generated by compoworld"));
            if is_ours && !trees.contains_key(&path) && !failed.contains(&path) {
                leftovers.push(path);
            }
        }
    }
    leftovers
}

fn subfolders(path: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
    entries
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| !name.starts_with('.'))
        .collect()
}
