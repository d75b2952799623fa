//! Authors many services, several at a time. A service that was finished for the same spec is not
//! authored again, so a run that was ended in any way goes on where it stood.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use comfy_table::{CellAlignment, Table};
use compoworld_chat::Transcript;

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place};
use crate::lock_folder::lock_folder;
use crate::pipeline::digest;
use crate::spec::Spec;
use crate::write_atomic::write_atomic;
use crate::write_tree::TreeWriter;

use super::author_service::Authored;
use super::ledger::{Authoring, Ended, LEDGER};

/// A service to be authored.
#[derive(Debug, Clone)]
pub struct Order {
    /// What it is to do.
    pub spec: Spec,
    /// The spec's file, word for word.
    pub spec_text: String,
    /// The model to start from; the draft, where there is none.
    pub model: Option<String>,
    /// The finished folder.
    pub out: PathBuf,
    /// Where transcripts and records of failures are kept.
    pub records: PathBuf,
}

/// What became of an order.
#[derive(Debug)]
pub enum Written {
    /// It was authored now, well or not.
    Now(Authoring),
    /// It had been finished before.
    Before(Authoring),
}

impl Written {
    /// The record.
    #[must_use]
    pub const fn authoring(&self) -> &Authoring {
        match self {
            Self::Now(authoring) | Self::Before(authoring) => authoring,
        }
    }
}

impl Order {
    /// The record of an earlier run that finished this very spec.
    fn finished(&self) -> Option<Authoring> {
        let text = fs::read_to_string(self.out.join(LEDGER)).ok()?;
        let authoring: Authoring = serde_json::from_str(&text).ok()?;
        let is_same = authoring.spec == digest(&[self.spec_text.as_bytes()]);
        let is_there = self.out.join("service.rs").is_file();
        (authoring.ended == Ended::Success && is_same && is_there).then_some(authoring)
    }

    fn record(&self, what: &str) -> PathBuf {
        self.records.join(&self.spec.service).join(what)
    }

    /// The whole folder is replaced, so it must hold nothing but what belongs to a service.
    fn refuse_foreign(&self) -> Result<(), Diagnostics> {
        const OWN: [&str; 5] =
            ["spec.json", "service.rs", "cases.json", "verification.json", LEDGER];
        let entries = fs::read_dir(&self.out).into_iter().flatten().flatten();
        let mut names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let Some(foreign) = names.find(|name| !OWN.contains(&&**name)) else { return Ok(()) };
        let folder = self.out.display().to_string();
        Err(Diagnostic::new(Code::UnwritableFile, Place::file(&folder))
            .message(format!("`{folder}` holds `{foreign}`, which is no part of a service"))
            .help("choose another folder with --out, or move the file away")
            .into())
    }

    /// Has it authored, and moves the folder into its place when it is finished.
    ///
    /// # Errors
    /// When files cannot be written.
    fn carry_out(
        &self,
        author: &(dyn Fn(&Self, &Transcript) -> Result<Authored, Diagnostics> + Sync),
    ) -> Result<Written, Diagnostics> {
        let refused = |path: &Path, error: &std::io::Error| -> Diagnostics {
            let place = Place::file(path.display().to_string());
            let message = format!("cannot write `{}`: {error}", path.display());
            Diagnostic::new(Code::UnwritableFile, place).message(message).into()
        };
        let home = self.records.join(&self.spec.service);
        fs::create_dir_all(&home).map_err(|error| refused(&home, &error))?;
        let path = self.record("transcript.jsonl");
        let made = fs::OpenOptions::new().create(true).append(true).open(&path);
        made.map_err(|error| refused(&path, &error))?;
        // Two runs never author one service at a time.
        let _lock = lock_folder(&path);
        if let Some(authoring) = self.finished() {
            return Ok(Written::Before(authoring));
        }
        self.refuse_foreign()?;
        let transcript = Transcript::open(&path).map_err(|error| refused(&path, &error))?;
        let Authored { authoring, files } = author(self, &transcript)?;
        write_atomic(&self.record(LEDGER), authoring.to_json().as_bytes())?;
        if let Some(files) = files {
            TreeWriter::of(&self.out)?.write(&self.out, &files)?;
        }
        Ok(Written::Now(authoring))
    }
}

/// Carries out orders, so many at a time, and tells each when it is done; `done` may stop the run.
/// What went wrong comes last, and hinders no other order.
#[must_use]
pub fn author_corpus(
    orders: &[Order],
    n_jobs: usize,
    author: &(dyn Fn(&Order, &Transcript) -> Result<Authored, Diagnostics> + Sync),
    done: &(dyn Fn(&Written) -> ControlFlow<()> + Sync),
) -> (Vec<Written>, Diagnostics) {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..n_jobs.clamp(1, orders.len().max(1)) {
            scope.spawn(|| {
                while let Some(order) = orders.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = order.carry_out(author);
                    if let Ok(written) = &result
                        && done(written).is_break()
                    {
                        next.store(orders.len(), Ordering::Relaxed);
                    }
                    let mut results = results.lock().unwrap_or_else(|poison| poison.into_inner());
                    results.push(result);
                }
            });
        }
    });
    let (mut written, mut diagnostics) = (Vec::new(), Diagnostics::new());
    for result in results.into_inner().unwrap_or_else(|poison| poison.into_inner()) {
        match result {
            Ok(one) => written.push(one),
            Err(faults) => diagnostics.append(faults),
        }
    }
    written.sort_by(|a, b| a.authoring().service.cmp(&b.authoring().service));
    (written, diagnostics)
}

/// One line a service, and the sums of what this run took.
#[must_use]
pub fn table(written: &[Written]) -> String {
    const HEADER: [&str; 12] = [
        "Service",
        "Ended",
        "Declared",
        "Written",
        "Simulated",
        "Quarantined",
        "Cases",
        "Rounds",
        "Repairs",
        "Tokens",
        "Cost",
        "Seconds",
    ];
    let mut table = Table::new();
    table.load_style(comfy_table::presets::UTF8_BORDERS_ONLY).set_header(HEADER);
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let (mut n_tokens, mut cost, mut n_done) = (0, 0.0, 0);
    for one in written {
        let authoring = one.authoring();
        let Authoring { tools: (declared, by_hand, simulated), spent, .. } = authoring;
        let tokens = spent.tokens.prompt + spent.tokens.completion;
        let ended = match one {
            Written::Before(_) => "done before",
            Written::Now(now) => {
                (n_tokens, cost) = (n_tokens + tokens, cost + spent.cost);
                now.ended.word()
            }
        };
        n_done += usize::from(authoring.ended == Ended::Success);
        table.add_row([
            authoring.service.clone(),
            ended.to_owned(),
            declared.to_string(),
            by_hand.to_string(),
            simulated.to_string(),
            authoring.quarantined.len().to_string(),
            authoring.cases.to_string(),
            authoring.rounds.to_string(),
            authoring.repairs.to_string(),
            tokens.to_string(),
            format!("{:.4}", spent.cost),
            authoring.seconds.to_string(),
        ]);
    }
    format!(
        "{table}\n{n_done} of {} services finished; this run took {n_tokens} tokens, {cost:.4} in \
         cost\n",
        written.len()
    )
}
