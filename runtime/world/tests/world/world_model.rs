//! The world model behind a chat endpoint: what it says takes effect whole, or not at all.

use std::sync::Arc;

use compoworld_chat::{ChatClient, EndpointChat, OpenAiConfig};
use compoworld_core::{ErrorCode, ServiceDef};
use compoworld_world::{
    Answer, Catalog, Environment, LanguageModel, OfflineModel, PreparedTask, WorldModel,
};
use serde_json::{Value, json};

use crate::ai_crm;
use crate::script::{Reply, Script};
use crate::services::sample_task::sample_task;
use crate::services::{self, crm, epoch};

static SERVICES: [&ServiceDef; 2] = [&ai_crm::SERVICE, &crm::SERVICE];

pub fn catalog() -> Catalog {
    Catalog::new(&SERVICES)
}

/// A register with two customers and two orders, twice.
pub fn environment(model: Arc<dyn WorldModel>) -> Environment {
    let at = "2026-02-01T08:00:00Z";
    let customer = |id: &str, email: &str| {
        json!({"id": id, "name": "Ada", "email": email, "tier": "basic", "created_at": at,
            "updated_at": at})
    };
    let order = |id: &str, customer: &str| {
        json!({"id": id, "customer": customer, "product": "Lamp", "amount": 25, "status": "open",
            "created_at": at, "updated_at": at})
    };
    let state = json!({
        "customers": {"CUS-0001": customer("CUS-0001", "a@example.org"),
            "CUS-0002": customer("CUS-0002", "b@example.org")},
        "orders": {"ORD-00001": order("ORD-00001", "CUS-0001"),
            "ORD-00002": order("ORD-00002", "CUS-0002")},
    });
    let catalog = catalog();
    let mut environment = Environment::new(&catalog, 7, epoch()).with_world_model(model);
    for (alias, service) in [("ai", "ai_crm"), ("crm", "crm")] {
        environment.add(alias, catalog.require(service).unwrap()).unwrap();
        environment.load(alias, &state).unwrap();
    }
    environment
}

pub fn client(script: &Script) -> ChatClient {
    ChatClient::new(OpenAiConfig {
        api_key: Some("secret-key".into()),
        retry_delay_ms: 1,
        retries_max: 2,
        timeout_s: 1,
        ..OpenAiConfig::new(&script.address, "tiny")
    })
}

fn model(script: &Script) -> Arc<LanguageModel> {
    Arc::new(LanguageModel::new(EndpointChat::new(client(script))))
}

pub fn says(answer: &Value) -> Reply {
    says_text(&answer.to_string())
}

fn says_text(content: &str) -> Reply {
    let body = json!({
        "choices": [{"message": {"role": "assistant", "content": content}}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10},
    });
    Reply::ok(body.to_string())
}

pub const SETTLE: &str = r#"{"order":"ORD-00001","complaint":"It flickers"}"#;

pub fn good() -> Value {
    json!({
        "patch": {"orders": {"ORD-00001": {"status": "returned"}}},
        "data": {"settled": true},
        "error": null,
    })
}

fn status(environment: &Environment, order: &str) -> Value {
    let state = environment.instance("ai").unwrap().state_value();
    state["orders"][order]["status"].clone()
}

/// What comes of a complaint when the endpoint gives these answers.
fn settle(replies: Vec<Reply>) -> (Environment, Answer, Vec<(String, Value)>) {
    let script = Script::run(replies);
    let mut environment = environment(model(&script));
    let answer = environment.call_recorded("ai__settle_complaint", SETTLE);
    (environment, answer, script.finish())
}

