//! What is refused: too many sessions, too many requests, too large ones, strangers' pages.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::openenv::Socket;
use crate::server::{McpClient, Server, Setup, agent, initialize, post};

/// Asks again and again until the answer is as it should be.
fn eventually(mut as_it_should_be: impl FnMut() -> bool) {
    const PATIENCE: Duration = Duration::from_secs(30);
    let start = Instant::now();
    while !as_it_should_be() {
        assert!(start.elapsed() < PATIENCE, "it does not come about");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_full_server_says_so_in_each_protocol_and_a_freed_seat_is_taken_again() {
    let server = Server::start(Setup { sessions_max: 2, ..Setup::default() });
    let mut first = McpClient::new(format!("{}/mcp", server.http));
    first.open();
    let mut second = Socket::open(&server, "");
    second.reset(&json!({}));

    let third = McpClient::new(format!("{}/mcp", server.http));
    let refused = third.send("initialize", &initialize());
    assert_eq!(refused.status(), 503);
    assert!(refused.headers().contains_key("retry-after"));
    let refused = Socket::open(&server, "").hear().unwrap();
    assert_eq!(refused["data"]["code"], "CAPACITY_REACHED");
    for url in [format!("{}/reset", server.http), format!("{}/seed_session", server.nemo_gym)] {
        let refused = post(&url, &json!({}));
        assert_eq!(refused.status(), 503, "{url}");
        assert!(refused.headers().contains_key("retry-after"), "{url}");
    }
    let create = json!({"jsonrpc": "2.0", "id": 1, "method": "openenv/session/create"});
    let refused: Value =
        post(&format!("{}/mcp", server.http), &create).into_body().read_json().unwrap();
    assert_eq!(refused["error"]["code"], -32000);

    first.close();
    eventually(|| post(&format!("{}/reset", server.http), &json!({})).status() == 200);
}

#[test]
fn a_client_that_is_gone_without_a_word_loses_its_seat() {
    let idle = Duration::from_millis(200);
    let server = Server::start(Setup { sessions_max: 1, idle, ..Setup::default() });
    let freed =
        || eventually(|| post(&format!("{}/reset", server.http), &json!({})).status() == 200);
    // One that vanishes from an open connection: it is held, and never answers.
    let mut silent = Socket::open(&server, "");
    silent.reset(&json!({}));
    freed();
    assert!(silent.hear().is_none(), "the server has closed it");
    // The session of the reset is idle after a while too; so is one of MCP.
    freed();
    let client = McpClient::new(format!("{}/mcp", server.http));
    eventually(|| client.send("initialize", &initialize()).status() == 200);
    freed();
}

#[test]
fn requests_are_counted_by_client() {
    let server = Server::start(Setup { requests_per_s: Some(1), ..Setup::default() });
    let statuses: Vec<u16> = (0..8)
        .map(|_| agent().get(format!("{}/metadata", server.http)).call().unwrap().status().into())
        .collect();
    assert_eq!(statuses[..2], [200, 200], "{statuses:?}");
    assert!(statuses.contains(&429), "{statuses:?}");
}

#[test]
fn large_bodies_are_refused() {
    let server = Server::start(Setup::default());
    let large = json!({"padding": "x".repeat(80 << 10)});
    for url in [
        format!("{}/reset", server.http),
        format!("{}/mcp", server.http),
        format!("{}/seed_session", server.nemo_gym),
    ] {
        assert_eq!(post(&url, &large).status(), 413, "{url}");
    }
    let mut client = McpClient::new(format!("{}/mcp", server.http));
    client.open();
    assert_eq!(client.send("tools/call", &large).status(), 413);
    let mut socket = Socket::open(&server, "");
    socket.reset(&json!({}));
    assert!(socket.try_say(&large.to_string()).is_none(), "the connection is over");
}

#[test]
fn pages_of_strangers_and_names_of_strangers_are_turned_away() {
    let server = Server::start(Setup::default());
    let status = |header: &str, value: &str| {
        let request = agent().get(format!("{}/metadata", server.http)).header(header, value);
        request.call().unwrap().status().as_u16()
    };
    assert_eq!(status("origin", "http://localhost:3000"), 200);
    for origin in ["https://evil.example", "null", "http://localhost.evil.example"] {
        assert_eq!(status("origin", origin), 403, "{origin}");
    }
    assert_eq!(status("host", "evil.example"), 403);
}

#[test]
fn what_is_no_http_costs_a_connection_and_nothing_else() {
    let server = Server::start(Setup::default());
    for nonsense in [&b"\x00\xff\x16\x03\x01"[..], b"GET\r\n\r\n", b"POST /mcp HTTP/1.1\r\n\r\n"] {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.write_all(nonsense).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert!(!String::from_utf8_lossy(&answer).contains("HTTP/1.1 5"));
    }
    assert_eq!(agent().get(format!("{}/health", server.http)).call().unwrap().status(), 200);
}

#[test]
fn no_nonsense_makes_a_route_fail() {
    let server = Server::start(Setup::default());
    let (http, nemo_gym) = (&server.http, &server.nemo_gym);
    let mut urls = vec![format!("{http}/mcp"), format!("{http}/mcp/x"), format!("{http}/%00/task")];
    for route in ["reset", "step", "state", "ws", "metadata", "compoworld/task", "x/task_range"] {
        urls.push(format!("{http}/{route}?session_id=%ff&seed=x"));
    }
    for route in ["rows?start=9&stop=3", "seed_session", "verify", "close_session", "x__y", "%ff"] {
        urls.push(format!("{nemo_gym}/{route}"));
    }
    urls.push(format!("{nemo_gym}/aggregate_metrics"));
    let deep = "[".repeat(30_000);
    let bodies = [
        "",
        "{",
        "null",
        "[]",
        "{}",
        "\"x\"",
        "\u{0}",
        "1e999",
        deep.as_str(),
        r#"{"seed":-1,"index":1e30,"task":[],"episode_id":{}}"#,
        r#"{"action":null,"session_id":7}"#,
        r#"{"action":{"tool_name":"","arguments":null}}"#,
        r#"{"split":"train","index":-1,"start":9,"stop":3}"#,
        r#"{"split":"train","start":18446744073709551615,"stop":18446744073709551615}"#,
        r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":7,"arguments":"x"}}"#,
        r#"{"jsonrpc":"2.0","id":{},"method":"initialize","params":[]}"#,
        r#"{"response":{"output":[7,{"type":"message","content":[7,{"text":7}]}]}}"#,
        r#"{"verify_responses":[{"_ng_task_index":-1,"reward":"x"},{}]}"#,
    ];
    for url in &urls {
        for sent in bodies {
            for accept in ["application/json", "application/json, text/event-stream"] {
                let request = agent()
                    .post(url)
                    .header("accept", accept)
                    .header("content-type", "application/json")
                    .header("cookie", "compoworld_session=; =;;\u{80}");
                let status = request.send(sent).unwrap().status();
                assert!(!status.is_server_error(), "{url} {sent:.60}: {status}");
            }
        }
        for request in [agent().get(url), agent().delete(url)] {
            let status = request.call().unwrap().status();
            assert!(!status.is_server_error(), "{url}: {status}");
        }
    }
}
