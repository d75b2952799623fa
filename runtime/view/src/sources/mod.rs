//! The files that pages show.

mod kind;
mod ledgers;
mod line_reader;
mod lines;
mod metrics;
mod summaries;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use kind::{Kind, kind_of};

pub(crate) use ledgers::{Ledgers, Share, ToolStatus};
pub(crate) use lines::{Fault as LineFault, Index, Lines};
pub(crate) use metrics::read_metrics;
pub(crate) use summaries::{TaskSummary, TrajectorySummary};

/// How deep folders are looked through.
const DEPTH_MAX: usize = 6;

/// How many files are looked at.
const FILES_MAX: usize = 5_000;

/// Everything that was found, in the order of paths. Positions are stable: pages are linked by them.
#[derive(Clone, Default)]
pub(crate) struct Found {
    pub(crate) tasks: Vec<Arc<Lines<TaskSummary>>>,
    pub(crate) trajectories: Vec<Arc<Lines<TrajectorySummary>>>,
    pub(crate) metrics: Vec<File>,
    pub(crate) evaluations: Vec<File>,
    pub(crate) phases: Vec<File>,
    pub(crate) rejections: Vec<File>,
    pub(crate) worlds: Vec<File>,
    pub(crate) unread: Vec<Unread>,
    known: BTreeSet<PathBuf>,
    /// Files that are nothing known, with why, so that they are read again only once they change.
    passed: BTreeMap<PathBuf, (Option<Mark>, String)>,
}

/// What changes whenever a file does: its length and when it was written.
type Mark = (u64, Option<SystemTime>);

fn mark(metadata: &Metadata) -> Mark {
    (metadata.len(), metadata.modified().ok())
}

/// A file, and what it is called on pages.
#[derive(Debug, Clone)]
pub(crate) struct File {
    pub(crate) path: PathBuf,
    pub(crate) label: String,
}

/// A file that is not shown.
#[derive(Debug, Clone)]
pub(crate) struct Unread {
    pub(crate) label: String,
    pub(crate) reason: String,
}

/// Where files are looked for, and those found so far.
pub(crate) struct Sources {
    roots: Vec<PathBuf>,
    found: Mutex<Arc<Found>>,
}

impl Sources {
    /// Looks through these files and folders.
    pub(crate) fn open(roots: Vec<PathBuf>) -> Self {
        let sources = Self { roots, found: Mutex::default() };
        sources.refresh();
        sources
    }

    /// What was found when somebody looked last.
    pub(crate) fn found(&self) -> Arc<Found> {
        Arc::clone(&self.found.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Looks again: files that are new since are found too.
    pub(crate) fn refresh(&self) -> Arc<Found> {
        let mut held = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let mut found = Found::clone(&held);
        found.unread.clear();
        let mut n_left = FILES_MAX;
        for root in &self.roots {
            let above = root.parent().unwrap_or(Path::new(""));
            look(root, above, 0, &mut n_left, &mut found);
        }
        *held = Arc::new(found);
        Arc::clone(&held)
    }
}

/// Looks at a file, or at everything in a folder.
fn look(path: &Path, above: &Path, depth: usize, n_left: &mut usize, found: &mut Found) {
    if found.known.contains(path) || *n_left == 0 {
        return;
    }
    if path.is_dir() {
        let Ok(entries) = fs::read_dir(path) else { return };
        let mut inside: Vec<PathBuf> = entries
            .flatten()
            .filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_symlink()))
            .map(|entry| entry.path())
            .filter(|path| depth < DEPTH_MAX && is_worth_a_look(path))
            .collect();
        inside.sort();
        inside.iter().for_each(|path| look(path, above, depth + 1, n_left, found));
        return;
    }
    *n_left -= 1;
    let label = path.strip_prefix(above).unwrap_or(path).display().to_string();
    let was_named = depth == 0;
    let mark = path.metadata().ok().map(|metadata| mark(&metadata));
    let passed = found.passed.get(path).filter(|(seen, _)| *seen == mark);
    let kind = match passed {
        Some((_, reason)) => Err(reason.clone()),
        None => kind_of(path),
    };
    match kind {
        Ok(kind) => {
            found.known.insert(path.to_owned());
            found.add(kind, File { path: path.to_owned(), label });
        }
        Err(reason) => {
            // In a folder there is much that is nobody's business here.
            if was_named || has_extension(path, "jsonl") {
                found.unread.push(Unread { label, reason: reason.clone() });
            }
            found.passed.insert(path.to_owned(), (mark, reason));
        }
    }
}

fn is_worth_a_look(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let passed_over = name.starts_with('.') || name == "target" || name == "node_modules";
    let is_data = has_extension(path, "json") || has_extension(path, "jsonl");
    !passed_over && (is_data || path.is_dir())
}

fn has_extension(path: &Path, wanted: &str) -> bool {
    path.extension().is_some_and(|extension| extension == wanted)
}

impl Found {
    fn add(&mut self, kind: Kind, file: File) {
        match kind {
            Kind::Tasks => self.tasks.push(Arc::new(Lines::new(file))),
            Kind::Trajectories => self.trajectories.push(Arc::new(Lines::new(file))),
            Kind::Metrics => self.metrics.push(file),
            Kind::Evaluation => self.evaluations.push(file),
            Kind::Phases => self.phases.push(file),
            Kind::Rejections => self.rejections.push(file),
            Kind::World => self.worlds.push(file),
        }
    }

    /// Whether there is nothing to show.
    pub(crate) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }
}
