//! OpenEnv's JSON-RPC over HTTP and WebSocket, and who ends which session.

use serde_json::{Value, json};

use crate::openenv::Socket;
use crate::server::{Server, Setup, post};

fn request(method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params})
}

fn ask(server: &Server, method: &str, params: &Value) -> Value {
    let told = post(&format!("{}/mcp", server.http), &request(method, params));
    told.into_body().read_json().unwrap()
}

fn create(server: &Server) -> String {
    let created = ask(server, "openenv/session/create", &json!({"index": 1}));
    created["result"]["session_id"].as_str().unwrap().to_owned()
}

#[test]
fn a_websocket_at_mcp_speaks_json_rpc_in_a_session_of_its_own() {
    let server = Server::start(Setup::default());
    let mut socket = Socket::open_at(&server, "mcp");
    let listed = socket.say(&request("tools/list", &json!({})).to_string());
    assert_eq!(listed["id"], 7);
    let tools = listed["result"]["tools"].as_array().unwrap();
    assert!(tools.iter().any(|tool| tool["name"] == "crm__get_order"), "{listed}");
    let call = json!({"name": "crm__list_orders", "arguments": {}});
    let called = socket.say(&request("tools/call", &call).to_string());
    assert_eq!(called["result"]["is_error"], false, "{called}");
    assert!(!called.to_string().contains("reward"), "it is for agents: {called}");

    assert_eq!(socket.say("{")["error"]["code"], -32700);
    assert_eq!(socket.say("[]")["error"]["code"], -32600);
    let unknown = socket.say(&request("dance", &json!({})).to_string());
    assert_eq!(unknown["error"]["code"], -32601);
    drop(socket);
    assert_eq!(server.stop().len(), 1, "the attempt is judged when the connection ends");
}

#[test]
fn a_websocket_at_mcp_attaches_to_a_session_that_is_open_and_one_at_a_time_does() {
    let server = Server::start(Setup::default());
    let id = create(&server);
    let mut socket = Socket::open_at(&server, &format!("mcp?session_id={id}"));
    let own = socket.say(&request("openenv/session/create", &json!({})).to_string());
    assert_eq!(own["result"]["session_id"], json!(id));
    let close = request("openenv/session/close", &json!({"session_id": id}));
    assert_eq!(socket.say(&close.to_string())["error"]["code"], -32600, "it ends with the line");

    let second = Socket::open(&server, &format!("?session_id={id}")).hear().unwrap();
    assert_eq!(second["data"]["code"], "SESSION_ERROR", "{second}");
    let unknown = Socket::open_at(&server, "mcp?session_id=no").hear().unwrap();
    assert_eq!(unknown["error"]["code"], -32000, "{unknown}");

    let closing = ask(&server, "openenv/session/close", &json!({"session_id": id}));
    assert_eq!(closing["result"], json!({"session_id": id, "closed": false, "closing": true}));
    let call = request("tools/call", &json!({"name": "crm__list_orders"}));
    assert_eq!(socket.say(&call.to_string())["result"]["is_error"], false, "it plays to the end");
    let gone = ask(&server, "tools/list", &json!({"session_id": id}));
    assert_eq!(gone["error"]["code"], -32602, "nobody else finds it: {gone}");
}

#[test]
fn a_session_is_free_again_when_its_websocket_is_gone_and_closes_at_once_then() {
    let server = Server::start(Setup::default());
    let id = create(&server);
    let mut socket = Socket::open(&server, &format!("?session_id={id}"));
    socket.step("crm__list_orders", &json!({}));
    socket.say_goodbye();
    let mut again = Socket::open(&server, &format!("?session_id={id}"));
    assert_eq!(again.say(r#"{"type":"state"}"#)["data"]["step_count"], 1, "it is the same session");
    again.say_goodbye();
    let closed = ask(&server, "openenv/session/close", &json!({"session_id": id}));
    assert_eq!(closed["result"], json!({"session_id": id, "closed": true}));
}
