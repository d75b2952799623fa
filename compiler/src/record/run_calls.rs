//! Makes the calls one after the other and writes each down.

use std::collections::BTreeSet;
use std::time::Duration;

use compoworld_transcript::read_call;
use serde_json::Value;

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place};
use crate::harvest::{Reply, Session};

use super::plan::{CallSource, Came, PlannedCall};
use super::write_transcript::TranscriptWriter;

/// So many calls in a row without an answer mean that none will come.
const SILENCES_MAX: usize = 3;
/// So many calls in a row that fail alike, after others succeeded, mean that the server has shut: a
/// quota is used up, or a session is over.
const EQUAL_FAILURES_MAX: usize = 10;

/// Limits of a recording.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// How long one call may take.
    pub(super) call_timeout: Duration,
}

/// Shows how far a recording is.
pub trait Progress {
    /// It begins; so many calls are meant to be made.
    fn start(&mut self, n_calls: usize);
    /// A call of this tool is made.
    fn call(&mut self, tool: &str);
    /// It ends.
    fn finish(&mut self);
}

/// What was recorded.
#[derive(Debug)]
pub struct Recording {
    /// Calls in the transcript.
    pub n_calls: usize,
    /// Those that succeeded.
    pub n_succeeded: usize,
    /// Those that had no answer in time.
    pub n_timed_out: usize,
    /// Different tools among them.
    pub n_tools: usize,
    /// How it ended.
    pub ending: Ending,
    /// What is to be said about the server and the calls.
    pub remarks: Diagnostics,
}

/// How a recording ended.
#[derive(Debug)]
pub enum Ending {
    /// All calls were made.
    Complete,
    /// Somebody interrupted it.
    Interrupted,
    /// No further call could be made.
    Cut(Diagnostics),
}

/// Makes the calls of a source until there are no more, or none can be made, and ends the session.
///
/// # Errors
/// The transcript cannot be written.
pub(super) async fn run_calls(
    mut session: Session,
    source: &mut dyn CallSource,
    writer: &mut TranscriptWriter,
    limits: Limits,
    progress: &mut dyn Progress,
) -> Result<Recording, Diagnostics> {
    let mut tally = Tally::default();
    let outcome = make_calls(&mut session, source, writer, limits, progress, &mut tally).await;
    let mut remarks = session.remarks();
    remarks.append(source.remarks());
    let shown = session.shown();
    session.close().await;
    let ending = outcome?;
    if tally.n_calls > 0 && tally.n_succeeded == 0 {
        let first = tally.first_failure.unwrap_or_default();
        remarks.push(
            Diagnostic::new(Code::EveryCallFailed, Place::file(shown))
                .message(format!("all {} calls failed, the first with: {first}", tally.n_calls)),
        );
    }
    Ok(Recording {
        n_calls: tally.n_calls,
        n_succeeded: tally.n_succeeded,
        n_timed_out: tally.n_timed_out,
        n_tools: tally.tools.len(),
        ending,
        remarks,
    })
}

#[derive(Default)]
struct Tally {
    n_calls: usize,
    n_succeeded: usize,
    n_timed_out: usize,
    tools: BTreeSet<String>,
    first_failure: Option<String>,
    /// What the last calls in a row failed with, and how many these were.
    failing: Option<(Value, usize)>,
}

async fn make_calls(
    session: &mut Session,
    source: &mut dyn CallSource,
    writer: &mut TranscriptWriter,
    limits: Limits,
    progress: &mut dyn Progress,
    tally: &mut Tally,
) -> Result<Ending, Diagnostics> {
    let mut interrupt = std::pin::pin!(tokio::signal::ctrl_c());
    let mut n_silent = 0;
    while let Some(call) = source.next() {
        progress.call(&call.tool);
        let answer = session.call(&call.tool, call.arguments.clone(), limits.call_timeout);
        let answer = tokio::select! {
            biased;
            _ = &mut interrupt => return Ok(Ending::Interrupted),
            answer = answer => answer,
        };
        let reply = answer.as_ref().ok();
        keep(&call, reply, source, writer, limits, tally)?;
        match answer {
            Err(lost) => return Ok(Ending::Cut(with_remedy(lost))),
            Ok(Reply::TimedOut) => n_silent += 1,
            Ok(_) => n_silent = 0,
        }
        if let Some((said, n)) = &tally.failing
            && source.may_stop()
            && tally.n_succeeded > 0
            && *n == EQUAL_FAILURES_MAX
        {
            let said: String = said.to_string().chars().take(200).collect();
            let message = format!("the last {n} calls all failed with: {said}");
            let shut = Diagnostic::new(Code::CallsRefused, Place::file(session.shown()));
            return Ok(Ending::Cut(shut.message(message).into()));
        }
        if n_silent == SILENCES_MAX {
            let message = format!(
                "`{}` gave no answer to {SILENCES_MAX} calls in a row, within {} s each",
                session.shown(),
                limits.call_timeout.as_secs_f32()
            );
            let silence = Diagnostic::new(Code::CallsTimedOut, Place::file(session.shown()));
            return Ok(Ending::Cut(silence.message(message).into()));
        }
    }
    Ok(Ending::Complete)
}

/// What to do about a server that is lost after it had answered.
fn with_remedy(lost: Diagnostics) -> Diagnostics {
    let remedy = "what it answered is kept; if the same call ends it again, record the others: \
                  the transcript without that line can be given as `--calls`";
    lost.into_iter().map(|one| one.help(remedy)).collect()
}

/// Writes a call down, and lets the source learn from it.
fn keep(
    call: &PlannedCall,
    reply: Option<&Reply>,
    source: &mut dyn CallSource,
    writer: &mut TranscriptWriter,
    limits: Limits,
    tally: &mut Tally,
) -> Result<(), Diagnostics> {
    let line = writer.write(call, reply, limits.call_timeout.as_secs_f32())?;
    let read = read_call(tally.n_calls, &line).expect("a line is read as it was written");
    let came = if reply == Some(&Reply::TimedOut) { Came::Nothing } else { Came::Answer };
    tally.n_calls += 1;
    tally.n_timed_out += usize::from(came == Came::Nothing);
    tally.tools.insert(call.tool.clone());
    tally.failing = match tally.failing.take() {
        _ if read.succeeded => None,
        Some((said, n)) if said == read.answer => Some((said, n + 1)),
        _ => Some((read.answer.clone(), 1)),
    };
    if read.succeeded {
        tally.n_succeeded += 1;
    } else if tally.first_failure.is_none() {
        tally.first_failure = Some(read.answer.to_string().chars().take(200).collect());
    }
    source.learn(read, came);
    Ok(())
}
