//! What the phases share: the run's folder, the progress line, the record of what was done.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use comfy_table::presets::UTF8_BORDERS_ONLY;
use comfy_table::{CellAlignment, Table};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place};
use crate::programs::{Program, command, run};
use crate::write_atomic::write_atomic;

use super::Options;

/// One phase that is done.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Phase {
    /// What was done.
    pub name: String,
    /// What came of it, in a few words.
    pub result: String,
    /// How long it took, in seconds.
    pub seconds: f64,
}

/// A run of the quickstart.
pub(super) struct Session {
    pub root: PathBuf,
    pub options: Options,
    phases: Vec<Phase>,
}

impl Session {
    pub fn start(root: PathBuf, options: Options) -> Result<Self, Diagnostics> {
        let session = Self { root, options, phases: Vec::new() };
        session.save()?;
        eprintln!("writing to {}", session.options.out.display());
        Ok(session)
    }

    /// Runs one phase under a progress line; `work` tells what it is at, and in the end what
    /// came of it.
    pub fn phase(
        &mut self,
        name: &str,
        work: impl FnOnce(&Self, &mut dyn FnMut(&str)) -> Result<String, Diagnostics>,
    ) -> Result<(), Diagnostics> {
        let line = ProgressBar::new_spinner().with_style(
            ProgressStyle::with_template("{spinner} {prefix:<26} {elapsed:>4} {wide_msg}")
                .expect("the template is well-formed"),
        );
        line.set_prefix(name.to_owned());
        line.enable_steady_tick(Duration::from_millis(120));
        let start = Instant::now();
        let outcome = work(self, &mut |message| line.set_message(message.to_owned()));
        line.finish_and_clear();
        let seconds = start.elapsed().as_secs_f64();
        let result = outcome.inspect_err(|_| eprintln!("✘ {name}"))?;
        eprintln!("✔ {name:<26} {seconds:>6.1} s  {result}");
        self.phases.push(Phase { name: name.to_owned(), result, seconds });
        self.save()
    }

    fn save(&self) -> Result<(), Diagnostics> {
        let text = serde_json::to_string_pretty(&self.phases).expect("phases are plain data");
        write_atomic(&self.file("phases.json"), text.as_bytes())
    }

    /// A file of the run's folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.options.out.join(name)
    }

    /// Removes a file or folder that an earlier run left, if it is there.
    pub fn clear(&self, path: &Path) -> Result<(), Diagnostics> {
        let removed = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        match removed {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                let place = Place::file(path.display().to_string());
                Err(Diagnostic::new(Code::UnwritableFile, place)
                    .message(format!("cannot clear `{}`: {error}", path.display()))
                    .into())
            }
            _ => Ok(()),
        }
    }

    /// Runs a program of the product with these arguments.
    pub fn run(
        &self,
        program: Program,
        arguments: &[&str],
        say: &mut dyn FnMut(&str),
    ) -> Result<String, Diagnostics> {
        let mut command: Command = command(program);
        command.args(arguments);
        run(command, say)
    }

    /// Runs this very program in the workspace with these arguments.
    pub fn run_own(
        &self,
        arguments: &[&str],
        say: &mut dyn FnMut(&str),
    ) -> Result<String, Diagnostics> {
        let own = std::env::current_exe().unwrap_or_else(|_| "compoworld".into());
        let mut command = Command::new(own);
        command.current_dir(&self.root).args(arguments);
        run(command, say)
    }

    /// The path of a file of the run's folder, as an argument.
    pub fn argument(&self, name: &str) -> String {
        self.file(name).display().to_string()
    }

    /// Writes the page.
    pub fn report(&mut self) -> Result<(), Diagnostics> {
        self.phase("Write the report", |session, say| {
            let (run, out) = (session.argument(""), session.argument("report.html"));
            session.run(Program::Runtime, &["report", &run, "--out", &out], say)?;
            Ok(out)
        })
    }

    pub fn into_phases(self) -> Vec<Phase> {
        self.phases
    }
}

/// The phases as the table that closes a run.
pub fn closing_table(phases: &[Phase]) -> Table {
    let mut table = Table::new();
    table.load_style(UTF8_BORDERS_ONLY).set_header(["phase", "result", "seconds"]);
    for phase in phases {
        table.add_row([phase.name.clone(), phase.result.clone(), format!("{:.1}", phase.seconds)]);
    }
    let total: f64 = phases.iter().map(|phase| phase.seconds).sum();
    table.add_row(["total".to_owned(), String::new(), format!("{total:.1}")]);
    if let Some(column) = table.column_mut(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
