//! Language models on the command line: they write tasks, say them in other words, and judge.

#![expect(
    clippy::unwrap_used,
    reason = "a test stops at the first thing that is not as it should be"
)]

#[path = "../../world/tests/services/mod.rs"]
mod services;

use std::fs;
use std::path::{Path, PathBuf};

use compoworld_command::{exit_code, run};
use compoworld_world::Task;
use compoworld_world::judge::JudgedCriterion;
use serde_json::{Value, json};
use services::sample_task::sample_task;
use tempfile::TempDir;

/// The exit code, the data and the talk of a command line.
fn command(words: &[&str]) -> (u8, String, String) {
    let words = std::iter::once("compoworld").chain(words.iter().copied());
    let (mut data, mut talk) = (Vec::new(), Vec::new());
    let code = run(&services::catalog(), words, &mut data, &mut talk);
    (code, String::from_utf8(data).unwrap(), String::from_utf8(talk).unwrap())
}

/// Runs a command line that is to go well, and gives its talk.
fn talk(words: &[&str]) -> String {
    let (code, data, talk) = command(words);
    assert_eq!(code, exit_code::OK, "{words:?}: {talk}{data}");
    talk
}

fn script(name: &str) -> String {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../writer/tests/scripts");
    format!("script:{}/{name}.jsonl", scripts.display())
}

