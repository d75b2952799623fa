//! Requests to a chat endpoint, made again while they fail in passing.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::Tokens;
use crate::budget::{BudgetSpent, Meter};
use crate::config::OpenAiConfig;
use crate::rate_limit::RateLimit;
use crate::read_stream::read_stream;

/// An answer may be so long; a server that never stops is cut off there.
const ANSWER_BYTES_MAX: u64 = 64 << 20;

/// A client of one chat endpoint.
#[derive(Debug)]
pub struct ChatClient {
    config: OpenAiConfig,
    agent: ureq::Agent,
    rate: Option<RateLimit>,
    meter: Option<Arc<Meter>>,
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
    /// There is nothing left to spend; the endpoint was not asked.
    #[error(transparent)]
    Budget(#[from] BudgetSpent),
}

impl ChatClient {
    /// The client of this endpoint.
    #[must_use]
    pub fn new(config: OpenAiConfig) -> Self {
        let settings = ureq::Agent::config_builder()
            .timeout_global(Some(Duration::from_secs(config.timeout_s)))
            .http_status_as_error(false)
            .build();
        let rate = config.requests_per_minute.map(RateLimit::per_minute);
        Self { config, agent: settings.into(), rate, meter: None }
    }

    /// The same client, whose requests are counted by this meter, and stop when it says so.
    #[must_use]
    pub fn with_meter(self, meter: Arc<Meter>) -> Self {
        Self { meter: Some(meter), ..self }
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
        if let Some(meter) = &self.meter {
            meter.check()?;
        }
        let answer = self.ask_for_answer(body)?;
        if let Some(meter) = &self.meter {
            meter.charge(Tokens::of_answer(&answer));
        }
        read(&answer).map_err(|message| ChatError::NoCompletion { url: self.url(), message })
    }

    fn ask_for_answer(&self, body: &Value) -> Result<Value, ChatError> {
        let streamed = self.config.stream.then(|| {
            let mut body = body.clone();
            body["stream"] = json!(true);
            body["stream_options"] = json!({"include_usage": true});
            body
        });
        let body = streamed.as_ref().unwrap_or(body);
        let no_completion = |message| ChatError::NoCompletion { url: self.url(), message };
        let mut tries = 0;
        loop {
            tries += 1;
            if let Some(rate) = &self.rate {
                thread::sleep(rate.wait_from(Instant::now()));
            }
            let Fault { message, wait } = match self.ask_once(body) {
                Ok(Said::Whole(text)) => {
                    return serde_json::from_str(&text)
                        .map_err(|error| no_completion(error.to_string()));
                }
                Ok(Said::Stream(text)) => match read_stream(&text) {
                    Ok(answer) => return Ok(answer),
                    Err(message) => Fault { message: self.redact(&message), wait: Wait::Longer },
                },
                Err(fault) => fault,
            };
            if matches!(wait, Wait::Never) || tries > self.config.retries_max {
                return Err(ChatError::Endpoint { url: self.url(), message, tries });
            }
            thread::sleep(self.delay(tries, &wait));
        }
    }

    fn ask_once(&self, body: &Value) -> Result<Said, Fault> {
        let passing = |error: ureq::Error| Fault { message: error.to_string(), wait: Wait::Longer };
        let mut request = self.agent.post(self.url());
        if let Some(key) = &self.config.api_key {
            request = request.header("Authorization", key.bearer());
        }
        let mut response = request.send_json(body).map_err(passing)?;
        let status = response.status().as_u16();
        let after = response.headers().get("retry-after").and_then(|value| value.to_str().ok());
        let after = after.and_then(|text| text.trim().parse().ok());
        let is_stream = response
            .headers()
            .get("content-type")
            .and_then(|value| value.to_str().ok())
            .is_some_and(|value| value.starts_with("text/event-stream"));
        let body = response.body_mut().with_config().limit(ANSWER_BYTES_MAX);
        let text = body.read_to_string().map_err(passing)?;
        match status {
            200..=299 if is_stream => Ok(Said::Stream(text)),
            200..=299 => Ok(Said::Whole(text)),
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

    /// What an endpoint says of a failure, cut short, with the remedy where the status tells it.
    fn fault_message(&self, status: u16, text: &str) -> String {
        const CHARACTERS_MAX: usize = 300;
        let text: String = self.redact(text).chars().take(CHARACTERS_MAX).collect();
        let remedy = match status {
            401 | 403 => "; check OPENAI_API_KEY",
            404 => "; check OPENAI_BASE_URL, which ends in /v1 for most servers, and the model",
            429 => "; ask less often, or give more retries",
            _ => "",
        };
        format!("status {status}: {}{remedy}", text.trim())
    }

    /// Some endpoints repeat the key in what they say.
    fn redact(&self, text: &str) -> String {
        match &self.config.api_key {
            Some(key) => key.redact(text),
            None => text.to_owned(),
        }
    }
}

/// What an endpoint said, once it has said it all.
enum Said {
    /// One JSON document.
    Whole(String),
    /// A stream of events.
    Stream(String),
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
