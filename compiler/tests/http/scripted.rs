//! Small scripted servers that speak MCP over streamable HTTP on loopback.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};

use serde_json::{Value, json};

/// A request as a server sees it.
pub struct Seen {
    pub method: String,
    pub headers: String,
    pub body: Value,
}

impl Seen {
    pub fn asks(&self) -> &str {
        self.body["method"].as_str().unwrap_or_default()
    }

    pub fn has(&self, header: &str) -> bool {
        self.headers.contains(header)
    }
}

/// What a server answers: status, headers, body.
pub struct Reply(pub u16, pub &'static str, pub String);

/// Serves on a free port for as long as the test runs; returns the URL.
pub fn serve(answer: impl Fn(&Seen) -> Reply + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it is bound");
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            // A client that hangs up is its own affair.
            let _ = exchange(stream, &answer);
        }
    });
    format!("http://{address}/mcp")
}

fn exchange(mut stream: TcpStream, answer: &impl Fn(&Seen) -> Reply) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let (mut first, mut headers) = (String::new(), String::new());
    reader.read_line(&mut first)?;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || line.trim().is_empty() {
            break;
        }
        headers += &line.to_lowercase();
    }
    let length = headers.lines().find_map(|line| line.strip_prefix("content-length:"));
    let mut body = vec![0; length.map_or(0, |text| text.trim().parse().expect("a length"))];
    reader.read_exact(&mut body)?;
    let method = first.split(' ').next().unwrap_or_default().to_owned();
    let body = serde_json::from_slice(&body).unwrap_or_default();
    let Reply(status, more, text) = answer(&Seen { method, headers, body });
    write!(
        stream,
        "HTTP/1.1 {status} x\r\n{more}content-length: {}\r\nconnection: close\r\n\r\n{text}",
        text.len()
    )
}

pub const JSON: &str = "content-type: application/json\r\n";

pub fn result(seen: &Seen, value: &Value) -> Reply {
    let text = json!({"jsonrpc": "2.0", "id": seen.body["id"], "result": value}).to_string();
    Reply(200, JSON, text)
}

pub fn hello(seen: &Seen) -> Reply {
    let info = json!({"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
        "serverInfo": {"name": "scripted", "version": "0.9.0"}});
    result(seen, &info)
}

pub fn tool(name: &str) -> Value {
    json!({"name": name, "description": "d", "inputSchema": {"type": "object"}})
}
