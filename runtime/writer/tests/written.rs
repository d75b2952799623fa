//! Models that write tasks, by scripts and behind a scripted endpoint.

#![expect(
    clippy::unwrap_used,
    reason = "a test stops at the first thing that is not as it should be"
)]

#[expect(dead_code, reason = "the tests of the client also need an endpoint that says nothing")]
#[path = "../../chat/tests/endpoint/script.rs"]
mod script;
#[path = "../../world/tests/services/mod.rs"]
mod services;

use std::path::Path;
use std::sync::Arc;

use compoworld_chat::{
    ApiKey, Budget, Chat, ChatClient, ChatFault, EndpointChat, Meter, OpenAiConfig, Prices,
    TranscribedChat, Transcript,
};
use compoworld_world::gate::check_task;
use compoworld_world::planner::{PlanConfig, WorldSource};
use compoworld_world::{Environment, TaskAuthor, initial_environment};
use compoworld_writer::{
    ScriptError, ScriptedChat, SessionEnding, SessionLimits, SessionReport, TaskSize, Workbench,
    write_task,
};
use script::{Reply, Script};
use serde_json::{Value, json};
use services::catalog;
use services::sample_task::sample_task;

fn size() -> TaskSize {
    TaskSize { k: 2..=2, l: 2..=4, words_max: 200 }
}

fn author() -> TaskAuthor {
    TaskAuthor { model: "scripted".into(), transcript: "transcripts.jsonl#one".into() }
}

fn sample_world() -> Environment {
    initial_environment(&catalog(), &sample_task()).unwrap()
}

fn scripted(name: &str) -> ScriptedChat {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts");
    ScriptedChat::open(&folder.join(format!("{name}.jsonl"))).unwrap()
}

fn session(chat: &dyn Chat, world: Environment, limits: SessionLimits) -> SessionReport {
    let catalog = catalog();
    let mut bench = Workbench::new(&catalog, world, size(), "one", author());
    write_task(chat, &mut bench, 7, limits).unwrap()
}

fn ending(script: &str, limits: SessionLimits) -> SessionEnding {
    session(&scripted(script), sample_world(), limits).ending
}

#[test]
fn an_agent_that_hands_in_broken_tasks_learns_each_fault_and_mends_it() {
    let report = session(&scripted("mends_every_fault"), sample_world(), SessionLimits::default());
    let SessionEnding::Submitted(task) = report.ending else { panic!("{report:?}") };
    assert_eq!(check_task(&catalog(), &Arc::new((*task).clone())), Ok(()));
    let reasons: Vec<&str> = report.effort.refused.keys().map(String::as_str).collect();
    assert_eq!(
        reasons,
        [
            "extra_read_fails",
            "extra_write_passes",
            "goal_holds_at_start",
            "goal_missed",
            "guard_broken_at_start",
            "guard_broken_by_reference",
            "incomplete",
            "lint",
            "not_connected",
            "not_preparable",
            "other_size",
            "reference_fails",
            "reference_is_simulated",
            "step_not_needed",
            "unknown_value",
            "wrong_provenance",
        ]
    );
    assert_eq!((task.id.as_str(), task.generator.as_str()), ("one", "agent"));
    assert_eq!(task.author, Some(author()));
    assert_eq!((task.difficulty.k, task.difficulty.l, task.difficulty.n_distractors), (2, 3, 1));
    assert_eq!(task.judged.len(), 1);
    assert!(task.initial_state["crm"]["customers"]["CUS-0003"].is_object());
    // Sources that the author left out were found.
    let edges = &task.graph.edges;
    assert!(edges.iter().any(|edge| edge.value == json!("ada.brand@example.org")), "{edges:?}");
    assert_eq!((report.effort.n_malformed, report.effort.n_turns), (3, 24));
}

#[test]
fn a_task_can_stand_in_a_drawn_world_on_rows_of_its_own() {
    let config = PlanConfig { k: 2..=2, n_distractors: 0, ..PlanConfig::easy() };
    let catalog = catalog();
    let source = WorldSource::new(&catalog, config);
    for seed in 0..5 {
        let world = source.draw(seed).expect("the two services make a world");
        let report = session(&scripted("sets_up_its_own_rows"), world, SessionLimits::default());
        let SessionEnding::Submitted(task) = report.ending else { panic!("{report:?}") };
        assert_eq!(task.graph.walk, ["crm", "help_desk"]);
        assert_eq!(report.effort.refused.len(), 1, "the guard was missing at first");
    }
}

#[test]
fn an_agent_that_never_hands_in_is_ended_by_every_limit() {
    let limits = SessionLimits::default();
    let unfinished = |what| SessionEnding::Unfinished(what);
    assert_eq!(ending("only_talks", limits), unfinished("no tool was called"));
    let few_turns = SessionLimits { turns_max: 5, ..limits };
    assert_eq!(ending("never_submits", few_turns), unfinished("out of turns"));
    let few_refusals = SessionLimits { refusals_max: 4, ..limits };
    assert_eq!(ending("repeats_a_fault", few_refusals), unfinished("refused too often"));
    let reason = "Nothing flows here.".to_owned();
    assert_eq!(ending("gives_up", limits), SessionEnding::GaveUp(reason));
}

#[test]
fn a_script_that_ends_too_soon_or_is_none_says_so() {
    let catalog = catalog();
    let mut bench = Workbench::new(&catalog, sample_world(), size(), "one", author());
    let fault = write_task(&scripted("never_submits"), &mut bench, 7, SessionLimits::default());
    let fault = fault.unwrap_err().to_string();
    assert!(fault.contains("has 10 turns"), "{fault}");

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.jsonl");
    std::fs::write(&path, "{\"content\": \"Hi.\"}\n\n{\"cals\": []}\n").unwrap();
    let error = ScriptedChat::open(&path).unwrap_err();
    assert!(matches!(error, ScriptError::BadLine { line: 3, .. }), "{error}");
}

