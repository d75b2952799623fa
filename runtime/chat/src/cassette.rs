//! Cassettes: what a model said, one answer a line, found again by the digest of the request.
//!
//! A cassette is only ever appended to. A run that records asks the model for what the cassette
//! lacks, so that a recording that was ended in any way goes on where it stood.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::Tokens;
use crate::completion::{Completion, Request};
use crate::line_file::whole_lines;
use crate::structured::{Chat, ChatFault};

/// One recorded answer.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Line {
    /// The digest of the model and the request: [`Request::digest`].
    prompt: String,
    /// The model.
    model: String,
    /// What it said.
    #[serde(flatten)]
    said: Completion,
}

/// Why a cassette cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CassetteError {
    /// The file cannot be read or written.
    #[error("cannot use the cassette {}: {cause}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why not.
        cause: io::Error,
    },
    /// A line is no recorded answer.
    #[error(
        "{}:{line}: no recorded answer: {message}; remove the line, or record to another file",
        .path.display()
    )]
    BadLine {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// There is nothing in it to replay.
    #[error("the cassette {} holds no answer; record one with `--record`", .0.display())]
    Empty(PathBuf),
    /// It holds the answers of several models.
    #[error(
        "the cassette {} holds answers of several models ({}); record each into a file of its own",
        .path.display(), .models.join(", ")
    )]
    SeveralModels {
        /// The file.
        path: PathBuf,
        /// The models.
        models: Vec<String>,
    },
}

/// A cassette that is played: prompts that it does not hold are not answered.
#[derive(Debug)]
pub struct Cassette {
    path: PathBuf,
    model: String,
    answers: BTreeMap<String, Completion>,
}

impl Cassette {
    /// Opens a cassette to play it.
    ///
    /// # Errors
    /// When the file cannot be read, or is no cassette of one model.
    pub fn open(path: &Path) -> Result<Self, CassetteError> {
        let (lines, _) = read_lines(path)?;
        let mut models: Vec<String> = lines.iter().map(|line| line.model.clone()).collect();
        models.sort_unstable();
        models.dedup();
        let model = match &models[..] {
            [] => return Err(CassetteError::Empty(path.to_owned())),
            [model] => model.clone(),
            _ => return Err(CassetteError::SeveralModels { path: path.to_owned(), models }),
        };
        Ok(Self { path: path.to_owned(), model, answers: by_prompt(lines) })
    }
}

impl Chat for Cassette {
    fn model(&self) -> &str {
        &self.model
    }

    fn complete(&self, request: &Request) -> Result<Completion, ChatFault> {
        let digest = request.digest(&self.model);
        match self.answers.get(&digest) {
            Some(said) => Ok(said.clone()),
            None => Err(ChatFault::Cassette(format!(
                "the cassette {} has no answer to this prompt ({} are there; its digest is \
                 {digest}): what is asked differs from what was recorded; ask the model `{}` \
                 again with `--record`, which adds what is missing",
                self.path.display(),
                self.answers.len(),
                self.model
            ))),
        }
    }
}

/// A model whose answers are kept in a cassette; what that holds already is not asked again.
#[derive(Debug)]
pub struct RecordingChat {
    inner: Box<dyn Chat>,
    path: PathBuf,
    tape: Mutex<Tape>,
}

#[derive(Debug)]
struct Tape {
    file: File,
    answers: BTreeMap<String, Completion>,
}

impl RecordingChat {
    /// Opens a cassette to record into it. A line that a killed run left torn is cut off.
    ///
    /// # Errors
    /// When the file cannot be read or written, or is no cassette.
    pub fn open(inner: Box<dyn Chat>, path: &Path) -> Result<Self, CassetteError> {
        let io = |cause| CassetteError::Io { path: path.to_owned(), cause };
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(io)?;
        let (lines, whole_bytes) = read_lines(path)?;
        file.set_len(whole_bytes).map_err(io)?;
        let tape = Tape { file, answers: by_prompt(lines) };
        Ok(Self { inner, path: path.to_owned(), tape: Mutex::new(tape) })
    }

    fn tape(&self) -> std::sync::MutexGuard<'_, Tape> {
        self.tape.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Chat for RecordingChat {
    fn model(&self) -> &str {
        self.inner.model()
    }

    fn complete(&self, request: &Request) -> Result<Completion, ChatFault> {
        let digest = request.digest(self.model());
        if let Some(said) = self.tape().answers.get(&digest) {
            return Ok(said.clone());
        }
        let reply = self.inner.complete(request)?;
        let mut tape = self.tape();
        // Another thread may have asked the same meanwhile: one prompt has one answer.
        if let Some(first) = tape.answers.get(&digest) {
            return Ok(Completion { tokens: reply.tokens, ..first.clone() });
        }
        let said = Completion { tokens: Tokens::default(), ..reply.clone() };
        let line = Line { prompt: digest, model: self.model().to_owned(), said };
        let mut text = serde_json::to_string(&line).expect("a line is plain JSON");
        text.push('\n');
        tape.file.write_all(text.as_bytes()).map_err(|error| {
            ChatFault::Cassette(format!("cannot record into {}: {error}", self.path.display()))
        })?;
        tape.answers.insert(line.prompt, line.said);
        Ok(reply)
    }
}

/// The first answer to a prompt is the one that counts.
fn by_prompt(lines: Vec<Line>) -> BTreeMap<String, Completion> {
    let mut answers = BTreeMap::new();
    for line in lines {
        answers.entry(line.prompt).or_insert(line.said);
    }
    answers
}

/// The whole lines of a cassette, and how many bytes they are. A last line without its end is what
/// a killed run left.
fn read_lines(path: &Path) -> Result<(Vec<Line>, u64), CassetteError> {
    const OPENING: &[u8] = br#"{"prompt":""#;
    let bytes =
        fs::read(path).map_err(|cause| CassetteError::Io { path: path.to_owned(), cause })?;
    let whole = whole_lines(&bytes, OPENING);
    let lines = whole.lines.iter().enumerate().map(|(index, line)| {
        serde_json::from_slice(line).map_err(|error| CassetteError::BadLine {
            path: path.to_owned(),
            line: index + 1,
            message: error.to_string(),
        })
    });
    Ok((lines.collect::<Result<_, _>>()?, whole.n_bytes))
}
