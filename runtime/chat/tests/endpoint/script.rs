//! A chat endpoint on loopback that says what it is told to, one answer a request.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use serde_json::Value;

/// A server that gives these answers, one a request, then stops listening.
pub struct Script {
    pub address: String,
    requests: Arc<Mutex<Vec<(String, Value)>>>,
    thread: JoinHandle<()>,
}

/// What the server does with a request.
#[derive(Clone)]
pub enum Reply {
    /// Answers with this status code, these further headers and this body.
    Whole(u16, &'static str, String),
    /// Says half of this body, and cuts the connection.
    Half(String),
    /// Says nothing until the script is over.
    Silence,
}

impl Reply {
    pub fn ok(body: impl Into<String>) -> Self {
        Self::Whole(200, "", body.into())
    }

    pub fn failing(status: u16, body: &str) -> Self {
        Self::Whole(status, "", body.to_owned())
    }
}

impl Script {
    pub fn run(replies: Vec<Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/v1", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&requests);
        let thread = thread::spawn(move || {
            let mut kept_open = Vec::new();
            for reply in replies {
                let (mut stream, _) = listener.accept().unwrap();
                seen.lock().unwrap().push(read_request(&stream));
                match reply {
                    Reply::Whole(status, headers, body) => {
                        write_reply(&mut stream, status, headers, body.len(), &body);
                    }
                    Reply::Half(body) => {
                        let half: String = body.chars().take(body.chars().count() / 2).collect();
                        write_reply(&mut stream, 200, "", body.len(), &half);
                    }
                    Reply::Silence => kept_open.push(stream),
                }
            }
        });
        Self { address, requests, thread }
    }

    /// The head and the body of every request, once all answers are given.
    pub fn finish(self) -> Vec<(String, Value)> {
        self.thread.join().unwrap();
        Arc::try_unwrap(self.requests).unwrap().into_inner().unwrap()
    }
}

fn write_reply(stream: &mut TcpStream, status: u16, headers: &str, length: usize, body: &str) {
    let json = "content-type: application/json\r\n";
    let kind = if headers.contains("content-type") { "" } else { json };
    write!(
        stream,
        "HTTP/1.1 {status} X\r\n{kind}content-length: {length}\r\n\
         connection: close\r\n{headers}\r\n{body}"
    )
    .unwrap();
}

fn read_request(stream: &TcpStream) -> (String, Value) {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert!(reader.read_line(&mut head).unwrap() > 0, "the request ends in its head");
    }
    let lower = head.to_lowercase();
    let length = lower.split("content-length:").nth(1).unwrap().lines().next().unwrap();
    let mut body = vec![0; length.trim().parse().unwrap()];
    reader.read_exact(&mut body).unwrap();
    (head, serde_json::from_slice(&body).unwrap())
}
