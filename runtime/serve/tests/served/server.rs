//! A server in this process, and the little that its clients share.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use compoworld_serve::{
    Access, HttpOptions, Listening, RewardKind, Sessions, TaskWorlds, ToolNames, TrajectoryLog,
    Worlds, serve_http,
};
use compoworld_world::rollout::{Trajectory, read_trajectories};
use compoworld_world::{Environment, OfflineModel, Task, ToolView, WorldModel};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;
use ureq::http::Response;
use ureq::{Agent, Body};

use crate::services;

/// The tasks that the server gives out.
pub fn tasks() -> Vec<Task> {
    let named = |n| Task { id: format!("task-{n}"), ..services::sample_task::sample_task() };
    (0..3).map(named).collect()
}

/// How a test wants its server.
pub struct Setup {
    pub worlds: Option<Worlds>,
    pub access: Access,
    pub sessions_max: usize,
    pub idle: Duration,
    pub requests_per_s: Option<u32>,
    pub openenv: bool,
    pub view: ToolView,
    /// What answers simulated tools, where there are tasks.
    pub world_model: Arc<dyn WorldModel>,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            worlds: None,
            access: Access::default(),
            sessions_max: 64,
            idle: Duration::from_secs(600),
            requests_per_s: None,
            openenv: true,
            view: ToolView::Flat,
            world_model: Arc::new(OfflineModel),
        }
    }
}

/// A server, which ends with the test.
pub struct Server {
    pub http: String,
    pub nemo_gym: String,
    pub address: SocketAddr,
    folder: TempDir,
    runtime: Option<Runtime>,
    stop: Option<oneshot::Sender<()>>,
    served: Option<tokio::task::JoinHandle<()>>,
}

impl Server {
    pub fn start(setup: Setup) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out.jsonl");
        let worlds =
            setup.worlds.unwrap_or_else(|| task_worlds(out, setup.view, setup.world_model));
        // As few as there may be that still work side by side: what blocks one is soon noticed.
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let sessions = Sessions::new(worlds, setup.sessions_max, setup.idle);
        let options = HttpOptions {
            address: "127.0.0.1:0".parse().unwrap(),
            openenv: setup.openenv,
            nemo_gym: Some("127.0.0.1:0".parse().unwrap()),
            split: "train".to_owned(),
            access: setup.access,
            body_bytes_max: 64 << 10,
            request_ms: 10_000,
            requests_per_s: setup.requests_per_s,
        };
        let (say, hear) = mpsc::channel();
        let (stop, stopped) = oneshot::channel();
        let served = runtime.spawn(async move {
            let ready = |listening: Listening| say.send(listening).unwrap();
            let stopped = async { drop(stopped.await) };
            serve_http(sessions, options, ready, stopped).await.unwrap();
        });
        let listening = hear.recv().unwrap();
        Self {
            http: format!("http://{}", listening.http),
            nemo_gym: format!("http://{}", listening.nemo_gym.unwrap()),
            address: listening.http,
            folder,
            runtime: Some(runtime),
            stop: Some(stop),
            served: Some(served),
        }
    }

    /// Stops the server, which ends every session, and gives the trajectories that it kept.
    pub fn stop(mut self) -> Vec<Trajectory> {
        self.stop.take().unwrap().send(()).unwrap();
        let runtime = self.runtime.take().unwrap();
        runtime.block_on(self.served.take().unwrap()).unwrap();
        runtime.shutdown_timeout(Duration::from_secs(10));
        self.trajectories()
    }

    /// The trajectories that are in the file by now.
    pub fn trajectories(&self) -> Vec<Trajectory> {
        read_trajectories(&self.folder.path().join("out.jsonl")).unwrap().trajectories
    }
}

fn task_worlds(out: PathBuf, view: ToolView, world_model: Arc<dyn WorldModel>) -> Worlds {
    let tasks = tasks();
    let (log, _) = TrajectoryLog::open(&out, "served", &tasks).unwrap();
    let tasks = TaskWorlds {
        catalog: services::catalog(),
        tasks: tasks.into_iter().map(Into::into).collect(),
        calls_max: 20,
        reward: RewardKind::Uniform,
        world_model,
        quarantined: Vec::new(),
        log: Some(Arc::new(log)),
    };
    Worlds::of_tasks(tasks, view)
}

