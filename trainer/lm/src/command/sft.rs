//! `compoworld-lm sft`.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};

use burn::module::{Module, ModuleVisitor, Param};
use burn::tensor::{Device, Tensor};
use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::exit_code;
use super::failure::Failure;
use super::needed_memory::{Run, free_bytes, in_gib, needed_bytes};
use super::sft_arguments::SftArguments;
use super::stop_signal::stop_flag;
use crate::device::{OpenDevice, open_device};
use crate::endpoint::ChatModelError;
use crate::load::load_model;
use crate::model::language_model::LanguageModel;
use crate::text::chat::ChatText;
use crate::text::model_files::text_files;
use crate::train::backward::Memory;
use crate::train::checkpoint::{
    LmCheckpoint, LmRunState, model_digest, read_checkpoint, write_checkpoint,
};
use crate::train::checkpoint_folder::hex_digest;
use crate::train::data::read_lessons;
use crate::train::learner::{LmLearner, OptimizerConfig};
use crate::train::lora::{LoraConfig, add_adapters};
use crate::train::metrics::{MetricsLog, progress_bar};
use crate::train::sequence::Sequence;
use crate::train::sft::{Diverged, SftConfig, SftRun, held_out_loss};

/// What a run stores of its settings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    sft: SftConfig,
    context_tokens_max: usize,
}

type State = LmRunState<Settings>;

/// Fine-tunes a model.
pub(super) fn run(arguments: &SftArguments) -> Result<(), Failure> {
    let stop = stop_flag();
    let opened = open_device(arguments.device)?;
    let device = opened.device.clone().autodiff();
    let text = ChatText::load(
        &arguments.model,
        arguments.tool_prompt.into(),
        arguments.tool_format.map(Into::into),
    )
    .map_err(ChatModelError::from)?;
    let (learner, mut state, data) = start(arguments, &text, &device)?;
    let memory = choose_memory(arguments, &opened, &learner.model, state.settings.sft.memory)?;
    state.settings.sft.memory = memory;
    let settings = state.settings.sft.clone();

    fs::create_dir_all(&arguments.out).map_err(|error| {
        let folder = arguments.out.display();
        Failure::new(
            exit_code::IO,
            format!("cannot create {folder}: {error}; choose another --out"),
        )
    })?;
    let mut log = MetricsLog::open(&arguments.out.join("metrics.jsonl"))?;
    let n_trained = trained_weights(&learner.model);
    eprintln!(
        "{} sequences ({} attempts that failed and {} too long left out), {} held out; {n_trained} \
         of {} weights learn, on {}",
        data.learned.len(),
        data.n_failed,
        data.n_too_long,
        data.held_out.len(),
        learner.model.num_params(),
        opened.name,
    );
    log.append(
        "sft_start",
        &json!({"n_sequences": data.learned.len(), "n_failed": data.n_failed,
            "n_too_long": data.n_too_long, "n_held_out": data.held_out.len(),
            "n_weights": learner.model.num_params(), "n_trained": n_trained,
            "settings": state.settings}),
    )?;
    let devices = opened.handles(&device, arguments.threads as usize);
    let run = SftRun::new(learner, data.learned, settings, devices);
    let text_files = text_files(&arguments.model, &text).map_err(ChatModelError::from)?;
    let mut job = Job { arguments, run, state, held_out: data.held_out, text_files, log };
    job.go_on(&stop)
}

/// A run with everything around it.
struct Job<'a> {
    arguments: &'a SftArguments,
    run: SftRun,
    state: State,
    held_out: Vec<Sequence>,
    text_files: Vec<(String, Vec<u8>)>,
    log: MetricsLog,
}

