//! A file of JSON lines: where each line is and the little that lists show of it. Lines are read
//! whole when they are shown.

use std::fmt;
use std::fs;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde::de::DeserializeOwned;

use super::line_reader::{LINE_BYTES_MAX, Line, read_line};
use super::{File, Mark, mark};

/// How many bytes of lines are parsed at a time.
const BATCH_BYTES: usize = 16 << 20;

/// How many bytes tell whether a file is still the one that was read before.
const HEAD_BYTES: usize = 256;

/// A file of lines that each have a summary of type `S`.
pub(crate) struct Lines<S> {
    pub(crate) file: File,
    index: Mutex<Arc<Index<S>>>,
}

/// The lines of a file as they were when somebody looked last.
#[derive(Debug, Clone)]
pub(crate) struct Index<S> {
    whole: Vec<Entry<S>>,
    unended: Option<Entry<S>>,
    n_lines: usize,
    whole_bytes: u64,
    head: Vec<u8>,
    seen: Option<Mark>,
}

/// One line.
#[derive(Debug, Clone)]
pub(crate) struct Entry<S> {
    /// Its number, from 1.
    pub(crate) number: usize,
    /// The little that lists show of it, or what is wrong with it.
    pub(crate) summary: Result<S, Fault>,
    start: u64,
    length: u64,
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It ends before it should: it is being written, or its writer was killed.
    Torn,
    /// It is no line of this kind.
    Bad(String),
    /// It is longer than anything that is read.
    TooLong,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Torn => f.write_str("cut off: it is being written, or its writer was killed"),
            Self::Bad(message) => f.write_str(message),
            Self::TooLong => write!(f, "longer than {} MiB, passed over", LINE_BYTES_MAX >> 20),
        }
    }
}

impl<S> Index<S> {
    /// The lines that are not blank, in order.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &Entry<S>> {
        self.whole.iter().chain(&self.unended)
    }

    /// The line with this number.
    pub(crate) fn entry(&self, number: usize) -> Option<&Entry<S>> {
        self.entries().find(|entry| entry.number == number)
    }

    /// The summaries of the lines that have one, with the lines' numbers.
    pub(crate) fn summaries(&self) -> impl Iterator<Item = (usize, &S)> {
        self.entries().filter_map(|entry| Some((entry.number, entry.summary.as_ref().ok()?)))
    }

    /// The lines that are not shown, with why.
    pub(crate) fn faults(&self) -> impl Iterator<Item = (usize, &Fault)> {
        self.entries().filter_map(|entry| Some((entry.number, entry.summary.as_ref().err()?)))
    }
}

impl<S> Default for Index<S> {
    fn default() -> Self {
        Self {
            whole: Vec::new(),
            unended: None,
            n_lines: 0,
            whole_bytes: 0,
            head: Vec::new(),
            seen: None,
        }
    }
}

impl<S: DeserializeOwned + Clone + Send> Lines<S> {
    /// A file that was not looked at yet.
    pub(crate) fn new(file: File) -> Self {
        Self { file, index: Mutex::default() }
    }

    /// The lines as they are now. Of a file that grew, only what is new is read.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(crate) fn index(&self) -> io::Result<Arc<Index<S>>> {
        let mut held = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        let mut file = fs::File::open(&self.file.path)?;
        let seen = Some(mark(&file.metadata()?));
        if held.seen == seen {
            return Ok(Arc::clone(&held));
        }
        let mut head = Vec::new();
        file.by_ref().take(HEAD_BYTES as u64).read_to_end(&mut head)?;
        let grew = !held.head.is_empty()
            && head.starts_with(&held.head)
            && seen.is_some_and(|(length, _)| length >= held.whole_bytes);
        let mut next = if grew { Index::clone(&held) } else { Index::default() };
        file.seek(SeekFrom::Start(next.whole_bytes))?;
        next.scan(&mut BufReader::with_capacity(1 << 20, file))?;
        (next.head, next.seen) = (head, seen);
        *held = Arc::new(next);
        Ok(Arc::clone(&held))
    }

    /// Reads one line whole.
    ///
    /// # Errors
    /// In words: when the file cannot be read, or the line is no longer what it was.
    pub(crate) fn read<T: DeserializeOwned>(&self, entry: &Entry<S>) -> Result<T, String> {
        let mut bytes = Vec::new();
        let read = fs::File::open(&self.file.path).and_then(|mut file| {
            file.seek(SeekFrom::Start(entry.start))?;
            file.take(entry.length).read_to_end(&mut bytes)
        });
        read.map_err(|error| error.to_string())?;
        serde_json::from_slice(&bytes).map_err(|error| error.to_string())
    }
}

