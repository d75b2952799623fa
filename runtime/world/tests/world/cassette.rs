//! Cassettes: what a model said is said again without it, and what it never said is missed aloud.

use std::fs;
use std::sync::Arc;

use compoworld_chat::{Cassette, CassetteError, EndpointChat, RecordingChat};
use compoworld_core::ErrorCode;
use compoworld_world::{LanguageModel, WorldModel};
use serde_json::json;

use crate::rollout::Scratch;
use crate::script::{Reply, Script};
use crate::world_model::{SETTLE, client, environment, good, says};

fn recording(script: &Script, file: &Scratch) -> Arc<LanguageModel> {
    let chat = EndpointChat::new(client(script));
    Arc::new(LanguageModel::new(RecordingChat::open(Box::new(chat), &file.0).unwrap()))
}

fn settle(model: Arc<dyn WorldModel>) -> String {
    environment(model).call("ai__settle_complaint", SETTLE)
}

/// A cassette with a refused answer to one call and the good one that followed.
fn recorded(name: &str) -> Scratch {
    let file = Scratch::new(name);
    let faulty = json!({"patch": {"orders": {"ORD-00001": {"status": "settled"}}}, "data": {}});
    let script = Script::run(vec![says(&faulty), says(&good())]);
    assert!(settle(recording(&script, &file)).contains("\"settled\":true"));
    script.finish();
    file
}

#[test]
fn a_recorded_run_is_played_again_without_the_endpoint_refusals_and_all() {
    let file = recorded("played.jsonl");
    assert_eq!(fs::read_to_string(&file.0).unwrap().lines().count(), 2);
    let played = Arc::new(LanguageModel::new(Cassette::open(&file.0).unwrap()));
    let mut first = environment(Arc::clone(&played) as Arc<dyn WorldModel>);
    let mut second = environment(Arc::clone(&played) as Arc<dyn WorldModel>);
    let answer = first.call_recorded("ai__settle_complaint", SETTLE);
    assert!(answer.wrote && answer.text.contains("\"settled\":true"), "{}", answer.text);
    second.call("ai__settle_complaint", SETTLE);
    assert_eq!(first.digest(), second.digest());
    assert_eq!(played.name(), "openai:tiny");
    assert_eq!(played.usage().tokens.prompt, 0);
}

#[test]
fn a_prompt_that_was_never_recorded_is_missed_aloud_and_changes_nothing() {
    let file = recorded("missed.jsonl");
    let played = Arc::new(LanguageModel::new(Cassette::open(&file.0).unwrap()));
    let mut environment = environment(Arc::clone(&played) as Arc<dyn WorldModel>);
    let before = environment.snapshot();
    let answer = environment.call_recorded("ai__settle_complaint", r#"{"order":"ORD-00002"}"#);
    assert_eq!(answer.error, Some(ErrorCode::Unavailable));
    assert_eq!(environment.snapshot(), before);
    let usage = played.usage();
    let reason = usage.first_failure.unwrap();
    assert_eq!(usage.n_failed, 1);
    assert!(reason.contains("has no answer to this prompt (2 are there"), "{reason}");
    assert!(reason.contains("ask the model `tiny` again with `--record`"), "{reason}");
}

#[test]
fn a_second_recording_asks_only_for_what_is_lacking_and_mends_a_torn_line() {
    let file = recorded("torn.jsonl");
    let whole = fs::read_to_string(&file.0).unwrap();
    let torn = format!("{whole}{}", &whole[..whole.len() / 3]);
    fs::write(&file.0, torn).unwrap();
    let script = Script::run(Vec::new());
    assert!(settle(recording(&script, &file)).contains("\"settled\":true"));
    assert!(script.finish().is_empty());
    assert_eq!(fs::read_to_string(&file.0).unwrap(), whole);
}

#[test]
fn what_the_endpoint_could_not_answer_is_not_recorded() {
    let file = Scratch::new("failed.jsonl");
    let script = Script::run(vec![Reply::failing(401, "no")]);
    assert!(settle(recording(&script, &file)).contains("unavailable"));
    script.finish();
    assert_eq!(fs::read_to_string(&file.0).unwrap(), "");
    assert!(matches!(Cassette::open(&file.0), Err(CassetteError::Empty(_))));
}

#[test]
fn a_file_that_is_no_cassette_is_refused_and_left_alone() {
    let file = Scratch::new("foreign.jsonl");
    fs::write(&file.0, "my notes").unwrap();
    let script = Script::run(Vec::new());
    let chat = Box::new(EndpointChat::new(client(&script)));
    script.finish();
    for error in
        [Cassette::open(&file.0).unwrap_err(), RecordingChat::open(chat, &file.0).unwrap_err()]
    {
        assert!(error.to_string().contains(":1: no recorded answer"), "{error}");
    }
    assert_eq!(fs::read_to_string(&file.0).unwrap(), "my notes");
}