impl Job<'_> {
    fn go_on(&mut self, stop: &AtomicBool) -> Result<(), Failure> {
        let bar = progress_bar(self.run.n_steps(), self.run.learner.n_steps, "sft");
        if self.run.learner.n_steps == 0 {
            self.measure(0, &bar)?;
        }
        let mut n_saved = None;
        while !self.run.is_done() {
            let step = self.run.step().map_err(|diverged| self.diverged(&diverged))?;
            self.log.append("sft_step", &step)?;
            bar.set_position(step.step as u64);
            bar.set_message(format!("loss {:.3}", step.loss));
            let stopped = stop.load(Ordering::Relaxed);
            let ends = stopped || self.run.is_done();
            let due = |every: u64| ends || (step.step as u64).is_multiple_of(every);
            if due(self.arguments.measure_every) && !stopped {
                self.measure(step.step, &bar)?;
            }
            if due(self.arguments.checkpoint_every) {
                self.save()?;
                n_saved = Some(step.step);
            }
            if stopped {
                let out = self.arguments.out.display();
                let message = format!(
                    "stopped after step {} of {}; go on with --resume {out}",
                    step.step,
                    self.run.n_steps()
                );
                return Err(Failure::new(exit_code::INTERRUPTED, message));
            }
        }
        if n_saved.is_none() {
            // There was no step to take: the model as it is is what is wanted.
            self.save()?;
        }
        bar.finish();
        println!("{}", self.arguments.out.display());
        Ok(())
    }

    fn measure(&mut self, step: usize, bar: &ProgressBar) -> Result<(), Failure> {
        if self.held_out.is_empty() {
            return Ok(());
        }
        let row_tokens_max = self.state.settings.sft.row_tokens_max;
        let loss = held_out_loss(&self.run.learner.model, &self.held_out, row_tokens_max);
        self.log.append("sft_held_out", &json!({"step": step, "loss": loss}))?;
        bar.suspend(|| eprintln!("step {step:5}  held-out loss {loss:.4}"));
        Ok(())
    }

    fn save(&mut self) -> Result<(), Failure> {
        self.state.n_steps = self.run.learner.n_steps;
        let SftArguments { out, keep, .. } = self.arguments;
        let number = self.state.n_steps;
        write_checkpoint(out, number, &self.run.learner, &self.state, &self.text_files, *keep)?;
        Ok(())
    }

    fn diverged(&self, diverged: &Diverged) -> Failure {
        let out = self.arguments.out.display();
        let message = format!(
            "{diverged}; the checkpoints in {out} are from before it. Begin again with a lower \
             --rate or a longer --warmup, or look for broken rows in --data"
        );
        Failure::new(exit_code::FAILED, message)
    }
}

/// What there is to learn and to measure on.
struct Data {
    learned: Vec<Sequence>,
    held_out: Vec<Sequence>,
    digest: String,
    n_failed: usize,
    n_too_long: usize,
}

/// Resumes a run, or starts one.
fn start(
    arguments: &SftArguments,
    text: &ChatText,
    device: &Device,
) -> Result<(LmLearner, State, Data), Failure> {
    if let Some(path) = &arguments.resume {
        let LmCheckpoint { learner, state } =
            read_checkpoint::<Settings>(path, Some(&arguments.model), device)?;
        let data = read_data(arguments, text, &learner.model, state.settings.context_tokens_max)?;
        if data.digest != state.data_digest {
            let message = format!(
                "cannot resume {}: its run learned from other data; give the same files, or start a \
                 new run",
                path.display()
            );
            return Err(Failure::new(exit_code::FAILED, message));
        }
        return Ok((learner, state, data));
    }
    let settings = settings(arguments);
    let model = load_model(&arguments.model, device).map_err(ChatModelError::from)?;
    let n_vocabulary = model.config().n_vocabulary;
    text.tokenizer
        .check_vocabulary(n_vocabulary, &arguments.model)
        .map_err(ChatModelError::from)?;
    let data = read_data(arguments, text, &model, settings.context_tokens_max)?;
    let base_digest = model_digest(&model);
    let model = match &settings.sft.lora {
        Some(lora) => add_adapters(model, lora, settings.sft.seed).map_err(ChatModelError::from)?,
        None => model,
    };
    let learner = LmLearner::new(model, settings.sft.optimizer.clone());
    let (base, lora) = (&arguments.model, settings.sft.lora.clone());
    let state = State::new(base, base_digest, data.digest.clone(), &learner, lora, settings);
    Ok((learner, state, data))
}

