//! What an instance promises, on a service written by hand.

#[path = "../examples/help_desk.rs"]
#[expect(dead_code, reason = "the example's `main` is not run here")]
mod help_desk;

use compoworld_core::{ChangeKind, ErrorCode, Instance, Timestamp, load_state, state_schema};
use serde_json::{Value, json};

fn desk() -> Instance {
    let epoch = Timestamp::from_unix_seconds(1_772_000_000);
    let mut desk = Instance::new(&help_desk::SERVICE, "desk", 7, epoch);
    desk.load(&json!({
        "agents": {
            "AGT-001": {"id": "AGT-001", "name": "Ines Moreau", "email": "ines@example.org"},
            "AGT-002": {"id": "AGT-002", "name": "Jürgen Groß", "email": "jg@example.org"},
        },
        "tickets": {
            "TCK-00004": {
                "id": "TCK-00004", "subject": "Lamp", "assignee": "AGT-001",
                "created_at": "2026-02-01T10:00:00Z", "updated_at": "2026-02-01T10:00:00Z",
            },
        },
    }))
    .expect("the state is valid");
    desk
}

fn data(text: &str) -> Value {
    let answer: Value = serde_json::from_str(text).expect("answers are JSON");
    assert_eq!(answer["ok"], json!(true), "{text}");
    answer["data"].clone()
}

