//! The conformance suite of MCP, every scenario that a revision requires, held against a table.
//!
//! Two servers are asked: one that gives out tasks, which it shows as a prompt and as a resource, and
//! one over the service in `service/`, compiled from `fixture/`, which has tools by the names that
//! the suite calls. A scenario that begins to pass is as much a difference as one that stops.

mod expected;
mod suite;

use std::fs;
use std::path::Path;
use std::process::Command;

use compoworld_tests::{Served, Server, files, program, root};
use serde_json::{Value, json};

use crate::expected::{Expected, WITH_SESSIONS, WITHOUT_SESSIONS};
use crate::suite::{Seen, run_suite};

const WORDS: &[&str] = &["--services", "conformance", "--empty", "--wire-names"];

/// The server over the suite's tools.
fn start_fixture() -> Server {
    let fixture = Path::new(env!("CARGO_BIN_EXE_conformance-server"));
    let over_http = ["--http", "127.0.0.1:0", "--openenv"];
    Server::start_program(fixture, &[WORDS, &over_http].concat(), &[])
}

/// Whether a scenario is about what only a server of tasks has.
fn is_about_tasks(scenario: &str) -> bool {
    const ABOUT: [&str; 4] = ["prompts-", "resources-", "caching", "sep-2164-"];
    ABOUT.iter().any(|opening| scenario.starts_with(opening))
}

fn differences(expected: &[Expected], tasks: &[Seen], fixture: &[Seen]) -> Vec<String> {
    let chosen = |seen: &&Seen, about_tasks| is_about_tasks(&seen.scenario) == about_tasks;
    let mut left: Vec<&Seen> = tasks.iter().filter(|seen| chosen(seen, true)).collect();
    left.extend(fixture.iter().filter(|seen| chosen(seen, false)));
    let mut wrong = Vec::new();
    for row in expected {
        match left.iter().position(|seen| seen.scenario == row.scenario) {
            None => wrong.push(format!("{}: not run any more", row.scenario)),
            Some(position) => {
                let seen = left.swap_remove(position);
                if seen.outcome() != row.outcome.name() {
                    let (name, reason) = (row.outcome.name(), row.outcome.reason());
                    wrong.push(format!("{seen:?}, expected: {name} {reason}"));
                }
            }
        }
    }
    wrong.extend(left.iter().map(|seen| format!("not in the table: {seen:?}")));
    wrong
}

#[test]
fn every_scenario_of_the_revision_with_sessions_ends_as_the_table_says() {
    let revision = "2025-11-25";
    let (tasks, fixture) = (Served::start(), start_fixture());
    let Some(tasks) = run_suite(&tasks.server.url("MCP"), revision) else { return };
    let Some(fixture) = run_suite(&fixture.url("MCP"), revision) else { return };
    let wrong = differences(WITH_SESSIONS, &tasks, &fixture);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The address of a session, which this revision needs since it has none.
fn open_session(server: &Server) -> String {
    let url = server.url("MCP");
    let create = json!({"jsonrpc": "2.0", "id": 1, "method": "openenv/session/create"});
    let mut created = ureq::post(&url).send_json(create).expect("the server answers");
    let created: Value = created.body_mut().read_json().expect("an answer is JSON");
    let id = created["result"]["session_id"].as_str().expect("a session");
    format!("{url}/{id}")
}

#[test]
fn every_scenario_of_the_revision_without_sessions_ends_as_the_table_says() {
    let revision = "2026-07-28";
    let (tasks, fixture) = (Served::start(), start_fixture());
    let Some(tasks) = run_suite(&open_session(&tasks.server), revision) else { return };
    let Some(fixture) = run_suite(&open_session(&fixture), revision) else { return };
    let wrong = differences(WITHOUT_SESSIONS, &tasks, &fixture);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_fixture_is_what_the_compiler_makes_of_its_inputs() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (made, inputs) = (folder.path().join("service"), root().join("tests/conformance/fixture"));
    let output = Command::new(program("compoworld"))
        .arg("compile")
        .arg(inputs)
        .arg("--out")
        .arg(&made)
        .output()
        .expect("the compiler starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let kept = root().join("tests/conformance/service");
    assert_eq!(files(&made, "").len(), files(&kept, "").len());
    for path in files(&made, "") {
        let inside = path.strip_prefix(&made).expect("it was just made there");
        let text = |path: &Path| fs::read_to_string(path).expect("a generated file is text");
        assert_eq!(text(&path), text(&kept.join(inside)), "compile {} again", inside.display());
    }
}
