//! Who judges the criteria that a language model is asked for.

use std::path::PathBuf;

use clap::Args;
use compoworld_world::judge::Judge;

use crate::failure::Failure;
use crate::model_source::{Asking, ModelSource, open_chat};

/// The judge of criteria that no expression can settle.
#[derive(Debug, Args)]
#[command(next_help_heading = "Judge")]
pub(crate) struct JudgeOptions {
    /// Also judge the criteria that a language model is asked for: by `openai:MODEL` at the endpoint
    /// that OPENAI_BASE_URL names, or by `replay:FILE`
    #[arg(long, value_name = "MODEL")]
    judge: Option<ModelSource>,
    /// How many votes are taken on each; more than half decide
    #[arg(long, value_name = "K", default_value_t = Judge::N_VOTES_DEFAULT, requires = "judge",
        value_parser = odd_number)]
    votes: usize,
    /// Keep what the judge says in this file, and do not ask again what the file holds
    #[arg(long, value_name = "FILE", requires = "judge")]
    record_judge: Option<PathBuf>,
}

impl JudgeOptions {
    /// The judge, if one is asked for.
    pub(crate) fn open(&self) -> Result<Option<Judge>, Failure> {
        let Some(source) = &self.judge else { return Ok(None) };
        // Votes of one opinion would be one vote.
        const TEMPERATURE: f64 = 0.7;
        let asking = Asking { temperature: TEMPERATURE, ..Asking::default() };
        let chat = open_chat(source, self.record_judge.as_deref(), "--record-judge", asking)?;
        Ok(Some(Judge::new(chat, self.votes)))
    }
}

/// An even number of votes can end in a tie.
fn odd_number(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|votes: &usize| votes % 2 == 1)
        .ok_or_else(|| format!("`{text}` is no odd number, write 1, 3 or 5"))
}
