//! Records calls of a live server: what `compoworld diff` compares a service with.
//!
//! The calls are given in a file, or made up by an explorer that learns from the answers. Each is
//! written down as soon as it is answered, so a server that dies, a person who has seen enough and a
//! full disk lose nothing of what came before.

mod draw;
mod draw_scalar;
mod draw_text;
mod explore;
mod follow;
mod lessons;
mod likeness;
mod paths;
mod plan;
mod pool;
mod profile;
mod read_docs;
mod rounds;
mod run_calls;
mod spoil;
mod unknown;
mod wish;
mod write_transcript;

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Map, Value, json};

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place};
use crate::harvest::{Session, Target, run_to_end};
use crate::normalize::{WireTool, wire_tools};
use crate::read::{Input, RawServer, read_text};

use explore::Explorer;
use follow::GivenCalls;
use plan::CallSource;
use profile::{Profile, is_marked_read_only};
use run_calls::{Limits, run_calls};
use write_transcript::{Header, TranscriptWriter};

pub use profile::Reach;
pub use run_calls::{Ending, Progress, Recording};

/// Where the calls of a recording come from.
#[derive(Clone, Debug)]
pub enum Calls {
    /// Exactly those of a file.
    Given(PathBuf),
    /// Made up.
    Explored(Exploration),
}

/// How calls are made up.
#[derive(Clone, Copy, Debug)]
pub struct Exploration {
    /// What everything is drawn from.
    pub seed: u64,
    /// How many calls are made.
    pub n_calls_max: usize,
    /// Which tools are called.
    pub tools: ToolChoice,
    /// What tools that change or remove things may be pointed at.
    pub reach: Reach,
}

/// Which tools are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolChoice {
    /// All.
    All,
    /// Those that the server marks as reading only.
    ReadOnly,
}

/// Records calls of a server into a file.
///
/// # Errors
/// There is nothing to record, or nowhere to write it. A recording that ends early is no error: its
/// [`Ending`] tells why.
pub fn record(
    target: &Target,
    calls: &Calls,
    call_timeout: Duration,
    out: &Path,
    progress: &mut dyn Progress,
) -> Result<Recording, Diagnostics> {
    // A file that is wrong should not cost the start of a server.
    let given = match calls {
        Calls::Given(path) => Some(GivenCalls::read(path)?),
        Calls::Explored(_) => None,
    };
    run_to_end(target, async {
        let session = Session::open(target, call_timeout).await?;
        let prepared = prepare(&session, calls, given, out);
        let (mut source, mut writer, n_calls) = match prepared {
            Ok(prepared) => prepared,
            Err(diagnostics) => {
                session.close().await;
                return Err(diagnostics);
            }
        };
        progress.start(n_calls);
        let limits = Limits { call_timeout };
        let recording = run_calls(session, source.as_mut(), &mut writer, limits, progress).await;
        progress.finish();
        recording
    })
}

type Prepared = (Box<dyn CallSource>, TranscriptWriter, usize);

/// Reads what the server says of its tools, and opens the transcript.
fn prepare(
    session: &Session,
    calls: &Calls,
    given: Option<GivenCalls>,
    out: &Path,
) -> Result<Prepared, Diagnostics> {
    let shown = session.shown();
    let (input, _) = read_text(&session.list()).map_err(|errors| errors.in_file(&shown))?;
    let Input::Raw(list) = input else {
        let code = Code::ListFailed;
        return Err(Diagnostic::new(code, Place::file(shown)).into());
    };
    let server = described(&list.server);
    let tools = wire_tools(list);
    let (source, n_calls, recorded): (Box<dyn CallSource>, usize, Value) = match (calls, given) {
        (Calls::Explored(exploration), _) => {
            let tools = chosen(tools, *exploration, &shown)?;
            let recorded = json!({"explored": {
                "seed": exploration.seed, "calls_max": exploration.n_calls_max,
            }});
            let Exploration { seed, n_calls_max, .. } = *exploration;
            (Box::new(Explorer::new(tools, seed, n_calls_max)), n_calls_max, recorded)
        }
        (Calls::Given(_), Some(given)) => {
            check_names(&given, &tools, &shown)?;
            let recorded = json!({"given": given.file()});
            let n_calls = given.len();
            (Box::new(given), n_calls, recorded)
        }
        (Calls::Given(_), None) => unreachable!("given calls were read before the server started"),
    };
    let writer = TranscriptWriter::start(out, &Header { server, recorded_at: now(), recorded })?;
    Ok((source, writer, n_calls))
}

/// The instant, to the second.
fn now() -> String {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let seconds = i64::try_from(elapsed.as_secs()).unwrap_or_default();
    jiff::Timestamp::from_second(seconds).unwrap_or_default().to_string()
}

fn described(server: &RawServer) -> Map<String, Value> {
    let members = [("name", &server.name), ("title", &server.title), ("version", &server.revision)];
    members
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), Value::from(value.clone()?))))
        .collect()
}

/// The tools that an exploration calls.
fn chosen(
    tools: Vec<WireTool>,
    exploration: Exploration,
    shown: &str,
) -> Result<Vec<Profile>, Diagnostics> {
    let n_tools = tools.len();
    let may = |tool: &WireTool| match exploration.tools {
        ToolChoice::All => true,
        ToolChoice::ReadOnly => is_marked_read_only(tool),
    };
    let profiles: Vec<Profile> = tools
        .into_iter()
        .filter(may)
        .map(|tool| Profile::of(tool, exploration.reach))
        .filter(|profile| !profile.needs_target() || profile.can_name_a_target())
        .collect();
    if profiles.is_empty() {
        let said = match exploration.tools {
            ToolChoice::ReadOnly => {
                format!("of the {n_tools} tools of `{shown}`, none is marked as reading only")
            }
            ToolChoice::All => format!(
                "the {n_tools} tools of `{shown}` only remove things, and nothing says which"
            ),
        };
        return Err(Diagnostic::new(Code::NothingToCall, Place::file(shown)).message(said).into());
    }
    Ok(profiles)
}

/// A tool that the server does not have is more likely a wrong file than a test.
fn check_names(given: &GivenCalls, tools: &[WireTool], shown: &str) -> Result<(), Diagnostics> {
    let has = |name: &str| tools.iter().any(|tool| tool.name == name);
    if given.tools().any(|(_, name)| has(name)) {
        return Ok(());
    }
    let (_, first) = given.tools().next().unwrap_or_default();
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).take(8).collect();
    Err(Diagnostic::new(Code::MalformedCalls, Place::file(given.file()))
        .message(format!("none of its tools, such as `{first}`, is one of `{shown}`"))
        .help(format!("tools of that server: {}", names.join(", ")))
        .into())
}
