//! A real third-party client, the official Python one, drives our MCP server.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use compoworld_tests::{program, root};
use serde_json::{Value, json};

/// The Python that has the client, which `tests/run` installs.
fn python() -> Option<String> {
    match std::env::var("COMPOWORLD_MCP_PYTHON") {
        Ok(python) => Some(python),
        Err(_) => {
            assert!(std::env::var_os("CI").is_none(), "tests/run sets COMPOWORLD_MCP_PYTHON");
            eprintln!("skipped: tests/run installs the Python MCP client and passes it on");
            None
        }
    }
}

fn drive(python: &str, words: &[&str]) -> Value {
    let script = root().join("tests/clients/drive_mcp.py");
    let output = Command::new(python).arg(script).args(words).output().expect("python starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("the client prints JSON")
}

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
    let Some(python) = python() else { return };
    let server = program("compoworld-runtime");
    let server = server.to_str().expect("the path is text");
    check(&drive(&python, &["stdio", server, "serve", "--services", "zendesk,memory"]));
}

/// Ends the server when the test ends, however it does.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a server on a free port and waits until it says where it listens.
fn start(words: &[&str]) -> (Server, String) {
    let mut child = Command::new(program("compoworld-runtime"))
        .args(["serve", "--services", "zendesk,memory", "--http", "127.0.0.1:0"])
        .args(words)
        .env("COMPOWORLD_TEST_TOKEN", "sesame")
        .stderr(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let said = BufReader::new(child.stderr.take().expect("standard error is piped"));
    let url = said
        .lines()
        .map_while(Result::ok)
        .find_map(|line| {
            let start = line.find("http://")?;
            line[start..].split([';', ' ']).next().map(str::to_owned)
        })
        .expect("the server says where it listens");
    (Server(child), url)
}

#[test]
fn the_python_client_works_over_http() {
    let Some(python) = python() else { return };
    let (_server, url) = start(&[]);
    check(&drive(&python, &["http", &url]));
}

#[test]
fn a_client_without_the_token_is_turned_away() {
    let Some(python) = python() else { return };
    let (_server, url) = start(&["--token-env", "COMPOWORLD_TEST_TOKEN"]);
    let script = root().join("tests/clients/drive_mcp.py");
    let output = Command::new(python).arg(script).args(["http", &url]).output();
    let output = output.expect("python starts");
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
