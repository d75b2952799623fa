//! Environments: names, views, forks, the log, simulated tools.

use compoworld_core::ErrorCode;
use compoworld_world::{Environment, EnvironmentError, Recording, ToolView};
use serde_json::{Value, json};

use crate::services::{catalog, epoch};

/// A help desk and two customer registers.
pub fn environment() -> Environment {
    let catalog = catalog();
    let mut environment = Environment::new(&catalog, 7, epoch());
    for (alias, service) in [("help_desk", "help_desk"), ("crm", "crm"), ("crm_eu", "crm")] {
        environment.add(alias, catalog.require(service).unwrap()).unwrap();
    }
    environment
}

fn data(answer: &str) -> Value {
    let answer: Value = serde_json::from_str(answer).unwrap();
    assert_eq!(answer["ok"], json!(true), "{answer}");
    answer["data"].clone()
}

fn message(answer: &str) -> String {
    let answer: Value = serde_json::from_str(answer).unwrap();
    assert_eq!(answer["ok"], json!(false), "{answer}");
    answer["error"]["message"].as_str().unwrap().to_owned()
}

const ADA: &str = r#"{"name":"Ada Brandt","email":"ada@example.org"}"#;

#[test]
fn two_instances_of_one_service_do_not_share_a_row() {
    let mut environment = environment();
    let before = environment.instance("crm_eu").unwrap().digest();
    let ada = data(&environment.call("crm__create_customer", ADA));
    assert_eq!(ada["id"], "CUS-0001");
    assert_eq!(environment.instance("crm_eu").unwrap().digest(), before);
    assert_eq!(
        message(&environment.call("crm_eu__get_customer", r#"{"id":"CUS-0001"}"#)),
        "no customer `CUS-0001`"
    );
}

#[test]
fn a_misspelt_name_is_answered_with_the_nearest_one() {
    let mut environment = environment();
    for (name, hint) in [
        ("crm__get_custmer", "did you mean `crm__get_customer`?"),
        ("crmm__get_customer", "did you mean `crm`?"),
        ("get_customer", "did you mean `crm__get_customer`?"),
        ("wholly_unknown__tool", "there are `help_desk`, `crm`, `crm_eu`"),
        ("nothing", "a tool's full name is `service__tool`"),
        ("", "a tool's full name is `service__tool`"),
    ] {
        let answer = environment.call_recorded(name, "{}");
        assert_eq!(answer.error, Some(ErrorCode::UnknownTool), "{name}");
        assert!(message(&answer.text).ends_with(hint), "{name}: {}", answer.text);
    }
}

#[test]
fn aliases_that_no_tool_name_can_start_with_are_refused() {
    let catalog = catalog();
    let crm = catalog.require("crm").unwrap();
    let mut environment = environment();
    for alias in ["", "Crm", "1crm", "crm__a", "crm_", "crm-a", "crm a"] {
        let error = environment.add(alias, crm).unwrap_err();
        assert!(matches!(error, EnvironmentError::BadAlias(_)), "{alias}");
    }
    let error = environment.add("crm", crm).unwrap_err();
    assert!(matches!(error, EnvironmentError::AliasTaken(_)));
    assert_eq!(
        catalog.require("crn").unwrap_err().to_string(),
        "the catalog has no service `crn`, did you mean `crm`?"
    );
}

#[test]
fn the_flat_view_names_every_tool_once_and_the_meta_view_four() {
    let environment = environment();
    let flat: Vec<_> =
        environment.tools(ToolView::Flat).into_iter().map(|tool| tool.name).collect();
    let distinct: std::collections::BTreeSet<_> = flat.iter().collect();
    assert_eq!((flat.len(), distinct.len()), (4 + 9 + 9, 22));
    assert!(flat.contains(&"crm_eu__get_order".to_owned()));

    let meta: Vec<_> =
        environment.tools(ToolView::Meta).into_iter().map(|tool| tool.name).collect();
    assert_eq!(meta, ["list_services", "list_tools", "describe_tool", "call_tool"]);
}

#[test]
fn everything_can_be_found_and_called_through_the_meta_tools() {
    let mut environment = environment();
    let services = data(&environment.call("list_services", ""));
    assert_eq!(services[1]["service"], "crm");
    assert_eq!(services[1]["tools"], 9);

    let tools = data(&environment.call("list_tools", r#"{"service":"crm"}"#));
    assert_eq!(
        tools[8],
        json!({"tool": "crm__forecast_demand",
        "description": "Predict what will be ordered."})
    );

    let tool = data(&environment.call("describe_tool", r#"{"tool":"crm__create_customer"}"#));
    assert_eq!(tool["parameters"]["required"], json!(["name", "email"]));

    let call = json!({"tool": "crm__create_customer", "arguments": {"name": "Ada", "email": "a@example.org"}});
    assert_eq!(data(&environment.call("call_tool", &call.to_string()))["id"], "CUS-0001");
    // Inner arguments as a string, as many models write them.
    let call = json!({"tool": "crm__get_customer", "arguments": "{\"id\":\"CUS-0001\"}"});
    assert_eq!(data(&environment.call("call_tool", &call.to_string()))["name"], "Ada");
}

#[test]
fn misused_meta_tools_say_what_is_wrong() {
    let mut environment = environment();
    for (tool, arguments, expected) in [
        ("list_tools", "{}", "`service` is required, and must be a string"),
        ("list_tools", r#"{"service":"cmr"}"#, "no service is called `cmr`, did you mean `crm`?"),
        ("describe_tool", r#"{"tool":7}"#, "`tool` is required, and must be a string"),
        ("call_tool", "[]", "the arguments must be an object"),
        ("call_tool", r#"{"tool":"call_tool"}"#, "call `call_tool` itself, not through this"),
        (
            "call_tool",
            r#"{"tool":"crm__get_order","id":"ORD-1"}"#,
            "`call_tool` takes `tool` and `arguments`; put `id` inside `arguments`",
        ),
    ] {
        assert_eq!(message(&environment.call(tool, arguments)), expected);
    }
    let torn = message(&environment.call("call_tool", r#"{"tool":"#));
    assert!(torn.starts_with("the arguments are no valid JSON"), "{torn}");
}

#[test]
fn the_log_keeps_calls_in_order_and_changes_when_asked() {
    let mut environment = environment().with_recording(Recording::CallsAndChanges);
    environment.call("crm__create_customer", ADA);
    environment.call("crm__create_customer", ADA);
    let call = json!({"tool": "crm__get_customer", "arguments": {"id": "CUS-0001"}});
    environment.call("call_tool", &call.to_string());

    let events = environment.events();
    let tools: Vec<_> = events.iter().map(|event| event.call.tool.as_str()).collect();
    assert_eq!(tools, ["crm__create_customer", "crm__create_customer", "crm__get_customer"]);
    assert_eq!(events[0].call.arguments, ADA);
    assert!(events[0].wrote && events[0].changes[0].path() == "crm.customers.CUS-0001");
    assert_eq!(events[1].error, Some(ErrorCode::AlreadyExists));
    assert!(events[1].changes.is_empty() && !events[1].wrote && !events[2].wrote);

    let mut fork = environment.fork();
    fork.call("list_services", "{}");
    assert_eq!((environment.events().len(), fork.events().len()), (3, 4));

    let mut silent = environment.fork().with_recording(Recording::Nothing);
    silent.call("list_services", "{}");
    assert_eq!(silent.events().len(), 3);
}

#[test]
fn simulated_answers_are_marked_fit_the_schema_repeat_and_change_nothing() {
    let mut environment = environment();
    let before = environment.digest();
    let answer = environment.call_recorded("crm__forecast_demand", r#"{"weeks":4}"#);
    assert!(answer.simulated && !answer.wrote);
    let whole: Value = serde_json::from_str(&answer.text).unwrap();
    assert_eq!(whole["simulated"], json!(true));
    let units = whole["data"]["units"].as_i64().unwrap();
    assert!((5..=9).contains(&units), "{whole}");
    assert!(["up", "down"].contains(&whole["data"]["trend"].as_str().unwrap()));

    assert_eq!(environment.call("crm__forecast_demand", r#"{ "weeks": 4 }"#), answer.text);
    assert_eq!(environment.digest(), before);
    assert_eq!(environment.simulated_calls(), 2);

    let refused = environment.call_recorded("crm__forecast_demand", r#"{"weeks":0}"#);
    assert_eq!(refused.error, Some(ErrorCode::InvalidArgument));
    assert_eq!(environment.simulated_calls(), 2);
}

#[test]
fn a_bad_state_is_refused_with_its_alias_and_place() {
    let mut environment = environment();
    let state = json!({"customers": {"CUS-0001": {"id": "CUS-0001", "name": 3}}});
    let error = environment.load("crm_eu", &state).unwrap_err().to_string();
    assert!(error.contains("`crm_eu`") && error.contains("/customers/CUS-0001/name"), "{error}");
    assert!(environment.load("nowhere", &state).is_err());
}
