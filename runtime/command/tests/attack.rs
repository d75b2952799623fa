//! The attack as a subcommand, over services of the linked catalog.

#![expect(
    clippy::unwrap_used,
    reason = "a test stops at the first thing that is not as it should be"
)]

use compoworld_command::{exit_code, run};
use compoworld_world::Catalog;
use serde_json::Value;

/// Runs `attack` with these words: the exit code, what was printed and what was said.
fn attack(words: &[&str]) -> (u8, String, String) {
    let catalog = Catalog::new(compoworld_catalog::SERVICES);
    let words = ["compoworld", "attack"].iter().chain(words);
    let (mut data, mut talk) = (Vec::new(), Vec::new());
    let code = run(&catalog, words, &mut data, &mut talk);
    (code, String::from_utf8(data).unwrap(), String::from_utf8(talk).unwrap())
}

#[test]
fn services_of_the_catalog_stand_the_attack_and_the_ledger_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("ledger.json");
    let path = ledger.to_str().unwrap();
    let (code, data, talk) =
        attack(&["--services", "memory,zendesk", "--budget", "24", "--out", path]);
    assert_eq!(code, exit_code::OK, "{data}{talk}");
    let ledger: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(ledger["services"][0]["service"], "memory");
    let tools = ledger["services"][1]["tools"].as_array().unwrap();
    assert_eq!(tools.len(), 18);
    assert!(tools.iter().all(|tool| tool["cases"].as_u64() >= Some(24)), "{tools:?}");

    let (code, data, _) = attack(&["--case", path]);
    assert_eq!((code, data.as_str()), (exit_code::OK, ""), "a clean ledger has no case");
}

#[test]
fn a_case_is_played_again_from_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("case.json");
    let case = serde_json::json!({"service": "zendesk", "version": "", "tool": "get_ticket",
        "check": "schema_refuses", "state": {}, "before": [],
        "call": {"tool": "get_ticket", "arguments": {}}, "expected": "", "seen": ""});
    std::fs::write(&path, case.to_string()).unwrap();
    let (code, data, _) = attack(&["--case", path.to_str().unwrap()]);
    assert_eq!(
        (code, data.as_str()),
        (exit_code::OK, "zendesk get_ticket schema_refuses: passes\n")
    );

    std::fs::write(&path, "{}").unwrap();
    assert_eq!(attack(&["--case", path.to_str().unwrap()]).0, exit_code::FAILED);
}

#[test]
fn faults_put_into_a_service_are_noticed() {
    let (_, data, talk) =
        attack(&["--services", "zendesk", "--budget", "40", "--mutants", "1", "--json"]);
    let trials: Vec<Value> = serde_json::from_str(&data).unwrap();
    let noticed = trials.iter().filter(|trial| !trial["noticed_by"].is_null()).count();
    assert!(trials.len() >= 12, "{data}");
    assert!(noticed * 10 >= trials.len() * 7, "{noticed} of {}: {talk}", trials.len());
}

#[test]
fn written_cases_are_played_from_the_folder_of_their_service() {
    let folder = tempfile::tempdir().unwrap();
    let zendesk = compoworld_catalog::SERVICES.iter().find(|one| one.name == "zendesk").unwrap();
    let service = folder.path().join(zendesk.domain).join("zendesk");
    std::fs::create_dir_all(&service).unwrap();
    let written = |expect: &str| {
        let text = format!(
            r#"{{"service": "zendesk", "cases": [{{"tool": "get_ticket", "why": "none is there",
                "steps": [{{"tool": "get_ticket", "arguments": {{"ticket_id": 7}},
                "expect": {{"outcome": "{expect}"}}}}]}}]}}"#
        );
        std::fs::write(service.join("cases.json"), text).unwrap();
        let cases = folder.path().to_str().unwrap();
        attack(&["--services", "zendesk", "--budget", "12", "--cases", cases, "--json"])
    };
    let (code, data, talk) = written("reject");
    assert_eq!(code, exit_code::OK, "{data}{talk}");
    let (code, data, _) = written("accept");
    assert_eq!(code, exit_code::FAILED);
    let ledger: Value = serde_json::from_str(&data).unwrap();
    assert_eq!(ledger["services"][0]["cases"][0]["check"], "written_case", "{data}");
    let (code, _, talk) = written("perhaps");
    assert_eq!(code, exit_code::FAILED);
    assert!(talk.contains("cases.json: no written cases"), "{talk}");
}