fn lines(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A folder with a file of tasks.
fn with_tasks(tasks: &[Task]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tasks.jsonl");
    let lines: String =
        tasks.iter().map(|task| serde_json::to_string(task).unwrap() + "\n").collect();
    fs::write(&path, lines).unwrap();
    (folder, path)
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn an_agent_writes_tasks_that_verify_and_a_run_that_was_ended_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let out = text(folder.path());
    let model = script("sets_up_its_own_rows");
    let synth = |count: &str| {
        talk(&[
            "synth", "--author", "agent", "--model", &model, "--easy", "--count", count, "--out",
            out,
        ])
    };
    let said = synth("1");
    assert!(said.contains("1 of 1 sessions ended: submitted 1"), "{said}");
    assert!(said.contains("faults that were told to the model: lint 1"), "{said}");
    let tasks = folder.path().join("train.jsonl");
    assert_eq!(lines(&tasks)[0]["generator"], "agent");
    assert_eq!(lines(&tasks)[0]["author"]["transcript"], "transcripts.jsonl#agent-1-000000");
    let first = fs::read(&tasks).unwrap();

    // A line that a killed run left torn is made again, and nothing else is.
    fs::write(&tasks, [&first[..], b"{\"id\":\"agent-1-0"].concat()).unwrap();
    let said = synth("3");
    assert!(said.contains("3 of 3 sessions ended: submitted 3"), "{said}");
    assert_eq!(lines(&tasks).len(), 3);
    assert_eq!(fs::read(&tasks).unwrap()[..first.len()], first[..]);
    let sessions: Vec<Value> = lines(&folder.path().join("transcripts.jsonl"));
    assert_eq!(sessions.len(), 3 * 4, "a line a turn");

    let held = fs::File::open(&tasks).unwrap();
    held.lock().unwrap();
    let words = ["synth", "--author", "agent", "--model", &model, "--easy", "--out", out];
    let (code, _, said) = command(&words);
    assert_eq!(code, exit_code::IO);
    assert!(said.contains("another run is writing to"), "{said}");
    drop(held);

    let verified = talk(&["task", "verify", text(&tasks), "--variants", "5"]);
    assert!(verified.contains("3 of 3 tasks are sound"), "{verified}");
    let (_, shown, _) = command(&["task", "show", text(&tasks), "--count", "1"]);
    assert!(shown.contains("Written by script-sets_up_its_own_rows: transcripts.jsonl#agent-1"));
}

#[test]
fn an_agent_that_hands_nothing_in_leaves_its_session_and_no_task() {
    let folder = tempfile::tempdir().unwrap();
    let out = text(folder.path());
    let model = script("only_talks");
    let said = talk(&[
        "synth", "--author", "agent", "--model", &model, "--easy", "--count", "2", "--out", out,
    ]);
    assert!(said.contains("2 of 2 sessions ended: no tool was called 2"), "{said}");
    assert_eq!(fs::read_to_string(folder.path().join("train.jsonl")).unwrap(), "");
    assert_eq!(lines(&folder.path().join("sessions.jsonl"))[1]["n_turns"], 4);
}

#[test]
fn what_an_agent_cannot_do_is_told_before_it_starts() {
    let folder = tempfile::tempdir().unwrap();
    let out = text(folder.path());
    let model = script("gives_up");
    for (words, reason) in [
        (vec!["--author", "agent", "--out", out], "--author agent needs a model"),
        (vec!["--author", "agent", "--model", &model], "name a folder with --out"),
        (vec!["--model", &model, "--out", out], "--model is for --author agent"),
        (
            vec!["--author", "agent", "--model", &model, "--out", out, "--heldout", "2"],
            "--heldout is for planned tasks",
        ),
        (vec!["--author", "agent", "--model", "gpt-5", "--out", out], "is no model, write"),
        (
            vec!["--author", "agent", "--model", &model, "--out", out, "--record", "a.jsonl"],
            "--record keeps what a model says",
        ),
    ] {
        let words: Vec<&str> =
            ["synth", "--easy", "--count", "1"].into_iter().chain(words).collect();
        let (code, _, talk) = command(&words);
        assert_eq!(code, exit_code::USAGE, "{talk}");
        assert!(talk.contains(reason), "{talk}");
    }
    let missing = format!("script:{}", folder.path().join("none.jsonl").display());
    let words = ["synth", "--author", "agent", "--model", &missing, "--easy", "--out", out];
    assert_eq!(command(&words).0, exit_code::IO);
    assert!(fs::read_dir(folder.path()).unwrap().next().is_none(), "nothing was written");
}

#[test]
fn planned_tasks_are_said_in_other_words_or_stay_and_a_second_run_goes_on() {
    let tasks: Vec<Task> = ["a", "b"].map(|id| Task { id: id.into(), ..sample_task() }).to_vec();
    let (folder, path) = with_tasks(&tasks);
    let wording = tasks[0].instruction.replace("Mark that", "Please mark that");
    let say = |text: &str| json!({"content": {"instruction": text}}).to_string();
    let turns = folder.path().join("turns.jsonl");
    fs::write(&turns, format!("{}\n{}\n", say("Do it."), say(&wording))).unwrap();
    let model = format!("script:{}", turns.display());
    let out = folder.path().join("new/rewritten.jsonl");
    let rewrite = |tries: &str| {
        talk(&[
            "task",
            "rewrite",
            text(&path),
            "--model",
            &model,
            "--out",
            text(&out),
            "--tries",
            tries,
        ])
    };
    let said = rewrite("2");
    assert!(said.contains("2 tasks are said in other words, 0 stay as planned"), "{said}");
    assert!(said.contains("value_lost"), "{said}");
    let written = lines(&out);
    assert_eq!(written[1]["instruction"], wording);
    assert_eq!(written[1]["author"]["transcript"], "rewritten.transcripts.jsonl#b");
    let again = rewrite("2");
    assert!(again.contains("2 were there already"), "{again}");
    assert!(talk(&["task", "verify", text(&out)]).contains("2 of 2 tasks are sound"));

    fs::remove_file(&out).unwrap();
    let said = rewrite("1");
    assert!(said.contains("0 tasks are said in other words, 2 stay as planned"), "{said}");
    assert_eq!(lines(&out)[0]["instruction"], tasks[0].instruction);
}

#[test]
fn a_judge_votes_and_evaluations_tell_its_share_and_count_it_when_asked() {
    let judged = JudgedCriterion {
        id: "short".into(),
        question: "Is it one number?".into(),
        of: "answer".into(),
    };
    let task = Task { judged: vec![judged], ..sample_task() };
    let (folder, tasks) = with_tasks(std::slice::from_ref(&task));
    let file = |name: &str| folder.path().join(name);
    let (made, graded, turns) = (file("made.jsonl"), file("graded.jsonl"), file("votes.jsonl"));
    talk(&["rollout", "--policy", "reference", "--tasks", text(&tasks), "--out", text(&made)]);
    let evaluate = |trajectories: &Path, more: &[&str]| {
        let words = ["eval", "--tasks", text(&tasks), "--trajectories", text(trajectories)];
        command(&[&words[..], more].concat())
    };
    let (_, data, _) = evaluate(&made, &[]);
    assert!(data.contains("judges 16.7% of the criteria"), "{data}");
    assert!(data.contains("0 held, 0 did not, 0 undecided, 1 not judged"), "{data}");
    let (code, _, said) = evaluate(&made, &["--count-judged"]);
    assert_eq!(code, exit_code::FAILED);
    assert!(said.contains("made.jsonl") && said.contains("regrade --judge"), "{said}");

    let vote = |verdict: &str| {
        format!("{}\n", json!({"content": {"reason": "it is so", "verdict": verdict}}))
    };
    // A conversation of one turn: every vote is the first turn of the script.
    fs::write(&turns, vote("no")).unwrap();
    let judge = format!("script:{}", turns.display());
    let said = talk(&[
        "regrade",
        "--tasks",
        text(&tasks),
        "--trajectories",
        text(&made),
        "--out",
        text(&graded),
        "--judge",
        &judge,
        "--votes",
        "3",
    ]);
    assert!(said.contains("0 verdicts moved"), "{said}");
    let judgement = &lines(&graded)[0]["judgements"][0];
    assert_eq!(
        (judgement["verdict"].as_str(), judgement["votes"].as_array().unwrap().len()),
        (Some("broken"), 3)
    );
    let passed = |more: &[&str]| {
        let (code, data, said) = evaluate(&graded, &[&["--json"], more].concat());
        assert_eq!(code, exit_code::OK, "{said}");
        let data: Value = serde_json::from_str(&data).unwrap();
        (data["overall"]["pass_rate"].as_f64(), data["judged"]["counts"].as_bool())
    };
    assert_eq!(passed(&[]), (Some(1.0), Some(false)));
    assert_eq!(passed(&["--count-judged"]), (Some(0.0), Some(true)));

    let (_, shown, _) = command(&["task", "show", text(&tasks)]);
    assert!(shown.contains("Judged by a language model (17% of the criteria):"), "{shown}");
    let words = [
        "regrade",
        "--tasks",
        text(&tasks),
        "--trajectories",
        text(&made),
        "--out",
        text(&graded),
        "--judge",
        &judge,
        "--votes",
        "2",
    ];
    assert_eq!(command(&words).0, exit_code::USAGE, "an even number of votes can tie");
}
