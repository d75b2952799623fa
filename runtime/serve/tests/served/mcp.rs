//! Agents, by MCP.

use compoworld_serve::{ToolNames, Worlds};
use compoworld_world::{Environment, ToolView};
use serde_json::{Value, json};

use crate::server::{
    McpClient, REVISION, Server, Setup, initialize, post, seeded_worlds, tasks, worlds_with,
};
use crate::services;

fn solve(client: &McpClient) {
    for call in &tasks()[0].reference.calls {
        let result = client.call(&call.tool, &call.arguments);
        assert_eq!(result["isError"], false, "{result}");
    }
}

#[test]
fn a_session_has_a_task_and_is_judged_when_the_agent_finishes() {
    let server = Server::start(Setup::default());
    let mut client = McpClient::new(format!("{}/mcp?task=task-1", server.http));
    let started = client.open();
    let asked = &tasks()[1].instruction;
    assert!(started["result"]["instructions"].as_str().unwrap().contains(asked), "{started}");
    let prompt = client.ask("prompts/get", &json!({"name": "task"}));
    assert_eq!(prompt["result"]["messages"][0]["content"]["text"], json!(asked));
    let resource = client.ask("resources/read", &json!({"uri": "compoworld://task"}));
    assert_eq!(resource["result"]["contents"][0]["text"], json!(asked));

    solve(&client);
    let finished = client.call("finish", &json!({"answer": "It was 129.5."}));
    assert_eq!(finished["structuredContent"], json!({"ok": true, "data": {"finished": true}}));
    let after = client.call("crm__list_orders", &json!({}));
    assert_eq!(after["structuredContent"]["error"]["code"], "failed_precondition");
    assert_eq!(client.call("finish", &json!({}))["isError"], true);

    let kept = server.trajectories();
    let [kept] = &kept[..] else { panic!("{kept:?}") };
    assert_eq!((kept.task.as_str(), kept.attempt, &*kept.policy), ("task-1", 0, "served"));
    assert!(kept.outcome.success, "{:?}", kept.outcome);
    assert_eq!(kept.outcome.digest, tasks()[1].goal_digest);
    assert_eq!((kept.answer.clone(), kept.calls().count()), (json!("It was 129.5."), 6));
}

#[test]
fn tasks_are_given_out_in_turn_and_sessions_do_not_see_each_other() {
    let server = Server::start(Setup::default());
    let url = format!("{}/mcp", server.http);
    let mut clients: Vec<McpClient> = (0..3).map(|_| McpClient::new(&*url)).collect();
    for client in &mut clients {
        client.open();
    }
    solve(&clients[0]);
    let order = clients[1].call("crm__get_order", &json!({"id": "ORD-00002"}));
    assert_eq!(order["structuredContent"]["data"]["status"], "shipped");
    for client in &clients {
        client.call("finish", &json!({"answer": "129.5"}));
    }
    let mut told: Vec<_> =
        server.stop().into_iter().map(|kept| (kept.task, kept.outcome.success)).collect();
    told.sort();
    let expected = [("task-0", true), ("task-1", false), ("task-2", false)];
    assert_eq!(told, expected.map(|(task, success)| (task.to_owned(), success)));
}

#[test]
fn the_meta_tools_are_the_same_for_every_task_and_lead_to_success() {
    let server = Server::start(Setup { view: ToolView::Meta, ..Setup::default() });
    let mut client = McpClient::new(format!("{}/mcp", server.http));
    client.open();
    let listed = client.ask("tools/list", &json!({}));
    let tools = listed["result"]["tools"].as_array().unwrap().iter();
    let names: Vec<_> = tools.map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["list_services", "list_tools", "describe_tool", "call_tool", "finish"]);
    for call in &tasks()[0].reference.calls {
        let inner = json!({"tool": call.tool, "arguments": call.arguments});
        assert_eq!(client.call("call_tool", &inner)["isError"], false);
    }
    client.call("finish", &json!({"answer": "129.5"}));
    let kept = server.stop();
    assert!(kept[0].outcome.success && kept[0].view == ToolView::Meta);
}

#[test]
fn a_call_is_answered_alike_where_it_arrives_and_by_way_of_the_session() {
    let server = Server::start(Setup::default());
    let mut client = McpClient::new(format!("{}/mcp", server.http));
    client.open();
    for (tool, arguments) in [
        ("crm__get_order", json!({"id": "ORD-00002"})),
        ("crm__get_order", json!({"id": "ORD-99999"})),
        ("crm__forecast_demand", json!({"weeks": 4})),
        ("make_coffee", json!({})),
    ] {
        let mut params = json!({"name": tool, "arguments": arguments});
        let at_once = client.ask("tools/call", &params);
        // A request that names its revision is left to the session.
        params["_meta"] = json!({"io.modelcontextprotocol/protocolVersion": REVISION});
        let in_time = client.ask("tools/call", &params);
        assert!(at_once["result"]["content"].is_array(), "{at_once}");
        assert_eq!(at_once, in_time, "{tool}");
    }
}

