//! World models that take their time: who has to wait for them, and who has not.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

use compoworld_chat::{ChatClient, EndpointChat, OpenAiConfig};
use compoworld_world::rollout::Ending;
use compoworld_world::{LanguageModel, WorldModel};
use serde_json::{Value, json};

use crate::openenv::Socket;
use crate::server::{McpClient, Server, Setup, agent, post};

const PATIENCE: Duration = Duration::from_secs(30);
const SLOW_TOOL: &str = "crm__forecast_demand";

/// A chat endpoint that takes every request, and answers none before it is released.
struct SlowEndpoint {
    address: String,
    state: Arc<(Mutex<State>, Condvar)>,
}

#[derive(Default)]
struct State {
    n_asked: usize,
    released: bool,
}

impl SlowEndpoint {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/v1", listener.local_addr().unwrap());
        let state: Arc<(Mutex<State>, Condvar)> = Arc::default();
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let shared = Arc::clone(&shared);
                thread::spawn(move || answer_when_released(stream.unwrap(), &shared));
            }
        });
        Self { address, state }
    }

    fn world_model(&self) -> Arc<dyn WorldModel> {
        let config = OpenAiConfig::new(&self.address, "tiny");
        Arc::new(LanguageModel::new(EndpointChat::new(ChatClient::new(config))))
    }

    /// Waits until so many requests are there; tells whether they came.
    fn was_asked(&self, n_requests: usize) -> bool {
        let (state, changed) = &*self.state;
        let asked = state.lock().unwrap();
        let is_less = |state: &mut State| state.n_asked < n_requests;
        !changed.wait_timeout_while(asked, PATIENCE, is_less).unwrap().1.timed_out()
    }

    fn release(&self) {
        let (state, changed) = &*self.state;
        state.lock().unwrap().released = true;
        changed.notify_all();
    }
}

/// Whatever becomes of a test, nobody waits for ever.
impl Drop for SlowEndpoint {
    fn drop(&mut self) {
        self.release();
    }
}

fn answer_when_released(mut stream: TcpStream, (state, changed): &(Mutex<State>, Condvar)) {
    read_request(&stream);
    let mut asked = state.lock().unwrap();
    asked.n_asked += 1;
    changed.notify_all();
    drop(changed.wait_while(asked, |state| !state.released).unwrap());
    let said = json!({"patch": {}, "data": {"units": 7, "trend": "up"}, "error": null});
    let message = json!({"role": "assistant", "content": said.to_string()});
    let body = json!({"choices": [{"message": message}]}).to_string();
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close";
    // Who does not listen any more does not mind.
    let _ = write!(stream, "{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len());
}

fn read_request(stream: &TcpStream) {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert!(reader.read_line(&mut head).unwrap() > 0, "the request ends in its head");
    }
    let head = head.to_lowercase();
    let length = head.split("content-length:").nth(1).unwrap().lines().next().unwrap();
    let length = length.trim().parse().unwrap();
    std::io::copy(&mut reader.take(length), &mut std::io::sink()).unwrap();
}

fn open(server: &Server) -> McpClient {
    let mut client = McpClient::new(format!("{}/mcp", server.http));
    client.open();
    client
}

