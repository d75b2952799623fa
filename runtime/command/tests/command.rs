//! The subcommands, run in this process over two services written by hand.

#![expect(
    clippy::unwrap_used,
    reason = "a test stops at the first thing that is not as it should be"
)]

#[path = "../../world/tests/services/mod.rs"]
mod services;

use std::path::{Path, PathBuf};

use compoworld_command::{exit_code, run};
use compoworld_world::{Check, Task};
use serde_json::Value;
use tempfile::TempDir;

/// What a command line did.
#[derive(Debug)]
struct Done {
    code: u8,
    data: String,
    talk: String,
}

fn command(words: &[&str]) -> Done {
    let words = std::iter::once("compoworld").chain(words.iter().copied());
    let (mut data, mut talk) = (Vec::new(), Vec::new());
    let code = run(&services::catalog(), words, &mut data, &mut talk);
    Done { code, data: String::from_utf8(data).unwrap(), talk: String::from_utf8(talk).unwrap() }
}

fn json(done: &Done) -> Value {
    assert_eq!(done.code, exit_code::OK, "{done:?}");
    serde_json::from_str(&done.data).unwrap()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A folder with a file of tasks.
fn with_tasks(tasks: &[Task]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tasks.jsonl");
    let lines: String =
        tasks.iter().map(|task| serde_json::to_string(task).unwrap() + "\n").collect();
    std::fs::write(&path, lines).unwrap();
    (folder, path)
}

fn sample_tasks(count: usize) -> Vec<Task> {
    let named = |n| Task { id: format!("task-{n}"), ..services::sample_task::sample_task() };
    (0..count).map(named).collect()
}

#[test]
fn help_goes_to_standard_output_and_mistakes_to_standard_error() {
    let help = command(&["--help"]);
    assert_eq!(help.code, exit_code::OK);
    assert!(help.data.contains("Exit codes:") && help.talk.is_empty());
    for words in
        [&["synthesize"][..], &["rollout"], &["eval", "--tasks"], &["synth", "--k", "5..2"]]
    {
        let wrong = command(words);
        assert_eq!(wrong.code, exit_code::USAGE, "{wrong:?}");
        assert!(wrong.data.is_empty() && !wrong.talk.is_empty());
    }
}

#[test]
fn services_and_their_tools_are_listed() {
    let services = json(&command(&["services", "--json"]));
    assert_eq!(services[1]["name"], "crm");
    assert_eq!(services[1]["n_tools"], 9);
    assert_eq!(services[1]["n_simulated"], 1);
    assert_eq!(services[1]["n_entities"], 2);

    let tools = json(&command(&["services", "crm", "--json"]));
    assert_eq!(tools[0]["tool"], "crm__create_customer");
    assert!(command(&["services", "crm"]).data.contains("simulated: external_computation"));

    let unknown = command(&["services", "crn"]);
    assert_eq!(unknown.code, exit_code::USAGE);
    assert!(unknown.talk.contains("did you mean `crm`?"), "{}", unknown.talk);
}

#[test]
fn a_world_is_kept_between_calls() {
    let folder = tempfile::tempdir().unwrap();
    let world = folder.path().join("world.json");
    let world = text(&world);
    let ada = r#"{"name":"Ada","email":"ada@example.org"}"#;
    let made = command(&["call", "crm__create_customer", ada, "--world", world]);
    assert_eq!(json(&made)["data"]["id"], "CUS-0001");
    assert_eq!(made.talk, "changed: crm.customers.CUS-0001\n");

    let again = command(&["call", "crm__create_customer", ada, "--world", world]);
    assert_eq!(again.code, exit_code::FAILED);
    assert!(again.data.contains("already_exists"), "{}", again.data);
    // A second service joins the same world.
    let tickets = command(&["call", "help_desk__list_tickets", "--world", world]);
    assert_eq!(json(&tickets)["data"]["total"], 0);
    let ada = command(&["call", "crm__get_customer", r#"{"id":"CUS-0001"}"#, "--world", world]);
    assert_eq!(json(&ada)["data"]["name"], "Ada");

    let alone = command(&["call", "crm__get_customer", r#"{"id":"CUS-0001"}"#]);
    assert_eq!(alone.code, exit_code::FAILED);
    assert_eq!(command(&["call", "get_customer"]).code, exit_code::USAGE);

    let filled = command(&["call", "crm__list_orders", "--fill", "--seed", "3"]);
    assert!(json(&filled)["data"]["total"].as_u64().unwrap() > 0);

    std::fs::write(world, "{}").unwrap();
    let torn = command(&["call", "crm__list_orders", "--world", world]);
    assert_eq!(torn.code, exit_code::FAILED);
    assert!(torn.talk.contains("world.json: no world"), "{}", torn.talk);
}

#[test]
fn sound_tasks_verify_and_unsound_ones_are_named_with_the_reason() {
    let mut tasks = sample_tasks(2);
    let (_folder, sound) = with_tasks(&tasks);
    let done = command(&["task", "verify", text(&sound)]);
    assert_eq!((done.code, done.data.as_str()), (exit_code::OK, ""));
    assert_eq!(done.talk, "2 of 2 tasks are sound\n");

    tasks[1].instruction.push_str(" It is ORD-00002.");
    let (_folder, unsound) = with_tasks(&tasks);
    let done = command(&["task", "verify", text(&unsound)]);
    assert_eq!(done.code, exit_code::FAILED);
    assert!(done.data.starts_with("task-1: value_in_instruction: "), "{}", done.data);
    let shard = command(&["task", "verify", text(&unsound), "--shard", "0/2"]);
    assert_eq!((shard.code, shard.talk.as_str()), (exit_code::OK, "1 of 1 tasks are sound\n"));
}

#[test]
fn a_task_is_drawn_into_a_file_of_its_name() {
    let mut tasks = sample_tasks(2);
    tasks[1].id = "../odd name".to_owned();
    let (folder, path) = with_tasks(&tasks);
    let drawings = folder.path().join("drawn");
    let done = command(&["task", "show", text(&path), "--svg", text(&drawings)]);
    assert_eq!(done.code, exit_code::OK, "{}", done.talk);
    for name in ["task-0.svg", "___odd_name.svg"] {
        let drawing = std::fs::read_to_string(drawings.join(name)).unwrap();
        assert!(drawing.starts_with("<svg") && drawing.contains("update_order"), "{drawing}");
    }
}

#[test]
fn verifiers_are_scored_and_a_weak_one_is_told_of() {
    let mut tasks = sample_tasks(1);
    let (_folder, sound) = with_tasks(&tasks);
    let done = command(&["task", "verify", text(&sound), "--variants", "5", "--json"]);
    assert_eq!(done.code, exit_code::OK, "{}", done.talk);
    let summary: Value = serde_json::from_str(&done.data).unwrap();
    assert_eq!(summary["sound"], 1);
    assert_eq!(summary["verifiers"]["variants_accepted"], 5);
    assert_eq!(summary["verifiers"]["wrong"], summary["verifiers"]["wrong_refused"]);

    // A rubric that the gate lets through may still let a wrong row pass.
    tasks[0].rubric[3].check = Check::Cel("answer != null".into());
    let (_folder, weak) = with_tasks(&tasks);
    let done = command(&["task", "verify", text(&weak), "--variants", "5"]);
    assert_eq!(done.code, exit_code::FAILED, "{}", done.talk);
    assert!(done.talk.contains("a wrong run passes: an answer off by one"), "{}", done.talk);
}

#[test]
fn a_task_is_replayed_call_by_call_and_linted() {
    let mut tasks = sample_tasks(1);
    let (_folder, sound) = with_tasks(&tasks);
    let done = command(&["task", "replay", text(&sound)]);
    assert_eq!(done.code, exit_code::OK, "{}", done.data);
    assert!(done.data.contains("~ crm.orders.ORD-00002 status: \"shipped\" -> \"returned\""));
    assert!(done.data.contains("[holds] Nothing else changed."), "{}", done.data);
    assert_eq!(command(&["task", "lint", text(&sound)]).code, exit_code::OK);

    tasks[0].rubric[0].check = Check::Cel("state.crm.orderz.size() == 1".into());
    let (_folder, misspelt) = with_tasks(&tasks);
    let done = command(&["task", "lint", text(&misspelt)]);
    assert_eq!(done.code, exit_code::FAILED);
    assert!(done.data.contains("/rubric/0/check"), "{}", done.data);
    assert!(done.data.contains("did you mean `orders`?"), "{}", done.data);
}

#[test]
fn a_task_is_shown_for_reading() {
    let (_folder, tasks) = with_tasks(&sample_tasks(2));
    let shown = command(&["task", "show", text(&tasks), "--id", "task-1"]);
    assert_eq!(shown.code, exit_code::OK);
    for part in [
        "# task-1",
        "help_desk → crm → help_desk",
        "/note is `/email` of step 3",
        "[guard] Nothing else changed.",
    ] {
        assert!(shown.data.contains(part), "{part} is not in {}", shown.data);
    }
    assert_eq!(command(&["task", "show", text(&tasks), "--id", "x"]).code, exit_code::FAILED);
}

#[test]
fn tasks_of_another_catalog_and_missing_files_have_their_own_exit_codes() {
    let task = Task { catalog_version: "older".into(), ..services::sample_task::sample_task() };
    let (folder, tasks) = with_tasks(&[task]);
    let refused = command(&["task", "verify", text(&tasks)]);
    assert_eq!(refused.code, exit_code::FAILED);
    assert!(refused.talk.contains("tasks.jsonl:1") && refused.talk.contains("compoworld synth"));
    let allowed = command(&["task", "verify", text(&tasks), "--allow-other-catalog"]);
    assert_eq!(allowed.code, exit_code::OK);

    let missing = folder.path().join("missing.jsonl");
    assert_eq!(command(&["task", "verify", text(&missing)]).code, exit_code::IO);
}

#[test]
fn rollouts_are_made_once_and_summed_up() {
    let (folder, tasks) = with_tasks(&sample_tasks(2));
    let out = folder.path().join("new/reference.jsonl");
    let words = [
        "rollout",
        "--policy",
        "reference",
        "--tasks",
        text(&tasks),
        "--out",
        text(&out),
        "--attempts",
        "2",
        "--view",
        "meta",
    ];
    let first = command(&words);
    assert_eq!(first.code, exit_code::OK, "{first:?}");
    assert_eq!(first.talk, "4 attempts made, 4 of them successful; 0 were there already\n");
    assert_eq!(
        command(&words).talk,
        "0 attempts made, 0 of them successful; 4 were there already\n"
    );

    let eval = ["eval", "--tasks", text(&tasks), "--trajectories", text(&out)];
    let markdown = command(&eval);
    assert!(
        markdown.data.contains(
            "| reference | 2 | 4 | 100.0% | 34.2–100.0 | 100.0% | 1.000 | 1.000–1.000 | 6.0 |"
        ),
        "{}",
        markdown.data
    );
    let kept = folder.path().join("eval.json");
    let with_json = [&eval[..], &["--json", "--out", text(&kept)]].concat();
    let evaluation = json(&command(&with_json));
    assert_eq!(evaluation["overall"]["pass_rate"], 1.0);
    let file: Value = serde_json::from_slice(&std::fs::read(&kept).unwrap()).unwrap();
    assert_eq!(file, evaluation);
}

#[test]
fn two_policies_are_compared_and_drawn() {
    let (folder, tasks) = with_tasks(&sample_tasks(3));
    let [first, second, page] =
        ["random.jsonl", "reference.jsonl", "eval.html"].map(|name| folder.path().join(name));
    for (policy, out) in [("random", &first), ("reference", &second)] {
        let words = ["rollout", "--policy", policy, "--tasks", text(&tasks), "--out", text(out)];
        assert_eq!(command(&words).code, exit_code::OK);
    }
    let words = ["eval", "--tasks", text(&tasks), "--trajectories", text(&first)];
    let against = ["--against", text(&second), "--html", text(&page), "--json"];
    let compared = json(&command(&[&words[..], &against].concat()));
    assert_eq!(compared["comparison"]["pass"]["difference"], -1.0);
    assert_eq!(compared["comparison"]["mcnemar"]["only_second"], 3);
    assert_eq!(compared["against"]["overall"]["pass_rate"], 1.0);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("Compared with reference") && page.contains("p = 0.2500"), "{page}");
}

#[test]
fn verdicts_that_moved_are_listed_and_unknown_tasks_are_told() {
    let mut tasks = sample_tasks(2);
    let (folder, old) = with_tasks(&tasks);
    let [attempts, out] = ["reference.jsonl", "new.jsonl"].map(|name| folder.path().join(name));
    let words =
        ["rollout", "--policy", "reference", "--tasks", text(&old), "--out", text(&attempts)];
    assert_eq!(command(&words).code, exit_code::OK);

    tasks[1].rubric[0].check = compoworld_world::Check::Cel("false".to_owned());
    let (_folder, new) = with_tasks(&tasks);
    let words = ["--trajectories", text(&attempts), "--out", text(&out)];
    let moved = command(&[&["regrade", "--tasks", text(&new)], &words[..]].concat());
    assert_eq!(moved.code, exit_code::OK, "{moved:?}");
    assert_eq!(moved.data, "task-1\t0\treturned\theld\tfailed\n");
    let evaluation =
        json(&command(&["eval", "--tasks", text(&new), "--trajectories", text(&out), "--json"]));
    assert_eq!(evaluation["overall"]["pass_rate"], 0.5);

    let (_folder, fewer) = with_tasks(&tasks[1..]);
    let left_out = command(&[&["regrade", "--tasks", text(&fewer)], &words[..]].concat());
    assert_eq!(left_out.code, exit_code::FAILED);
    assert!(left_out.talk.contains("1 trajectories are of tasks that"), "{}", left_out.talk);
}

#[test]
fn what_an_evaluation_shares_with_training_is_told() {
    let (folder, tasks) = with_tasks(&sample_tasks(2));
    let out = folder.path().join("report");
    let words = ["contamination", "--train", text(&tasks), "--evaluation", text(&tasks)];
    let found = json(&command(&[&words[..], &["--json", "--out", text(&out)]].concat()));
    assert_eq!((&found["walks"]["n"], &found["walks"]["n_shared"]), (&2.into(), &2.into()));
    let written = std::fs::read_to_string(out.join("contamination.md")).unwrap();
    assert_eq!(command(&words).data, written);
}

#[test]
fn a_model_needs_a_name() {
    let (folder, tasks) = with_tasks(&sample_tasks(1));
    let out = folder.path().join("model.jsonl");
    let words = ["rollout", "--policy", "openai", "--tasks", text(&tasks), "--out", text(&out)];
    let done = command(&words);
    assert_eq!(done.code, exit_code::USAGE);
    assert!(done.talk.contains("--model"), "{}", done.talk);
    assert!(!out.exists());
}

#[test]
fn synthesized_tasks_verify_and_repeat_with_their_seed() {
    let folder = tempfile::tempdir().unwrap();
    let synth = |name: &str| {
        let out = folder.path().join(name);
        let words = ["synth", "--easy", "--count", "4", "--seed", "9", "--out", text(&out)];
        let done = command(&words);
        assert_eq!(done.code, exit_code::OK, "{done:?}");
        let refused = std::fs::read_to_string(out.join("rejections.json")).unwrap();
        serde_json::from_str::<std::collections::BTreeMap<String, u64>>(&refused).unwrap();
        out.join("train.jsonl")
    };
    let (first, second) = (synth("first"), synth("second"));
    assert_eq!(std::fs::read(&first).unwrap(), std::fs::read(second).unwrap());
    let verified = command(&["task", "verify", text(&first)]);
    assert_eq!(verified.talk, "4 of 4 tasks are sound\n");

    let printed = command(&["synth", "--easy", "--count", "4", "--seed", "9"]);
    assert_eq!(printed.data, std::fs::read_to_string(&first).unwrap());

    let nowhere = command(&["synth", "--domain", "astrology"]);
    assert_eq!(nowhere.code, exit_code::USAGE);
    assert!(nowhere.talk.contains("`astrology`"), "{}", nowhere.talk);
    let too_hard = command(&["synth", "--count", "1", "--k", "9", "--l", "12"]);
    assert_eq!(too_hard.code, exit_code::FAILED);
    assert!(too_hard.talk.contains("1 tasks could not be made"), "{}", too_hard.talk);
}
