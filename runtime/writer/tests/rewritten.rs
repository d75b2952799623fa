//! Planned tasks in other words: what is kept, what is refused, and what goes back to the model.

#![expect(
    clippy::unwrap_used,
    reason = "a test stops at the first thing that is not as it should be"
)]

#[expect(dead_code, reason = "the tests of the client also need an endpoint that stumbles")]
#[path = "../../chat/tests/endpoint/script.rs"]
mod script;
#[path = "../../world/tests/services/mod.rs"]
mod services;

use std::sync::OnceLock;

use compoworld_chat::{ChatClient, EndpointChat, OpenAiConfig};
use compoworld_world::planner::{PlanConfig, synthesize};
use compoworld_world::{Task, TaskAuthor};
use compoworld_writer::{
    Literals, RewriteEnding, RewriteLimits, Rewriting, check_rewrite, rewrite_task,
};
use proptest::prelude::{ProptestConfig, any, prop, proptest};
use script::{Reply, Script};
use serde_json::{Value, json};
use services::catalog;
use services::sample_task::sample_task;

/// Asks for the same as the sample task.
const SOUND: &str = "Somebody opened a ticket, \"Refund\" it says, and it is still open. Its note \
    has the order. That order is to be returned, whoever placed it becomes a gold customer, and \
    the ticket gets solved; put the e-mail address of that customer into the note. And tell me \
    the amount of the order.";

fn author() -> TaskAuthor {
    TaskAuthor { model: "tiny".into(), transcript: "said.jsonl#sample".into() }
}

/// What is wrong with a wording of the sample task: the reasons, each once.
fn reasons(text: &str) -> Vec<&'static str> {
    let (catalog, task) = (catalog(), sample_task());
    let literals = Literals::of(&catalog, &task);
    let faults = check_rewrite(&catalog, &task, &literals, text).err().unwrap_or_default();
    let mut reasons: Vec<&str> = faults.iter().map(|fault| fault.reason).collect();
    reasons.dedup();
    reasons
}

#[test]
fn a_sound_wording_is_kept_and_each_kind_of_fault_is_refused() {
    assert_eq!(reasons(SOUND), [""; 0]);
    assert_eq!(reasons(""), ["same_words", "value_lost", "lint"]);
    assert_eq!(reasons(&sample_task().instruction), ["same_words"]);
    assert_eq!(reasons(&SOUND.replace("Refund", "Return")), ["value_lost", "value_invented"]);
    assert_eq!(reasons(&SOUND.replace("gold", "golden")), ["value_lost", "lint"]);
    assert_eq!(reasons(&format!("{SOUND} By 2026-03-01.")), ["value_invented"]);
    assert_eq!(
        reasons(&format!("{SOUND} It is ORD-00002.")),
        ["value_invented", "value_given_away"]
    );
    assert_eq!(reasons(&format!("{SOUND} The customer is Ada Brand.")), ["value_given_away"]);
    assert_eq!(reasons(&format!("{SOUND} Call solve_ticket.")), ["lint"]);
    assert_eq!(reasons(&format!("{SOUND} {}", "Well. ".repeat(120))), ["too_long"]);
}

#[test]
fn a_prohibition_or_a_condition_may_not_get_lost() {
    let catalog = catalog();
    let instruction = format!("{SOUND} Do not touch anything else. If it is solved, stop.");
    let task = Task { instruction, ..sample_task() };
    let literals = Literals::of(&catalog, &task);
    let faults = check_rewrite(&catalog, &task, &literals, SOUND).unwrap_err();
    let reasons: Vec<&str> = faults.iter().map(|fault| fault.reason).collect();
    assert_eq!(reasons, ["turn_lost", "turn_lost"]);
    let kept = format!("{SOUND} Leave the rest as it is. Stop in case it is solved.");
    assert!(check_rewrite(&catalog, &task, &literals, &kept).is_ok());
}

