//! Trainers, by OpenEnv.

use std::net::TcpStream;

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

use crate::server::{Server, Setup, agent, body, post, seeded_worlds, tasks};

/// A connection to `/ws`.
pub struct Socket(WebSocket<TcpStream>);

impl Socket {
    pub fn open(server: &Server, query: &str) -> Self {
        Self::open_at(server, &format!("ws{query}"))
    }

    pub fn open_at(server: &Server, place: &str) -> Self {
        let stream = TcpStream::connect(server.address).unwrap();
        let url = format!("ws://{}/{place}", server.address);
        Self(tungstenite::client(url, stream).unwrap().0)
    }

    pub fn say(&mut self, text: &str) -> Value {
        self.0.send(Message::text(text)).unwrap();
        self.hear().unwrap()
    }

    /// Says something and does not wait for the answer.
    pub fn send(&mut self, text: &str) {
        self.0.send(Message::text(text)).unwrap();
    }

    /// Whether the server answers a ping before anything else.
    pub fn is_there(&mut self) -> bool {
        self.0.send(Message::Ping(b"there?".to_vec().into())).unwrap();
        matches!(self.0.read(), Ok(Message::Pong(said)) if &said[..] == b"there?")
    }

    /// Closes, and waits until the server has let go.
    pub fn say_goodbye(mut self) {
        self.send(r#"{"type":"close"}"#);
        while self.hear().is_some() {}
    }

    pub fn try_say(&mut self, text: &str) -> Option<Value> {
        // Whether the whole text is taken before the connection is over is the system's choice.
        let _ = self.0.send(Message::text(text));
        self.hear()
    }

    /// The next message; `None` when the server closes.
    pub fn hear(&mut self) -> Option<Value> {
        loop {
            match self.0.read() {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    pub fn reset(&mut self, data: &Value) -> Value {
        let told = self.say(&json!({"type": "reset", "data": data}).to_string());
        assert_eq!(told["type"], "observation", "{told}");
        told["data"].clone()
    }

    pub fn step(&mut self, tool: &str, arguments: &Value) -> Value {
        let action = json!({"type": "call_tool", "tool_name": tool, "arguments": arguments});
        let told = self.say(&json!({"type": "step", "data": action}).to_string());
        assert_eq!(told["type"], "observation", "{told}");
        told["data"].clone()
    }
}

#[test]
fn the_reward_comes_with_the_step_that_ends_the_task_and_only_then() {
    let server = Server::start(Setup::default());
    let mut socket = Socket::open(&server, "");
    let start = socket.reset(&json!({"index": 1}));
    assert_eq!(start["observation"]["instruction"], json!(tasks()[1].instruction));
    assert_eq!((&start["reward"], &start["done"]), (&json!(0.0), &json!(false)));
    for call in &tasks()[0].reference.calls {
        let told = socket.step(&call.tool, &call.arguments);
        assert_eq!((&told["reward"], &told["done"]), (&json!(0.0), &json!(false)));
        assert_eq!(told["observation"]["result"]["is_error"], false, "{told}");
        assert_eq!(told["observation"]["error"], Value::Null);
    }
    let end = socket.step("finish", &json!({"answer": "129.5"}));
    assert_eq!((&end["reward"], &end["done"]), (&json!(1.0), &json!(true)));
    let after = socket.step("crm__list_orders", &json!({}));
    assert_eq!((&after["reward"], &after["done"]), (&json!(0.0), &json!(true)));
    let state = socket.say(r#"{"type":"state"}"#);
    assert_eq!(state["data"]["step_count"], 8);
    let passed = vec![true; tasks()[1].rubric.len()];
    let verdict = json!({"reward": 1.0, "success": true, "passed": passed});
    assert_eq!(state["data"]["verdict"], verdict);

    let next = socket.reset(&json!({"episode_id": "mine"}));
    assert_eq!(next["done"], false);
    let state = socket.say(r#"{"type":"state"}"#);
    let fresh = json!({"episode_id": "mine", "step_count": 0, "verdict": null});
    assert_eq!(state["data"], fresh);
}

#[test]
fn the_verdict_on_each_criterion_is_told_when_the_task_is_over_and_only_then() {
    let server = Server::start(Setup::default());
    let mut socket = Socket::open(&server, "");
    socket.reset(&json!({"index": 1}));
    let state = r#"{"type":"state"}"#;
    let call = &tasks()[0].reference.calls[0];
    socket.step(&call.tool, &call.arguments);
    assert_eq!(socket.say(state)["data"]["verdict"], Value::Null);
    let end = socket.step("finish", &json!({}));
    let verdict = socket.say(state)["data"]["verdict"].clone();
    assert!(!end.to_string().contains("passed"), "an observation goes on to the agent: {end}");
    assert_eq!((&verdict["reward"], &verdict["success"]), (&end["reward"], &json!(false)));
    drop(socket);
    let kept = server.stop();
    assert_eq!(verdict["passed"], json!(kept[0].outcome.criteria));
}

#[test]
fn equal_seeds_give_equal_episodes() {
    let server = Server::start(Setup { worlds: Some(seeded_worlds()), ..Setup::default() });
    let made = |seed: u64| {
        let mut socket = Socket::open(&server, "");
        let start = socket.reset(&json!({"seed": seed}));
        assert_eq!(start["reward"], Value::Null, "there is no task");
        let ada = json!({"name": "Ada", "email": "ada@example.org"});
        let customer = socket.step("crm__create_customer", &ada);
        customer["observation"]["result"]["data"]["data"].clone()
    };
    assert_eq!(made(5), made(5));

    let server = Server::start(Setup::default());
    let asked = |seed: u64| {
        let mut socket = Socket::open(&server, "");
        socket.reset(&json!({"seed": seed}));
        socket.step("finish", &json!({}));
    };
    for seed in [4, 4, 5] {
        asked(seed);
    }
    let tasks: Vec<_> = server.stop().into_iter().map(|kept| (kept.task, kept.seed)).collect();
    let expected = [("task-1", 4), ("task-1", 4), ("task-2", 5)];
    assert_eq!(tasks, expected.map(|(task, seed)| (task.to_owned(), seed)));
}

#[test]
fn nonsense_is_told_by_its_code_and_the_episode_goes_on() {
    let server = Server::start(Setup::default());
    let mut socket = Socket::open(&server, "");
    for (text, code) in [
        ("{", "INVALID_JSON"),
        ("[]", "UNKNOWN_TYPE"),
        (r#"{"type":"dance"}"#, "UNKNOWN_TYPE"),
        (r#"{"type":"step"}"#, "VALIDATION_ERROR"),
        (r#"{"type":"step","data":{"type":"jump"}}"#, "VALIDATION_ERROR"),
        (r#"{"type":"step","data":{"tool_name":"finish","arguments":3}}"#, "VALIDATION_ERROR"),
        (r#"{"type":"reset","data":{"seed":-1}}"#, "VALIDATION_ERROR"),
        (r#"{"type":"reset","data":{"task":"no"}}"#, "VALIDATION_ERROR"),
    ] {
        let told = socket.say(text);
        assert_eq!((&told["type"], &told["data"]["code"]), (&json!("error"), &json!(code)));
    }
    let unknown = socket.step("crm__make_coffee", &json!({}));
    assert_eq!(unknown["observation"]["error"]["error_type"], "tool_not_found");
    let wrong = socket.step("crm__get_order", &json!({}));
    assert_eq!(wrong["observation"]["error"]["error_type"], "invalid_args");
    assert_eq!(socket.step("finish", &json!({}))["done"], true);
}

#[test]
fn a_client_that_listed_tools_is_told_those_of_its_next_task() {
    let server = Server::start(Setup::default());
    let mut socket = Socket::open(&server, "");
    let listed = socket.say(r#"{"type":"step","data":{"type":"list_tools"}}"#);
    let tools = &listed["data"]["observation"]["tools"];
    assert!(tools.as_array().unwrap().iter().any(|tool| tool["name"] == "finish"));
    let start = socket.reset(&json!({"index": 2}));
    assert_eq!(&start["observation"]["available_tools"], tools);
}

#[test]
fn an_episode_runs_over_plain_http_by_cookie_or_by_name() {
    let server = Server::start(Setup::default());
    let url = |route: &str| format!("{}/{route}", server.http);
    let start = post(&url("reset"), &json!({"index": 0}));
    let cookie = start.headers()["set-cookie"].to_str().unwrap().to_owned();
    let start: Value = start.into_body().read_json().unwrap();
    let session = &start["metadata"]["session_id"];
    assert!(cookie.contains("HttpOnly") && cookie.contains(session.as_str().unwrap()));

    let step = |tool: &str, arguments: &Value| {
        let action = json!({"type": "call_tool", "tool_name": tool, "arguments": arguments});
        json!({"action": action})
    };
    for call in &tasks()[0].reference.calls {
        let request = agent().post(url("step")).header("cookie", &cookie);
        let told = request.send_json(step(&call.tool, &call.arguments)).unwrap();
        assert_eq!(told.into_body().read_json::<Value>().unwrap()["reward"], 0.0);
    }
    let mut end = step("finish", &json!({"answer": "129.5"}));
    end["session_id"] = session.clone();
    let end: Value = post(&url("step"), &end).into_body().read_json().unwrap();
    assert_eq!((&end["reward"], &end["done"]), (&json!(1.0), &json!(true)));

    for (request, status) in [
        (step("finish", &json!({})), 409),
        (json!({"session_id": session}), 422),
        (json!({"session_id": 7, "action": {"type": "list_tools"}}), 422),
        (json!({"action": {"type": 7, "tool_name": "finish"}}), 422),
        (json!([]), 422),
        (json!({"session_id": "no", "action": {"type": "list_tools"}}), 404),
    ] {
        let refused = post(&url("step"), &request);
        assert_eq!(refused.status(), status, "{request}: {}", body(refused));
    }
}

#[test]
fn tasks_are_listed_by_name_and_instruction() {
    let server = Server::start(Setup::default());
    let ask = |route: &str, message: Value| -> Value {
        let url = format!("{}/compoworld/{route}", server.http);
        post(&url, &message).into_body().read_json().unwrap()
    };
    let splits = agent().get(format!("{}/compoworld/splits", server.http)).call().unwrap();
    let splits: Value = splits.into_body().read_json().unwrap();
    assert_eq!(splits, json!([{"name": "train", "type": "train"}]));
    assert_eq!(ask("num_tasks", json!({"split": "train"})), json!({"num_tasks": 3}));
    let task = ask("task", json!({"split": "train", "index": 1}))["task"].clone();
    let instruction = &tasks()[1].instruction;
    assert_eq!(task, json!({"id": "task-1", "index": 1, "instruction": instruction}));
    let range = ask("task_range", json!({"split": "train", "start": 1, "stop": 3}));
    assert_eq!(range["tasks"].as_array().unwrap().len(), 2);
    assert_eq!(ask("tasks", json!({"split": "train"}))["tasks"].as_array().unwrap().len(), 3);
    for (route, message) in
        [("task", json!({"split": "train", "index": 7})), ("tasks", json!({"split": "no"}))]
    {
        assert!(ask(route, message)["detail"].is_string(), "{route}");
    }
}
