//! OpenAI's own Python client against the endpoint.

use std::process::Command;

use serde_json::{Value, json};

use crate::program::{Served, installed, script};
use crate::templates::STYLES;

#[test]
fn the_client_of_openai_uses_the_endpoint_whole_and_streamed() {
    let Some(python) = installed("COMPOWORLD_OPENAI_PYTHON") else { return };
    let served = Served::start(STYLES[0].1, &[]);
    let output = Command::new(python)
        .arg(script("openai_client.py"))
        .args([&served.base_url, "tiny"])
        .output()
        .expect("the client starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said: Value = serde_json::from_slice(&output.stdout).expect("it prints JSON");
    assert_eq!(said["models"], json!(["tiny"]));
    assert_eq!(said["retrieved"], "tiny");
    assert_eq!(said["streamed"], said["contents"]);
    assert_eq!(said["usage"]["total_tokens"], said["whole_usage"]["total_tokens"]);
    assert_eq!(said["log_probs"], said["token_ids"]);
    assert_eq!(said["called"], "ping");
    assert_eq!(said["after"], "assistant");
    assert_eq!(said["refused"]["param"], "temperature");
}
