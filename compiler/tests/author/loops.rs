//! The built-in loop: how it ends, and what it leaves.

use std::fs;

use serde_json::json;

use crate::run::{Bench, assert_code, model_with, script, stages};

fn author(bench: &Bench, name: &str, more: &[&str]) -> std::process::Output {
    let path = script(name).display().to_string();
    bench.author(&[&["--script", &path][..], more].concat())
}

#[test]
fn a_broken_model_is_repaired_and_moved_into_its_place_with_its_record() {
    let bench = Bench::with(&model_with(&[
        ("fn list_agents() -> Vec<Agent>;", "fn list_agents() -> Vec<Agnt>;"),
        (r##"ok = r#"{"id":"TCK-00001"}"#"##, r##"ok = r#"{"id":"TCK-00002"}"#"##),
    ]));
    let prices = ["--price-prompt", "1", "--price-completion", "10"];
    let output = author(&bench, "repairs.jsonl", &prices);
    assert_code(&output, 0);
    let record = bench.record();
    assert_eq!(
        stages(&record),
        // The draft, a check, the end of the first round, a test, the end of the second, the cases.
        ["refused", "refused", "fails tests", "clean", "clean", "clean"],
        "{record:#}"
    );
    assert_eq!((&record["rounds"], &record["repairs"]), (&json!(2), &json!(1)));
    assert_eq!((&record["cases"], &record["quarantined"]), (&json!(1), &json!([])));
    assert_eq!(record["spent"]["tokens"], json!({"prompt": 11_500, "completion": 380}));
    assert!((record["spent"]["cost"].as_f64().expect("a cost") - 0.0153).abs() < 1e-9);

    let names = fs::read_dir(bench.out()).expect("the folder is there").flatten();
    let mut names: Vec<_> =
        names.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    assert_eq!(
        names,
        ["authoring.json", "cases.json", "service.rs", "spec.json", "verification.json"]
    );
    let written = fs::read_to_string(bench.out().join("service.rs")).expect("it is there");
    assert_eq!(written, model_with(&[]));
    let spec = fs::read(bench.service().join("spec.json")).expect("it is there");
    assert_eq!(fs::read(bench.out().join("spec.json")).expect("it is there"), spec);

    let again = author(&bench, "repairs.jsonl", &[]);
    assert_code(&again, 0);
    let table = String::from_utf8_lossy(&again.stdout).into_owned();
    assert!(table.contains("done before") && table.contains("took 0 tokens"), "{table}");
}

#[test]
fn a_tool_that_fails_a_written_case_still_is_quarantined() {
    let bench = Bench::with(&model_with(&[]));
    assert_code(&author(&bench, "failing_case.jsonl", &[]), 0);
    assert_eq!(bench.record()["quarantined"], json!(["create_ticket"]));
    let ledger = fs::read_to_string(bench.out().join("verification.json")).expect("it is there");
    let ledger: serde_json::Value = serde_json::from_str(&ledger).expect("it is JSON");
    assert_eq!(ledger["tools"]["create_ticket"]["status"], "quarantined");
    assert_eq!(ledger["tools"]["create_ticket"]["test"], "attack: written_case");
    assert_eq!(ledger["tools"]["count_tickets"]["status"], "verified");
}

#[test]
fn an_agent_that_gets_nowhere_is_stopped_and_nothing_is_written() {
    let bench = Bench::with(&model_with(&[("fn list_agents() -> Vec<Agent>;", "")]));
    assert_code(&author(&bench, "no_progress.jsonl", &[]), 1);
    let record = bench.record();
    assert_eq!((&record["ended"], &record["rounds"]), (&json!("no_progress"), &json!(4)));
    bench.assert_nothing_written();
}

#[test]
fn a_spent_budget_stops_the_agent_and_nothing_is_written() {
    let bench = Bench::with(&model_with(&[("fn list_agents() -> Vec<Agent>;", "")]));
    assert_code(&author(&bench, "no_progress.jsonl", &["--tokens-max", "20"]), 1);
    let record = bench.record();
    assert_eq!((&record["ended"], &record["rounds"]), (&json!("budget"), &json!(2)));
    assert!(record["why"].as_str().is_some_and(|why| why.contains("30 tokens")), "{record:#}");
    bench.assert_nothing_written();
}

#[test]
fn garbage_is_answered_refused_and_never_written() {
    let bench = Bench::with(&model_with(&[]));
    assert_code(&author(&bench, "garbage.jsonl", &[]), 1);
    assert_eq!(bench.record()["ended"], "no_progress");
    let transcript = bench.transcript();
    for told in [
        "the arguments are no JSON",
        "there is no tool `rm`",
        "`text` is missing",
        "there is no code",
        "CW0400",
    ] {
        assert!(transcript.contains(told), "{told}");
    }
    bench.assert_nothing_written();
}

#[test]
fn an_agent_that_tries_to_leave_its_folder_gets_nothing() {
    let bench = Bench::with(&model_with(&[]));
    assert_code(&author(&bench, "leaves_its_folder.jsonl", &[]), 0);
    let transcript = bench.transcript();
    assert!(!transcript.contains("root:"), "{transcript}");
    for told in
        ["no `/etc/passwd` here", "no `build.rs` here", "`spec.json` is given", "no tool `bash`"]
    {
        assert!(transcript.contains(told), "{told}");
    }
}

#[test]
fn a_corpus_goes_on_where_it_stood() {
    let bench = Bench::with(&model_with(&[]));
    let scripts = bench.path("scripts");
    fs::create_dir(&scripts).expect("a folder can be made");
    let all = |more: &[&str]| {
        let mut command = bench.command();
        command.arg("--all").arg(bench.path("specs")).arg("--script").arg(&scripts);
        command.args(["--jobs", "2"]).args(more).output().expect("the program starts")
    };
    fs::copy(script("no_progress.jsonl"), scripts.join("help_desk.jsonl")).expect("copies");
    assert_code(&all(&[]), 0);
    let again = all(&[]);
    assert_code(&again, 0);
    let table = String::from_utf8_lossy(&again.stdout).into_owned();
    assert!(table.contains("1 of 1 services finished"), "{table}");
    assert!(table.contains("done before"), "{table}");
}

#[test]
fn what_is_no_normalized_spec_is_refused_with_the_remedy() {
    let bench = Bench::with("");
    fs::write(bench.service().join("spec.json"), r#"{"tools": []}"#).expect("writes");
    let output = author(&bench, "no_progress.jsonl", &[]);
    assert_code(&output, 1);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("compoworld normalize"), "{said}");
    bench.assert_nothing_written();
}
