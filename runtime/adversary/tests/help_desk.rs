//! The attack over a service written by hand, sound and with faults.

#[allow(dead_code, reason = "the example is a program; its service is what is used here")]
#[path = "../../core/examples/help_desk.rs"]
mod help_desk;

use std::cell::Cell;
use std::rc::Rc;

use compoworld_adversary::{
    Plan, Played, Replay, Server, Status, ToolList, WRITTEN, World, WrittenCases, attack,
    play_written, replay,
};
use compoworld_core::{Instance, Timestamp};
use serde_json::{Value, json};

fn instance(state: &Value) -> Option<Instance> {
    let epoch = Timestamp::from_unix_seconds(1_772_000_000);
    let mut desk = Instance::new(&help_desk::SERVICE, "help_desk", 7, epoch);
    desk.load(state).ok()?;
    Some(desk)
}

fn start(state: &Value) -> Option<Box<dyn Server>> {
    Some(Box::new(instance(state)?))
}

fn worlds() -> Vec<World> {
    let mut desk = instance(&json!({"agents": {
        "AGT-001": {"id": "AGT-001", "name": "Ines Moreau", "email": "ines@example.org"},
        "AGT-002": {"id": "AGT-002", "name": "Jo Brandt", "email": "jo@example.org"}}}))
    .expect("the agents fit");
    for subject in ["The door squeaks", "The lamp flickers", "No heating", "A parcel is lost"] {
        desk.call_value("create_ticket", &json!({"subject": subject, "assignee": "AGT-001"}));
    }
    desk.call_value("solve_ticket", &json!({"id": "TCK-00002"}));
    vec![World { state: desk.state_value() }, World { state: json!({}) }]
}

fn tools() -> ToolList {
    ToolList::of(&help_desk::SERVICE).expect("the schemas are right")
}

fn plan() -> Plan {
    Plan { seed: 3, budget: 150, focus: None, first_only: false }
}

#[test]
fn a_sound_service_passes_and_every_tool_is_reached() {
    let judged = Cell::new(0);
    let findings = attack(&tools(), &start, &worlds(), &plan(), &|| judged.set(judged.get() + 1));
    assert!(findings.is_clean(), "{:#?}", findings.cases);
    assert!(findings.tools.iter().all(|tool| tool.status == Status::Clean), "{findings:#?}");
    assert_eq!(judged.get(), findings.tools.iter().map(|tool| tool.cases).sum::<usize>());
}

#[test]
fn equal_seeds_make_equal_attacks() {
    let once = attack(&tools(), &start, &worlds(), &plan(), &|| ());
    let twice = attack(&tools(), &start, &worlds(), &plan(), &|| ());
    assert_eq!(once, twice);
}

/// A desk with something wrong in how it is called.
struct Faulty {
    desk: Instance,
    fault: fn(&mut Instance, &str, &Value) -> String,
}

impl Server for Faulty {
    fn fork(&self) -> Box<dyn Server> {
        Box::new(Self { desk: self.desk.clone(), fault: self.fault })
    }
    fn call(&mut self, tool: &str, arguments: &str) -> String {
        let arguments = serde_json::from_str(arguments).expect("the attack sends JSON");
        (self.fault)(&mut self.desk, tool, &arguments)
    }
    fn state_json(&self) -> String {
        self.desk.state_json()
    }
    fn digest(&self) -> String {
        self.desk.digest()
    }
    fn faults(&self) -> Vec<String> {
        Server::faults(&self.desk)
    }
}

fn checks_violated(fault: fn(&mut Instance, &str, &Value) -> String) -> Vec<(String, String)> {
    let start =
        |state: &Value| Some(Box::new(Faulty { desk: instance(state)?, fault }) as Box<dyn Server>);
    let findings = attack(&tools(), &start, &worlds(), &plan(), &|| ());
    for case in &findings.cases {
        assert!(matches!(replay(&tools(), &start, case), Replay::Fails(_)), "{case:?}");
        assert_eq!(replay(&tools(), &crate::start, case), Replay::Passes, "{case:?}");
        assert!(case.before.len() < 3, "a small case: {case:?}");
    }
    findings.cases.into_iter().map(|case| (case.tool, case.check)).collect()
}

