//! The whole pipeline on embedded defaults: from tool lists to a trained policy and a report.
//!
//! Each phase is a file here. What a phase makes is in the run's folder when it ends, and
//! `phases.json` there says what was done; a run that is killed leaves the finished phases' files.

mod drafts;
mod services;
mod session;
mod tasks;
mod training;

use std::path::PathBuf;

use crate::diagnostics::Diagnostics;
use crate::programs::workspace_root;

use session::Session;
pub use session::{Phase, closing_table};

/// How much a quickstart does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Where the run's files go.
    pub out: PathBuf,
    /// The seed of everything.
    pub seed: u64,
    /// How many tasks to train on.
    pub n_train: usize,
    /// How many tasks to hold out.
    pub n_heldout: usize,
    /// How often supervised fine-tuning sees each trajectory.
    pub sft_epochs: usize,
    /// How many rounds of acting and learning GRPO does.
    pub grpo_rounds: usize,
}

/// Runs every phase, and returns what was done.
pub fn quickstart(options: &Options) -> Result<Vec<Phase>, Diagnostics> {
    let root = workspace_root()?;
    let mut session = Session::start(root, options.clone())?;
    drafts::read_and_draft(&mut session)?;
    services::compile(&mut session)?;
    services::build(&mut session)?;
    services::verify(&mut session)?;
    services::link(&mut session)?;
    tasks::synthesize(&mut session)?;
    tasks::write_reference(&mut session)?;
    training::evaluate_untrained(&mut session)?;
    training::fine_tune(&mut session)?;
    training::reinforce(&mut session)?;
    session.report()?;
    Ok(session.into_phases())
}
