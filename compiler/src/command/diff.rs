//! `compoworld diff`: compares a compiled service with the real server, from a transcript or live.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use clap::{ArgGroup, Args};

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place};
use crate::exit_code;
use crate::programs::{Program, command};
use crate::record::record;

use super::record::{Bar, tell};
use super::record_options::RecordOptions;
use super::target_options::TargetOptions;
use super::{Failure, Outcome, forward};

/// Compare a service with the real server: replay a transcript of it, or call it now.
#[derive(Debug, Args)]
#[command(
    override_usage = "compoworld diff [OPTIONS] <SERVICE> <TRANSCRIPT>\n       \
                      compoworld diff [OPTIONS] <SERVICE> -- <COMMAND>...\n       \
                      compoworld diff [OPTIONS] <SERVICE> --url <URL>",
    group(ArgGroup::new("theirs").args(["transcript", "url", "command"]).required(true)),
    after_help = "\
A transcript is what `compoworld record` writes, or any JSON object with `calls`, JSON array of
calls, or one call a line:
  {\"tool\": \"create_ticket\", \"arguments\": {\"subject\": \"Door\"}, \"isError\": false,
   \"structuredContent\": {\"id\": 7}, \"content\": [{\"type\": \"text\", \"text\": \"…\"}]}
A call may also have `rpcError`, `outcome` (ok, soft_error, tool_error, rpc_error) where the flags
do not tell, and `uses`: [{\"arg\": \"ids[0]\", \"from_call\": 3, \"from\": \"rows[1].id\"}], which says
what it took from where; what is not said is found.

With a server in the place of the transcript, calls of it are recorded first, as `compoworld record`
does and with its options (`compoworld record --help` tells which calls are made, and what they may
change), and then replayed. They change what the server keeps.

Success and failure are compared, and the values that flow: those that callers put in and answers
give back (at once: echoed; later: read back), and those that later calls take from an answer
(used later). Identifiers that each side makes may differ. Calls that a world model answers are
not judged.

Exit codes: 0 when enough of the calls agree, 1 otherwise; 4 when the server ended or fell silent
before all calls were made, and 130 when somebody interrupted: what was recorded is compared all the
same.

Examples:
  compoworld diff memory transcript.jsonl
  compoworld diff filesystem transcript.jsonl --state start.json --json --at-least 90
  compoworld diff memory -- npx -y @modelcontextprotocol/server-memory
  compoworld diff todo --calls-max 300 --explore-seed 7 --keep-transcript todo.jsonl -- mcp-todo
  compoworld diff crm --read-only --url https://example.com/mcp --header 'Authorization: Bearer x'"
)]
pub(super) struct Arguments {
    /// The service
    service: String,
    /// The transcript
    #[arg(conflicts_with_all = ["RecordOptions", "TargetOptions", "explore_seed", "keep_transcript"])]
    transcript: Option<PathBuf>,
    /// Keep the transcript of a live comparison in this file
    #[arg(long, value_name = "FILE")]
    keep_transcript: Option<PathBuf>,
    /// What made-up calls are drawn from: equal seeds and equal answers give equal calls
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    explore_seed: u64,
    #[command(flatten)]
    options: RecordOptions,
    #[command(flatten)]
    target: TargetOptions,
    #[command(flatten)]
    comparison: ComparisonOptions,
}

/// What the program that compares is told.
#[derive(Debug, Args)]
#[command(next_help_heading = "Comparison")]
struct ComparisonOptions {
    /// Start from the state in this JSON file instead of an empty one
    #[arg(long, value_name = "FILE", conflicts_with = "fill")]
    state: Option<PathBuf>,
    /// Start from a state filled with people and things, where an empty one has no place to work in
    #[arg(long)]
    fill: bool,
    /// The seed of the service
    #[arg(long)]
    seed: Option<u64>,
    /// The instant at which the service's clock starts; when the recording began if it tells
    #[arg(long, value_name = "TIME")]
    epoch: Option<String>,
    /// How many percent of the calls have to agree [default: 100]
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    at_least: Option<u8>,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
    /// Write JSON to this file, too
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl ComparisonOptions {
    /// The options as words of a command line.
    fn words(&self) -> Vec<OsString> {
        let mut words = Vec::new();
        let mut say = |name: &str, value: Option<OsString>| {
            if let Some(value) = value {
                words.extend([OsString::from(name), value]);
            }
        };
        let path = |path: &Option<PathBuf>| path.clone().map(OsString::from);
        say("--state", path(&self.state));
        say("--seed", self.seed.map(|seed| seed.to_string().into()));
        say("--epoch", self.epoch.clone().map(OsString::from));
        say("--at-least", self.at_least.map(|percent| percent.to_string().into()));
        say("--out", path(&self.out));
        for (name, is_given) in [("--fill", self.fill), ("--json", self.json)] {
            if is_given {
                words.push(name.into());
            }
        }
        words
    }
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    forward::build_program(Program::Runtime)?;
    if let Some(transcript) = &arguments.transcript {
        return compare(arguments, transcript);
    }
    if let Some(code) = refuse_unknown_service(&arguments.service)? {
        return Ok(code);
    }
    let kept = match &arguments.keep_transcript {
        Some(path) => Kept::Wanted(path.clone()),
        None => Kept::Temporary(temporary_file()?),
    };
    let target = arguments.target.target().expect("clap demands a transcript, a URL or a command");
    let calls = arguments.options.calls(arguments.explore_seed);
    let timeout = arguments.options.call_timeout();
    let recording = record(&target, &calls, timeout, kept.path(), &mut Bar(None))?;
    let recorded = tell(&recording, arguments.keep_transcript.as_deref());
    if recording.n_calls == 0 {
        return Ok(if recorded == exit_code::OK { exit_code::FAILED } else { recorded });
    }
    let compared = compare(arguments, kept.path())?;
    if compared > exit_code::FAILED {
        kept.rescue();
    }
    Ok(if recorded == exit_code::OK { compared } else { recorded })
}

fn compare(arguments: &Arguments, transcript: &Path) -> Outcome {
    let mut words: Vec<OsString> = vec!["diff".into()];
    words.extend(arguments.comparison.words());
    // Behind the dashes, a file may have any name.
    words.extend(["--".into(), arguments.service.clone().into(), transcript.into()]);
    forward::run_program(Program::Runtime, &words)
}

/// The exit code of those who know the services, when they do not know this one: recording would be
/// in vain.
fn refuse_unknown_service(service: &str) -> Result<Option<u8>, Failure> {
    let mut command = command(Program::Runtime);
    command.args(["services", "--", service]).stdin(Stdio::null()).stdout(Stdio::null());
    let code = forward::exit_code_of(command, Program::Runtime)?;
    Ok((code != exit_code::OK).then_some(code))
}

/// Where a recording goes.
enum Kept {
    Wanted(PathBuf),
    Temporary(tempfile::TempPath),
}

impl Kept {
    fn path(&self) -> &Path {
        match self {
            Self::Wanted(path) => path,
            Self::Temporary(path) => path,
        }
    }

    /// Keeps a temporary file after all: it could not be compared, and calls may be dear.
    fn rescue(self) {
        if let Self::Temporary(path) = self
            && let Ok(path) = path.keep()
        {
            eprintln!("the transcript is kept: {}", path.display());
        }
    }
}

fn temporary_file() -> Result<tempfile::TempPath, Diagnostics> {
    let made = tempfile::Builder::new().prefix("compoworld-").suffix(".jsonl").tempfile();
    made.map(tempfile::NamedTempFile::into_temp_path).map_err(|error| {
        let folder = std::env::temp_dir();
        Diagnostic::new(Code::UnwritableFile, Place::file(folder.display().to_string()))
            .message(format!("cannot write a temporary file: {error}"))
            .help("keep the transcript elsewhere with `--keep-transcript FILE`")
            .into()
    })
}
