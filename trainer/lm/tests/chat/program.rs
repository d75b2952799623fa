//! The program, serving a tiny model.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::tiny_model::write_folder;

/// A server that ends with the test.
pub struct Served {
    /// The process.
    pub child: Child,
    /// The address with `/v1`.
    pub base_url: String,
    _folder: TempDir,
}

impl Served {
    /// Serves the tiny model with this template.
    pub fn start(template: &str, words: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        write_folder(folder.path(), template);
        let mut child = Command::new(env!("CARGO_BIN_EXE_compoworld-lm"))
            .args(["serve", "--address", "127.0.0.1:0", "--name", "tiny", "--model"])
            .arg(folder.path())
            .args(words)
            .env("COMPOWORLD_TEST_TOKEN", "secret")
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stderr.take().expect("it is piped")).lines();
        let base_url = loop {
            let line = lines.next().expect("it says where it listens").expect("text");
            if let Some((_, address)) = line.split_once(" at ") {
                break address.to_owned();
            }
        };
        // What else it says must not fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, base_url, _folder: folder }
    }

    /// The status and the JSON of an answer.
    pub fn post(&self, body: &Value) -> (u16, Value) {
        let (status, text) = self.post_text(&body.to_string(), None);
        (status, serde_json::from_str(&text).expect("JSON"))
    }

    /// The status and the text of an answer to any body.
    pub fn post_text(&self, body: &str, token: Option<&str>) -> (u16, String) {
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(120)))
            .build()
            .into();
        let mut request = agent
            .post(format!("{}/chat/completions", self.base_url))
            .header("Content-Type", "application/json");
        if let Some(token) = token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        let mut response = request.send(body).expect("it answers");
        let text = response.body_mut().read_to_string().expect("text");
        (response.status().as_u16(), text)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a variable names, which `tests/run` sets for what it could install.
pub fn installed(variable: &str) -> Option<PathBuf> {
    let path = std::env::var_os(variable).map(PathBuf::from);
    if path.is_none() {
        eprintln!("SKIPPED: tests/run installs what {variable} names");
    }
    path
}

/// A script beside the tests.
pub fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/chat/peer").join(name)
}