fn without(arguments: &Value, name: &str) -> Value {
    let mut arguments = arguments.clone();
    if let Some(object) = arguments.as_object_mut() {
        object.remove(name);
    }
    arguments
}

#[test]
fn a_dropped_filter_is_noticed() {
    let found = checks_violated(|desk, tool, arguments| match tool {
        "list_tickets" if arguments["status"].is_string() && help_desk_accepts(tool, arguments) => {
            desk.call_value(tool, &without(arguments, "status")).text
        }
        _ => desk.call_value(tool, arguments).text,
    });
    assert!(found.contains(&("list_tickets".to_owned(), "filters_hold".to_owned())), "{found:?}");
}

/// An answer with its data changed, when it has some.
fn with_data(text: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut answer: Value = serde_json::from_str(text).expect("answers are JSON");
    if let Some(data) = answer.get_mut("data") {
        change(data);
    }
    answer.to_string()
}

#[test]
fn a_list_without_its_last_item_is_noticed() {
    let found = checks_violated(|desk, tool, arguments| {
        let text = desk.call_value(tool, arguments).text;
        match tool {
            "list_tickets" => with_data(&text, |data| {
                data["items"].as_array_mut().map(Vec::pop);
            }),
            _ => text,
        }
    });
    assert!(found.contains(&("list_tickets".to_owned(), "total_is_true".to_owned())), "{found:?}");
}

#[test]
fn a_creation_that_is_only_answered_is_noticed() {
    let found = checks_violated(|desk, tool, arguments| match tool {
        "create_ticket" => desk.clone().call_value(tool, arguments).text,
        _ => desk.call_value(tool, arguments).text,
    });
    let wanted = ("create_ticket".to_owned(), "creation_leaves_a_trace".to_owned());
    assert!(found.contains(&wanted), "{found:?}");
}

#[test]
fn a_refusal_after_the_change_is_noticed() {
    let found = checks_violated(|desk, tool, arguments| {
        let text = desk.call_value(tool, arguments).text;
        if tool == "solve_ticket" && text.starts_with("{\"ok\":true") {
            return r#"{"ok":false,"error":{"code":"conflict","message":"late"}}"#.to_owned();
        }
        text
    });
    let wanted = ("solve_ticket".to_owned(), "failed_call_changes_nothing".to_owned());
    assert!(found.contains(&wanted), "{found:?}");
}

#[test]
fn an_off_by_one_page_is_noticed() {
    let found = checks_violated(|desk, tool, arguments| {
        let mut arguments = arguments.clone();
        if let (true, Some(size)) = (
            help_desk_accepts(tool, &arguments),
            arguments.get("limit").and_then(Value::as_i64).filter(|size| *size < 100),
        ) {
            arguments["limit"] = json!(size + 1);
        }
        desk.call_value(tool, &arguments).text
    });
    let wanted = ("list_tickets".to_owned(), "pages_partition_the_list".to_owned());
    assert!(found.contains(&wanted), "{found:?}");
}

#[test]
fn a_skipped_check_of_an_argument_is_noticed() {
    let found = checks_violated(|desk, tool, arguments| {
        let mut arguments = arguments.clone();
        if tool == "create_ticket" && arguments.is_object() && arguments.get("subject").is_none() {
            arguments["subject"] = json!("untitled");
        }
        desk.call_value(tool, &arguments).text
    });
    assert_eq!(found, [("create_ticket".to_owned(), "schema_refuses".to_owned())]);
}

fn help_desk_accepts(tool: &str, arguments: &Value) -> bool {
    help_desk::SERVICE.tool(tool).is_some_and(|tool| tool.schema().check(arguments).is_ok())
}

#[test]
fn a_panic_is_noticed_and_survived() {
    let found = checks_violated(|desk, tool, arguments| {
        assert!(tool != "delete_agent" || !arguments["id"].is_string(), "a panic on purpose");
        desk.call_value(tool, arguments).text
    });
    assert!(found.contains(&("delete_agent".to_owned(), "answer_has_its_form".to_owned())));
}

