//! Rollouts: the offline policies, budgets, and files that survive a kill.

use std::path::PathBuf;
use std::sync::Arc;

use compoworld_world::rollout::{
    Actor, AttemptLabel, AttemptLimits, AttemptStart, AttemptTiming, Ending, LiveAttempt, Message,
    Policy, PolicyError, RandomPolicy, ReferencePolicy, Role, RolloutError, RolloutOptions,
    SampledTokens, ToolCall, Trajectory, TrajectoryFileError, TrajectoryWriter, Turn, attempt,
    read_trajectories, run_rollouts, sample_arguments,
};
use compoworld_world::{PreparedTask, Task, ToolView};
use proptest::prelude::{ProptestConfig, any, proptest};
use proptest::prop_assert_eq;
use rand::SeedableRng;
use serde_json::json;

use crate::services::catalog;
use crate::services::sample_task::sample_task;

/// A file of its own for a test, removed at the end.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("compoworld-{}-{name}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

pub fn tasks(count: usize) -> Vec<Task> {
    (0..count).map(|n| Task { id: format!("task-{n}"), ..sample_task() }).collect()
}

fn prepared() -> Arc<PreparedTask> {
    Arc::new(PreparedTask::new(&catalog(), Arc::new(sample_task())).unwrap())
}

#[test]
fn the_reference_policy_succeeds_in_either_view() {
    for view in [ToolView::Flat, ToolView::Meta] {
        let trajectory =
            attempt(&ReferencePolicy, &prepared(), 0, 1, view, AttemptLimits::default()).unwrap();
        let outcome = &trajectory.outcome;
        assert!(outcome.success, "{outcome:?}");
        assert_eq!(outcome.digest, sample_task().goal_digest);
        assert_eq!((trajectory.ending, outcome.n_calls), (Ending::Answered, 6));
        assert_eq!(outcome.changes.len(), 3);
        assert_eq!(trajectory.instruction(), sample_task().instruction);
        assert_eq!(trajectory.calls().count(), 6);
        assert!(trajectory.calls().all(|(_, answer)| answer.starts_with("{\"ok\":true")));
        assert_eq!(trajectory.answer, json!(129.5));
        let roles: Vec<_> = trajectory.messages.iter().take(4).map(|said| said.role).collect();
        assert_eq!(roles, [Role::System, Role::User, Role::Assistant, Role::Tool]);
    }
}

#[test]
fn the_random_policy_repeats_with_its_seed_and_does_not_succeed() {
    let run = |seed| {
        let limits = AttemptLimits::default();
        attempt(&RandomPolicy::default(), &prepared(), 0, seed, ToolView::Flat, limits).unwrap()
    };
    assert_eq!(run(3), run(3));
    assert_ne!(run(3).messages, run(4).messages);
    for seed in 0..20 {
        let trajectory = run(seed);
        assert!(!trajectory.outcome.success);
        assert_eq!(trajectory.outcome.n_calls, 12);
    }
}

#[test]
fn an_attempt_ends_at_its_budget_without_an_answer() {
    let limits = AttemptLimits { calls_max: 4, ..AttemptLimits::default() };
    let cut = attempt(&ReferencePolicy, &prepared(), 0, 1, ToolView::Flat, limits).unwrap();
    assert_eq!((cut.ending, cut.outcome.n_calls, cut.outcome.success), (Ending::Budget, 4, false));
    assert!(cut.answer.is_null());

    let limits = AttemptLimits { calls_max: 6, ..AttemptLimits::default() };
    let exact = attempt(&ReferencePolicy, &prepared(), 0, 1, ToolView::Flat, limits).unwrap();
    assert!(exact.outcome.success, "there is a turn for the answer after the last call");

    let limits = AttemptLimits { wall_ms_max: Some(0), ..AttemptLimits::default() };
    let cut = attempt(&ReferencePolicy, &prepared(), 0, 1, ToolView::Flat, limits).unwrap();
    assert_eq!((cut.ending, cut.outcome.n_calls), (Ending::Budget, 1), "a turn ends when it began");

    let limits = AttemptLimits { turns_max: 2, ..AttemptLimits::default() };
    let cut = attempt(&ReferencePolicy, &prepared(), 0, 1, ToolView::Flat, limits).unwrap();
    assert_eq!((cut.ending, cut.outcome.n_calls), (Ending::Budget, 2));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_arguments_are_accepted_by_their_schemas(seed in any::<u64>()) {
        let mut random = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed);
        for service in catalog().services() {
            for tool in service.tools {
                let schema = serde_json::from_str(tool.parameters).unwrap();
                let arguments = sample_arguments(&schema, &["ORD-00001".to_owned()], &mut random);
                prop_assert_eq!(tool.schema().check(&arguments), Ok(()), "{} {}", tool.name, arguments);
            }
        }
    }
}

