//! The tokens that have a part of their own: the beginning and the end of a text, and so on.

use minijinja::Value;
use serde_json::Value as Json;

/// The texts of special tokens, by the names that chat templates use.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SpecialTokens {
    named: Vec<(String, String)>,
}

const NAMES: [&str; 7] =
    ["bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token", "mask_token"];

impl SpecialTokens {
    /// Those that a `tokenizer_config.json` names: a text, or an object with `content`.
    #[must_use]
    pub fn of_config(config: &Json) -> Self {
        let text = |name: &str| {
            let value = &config[name];
            value.as_str().or_else(|| value["content"].as_str()).map(str::to_owned)
        };
        let named = NAMES.iter().filter_map(|&name| Some((name.to_owned(), text(name)?)));
        Self { named: named.collect() }
    }

    /// Names one.
    #[must_use]
    pub fn with(mut self, name: &str, text: &str) -> Self {
        self.named.retain(|(other, _)| other != name);
        self.named.push((name.to_owned(), text.to_owned()));
        self
    }

    /// The text of one, such as `eos_token`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.named.iter().find(|(other, _)| other == name).map(|(_, text)| text.as_str())
    }

    /// Each with its name.
    pub fn named(&self) -> impl Iterator<Item = (&str, &str)> {
        self.named.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }

    pub(super) fn template_variables(&self) -> Vec<(String, Value)> {
        self.named.iter().map(|(name, text)| (name.clone(), Value::from(text.clone()))).collect()
    }
}
