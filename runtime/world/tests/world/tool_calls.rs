//! How models call tools: in each format, in either view, several at a time, badly, and until their
//! context is full.

use std::sync::Arc;

use compoworld_chat::OpenAiConfig;
use compoworld_world::rollout::tool_call_text::{ToolCallFormat, write_calls};
use compoworld_world::rollout::{
    AttemptLimits, ContextLimits, DROPPED, Ending, OpenAiPolicy, Role, RolloutOptions, ToolCall,
    Trajectory, attempt, read_trajectories, run_rollouts,
};
use compoworld_world::{PreparedTask, ToolView};
use serde_json::{Value, json};

use crate::rollout::{Scratch, tasks};
use crate::script::{Reply, Script};
use crate::services::catalog;
use crate::services::sample_task::sample_task;

const ANSWER: &str = "It was 129.50 euros.";

fn says(content: &str) -> Reply {
    let message = json!({"role": "assistant", "content": content});
    Reply::ok(json!({"choices": [{"message": message}]}).to_string())
}

fn calls(calls: &[ToolCall]) -> Reply {
    let calls = calls.iter().map(|call| {
        json!({"id": call.id, "type": "function",
            "function": {"name": call.name, "arguments": call.arguments}})
    });
    let calls: Vec<Value> = calls.collect();
    let message = json!({"role": "assistant", "content": null, "tool_calls": calls});
    let usage = json!({"prompt_tokens": 100, "completion_tokens": 5});
    Reply::ok(json!({"choices": [{"message": message}], "usage": usage}).to_string())
}

fn policy(script: &Script) -> OpenAiPolicy {
    let config = OpenAiConfig::new(&script.address, "tiny");
    OpenAiPolicy::new(OpenAiConfig { retry_delay_ms: 1, timeout_s: 20, ..config })
}

fn try_sample(policy: &OpenAiPolicy, view: ToolView) -> Trajectory {
    let prepared = Arc::new(PreparedTask::new(&catalog(), Arc::new(sample_task())).unwrap());
    attempt(policy, &prepared, 0, 9, view, AttemptLimits::default()).unwrap()
}

/// The calls of the sample task's reference.
fn reference(view: ToolView) -> Vec<ToolCall> {
    let calls = sample_task().reference.calls.into_iter().enumerate();
    let calls = calls.map(|(index, call)| {
        let (name, arguments) = match view {
            ToolView::Flat => (call.tool, call.arguments),
            ToolView::Meta => {
                ("call_tool".into(), json!({"tool": call.tool, "arguments": call.arguments}))
            }
        };
        ToolCall { id: format!("call_{index}"), name, arguments: arguments.to_string() }
    });
    calls.collect()
}

#[test]
fn a_model_does_a_task_in_every_format_and_view() {
    for format in [ToolCallFormat::Native, ToolCallFormat::Hermes, ToolCallFormat::QwenXml] {
        for view in [ToolView::Flat, ToolView::Meta] {
            let one = |call: &ToolCall| match format {
                ToolCallFormat::Native => calls(std::slice::from_ref(call)),
                _ => says(&write_calls(format, "", std::slice::from_ref(call))),
            };
            let mut replies: Vec<Reply> = reference(view).iter().map(one).collect();
            replies.push(says(ANSWER));
            let script = Script::run(replies);
            let trajectory = try_sample(&policy(&script).with_format(format), view);
            let requests = script.finish();
            assert!(trajectory.outcome.success, "{format:?} {view:?}: {:?}", trajectory.outcome);
            assert_eq!((trajectory.n_malformed, trajectory.outcome.n_calls), (0, 6));
            let (_, first) = &requests[0];
            let is_native = format == ToolCallFormat::Native;
            assert_eq!(first.get("tools").is_some(), is_native);
            let system = first["messages"][0]["content"].as_str().unwrap();
            assert_eq!(system.contains("<tools>"), !is_native);
            if !is_native {
                let roles = requests[1].1["messages"].as_array().unwrap().iter();
                let roles: Vec<&Value> = roles.map(|message| &message["role"]).collect();
                assert_eq!(roles, ["system", "user", "assistant", "user"]);
            }
        }
    }
}

#[test]
fn several_calls_of_one_turn_are_made_in_order_and_each_is_answered() {
    let script = Script::run(vec![calls(&reference(ToolView::Flat)), says(ANSWER)]);
    let trajectory = try_sample(&policy(&script), ToolView::Flat);
    let requests = script.finish();
    assert!(trajectory.outcome.success);
    let messages = requests[1].1["messages"].as_array().unwrap();
    let answered: Vec<&str> =
        messages.iter().filter_map(|message| message["tool_call_id"].as_str()).collect();
    assert_eq!(answered, ["call_0", "call_1", "call_2", "call_3", "call_4", "call_5"]);
}