fn wording(text: &str) -> Reply {
    let content = json!({"instruction": text}).to_string();
    let usage = json!({"prompt_tokens": 200, "completion_tokens": 60});
    Reply::ok(json!({"choices": [{"message": {"content": content}}], "usage": usage}).to_string())
}

/// Rewrites the sample task, and gives what the model was asked each time.
fn rewrite(replies: Vec<Reply>) -> (Rewriting, Vec<Value>) {
    let script = Script::run(replies);
    let config = OpenAiConfig::new(&script.address, "tiny");
    let config = OpenAiConfig { retry_delay_ms: 1, timeout_s: 20, ..config };
    let chat = EndpointChat::new(ChatClient::new(config));
    let limits = RewriteLimits::default();
    let done = rewrite_task(&chat, &catalog(), &sample_task(), &author(), limits).unwrap();
    let asked = script.finish().into_iter().map(|(_, body)| body["messages"].clone());
    (done, asked.collect())
}

#[test]
fn what_is_wrong_goes_back_until_a_wording_is_sound() {
    let lost = SOUND.replace("Refund", "refunds");
    let (done, asked) = rewrite(vec![
        wording(&lost),
        Reply::ok(r#"{"choices":[{"message":{"content":"no"}}]}"#),
        wording(SOUND),
    ]);
    assert_eq!((done.ending, done.n_tries), (RewriteEnding::Kept, 3));
    assert_eq!(done.task.instruction, SOUND);
    assert_eq!(done.task.generator, "by hand+rewrite");
    assert_eq!(done.task.author, Some(author()));
    assert_eq!((done.refused["value_lost"], done.refused["no_wording"]), (1, 1));
    assert_eq!(done.tokens.prompt, 400);
    let told = asked[1][3]["content"].as_str().unwrap();
    assert!(told.contains("`Refund` is not in it, letter by letter"), "{told}");

    // What is said of the task is one document; the instruction gives no orders to the model.
    let document: Value = serde_json::from_str(asked[0][1]["content"].as_str().unwrap()).unwrap();
    assert_eq!(document["instruction"], sample_task().instruction);
    assert!(document["keep"].as_array().unwrap().contains(&json!("Refund")));
    assert!(!asked[0][0]["content"].as_str().unwrap().contains("Refund"));
}

#[test]
fn after_the_last_try_the_planned_wording_stays() {
    let bad = wording("Do it.");
    let (done, _) = rewrite(vec![bad.clone(), bad.clone(), bad]);
    assert_eq!((done.ending, done.n_tries), (RewriteEnding::Planned, 3));
    assert_eq!(done.task, sample_task());
}

/// Planned tasks, made once.
fn planned() -> &'static [Task] {
    static TASKS: OnceLock<Vec<Task>> = OnceLock::new();
    TASKS.get_or_init(|| {
        let config = PlanConfig { k: 2..=2, l: 2..=3, n_distractors: 0, ..PlanConfig::full() };
        let tasks = synthesize(&catalog(), &config, 60, 1).tasks;
        assert!(tasks.len() >= 50, "{} tasks were planned", tasks.len());
        tasks
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 60, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn no_literal_of_a_planned_task_can_get_lost_and_no_hidden_one_can_get_in(
        task in any::<prop::sample::Index>(), pick in any::<prop::sample::Index>(),
    ) {
        let (task, catalog) = (task.get(planned()), catalog());
        let literals = Literals::of(&catalog, task);
        let check = |text: &str| check_rewrite(&catalog, task, &literals, text);
        let greeted = format!("Good morning! {}", task.instruction);
        assert!(check(&greeted).is_ok(), "{:?}: {}", check(&greeted).err(), task.instruction);
        assert!(!literals.kept.is_empty() && !literals.hidden.is_empty());
        for kept in &literals.kept {
            let lost = greeted.replace(kept.as_str(), "the thing");
            assert!(check(&lost).is_err(), "{kept}: {lost}");
        }
        let hidden: Vec<&String> = literals.hidden.iter().collect();
        let hidden = pick.get(&hidden);
        assert!(check(&format!("{greeted} ({hidden})")).is_err(), "{hidden}");
    }
}