#[test]
fn tools_are_called_as_the_real_server_calls_them_where_that_is_asked_for() {
    let worlds = Some(worlds_with(ToolNames::Wire));
    let server = Server::start(Setup { worlds, ..Setup::default() });
    let mut client = McpClient::new(format!("{}/mcp", server.http));
    client.open();
    let listed = client.ask("tools/list", &json!({}));
    let tools = listed["result"]["tools"].as_array().unwrap();
    assert!(tools.iter().any(|tool| tool["name"] == "list_orders"), "{listed}");
    assert!(!tools.iter().any(|tool| tool["name"].as_str().unwrap().contains("__")), "{listed}");
    let ada = json!({"name": "Ada", "email": "ada@example.org"});
    let made = client.call("create_customer", &ada);
    assert_eq!(made["structuredContent"]["data"]["name"], "Ada", "{made}");
    let unknown = client.call("make_coffee", &json!({}));
    assert_eq!(unknown["structuredContent"]["error"]["code"], "unknown_tool");
}

#[test]
fn two_tools_with_one_real_name_are_not_served_under_it() {
    let make = |seed| {
        let catalog = services::catalog();
        let mut environment = Environment::new(&catalog, seed, services::epoch());
        for alias in ["crm_eu", "crm_us"] {
            environment.add(alias, catalog.require("crm").unwrap()).unwrap();
        }
        Ok(environment)
    };
    let Err(clash) = Worlds::seeded(1, ToolView::Flat, ToolNames::Wire, Box::new(make)) else {
        panic!("one of the two would never be called");
    };
    let said = clash.to_string();
    assert!(said.contains("`crm_eu__") && said.contains("`crm_us__"), "{said}");
}

/// A request of the revision without sessions.
fn stateless(client: &McpClient, method: &str, params: &Value) -> Value {
    let mut params = params.clone();
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    client.ask_stateless(method, &params)
}

#[test]
fn a_session_that_a_trainer_opened_serves_the_revision_without_sessions() {
    let server = Server::start(Setup::default());
    let rpc = format!("{}/mcp", server.http);
    let create = json!({"jsonrpc": "2.0", "id": 1, "method": "openenv/session/create",
        "params": {"index": 2}});
    let created: Value = post(&rpc, &create).into_body().read_json().unwrap();
    let id = created["result"]["session_id"].as_str().unwrap();

    let client = McpClient::new(format!("{rpc}/{id}"));
    let found = stateless(&client, "server/discover", &json!({}));
    let revisions = found["result"]["supportedVersions"].as_array().unwrap();
    assert!(revisions.contains(&json!("2026-07-28")), "{found}");
    for call in &tasks()[0].reference.calls {
        let params = json!({"name": call.tool, "arguments": call.arguments});
        let result = stateless(&client, "tools/call", &params);
        assert_eq!(result["result"]["isError"], false, "{result}");
    }
    let close = json!({"jsonrpc": "2.0", "id": 2, "method": "openenv/session/close",
        "params": {"session_id": id}});
    let closed: Value = post(&rpc, &close).into_body().read_json().unwrap();
    assert_eq!(closed["result"]["closed"], true);
    let gone = stateless(&client, "tools/list", &json!({}));
    assert!(gone["error"]["message"].as_str().unwrap().contains("no open session"), "{gone}");

    let kept = server.stop();
    assert_eq!((kept.len(), kept[0].task.as_str()), (1, "task-2"));
    // Four of five: the answer was not given.
    assert_eq!(kept[0].outcome.rubric_mean, 0.8);
}

#[test]
fn an_address_without_a_session_offers_only_revisions_with_sessions() {
    let server = Server::start(Setup { worlds: Some(seeded_worlds()), ..Setup::default() });
    let client = McpClient::new(format!("{}/mcp", server.http));
    let refused = stateless(&client, "server/discover", &json!({}));
    let offered = &refused["error"]["data"]["supported"];
    assert!(!offered.as_array().unwrap().contains(&json!("2026-07-28")), "{refused}");
}

#[test]
fn what_is_asked_for_and_not_there_is_refused_with_the_reason() {
    let server = Server::start(Setup::default());
    for (query, said) in [
        ("task=no", "there is no task `no`"),
        ("index=9", "numbered from 0 to 2"),
        ("index=x", "the address"),
    ] {
        let client = McpClient::new(format!("{}/mcp?{query}", server.http));
        let refused = client.ask("initialize", &initialize());
        let message = refused["error"]["message"].as_str().unwrap();
        assert!(message.contains(said), "{query}: {message}");
    }
}
