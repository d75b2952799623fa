//! What an agent must not find out, looked for wherever an agent can look.

use compoworld_serve::Access;
use compoworld_world::Check;
use serde_json::{Value, json};

use crate::server::{McpClient, Server, Setup, agent, body, post, tasks};

/// Texts that only the grader knows.
fn secrets() -> Vec<String> {
    let task = tasks().remove(1);
    let mut secrets = vec![task.goal_digest, "goal_digest".to_owned()];
    for criterion in task.rubric {
        secrets.push(criterion.text);
        match criterion.check {
            Check::Cel(check) => secrets.push(check),
            Check::OnlyChanged(paths) => secrets.extend(paths),
        }
    }
    secrets.push("provenance".to_owned());
    secrets.push("distractors".to_owned());
    secrets
}

fn assert_silent(told: &str, place: &str) {
    for secret in secrets() {
        let quoted = serde_json::to_string(&secret).unwrap();
        let found = told.contains(&secret) || told.contains(quoted.trim_matches('"'));
        assert!(!found, "{place} tells {secret:?}: {told}");
    }
}

#[test]
fn nothing_that_mcp_lists_or_answers_tells_how_a_task_is_judged() {
    let server = Server::start(Setup::default());
    let mut client = McpClient::new(format!("{}/mcp?index=1", server.http));
    let mut told = vec![client.open()];
    let lists = ["tools/list", "prompts/list", "resources/list", "resources/templates/list"];
    told.extend(lists.map(|method| client.ask(method, &json!({}))));
    for tool in told[1]["result"]["tools"].as_array().unwrap().clone() {
        let name = tool["name"].as_str().unwrap();
        if name != "finish" {
            told.push(client.call(name, &json!({})));
        }
    }
    for guess in ["rubric", "reference", "verdict", "verify", "reward", "goal", "task/0"] {
        told.push(client.call(guess, &json!({})));
        told.push(client.ask("prompts/get", &json!({"name": guess})));
        let uri = format!("compoworld://{guess}");
        let refused = client.ask("resources/read", &json!({"uri": uri}));
        assert!(refused["error"].is_object(), "{refused}");
    }
    told.push(client.call("finish", &json!({"answer": "129.5"})));
    let ended = told.last().unwrap().to_string();
    assert!(!ended.contains("reward") && !ended.contains("success"), "{ended}");
    for answer in told {
        assert_silent(&answer.to_string(), "MCP");
    }
}

#[test]
fn no_route_tells_how_a_task_is_judged() {
    let server = Server::start(Setup::default());
    let session = post(&format!("{}/reset", server.http), &json!({"index": 1}));
    let cookie = session.headers()["set-cookie"].to_str().unwrap().to_owned();
    assert_silent(&body(session), "/reset");
    let (http, nemo_gym) = (&server.http, &server.nemo_gym);
    for url in [
        format!("{http}/health"),
        format!("{http}/metadata"),
        format!("{http}/schema"),
        format!("{http}/state"),
        format!("{http}/list_environments"),
        format!("{http}/compoworld/splits"),
        format!("{http}/rubric"),
        format!("{http}/tasks.jsonl"),
        format!("{http}/../tasks.jsonl"),
        format!("{nemo_gym}/rows"),
        format!("{nemo_gym}/tasks"),
    ] {
        let response = agent().get(&url).header("cookie", &cookie).call().unwrap();
        assert_silent(&body(response), &url);
    }
    let split = json!({"split": "train", "index": 1});
    for route in ["tasks", "num_tasks", "task", "task_range"] {
        let url = format!("{http}/compoworld/{route}");
        assert_silent(&body(post(&url, &split)), &url);
    }
    for method in ["openenv/task", "openenv/rubric", "tools/list", "tasks/get"] {
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": {}});
        assert_silent(&body(post(&format!("{http}/mcp"), &message)), method);
    }
}

#[test]
fn an_agents_token_reaches_tools_and_no_reward() {
    let token = |text: &str| Some(text.to_owned());
    let access = Access {
        agent_token: token("agents"),
        trainer_token: token("trainers"),
        origins: Vec::new(),
    };
    let server = Server::start(Setup { access, ..Setup::default() });
    let mut client = McpClient::new(format!("{}/mcp", server.http)).with_token("agents");
    client.open();
    assert_eq!(client.call("crm__list_orders", &json!({}))["isError"], false);

    let (http, nemo_gym) = (&server.http, &server.nemo_gym);
    let status = |url: String, token: &str| {
        let request = agent().post(&url).header("authorization", format!("Bearer {token}"));
        request.send_json(json!({})).unwrap().status().as_u16()
    };
    for route in ["reset", "step", "compoworld/tasks"] {
        assert_eq!(status(format!("{http}/{route}"), "agents"), 401, "{route}");
    }
    for route in ["seed_session", "verify", "crm__list_orders", "aggregate_metrics"] {
        assert_eq!(status(format!("{nemo_gym}/{route}"), "agents"), 401, "{route}");
    }
    let get = agent().get(format!("{http}/ws")).header("authorization", "Bearer agents");
    assert_eq!(get.call().unwrap().status(), 401);
    assert_eq!(status(format!("{http}/reset"), "trainers"), 200);
    assert_eq!(status(format!("{nemo_gym}/seed_session"), "trainers"), 200);
    assert_eq!(agent().get(format!("{http}/health")).call().unwrap().status(), 200);
}

#[test]
fn trainers_routes_are_not_there_unless_they_are_asked_for() {
    let server = Server::start(Setup { openenv: false, ..Setup::default() });
    for route in ["reset", "step", "ws", "state", "metadata", "compoworld/tasks"] {
        let told = post(&format!("{}/{route}", server.http), &Value::Null);
        assert_eq!(told.status(), 404, "{route}");
    }
}
