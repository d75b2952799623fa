//! MCP's own tools on our server: the Inspector, and the conformance suite.

use std::path::PathBuf;
use std::process::Command;

use compoworld_tests::{Served, Server, installed, program};
use serde_json::{Value, json};

/// Runs the Inspector's command line; gives what it prints.
fn inspect(inspector: &PathBuf, words: &[&str]) -> Value {
    let output = Command::new(inspector).arg("--cli").args(words).output();
    let output = output.expect("the Inspector starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("the Inspector prints JSON")
}

#[test]
fn the_inspector_lists_and_calls_tools_over_stdio_and_http() {
    let Some(inspector) = installed("COMPOWORLD_MCP_INSPECTOR") else { return };
    let runtime = program("compoworld-runtime");
    let runtime = runtime.to_str().expect("the path is text");
    let call = ["--method", "tools/call", "--tool-name", "zendesk__create_ticket"];
    let arguments = ["--tool-arg", "subject=It squeaks", "--tool-arg", "description=The door"];
    let words = [runtime, "serve", "--services", "zendesk"];
    let made = inspect(&inspector, &[&words[..], &call, &arguments].concat());
    assert_eq!(made["structuredContent"]["data"]["subject"], "It squeaks", "{made}");

    let server = Server::start(&["--services", "zendesk", "--http", "127.0.0.1:0"]);
    let url = server.url("MCP");
    let words = [&*url, "--transport", "http", "--method", "tools/list"];
    let listed = inspect(&inspector, &words);
    let tools = listed["tools"].as_array().expect("tools");
    assert!(tools.iter().any(|tool| tool["name"] == "zendesk__get_ticket"), "{listed}");
}

/// The scenarios of a revision that a server of tools alone can pass: all that want no tool, prompt
/// or resource that only the suite's own fixture has.
const WITH_SESSIONS: &[&str] = &[
    "server-initialize",
    "ping",
    "tools-list",
    "tools-call-simple-text",
    "tools-call-error",
    "server-sse-multiple-streams",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
    "server-session-lifecycle",
];
const WITHOUT_SESSIONS: &[&str] = &[
    "tools-list",
    "tools-call-simple-text",
    "tools-call-error",
    "server-sse-multiple-streams",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
    "sep-2164-resource-not-found",
    "caching",
    "http-header-validation",
    "input-required-result-missing-input-response",
    "input-required-result-unsupported-methods",
    "input-required-result-ignore-extra-params",
    "input-required-result-validate-input",
];

/// The scenarios that passed, as the suite's summary names them.
fn conformance(url: &str, revision: &str) -> Option<Vec<String>> {
    let node = installed("COMPOWORLD_NODE")?;
    let suite = installed("COMPOWORLD_MCP_CONFORMANCE")?;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = Command::new(node)
        .arg(suite)
        .args(["server", "--url", url, "--requirements", revision])
        .current_dir(folder.path())
        .output()
        .expect("the suite starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let passed = said.lines().filter_map(|line| line.strip_prefix("✓ ")?.split_once(": "));
    Some(passed.map(|(name, _)| name.to_owned()).collect())
}

fn assert_passed(passed: &[String], expected: &[&str]) {
    let failed: Vec<_> =
        expected.iter().filter(|name| !passed.iter().any(|passed| passed == *name)).collect();
    assert!(failed.is_empty(), "scenarios that fail: {failed:?}; that pass: {passed:?}");
}

#[test]
fn the_server_conforms_to_the_revision_with_sessions() {
    let served = Served::start();
    let Some(passed) = conformance(&served.server.url("MCP"), "2025-11-25") else { return };
    assert_passed(&passed, WITH_SESSIONS);
}

#[test]
fn the_server_conforms_to_the_revision_without_sessions() {
    let served = Served::start();
    let url = served.server.url("MCP");
    let create = json!({"jsonrpc": "2.0", "id": 1, "method": "openenv/session/create"});
    let mut created = ureq::post(&url).send_json(create).expect("the server answers");
    let created: Value = created.body_mut().read_json().expect("an answer is JSON");
    let id = created["result"]["session_id"].as_str().expect("a session");
    let Some(passed) = conformance(&format!("{url}/{id}"), "2026-07-28") else { return };
    assert_passed(&passed, WITHOUT_SESSIONS);
}
