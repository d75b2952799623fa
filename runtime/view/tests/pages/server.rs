//! An inspector that listens while a test runs, and the little of HTTP that tests need.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread::JoinHandle;

use compoworld_view::{ViewError, ViewOptions, serve_view};

use crate::services::catalog;

/// An inspector, which ends when it is dropped.
pub struct Inspector {
    pub address: SocketAddr,
    pub notes: Vec<String>,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

/// Tries to start an inspector, without waiting for its end.
pub fn try_start(address: &str, paths: Vec<PathBuf>) -> Result<Inspector, ViewError> {
    let options = ViewOptions { address: address.parse().unwrap(), paths, ledgers: None };
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let (say, said) = mpsc::channel();
    let thread = std::thread::spawn(move || {
        let failed = say.clone();
        let ready = move |address: SocketAddr, notes: &[String]| {
            say.send(Ok((address, notes.to_vec()))).unwrap();
        };
        let until = async {
            let _ = stopped.await;
        };
        let runtime = tokio::runtime::Runtime::new().unwrap();
        if let Err(error) = runtime.block_on(serve_view(catalog(), options, ready, until)) {
            let _ = failed.send(Err(error));
        }
    });
    let (address, notes) = said.recv().unwrap()?;
    Ok(Inspector { address, notes, stop: Some(stop), thread: Some(thread) })
}

/// Starts an inspector on a free port.
pub fn start(paths: &[PathBuf]) -> Inspector {
    try_start("127.0.0.1:0", paths.to_vec()).unwrap()
}

impl Drop for Inspector {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Inspector {
    /// Sends a request with these header lines beside `Host`, and reads the answer.
    pub fn send(&self, head: &str, body: &str) -> Answer {
        let mut stream = TcpStream::connect(self.address).unwrap();
        let request =
            format!("{head}Connection: close\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        stream.write_all(request.as_bytes()).unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    /// Asks for a page.
    pub fn get(&self, path: &str) -> Answer {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\n", self.address), "")
    }

    /// Asks for a page that is there.
    pub fn page(&self, path: &str) -> String {
        let answer = self.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        assert!(answer.body.contains("</html>"), "{path}: {}", answer.body);
        answer.body
    }

    /// Sends a form as the inspector's own pages do.
    pub fn post(&self, path: &str, pairs: &[(&str, &str)]) -> Answer {
        let address = self.address;
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n\
             Content-Type: application/x-www-form-urlencoded\r\n"
        );
        let encoded = pairs.iter().map(|(name, text)| format!("{}={}", encode(name), encode(text)));
        self.send(&head, &encoded.collect::<Vec<_>>().join("&"))
    }

    /// Sends a form, and returns where the browser is sent.
    pub fn follow(&self, path: &str, pairs: &[(&str, &str)]) -> String {
        let answer = self.post(path, pairs);
        assert_eq!(answer.status, 303, "{path}: {}", answer.body);
        let line = answer.head.lines().find_map(|line| line.strip_prefix("location: "));
        line.unwrap().trim().to_owned()
    }
}

fn encode(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'.' | b'-' => {
                char::from(byte).to_string()
            }
            _ => format!("%{byte:02X}"),
        })
        .collect()
}
