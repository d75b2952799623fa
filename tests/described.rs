//! Schemathesis on our HTTP routes: requests made up from their own description, good and bad, none
//! of which may break the server or get an answer that the description does not have.

use std::process::Command;

use compoworld_tests::{Served, Server, installed, root};

const SCHEMATHESIS: &str = "COMPOWORLD_SCHEMATHESIS";
/// Every request that is understood opens a session, and a full server says so with 503.
const MANY_SESSIONS: &[&str] = &["--sessions-max", "100000", "--idle-seconds", "5"];

fn assert_as_described(address: &str) {
    let Some(schemathesis) = installed(SCHEMATHESIS) else { return };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = Command::new(schemathesis)
        .arg("--config-file")
        .arg(root().join("tests/schemathesis.toml"))
        .args(["run", &format!("{address}/openapi.json")])
        .args(["--max-examples", "20", "--seed", "1", "--request-timeout", "20", "--no-color"])
        .current_dir(folder.path())
        .output()
        .expect("schemathesis starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    let told = said.split("Test cases:").nth(1).and_then(|rest| rest.split_whitespace().next());
    let n_cases: Option<u32> = told.and_then(|count| count.parse().ok());
    assert!(n_cases.is_some_and(|count| count > 100), "too few requests were made: {said}");
}

#[test]
fn the_routes_of_agents_and_of_openenv_are_as_described() {
    let folder = Served::make_tasks();
    let server = Served::serve_with(folder.path(), MANY_SESSIONS);
    assert_as_described(&server.url("OpenEnv"));
}

#[test]
fn the_routes_of_nemo_gym_are_as_described() {
    let folder = Served::make_tasks();
    let server = Served::serve_with(folder.path(), MANY_SESSIONS);
    assert_as_described(&server.url("NeMo Gym"));
}

#[test]
fn the_routes_of_a_world_without_tasks_are_as_described() {
    let words = ["--services", "zendesk", "--http", "127.0.0.1:0", "--openenv"];
    let server = Server::start(&[&words[..], MANY_SESSIONS].concat());
    assert_as_described(&server.url("OpenEnv"));
}
