//! World models and worlds of other eras on the command line.

#![expect(
    clippy::unwrap_used,
    reason = "a test stops at the first thing that is not as it should be"
)]

#[expect(dead_code, reason = "the services come with a task, which these tests have no use for")]
#[path = "../../world/tests/services/mod.rs"]
mod services;

use std::fs;
use std::path::Path;

use compoworld_command::{exit_code, run};
use serde_json::{Value, json};

/// The exit code, the data and the talk of a command line.
fn command(words: &[&str]) -> (u8, String, String) {
    let words = std::iter::once("compoworld").chain(words.iter().copied());
    let (mut data, mut talk) = (Vec::new(), Vec::new());
    let code = run(&services::catalog(), words, &mut data, &mut talk);
    (code, String::from_utf8(data).unwrap(), String::from_utf8(talk).unwrap())
}

fn write_cassette(path: &Path, prompt: &str) {
    let answer = json!({"patch": {}, "data": {"units": 7, "trend": "up"}, "error": null});
    let line = json!({"prompt": prompt, "model": "tiny", "content": answer.to_string()});
    fs::write(path, format!("{line}\n")).unwrap();
}

#[test]
fn a_simulated_call_is_played_from_a_cassette_and_a_miss_names_the_prompt() {
    let folder = tempfile::tempdir().unwrap();
    let cassette = folder.path().join("cassette.jsonl");
    write_cassette(&cassette, "none");
    let replay = format!("replay:{}", cassette.display());
    let words = ["call", "crm__forecast_demand", r#"{"weeks":4}"#, "--world-model", &replay];
    let (code, data, talk) = command(&words);
    assert_eq!(code, exit_code::FAILED, "{talk}");
    assert!(data.contains("unavailable"), "{data}");
    assert!(talk.contains("could not answer 1 calls, the first because the cassette"), "{talk}");

    let digest = talk.split("its digest is ").nth(1).unwrap().split(')').next().unwrap();
    write_cassette(&cassette, digest);
    let (code, data, talk) = command(&words);
    assert_eq!(code, exit_code::OK, "{talk}");
    let answer: Value = serde_json::from_str(&data).unwrap();
    assert_eq!(answer["data"], json!({"units": 7, "trend": "up"}));
    assert_eq!(answer["simulated"], json!(true));
}

#[test]
fn a_world_model_that_cannot_be_is_refused_before_anything_runs() {
    let folder = tempfile::tempdir().unwrap();
    let call = ["call", "crm__forecast_demand", r#"{"weeks":4}"#];
    let missing = format!("replay:{}", folder.path().join("none.jsonl").display());
    let record = folder.path().join("new.jsonl");
    let record = record.to_str().unwrap();
    for (words, code, reason) in [
        (vec!["--world-model", "gpt-5"], exit_code::USAGE, "is no world model, write `offline`"),
        (vec!["--world-model", &missing], exit_code::IO, "cannot use the cassette"),
        (vec!["--record", record], exit_code::USAGE, "--record keeps what a model says"),
        (vec!["--quarantine", "crm"], exit_code::USAGE, "`crm` is no tool"),
        (vec!["--quarantine", "crm__fly"], exit_code::USAGE, "`crm` has no tool `fly`"),
    ] {
        let words: Vec<&str> = call.iter().copied().chain(words).collect();
        let (seen, _, talk) = command(&words);
        assert_eq!(seen, code, "{talk}");
        assert!(talk.contains(reason), "{talk}");
    }
    assert!(!Path::new(record).exists());
    let serve = ["serve", "--services", "crm", "--world-model", &missing];
    let (code, _, talk) = command(&serve);
    assert_eq!(code, exit_code::IO, "{talk}");
    assert!(talk.contains("cannot use the cassette"), "{talk}");
}

#[test]
fn a_quarantined_tool_is_switched_off() {
    let (code, data, _) =
        command(&["call", "crm__list_orders", "--quarantine", "crm__list_orders"]);
    assert_eq!(code, exit_code::FAILED);
    assert!(data.contains("quarantined"), "{data}");
}

#[test]
fn a_service_joins_a_world_twice_under_an_alias_and_is_known_by_it_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let world = folder.path().join("world.json");
    let world = world.to_str().unwrap();
    let ada = r#"{"name":"Ada","email":"ada@example.org"}"#;
    let words = ["call", "crm_eu__create_customer", ada, "--world", world];
    let (code, _, talk) = command(&words);
    assert_eq!(code, exit_code::USAGE, "{talk}");
    let (_, _, talk) = command(&[&words[..], &["--service", "crm"]].concat());
    assert_eq!(talk, "changed: crm_eu.customers.CUS-0001\n");
    command(&["call", "crm__create_customer", ada, "--world", world]);
    let customer = r#"{"id":"CUS-0001"}"#;
    let (_, data, _) = command(&["call", "crm_eu__get_customer", customer, "--world", world]);
    assert!(data.contains("Ada"), "{data}");
    let (code, _, talk) =
        command(&["call", "crm__list_orders", "--service", "help_desk", "--world", world]);
    assert_eq!(code, exit_code::USAGE);
    assert!(talk.contains("`crm` is the service `crm` in this world"), "{talk}");
}

#[test]
fn a_world_of_another_era_is_brought_up_to_date_with_a_word_or_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("world.json");
    let world = path.to_str().unwrap();
    let ada = r#"{"name":"Ada","email":"ada@example.org"}"#;
    command(&["call", "crm__create_customer", ada, "--world", world]);
    let mut stored: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    stored["services"][0]["version"] = json!("by-hand-0");
    stored["services"][0]["schema"] = json!("another");
    stored["services"][0]["state"]["customers"]["CUS-0001"]["fax"] = json!("none");
    fs::write(&path, stored.to_string()).unwrap();
    let customer = r#"{"id":"CUS-0001"}"#;
    let (code, _, talk) = command(&["call", "crm__get_customer", customer, "--world", world]);
    assert_eq!(code, exit_code::OK, "{talk}");
    assert!(talk.contains("the field `customers.fax` is gone: dropped from 1 rows"), "{talk}");

    stored["services"][0]["state"]["customers"]["CUS-0001"]["tier"] = json!("platinum");
    fs::write(&path, stored.to_string()).unwrap();
    let (code, _, talk) = command(&["call", "crm__get_customer", customer, "--world", world]);
    assert_eq!(code, exit_code::FAILED);
    assert!(talk.contains("cannot be brought to version by-hand-1"), "{talk}");
    assert_eq!(fs::read_to_string(&path).unwrap(), stored.to_string());
}
