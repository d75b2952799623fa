//! A served world whose simulated tools a language model answers, recorded and played again.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use compoworld_tests::{Server, json_lines};
use serde_json::{Value, json};

const TOOL: &str = "insightly__convert_lead";

/// A chat endpoint that says that every call does nothing but answer, and counts its requests.
fn endpoint() -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it listens");
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            counted.fetch_add(1, Ordering::SeqCst);
            answer(stream);
        }
    });
    (format!("http://{address}/v1"), count)
}

fn answer(mut stream: TcpStream) {
    let mut reader = BufReader::new(&stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        reader.read_line(&mut head).expect("the request has a head");
    }
    let head = head.to_lowercase();
    let length = head.split("content-length:").nth(1).and_then(|rest| rest.lines().next());
    let length = length.and_then(|length| length.trim().parse().ok()).expect("a length");
    std::io::copy(&mut reader.take(length), &mut std::io::sink()).expect("the request has a body");
    let said = json!({"patch": null, "data": {"contact_id": 7001}, "error": null});
    let message = json!({"role": "assistant", "content": said.to_string()});
    let body = json!({
        "choices": [{"message": message}],
        "usage": {"prompt_tokens": 900, "completion_tokens": 30},
    });
    let body = body.to_string();
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close";
    write!(stream, "{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len())
        .expect("the client listens");
}

/// Makes one call in a session of its own, by OpenEnv's JSON-RPC.
fn call(server: &Server) -> Value {
    let ask = |method: &str, params: Value| -> Value {
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let mut told = ureq::post(server.url("MCP")).send_json(message).expect("an answer");
        told.body_mut().read_json().expect("an answer is JSON")
    };
    let created = ask("openenv/session/create", json!({}));
    let session = &created["result"]["session_id"];
    let arguments = json!({"lead_id": "LEA-00001"});
    let called =
        ask("tools/call", json!({"session_id": session, "name": TOOL, "arguments": arguments}));
    called["result"]["data"].clone()
}

fn serve(model: &str, record: Option<&Path>, endpoint: &str) -> Server {
    let mut words = vec!["--services", "insightly", "--http", "127.0.0.1:0", "--openenv"];
    words.extend(["--world-model", model]);
    let record = record.map(|record| record.display().to_string());
    words.extend(record.iter().flat_map(|record| ["--record", record]));
    Server::start_with(&words, &[("OPENAI_BASE_URL", endpoint)])
}

#[test]
fn what_a_model_said_to_served_sessions_is_recorded_and_played_again_without_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let cassette = folder.path().join("cassette.jsonl");
    let (address, n_asked) = endpoint();
    let server = serve("openai:tiny", Some(&cassette), &address);
    let live = call(&server);
    assert_eq!(live["simulated"], true, "{live}");
    assert_eq!(live["data"], json!({"contact_id": 7001}));
    assert_eq!(call(&server), live, "one prompt has one answer");
    assert_eq!(n_asked.load(Ordering::SeqCst), 1, "what the cassette holds is not asked again");
    server.terminate();
    assert_eq!(json_lines(&cassette).len(), 1);

    let replay = format!("replay:{}", cassette.display());
    let server = serve(&replay, None, "http://127.0.0.1:1/v1");
    assert_eq!(call(&server), live);
    server.terminate();
    assert_eq!(n_asked.load(Ordering::SeqCst), 1);
}
