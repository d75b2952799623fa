//! Where the words of a language model come from.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use compoworld_chat::{
    Cassette, Chat, ChatClient, EndpointChat, Meter, OpenAiConfig, RecordingChat,
};
use compoworld_writer::ScriptedChat;

use crate::failure::Failure;

/// A model behind an endpoint, or what one said, or what it is to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ModelSource {
    /// The model of this name at the endpoint that the process environment names.
    OpenAi(String),
    /// A cassette.
    Replay(PathBuf),
    /// A script.
    Script(PathBuf),
}

impl FromStr for ModelSource {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            Some(("openai", model)) if !model.is_empty() => Ok(Self::OpenAi(model.to_owned())),
            Some(("replay", file)) if !file.is_empty() => Ok(Self::Replay(file.into())),
            Some(("script", file)) if !file.is_empty() => Ok(Self::Script(file.into())),
            _ => Err(format!(
                "`{text}` is no model, write `openai:MODEL`, `replay:FILE` or `script:FILE`"
            )),
        }
    }
}

/// How a model behind an endpoint is asked.
#[derive(Debug, Clone, Default)]
pub(crate) struct Asking {
    pub(crate) temperature: f64,
    pub(crate) requests_per_minute: Option<u32>,
    /// What counts its cost, and stops it.
    pub(crate) meter: Option<Arc<Meter>>,
}

/// Opens a model; with `record`, it is kept what it says. `option` is the name under which the
/// command line takes `record`.
pub(crate) fn open_chat(
    source: &ModelSource,
    record: Option<&Path>,
    option: &str,
    asking: Asking,
) -> Result<Box<dyn Chat>, Failure> {
    let model = match (source, record) {
        (ModelSource::OpenAi(model), _) => model,
        (_, Some(_)) => {
            return Err(Failure::Usage(format!(
                "{option} keeps what a model says: give it with `openai:MODEL` only"
            )));
        }
        (ModelSource::Replay(path), None) => return Ok(Box::new(Cassette::open(path)?)),
        (ModelSource::Script(path), None) => return Ok(Box::new(ScriptedChat::open(path)?)),
    };
    let config = OpenAiConfig {
        temperature: asking.temperature,
        requests_per_minute: asking.requests_per_minute,
        ..OpenAiConfig::from_environment(model)?
    };
    let mut client = ChatClient::new(config);
    if let Some(meter) = asking.meter {
        client = client.with_meter(meter);
    }
    let chat = Box::new(EndpointChat::new(client));
    Ok(match record {
        None => chat,
        Some(path) => Box::new(RecordingChat::open(chat, path)?),
    })
}

#[cfg(test)]
mod tests {
    use super::ModelSource;

    #[test]
    fn a_model_is_named_by_where_its_words_come_from() {
        // Names of models have colons of their own.
        assert_eq!("openai:qwen3:8b".parse(), Ok(ModelSource::OpenAi("qwen3:8b".into())));
        assert_eq!("replay:a/b.jsonl".parse(), Ok(ModelSource::Replay("a/b.jsonl".into())));
        assert_eq!("script:a.jsonl".parse(), Ok(ModelSource::Script("a.jsonl".into())));
        for text in ["", "openai", "openai:", "replay:", "gpt-5", "offline"] {
            assert!(text.parse::<ModelSource>().is_err(), "{text}");
        }
    }
}