#[test]
fn malformed_calls_are_counted_and_answered_for_the_model_to_see() {
    let call = |name: &str, arguments: &str| {
        calls(&[ToolCall { id: "a".into(), name: name.into(), arguments: arguments.into() }])
    };
    let script = Script::run(vec![
        call("crm__get_order", "{\"id\": "),
        call("crm__get_order", "[\"ORD-00001\"]"),
        call("crm__no_such_tool", "{}"),
        says("<tool_call>{\"name\": </tool_call>"),
        // Well formed, though the order is not there.
        call("crm__get_order", "{\"id\": \"ORD-99999\"}"),
        says("I give up."),
    ]);
    let trajectory = try_sample(&policy(&script), ToolView::Flat);
    let requests = script.finish();
    assert_eq!((trajectory.n_malformed, trajectory.outcome.n_calls), (4, 5));
    let last = requests.last().unwrap().1["messages"].as_array().unwrap().clone();
    let seen: Vec<&Value> = last.iter().filter(|message| message["role"] == "tool").collect();
    assert_eq!(seen.len(), 5);
    assert!(seen.iter().all(|said| said["content"].as_str().unwrap().contains("\"ok\":false")));
}

#[test]
fn a_full_context_ends_the_attempt_with_an_ending_of_its_own() {
    let reference = reference(ToolView::Flat);
    let too_long = Reply::failing(
        400,
        r#"{"error":{"message":"This model's maximum context length is 512 tokens."}}"#,
    );
    let script = Script::run(vec![calls(&reference[..1]), too_long]);
    let trajectory = try_sample(&policy(&script), ToolView::Flat);
    script.finish();
    assert_eq!((trajectory.ending, trajectory.outcome.n_calls), (Ending::ContextFull, 1));
    assert!(trajectory.answer.is_null() && !trajectory.outcome.success);

    // By a limit of our own the endpoint is not even asked.
    let script = Script::run(Vec::new());
    let limits = ContextLimits { tokens_max: Some(50), drops_oldest: true };
    let trajectory = try_sample(&policy(&script).with_context(limits), ToolView::Flat);
    script.finish();
    assert_eq!((trajectory.ending, trajectory.outcome.n_calls), (Ending::ContextFull, 0));
}

#[test]
fn the_oldest_answers_make_room_when_they_may() {
    let reference = reference(ToolView::Flat);
    let too_long = Reply::failing(400, r#"{"error":{"type":"exceed_context_size_error"}}"#);
    let script = Script::run(vec![
        calls(&reference[..1]),
        calls(&reference[1..2]),
        too_long,
        calls(&reference[2..]),
        says(ANSWER),
    ]);
    let limits = ContextLimits { tokens_max: None, drops_oldest: true };
    let trajectory = try_sample(&policy(&script).with_context(limits), ToolView::Flat);
    let requests = script.finish();
    assert!(trajectory.outcome.success);
    assert_eq!(trajectory.n_dropped, 1);
    let contents = |request: usize| -> Vec<String> {
        let messages = requests[request].1["messages"].as_array().unwrap().iter();
        let answers = messages.filter(|message| message["role"] == "tool");
        answers.map(|message| message["content"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(contents(3)[0], DROPPED);
    assert!(contents(3)[1].contains("ORD-00002"), "the latest answer stays");
    assert_ne!(contents(2)[0], DROPPED);
    let kept = trajectory.messages.iter().filter(|said| said.role == Role::Tool);
    assert!(kept.into_iter().all(|said| said.content != DROPPED), "the trajectory is whole");
}

#[test]
fn a_rollout_keeps_attempts_with_a_full_context_and_counts_them() {
    let file = Scratch::new("context.jsonl");
    let too_long = Reply::failing(400, "context_length_exceeded");
    let script = Script::run(vec![too_long, says("Done.")]);
    let options = RolloutOptions { n_threads: 1, ..RolloutOptions::default() };
    let made = run_rollouts(&catalog(), &tasks(2), &policy(&script), &file.0, &options).unwrap();
    script.finish();
    assert_eq!((made.n_done, made.n_failed, made.n_context_full), (2, 0, 1));
    let endings: Vec<Ending> =
        read_trajectories(&file.0).unwrap().trajectories.iter().map(|one| one.ending).collect();
    assert_eq!(endings, [Ending::ContextFull, Ending::Answered]);
}
