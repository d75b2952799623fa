//! Where data and talk go, and files that are written whole.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::failure::Failure;

/// Standard output for data, standard error for talk.
pub(crate) struct Output<'a> {
    data: &'a mut dyn Write,
    talk: &'a mut dyn Write,
}

impl<'a> Output<'a> {
    pub(crate) fn new(data: &'a mut dyn Write, talk: &'a mut dyn Write) -> Self {
        Self { data, talk }
    }

    /// Writes a line of data.
    pub(crate) fn print(&mut self, line: &str) -> Result<(), Failure> {
        writeln!(self.data, "{line}").and_then(|()| self.data.flush()).map_err(|error| match error
            .kind()
        {
            ErrorKind::BrokenPipe => Failure::OutputClosed,
            _ => Failure::Io(format!("standard output: {error}")),
        })
    }

    /// Writes a value as indented JSON.
    pub(crate) fn print_json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        self.print(&pretty(value))
    }

    /// Says a line. That nobody listens is no failure.
    pub(crate) fn say(&mut self, line: &str) {
        let _ = writeln!(self.talk, "{line}");
    }

    /// Says notes of readers.
    pub(crate) fn say_notes(&mut self, notes: &[String]) {
        for note in notes {
            self.say(&format!("note: {note}"));
        }
    }
}

fn pretty(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("the value is plain data")
}

/// Writes a file whole or not at all: a killed run leaves the old file or the new one. Folders
/// above it are made.
pub(crate) fn write_file(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    let fail = |error| Failure::file(path, &error);
    let beside = beside(path)?;
    fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path)).map_err(fail)
}

/// Where a file is written until it is whole. Folders above it are made.
fn beside(path: &Path) -> Result<PathBuf, Failure> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| Failure::file(path, &error))?;
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    Ok(path.with_file_name(name))
}

/// A file that is written line by line, and is there whole or not at all.
pub(crate) struct LineFile {
    path: PathBuf,
    beside: PathBuf,
    lines: BufWriter<File>,
    is_whole: bool,
}

impl LineFile {
    /// A file without lines, which takes its place when it is finished.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        let beside = beside(path)?;
        let file = File::create(&beside).map_err(|error| Failure::file(path, &error))?;
        let lines = BufWriter::new(file);
        Ok(Self { path: path.to_owned(), beside, lines, is_whole: false })
    }

    /// Writes a line.
    pub(crate) fn write(&mut self, line: &str) -> Result<(), Failure> {
        writeln!(self.lines, "{line}").map_err(|error| Failure::file(&self.path, &error))
    }

    /// Puts the file in its place.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        let moved = self.lines.flush().and_then(|()| fs::rename(&self.beside, &self.path));
        self.is_whole = moved.is_ok();
        moved.map_err(|error| Failure::file(&self.path, &error))
    }
}

impl Drop for LineFile {
    /// What was not finished is not left behind.
    fn drop(&mut self) {
        if !self.is_whole {
            let _ = fs::remove_file(&self.beside);
        }
    }
}

/// Holds a file that lines are appended to, and makes it where there is none: two runs would cut off
/// each other's last line. A killed run leaves no lock behind; a file system without locks is used
/// without.
pub(crate) fn hold_file(path: &Path) -> Result<File, Failure> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    let file = file.map_err(|error| Failure::file(path, &error))?;
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        return Err(Failure::Io(format!(
            "another run is writing to {}: wait for its end, or write elsewhere",
            path.display()
        )));
    }
    Ok(file)
}

/// Writes a value as a file of indented JSON.
pub(crate) fn write_json_file(path: &Path, value: &impl Serialize) -> Result<(), Failure> {
    write_file(path, pretty(value) + "\n")
}
