//! Exports and reports over tasks written by hand. That real libraries load them, the whole-pipeline
//! tests show.

#![expect(
    clippy::unwrap_used,
    reason = "a test stops at the first thing that is not as it should be"
)]

#[path = "../../world/tests/services/mod.rs"]
mod services;

use std::collections::BTreeMap;
use std::path::Path;

use compoworld_export::contamination::{contamination, markdown};
use compoworld_export::{
    Arguments, ConversationError, ExportError, File, Format, Shard, Source, Split, Splitting,
    conversations, export, read_atif, split_of,
};
use compoworld_world::{Catalog, ServiceUse, Task};
use serde_json::Value;

use services::sample_task::sample_task;

fn tasks(count: usize) -> Vec<Task> {
    (0..count).map(|n| Task { id: format!("task-{n}"), ..sample_task() }).collect()
}

fn source<'a>(catalog: &'a Catalog, tasks: &'a [Task]) -> Source<'a> {
    Source {
        catalog,
        tasks,
        trajectories: None,
        splitting: Splitting::None,
        arguments: Arguments::Text,
    }
}

fn text<'a>(files: &'a [File], path: &str) -> &'a str {
    let file = files.iter().find(|file| file.path == Path::new(path));
    std::str::from_utf8(&file.unwrap_or_else(|| panic!("there is no {path}")).bytes).unwrap()
}

#[test]
fn conversations_end_with_the_agent_and_their_arguments_are_texts() {
    let (catalog, tasks) = (services::catalog(), tasks(2));
    let files = export(&source(&catalog, &tasks), Format::Trl, Shard::WHOLE).unwrap();
    let rows: Vec<Value> = text(&files, "train-00000-of-00001.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(rows.len(), 2);
    let messages = rows[0]["messages"].as_array().unwrap();
    assert_eq!(messages.len(), 2 + 2 * 6 + 1);
    assert_eq!(messages.last().unwrap()["content"], "129.5");
    let call = &messages[2]["tool_calls"][0]["function"];
    assert!(
        serde_json::from_str::<Value>(call["arguments"].as_str().unwrap()).unwrap().is_object()
    );
    let tools: Vec<Value> = serde_json::from_str(rows[0]["tools"].as_str().unwrap()).unwrap();
    assert_eq!(tools.len(), 4 + 9 + 9);
    let card = text(&files, "README.md");
    for part in ["- mit\n", "split: train\n    path: train-*.jsonl", "| train | 2 | 1 | 2 | 3 |"] {
        assert!(card.contains(part), "{part} is not in {card}");
    }
}

#[test]
fn a_cut_off_attempt_teaches_what_the_agent_said_and_no_more() {
    let (catalog, tasks) = (services::catalog(), tasks(1));
    let mut all = conversations(&catalog, &tasks, None).unwrap();
    let mut trajectory = all.remove(0).trajectory;
    trajectory.messages.truncate(6);
    let source = Source {
        trajectories: Some(std::slice::from_ref(&trajectory)),
        ..source(&catalog, &tasks)
    };
    let files = export(&source, Format::ShareGpt, Shard::WHOLE).unwrap();
    let row: Value =
        serde_json::from_str(text(&files, "train/train-00000-of-00001.jsonl")).unwrap();
    let from = |turn: &Value| turn["from"].as_str().unwrap().to_owned();
    let turns: Vec<String> = row["conversations"].as_array().unwrap().iter().map(from).collect();
    assert_eq!(turns, ["human", "function_call", "observation", "function_call"]);
}

#[test]
fn trajectories_of_other_tasks_are_refused_with_the_remedy() {
    let (catalog, tasks) = (services::catalog(), tasks(1));
    let mut trajectory = conversations(&catalog, &tasks, None).unwrap().remove(0).trajectory;
    let refusal = |trajectory: &compoworld_world::rollout::Trajectory| {
        let trajectories = Some(std::slice::from_ref(trajectory));
        let source = Source { trajectories, ..source(&catalog, &tasks) };
        export(&source, Format::Trl, Shard::WHOLE).unwrap_err()
    };
    trajectory.task_digest = "older".to_owned();
    let error = refusal(&trajectory);
    assert!(matches!(error, ExportError::Conversation(ConversationError::OtherTask(_))));
    assert!(error.to_string().contains("compoworld regrade"), "{error}");
    trajectory.task = "elsewhere".to_owned();
    let error = refusal(&trajectory);
    assert!(matches!(error, ExportError::Conversation(ConversationError::UnknownTask(_))));
}

#[test]
fn a_harbor_task_hides_the_rubric_from_the_agent_and_holds_the_reference() {
    let (catalog, tasks) = (services::catalog(), tasks(1));
    let files = export(&source(&catalog, &tasks), Format::Harbor, Shard::WHOLE).unwrap();
    let toml = text(&files, "train/task-0/task.toml");
    assert!(toml.contains("environment_mode = \"separate\""), "{toml}");
    for path in ["instruction.md", "environment/Dockerfile"] {
        let said = text(&files, &format!("train/task-0/{path}"));
        assert!(!said.contains("129.5") && !said.contains("task.jsonl"), "{said}");
    }
    let attempt =
        read_atif(text(&files, "train/task-0/solution/trajectory.json"), &["crm__get_order"]);
    let attempt = attempt.unwrap();
    assert_eq!((attempt.calls.len(), attempt.answer.as_str()), (1, "129.5"));
}

fn needing(services: &[String]) -> Task {
    let used = |name: &String| ServiceUse { alias: name.clone(), service: name.clone() };
    Task { services: services.iter().map(used).collect(), ..sample_task() }
}

#[test]
fn a_split_depends_on_the_set_of_services_alone_and_keeps_the_share() {
    let splitting = Splitting::ServiceSet { test_percent: 20 };
    let mut counts = BTreeMap::<Split, usize>::new();
    for n in 0..1_000 {
        let mut services = [format!("a{n}"), format!("b{}", n % 7)];
        let split = split_of(&needing(&services), splitting);
        services.reverse();
        assert_eq!(split_of(&needing(&services), splitting), split);
        *counts.entry(split).or_default() += 1;
    }
    assert!((150..=250).contains(&counts[&Split::Test]), "{counts:?}");
    assert_eq!(split_of(&sample_task(), Splitting::None), Split::Train);
}

#[test]
fn contamination_is_told_by_what_is_shared() {
    let train = tasks(2);
    let same = contamination(&train, &train);
    for overlap in [&same.same_tasks, &same.service_sets, &same.walks, &same.instructions] {
        assert_eq!((overlap.n, overlap.n_shared), (2, 2));
    }
    assert_eq!(same.row_values.share(), 1.0);

    let mut apart = needing(&["help_desk".to_owned(), "other".to_owned()]);
    apart.id = "apart".to_owned();
    apart.instruction = "Write to every debtor whose invoice is older than a month.".to_owned();
    apart.graph.edges.clear();
    let found = contamination(&train, std::slice::from_ref(&apart));
    assert_eq!(found.same_tasks.n_shared + found.service_sets.n_shared, 0);
    assert_eq!(found.instructions.n_shared + found.found_values.n, 0);

    // One word of many is another: still near-identical.
    apart.instruction = sample_task().instruction.replace("gold one", "silver one");
    let found = contamination(&train, &[apart]);
    assert_eq!(found.instructions.examples, ["apart ≈ task-0"]);
    let report = markdown(&found);
    assert!(report.contains("| tasks with this set of services | 1 | 0 | 0.0% |"), "{report}");
}