#[test]
fn a_leak_across_forks_is_noticed() {
    struct Shared(Rc<std::cell::RefCell<Instance>>);
    impl Server for Shared {
        fn fork(&self) -> Box<dyn Server> {
            Box::new(Self(Rc::clone(&self.0)))
        }
        fn call(&mut self, tool: &str, arguments: &str) -> String {
            self.0.borrow_mut().call(tool, arguments).text
        }
        fn state_json(&self) -> String {
            self.0.borrow().state_json()
        }
        fn digest(&self) -> String {
            self.0.borrow().digest()
        }
        fn faults(&self) -> Vec<String> {
            Vec::new()
        }
    }
    let start =
        |state: &Value| Some(Box::new(Shared(Rc::new(instance(state)?.into()))) as Box<dyn Server>);
    let plan = Plan { first_only: true, ..plan() };
    let findings = attack(&tools(), &start, &worlds(), &plan, &|| ());
    assert!(findings.cases.iter().any(|case| case.check == "forks_are_apart"));
}

/// What playing one written case on the sound help desk gives.
fn played(case: Value) -> Played {
    let text = json!({"service": "help_desk", "cases": [case]}).to_string();
    let written = WrittenCases::read(&text, &tools()).expect("the case is one");
    play_written(&tools(), &start, &written.cases[0])
}

fn step(tool: &str, arguments: Value, expect: Value) -> Value {
    json!({"tool": tool, "arguments": arguments, "expect": expect})
}

#[test]
fn a_written_case_passes_where_its_expectations_are_met() {
    let made = json!({"tool": "create_ticket", "arguments": {"subject": "Door"},
        "save": {"id": "/id", "all": ""}});
    let by_id = json!({"id": {"$from": "id"}});
    let passes = played(json!({"tool": "get_ticket", "why": "what was made is shown", "steps": [
        made,
        step("get_ticket", by_id.clone(), json!({"equals": {"$from": "all"}, "unchanged": true})),
        step("get_ticket", json!({"id": "none"}),
            json!({"outcome": "reject", "code": "not_found", "unchanged": true})),
        step("list_tickets", json!({}), json!({"contains": {"items": [by_id], "total": 1}})),
    ]}));
    assert_eq!(passes, Played::Passes);
}

#[test]
fn a_written_case_that_fails_tells_the_call_and_what_was_seen() {
    let made = json!({"tool": "create_ticket", "arguments": {"subject": "Door"}});
    for (expect, seen) in [
        (json!({"outcome": "reject"}), "data"),
        (json!({"contains": {"subject": "Window"}}), "Door"),
        (json!({"equals": {}}), "Door"),
        (json!({"unchanged": true}), "the call changed it"),
    ] {
        let steps = [made.clone(), step("create_ticket", json!({"subject": "Door"}), expect)];
        let case = json!({"tool": "create_ticket", "why": "a test", "steps": steps});
        let Played::Fails(failing) = played(case) else { panic!("`{seen}` does not fail") };
        assert_eq!((failing.check.as_str(), failing.before.len()), (WRITTEN, 1));
        assert!(failing.seen.contains(seen) && failing.expected.contains("a test"), "{failing:?}");
        assert!(matches!(replay(&tools(), &start, &failing), Replay::Outdated(_)));
    }
    let refused = json!({"tool": "get_ticket", "why": "w",
        "steps": [step("get_ticket", json!({"id": "none"}), json!({"outcome": "reject",
            "code": "conflict"}))]});
    assert!(matches!(played(refused), Played::Fails(_)));
}

#[test]
fn a_file_of_cases_that_speaks_of_what_is_not_there_is_refused_with_the_place() {
    let case = |tool: &str, steps: Value| json!({"service": "help_desk", "cases": [{"tool": tool, "why": "w", "steps": steps}]});
    for (file, told) in [
        (json!({"service": "shop", "cases": []}), "they are of `shop`"),
        (case("get", json!([{"tool": "get"}])), "/cases/0: there is no tool `get`"),
        (case("get_ticket", json!([{"tool": "list_tickets"}])), "no step calls `get_ticket`"),
        (
            case(
                "get_ticket",
                json!([{"tool": "get_ticket", "arguments": {"id": {"$from": "x"}}}]),
            ),
            "no step before saves `x`",
        ),
        (json!({"service": "help_desk", "cases": [], "more": 1}), "unknown field"),
    ] {
        let error = WrittenCases::read(&file.to_string(), &tools()).expect_err(told);
        assert!(error.contains(told), "{error}");
    }
}
