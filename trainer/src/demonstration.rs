//! Demonstrations: trajectories of an agent that knew what to do, read from JSON lines.
//!
//! One line a demonstration:
//! `{"instruction": …, "turns": [{"tool": …, "arguments": {…}, "observation": …}], "answer": …}`,
//! where an observation is JSON or a string of JSON text, and a missing or null answer means that
//! none was given.

use std::io::BufRead;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::text::template::{Transcript, render_observation};
use crate::text::lean_json::render_fields;
use crate::text::tokenizer::Tokenizer;

/// One demonstrated episode.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Demonstration {
    /// What the agent was asked to do.
    pub instruction: String,
    /// The calls it made, in order.
    pub turns: Vec<DemonstratedCall>,
    /// Its final answer.
    #[serde(default)]
    pub answer: Option<String>,
}

/// One call and what it gave.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DemonstratedCall {
    /// The namespaced tool, `service__tool`.
    pub tool: String,
    /// The arguments, a JSON object.
    pub arguments: Value,
    /// The observation: JSON, or a string of JSON text.
    pub observation: Value,
}

/// Why demonstrations could not be read.
#[derive(Debug, Error)]
pub enum DemonstrationError {
    /// The file cannot be read.
    #[error("cannot read demonstrations from {path}: {source}; check the path")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A line is no demonstration.
    #[error("{path}, line {line}: {source}; each line is one trajectory, see `compoworld-trainer sft --help`")]
    Line {
        /// The file.
        path: PathBuf,
        /// Counted from one.
        line: usize,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// There is nothing to learn from.
    #[error("{0} holds no demonstration; generate trajectories with the reference policy first")]
    Empty(PathBuf),
}

impl DemonstratedCall {
    /// The observation as JSON text.
    pub fn observation_text(&self) -> String {
        match &self.observation {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        }
    }
}

impl Demonstration {
    /// The demonstration as ids and mask.
    pub fn transcript(&self, tokenizer: &Tokenizer, observation_tokens_max: usize) -> Transcript {
        let mut transcript = Transcript::open(tokenizer, &self.instruction);
        for call in &self.turns {
            transcript.push_call(tokenizer, &call.tool, &call.arguments);
            let observation = call.observation_text();
            transcript.push_observation(tokenizer, &observation, observation_tokens_max);
        }
        if let Some(answer) = &self.answer {
            transcript.push_answer(tokenizer, answer);
        }
        transcript
    }

    /// Every text a tokenizer should know: what the transcript will hold.
    pub fn texts(&self) -> Vec<String> {
        let mut texts = vec![self.instruction.clone()];
        for call in &self.turns {
            texts.push(format!("{}{}", call.tool, render_fields(&call.arguments)));
            texts.push(render_observation(&call.observation_text()));
        }
        texts.extend(self.answer.clone());
        texts
    }
}

/// Reads every demonstration of a file.
///
/// # Errors
/// [`DemonstrationError`] names the file and the line.
pub fn read_demonstrations(path: &Path) -> Result<Vec<Demonstration>, DemonstrationError> {
    let file_error = |source| DemonstrationError::File { path: path.to_owned(), source };
    let file = std::fs::File::open(path).map_err(file_error)?;
    let mut demonstrations = Vec::new();
    for (number, line) in std::io::BufReader::new(file).lines().enumerate() {
        let line = line.map_err(file_error)?;
        if line.trim().is_empty() {
            continue;
        }
        demonstrations.push(serde_json::from_str(&line).map_err(|source| {
            DemonstrationError::Line { path: path.to_owned(), line: number + 1, source }
        })?);
    }
    if demonstrations.is_empty() {
        return Err(DemonstrationError::Empty(path.to_owned()));
    }
    Ok(demonstrations)
}
