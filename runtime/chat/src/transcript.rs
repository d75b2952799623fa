//! Transcripts: everything that was said to a model and by it, one turn a line.
//!
//! A request grows by what came since the last; a line therefore holds only the messages that no
//! earlier line of the same conversation has, and where they begin.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use serde_json::{Value, json};

use crate::completion::{Completion, Request};
use crate::line_file::whole_lines;
use crate::message::ChatMessage;
use crate::structured::{Chat, ChatFault};

/// A file to which turns and notes are added, each at once and whole.
#[derive(Debug)]
pub struct Transcript {
    path: PathBuf,
    file: Mutex<File>,
}

impl Transcript {
    /// Opens a transcript to go on with, or makes it. A line that a killed run left torn is cut
    /// off.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        file.set_len(whole_lines(&fs::read(path)?, b"{\"").n_bytes)?;
        Ok(Self { path: path.to_owned(), file: Mutex::new(file) })
    }

    /// Adds a line.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&self, line: &impl Serialize) -> io::Result<()> {
        let mut text = serde_json::to_string(line)?;
        text.push('\n');
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(text.as_bytes())
    }
}

/// A model whose conversation is written down. It keeps to one conversation at a time.
#[derive(Debug)]
pub struct TranscribedChat<'a> {
    inner: &'a dyn Chat,
    transcript: &'a Transcript,
    session: &'a str,
    told: Mutex<Vec<ChatMessage>>,
}

impl<'a> TranscribedChat<'a> {
    /// The same model; its lines bear the name of the session.
    #[must_use]
    pub fn new(inner: &'a dyn Chat, transcript: &'a Transcript, session: &'a str) -> Self {
        Self { inner, transcript, session, told: Mutex::default() }
    }

    fn line(&self, request: &Request, said: &Result<Completion, ChatFault>) -> Value {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let n_known =
            told.iter().zip(&request.messages).take_while(|(one, other)| one == other).count();
        told.clone_from(&request.messages);
        let mut line = json!({
            "session": self.session,
            "model": self.inner.model(),
            "first_message": n_known,
            "messages": &request.messages[n_known..],
        });
        if n_known == 0 {
            line["tools"] = json!(request.tools);
        }
        match said {
            Ok(said) => line["answer"] = json!(said),
            Err(fault) => line["fault"] = json!(fault.to_string()),
        }
        line
    }
}

impl Chat for TranscribedChat<'_> {
    fn model(&self) -> &str {
        self.inner.model()
    }

    fn complete(&self, request: &Request) -> Result<Completion, ChatFault> {
        let said = self.inner.complete(request);
        self.transcript.add(&self.line(request, &said)).map_err(|error| {
            let path = self.transcript.path.display();
            ChatFault::Cassette(format!("cannot write the transcript {path}: {error}"))
        })?;
        said
    }
}
