//! Environments: calls by form and as JSON, what they change, going back and forking.

use crate::files::run_folder;
use crate::server::{Inspector, start};

fn made(inspector: &Inspector) -> String {
    let form = [
        ("service", "help_desk"),
        ("service", "crm"),
        ("seed", "3"),
        ("epoch", "2026-03-02T09:00:00Z"),
        ("empty", "yes"),
    ];
    inspector.follow("/environments", &form)
}

fn create(inspector: &Inspector, at: &str) -> String {
    let form = [
        ("tool", "crm__create_customer"),
        ("argument.name", "Ada <Brand>"),
        ("argument.email", "ada@example.org"),
    ];
    inspector.follow(&format!("{at}/call"), &form)
}

#[test]
fn a_form_calls_a_tool_and_shows_the_answer_the_rows_and_what_changed() {
    let inspector = start(&[]);
    let at = made(&inspector);
    assert!(inspector.page("/environments").contains(&at));
    let form = inspector.page(&format!("{at}?tool=crm__create_customer"));
    for said in ["argument.name", "argument.email", "required", "name=\"json\""] {
        assert!(form.contains(said), "{said}");
    }
    let called = create(&inspector, &at);
    assert_eq!(called, format!("{at}?step=1#answer"));
    let page = inspector.page(called.split('#').next().unwrap());
    for said in ["Ada &#60;Brand&#62;", "added", "crm.customers.", "ada@example.org", "1 changed"] {
        assert!(page.contains(said), "{said}: {page}");
    }
    let get = inspector.page(&format!("{at}?tool=crm__get_customer"));
    assert!(get.contains("<datalist"), "keys that are there are suggested: {get}");
    let list = inspector.page(&format!("{at}?step=0&tool=crm__list_orders"));
    assert!(list.contains("<h3><code>crm.orders</code></h3>"), "its table is shown: {list}");
}

#[test]
fn a_call_as_json_that_fails_changes_nothing_and_says_why() {
    let inspector = start(&[]);
    let at = made(&inspector);
    for json in ["{\"id\": \"CUS-9\"}", "{nonsense", "[]"] {
        let form = [("tool", "crm__get_customer"), ("json", json)];
        inspector.follow(&format!("{at}/call"), &form);
    }
    let page = inspector.page(&at);
    assert!(page.contains("a failed call changes nothing"), "{page}");
    assert!(inspector.page(&format!("{at}?step=1")).contains("not_found"));
    assert!(inspector.page(&format!("{at}?step=2")).contains("invalid_argument"));
    let unknown = inspector.post(&format!("{at}/call"), &[("tool", "crm__fly")]);
    assert_eq!(unknown.status, 400);
    assert!(unknown.body.contains("no tool `crm__fly`"));
}

#[test]
fn a_call_is_undone_and_a_fork_goes_its_own_way() {
    let inspector = start(&[]);
    let at = made(&inspector);
    create(&inspector, &at);
    let fork = inspector.follow(&format!("{at}/fork"), &[("step", "1")]);
    assert_ne!(fork, at);
    inspector.follow(&format!("{at}/undo"), &[]);
    assert!(inspector.page(&at).contains("Nothing was called yet"));
    assert!(inspector.page(&fork).contains("crm__create_customer"));
    let nothing = inspector.post(&format!("{at}/undo"), &[]);
    assert_eq!(nothing.status, 400, "{}", nothing.body);

    assert_eq!(inspector.follow(&format!("{at}/close"), &[]), "/environments");
    assert_eq!(inspector.get(&at).status, 404);
    assert_eq!(inspector.post(&format!("{fork}/explode"), &[]).status, 404);
}

#[test]
fn an_environment_that_cannot_be_is_refused_with_the_reason() {
    let inspector = start(&[]);
    let epoch = ("epoch", "2026-03-02T09:00:00Z");
    for (form, said) in [
        (vec![("seed", "1"), epoch], "choose one or more"),
        (vec![("service", "crn"), ("seed", "1"), epoch], "did you mean"),
        (vec![("service", "crm"), ("seed", "-1"), epoch], "whole number"),
        (vec![("service", "crm"), ("seed", "1"), ("epoch", "noon")], "the clock"),
        (vec![("service", "crm"), ("service", "crm"), ("seed", "1"), epoch], "alias"),
        (vec![("file", "0")], "no file"),
    ] {
        let answer = inspector.post("/environments", &form);
        assert!(matches!(answer.status, 400 | 404), "{form:?}");
        assert!(answer.body.contains(said), "{said}: {}", answer.body);
    }
}

#[test]
fn a_task_and_a_moment_of_a_trajectory_open_as_environments() {
    let (_folder, run) = run_folder();
    let inspector = start(&[run]);
    let start_of_task = inspector.follow("/tasks/0/1", &[]);
    let orders = inspector.page(&format!("{start_of_task}?table=crm.orders"));
    assert!(orders.contains("shipped") && !orders.contains("<td>returned</td>"), "{orders}");
    let later = inspector.follow("/trajectories/0/1", &[("step", "3")]);
    let orders = inspector.page(&format!("{later}?table=crm.orders"));
    assert!(orders.contains("<td>returned</td>"), "{orders}");
}

#[test]
fn there_are_only_so_many_environments() {
    let inspector = start(&[]);
    let at = made(&inspector);
    for _ in 1..64 {
        inspector.follow(&format!("{at}/fork"), &[]);
    }
    let answer = inspector.post(&format!("{at}/fork"), &[]);
    assert_eq!(answer.status, 400);
    assert!(answer.body.contains("close one first"), "{}", answer.body);
}

#[test]
fn a_saved_world_opens_again_as_it_was() {
    let inspector = start(&[]);
    let at = made(&inspector);
    create(&inspector, &at);
    let saved = inspector.get(&format!("{at}/world.json?step=1"));
    assert_eq!(saved.status, 200);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("world.json");
    std::fs::write(&path, saved.body).unwrap();

    let other = start(&[path]);
    assert!(other.page("/environments").contains("world.json"));
    let at = other.follow("/environments", &[("file", "0")]);
    let page = other.page(&format!("{at}?table=crm.customers"));
    assert!(page.contains("ada@example.org"), "{page}");
    assert_eq!(other.get("/environments/9/world.json").status, 404);
}

#[test]
fn a_table_of_many_rows_is_shown_a_page_at_a_time() {
    let inspector = start(&[]);
    let at = made(&inspector);
    for n in 0..60 {
        let form = [
            ("tool", "crm__create_customer"),
            ("argument.name", "Ada"),
            ("argument.email", &format!("ada{n}@example.org")),
        ];
        inspector.follow(&format!("{at}/call"), &form);
    }
    let rows = |page: &str| inspector.page(&format!("{at}?table=crm.customers&page={page}"));
    assert!(rows("1").contains("Page 1 of 2, 60 rows"));
    let last = rows("99");
    assert!(last.contains("Page 2 of 2") && last.matches("<td>ada").count() == 10, "{last}");
}
