//! Keys of endpoints: read from the environment, sent to the endpoint, shown to nobody.

use std::fmt;

/// The key of an endpoint. It has no text form on purpose: what is logged, printed, serialized or
/// panicked with cannot hold it.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKey(String);

impl ApiKey {
    /// The key in an environment variable; none where that is not set or is blank.
    #[must_use]
    pub fn from_environment(variable: &str) -> Option<Self> {
        let text = std::env::var(variable).ok()?;
        let text = text.trim();
        (!text.is_empty()).then(|| Self(text.to_owned()))
    }

    /// The value of the `Authorization` header.
    pub(crate) fn bearer(&self) -> String {
        format!("Bearer {}", self.0)
    }

    /// A text without the key: some endpoints repeat it in what they say.
    pub(crate) fn redact(&self, text: &str) -> String {
        text.replace(&self.0, "(key)")
    }
}

impl From<&str> for ApiKey {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKey(not shown)")
    }
}

#[cfg(test)]
mod tests {
    use super::ApiKey;

    #[test]
    fn a_key_is_not_shown_and_taken_out_of_what_others_say() {
        let key = ApiKey::from("sk-1234");
        assert_eq!(format!("{key:?} {key:#?}"), "ApiKey(not shown) ApiKey(not shown)");
        assert_eq!(key.redact("no sk-1234 here"), "no (key) here");
    }

    #[test]
    fn a_variable_that_is_not_set_gives_no_key() {
        assert_eq!(ApiKey::from_environment("COMPOWORLD_SURELY_NOT_SET"), None);
    }
}
