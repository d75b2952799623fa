//! Where a model is, and how it is asked.

use std::fmt;

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