impl<S: DeserializeOwned + Send> Index<S> {
    /// Reads what comes next. Lines are parsed many at a time, since that is most of the work.
    fn scan(&mut self, reader: &mut impl io::BufRead) -> io::Result<()> {
        self.unended = None;
        loop {
            let batch = read_batch(reader)?;
            if batch.is_empty() {
                return Ok(());
            }
            let summaries: Vec<Option<Result<S, Fault>>> =
                batch.par_iter().map(|(line, bytes)| summary(*line, bytes)).collect();
            for ((line, _), summary) in batch.into_iter().zip(summaries) {
                self.add(line, summary);
            }
        }
    }

    /// Adds a line; one that is blank has no summary, and only its place is counted.
    fn add(&mut self, line: Line, summary: Option<Result<S, Fault>>) {
        let length = line.length();
        let entry = summary.map(|summary| Entry {
            number: self.n_lines + 1,
            summary,
            start: self.whole_bytes,
            length,
        });
        if matches!(line, Line::Unended { .. }) {
            self.unended = entry;
            return;
        }
        self.n_lines += 1;
        self.whole_bytes += length;
        self.whole.extend(entry);
    }
}

/// The next lines: many, or one that is long.
fn read_batch(reader: &mut impl io::BufRead) -> io::Result<Vec<(Line, Vec<u8>)>> {
    let (mut batch, mut n_bytes) = (Vec::new(), 0);
    while n_bytes < BATCH_BYTES {
        let mut bytes = Vec::new();
        let line = read_line(reader, &mut bytes)?;
        if line == Line::End {
            break;
        }
        n_bytes += bytes.len();
        batch.push((line, bytes));
    }
    Ok(batch)
}

/// What lists show of a line, or what is wrong with it; nothing of a blank one.
fn summary<S: DeserializeOwned>(line: Line, bytes: &[u8]) -> Option<Result<S, Fault>> {
    if matches!(line, Line::TooLong { .. }) {
        return Some(Err(Fault::TooLong));
    }
    if bytes.trim_ascii().is_empty() {
        return None;
    }
    Some(serde_json::from_slice(bytes).map_err(|error| match line {
        Line::Unended { .. } => Fault::Torn,
        _ => Fault::Bad(error.to_string()),
    }))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use serde_json::Value;

    use super::{Fault, Lines};
    use crate::sources::File;

    fn lines(folder: &tempfile::TempDir, text: &str) -> Lines<Value> {
        let path = folder.path().join("lines.jsonl");
        fs::write(&path, text).expect("the folder is writable");
        Lines::new(File { path, label: "lines".to_owned() })
    }

    #[test]
    fn bad_and_torn_lines_keep_their_numbers_and_hide_no_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let lines = lines(&folder, "{\"a\":1}\n\nnonsense\n{\"a\":2}\n{\"a\":");
        let index = lines.index().expect("it is readable");
        let good: Vec<usize> = index.summaries().map(|(number, _)| number).collect();
        assert_eq!(good, [1, 4]);
        let faults: Vec<(usize, &Fault)> = index.faults().collect();
        assert!(matches!(faults[0], (3, Fault::Bad(_))), "{faults:?}");
        assert_eq!(faults[1], (5, &Fault::Torn));
        let value: Value = lines.read(index.entry(4).expect("a line")).expect("it is whole");
        assert_eq!(value["a"], 2);
        assert!(index.entry(2).is_none() && index.entry(99).is_none());
    }

    #[test]
    fn what_is_appended_is_seen_and_a_new_file_is_read_anew() {
        let folder = tempfile::tempdir().expect("a folder");
        let lines = lines(&folder, "{\"a\":1}\n{\"a\":");
        assert_eq!(lines.index().expect("it is readable").faults().count(), 1);
        let append = fs::OpenOptions::new().append(true).open(&lines.file.path);
        append.expect("it is there").write_all(b"2}\n{\"a\":3}").expect("it is writable");
        let index = lines.index().expect("it is readable");
        let values: Vec<(usize, Value)> =
            index.summaries().map(|(number, value)| (number, value["a"].clone())).collect();
        assert_eq!(values, [(1, 1.into()), (2, 2.into()), (3, 3.into())]);

        fs::write(&lines.file.path, "{\"b\":1}\n").expect("it is writable");
        assert_eq!(lines.index().expect("it is readable").entries().count(), 1);
        fs::remove_file(&lines.file.path).expect("it is there");
        assert!(lines.index().is_err());
    }
}
