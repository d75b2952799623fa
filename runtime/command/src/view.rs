//! `view`: the inspector, a local web page.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use clap::Args;
use compoworld_view::{ViewOptions, serve_view};
use compoworld_world::Catalog;

use crate::exit_code;
use crate::failure::Failure;
use crate::output::Output;

/// Where runs go when nothing else is said.
const RUNS: &str = "compoworld-out";

/// Browse services, environments, tasks, trajectories and training runs on a local web page.
#[derive(Debug, Args)]
#[command(after_help = "\
What files are is told by what they hold: tasks, trajectories, a run's metrics, evaluations, worlds
of `compoworld call --world`. Folders are looked through. Files may grow while they are shown; a line
that is torn or bad is named, and the others are shown.

  Services       domains, entities with their references, tools with their parameters and status
  Environments   make one, call its tools by form, see answers, states and what a call changes,
                 undo and fork
  Tasks          the graph of values drawn, the reference, the rubric, the gate's verdict
  Trajectories   step through (j and k, or the arrows): what was said, called and answered, what
                 changed, which criteria hold. Name the tasks' file too to see changes step by step
  Training       curves

The page needs no network. It listens on this machine only; nothing is kept when it ends.

Examples:
  compoworld view
  compoworld view compoworld-out/quickstart
  compoworld view tasks/train.jsonl trajectories.jsonl --address 127.0.0.1:8400")]
pub(crate) struct Arguments {
    /// Files and folders to show; compoworld-out when it is there and none is named
    paths: Vec<PathBuf>,
    /// Where to listen; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:0")]
    address: SocketAddr,
    /// The folder of generated crates, whose ledgers tell which tools are verified
    #[arg(long, value_name = "FOLDER", default_value = "generated")]
    ledgers: PathBuf,
}

pub(crate) fn run(
    catalog: &Catalog,
    arguments: &Arguments,
    output: &mut Output<'_>,
) -> Result<u8, Failure> {
    let mut paths = arguments.paths.clone();
    if paths.is_empty() && Path::new(RUNS).is_dir() {
        paths.push(PathBuf::from(RUNS));
    }
    let options =
        ViewOptions { address: arguments.address, paths, ledgers: Some(arguments.ledgers.clone()) };
    let ready = |address: SocketAddr, notes: &[String]| {
        output.say_notes(notes);
        output.say(&format!("the inspector is at http://{address}/; Ctrl-C ends it"));
    };
    let runtime = tokio::runtime::Runtime::new()
        .map_err(|error| Failure::Environment(format!("cannot start threads: {error}")))?;
    runtime.block_on(serve_view(catalog.clone(), options, ready, async {
        // Without a handler for Ctrl-C the process just ends, which is as good.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }))?;
    Ok(exit_code::OK)
}
