//! What fine-tuning adapters on a few dozen attempts makes of a real language model.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use burn::module::Module;
use burn::tensor::Device;
use compoworld_lm::load::load_model;
use compoworld_lm::model::language_model::LanguageModel;
use compoworld_lm::text::chat::{ChatText, ToolPrompt};
use compoworld_lm::train::backward::Memory;
use compoworld_lm::train::checkpoint::model_digest;
use compoworld_lm::train::conversation::tokenize_conversation;
use compoworld_lm::train::data::Conversation;
use compoworld_lm::train::learner::LmLearner;
use compoworld_lm::train::lora::{LoraConfig, add_adapters};
use compoworld_lm::train::sequence::Sequence;
use compoworld_lm::train::sft::{SftConfig, SftRun, held_out_loss};
use compoworld_lm::train::tool_use::measure_tool_use;
use compoworld_world::rollout::{AttemptLimits, ReferencePolicy, attempt};
use compoworld_world::{Catalog, PreparedTask, Task, ToolView};
use serde_json::{Value, json};

use super::bench::Bench;
use super::cell::Found;
use super::draw_tasks::{Stream, Wanted, draw_tasks, instructions, prepare};
use super::error::ExperimentError;
use super::{About, Condition, Experiment, Figure, Measure, Size, Unit};
use crate::language::rollout::{chat_message, shown_tool};

/// The services of the quickstart.
const SERVICES: [&str; 2] = ["stripe", "zendesk"];

/// Tokens that the model may say in a turn.
const TURN_TOKENS_MAX: usize = 128;

/// Longer attempts are left out.
const CONTEXT_TOKENS_MAX: usize = 8192;

const BEFORE: &str = "as-it-is";
const AFTER: &str = "fine-tuned";

/// What fine-tuning adapters on a few dozen attempts makes of a language model.
#[derive(Debug)]
pub struct LanguageModelTuning {
    path: PathBuf,
    text: ChatText,
    /// What tells the model from others.
    digest: String,
    sft: SftConfig,
    n_train: usize,
    n_held_out: usize,
    context_tokens_max: usize,
}

impl LanguageModelTuning {
    /// The experiment with a model, in this size.
    ///
    /// # Errors
    /// [`ExperimentError`] when the model cannot be loaded.
    pub fn new(path: &Path, device: &Device, size: Size) -> Result<Self, ExperimentError> {
        let (n_train, n_held_out, n_epochs) = match size {
            Size::Full => (40, 12, 2),
            Size::Quick => (4, 2, 1),
        };
        let model = load_model(path, device)?;
        // A template that knows tools is what the model was trained with.
        let by_template = ChatText::load(path, ToolPrompt::Template, None)?;
        let text = match by_template.tool_call_format() {
            Ok(_) => by_template,
            Err(_) => ChatText::load(path, ToolPrompt::Hermes, None)?,
        };
        text.tokenizer.check_vocabulary(model.config().n_vocabulary, path)?;
        let sft = SftConfig {
            n_epochs,
            batch_size: 8,
            rate_max: 1e-3,
            memory: Memory::Recompute,
            lora: Some(LoraConfig::default()),
            ..SftConfig::paper()
        };
        let context_tokens_max = model.config().context_tokens_max.min(CONTEXT_TOKENS_MAX);
        let digest = model_digest(&model);
        let path = path.to_owned();
        Ok(Self { path, text, digest, sft, n_train, n_held_out, context_tokens_max })
    }

    fn wanted(&self, stream: Stream, seed: u64, n: usize) -> Wanted<'static> {
        Wanted { services: &SERVICES, k: 2, n_goals_min: 1, stream, seed, n }
    }

    /// What following the tasks' references by the meta-tools looks like.
    fn demonstrate(
        &self,
        catalog: &Catalog,
        tasks: Vec<Task>,
    ) -> Result<Vec<Conversation>, ExperimentError> {
        let tasks = prepare(catalog, tasks)?;
        tasks.prepared().iter().map(demonstrate).collect()
    }

    /// The sequences of conversations that fit into the context.
    fn sequences(&self, conversations: &[Conversation]) -> Result<Vec<Sequence>, ExperimentError> {
        let mut sequences = Vec::new();
        for Conversation { messages, tools } in conversations {
            sequences.extend(tokenize_conversation(&self.text, messages, tools)?);
        }
        sequences.retain(|sequence| sequence.ids.len() <= self.context_tokens_max);
        match sequences.is_empty() {
            true => Err(ExperimentError::NothingFits(self.context_tokens_max)),
            false => Ok(sequences),
        }
    }

    /// Fine-tunes adapters. Gives the model with them, and the loss of each step.
    fn fine_tune(
        &self,
        bench: &Bench<'_>,
        model: LanguageModel,
        sequences: Vec<Sequence>,
        seed: u64,
    ) -> Result<(LanguageModel, Vec<f64>), ExperimentError> {
        let lora = self.sft.lora.clone().unwrap_or_default();
        let model = add_adapters(model, &lora, seed)?;
        let learner = LmLearner::new(model, self.sft.optimizer.clone());
        let config = SftConfig { seed, ..self.sft.clone() };
        let devices = vec![bench.device.clone(); bench.n_threads.max(1)];
        let mut run = SftRun::new(learner, sequences, config, devices);
        bench.begin("fine-tuning", run.n_steps());
        let mut losses = Vec::with_capacity(run.n_steps());
        while !run.is_done() {
            losses.push(run.step()?.loss);
            bench.bar.inc(1);
        }
        Ok((run.learner.model, losses))
    }
}

