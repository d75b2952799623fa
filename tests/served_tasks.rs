//! Tasks on the server that users run, done by the clients that agents and trainers use.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use compoworld_tests::{Served, Server, drive, installed, json_lines, program};
use serde_json::{Value, json};

/// Asserts that nothing that was said tells how the tasks are judged.
fn assert_silent(said: &str, tasks: &[Value]) {
    for task in tasks {
        let goal = task["goal_digest"].as_str().expect("a digest");
        assert!(!said.contains(goal), "the goal is told");
        for criterion in task["rubric"].as_array().expect("a rubric") {
            let text = criterion["text"].as_str().expect("a text");
            assert!(!said.contains(text), "the rubric is told: {text}");
        }
    }
}

fn agent_solves(client: &str, python: &str) {
    let Some(python) = installed(python) else { return };
    let served = Served::start();
    let tasks = served.tasks();
    let id = tasks[3]["id"].as_str().expect("a task has a name");
    let url = format!("{}?task={id}", served.server.url("MCP"));
    let path = served.file("train.jsonl").display().to_string();
    let seen = drive(&python, "drive_task.py", &[client, &url, &path, id]);
    assert_eq!(seen["ok"], true, "{seen}");
    assert_silent(&seen["said"].to_string(), &tasks);
    let kept = served.kept(1);
    assert_eq!((&kept[0]["task"], &kept[0]["outcome"]["success"]), (&json!(id), &json!(true)));
    assert_eq!(kept[0]["outcome"]["digest"], tasks[3]["goal_digest"]);
}

#[test]
fn the_official_python_client_does_a_task() {
    agent_solves("mcp", "COMPOWORLD_MCP_PYTHON");
}

#[test]
fn langchains_adapters_do_a_task() {
    agent_solves("langchain", "COMPOWORLD_LANGCHAIN_PYTHON");
}

#[test]
fn openenvs_clients_play_episodes_and_get_the_reward_at_the_end() {
    let Some(python) = installed("COMPOWORLD_OPENENV_PYTHON") else { return };
    let served = Served::start();
    let (url, path) =
        (served.server.url("OpenEnv"), served.file("train.jsonl").display().to_string());
    let seen = drive(&python, "drive_openenv.py", &["tasks", &url, &path]);
    for (name, play) in seen["plays"].as_object().expect("plays") {
        let rewards = play["rewards"].as_array().expect("rewards");
        assert!(rewards.iter().all(|reward| *reward == 0.0), "{name}: {rewards:?}");
        assert!(play["dones"].as_array().expect("dones").iter().all(|done| *done == false));
        assert_eq!(play["end"], json!([1.0, true]), "{name}");
        assert_eq!(play["after"], json!([0.0, true, "execution_error"]), "{name}");
        assert_silent(&play["seen"].to_string(), &served.tasks());
    }
    assert_eq!(seen["plays"]["seed 2"]["answers"], seen["plays"]["seed 2 again"]["answers"]);
    assert_eq!(seen["fresh"]["step_count"], 0);
    assert_eq!(seen["typed"]["end"], json!([1.0, true]), "{}", seen["typed"]);
    let codes = &seen["errors"]["codes"];
    assert_eq!((&codes[0], &codes[1]), (&json!("INVALID_JSON"), &json!("UNKNOWN_TYPE")));
    let listed = seen["errors"]["listed"]["result"]["tools"].as_array().expect("tools");
    assert!(listed.iter().any(|tool| tool["name"] == "finish"), "JSON-RPC over a WebSocket");
    assert!(served.kept(4).iter().all(|kept| kept["outcome"]["success"] == true));
}

#[test]
fn openenvs_client_gets_the_world_of_its_seed() {
    let Some(python) = installed("COMPOWORLD_OPENENV_PYTHON") else { return };
    let words = ["--services", "zendesk", "--http", "127.0.0.1:0", "--openenv"];
    let server = Server::start(&words);
    let made = drive(&python, "drive_openenv.py", &["seeds", &server.url("OpenEnv")]);
    assert_eq!(made[0], made[1]);
    assert_eq!((&made[0][0], &made[0][1]), (&Value::Null, &json!(false)), "no task, no reward");
    let id = |n: usize| &made[n][2]["data"]["id"];
    assert!(id(0).is_number() && id(0) != id(2), "{} and {}", id(0), id(2));
    assert_ne!(made[0][3], made[2][3], "the rows are others too");
}

fn verifiers_evaluates(taskset: &str, what: &str) {
    let Some(python) = installed("COMPOWORLD_VERIFIERS_PYTHON") else { return };
    let served = Served::start();
    let vf_eval = python.with_file_name("vf-eval").display().to_string();
    let (url, path) = (served.server.url(what), served.file("train.jsonl").display().to_string());
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path().display().to_string();
    let words = [taskset, &vf_eval, &url, &path, &folder];
    let episodes = drive(&python, "drive_verifiers.py", &words);
    assert_eq!(episodes.as_array().expect("episodes").len(), 2);
    for episode in episodes.as_array().expect("episodes") {
        assert_eq!(episode, &json!({"rewards": [1.0], "errors": []}));
    }
    assert_eq!(served.kept(2).len(), 2);
}

#[test]
fn verifiers_evaluates_a_scripted_model_through_openenv() {
    verifiers_evaluates("openenv", "OpenEnv");
}

