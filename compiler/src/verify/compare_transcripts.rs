//! How many calls recorded from real servers agree with the compiled services.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place};
use crate::emit::Share;

use super::ask_runtime::{Word, ask_runtime, unreadable};

/// What the comparison of one service came to, as the runtime program tells it.
#[derive(Deserialize)]
struct Report {
    total: Total,
}

#[derive(Deserialize)]
struct Total {
    calls: usize,
    simulated: usize,
    agree: usize,
}

/// Replays `<service>.json` of a folder for each service that has one there, from the state in
/// `<service>.state.json` where that is beside it.
///
/// # Errors
/// When the folder has no transcript of these services, or the runtime program cannot be built or
/// started, or refuses a transcript.
pub fn compare_transcripts(
    services: &[&str],
    folder: &Path,
) -> Result<BTreeMap<String, Share>, Diagnostics> {
    let mut agreement = BTreeMap::new();
    for service in services {
        let transcript = folder.join(format!("{service}.json"));
        if transcript.is_file() {
            agreement.insert((*service).to_owned(), compare(service, &transcript)?);
        }
    }
    if agreement.is_empty() {
        let place = Place::file(folder.display().to_string());
        return Err(Diagnostic::new(Code::UnreadableFile, place)
            .message(format!("`{}` has no transcript of these services", folder.display()))
            .help("a transcript is called as its service: `help_desk.json`")
            .into());
    }
    Ok(agreement)
}

fn compare(service: &str, transcript: &Path) -> Result<Share, Diagnostics> {
    let state: PathBuf = transcript.with_extension("state.json");
    let mut words = vec![Word::Plain("diff"), Word::Plain(service), Word::Reads(transcript)];
    words.extend([Word::Plain("--at-least"), Word::Plain("0")]);
    if state.is_file() {
        words.extend([Word::Plain("--state"), Word::Reads(&state)]);
    }
    let text = ask_runtime(&words)?;
    let report: Report = serde_json::from_str(&text).map_err(|error| unreadable(&error))?;
    let Total { calls, simulated, agree } = report.total;
    Ok(Share { part: agree, whole: calls.saturating_sub(simulated) })
}
