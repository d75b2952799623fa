//! Trainers, as agent servers of NeMo Gym.

use serde_json::{Value, json};

use crate::server::{Server, Setup, agent, body, post, tasks};

fn message(text: &str) -> Value {
    json!({"output": [
        {"type": "function_call", "name": "x", "arguments": "{}", "call_id": "1"},
        {"type": "message", "role": "assistant",
         "content": [{"type": "output_text", "text": text, "annotations": []}]},
    ]})
}

#[test]
fn a_row_is_played_and_verified_by_the_last_message() {
    let server = Server::start(Setup::default());
    let url = |route: &str| format!("{}/{route}", server.nemo_gym);
    let rows = body(agent().get(url("rows")).call().unwrap());
    let rows: Vec<Value> = rows.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    assert_eq!(rows.len(), 3);
    let tools = rows[1]["responses_create_params"]["tools"].as_array().unwrap();
    assert!(tools.iter().any(|tool| tool["name"] == "crm__get_order"), "{tools:?}");

    let seeded = post(&url("seed_session"), &rows[1]);
    let cookie = seeded.headers()["set-cookie"].to_str().unwrap().to_owned();
    let ask = |route: &str, message: &Value| {
        agent().post(url(route)).header("cookie", &cookie).send_json(message).unwrap()
    };
    for call in &tasks()[0].reference.calls {
        let answer = ask(&call.tool, &call.arguments);
        assert_eq!(answer.status(), 200);
        assert!(answer.headers().contains_key("set-cookie"), "the next request needs it again");
    }
    assert_eq!(ask("crm__make_coffee", &json!({})).status(), 400);
    let mut judged = rows[1].clone();
    judged["response"] = message("It was 129.5.");
    let judged: Value = ask("verify", &judged).into_body().read_json().unwrap();
    assert_eq!((&judged["reward"], &judged["success"]), (&json!(1.0), &json!(true)));
    assert_eq!(judged["passed"], json!(vec![true; tasks()[1].rubric.len()]));
    assert_eq!(judged["responses_create_params"], rows[1]["responses_create_params"]);

    assert_eq!(ask("verify", &rows[1]).status(), 404, "it is judged once");
    assert_eq!(ask("crm__list_orders", &json!({})).status(), 404);
    assert_eq!(post(&url("verify"), &rows[1]).status(), 422, "whose is it?");
    assert_eq!(server.stop().len(), 1);
}

#[test]
fn metrics_are_those_of_each_task_and_of_all() {
    let server = Server::start(Setup::default());
    let judged = json!({"verify_responses": [
        {"_ng_task_index": 0, "reward": 1.0, "success": true},
        {"_ng_task_index": 0, "reward": 0.5, "success": false},
        {"_ng_task_index": 1, "reward": 0.0, "success": false, "response": {}},
    ]});
    let url = format!("{}/aggregate_metrics", server.nemo_gym);
    let told: Value = post(&url, &judged).into_body().read_json().unwrap();
    assert_eq!(told["key_metrics"]["mean/reward"], 0.5);
    assert_eq!(told["agent_metrics"]["max/reward"], 1.0);
    assert_eq!(told["agent_metrics"]["std/reward"], 0.5);
    let groups = told["group_level_metrics"].as_array().unwrap();
    assert_eq!((groups.len(), &groups[0]["median/reward"]), (2, &json!(0.75)));
    assert_eq!(groups[1]["std/reward"], Value::Null);
    let none: Value = post(&url, &json!({"verify_responses": []})).into_body().read_json().unwrap();
    assert_eq!(none["key_metrics"], json!({}));
}
