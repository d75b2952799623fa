//! The options that say which calls are recorded, shared by `record` and `diff`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::record::{Calls, Exploration, Reach, ToolChoice};

/// The calls of a recording.
#[derive(Debug, Args)]
pub(super) struct RecordOptions {
    /// Make exactly the calls of this file; without it, calls are made up
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["calls_max", "explore_seed", "read_only", "targets"]
    )]
    calls: Option<PathBuf>,
    /// How many calls are made up
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    calls_max: u32,
    /// Call only tools that the server marks with `readOnlyHint`
    #[arg(long, conflicts_with = "targets")]
    read_only: bool,
    /// What calls that change or remove things may be pointed at
    #[arg(long, value_name = "WHICH", default_value = "own")]
    targets: Targets,
    /// Seconds that one call may take; one that takes longer is recorded as failed
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, value_parser = parse_seconds)]
    call_timeout: f64,
}

/// What calls that change or remove things may be pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Targets {
    /// What the recording made itself
    Own,
    /// Anything that the server has
    Any,
}

impl RecordOptions {
    /// Where the calls come from, made up from this seed if they are not given.
    pub(super) fn calls(&self, seed: u64) -> Calls {
        if let Some(path) = &self.calls {
            return Calls::Given(path.clone());
        }
        Calls::Explored(Exploration {
            seed,
            n_calls_max: self.calls_max as usize,
            tools: if self.read_only { ToolChoice::ReadOnly } else { ToolChoice::All },
            reach: match self.targets {
                Targets::Own => Reach::Own,
                Targets::Any => Reach::Anything,
            },
        })
    }

    /// How long one call may take.
    pub(super) fn call_timeout(&self) -> Duration {
        Duration::from_secs_f64(self.call_timeout)
    }
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "write it as a number, such as 2.5".to_owned())?;
    if (0.01..=3600.0).contains(&seconds) {
        Ok(seconds)
    } else {
        Err("it has to be between 0.01 and 3600".to_owned())
    }
}