#[test]
fn a_sound_patch_changes_the_state_and_the_answer_is_marked() {
    let (environment, answer, requests) = settle(vec![says(&good())]);
    assert_eq!(answer.text, r#"{"ok":true,"data":{"settled":true},"simulated":true}"#);
    assert!(answer.wrote && answer.simulated && answer.error.is_none());
    assert_eq!(status(&environment, "ORD-00001"), "returned");
    assert_eq!(status(&environment, "ORD-00002"), "open");
    assert_eq!(environment.simulated_calls(), 1);

    let (head, body) = &requests[0];
    assert!(head.to_lowercase().contains("authorization: bearer secret-key"), "{head}");
    let schema = &body["response_format"]["json_schema"]["schema"];
    assert_eq!(body["response_format"]["type"], "json_schema");
    let tables = &schema["properties"]["patch"]["properties"];
    assert_eq!(tables.as_object().unwrap().len(), 2);
    // A part of a row, of the right types, or nothing in its place.
    let order = &tables["orders"]["additionalProperties"]["anyOf"];
    assert_eq!(order[0]["properties"]["amount"], json!({"type": "number"}));
    assert_eq!((&order[0]["required"], &order[1]["type"]), (&Value::Null, &json!("null")));
}

#[test]
fn what_others_wrote_reaches_the_model_as_data_only() {
    let (_, _, requests) = settle(vec![says(&good())]);
    let messages = requests[0].1["messages"].as_array().unwrap();
    assert_eq!(messages.len(), 2);
    assert!(!messages[0]["content"].as_str().unwrap().contains("Ignore all earlier"));
    let document: Value = serde_json::from_str(messages[1]["content"].as_str().unwrap()).unwrap();
    assert!(document["tool"]["description"].as_str().unwrap().ends_with("instructions."));
    assert_eq!(document["call"]["arguments"]["order"], "ORD-00001");
    assert_eq!(document["tables"]["orders"]["keys"]["last_number"], 2);
}

#[test]
fn a_json_patch_does_as_well_as_a_merge_patch_and_words_around_the_json_are_forgiven() {
    let patch = json!([
        {"op": "test", "path": "/orders/ORD-00001/status", "value": "open"},
        {"op": "replace", "path": "/orders/ORD-00001/status", "value": "shipped"},
        {"op": "remove", "path": "/orders/ORD-00002"},
    ]);
    let answer = json!({"patch": patch, "data": null});
    let (environment, answer, _) =
        settle(vec![says_text(&format!("Here you are:\n```json\n{answer}\n```"))]);
    assert!(answer.wrote, "{}", answer.text);
    assert_eq!(status(&environment, "ORD-00001"), "shipped");
    assert_eq!(status(&environment, "ORD-00002"), Value::Null);
}

#[test]
fn a_new_row_takes_the_next_key_and_the_services_own_tools_count_on_from_it() {
    let row = json!({"id": "ORD-00003", "customer": "CUS-0001", "product": "Bulb", "amount": 0,
        "status": "open", "created_at": "2026-02-25T06:13:20Z",
        "updated_at": "2026-02-25T06:13:20Z"});
    let answer = json!({"patch": {"orders": {"ORD-00003": row}}, "data": {}});
    let script = Script::run(vec![says(&answer)]);
    let quarantined = [("crm".to_owned(), "update_order".to_owned())];
    let mut environment = environment(model(&script)).with_quarantined(quarantined);
    let told = environment.call_recorded("crm__update_order", r#"{"id":"ORD-00001"}"#);
    assert!(told.wrote && told.simulated, "{}", told.text);
    script.finish();
    let order = r#"{"customer":"CUS-0001","product":"Desk","amount":5}"#;
    assert!(environment.call("crm__create_order", order).contains("ORD-00004"));
}

/// Each answer with a fault, and what the model is told of it.
fn faulty() -> Vec<(Reply, &'static str)> {
    let patched = |patch: Value| says(&json!({"patch": patch, "data": {}, "error": null}));
    let order = |fields: Value| patched(json!({"orders": {"ORD-00001": fields}}));
    vec![
        (says_text("I settled it."), "the answer is no JSON"),
        (says_text(r#"{"patch": {"orders": {"ORD-00001": {"sta"#), "the answer is no JSON"),
        (says_text("[]"), "the answer must be a JSON object"),
        (says(&json!({"patch": {}})), "the answer needs `data`, or an `error`"),
        (says(&json!({"data": {}, "state": {}})), "not `state`"),
        (order(json!({"amount": "many"})), "at `/orders/ORD-00001/amount`: expected a number"),
        (order(json!({"amount": -1})), "`amount` of a order must be from 0"),
        (order(json!({"status": "settled"})), "expected one of `open`, `shipped`, `returned`"),
        (order(json!({"mood": "calm"})), "has no property `mood`"),
        (order(json!({"customer": "CUS-0009"})), "no customer `CUS-0009`"),
        (order(json!({"id": "ORD-00007"})), "but it stands under `ORD-00001`"),
        (patched(json!({"customers": {"CUS-0001": null}})), "no customer `CUS-0001`"),
        (patched(json!({"orders": {"ORD-00003": {"id": "ORD-00003"}}})), "needs the property"),
        (patched(json!({"refunds": {}})), "there is no table `refunds`"),
        (patched(json!({"orders": null})), "`orders` is a table: change its rows"),
        (patched(json!({"$sequences": {"orders": 90}})), "there is no table `$sequences`"),
        (patched(json!([{"op": "remove", "path": "/orders"}])), "`orders` is a table"),
        (patched(json!([{"op": "remove", "path": "/orders/ORD-9"}])), "cannot be applied"),
        (patched(json!([{"op": "destroy", "path": "/orders/ORD-9"}])), "is no JSON patch"),
        (patched(json!("orders")), "`patch` must be an object of tables"),
        (
            says(&json!({"error": {"code": "oops", "message": "No."}})),
            "`error.code` must be one of",
        ),
        (says(&json!({"error": {"code": "conflict"}})), "`error.message` must say what is wrong"),
        (
            says(&json!({"patch": {"orders": {"ORD-00001": null}},
                "error": {"code": "conflict", "message": "No."}})),
            "a call that fails changes nothing",
        ),
    ]
}

#[test]
fn every_faulty_answer_is_refused_whole_and_the_model_is_told_why() {
    for (reply, fault) in faulty() {
        let (environment, answer, requests) = settle(vec![reply, says(&good())]);
        assert!(answer.wrote, "{fault}: {}", answer.text);
        let messages = requests[1].1["messages"].as_array().unwrap();
        assert_eq!(messages.len(), 4, "{fault}");
        let told = messages[3]["content"].as_str().unwrap();
        assert!(told.contains(fault), "expected {fault}, told {told}");
        // Nothing of the refused answer is left.
        let mut expected = self::environment(Arc::new(compoworld_world::OfflineModel));
        let mut state = expected.instance("ai").unwrap().state_value();
        state["orders"]["ORD-00001"]["status"] = json!("returned");
        expected.load("ai", &state).unwrap();
        assert_eq!(environment.digest(), expected.digest(), "{fault}");
    }
}

#[test]
fn a_model_that_never_gets_it_right_leaves_the_call_unavailable_and_nothing_changed() {
    for (reply, fault) in faulty() {
        let script = Script::run(vec![reply; 3]);
        let model = model(&script);
        let mut environment = environment(Arc::clone(&model) as Arc<dyn WorldModel>);
        let answer = environment.call_recorded("ai__settle_complaint", SETTLE);
        script.finish();
        assert_eq!(answer.error, Some(ErrorCode::Unavailable), "{fault}: {}", answer.text);
        let usage = model.usage();
        assert_eq!(usage.n_failed, 1);
        assert!(usage.first_failure.unwrap().contains(fault), "{fault}");
        let untouched = self::environment(Arc::new(compoworld_world::OfflineModel));
        assert_eq!(environment.snapshot(), untouched.snapshot(), "{fault}");
    }
}

#[test]
fn an_endpoint_that_fails_in_passing_is_asked_again() {
    let body = json!({"choices": [{"message": {"content": good().to_string()}}]}).to_string();
    let passing = [
        Reply::Whole(429, "retry-after: 0\r\n", "slow down".into()),
        Reply::failing(500, "down"),
        Reply::Half(body),
        Reply::Silence,
        Reply::ok(json!({"choices": []}).to_string()),
        Reply::ok("<html>"),
    ];
    for first in passing {
        let (environment, answer, requests) = settle(vec![first, says(&good())]);
        assert!(answer.wrote, "{}", answer.text);
        assert_eq!(requests.len(), 2);
        assert_eq!(status(&environment, "ORD-00001"), "returned");
    }
}

#[test]
fn an_endpoint_that_fails_for_ever_makes_the_call_unavailable_and_is_counted() {
    for lasting in [vec![Reply::failing(500, "down"); 3], vec![Reply::failing(401, "no")]] {
        let script = Script::run(lasting);
        let model = model(&script);
        let mut environment = environment(Arc::clone(&model) as Arc<dyn WorldModel>);
        let before = environment.snapshot();
        let answer = environment.call_recorded("ai__settle_complaint", SETTLE);
        script.finish();
        assert_eq!(answer.error, Some(ErrorCode::Unavailable));
        // The agent is not told of endpoints and keys.
        assert!(!answer.text.contains("127.0.0.1"), "{}", answer.text);
        assert_eq!(environment.snapshot(), before);
        let usage = model.usage();
        assert_eq!(usage.n_failed, 1);
        assert!(usage.first_failure.unwrap().contains("/chat/completions fails"));
    }
}

#[test]
fn a_call_may_fail_as_the_real_service_would() {
    let refusal = json!({"patch": {}, "data": null,
        "error": {"code": "failed_precondition", "message": "It is settled already."}});
    let (environment, answer, _) = settle(vec![says(&refusal)]);
    assert_eq!(answer.error, Some(ErrorCode::FailedPrecondition));
    assert!(answer.text.contains("It is settled already.") && !answer.wrote && answer.simulated);
    assert_eq!(environment.simulated_calls(), 1);
}

#[test]
fn a_reading_tool_is_held_to_its_schema_and_may_not_write() {
    let stars = |stars: i64, patch: Value| says(&json!({"patch": patch, "data": {"stars": stars}}));
    let deletes = json!({"orders": {"ORD-00001": null}});
    let script = Script::run(vec![stars(9, json!({})), stars(3, deletes), stars(3, json!({}))]);
    let model = model(&script);
    let mut environment = environment(Arc::clone(&model) as Arc<dyn WorldModel>);
    let before = environment.digest();
    let answer = environment.call_recorded("ai__rate_customer", r#"{"customer":"CUS-0001"}"#);
    let requests = script.finish();
    let schema = &requests[0].1["response_format"]["json_schema"]["schema"];
    assert_eq!(schema["properties"]["patch"]["properties"], json!({}));
    assert_eq!(answer.data(), Some(json!({"stars": 3})));
    assert_eq!(environment.digest(), before);
    let told = requests[2].1["messages"].to_string();
    assert!(told.contains("does not fit the tool's `returns`"), "{told}");
    assert!(told.contains("this tool only reads"), "{told}");
    let tokens = model.usage().tokens;
    assert_eq!((tokens.prompt, tokens.completion), (300, 30));
}

#[test]
fn arguments_that_the_schema_refuses_never_reach_the_model() {
    let script = Script::run(Vec::new());
    let mut environment = environment(model(&script));
    let answer = environment.call_recorded("ai__settle_complaint", r#"{"order":7}"#);
    assert_eq!(answer.error, Some(ErrorCode::InvalidArgument));
    assert!(script.finish().is_empty());
}

#[test]
fn of_a_large_state_the_model_sees_what_the_call_is_about_and_how_much_it_does_not_see() {
    let script = Script::run(vec![says(&good())]);
    let mut environment = environment(model(&script));
    let mut state = environment.instance("ai").unwrap().state_value();
    for n in 3..2_000 {
        let id = format!("ORD-{n:05}");
        let mut order = state["orders"]["ORD-00002"].clone();
        order["id"] = json!(id);
        state["orders"][&id] = order;
    }
    let mut order = state["orders"].as_object_mut().unwrap().remove("ORD-00001").unwrap();
    order["id"] = json!("ORD-99999");
    state["orders"]["ORD-99999"] = order;
    environment.load("ai", &state).unwrap();
    environment.call("ai__settle_complaint", r#"{"order":"ORD-99999"}"#);
    let requests = script.finish();
    let text = requests[0].1["messages"][1]["content"].as_str().unwrap();
    assert!(text.len() < 30_000, "{}", text.len());
    let document: Value = serde_json::from_str(text).unwrap();
    let (orders, customers) = (&document["data"]["orders"], &document["data"]["customers"]);
    // The order that the call names, and the customer that the order names.
    assert_eq!(orders["rows"]["ORD-99999"]["product"], "Lamp");
    assert_eq!(customers["rows"]["CUS-0001"]["name"], "Ada");
    assert_eq!(orders["rows_in_all"], 1_999);
    let n_shown = orders["rows_shown"].as_u64().unwrap();
    assert!(n_shown > 10 && n_shown < 1_000, "{n_shown}");
}

#[test]
fn a_quarantined_tool_is_switched_off_offline_and_answered_by_a_model() {
    let quarantined = || [("crm".to_owned(), "create_order".to_owned())];
    let order = r#"{"customer":"CUS-0001","product":"Desk","amount":5}"#;
    let offline = environment(Arc::new(compoworld_world::OfflineModel));
    let mut offline = offline.with_quarantined(quarantined());
    let before = offline.snapshot();
    let answer = offline.call_recorded("crm__create_order", order);
    assert_eq!(answer.error, Some(ErrorCode::Quarantined), "{}", answer.text);
    assert_eq!(offline.snapshot(), before);
    assert_eq!(offline.call_recorded("crm__get_order", r#"{"id":"ORD-00001"}"#).error, None);

    let script = Script::run(vec![says(&json!({"patch": {}, "data": {"id": "ORD-00009"}}))]);
    let mut asked = environment(model(&script)).with_quarantined(quarantined());
    let answer = asked.call_recorded("crm__create_order", order);
    script.finish();
    assert!(answer.simulated && answer.text.contains("ORD-00009"), "{}", answer.text);
}

#[test]
fn a_call_may_have_to_wait_when_a_model_at_an_endpoint_may_answer_it() {
    let config = OpenAiConfig::new("http://127.0.0.1:1/v1", "tiny");
    let model = Arc::new(LanguageModel::new(EndpointChat::new(ChatClient::new(config))));
    let slow = environment(model);
    let inner = |tool: &str| json!({"tool": tool, "arguments": {}}).to_string();
    assert!(slow.may_wait("crm__forecast_demand", "{}"));
    assert!(slow.may_wait("call_tool", &inner("crm__forecast_demand")));
    for (tool, arguments) in [
        ("crm__get_order", "{}"),
        ("call_tool", &inner("crm__get_order")),
        ("call_tool", "{"),
        ("list_services", "{}"),
        ("crm__make_coffee", "{}"),
    ] {
        assert!(!slow.may_wait(tool, arguments), "{tool} {arguments}");
    }
    let tools = [("crm".to_owned(), "get_order".to_owned())];
    assert!(slow.with_quarantined(tools).may_wait("crm__get_order", "{}"));
    let offline = environment(Arc::new(OfflineModel));
    assert!(!offline.may_wait("crm__forecast_demand", "{}"));
}

#[test]
fn a_trajectory_counts_the_calls_that_were_simulated() {
    let prepared = PreparedTask::new(&services::catalog(), Arc::new(sample_task())).unwrap();
    let script = Script::run(vec![says(&json!({"patch": {}, "data": {"units": 7}}))]);
    let mut episode = Arc::new(prepared.with_world_model(model(&script), &[])).start();
    let before = episode.environment().digest();
    let told = episode.call("crm__forecast_demand", r#"{"weeks":2}"#);
    script.finish();
    assert_eq!(told.data(), Some(json!({"units": 7})));
    episode.call("crm__get_order", r#"{"id":"ORD-00001"}"#);
    let outcome = episode.finish(&Value::Null);
    assert_eq!((outcome.n_calls, outcome.simulated), (2, 1));
    assert_eq!(outcome.digest, before);
}
