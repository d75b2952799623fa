//! Judged criteria: apart from executable ones, never silently true or false.

use std::sync::Arc;

use compoworld_chat::{Cassette, Chat, ChatClient, EndpointChat, OpenAiConfig, RecordingChat};
use compoworld_world::eval::{evaluate, markdown};
use compoworld_world::gate::{check_task, lint_task};
use compoworld_world::judge::{
    Judge, JudgeVerdict, JudgedCriterion, VoteWord, count_judgements, tally,
};
use compoworld_world::rollout::{
    AttemptLimits, ReferencePolicy, Regraded, Trajectory, attempt, regrade,
};
use compoworld_world::{PreparedTask, Task, ToolView};
use serde_json::json;

use crate::rollout::Scratch;
use crate::script::{Reply, Script};
use crate::services::catalog;
use crate::services::sample_task::sample_task;

const NOTE: &str = r#"state.help_desk.tickets["TCK-00001"].notes[1].text"#;

fn judged_task(of: &str) -> Task {
    let criterion = JudgedCriterion {
        id: "kind".into(),
        question: "Is the note an e-mail address?".into(),
        of: of.into(),
    };
    Task { judged: vec![criterion], ..sample_task() }
}

fn prepare(task: &Task) -> Arc<PreparedTask> {
    Arc::new(PreparedTask::new(&catalog(), Arc::new(task.clone())).unwrap())
}

fn reference_attempt(task: &Task) -> Trajectory {
    let limits = AttemptLimits::default();
    attempt(&ReferencePolicy, &prepare(task), 0, 1, ToolView::Flat, limits).unwrap()
}

fn vote(verdict: &str) -> Reply {
    let content = json!({"reason": "since it is so", "verdict": verdict}).to_string();
    let usage = json!({"prompt_tokens": 50, "completion_tokens": 7});
    Reply::ok(json!({"choices": [{"message": {"content": content}}], "usage": usage}).to_string())
}

fn endpoint(script: &Script) -> Box<dyn Chat> {
    let config = OpenAiConfig::new(&script.address, "judge");
    let config = OpenAiConfig { retry_delay_ms: 1, timeout_s: 20, ..config };
    Box::new(EndpointChat::new(ChatClient::new(config)))
}

fn judged_by(judge: &Judge, task: &Task) -> Regraded {
    let mut regraded = regrade(&prepare(task), &reference_attempt(task));
    regraded.judge(task, judge).unwrap();
    regraded
}

fn votes(words: &[&str]) -> Trajectory {
    let script = Script::run(words.iter().map(|word| vote(word)).collect());
    let judge = Judge::new(endpoint(&script), words.len());
    let judged = judged_by(&judge, &judged_task(NOTE)).trajectory;
    assert_eq!(judge.tokens().prompt, 50 * words.len() as u64);
    script.finish();
    judged
}

#[test]
fn a_task_with_judged_criteria_passes_the_gate_by_its_executable_ones_alone() {
    let task = judged_task(NOTE);
    assert_eq!(check_task(&catalog(), &Arc::new(task.clone())), Ok(()));
    assert!((task.judged_share() - 1.0 / 6.0).abs() < 1e-12);
    let all_judged = Task { rubric: Vec::new(), ..task };
    assert!(check_task(&catalog(), &Arc::new(all_judged)).is_err());
}

#[test]
fn a_judged_text_that_no_state_has_is_a_fault_of_the_task() {
    for (of, what) in
        [("state.crm.orderz", "did you mean `orders`?"), ("state.crm.orders[", "no CEL expression")]
    {
        let task = judged_task(of);
        let faults = lint_task(&catalog(), &task);
        assert!(faults.iter().any(|fault| fault.place == "/judged/0/of"), "{faults:?}");
        let error = PreparedTask::new(&catalog(), Arc::new(task)).err().unwrap().to_string();
        assert!(error.contains("criterion `kind`") && error.contains(what), "{error}");
    }
}

#[test]
fn without_a_judge_criteria_are_not_judged_and_change_nothing() {
    let (task, plain) = (judged_task(NOTE), sample_task());
    let trajectory = reference_attempt(&task);
    assert_eq!(trajectory.outcome, reference_attempt(&plain).outcome);
    assert!(trajectory.judgements.is_empty());
    let tasks = [task];
    let counted = tally(&tasks, std::slice::from_ref(&trajectory)).unwrap();
    assert_eq!((counted.n_not_judged, counted.n_held, counted.n_broken), (1, 0, 0));
    let error = count_judgements(&tasks, &mut [trajectory]).unwrap_err();
    assert!(error.to_string().contains("`sample` is not judged by `kind`"), "{error}");
}

