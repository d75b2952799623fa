//! Answers, read by the one response convention.

use compoworld_core::ErrorCode;
use serde_json::Value;

/// What a tool answered.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// The call succeeded.
    Data(Value),
    /// The call was refused.
    Refused {
        /// The error's code.
        code: String,
        /// What it says.
        message: String,
        /// The JSON pointer to the argument that is at fault, when the error says so.
        pointer: Option<String>,
    },
    /// The answer breaks the convention, or there was none.
    Broken(String),
}

impl Answer {
    /// Reads an answer's text.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let broken = || Self::Broken(text.chars().take(200).collect());
        let Ok(value) = serde_json::from_str::<Value>(text) else { return broken() };
        match (value.get("ok"), value.get("data"), value.get("error")) {
            (Some(Value::Bool(true)), Some(data), None) => Self::Data(data.clone()),
            (Some(Value::Bool(false)), None, Some(error)) => {
                let code = error.get("code").and_then(Value::as_str).unwrap_or_default();
                let message = error.get("message").and_then(Value::as_str).unwrap_or_default();
                if !ErrorCode::ALL.iter().any(|known| known.as_str() == code) || message.is_empty()
                {
                    return broken();
                }
                let pointer = error.pointer("/details/pointer").and_then(Value::as_str);
                Self::Refused {
                    code: code.to_owned(),
                    message: message.to_owned(),
                    pointer: pointer.map(str::to_owned),
                }
            }
            _ => broken(),
        }
    }

    /// The data of a success.
    #[must_use]
    pub const fn data(&self) -> Option<&Value> {
        match self {
            Self::Data(data) => Some(data),
            _ => None,
        }
    }

    /// Whether the call was refused with this code.
    #[must_use]
    pub fn is_refused_as(&self, wanted: &str) -> bool {
        matches!(self, Self::Refused { code, .. } if code == wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::Answer;

    #[test]
    fn only_the_convention_is_an_answer() {
        assert!(Answer::read(r#"{"ok":true,"data":null}"#).data().is_some());
        let refused = r#"{"ok":false,"error":{"code":"not_found","message":"no"}}"#;
        assert!(Answer::read(refused).is_refused_as("not_found"));
        for text in
            ["", "{}", r#"{"ok":true}"#, r#"{"ok":false,"error":{"code":"odd","message":"x"}}"#]
        {
            assert!(matches!(Answer::read(text), Answer::Broken(_)), "{text}");
        }
    }
}