fn sorted(path: &std::path::Path) -> Vec<Trajectory> {
    let mut all = read_trajectories(path).unwrap().trajectories;
    all.sort_by(|a, b| (&a.task, a.attempt).cmp(&(&b.task, b.attempt)));
    all
}

fn options(n_threads: usize) -> RolloutOptions {
    RolloutOptions { n_attempts: 3, n_threads, seed: 5, ..RolloutOptions::default() }
}

#[test]
fn a_run_is_the_same_on_one_thread_and_on_many_and_is_not_done_twice() {
    let (one, many) = (Scratch::new("one.jsonl"), Scratch::new("many.jsonl"));
    let (policy, tasks) = (RandomPolicy::default(), tasks(5));
    let summary = run_rollouts(&catalog(), &tasks, &policy, &one.0, &options(1)).unwrap();
    assert_eq!((summary.n_done, summary.n_skipped, summary.n_succeeded), (15, 0, 0));
    run_rollouts(&catalog(), &tasks, &policy, &many.0, &options(4)).unwrap();
    assert_eq!(std::fs::read(&one.0).unwrap(), std::fs::read(&many.0).unwrap());
    let places: Vec<_> = read_trajectories(&one.0).unwrap().trajectories;
    let places: Vec<_> = places.iter().map(|one| (one.task.as_str(), one.attempt)).collect();
    assert_eq!(places[..4], [("task-0", 0), ("task-0", 1), ("task-0", 2), ("task-1", 0)]);

    let before = std::fs::read(&one.0).unwrap();
    let again = run_rollouts(&catalog(), &tasks, &policy, &one.0, &options(2)).unwrap();
    assert_eq!((again.n_done, again.n_skipped), (0, 15));
    assert_eq!(std::fs::read(&one.0).unwrap(), before);
}

#[test]
fn a_file_torn_anywhere_in_its_last_line_is_completed_to_the_same_trajectories() {
    let file = Scratch::new("torn-rollout.jsonl");
    let tasks = tasks(2);
    run_rollouts(&catalog(), &tasks, &ReferencePolicy, &file.0, &options(1)).unwrap();
    let whole = std::fs::read(&file.0).unwrap();
    let expected = sorted(&file.0);
    let last_line = whole[..whole.len() - 1].iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
    for cut in [last_line, last_line + 1, last_line + 500, whole.len() - 2, whole.len() - 1] {
        std::fs::write(&file.0, &whole[..cut]).unwrap();
        let summary =
            run_rollouts(&catalog(), &tasks, &ReferencePolicy, &file.0, &options(2)).unwrap();
        assert_eq!((summary.n_done, summary.n_skipped), (1, 5), "cut at {cut}");
        assert_eq!(summary.notes.len(), usize::from(cut > last_line));
        assert_eq!(sorted(&file.0), expected, "cut at {cut}");
    }
}

#[test]
fn a_file_of_something_else_is_left_alone() {
    let file = Scratch::new("other.jsonl");
    let first = tasks(1);
    run_rollouts(&catalog(), &first, &ReferencePolicy, &file.0, &options(1)).unwrap();
    let before = std::fs::read(&file.0).unwrap();

    let other_policy =
        run_rollouts(&catalog(), &first, &RandomPolicy::default(), &file.0, &options(1));
    assert!(matches!(other_policy, Err(RolloutError::OtherPolicy { .. })));

    let mut changed = first;
    changed[0].instruction.push_str(" Please.");
    let other_task = run_rollouts(&catalog(), &changed, &ReferencePolicy, &file.0, &options(1));
    assert!(matches!(other_task, Err(RolloutError::OtherTask { .. })));
    assert_eq!(std::fs::read(&file.0).unwrap(), before);

    // Something else without a final line end is no torn trajectory, and is not cut off.
    std::fs::write(&file.0, "{\"no\": \"trajectory\"}").unwrap();
    let refused = run_rollouts(&catalog(), &changed, &ReferencePolicy, &file.0, &options(1));
    assert!(matches!(refused, Err(RolloutError::File(_))));
    assert_eq!(std::fs::read(&file.0).unwrap(), b"{\"no\": \"trajectory\"}");

    std::fs::write(&file.0, "{\"no\": \"trajectory\"}\n").unwrap();
    let error = read_trajectories(&file.0).unwrap_err();
    assert!(matches!(error, TrajectoryFileError::BadLine { .. }));
    assert!(error.to_string().contains("other.jsonl:1"), "{error}");
}

