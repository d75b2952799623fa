//! Where a model is, and how it is asked.

use crate::api_key::ApiKey;

/// Where the model is and how it is asked.
#[derive(Debug, Clone)]
pub struct OpenAiConfig {
    /// The address before `/chat/completions`.
    pub base_url: String,
    /// The key, when the endpoint wants one.
    pub api_key: Option<ApiKey>,
    /// The model's name at the endpoint.
    pub model: String,
    /// The sampling temperature.
    pub temperature: f64,
    /// How many tokens a turn may have.
    pub completion_tokens_max: u32,
    /// How long one request may take.
    pub timeout_s: u64,
    /// How many requests a minute may be made; none for as many as can be.
    pub requests_per_minute: Option<u32>,
    /// Whether the answer is asked for in pieces, which keeps proxies from giving up on long ones.
    pub stream: bool,
    /// How often a request that fails in passing is made again.
    pub retries_max: u32,
    /// How long to wait before the first retry; each further one waits twice as long.
    pub retry_delay_ms: u64,
    /// Whether the very tokens and their log-probabilities are asked for, as vLLM tells them.
    pub token_ids: bool,
}

/// What is wrong with the process environment.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpenAiConfigError {
    /// There is no address.
    #[error(
        "the environment variable {BASE_URL_VARIABLE} is not set; set it to the address of an \
         OpenAI-compatible endpoint, such as http://127.0.0.1:8080/v1, and {API_KEY_VARIABLE} when \
         the endpoint wants a key"
    )]
    NoAddress,
    /// The address has a place where keys are put, and addresses are shown.
    #[error(
        "the address in {BASE_URL_VARIABLE} has a user or a query in it; addresses are shown in \
         messages, so put the key into {API_KEY_VARIABLE} and leave the address bare"
    )]
    AddressWithKey,
}

const BASE_URL_VARIABLE: &str = "OPENAI_BASE_URL";
const API_KEY_VARIABLE: &str = "OPENAI_API_KEY";

impl OpenAiConfig {
    /// The endpoint that the process environment names: `OPENAI_BASE_URL` and `OPENAI_API_KEY`.
    /// Addresses and keys come from nowhere else, so that none ends up in a file.
    ///
    /// # Errors
    /// When no address is set, or one with a user or a query.
    pub fn from_environment(model: &str) -> Result<Self, OpenAiConfigError> {
        let set = std::env::var(BASE_URL_VARIABLE).ok();
        let base_url = set.as_deref().map(str::trim).filter(|text| !text.is_empty());
        let base_url = base_url.ok_or(OpenAiConfigError::NoAddress)?;
        if base_url.contains(['@', '?', '#']) {
            return Err(OpenAiConfigError::AddressWithKey);
        }
        let api_key = ApiKey::from_environment(API_KEY_VARIABLE);
        Ok(Self { api_key, ..Self::new(base_url, model) })
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
            requests_per_minute: None,
            stream: false,
            retries_max: 4,
            retry_delay_ms: 500,
            token_ids: false,
        }
    }
}
