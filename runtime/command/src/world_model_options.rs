//! Which world model answers simulated tools: options that several subcommands share.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use clap::Args;
use compoworld_chat::{Cassette, ChatClient, EndpointChat, OpenAiConfig, RecordingChat, Tokens};
use compoworld_world::{
    Catalog, Environment, LanguageModel, ModelUsage, OfflineModel, SEPARATOR, WorldModel,
};

use crate::failure::Failure;
use crate::output::Output;

/// What answers tools that no code answers.
#[derive(Debug, Args)]
#[command(next_help_heading = "World model")]
pub(crate) struct WorldModelOptions {
    /// What answers simulated tools: `offline`, `openai:MODEL` at the endpoint that
    /// OPENAI_BASE_URL names, or `replay:FILE`
    #[arg(long, value_name = "MODEL", default_value = "offline")]
    world_model: Source,
    /// Keep what the model says in this file, and do not ask it again what the file holds
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Tools that the world model answers instead of their code, as `service__tool`: those that
    /// failed verification
    #[arg(long, value_name = "TOOLS", value_delimiter = ',')]
    quarantine: Vec<String>,
}

/// Where the answers come from.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Source {
    Offline,
    OpenAi(String),
    Replay(PathBuf),
}

impl FromStr for Source {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            None if text == "offline" => Ok(Self::Offline),
            Some(("openai", model)) if !model.is_empty() => Ok(Self::OpenAi(model.to_owned())),
            Some(("replay", file)) if !file.is_empty() => Ok(Self::Replay(file.into())),
            _ => Err(format!(
                "`{text}` is no world model, write `offline`, `openai:MODEL` or `replay:FILE`"
            )),
        }
    }
}

/// A world model that is ready, and the tools that it answers beside the simulated ones.
pub(crate) struct ReadyWorldModel {
    pub(crate) world_model: Arc<dyn WorldModel>,
    pub(crate) quarantined: Vec<(String, String)>,
}

impl WorldModelOptions {
    /// Makes the world model ready.
    pub(crate) fn open(&self, catalog: &Catalog) -> Result<ReadyWorldModel, Failure> {
        let quarantined = self.quarantined(catalog)?;
        if self.record.is_some() && !matches!(self.world_model, Source::OpenAi(_)) {
            return Err(Failure::Usage(
                "--record keeps what a model says: give --world-model openai:MODEL with it".into(),
            ));
        }
        let world_model: Arc<dyn WorldModel> = match &self.world_model {
            Source::Offline => Arc::new(OfflineModel),
            Source::Replay(path) => Arc::new(LanguageModel::new(Cassette::open(path)?)),
            Source::OpenAi(model) => {
                // What a service does should not depend on luck.
                let config =
                    OpenAiConfig { temperature: 0.0, ..OpenAiConfig::from_environment(model)? };
                let chat = EndpointChat::new(ChatClient::new(config));
                match &self.record {
                    None => Arc::new(LanguageModel::new(chat)),
                    Some(path) => {
                        let chat = RecordingChat::open(Box::new(chat), path)?;
                        Arc::new(LanguageModel::new(chat))
                    }
                }
            }
        };
        Ok(ReadyWorldModel { world_model, quarantined })
    }

    fn quarantined(&self, catalog: &Catalog) -> Result<Vec<(String, String)>, Failure> {
        let mut tools = Vec::new();
        for name in &self.quarantine {
            let Some((service, tool)) = name.split_once(SEPARATOR) else {
                return Err(Failure::Usage(format!(
                    "--quarantine: `{name}` is no tool: a full name is `service{SEPARATOR}tool`"
                )));
            };
            if catalog.require(service)?.tool(tool).is_none() {
                return Err(Failure::Usage(format!(
                    "--quarantine: `{service}` has no tool `{tool}`; `compoworld services \
                     {service}` lists its tools"
                )));
            }
            tools.push((service.to_owned(), tool.to_owned()));
        }
        Ok(tools)
    }
}

impl ReadyWorldModel {
    /// An environment that it answers in.
    pub(crate) fn attach(&self, environment: Environment) -> Environment {
        environment
            .with_world_model(Arc::clone(&self.world_model))
            .with_quarantined(self.quarantined.iter().cloned())
    }

    /// Tells what its answers cost, and why it could not answer, where there is something to tell.
    pub(crate) fn say_usage(&self, output: &mut Output<'_>) {
        let name = self.world_model.name();
        let ModelUsage { tokens, n_failed, first_failure } = self.world_model.usage();
        if tokens != Tokens::default() {
            output.say(&format!(
                "the world model {name} read {} tokens and wrote {}",
                tokens.prompt, tokens.completion
            ));
        }
        if let Some(first) = first_failure {
            output.say(&format!(
                "the world model {name} could not answer {n_failed} calls, the first because \
                 {first}"
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Source;

    #[test]
    fn a_world_model_is_named_by_its_kind_and_what_the_kind_needs() {
        assert_eq!("offline".parse(), Ok(Source::Offline));
        // Names of models have colons of their own.
        assert_eq!("openai:qwen3:8b".parse(), Ok(Source::OpenAi("qwen3:8b".into())));
        assert_eq!("replay:a/b.jsonl".parse(), Ok(Source::Replay("a/b.jsonl".into())));
        for text in ["", "openai", "openai:", "replay:", "gpt-5", "offline:x"] {
            assert!(text.parse::<Source>().is_err(), "{text}");
        }
    }
}