#[test]
fn a_file_that_another_run_writes_to_is_refused() {
    let scratch = Scratch::new("in-use.jsonl");
    let (writer, _) = TrajectoryWriter::open(&scratch.0).unwrap();
    let second = TrajectoryWriter::open(&scratch.0);
    assert!(matches!(second, Err(TrajectoryFileError::InUse { .. })));
    drop(writer);
    assert!(TrajectoryWriter::open(&scratch.0).is_ok());
}

#[test]
fn an_attempt_that_is_left_is_judged_without_an_answer() {
    let label = AttemptLabel { policy: "somebody".into(), number: 3, seed: 4 };
    let mut live = LiveAttempt::start(&prepared(), label, ToolView::Flat, 10);
    let call =
        ToolCall { id: "call_1".into(), name: "crm__list_orders".into(), arguments: String::new() };
    let answers = live.take_turn(Turn { tool_calls: vec![call], ..Turn::default() });
    assert!(answers[0].error.is_none());
    let trajectory = live.end(Ending::Closed);
    assert_eq!((trajectory.attempt, trajectory.seed, &*trajectory.policy), (3, 4, "somebody"));
    assert_eq!((trajectory.answer, trajectory.outcome.n_calls), (json!(null), 1));
    assert!(!trajectory.outcome.success);
}

#[test]
fn the_time_of_each_turn_is_kept_apart_from_the_trajectories() {
    let (file, timings) = (Scratch::new("timed.jsonl"), Scratch::new("timings.jsonl"));
    let options = RolloutOptions { timings: Some(timings.0.clone()), ..options(2) };
    run_rollouts(&catalog(), &tasks(1), &ReferencePolicy, &file.0, &options).unwrap();
    let text = std::fs::read_to_string(&timings.0).unwrap();
    let timings: Vec<AttemptTiming> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(timings.len(), 3);
    // Six calls, one a turn, and the answer.
    assert!(timings.iter().all(|timing| timing.task == "task-0" && timing.turns.len() == 7));
    assert_eq!(timings[0].turns.iter().map(|turn| turn.n_calls).sum::<usize>(), 6);
}

/// A policy that tells its tokens.
struct Telling;

impl Policy for Telling {
    fn name(&self) -> String {
        "telling".to_owned()
    }

    fn start(&self, _start: AttemptStart<'_>) -> Box<dyn Actor + '_> {
        Box::new(TellingActor { heard: vec![1, 2] })
    }
}

struct TellingActor {
    heard: Vec<u32>,
}

impl Actor for TellingActor {
    fn act(&mut self, conversation: &[Message]) -> Result<Turn, PolicyError> {
        let ids = vec![10, 11];
        let sampled =
            SampledTokens { prompt_ids: self.heard.clone(), ids, log_probs: vec![-0.5, -0.25] };
        self.heard.extend([10, 11, 3]);
        let call = ToolCall {
            id: "a".to_owned(),
            name: "crm__list_orders".to_owned(),
            arguments: "{}".to_owned(),
        };
        let tool_calls = if conversation.len() < 4 { vec![call] } else { Vec::new() };
        Ok(Turn { tool_calls, sampled: vec![sampled], ..Turn::default() })
    }
}

#[test]
fn tokens_that_the_policy_tells_are_kept_to_the_last_bit() {
    let file = Scratch::new("tokens.jsonl");
    run_rollouts(&catalog(), &tasks(1), &Telling, &file.0, &RolloutOptions::default()).unwrap();
    let [trajectory] = &read_trajectories(&file.0).unwrap().trajectories[..] else { panic!() };
    let [sequence] = &trajectory.token_sequences[..] else { panic!("{trajectory:?}") };
    assert_eq!(sequence.ids, [1, 2, 10, 11, 3, 10, 11]);
    assert_eq!(sequence.agent_spans, [(2, 4), (5, 7)]);
    assert_eq!(sequence.log_probs, [-0.5, -0.25, -0.5, -0.25]);
}
