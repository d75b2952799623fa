//! What is shown of a catalog and of a run's folder.

use crate::files::{attempt_all, run_folder, tasks, write_lines};
use crate::server::start;
use compoworld_world::rollout::ReferencePolicy;

#[test]
fn the_overview_finds_every_file_of_a_run_and_tells_kinds_by_what_they_hold() {
    let (_folder, run) = run_folder();
    let inspector = start(&[run]);
    assert!(inspector.notes.is_empty(), "{:?}", inspector.notes);
    let page = inspector.page("/");
    for said in [
        "run/tasks/train.jsonl",
        "3 tasks",
        "3 trajectories; 3 successful",
        "3 trajectories; 0 successful",
        "run/sft/metrics.jsonl",
        "62.5%",
        "Synthesize tasks",
        "ambiguous",
        "support",
    ] {
        assert!(page.contains(said), "{said}: {page}");
    }
    assert!(!page.contains("config.json"), "what is nobody's business is not named");
}

#[test]
fn an_inspector_without_files_teaches_how_to_get_some() {
    let inspector = start(&[]);
    for path in ["/", "/tasks", "/trajectories", "/training"] {
        assert!(inspector.page(path).contains("compoworld view"), "{path}");
    }
    assert!(inspector.page("/environments").contains("None is open"));
}

#[test]
fn services_are_filtered_and_a_card_tells_entities_references_and_tools() {
    let inspector = start(&[]);
    let all = inspector.page("/services");
    assert!(all.contains("/services/crm") && all.contains("/services/help_desk"));
    assert!(all.contains("1 simulated"), "the bars are told in words");
    let some = inspector.page("/services?q=ORDER+customer");
    assert!(some.contains("/services/crm") && !some.contains("/services/help_desk\""));
    assert!(inspector.page("/services?q=zzz").contains("No service fits"));

    let card = inspector.page("/services/crm");
    for said in [
        "id=\"entity-Customer\"",
        "href=\"#entity-Customer\"",
        "forecast_demand",
        "simulated",
        "required",
        "No ledger of this version",
    ] {
        assert!(card.contains(said), "{said}");
    }
}

#[test]
fn tasks_are_filtered_and_one_is_drawn_proven_and_explained() {
    let (_folder, run) = run_folder();
    let inspector = start(&[run]);
    let list = inspector.page("/tasks/0");
    assert!(list.contains("task-0") && list.contains("task-2"));
    let some = inspector.page("/tasks/0?q=task-1&service=crm&k=2");
    assert!(some.contains("1 of 3 tasks") && !some.contains(">task-2<"), "{some}");
    assert!(inspector.page("/tasks/0?k=9").contains("No task fits"));

    let page = inspector.page("/tasks/0/1");
    for said in [
        "<svg class=\"graph\"",
        "ORD-00002",
        "The gate passes it",
        "says(answer, 129.5)",
        "customer of step 2",
        "left out, 4 of 5 criteria hold",
        "The lamp flickers",
        "crm.orders",
        "129.5",
        "href=\"/tasks/0/2\"",
    ] {
        assert!(page.contains(said), "{said}");
    }
}

#[test]
fn a_task_that_the_gate_refuses_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let mut tasks = tasks(2);
    tasks[0].goal_digest = "another".to_owned();
    tasks[1].services[0].service = "unknown_desk".to_owned();
    let path = folder.path().join("tasks.jsonl");
    write_lines(&path, &tasks);
    let inspector = start(&[path]);
    assert!(inspector.page("/tasks/0/1").contains("The gate refuses it: other goal"));
    let page = inspector.page("/tasks/0/2");
    assert!(page.contains("could not be put through the gate"), "{page}");
    assert!(page.contains("unknown_desk") && page.contains("unknown"), "{page}");
}

#[test]
fn a_trajectory_is_stepped_through_with_what_changed_and_what_holds() {
    let (_folder, run) = run_folder();
    let inspector = start(&[run]);
    let list = inspector.page("/trajectories/0");
    assert!(list.contains("5 of 5") && list.contains("every criterion"));
    assert!(inspector.page("/trajectories/1?success=yes").contains("No attempt fits"));
    assert!(inspector.page("/trajectories/1?success=no").contains("task-2"));

    let start_page = inspector.page("/trajectories/0/1");
    assert!(start_page.contains("There is an open ticket called"));
    assert!(start_page.contains("rel=\"next\" data-key=\"next\" href=\"?step=1\""));
    assert!(start_page.contains("href=\"/tasks/0/1\""), "the task is linked");
    let third = inspector.page("/trajectories/0/1?step=3");
    for said in ["crm__update_order", "shipped", "returned", "crm.orders.<b>ORD-00002</b>", "2/5"] {
        assert!(third.contains(said), "{said}: {third}");
    }
    assert!(third.contains("<tr class=\"new\">"), "a criterion holds since this step");
    let last = inspector.page("/trajectories/0/1?step=99");
    assert!(last.contains("Final answer") && last.contains("<b>129.5</b>"));
}

#[test]
fn a_trajectory_whose_task_is_not_open_shows_what_is_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trajectories.jsonl");
    attempt_all(&path, &tasks(1), &ReferencePolicy);
    let inspector = start(&[path]);
    let page = inspector.page("/trajectories/0/1?step=3");
    assert!(page.contains("in none of the open files") && page.contains("crm__update_order"));
    assert!(page.contains("unknown"), "what holds in between is not known");
    let answer = inspector.post("/trajectories/0/1", &[("step", "3")]);
    assert_eq!(answer.status, 400, "{}", answer.body);
}

#[test]
fn a_run_is_drawn_and_an_evaluation_is_a_bar() {
    let (_folder, run) = run_folder();
    let inspector = start(&[run]);
    assert!(inspector.page("/training").contains("2-fine-tuned"));
    let page = inspector.page("/training/0");
    assert!(page.contains("<polyline") && page.contains("held out") && page.contains("499585"));
    assert!(!page.contains("http-equiv"));
    let followed = inspector.page("/training/0?follow=yes");
    assert!(followed.contains("http-equiv=\"refresh\"") && followed.contains("Stop following"));
}

#[test]
fn what_is_not_there_is_said_so() {
    let (_folder, run) = run_folder();
    let inspector = start(&[run]);
    for (path, said) in [
        ("/nothing", "no page"),
        ("/services/crn", "did you mean `crm`"),
        ("/environments/7", "no environment"),
        ("/environments/x", "no environment"),
        ("/tasks/9", "no file"),
        ("/tasks/x", "no file"),
        ("/tasks/0/99", "no line 99"),
        ("/tasks/0/-1", "no line -1"),
        ("/trajectories/9", "no file"),
        ("/trajectories/0/4", "no line 4"),
        ("/training/9", "no file"),
    ] {
        let answer = inspector.get(path);
        assert_eq!(answer.status, 404, "{path}: {}", answer.body);
        assert!(answer.body.contains(said), "{path}: {}", answer.body);
    }
}

#[test]
fn styles_and_script_come_from_here() {
    let inspector = start(&[]);
    let style = inspector.get("/assets/view.css");
    assert!(style.status == 200 && style.head.contains("text/css"));
    let script = inspector.get("/assets/view.js");
    assert!(script.status == 200 && script.head.contains("text/javascript"));
}
