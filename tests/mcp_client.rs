//! A real third-party client, the official Python one, drives our MCP server.

use std::process::Command;

use compoworld_tests::{Server, drive, installed, program, try_drive};
use serde_json::{Value, json};

const PYTHON: &str = "COMPOWORLD_MCP_PYTHON";
const SCRIPT: &str = "drive_mcp.py";

fn check(seen: &Value) {
    assert_eq!(seen["server"], "compoworld");
    let tools = seen["tools"].as_array().expect("tools");
    assert!(tools.contains(&json!("zendesk__create_ticket")), "{tools:?}");
    assert_eq!(seen["schemas"], true);
    let created = &seen["created"]["answer"]["data"];
    assert_eq!(seen["created"]["is_error"], false, "{seen}");
    assert_eq!(created["subject"], "The door squeaks");
    assert_eq!(&seen["fetched"]["answer"]["data"]["id"], &created["id"]);
    for (call, code) in [
        ("missing", "not_found"),
        ("wrong", "invalid_argument"),
        ("unknown", "unknown_tool"),
        ("elsewhere", "not_found"),
    ] {
        assert_eq!(seen[call]["is_error"], true, "{call}: {seen}");
        assert_eq!(seen[call]["answer"]["error"]["code"], code, "{call}: {seen}");
    }
}

#[test]
fn the_python_client_works_over_stdio() {
    let Some(python) = installed(PYTHON) else { return };
    let server = program("compoworld-runtime");
    let server = server.to_str().expect("the path is text");
    let words = ["stdio", server, "serve", "--services", "zendesk,memory"];
    check(&drive(&python, SCRIPT, &words));
}

fn start(words: &[&str]) -> (Server, String) {
    let fixed = ["--services", "zendesk,memory", "--http", "127.0.0.1:0"];
    let server = Server::start(&[&fixed[..], words].concat());
    let url = server.url("MCP");
    (server, url)
}

#[test]
fn the_python_client_works_over_http() {
    let Some(python) = installed(PYTHON) else { return };
    let (_server, url) = start(&[]);
    check(&drive(&python, SCRIPT, &["http", &url]));
}

#[test]
fn a_client_without_the_token_is_turned_away() {
    let Some(python) = installed(PYTHON) else { return };
    let (_server, url) = start(&["--token-env", "COMPOWORLD_TEST_TOKEN"]);
    let output = try_drive(&python, SCRIPT, &["http", &url]);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("401"));
}

#[test]
fn the_list_is_harvested_over_http_with_the_token_and_not_without() {
    let (_server, url) = start(&["--token-env", "COMPOWORLD_TEST_TOKEN"]);
    let harvest = |words: &[&str]| {
        let mut command = Command::new(program("compoworld"));
        command.args(["harvest", "--url", &url]).args(words).output().expect("it starts")
    };
    let output = harvest(&["--header", "Authorization: Bearer sesame"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let list: Value = serde_json::from_slice(&output.stdout).expect("a list is JSON");
    assert_eq!(list["server"]["name"], "compoworld");
    let tools = list["tools"].as_array().expect("tools");
    assert!(tools.iter().any(|tool| tool["name"] == "zendesk__create_ticket"), "{tools:?}");

    let output = harvest(&[]);
    assert_eq!(output.status.code(), Some(4));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("401") && said.contains("--header"), "{said}");
}