#[test]
fn the_majority_decides_and_every_vote_is_kept() {
    let held = votes(&["yes", "no", "yes"]);
    let [judgement] = &held.judgements[..] else { panic!("{held:?}") };
    assert_eq!((judgement.verdict, &*judgement.judge), (JudgeVerdict::Held, "openai:judge"));
    let words: Vec<VoteWord> = judgement.votes.iter().map(|vote| vote.says).collect();
    assert_eq!(words, [VoteWord::Yes, VoteWord::No, VoteWord::Yes]);
    assert_eq!(judgement.votes[0].reason, "since it is so");
    let line = serde_json::to_string(&held).unwrap();
    assert_eq!(serde_json::from_str::<Trajectory>(&line).unwrap(), held);

    assert_eq!(votes(&["no"]).judgements[0].verdict, JudgeVerdict::Broken);
    assert_eq!(votes(&["yes", "cannot_tell", "no"]).judgements[0].verdict, JudgeVerdict::Undecided);
}

#[test]
fn success_counts_judgements_only_when_it_is_asked_to() {
    let tasks = [judged_task(NOTE)];
    for (words, success) in [(&["yes"][..], true), (&["no"], false), (&["cannot_tell"], false)] {
        let mut all = [votes(words)];
        let apart = evaluate(&catalog(), &tasks, &all);
        assert!((apart.overall.pass_rate - 1.0).abs() < 1e-12, "{words:?}");
        let told = markdown(&apart);
        assert!(told.contains("judges 16.7% of the criteria, which success does not count"));
        count_judgements(&tasks, &mut all).unwrap();
        assert_eq!(all[0].outcome.success, success, "{words:?}");
        assert!((all[0].outcome.rubric_mean - 1.0).abs() < 1e-12, "the reward stays executable");
    }
}

#[test]
fn a_text_that_is_not_there_is_no_text_to_vote_on() {
    let script = Script::run(Vec::new());
    let judge = Judge::new(endpoint(&script), 3);
    let task = judged_task(r#"state.help_desk.tickets["TCK-00009"].subject"#);
    let judgement = judged_by(&judge, &task).trajectory.judgements.remove(0);
    script.finish();
    assert_eq!((judgement.verdict, judgement.votes.len()), (JudgeVerdict::Broken, 0));
    assert!(judgement.reason.unwrap().contains("gives nothing"));
}

#[test]
fn judgements_are_played_again_from_a_cassette_and_asked_for_as_data() {
    let file = Scratch::new("votes.jsonl");
    let task = judged_task("answer");
    let script = Script::run(["yes", "no", "no"].map(vote).to_vec());
    let recording = RecordingChat::open(endpoint(&script), &file.0).unwrap();
    let first = judged_by(&Judge::new(Box::new(recording), 3), &task);
    let requests = script.finish();
    let document = requests[0].1["messages"][1]["content"].as_str().unwrap();
    let document: serde_json::Value = serde_json::from_str(document).unwrap();
    assert_eq!(document["text"], "129.5");
    assert_eq!(document["question"], "Is the note an e-mail address?");

    let cassette = Cassette::open(&file.0).unwrap();
    let again = judged_by(&Judge::new(Box::new(cassette), 3), &task);
    assert_eq!(again.trajectory, first.trajectory);
    assert_eq!(again.trajectory.judgements[0].verdict, JudgeVerdict::Broken);

    // An attempt that ends in the same state keeps its judgements, another one does not.
    let kept = regrade(&prepare(&task), &first.trajectory).trajectory;
    assert_eq!(kept.judgements, first.trajectory.judgements);
    let mut asked_otherwise = task.clone();
    asked_otherwise.judged[0].question = "Is it a number?".into();
    let regraded = regrade(&prepare(&asked_otherwise), &first.trajectory).trajectory;
    assert!(regraded.judgements.is_empty());
    let mut other = first.trajectory;
    other.outcome.digest = "another".into();
    assert!(regrade(&prepare(&task), &other).trajectory.judgements.is_empty());
}
