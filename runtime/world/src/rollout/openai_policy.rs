//! The policy behind an OpenAI-compatible chat endpoint.

use std::fmt;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::rollout::chat_format::{Completion, request_messages, request_tools};
use crate::rollout::message::Message;
use crate::rollout::policy::{Actor, AttemptStart, Policy, PolicyError, Turn};

/// Where the model is and how it is asked.
#[derive(Clone)]
pub struct OpenAiConfig {
    /// The address before `/chat/completions`.
    pub base_url: String,
    /// The key, when the endpoint wants one.
    pub api_key: Option<String>,
    /// The model's name at the endpoint.
    pub model: String,
    /// The sampling temperature.
    pub temperature: f64,
    /// How many tokens a turn may have.
    pub completion_tokens_max: u32,
    /// How long one request may take.
    pub timeout_s: u64,
    /// How often a request that fails in passing is made again.
    pub retries_max: u32,
    /// How long to wait before the first retry; each further one waits twice as long.
    pub retry_delay_ms: u64,
    /// Whether the very tokens and their log-probabilities are asked for, as vLLM tells them.
    pub token_ids: bool,
}

/// What is missing in the process environment.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the environment variable {BASE_URL_VARIABLE} is not set; set it to the address of an \
     OpenAI-compatible endpoint, such as http://127.0.0.1:8080/v1, and {API_KEY_VARIABLE} when the \
     endpoint wants a key"
)]
pub struct OpenAiConfigError;

const BASE_URL_VARIABLE: &str = "OPENAI_BASE_URL";
const API_KEY_VARIABLE: &str = "OPENAI_API_KEY";

impl OpenAiConfig {
    /// The endpoint that the process environment names: `OPENAI_BASE_URL` and `OPENAI_API_KEY`.
    /// Addresses and keys come from nowhere else, so that none ends up in a file.
    ///
    /// # Errors
    /// When no address is set.
    pub fn from_environment(model: &str) -> Result<Self, OpenAiConfigError> {
        let set = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
        let base_url = set(BASE_URL_VARIABLE).ok_or(OpenAiConfigError)?;
        Ok(Self { api_key: set(API_KEY_VARIABLE), ..Self::new(&base_url, model) })
    }

    /// An endpoint without a key.
    #[must_use]
    pub fn new(base_url: &str, model: &str) -> Self {
        Self {
            base_url: base_url.trim_end_matches('/').to_owned(),
            api_key: None,
            model: model.to_owned(),
            temperature: 0.7,
            completion_tokens_max: 2_048,
            timeout_s: 120,
            retries_max: 4,
            retry_delay_ms: 500,
            token_ids: false,
        }
    }
}

impl fmt::Debug for OpenAiConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The key is left out on purpose.
        f.debug_struct("OpenAiConfig")
            .field("base_url", &self.base_url)
            .field("model", &self.model)
            .finish_non_exhaustive()
    }
}

/// A model behind a chat endpoint with tool calls.
#[derive(Debug)]
pub struct OpenAiPolicy {
    config: OpenAiConfig,
    agent: ureq::Agent,
}

impl OpenAiPolicy {
    /// The policy of this endpoint.
    #[must_use]
    pub fn new(config: OpenAiConfig) -> Self {
        let settings = ureq::Agent::config_builder()
            .timeout_global(Some(Duration::from_secs(config.timeout_s)))
            .http_status_as_error(false)
            .build();
        Self { config, agent: settings.into() }
    }

    fn url(&self) -> String {
        format!("{}/chat/completions", self.config.base_url)
    }

    /// Makes a request, again and again while it fails in passing.
    fn ask(&self, body: &Value) -> Result<Completion, PolicyError> {
        let mut tries = 0;
        loop {
            tries += 1;
            let (message, wait) = match self.ask_once(body) {
                Ok(text) => {
                    return Completion::parse(&text)
                        .map_err(|message| PolicyError::NoCompletion { url: self.url(), message });
                }
                Err(Fault { message, wait: Wait::Never }) => {
                    return Err(PolicyError::Endpoint { url: self.url(), message, tries });
                }
                Err(Fault { message, wait }) => (message, wait),
            };
            if tries > self.config.retries_max {
                return Err(PolicyError::Endpoint { url: self.url(), message, tries });
            }
            thread::sleep(self.delay(tries, &wait));
        }
    }

    fn ask_once(&self, body: &Value) -> Result<String, Fault> {
        let passing = |error: ureq::Error| Fault { message: error.to_string(), wait: Wait::Longer };
        let mut request = self.agent.post(self.url());
        if let Some(key) = &self.config.api_key {
            request = request.header("Authorization", format!("Bearer {key}"));
        }
        let mut response = request.send_json(body).map_err(passing)?;
        let status = response.status().as_u16();
        let after = response.headers().get("retry-after").and_then(|value| value.to_str().ok());
        let after = after.and_then(|text| text.trim().parse().ok());
        let text = response.body_mut().read_to_string().map_err(passing)?;
        match status {
            200..=299 => Ok(text),
            408 | 409 | 425 | 429 | 500..=599 => {
                let wait = after.map_or(Wait::Longer, Wait::Seconds);
                Err(Fault { message: self.fault_message(status, &text), wait })
            }
            _ => Err(Fault { message: self.fault_message(status, &text), wait: Wait::Never }),
        }
    }

    fn delay(&self, tries: u32, wait: &Wait) -> Duration {
        const DELAY_MAX: Duration = Duration::from_secs(60);
        let first = Duration::from_millis(self.config.retry_delay_ms);
        let delay = match wait {
            Wait::Seconds(seconds) => Duration::from_secs(*seconds),
            Wait::Longer | Wait::Never => first.saturating_mul(1 << (tries - 1).min(16)),
        };
        delay.min(DELAY_MAX)
    }

    /// What an endpoint says of a failure, cut short; some repeat the key, which is left out.
    fn fault_message(&self, status: u16, text: &str) -> String {
        const CHARACTERS_MAX: usize = 300;
        let text = match self.config.api_key.as_deref() {
            Some(key) => text.replace(key, "(key)"),
            None => text.to_owned(),
        };
        let text: String = text.chars().take(CHARACTERS_MAX).collect();
        format!("status {status}: {}", text.trim())
    }
}

/// A request that failed.
struct Fault {
    message: String,
    wait: Wait,
}

/// When to make a failed request again.
enum Wait {
    Never,
    Longer,
    Seconds(u64),
}

impl Policy for OpenAiPolicy {
    fn name(&self) -> String {
        format!("openai:{}", self.config.model)
    }

    fn start(&self, start: AttemptStart<'_>) -> Box<dyn Actor + '_> {
        Box::new(Chatting {
            policy: self,
            tools: request_tools(start.tools),
            // Some endpoints take seeds as signed 32-bit numbers.
            seed: start.seed & 0x7fff_ffff,
        })
    }
}

struct Chatting<'a> {
    policy: &'a OpenAiPolicy,
    tools: Value,
    seed: u64,
}

impl Actor for Chatting<'_> {
    fn act(&mut self, conversation: &[Message]) -> Result<Turn, PolicyError> {
        let config = &self.policy.config;
        let mut body = json!({
            "model": config.model,
            "messages": request_messages(conversation),
            "tools": self.tools,
            "temperature": config.temperature,
            "max_tokens": config.completion_tokens_max,
            "seed": self.seed,
        });
        if config.token_ids {
            body["return_token_ids"] = json!(true);
            body["logprobs"] = json!(true);
        }
        self.policy.ask(&body).map(Completion::into_turn)
    }
}
