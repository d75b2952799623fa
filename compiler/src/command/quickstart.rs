//! `compoworld quickstart`: the whole pipeline on embedded defaults.

use std::path::PathBuf;

use clap::Args;

use crate::exit_code;
use crate::quickstart::{Options, closing_table, quickstart};

use super::Outcome;

/// Run the whole pipeline: tool lists to services to tasks to a trained policy.
#[derive(Debug, Args)]
#[command(after_help = "\
What it does, in order: reads real tool lists, normalizes them and drafts services; compiles the
corpus; builds and links the services, and verifies those that it uses; synthesizes tasks and proves
them; writes reference trajectories; trains a small policy from scratch, first on them (SFT), then
by reinforcement (GRPO); evaluates it on held-out tasks before and after; and writes report.html.

It needs no network beyond the crates, no key and no GPU. The first run builds everything; later
ones take a few minutes.

Examples:
  compoworld quickstart
  compoworld quickstart --train 20000 --grpo-rounds 100 --out runs/longer")]
pub(super) struct Arguments {
    /// The folder of the run's files
    #[arg(long, value_name = "FOLDER", default_value = "compoworld-out/quickstart")]
    out: PathBuf,
    /// The seed of everything
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many tasks to train on
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    train: usize,
    /// How many tasks to hold out
    #[arg(long, value_name = "N", default_value_t = 192)]
    heldout: usize,
    /// How often supervised fine-tuning sees each trajectory
    #[arg(long, value_name = "N", default_value_t = 2)]
    sft_epochs: usize,
    /// How many rounds of acting and learning GRPO does
    #[arg(long, value_name = "N", default_value_t = 24)]
    grpo_rounds: usize,
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let out = std::path::absolute(&arguments.out).unwrap_or_else(|_| arguments.out.clone());
    let phases = quickstart(&Options {
        out,
        seed: arguments.seed,
        n_train: arguments.train,
        n_heldout: arguments.heldout,
        sft_epochs: arguments.sft_epochs,
        grpo_rounds: arguments.grpo_rounds,
    })?;
    println!("{}", closing_table(&phases));
    Ok(exit_code::OK)
}
