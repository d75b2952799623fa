//! Files that are torn, damaged, hostile or still growing.

use std::fs::{self, OpenOptions};
use std::io::Write;

use crate::files::{attempt_all, run_folder, tasks, write_lines};
use crate::server::start;
use compoworld_world::Task;
use compoworld_world::judge::JudgedCriterion;
use compoworld_world::rollout::{ReferencePolicy, Trajectory};
use serde_json::Value;

#[test]
fn bad_and_torn_lines_are_named_and_hide_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tasks.jsonl");
    write_lines(&path, &tasks(2));
    let mut text = fs::read_to_string(&path).unwrap();
    text.push_str("nonsense\n{\"id\":\"torn\",\"instr");
    fs::write(&path, text).unwrap();
    let inspector = start(&[path]);
    let list = inspector.page("/tasks/0");
    assert!(list.contains("2 lines are not shown"), "{list}");
    assert!(list.contains("Line 3: expected") && list.contains("Line 4: cut off"), "{list}");
    assert!(list.contains("task-0") && list.contains("task-1"));
    for line in ["3", "4"] {
        let answer = inspector.get(&format!("/tasks/0/{line}"));
        assert_eq!(answer.status, 400);
        assert!(answer.body.contains("cannot be shown"), "{}", answer.body);
    }
    assert!(inspector.page("/").contains("2 tasks, 2 bad lines"));
}

#[test]
fn metrics_with_a_torn_line_still_make_curves() {
    let (_folder, run) = run_folder();
    let path = run.join("sft/metrics.jsonl");
    let mut file = OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all(b"{\"no\":\"event\"}\n{\"event\":\"sft_st").unwrap();
    let inspector = start(&[run]);
    let page = inspector.page("/training/0");
    assert!(page.contains("Line 5: no event") && page.contains("Line 6: cut off"), "{page}");
    assert!(page.contains("<polyline"));
}

#[test]
fn files_that_are_nothing_known_are_named_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let named = folder.path().join("notes.txt");
    fs::write(&named, "buy milk").unwrap();
    let empty = folder.path().join("empty.jsonl");
    fs::write(&empty, "").unwrap();
    let inspector = start(&[named, empty]);
    assert_eq!(inspector.notes.len(), 2, "{:?}", inspector.notes);
    let page = inspector.page("/");
    assert!(page.contains("notes.txt") && page.contains("it is empty"), "{page}");
}

#[test]
fn hostile_texts_are_shown_and_do_nothing() {
    const HOSTILE: &str = "</title></textarea></script><script>alert(1)</script>\"'><img src=x>";
    let folder = tempfile::tempdir().unwrap();
    let hostile = Task {
        id: HOSTILE.to_owned(),
        instruction: format!("Do this. {HOSTILE}"),
        generator: HOSTILE.to_owned(),
        judged: vec![JudgedCriterion {
            id: "kind".to_owned(),
            question: HOSTILE.to_owned(),
            of: "answer".to_owned(),
        }],
        ..tasks(1).remove(0)
    };
    let hostile = Task { graph: hostile_graph(&hostile, HOSTILE), ..hostile };
    let task_file = folder.path().join("tasks.jsonl");
    write_lines(&task_file, &[hostile]);
    let trajectories = folder.path().join("trajectories.jsonl");
    attempt_all(&trajectories, &tasks(1), &ReferencePolicy);
    let text = fs::read_to_string(&trajectories).unwrap();
    let mut trajectory: Trajectory = serde_json::from_str(text.trim()).unwrap();
    trajectory.policy = HOSTILE.to_owned();
    trajectory.task = HOSTILE.to_owned();
    trajectory.criteria[0] = HOSTILE.to_owned();
    for message in &mut trajectory.messages {
        message.content = HOSTILE.to_owned();
        for call in &mut message.tool_calls {
            (call.name, call.arguments) = (HOSTILE.to_owned(), HOSTILE.to_owned());
        }
    }
    write_lines(&trajectories, &[trajectory]);
    let metrics = folder.path().join("metrics.jsonl");
    let event = |step: usize| {
        let mut event = serde_json::json!({"event": HOSTILE, "step": step});
        event[HOSTILE] = Value::from(step);
        event
    };
    write_lines(&metrics, &[event(1), event(2)]);

    let inspector = start(&[task_file, trajectories, metrics]);
    let paths = [
        "/",
        "/tasks/0",
        "/tasks/0/1",
        "/trajectories/0",
        "/trajectories/0/1",
        "/trajectories/0/1?step=2",
        "/training/0",
        "/services?q=%3Cscript%3Ealert(1)%3C/script%3E",
        "/tasks/0?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
    ];
    for path in paths {
        let page = inspector.page(path);
        assert!(!page.contains("<script>") && !page.contains("<img"), "{path}: {page}");
    }
    let page = inspector.page("/tasks/0/1");
    assert!(page.contains("&#60;script&#62;alert(1)"), "it is shown");
    assert!(page.contains("A language model may judge besides"), "{page}");
}

/// The same graph, its values hostile.
fn hostile_graph(task: &Task, text: &str) -> compoworld_world::Graph {
    let mut graph = task.graph.clone();
    graph.walk[0] = text.to_owned();
    graph.edges[0].value = Value::from(text);
    graph
}

#[test]
fn what_a_rollout_appends_is_seen_and_new_files_are_found() {
    let (_folder, run) = run_folder();
    let inspector = start(std::slice::from_ref(&run));
    assert!(inspector.page("/trajectories/0").contains("<b>3</b> attempts"));
    let all = tasks(5);
    attempt_all(&run.join("good.jsonl"), &all, &ReferencePolicy);
    assert!(inspector.page("/trajectories/0").contains("<b>5</b> attempts"));
    attempt_all(&run.join("later.jsonl"), &all, &ReferencePolicy);
    assert!(inspector.page("/").contains("later.jsonl"));

    fs::remove_file(run.join("good.jsonl")).unwrap();
    let answer = inspector.get("/trajectories/0");
    assert_eq!(answer.status, 500, "{}", answer.body);
    assert!(answer.body.contains("cannot be read"), "{}", answer.body);
    assert!(inspector.page("/").contains("cannot be read"), "the others are still listed");
}