#[test]
fn verifiers_evaluates_a_scripted_model_through_nemo_gym() {
    verifiers_evaluates("nemo-gym", "NeMo Gym");
}

fn post(url: &str, message: Value) -> Value {
    let mut answer = ureq::post(url).send_json(message).expect("the server answers");
    answer.body_mut().read_json().expect("an answer is JSON")
}

/// Follows a task's reference over plain HTTP; gives the reward.
fn play(url: &str, task: &Value, ends: bool) -> Value {
    let start = post(&format!("{url}/reset"), json!({"task": task["id"]}));
    let session = &start["metadata"]["session_id"];
    let step = |tool: &Value, arguments: &Value| {
        let action = json!({"type": "call_tool", "tool_name": tool, "arguments": arguments});
        post(&format!("{url}/step"), json!({"session_id": session, "action": action}))
    };
    for call in task["reference"]["calls"].as_array().expect("calls") {
        step(&call["tool"], &call["arguments"]);
    }
    if !ends {
        return Value::Null;
    }
    let answer = match &task["reference"]["answer"] {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    step(&json!("finish"), &json!({"answer": answer}))["reward"].clone()
}

#[test]
fn a_killed_server_has_kept_what_was_finished_and_the_next_one_goes_on() {
    let served = Served::start();
    let tasks = served.tasks();
    let url = served.server.url("OpenEnv");
    for task in &tasks[..3] {
        assert_eq!(play(&url, task, true), 1.0);
    }
    play(&url, &tasks[3], false);
    let Served { folder, server } = served;
    server.kill();

    let out = folder.path().join("out.jsonl");
    let whole = fs::read(&out).expect("trajectories are kept");
    assert_eq!(json_lines(&out).len(), 3, "what was finished, and nothing else");
    // What a writer leaves that is killed in the middle of a line.
    let torn = [&whole[..], &whole[..whole.len() / 5]].concat();
    fs::write(&out, torn).expect("writes");

    let server = Served::serve(folder.path());
    assert!(server.said().contains("the last line was cut off"), "{}", server.said());
    assert_eq!(fs::read(&out).expect("is there"), whole);
    assert_eq!(play(&server.url("OpenEnv"), &tasks[0], true), 1.0);
    let kept = json_lines(&out);
    let told: Vec<_> = kept.iter().map(|kept| (&kept["task"], &kept["attempt"])).collect();
    assert_eq!(told.len(), 4);
    assert_eq!(told[3], (&tasks[0]["id"], &json!(1)), "the second attempt at the first task");

    // Two servers would tear each other's lines.
    let second = Command::new(program("compoworld-runtime"))
        .args(["serve", "--http", "127.0.0.1:0", "--tasks"])
        .arg(folder.path().join("train.jsonl"))
        .arg("--out")
        .arg(&out)
        .output()
        .expect("the program starts");
    assert_eq!(second.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&second.stderr).contains("another run is writing"));
}

#[test]
#[cfg(unix)]
fn a_server_that_is_asked_to_end_judges_what_goes_on() {
    let served = Served::start();
    let tasks = served.tasks();
    play(&served.server.url("OpenEnv"), &tasks[1], false);
    let Served { folder, server } = served;
    server.terminate();
    let kept = json_lines(&folder.path().join("out.jsonl"));
    assert_eq!(kept.len(), 1);
    assert_eq!((&kept[0]["task"], &kept[0]["ending"]), (&tasks[1]["id"], &json!("closed")));
}

/// Starts a server over stdio, calls a tool that there is not, and gives the server.
fn call_over_stdio(served: &Served) -> Child {
    let mut child = Command::new(program("compoworld-runtime"))
        .args(["serve", "--tasks"])
        .arg(served.file("train.jsonl"))
        .arg("--out")
        .arg(served.file("stdio.jsonl"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the server starts");
    let info = json!({"name": "test", "version": "1"});
    let start = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": info});
    let stdin = child.stdin.as_mut().expect("standard input is piped");
    for message in [
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": start}),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "x__y"}}),
    ] {
        writeln!(stdin, "{message}").expect("the server reads");
    }
    let stdout = child.stdout.as_mut().expect("standard output is piped");
    let answers = BufReader::new(stdout).lines().take(2);
    let last = answers.last().expect("two answers").expect("an answer is text");
    assert!(last.contains("unknown_tool"), "{last}");
    child
}

#[test]
fn a_session_over_stdio_is_judged_when_the_client_closes_it() {
    let served = Served::start();
    let mut child = call_over_stdio(&served);
    drop(child.stdin.take());
    assert!(child.wait().expect("it was started here").success());
    let kept = json_lines(&served.file("stdio.jsonl"));
    assert_eq!((kept.len(), &kept[0]["ending"]), (1, &json!("closed")));
}

#[test]
#[cfg(unix)]
fn a_session_over_stdio_is_judged_when_the_server_is_asked_to_end() {
    let served = Served::start();
    let mut child = call_over_stdio(&served);
    let id = child.id().to_string();
    let asked = Command::new("kill").args(["-TERM", &id]).status().expect("kill starts");
    assert!(asked.success());
    assert!(child.wait().expect("it was started here").success());
    assert_eq!(json_lines(&served.file("stdio.jsonl")).len(), 1);
}