/// A world without a task.
pub fn seeded_worlds() -> Worlds {
    worlds_with(ToolNames::Full)
}

/// The same, with tools called like this.
pub fn worlds_with(names: ToolNames) -> Worlds {
    let make = |seed| {
        let catalog = services::catalog();
        let mut environment = Environment::new(&catalog, seed, services::epoch());
        environment.add("crm", catalog.require("crm").unwrap()).unwrap();
        Ok(environment)
    };
    Worlds::seeded(1, ToolView::Flat, names, Box::new(make)).unwrap()
}

/// A client that gives whatever answer it gets, if it gets one.
pub fn agent() -> Agent {
    const PATIENCE: Duration = Duration::from_secs(60);
    let settings = Agent::config_builder().http_status_as_error(false);
    settings.timeout_global(Some(PATIENCE)).build().into()
}

pub fn body(response: Response<Body>) -> String {
    response.into_body().read_to_string().unwrap()
}

pub fn post(url: &str, message: &Value) -> Response<Body> {
    agent().post(url).send_json(message).unwrap()
}

/// The revision of MCP that the client speaks, of those with sessions.
pub const REVISION: &str = "2025-06-18";

/// The parameters of MCP's `initialize`.
pub fn initialize() -> Value {
    json!({"protocolVersion": REVISION, "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"}})
}

/// An MCP client over HTTP, as far as the tests need one.
pub struct McpClient {
    url: String,
    session: Option<String>,
    token: Option<&'static str>,
}

impl McpClient {
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), session: None, token: None }
    }

    pub fn with_token(mut self, token: &'static str) -> Self {
        self.token = Some(token);
        self
    }

    /// Opens a session; gives what `initialize` answered.
    pub fn open(&mut self) -> Value {
        let response = self.send("initialize", &initialize());
        assert_eq!(response.status(), 200, "{}", body(response));
        let id = response.headers().get("mcp-session-id").unwrap();
        self.session = Some(id.to_str().unwrap().to_owned());
        let started = message_in(response);
        let done = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        assert_eq!(self.post(&done).status(), 202);
        started
    }

    pub fn ask(&self, method: &str, params: &Value) -> Value {
        message_in(self.send(method, params))
    }

    /// Asks in the revision of 2026-07-28, which repeats in headers what a request is.
    pub fn ask_stateless(&self, method: &str, params: &Value) -> Value {
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let mut request = agent().post(&self.url);
        request = request
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", "2026-07-28")
            .header("mcp-method", method);
        if let Some(name) = params["name"].as_str() {
            request = request.header("mcp-name", name);
        }
        message_in(request.send_json(&message).unwrap())
    }

    pub fn call(&self, tool: &str, arguments: &Value) -> Value {
        self.ask("tools/call", &json!({"name": tool, "arguments": arguments}))["result"].clone()
    }

    pub fn close(&self) {
        let request = agent().delete(&self.url);
        request.header("mcp-session-id", self.session.clone().unwrap()).call().unwrap();
    }

    pub fn send(&self, method: &str, params: &Value) -> Response<Body> {
        self.post(&json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}))
    }

    fn post(&self, message: &Value) -> Response<Body> {
        let mut request = agent().post(&self.url);
        request = request.header("accept", "application/json, text/event-stream");
        if let Some(session) = &self.session {
            request = request.header("mcp-session-id", session);
            request = request.header("mcp-protocol-version", REVISION);
        }
        if let Some(token) = self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        request.send_json(message).unwrap()
    }
}

/// The answer, alone or in a stream of events.
fn message_in(response: Response<Body>) -> Value {
    let text = body(response);
    if let Ok(message) = serde_json::from_str(&text) {
        return message;
    }
    let mut data = text.lines().filter_map(|line| line.strip_prefix("data:"));
    data.find_map(|data| serde_json::from_str(data.trim()).ok())
        .unwrap_or_else(|| panic!("no message in {text}"))
}