#[test]
fn calls_that_wait_for_a_model_hold_up_no_other_session_in_any_protocol() {
    let endpoint = SlowEndpoint::start();
    let setup = Setup { world_model: endpoint.world_model(), ..Setup::default() };
    let server = Server::start(setup);
    let weeks = json!({"weeks": 4});
    let forecast = thread::scope(|scope| {
        // Several times as many as the server has threads for all.
        let by_mcp = (0..6).map(|_| scope.spawn(|| open(&server).call(SLOW_TOOL, &weeks)));
        let by_mcp: Vec<_> = by_mcp.collect();
        let by_socket = scope.spawn(|| {
            let mut socket = Socket::open(&server, "");
            socket.reset(&json!({}));
            socket.step(SLOW_TOOL, &weeks)["observation"]["result"]["data"].clone()
        });
        let by_nemo_gym = scope.spawn(|| {
            let seeded = post(&format!("{}/seed_session", server.nemo_gym), &json!({}));
            let cookie = seeded.headers()["set-cookie"].to_str().unwrap().to_owned();
            let call = agent().post(format!("{}/{SLOW_TOOL}", server.nemo_gym));
            let told = call.header("cookie", cookie).send_json(&weeks).unwrap();
            told.into_body().read_json::<Value>().unwrap()
        });
        let all_wait = endpoint.was_asked(8);

        let order = open(&server).call("crm__get_order", &json!({"id": "ORD-00002"}));
        assert_eq!(order["isError"], false, "{order}");
        let mut socket = Socket::open(&server, "");
        socket.reset(&json!({}));
        let orders = socket.step("crm__list_orders", &json!({}));
        assert_eq!(orders["observation"]["result"]["is_error"], false, "{orders}");

        endpoint.release();
        assert!(all_wait, "some slow calls did not get to the model while others waited for it");
        let mut told: Vec<Value> = by_mcp
            .into_iter()
            .map(|call| call.join().unwrap()["structuredContent"].clone())
            .collect();
        told.extend([by_socket.join().unwrap(), by_nemo_gym.join().unwrap()]);
        told
    });
    assert_eq!(forecast.len(), 8);
    for told in forecast {
        assert_eq!(told["data"], json!({"units": 7, "trend": "up"}), "{told}");
        assert_eq!(told["simulated"], true);
    }
}

#[test]
fn a_client_that_waits_for_a_model_is_heard_and_answered_in_turn() {
    let endpoint = SlowEndpoint::start();
    let setup = Setup { world_model: endpoint.world_model(), ..Setup::default() };
    let server = Server::start(setup);
    let mut socket = Socket::open(&server, "");
    socket.reset(&json!({}));
    let action = json!({"type": "call_tool", "tool_name": SLOW_TOOL, "arguments": {"weeks": 4}});
    socket.send(&json!({"type": "step", "data": action}).to_string());
    assert!(endpoint.was_asked(1));
    socket.send(r#"{"type":"state"}"#);
    assert!(socket.is_there(), "a ping is answered while the call waits");

    endpoint.release();
    let first = socket.hear().unwrap();
    assert_eq!(first["data"]["observation"]["result"]["data"]["simulated"], true, "{first}");
    let second = socket.hear().unwrap();
    assert_eq!(second["data"]["step_count"], 1, "{second}");
}

#[test]
fn an_attempt_that_waits_for_a_model_is_judged_when_its_client_and_the_server_are_gone() {
    let endpoint = SlowEndpoint::start();
    let setup = Setup { world_model: endpoint.world_model(), sessions_max: 1, ..Setup::default() };
    let server = Server::start(setup);
    let mut socket = Socket::open(&server, "");
    socket.reset(&json!({"index": 1}));
    let action = json!({"type": "call_tool", "tool_name": SLOW_TOOL, "arguments": {"weeks": 4}});
    socket.send(&json!({"type": "step", "data": action}).to_string());
    assert!(endpoint.was_asked(1));
    drop(socket);
    let full = post(&format!("{}/reset", server.http), &json!({}));
    assert_eq!(full.status(), 503, "its seat is taken for as long as it goes on");

    let address = server.address;
    let stopping = thread::spawn(move || server.stop());
    while TcpStream::connect(address).is_ok() {
        thread::yield_now();
    }
    endpoint.release();
    let kept = stopping.join().unwrap();
    let [kept] = &kept[..] else { panic!("{kept:?}") };
    assert_eq!((kept.task.as_str(), kept.ending), ("task-1", Ending::Closed));
    assert_eq!((kept.outcome.n_calls, kept.outcome.simulated), (1, 1));
}