fn reply(calls: &[(&str, &str)]) -> Reply {
    let calls = calls.iter().enumerate().map(|(index, (name, arguments))| {
        json!({"id": format!("c{index}"), "type": "function",
            "function": {"name": name, "arguments": arguments}})
    });
    let message = json!({"content": null, "tool_calls": calls.collect::<Vec<Value>>()});
    let usage = json!({"prompt_tokens": 900, "completion_tokens": 30});
    Reply::ok(json!({"choices": [{"message": message}], "usage": usage}).to_string())
}

fn endpoint(script: &Script) -> EndpointChat {
    EndpointChat::new(client(script))
}

fn client(script: &Script) -> ChatClient {
    let config = OpenAiConfig {
        api_key: Some(ApiKey::from("secret-key")),
        retry_delay_ms: 1,
        retries_max: 3,
        timeout_s: 20,
        ..OpenAiConfig::new(&script.address, "tiny")
    };
    ChatClient::new(config)
}

#[test]
fn an_endpoint_that_stumbles_and_a_model_that_writes_badly_are_borne_with() {
    let whole = reply(&[("list_services", "{}")]);
    let Reply::Whole(_, _, body) = &whole else { panic!("it is whole") };
    let script = Script::run(vec![
        Reply::Whole(429, "retry-after: 0\r\n", "slow down".into()),
        Reply::Half(body.clone()),
        whole.clone(),
        Reply::ok(r#"{"choices": [{"message": {"content": ""}}]}"#),
        reply(&[("draft_task", "{\"instruction\": "), ("submit", ""), ("", "{}")]),
        reply(&[("give_up", r#"{"reason": "no"}"#), ("submit", "{}")]),
    ]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("transcripts.jsonl");
    let transcript = Transcript::open(&path).unwrap();
    let chat = endpoint(&script);
    let chat = TranscribedChat::new(&chat, &transcript, "one");
    let report = session(&chat, sample_world(), SessionLimits::default());
    let requests = script.finish();
    assert_eq!(report.ending, SessionEnding::GaveUp("no".into()));
    assert_eq!((report.effort.n_malformed, report.effort.n_calls), (2, 5));
    assert_eq!(report.effort.tokens.prompt, 2_700);
    let (head, last) = requests.last().unwrap();
    assert!(head.contains("secret-key"), "the endpoint gets the key");
    let messages = last["messages"].as_array().unwrap();
    assert!(messages.iter().any(|said| said.to_string().contains("no JSON object")));
    let kept = std::fs::read_to_string(&path).unwrap();
    assert!(kept.contains("give_up") && !kept.contains("secret-key"), "{kept}");
}

#[test]
fn tokens_end_a_session_a_budget_the_run_and_an_endpoint_that_refuses_tells_no_key() {
    let script = Script::run(vec![reply(&[("probe", "{}")]), reply(&[("probe", "{}")])]);
    let limits = SessionLimits { tokens_max: Some(1_800), ..SessionLimits::default() };
    let report = session(&endpoint(&script), sample_world(), limits);
    script.finish();
    assert_eq!(report.ending, SessionEnding::Unfinished("out of tokens"));

    let script = Script::run(vec![reply(&[("probe", "{}")])]);
    let budget = Budget { tokens_max: Some(900), ..Budget::default() };
    let meter = Arc::new(Meter::new(budget, Prices::default()));
    let chat = EndpointChat::new(client(&script).with_meter(meter));
    let catalog = catalog();
    let mut bench = Workbench::new(&catalog, sample_world(), size(), "one", author());
    let fault = write_task(&chat, &mut bench, 7, SessionLimits::default()).unwrap_err();
    script.finish();
    assert!(fault.to_string().contains("the budget is spent: 930 tokens"), "{fault}");

    let script = Script::run(vec![Reply::failing(401, "wrong key secret-key")]);
    let mut bench = Workbench::new(&catalog, sample_world(), size(), "one", author());
    let fault = write_task(&endpoint(&script), &mut bench, 7, SessionLimits::default());
    script.finish();
    let fault = fault.unwrap_err();
    assert!(matches!(fault, ChatFault::Endpoint(_)));
    assert!(fault.to_string().contains("(key)") && !fault.to_string().contains("secret-key"));
}

#[test]
fn rows_of_the_start_are_checked_as_every_write_is() {
    let catalog = catalog();
    let mut bench = Workbench::new(&catalog, sample_world(), size(), "one", author());
    let before = bench.world().digest();
    for rows in [
        json!({"ORD-00001": {"customer": "CUS-0099"}}),
        json!({"ORD-00001": {"amount": "much"}}),
        json!({"ORD-00009": {"id": "ORD-00009"}}),
        json!({"ORD-00001": {"colour": "red"}}),
        json!([]),
    ] {
        let arguments = json!({"service": "crm", "table": "orders", "rows": rows}).to_string();
        let answer = bench.call("set_rows", &arguments).text;
        assert!(answer.contains("\"ok\":false"), "{answer}");
    }
    assert_eq!(bench.world().digest(), before);
    let arguments = r#"{"service":"crm","table":"orders","rows":{"ORD-00001":null}}"#;
    assert!(bench.call("set_rows", arguments).text.contains("\"ok\":true"));
    let row = r#"{"service":"crm","table":"orders","key":"ORD-00001"}"#;
    assert!(bench.call("read_state", row).text.contains("has no row"));
}
