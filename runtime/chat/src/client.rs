//! Requests to a chat endpoint, made again while they fail in passing.

use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::config::OpenAiConfig;

/// A client of one chat endpoint.
#[derive(Debug)]
pub struct ChatClient {
    config: OpenAiConfig,
    agent: ureq::Agent,
}

/// Why an endpoint gives no completion.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChatError {
    /// It cannot be reached or refuses, also after every retry.
    #[error("the model endpoint {url} fails: {message} (tried {tries} times)")]
    Endpoint {
        /// The address.
        url: String,
        /// What it said.
        message: String,
        /// How often it was asked.
        tries: u32,
    },
    /// It answers with something that is no chat completion.
    #[error("the model endpoint {url} answers with no chat completion: {message}")]
    NoCompletion {
        /// The address.
        url: String,
        /// What is wrong with the answer.
        message: String,
    },
}

impl ChatClient {
    /// The client of this endpoint.
    #[must_use]
    pub fn new(config: OpenAiConfig) -> Self {
        let settings = ureq::Agent::config_builder()
            .timeout_global(Some(Duration::from_secs(config.timeout_s)))
            .http_status_as_error(false)
            .build();
        Self { config, agent: settings.into() }
    }

    /// The endpoint, and how it is asked.
    #[must_use]
    pub fn config(&self) -> &OpenAiConfig {
        &self.config
    }

    fn url(&self) -> String {
        format!("{}/chat/completions", self.config.base_url)
    }

    /// Asks for a completion, again and again while the request fails in passing, and reads the
    /// answer with `read`.
    ///
    /// # Errors
    /// When the endpoint refuses, fails too often, or answers with what `read` cannot use.
    pub fn ask<T>(
        &self,
        body: &Value,
        read: impl FnOnce(&Value) -> Result<T, String>,
    ) -> Result<T, ChatError> {
        let text = self.ask_for_text(body)?;
        let answer = serde_json::from_str(&text).map_err(|error| error.to_string());
        answer
            .and_then(|answer| read(&answer))
            .map_err(|message| ChatError::NoCompletion { url: self.url(), message })
    }

    fn ask_for_text(&self, body: &Value) -> Result<String, ChatError> {
        let mut tries = 0;
        loop {
            tries += 1;
            let Fault { message, wait } = match self.ask_once(body) {
                Ok(text) => return Ok(text),
                Err(fault) => fault,
            };
            if matches!(wait, Wait::Never) || tries > self.config.retries_max {
                return Err(ChatError::Endpoint { url: self.url(), message, tries });
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
