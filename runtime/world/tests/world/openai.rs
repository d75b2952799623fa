//! The policy of a chat endpoint, against a scripted server on loopback.

use std::sync::Arc;

use compoworld_chat::OpenAiConfig;
use compoworld_world::rollout::{
    AttemptLimits, Ending, OpenAiPolicy, PolicyError, Role, RolloutOptions, Trajectory, attempt,
    read_trajectories, run_rollouts,
};
use compoworld_world::{PreparedTask, ToolView};
use serde_json::json;

use crate::rollout::{Scratch, tasks};
use crate::script::{Reply, Script};
use crate::services::catalog;
use crate::services::sample_task::sample_task;

fn says(content: &str) -> Reply {
    let message = json!({"role": "assistant", "content": content});
    Reply::ok(json!({"choices": [{"message": message}]}).to_string())
}

fn calls(name: &str, arguments: &str) -> Reply {
    let call = json!({"id": "abc", "type": "function",
        "function": {"name": name, "arguments": arguments}});
    let body = json!({
        "choices": [{"message": {"role": "assistant", "content": null, "tool_calls": [call]}}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 2},
    });
    Reply::ok(body.to_string())
}

fn policy(script: &Script) -> OpenAiPolicy {
    let config = OpenAiConfig::new(&script.address, "tiny");
    OpenAiPolicy::new(OpenAiConfig {
        api_key: Some("secret-key".into()),
        retry_delay_ms: 1,
        retries_max: 3,
        timeout_s: 20,
        ..config
    })
}

fn try_sample(policy: &OpenAiPolicy) -> Result<Trajectory, PolicyError> {
    let prepared = PreparedTask::new(&catalog(), Arc::new(sample_task())).unwrap();
    attempt(policy, &Arc::new(prepared), 0, 9, ToolView::Flat, AttemptLimits::default())
}

#[test]
fn a_model_can_do_a_whole_task() {
    let mut replies: Vec<Reply> = sample_task()
        .reference
        .calls
        .iter()
        .map(|call| calls(&call.tool, &call.arguments.to_string()))
        .collect();
    replies.push(says("It was 129.50 euros."));
    let script = Script::run(replies);
    let trajectory = try_sample(&policy(&script)).unwrap();
    assert!(trajectory.outcome.success, "{:?}", trajectory.outcome);
    assert_eq!(trajectory.policy, "openai:tiny");
    assert_eq!((trajectory.tokens.prompt, trajectory.tokens.completion), (60, 12));

    let requests = script.finish();
    let (head, body) = &requests[1];
    assert!(head.starts_with("POST /v1/chat/completions"));
    assert!(head.to_lowercase().contains("authorization: bearer secret-key"), "{head}");
    assert_eq!(body["model"], "tiny");
    assert_eq!(body["tools"].as_array().unwrap().len(), 4 + 9 + 9);
    let messages = body["messages"].as_array().unwrap();
    assert_eq!(messages[1]["content"], sample_task().instruction);
    assert_eq!(messages[2]["tool_calls"][0]["function"]["name"], "help_desk__list_tickets");
    assert_eq!(messages[3]["tool_call_id"], "abc");
    assert!(messages[3]["content"].as_str().unwrap().contains("TCK-00001"));
}

#[test]
fn malformed_calls_are_answered_and_the_attempt_goes_on() {
    let script = Script::run(vec![
        calls("crm__get_order", "{\"id\": "),
        calls("", "{}"),
        calls("crm__get_ordr", "{}"),
        says("I cannot."),
    ]);
    let trajectory = try_sample(&policy(&script)).unwrap();
    script.finish();
    let answers: Vec<&str> = trajectory
        .messages
        .iter()
        .filter(|said| said.role == Role::Tool)
        .map(|said| said.content.as_str())
        .collect();
    assert!(answers[0].contains("invalid_argument") && answers[0].contains("no valid JSON"));
    assert!(answers[1].contains("unknown_tool"));
    assert!(answers[2].contains("did you mean `crm__get_order`?"));
    assert_eq!((trajectory.ending, trajectory.outcome.success), (Ending::Answered, false));
    assert!(trajectory.outcome.changes.is_empty());
}

#[test]
fn passing_failures_are_retried() {
    let script = Script::run(vec![
        Reply::failing(503, "busy"),
        Reply::Whole(429, "retry-after: 0\r\n", "slow down".into()),
        says("Done."),
    ]);
    assert_eq!(try_sample(&policy(&script)).unwrap().ending, Ending::Answered);
    assert_eq!(script.finish().len(), 3);
}

#[test]
fn lasting_failures_end_the_attempt_without_giving_the_key_away() {
    let script = Script::run(vec![Reply::failing(401, "wrong key secret-key")]);
    let error = try_sample(&policy(&script)).unwrap_err();
    script.finish();
    assert_eq!(
        error.to_string().split_once("/chat/completions").unwrap().1,
        " fails: status 401: wrong key (key); check OPENAI_API_KEY (tried 1 times)"
    );

    let script = Script::run(vec![Reply::failing(500, "down"); 4]);
    let error = try_sample(&policy(&script)).unwrap_err();
    script.finish();
    assert!(matches!(error, PolicyError::Endpoint { tries: 4, .. }), "{error}");

    let script = Script::run(vec![Reply::ok("<html>")]);
    let error = try_sample(&policy(&script)).unwrap_err();
    script.finish();
    assert!(matches!(error, PolicyError::NoCompletion { .. }), "{error}");

    let config = OpenAiConfig { api_key: Some("secret-key".into()), ..OpenAiConfig::new("u", "m") };
    assert!(!format!("{config:?}").contains("secret-key"));
}

#[test]
fn attempts_that_the_endpoint_failed_are_not_kept_and_made_again() {
    let file = Scratch::new("endpoint.jsonl");
    let options = RolloutOptions { n_threads: 1, ..RolloutOptions::default() };
    let script = Script::run(vec![says("Done."), Reply::failing(400, "no"), says("Done.")]);
    let first = run_rollouts(&catalog(), &tasks(3), &policy(&script), &file.0, &options).unwrap();
    script.finish();
    assert_eq!((first.n_done, first.n_failed), (2, 1));
    assert!(first.first_failure.unwrap().to_string().contains("status 400"));

    let script = Script::run(vec![says("Done.")]);
    let second = run_rollouts(&catalog(), &tasks(3), &policy(&script), &file.0, &options).unwrap();
    script.finish();
    assert_eq!((second.n_done, second.n_skipped, second.n_failed), (1, 2, 0));
    assert_eq!(read_trajectories(&file.0).unwrap().trajectories.len(), 3);
}
