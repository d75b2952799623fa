//! However a session ends, its attempt is kept once.

use compoworld_world::rollout::Ending;
use serde_json::json;

use crate::openenv::Socket;
use crate::server::{McpClient, Server, Setup, agent, post};

#[test]
fn an_agent_that_goes_away_is_judged_by_what_it_did() {
    let server = Server::start(Setup::default());
    let mut client = McpClient::new(format!("{}/mcp?index=0", server.http));
    client.open();
    client.call("crm__list_orders", &json!({}));
    client.close();

    let mut socket = Socket::open(&server, "");
    socket.reset(&json!({"index": 1}));
    socket.step("crm__list_orders", &json!({}));
    drop(socket);

    let mut socket = Socket::open(&server, "");
    socket.reset(&json!({"index": 2}));
    socket.step("crm__list_orders", &json!({}));
    // The next reset ends it.
    socket.reset(&json!({"index": 2}));

    let mut kept = server.stop();
    kept.sort_by(|a, b| a.task.cmp(&b.task));
    let told: Vec<_> = kept.iter().map(|kept| (kept.task.as_str(), kept.ending)).collect();
    let expected = ["task-0", "task-1", "task-2"].map(|task| (task, Ending::Closed));
    assert_eq!(told, expected);
    assert!(kept.iter().all(|kept| !kept.outcome.success && kept.answer.is_null()));
}

#[test]
fn a_stopping_server_judges_what_goes_on() {
    let server = Server::start(Setup::default());
    let mut client = McpClient::new(format!("{}/mcp?index=0", server.http));
    client.open();
    client.call("crm__list_orders", &json!({}));
    let mut socket = Socket::open(&server, "");
    socket.reset(&json!({"index": 1}));
    socket.step("crm__list_orders", &json!({}));
    post(&format!("{}/reset", server.http), &json!({"index": 2}));
    let seeded = post(&format!("{}/seed_session", server.nemo_gym), &json!({"index": 2}));
    let cookie = seeded.headers()["set-cookie"].to_str().unwrap().to_owned();
    let call = agent().post(format!("{}/crm__list_orders", server.nemo_gym));
    call.header("cookie", cookie).send_json(json!({})).unwrap();

    let mut tasks: Vec<_> = server.stop().into_iter().map(|kept| kept.task).collect();
    tasks.sort();
    // The plain reset did nothing, and leaves nothing.
    assert_eq!(tasks, ["task-0", "task-1", "task-2"]);
}

#[test]
fn attempts_at_a_task_are_numbered_and_used_up_calls_are_told() {
    let server = Server::start(Setup::default());
    let mut socket = Socket::open(&server, "");
    for _ in 0..2 {
        socket.reset(&json!({"index": 0}));
        for _ in 0..20 {
            socket.step("crm__list_orders", &json!({}));
        }
        let refused = socket.step("crm__list_orders", &json!({}));
        let message = refused["observation"]["error"]["message"].as_str().unwrap();
        assert!(message.contains("used up"), "{message}");
    }
    socket.reset(&json!({"index": 1}));
    let kept = server.stop();
    let told: Vec<_> = kept.iter().map(|kept| (kept.attempt, kept.ending)).collect();
    assert_eq!(told, [(0, Ending::Budget), (1, Ending::Budget)]);
    assert!(kept.iter().all(|kept| kept.outcome.n_calls == 20 && kept.calls().count() == 20));
}