#[test]
fn a_create_continues_the_sequence_and_stamps_the_clock() {
    let mut desk = desk();
    let ticket = data(&desk.call("create_ticket", r#"{"subject":"Door"}"#).text);
    assert_eq!(ticket["id"], "TCK-00005");
    assert_eq!(ticket["status"], "open");
    assert_eq!(ticket["created_at"], "2026-02-25T06:13:20Z");
    let next = data(&desk.call("create_ticket", r#"{"subject":"Bell"}"#).text);
    assert_eq!(next["created_at"], "2026-02-25T06:13:21Z");
}

#[test]
fn a_failed_call_changes_nothing_and_names_the_reason() {
    let mut desk = desk();
    let before = desk.digest();
    let cases = [
        ("create_ticket", r#"{"subject":""}"#, ErrorCode::InvalidArgument),
        ("create_ticket", r#"{"subject":3}"#, ErrorCode::InvalidArgument),
        ("create_ticket", "{}", ErrorCode::InvalidArgument),
        ("create_ticket", r#"{"subjcet":"x"}"#, ErrorCode::InvalidArgument),
        ("create_ticket", "{", ErrorCode::InvalidArgument),
        ("create_ticket", "[]", ErrorCode::InvalidArgument),
        ("create_ticket", r#"{"subject":"x","assignee":"AGT-9"}"#, ErrorCode::NotFound),
        ("solve_ticket", r#"{"id":"TCK-1"}"#, ErrorCode::NotFound),
        ("solve_tickt", "{}", ErrorCode::UnknownTool),
    ];
    for (tool, arguments, code) in cases {
        let record = desk.call(tool, arguments);
        assert_eq!(record.error, Some(code), "{tool} {arguments}: {}", record.text);
        assert!(!record.wrote);
        assert_eq!(desk.digest(), before, "{tool} {arguments}");
    }
}

#[test]
fn a_state_machine_refuses_the_second_solve() {
    let mut desk = desk();
    assert_eq!(desk.call("solve_ticket", r#"{"id":"TCK-00004"}"#).error, None);
    let again = desk.call("solve_ticket", r#"{"id":"TCK-00004"}"#);
    assert_eq!(again.error, Some(ErrorCode::FailedPrecondition));
}

#[test]
fn a_deletion_clears_optional_references() {
    let mut desk = desk();
    data(&desk.call("delete_agent", r#"{"id":"AGT-001"}"#).text);
    let tickets = data(&desk.call("list_tickets", "{}").text);
    assert_eq!(tickets["items"][0]["assignee"], Value::Null);
}

#[test]
fn forks_never_see_each_other_and_the_diff_is_typed() {
    let start = desk();
    let mut fork = start.clone();
    data(&fork.call("solve_ticket", r#"{"id":"TCK-00004","note":"Bulb."}"#).text);
    assert_eq!(start.digest(), desk().digest());
    let changes = fork.changes_since(&start);
    assert_eq!(changes.len(), 1);
    assert_eq!((changes[0].table, changes[0].key.as_str()), ("tickets", "TCK-00004"));
    let ChangeKind::Changed(fields) = &changes[0].kind else { panic!("{changes:?}") };
    let names: Vec<_> = fields.iter().map(|change| change.field).collect();
    assert_eq!(names, ["status", "notes", "updated_at"]);
    assert_eq!(fields[0].after, json!("solved"));
}

#[test]
fn pages_partition_the_list() {
    let mut desk = desk();
    for index in 0..5 {
        desk.call("create_ticket", &json!({"subject": format!("t{index}")}).to_string());
    }
    let mut seen = Vec::new();
    let mut arguments = json!({"limit": 4});
    loop {
        let page = data(&desk.call("list_tickets", &arguments.to_string()).text);
        assert_eq!(page["total"], 6);
        let items = page["items"].as_array().expect("items");
        seen.extend(items.iter().map(|item| item["id"].as_str().expect("id").to_owned()));
        match page["next_cursor"].as_str() {
            Some(cursor) => arguments["cursor"] = json!(cursor),
            None => break,
        }
    }
    assert_eq!(seen.len(), 6);
    seen.dedup();
    assert_eq!(seen.len(), 6);
}

#[test]
fn a_snapshot_restores_to_the_same_future() {
    let mut desk = desk();
    desk.call("create_ticket", r#"{"subject":"Door"}"#);
    let snapshot = desk.snapshot();
    let mut copy =
        Instance::new(&help_desk::SERVICE, "desk", 7, Timestamp::from_unix_seconds(1_772_000_000));
    copy.restore(&snapshot).expect("it fits");
    assert_eq!(copy.digest(), desk.digest());
    let call = ("create_ticket", r#"{"subject":"Bell"}"#);
    assert_eq!(copy.call(call.0, call.1), desk.call(call.0, call.1));
}

#[test]
fn a_sequence_never_hands_out_a_key_twice() {
    let mut desk = desk();
    data(&desk.call("create_ticket", r#"{"subject":"Door"}"#).text);
    let mut state = desk.state_value();
    state["tickets"].as_object_mut().expect("tickets").remove("TCK-00005");
    state["$sequences"] = json!({"tickets": 5});
    desk.load(&state).expect("it fits");
    let ticket = data(&desk.call("create_ticket", r#"{"subject":"Bell"}"#).text);
    assert_eq!(ticket["id"], "TCK-00006");
    assert_eq!(desk.state_value().get("$sequences"), None, "the keys imply the counter again");
}

#[test]
fn a_bad_state_names_every_place() {
    let state = json!({
        "agents": {"AGT-001": {"id": "AGT-002", "name": "A", "email": "a@example.org"}},
        "tickts": {},
        "tickets": {"T": {"id": "T", "subject": "s", "status": "opne",
            "created_at": "2026-02-01T10:00:00Z", "updated_at": "yesterday"}},
    });
    let errors = load_state(&help_desk::HelpDesk::INFO, &state).err().expect("it does not fit");
    let texts: Vec<_> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "at `/tickts`: `HelpDesk` has no table `tickts`, did you mean `tickets`?",
            "at `/agents/AGT-001`: the row's own key is `AGT-002`, but it stands under `AGT-001`",
            "at `/tickets/T/status`: expected one of `open`, `pending`, `solved`, found \"opne\"",
        ]
    );
}

#[test]
fn a_dangling_reference_and_a_taken_value_are_refused_at_load() {
    let agent = |id: &str| json!({"id": id, "name": "A", "email": "same@example.org"});
    let state = json!({"agents": {"A": agent("A"), "B": agent("B")}});
    let errors = load_state(&help_desk::HelpDesk::INFO, &state).err().expect("it does not fit");
    assert!(errors[0].message.contains("already has this email"), "{errors:?}");
    let ticket = json!({"id": "T", "subject": "s", "assignee": "Z",
        "created_at": "2026-02-01", "updated_at": "2026-02-01T00:00:00+02:00"});
    let state = json!({"tickets": {"T": ticket}});
    let errors = load_state(&help_desk::HelpDesk::INFO, &state).err().expect("it does not fit");
    assert_eq!(errors[0].to_string(), "at `/tickets/T`: no agent `Z`");
}

#[test]
fn the_state_fits_its_own_schema() {
    let schema = state_schema(&help_desk::HelpDesk::INFO);
    let validator = jsonschema::validator_for(&schema).expect("the schema is valid");
    let state = desk().state_value();
    assert!(validator.is_valid(&state), "{state}");
    let mut broken = state.clone();
    broken["tickets"]["TCK-00004"]["status"] = json!("lost");
    assert!(!validator.is_valid(&broken));
}

#[test]
fn a_sorted_list_goes_on_after_the_row_whose_key_is_the_cursor() {
    use compoworld_core::{Direction, Page, PageRequest};

    let mut desk = desk();
    for subject in ["b", "a", "c"] {
        desk.call("create_ticket", &format!(r#"{{"subject":"{subject}"}}"#));
    }
    let state: &help_desk::HelpDesk =
        desk.state().as_any().downcast_ref().expect("it is a help desk");
    let subjects = |cursor: &str| -> Option<Vec<String>> {
        let request = PageRequest { cursor: Some(cursor.to_owned()), ..PageRequest::default() };
        let rows = state.tickets.select(&|_| true);
        let page = Page::sorted(rows, "subject", Direction::Ascending, &request).ok()?;
        Some(page.items.iter().map(|ticket| ticket.subject.clone()).collect())
    };
    let texts = |all: &[&str]| Some(all.iter().map(|text| (*text).to_owned()).collect());
    assert_eq!(subjects(""), texts(&["Lamp", "a", "b", "c"]));
    assert_eq!(subjects("TCK-00006"), texts(&["b", "c"]), "after `a`");
    assert_eq!(subjects("c3"), texts(&["c"]));
    assert_eq!(subjects("TCK-00099"), None);
}
