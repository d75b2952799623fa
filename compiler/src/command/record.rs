//! `compoworld record`: calls a live server and writes down what it answers.

use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args};
use indicatif::ProgressBar;

use crate::diagnostics::SourceMap;
use crate::exit_code;
use crate::record::{Ending, Progress, Recording, record};

use super::corpus::progress;
use super::record_options::RecordOptions;
use super::target_options::TargetOptions;
use super::{Notes, Outcome, report};

/// Call a real server and write down what it answers: a transcript that `diff` compares with a
/// service.
#[derive(Debug, Args)]
#[command(
    override_usage = "compoworld record [OPTIONS] --out <FILE> -- <COMMAND>...\n       \
                      compoworld record [OPTIONS] --out <FILE> --url <URL>",
    group(ArgGroup::new("server").args(["url", "command"]).required(true)),
    after_help = "\
Without --calls, calls are made up from the schemas of the tools: things are made, read, changed and
removed, in several rounds, with the identifiers that earlier answers gave, and now and then with
arguments that are missing or wrong. They do change what the server keeps. Tools that change or
remove things are pointed only at what the recording made itself, unless --targets is any; a server
that cannot be spared is best recorded with --read-only, or not at all.

A file of calls is a transcript, or has calls without answers, as a JSON array or one a line:
  {\"tool\": \"create_ticket\", \"arguments\": {\"subject\": \"Door\"}}
  {\"tool\": \"get_ticket\", \"arguments\": {\"id\": 7}, \"uses\": [{\"arg\": \"id\", \"from_call\": 0, \"from\": \"ticket.id\"}]}
What a call took from an earlier answer, because `uses` says so or the answers in the file show it,
is taken from the answer of this run; `from` may be left out where the names tell.

Each call is written when it is answered, one a line, so Ctrl-C and a server that dies lose nothing.

Examples:
  compoworld record --out memory.jsonl -- npx -y @modelcontextprotocol/server-memory
  compoworld record --out again.jsonl --calls memory.jsonl -- npx -y @modelcontextprotocol/server-memory
  compoworld record --out live.jsonl --read-only --url https://example.com/mcp --header 'Authorization: Bearer x'
  compoworld diff memory memory.jsonl"
)]
pub(super) struct Arguments {
    /// Where to write the transcript; what the file held is replaced
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// What made-up calls are drawn from: equal seeds and equal answers give equal calls
    #[arg(long = "seed", value_name = "SEED", default_value_t = 1)]
    explore_seed: u64,
    #[command(flatten)]
    options: RecordOptions,
    #[command(flatten)]
    target: TargetOptions,
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let target = arguments.target.target().expect("clap demands a URL or a command");
    let calls = arguments.options.calls(arguments.explore_seed);
    let timeout = arguments.options.call_timeout();
    let recording = record(&target, &calls, timeout, &arguments.out, &mut Bar(None))?;
    Ok(tell(&recording, Some(&arguments.out)))
}

/// Says what was recorded, and where if that stays; returns the exit code that this is.
pub(super) fn tell(recording: &Recording, out: Option<&Path>) -> u8 {
    report(&recording.remarks, &SourceMap::new(), Notes::Listed);
    let Recording { n_calls, n_succeeded, n_timed_out, n_tools, .. } = recording;
    let kept = match (n_calls, out) {
        (0, _) => "no call was recorded".to_owned(),
        (_, Some(out)) => format!("{n_calls} calls of {n_tools} tools are in {}", out.display()),
        (_, None) => format!("{n_calls} calls of {n_tools} tools were recorded"),
    };
    match &recording.ending {
        Ending::Complete => {
            let n_failed = n_calls - n_succeeded;
            let late = match n_timed_out {
                0 => String::new(),
                n => format!(" ({n} without an answer in time)"),
            };
            eprintln!("{kept}: {n_succeeded} succeeded, {n_failed} failed{late}");
            exit_code::OK
        }
        Ending::Interrupted => {
            eprintln!("interrupted; {kept}");
            exit_code::INTERRUPTED
        }
        Ending::Cut(why) => {
            report(why, &SourceMap::new(), Notes::Listed);
            eprintln!("{kept}");
            exit_code::ENVIRONMENT
        }
    }
}

/// A bar on standard error.
pub(super) struct Bar(pub(super) Option<ProgressBar>);

impl Progress for Bar {
    fn start(&mut self, n_calls: usize) {
        self.0 = Some(progress(n_calls, "recording"));
    }

    fn call(&mut self, tool: &str) {
        if let Some(bar) = &self.0 {
            bar.set_message(tool.to_owned());
            bar.inc(1);
        }
    }

    fn finish(&mut self) {
        if let Some(bar) = self.0.take() {
            bar.finish_and_clear();
        }
    }
}