fn demonstrate(task: &Arc<PreparedTask>) -> Result<Conversation, ExperimentError> {
    let limits = AttemptLimits::default();
    let trajectory = attempt(&ReferencePolicy, task, 0, 0, ToolView::Meta, limits)?;
    let tools = task.start().tools(ToolView::Meta);
    let tools = tools.iter().map(shown_tool).collect::<Result<_, _>>()?;
    Ok(Conversation { messages: trajectory.messages.iter().map(chat_message).collect(), tools })
}

impl Experiment for LanguageModelTuning {
    fn name(&self) -> &'static str {
        "language-model"
    }

    fn about(&self) -> About {
        About {
            title: "A language model on a few dozen attempts",
            question: "What do adapters that are fine-tuned on a few dozen attempts do for a \
                       language model's loss and for its tool calls?",
            method: vec![
                format!(
                    "Adapters of rank {} are trained on {} attempts that follow the references of \
                     tasks over {} by the four meta-tools, {} passes, {} a step. Each seed draws \
                     the tasks, the order and the adapters anew.",
                    self.sft.lora.as_ref().map_or(0, |lora| lora.rank),
                    self.n_train,
                    SERVICES.join(" and "),
                    self.sft.n_epochs,
                    self.sft.batch_size
                ),
                format!(
                    "On {} held-out attempts, the same for all: the loss of what the agent says, \
                     and for each turn with a call what the model writes in its place, with \
                     everything before as it was demonstrated, by the likeliest tokens. A call is \
                     valid when it can be read, names a tool that there is, and has arguments that \
                     the tool's schema takes.",
                    self.n_held_out
                ),
            ],
        }
    }

    fn settings(&self) -> Value {
        json!({"model": self.digest, "sft": self.sft, "services": SERVICES,
            "n_train": self.n_train, "n_held_out": self.n_held_out,
            "context_tokens_max": self.context_tokens_max})
    }

    fn conditions(&self) -> Vec<Condition> {
        [BEFORE, AFTER].map(|name| Condition { name: name.to_owned(), amount: None }).into()
    }

    fn measures(&self) -> &'static [Measure] {
        &[
            Measure { key: "loss", title: "held-out loss, nats a token", unit: Unit::Nats },
            Measure { key: "valid", title: "valid calls", unit: Unit::Share },
            Measure { key: "called", title: "turns with a call", unit: Unit::Share },
            Measure {
                key: "known_tool",
                title: "calls of a tool that there is",
                unit: Unit::Share,
            },
            Measure { key: "equal", title: "calls as demonstrated", unit: Unit::Share },
        ]
    }

    fn figures(&self) -> &'static [Figure] {
        &[Figure::OverSteps {
            title: "Loss of what is learned",
            x: "step",
            y: "nats a token",
            curve: "loss",
            window: 1,
        }]
    }

    fn baseline(&self) -> Option<&'static str> {
        Some(BEFORE)
    }

    fn run_cell(
        &self,
        bench: &Bench<'_>,
        condition: &str,
        seed: u64,
    ) -> Result<Found, ExperimentError> {
        bench.begin("making tasks", 1);
        let wanted = self.wanted(Stream::HeldOut, 0, self.n_held_out);
        let held_out = draw_tasks(bench.catalog, &wanted, &BTreeSet::new())?;
        let avoided = instructions(&held_out);
        let held_out = self.demonstrate(bench.catalog, held_out)?;
        let mut model = load_model(&self.path, &bench.device)?;
        let mut found = Found::default();
        if condition == AFTER {
            let wanted = self.wanted(Stream::Train, seed, self.n_train);
            let tasks = draw_tasks(bench.catalog, &wanted, &avoided)?;
            let sequences = self.sequences(&self.demonstrate(bench.catalog, tasks)?)?;
            let (tuned, losses) = self.fine_tune(bench, model, sequences, seed)?;
            found.curves.insert("loss".to_owned(), losses);
            model = tuned;
        }
        bench.begin("measuring", 2);
        let sequences = self.sequences(&held_out)?;
        let loss = held_out_loss(&model, &sequences, self.sft.row_tokens_max);
        bench.bar.inc(1);
        let format = self.text.tool_call_format().map_err(ExperimentError::NoTools)?;
        let context = self.context_tokens_max;
        let used = measure_tool_use(
            &model.valid(),
            &self.text,
            format,
            &held_out,
            TURN_TOKENS_MAX,
            context,
        )?;
        bench.bar.inc(1);
        let share = |n: usize| n as f64 / used.n_turns.max(1) as f64;
        Ok(found
            .with("loss", loss)
            .with("valid", share(used.n_valid))
            .with("called", share(used.n_called))
            .with("known_tool", share(used.n_known_tool))
            .with("equal", share(used.n_equal)))
    }
}
