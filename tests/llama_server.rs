//! The client of chat endpoints against a real server: llama.cpp's, with a small model.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use compoworld_chat::{
    Chat, ChatClient, ChatMessage, EndpointChat, OpenAiConfig, Prompt, Request, Role,
};
use compoworld_tests::{installed, root};
use serde_json::{Value, json};

/// A server that ends with the test.
struct Llama {
    child: Child,
    address: String,
}

impl Llama {
    fn start() -> Option<Self> {
        let python = installed("COMPOWORLD_LLAMA_CPP_PYTHON")?;
        let mut child = Command::new(python)
            .arg(root().join("tests/clients/serve_llama.py"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts");
        let output = child.stdout.take().expect("its output is piped");
        let lines = BufReader::new(output).lines().map_while(Result::ok);
        let address = lines.into_iter().find(|line| line.starts_with("http"));
        Some(Self { child, address: address.expect("the server tells its address") })
    }

    fn chat(&self, stream: bool) -> EndpointChat {
        let config = OpenAiConfig {
            temperature: 0.0,
            completion_tokens_max: 48,
            timeout_s: 300,
            stream,
            ..OpenAiConfig::new(&format!("{}/v1", self.address), "smollm2")
        };
        EndpointChat::new(ChatClient::new(config))
    }
}

impl Drop for Llama {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_small_model_answers_in_words_in_a_stream_and_in_a_schema() {
    let Some(llama) = Llama::start() else { return };
    let request = Request {
        messages: vec![ChatMessage::said(Role::User, "Name a colour.")],
        seed: Some(1),
        ..Request::default()
    };
    let whole = llama.chat(false).complete(&request).expect("it answers");
    assert!(!whole.content.is_empty() && whole.tokens.completion > 0, "{whole:?}");
    let streamed = llama.chat(true).complete(&request).expect("it answers in a stream");
    assert_eq!(streamed.content, whole.content);
    assert_eq!(streamed.tokens.prompt, whole.tokens.prompt);

    let schema = json!({"type": "object", "required": ["colour"], "additionalProperties": false,
        "properties": {"colour": {"enum": ["red", "green", "blue"]}}});
    let prompt = Prompt::new("Answer in JSON.", "Which colour has grass?", schema);
    let answer = llama.chat(false).answer(&prompt).expect("it answers in a schema").content;
    let answer: Value = serde_json::from_str(&answer).expect("the answer is JSON");
    assert!(["red", "green", "blue"].contains(&answer["colour"].as_str().unwrap_or_default()));
}
