//! MCP's Inspector on our server.

use std::path::PathBuf;
use std::process::Command;

use compoworld_tests::{Server, installed, program};
use serde_json::Value;

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