fn settings(arguments: &SftArguments) -> Settings {
    let lora = arguments.lora_rank.map(|rank| LoraConfig {
        rank,
        alpha: arguments.lora_alpha.unwrap_or(2.0 * rank as f64),
        targets: arguments.lora_targets.iter().cloned().collect(),
        base: arguments.precision,
    });
    let sft = SftConfig {
        n_epochs: arguments.epochs,
        batch_size: arguments.batch_size as usize,
        rate_max: arguments.rate,
        warmup_share: arguments.warmup,
        final_share: arguments.final_rate,
        row_tokens_max: arguments.row_tokens_max,
        memory: if arguments.recompute { Memory::Recompute } else { Memory::Keep },
        seed: arguments.seed,
        optimizer: OptimizerConfig {
            weight_decay: arguments.weight_decay,
            norm_max: arguments.clip,
            ..OptimizerConfig::default()
        },
        lora,
    };
    Settings { sft, context_tokens_max: arguments.context_tokens_max }
}

fn read_data(
    arguments: &SftArguments,
    text: &ChatText,
    model: &LanguageModel,
    context_tokens_max: usize,
) -> Result<Data, Failure> {
    let config = model.config();
    let context = context_tokens_max.min(config.context_tokens_max);
    let read = |path| read_lessons(path, text, config.n_vocabulary, context);
    let (mut learned, mut n_failed, mut n_too_long) = (Vec::new(), 0, 0);
    for path in &arguments.data {
        let lessons = read(path)?;
        learned.extend(lessons.sequences);
        n_failed += lessons.n_failed;
        n_too_long += lessons.n_too_long;
    }
    let held_out = match &arguments.held_out {
        Some(path) => read(path)?.sequences,
        None => Vec::new(),
    };
    let bytes = serde_json::to_vec(&learned).expect("sequences are numbers");
    Ok(Data { learned, held_out, digest: hex_digest(&bytes), n_failed, n_too_long })
}

/// What is to be held between forward and backward pass: what was asked for, or what there is room
/// for.
///
/// # Errors
/// When neither fits into the memory that is free.
fn choose_memory(
    arguments: &SftArguments,
    opened: &OpenDevice,
    model: &LanguageModel,
    asked: Memory,
) -> Result<Memory, Failure> {
    // What a GPU has free is not known.
    let counts = !arguments.ignore_memory && !opened.is_gpu();
    let Some(free) = free_bytes().filter(|_| counts) else { return Ok(asked) };
    let (n_weights, n_trained) = (model.num_params() as u64, trained_weights(model));
    let (row_tokens, n_threads) = (arguments.row_tokens_max as u64, arguments.threads);
    // The weights are there already.
    let missing = |memory| {
        let run = Run { n_weights, n_trained, row_tokens, n_threads, memory };
        needed_bytes(model.config(), run).saturating_sub(4 * n_weights)
    };
    // Estimates are rough, and others want memory too.
    let fits = |memory| missing(memory) <= free / 4 * 3;
    if fits(asked) {
        return Ok(asked);
    }
    if fits(Memory::Recompute) {
        eprintln!(
            "note: holding everything until the backward pass would take about {} of the {} that \
             are free, so blocks are computed again (--recompute)",
            in_gib(missing(asked)),
            in_gib(free)
        );
        return Ok(Memory::Recompute);
    }
    let message = format!(
        "the run needs about {} more memory, and {} are free; train adapters (--lora-rank), use \
         fewer --threads or a smaller --row-tokens-max, or try it anyway with --ignore-memory",
        in_gib(missing(Memory::Recompute)),
        in_gib(free)
    );
    Err(Failure::new(exit_code::ENVIRONMENT, message))
}

fn trained_weights(model: &LanguageModel) -> u64 {
    struct Count(u64);
    impl ModuleVisitor for Count {
        fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
            if param.is_require_grad() {
                self.0 += param.shape().num_elements() as u64;
            }
        }
    }
    let mut count = Count(0);
    model.visit(&mut count);
    count.0
}
