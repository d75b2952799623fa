//! What is made of the messages that passed: the file of a list, and remarks on the server.

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place, Pointer};
use crate::read::{Json, Object};

use super::relay::Record;

/// The file: what the server says about itself, then its tools.
pub(super) fn list(record: &Record) -> String {
    let passed = record.lock();
    let handshake = passed.handshake.as_ref();
    let info = handshake.and_then(|one| one.get("serverInfo"));
    let mut server = Vec::new();
    for key in ["name", "title", "version"] {
        if let Some(value) = info.and_then(|info| info.get(key)) {
            server.push((key.to_owned(), value.clone()));
        }
    }
    if let Some(version) = handshake.and_then(|one| one.get("protocolVersion")) {
        server.push(("protocolVersion".to_owned(), version.clone()));
    }
    let tools: Vec<Json> = passed
        .pages
        .iter()
        .filter_map(|page| page.get("tools").and_then(Json::as_array))
        .flatten()
        .cloned()
        .collect();
    let document = object(vec![
        ("server".to_owned(), object(server)),
        ("tools".to_owned(), Json::Array(tools)),
    ]);
    let mut text = serde_json::to_string_pretty(&document)
        .expect("JSON that was read has string keys and finite numbers only");
    text.push('\n');
    text
}

/// What is odd about the server so far, though it could be understood.
pub(super) fn remarks(record: &Record, shown: &str) -> Diagnostics {
    let passed = record.lock();
    let mut diagnostics = Diagnostics::new();
    let place = || Place::file(shown);
    if passed.n_noise > 0 {
        let first = passed.first_noise.as_deref().unwrap_or_default();
        diagnostics.push(Diagnostic::new(Code::NoisyServer, place()).message(format!(
            "{} lines of output were no messages, the first: {first:?}",
            passed.n_noise
        )));
    }
    let handshake = passed.handshake.as_ref();
    if handshake.is_some_and(|one| one.get("capabilities").and_then(|c| c.get("tools")).is_none()) {
        diagnostics.push(Diagnostic::new(Code::NoToolsCapability, place()));
    }
    diagnostics
}

fn object(members: Vec<(String, Json)>) -> Json {
    Json::Object(Object { at: Pointer::root(), members: members.into_iter().collect() })
}
