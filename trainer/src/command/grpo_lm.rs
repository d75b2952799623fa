//! `compoworld-trainer grpo-lm`.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use burn::tensor::Device;
use compoworld_lm::command::stop_signal::stop_flag;
use compoworld_lm::device::open_device;
use compoworld_lm::load::load_model;
use compoworld_lm::model::precision::{Precision, hold_matrices};
use compoworld_lm::text::chat::ChatText;
use compoworld_lm::text::model_files::text_files;
use compoworld_lm::train::backward::Memory;
use compoworld_lm::train::checkpoint::{
    LmCheckpoint, LmRunState, model_digest, read_checkpoint, write_checkpoint,
};
use compoworld_lm::train::learner::LmLearner;
use compoworld_lm::train::lora::{
    LoraConfig, LoraError, adapter_folder, add_adapters, load_adapters,
};
use compoworld_lm::train::metrics::{MetricsLog, progress_bar};
use compoworld_world::reward::success;
use compoworld_world::{Catalog, PreparedTask};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::exit_code;
use super::failure::Failure;
use super::grpo_lm_arguments::GrpoLmArguments;
use super::settings::catalog_check;
use crate::episodes::{WorldTasks, open_tasks};
use crate::groups::share;
use crate::language::grpo::{LmGrpoConfig, LmGrpoRun};
use crate::language::rollout::{LmRolloutConfig, ToAttempt};
use crate::rollout::TaskSet;
use crate::round_line::round_line;

/// What a run stores of its settings and of how far it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    grpo: LmGrpoConfig,
    n_done: usize,
}

type State = LmRunState<Settings>;

/// Improves a language model.
pub fn run(arguments: &GrpoLmArguments, catalog: &Catalog) -> Result<(), Failure> {
    let stop = stop_flag();
    let opened = open_device(arguments.device)?;
    let device = opened.device.clone().autodiff();
    let check = catalog_check(arguments.allow_other_catalog);
    let tasks = open_tasks(&arguments.tasks, catalog, check)?;
    let held_out = match &arguments.held_out {
        Some(path) => Some(open_tasks(path, catalog, check)?),
        None => None,
    };
    for note in tasks.notes.iter().chain(held_out.iter().flat_map(|tasks| &tasks.notes)) {
        eprintln!("note: {note}");
    }
    let format = arguments.tool_format.map(Into::into);
    let text = ChatText::load(&arguments.model, arguments.tool_prompt.into(), format)?;
    let (learner, mut state) = start(arguments, &text, tasks.digest_of_all(), &device)?;
    let text_files = text_files(&arguments.model, &text)?;

    let out = &arguments.out;
    fs::create_dir_all(out).map_err(|error| Failure::output(out, &error))?;
    let mut log = MetricsLog::open(&out.join("metrics.jsonl"))?;
    let grpo = state.settings.grpo.clone();
    let (n_tasks, group_size) = (tasks.len(), grpo.group_size);
    eprintln!(
        "{n_tasks} tasks, groups of {group_size}, reward {:?}, on {}",
        grpo.reward, opened.name
    );
    log.append("grpo_start", &json!({"n_tasks": n_tasks, "settings": state.settings}))?;
    let name = arguments.model.display().to_string();
    let devices = opened.handles(&device, arguments.threads as usize);
    let n_done = state.settings.n_done;
    let mut run = LmGrpoRun::new(learner, n_done, (&name, &text), tasks.prepared(), grpo, devices);
    let measured = measure(&run, held_out.as_ref(), &state, &mut log)?;
    let bar = progress_bar(state.settings.grpo.n_rounds, n_done, "grpo");
    while !run.is_done() {
        let (round, _) = run.step()?;
        log.append("grpo_round", &round_line(&round, &round.groups, &tasks))?;
        bar.set_position(round.iteration as u64);
        bar.suspend(|| {
            eprintln!(
                "round {:4}  reward {:.3}  success {:.3}  criteria {:.3}  equal groups {}/{}",
                round.iteration,
                round.reward,
                round.success,
                round.criteria_passed,
                round.n_equal_groups,
                round.n_groups
            );
        });
        let stopped = stop.load(Ordering::Relaxed);
        let due = (round.iteration as u64).is_multiple_of(arguments.checkpoint_every);
        if stopped || due || run.is_done() {
            state.settings.n_done = run.n_done;
            state.n_steps = run.learner.n_steps;
            let keep = arguments.keep;
            write_checkpoint(out, run.n_done, &run.learner, &state, &text_files, keep)?;
        }
        if stopped && !run.is_done() {
            let message = format!(
                "stopped after round {}; go on with --resume {}",
                run.n_done,
                out.display()
            );
            return Err(Failure::new(exit_code::INTERRUPTED, message));
        }
    }
    bar.finish();
    let after = measure(&run, held_out.as_ref(), &state, &mut log)?;
    if let (Some(before), Some(after)) = (measured, after) {
        eprintln!("held-out success {before:.3} before, {after:.3} after");
    }
    println!("{}", out.display());
    Ok(())
}

/// Resumes a run, or starts one.
fn start(
    arguments: &GrpoLmArguments,
    text: &ChatText,
    data_digest: String,
    device: &Device,
) -> Result<(LmLearner, State), Failure> {
    if let Some(path) = &arguments.resume {
        let LmCheckpoint { learner, state } =
            read_checkpoint::<Settings>(path, Some(&arguments.model), device)?;
        if state.data_digest != data_digest {
            let message = format!(
                "cannot resume {}: its run practised on other tasks; give the same file, or start \
                 a new run",
                path.display()
            );
            return Err(Failure::new(exit_code::FAILED, message));
        }
        return Ok((learner, state));
    }
    let model = load_model(&arguments.model, device)?;
    text.tokenizer.check_vocabulary(model.config().n_vocabulary, &arguments.model)?;
    let base_digest = model_digest(&model);
    let precision = arguments.precision;
    let (model, lora) = match (&arguments.adapter, arguments.lora_rank) {
        (Some(folder), _) => {
            let (model, lora) = load_adapters(model, &adapter_folder(folder)?)?;
            let model = hold_matrices(model, precision).map_err(LoraError::from)?;
            (model, Some(LoraConfig { base: precision, ..lora }))
        }
        (None, Some(rank)) => {
            let alpha = 2.0 * rank as f64;
            let lora = LoraConfig { rank, alpha, base: precision, ..LoraConfig::default() };
            (add_adapters(model, &lora, arguments.seed)?, Some(lora))
        }
        (None, None) if precision != Precision::F32 => {
            let message = "weights that learn are held in single precision; train adapters with \
                           --lora-rank, or leave --precision out";
            return Err(Failure::new(exit_code::USAGE, message));
        }
        (None, None) => (model, None),
    };
    let grpo = config(arguments, lora.clone());
    let learner = LmLearner::new(model, grpo.optimizer.clone());
    let settings = Settings { grpo, n_done: 0 };
    let base = &arguments.model;
    let state = State::new(base, base_digest, data_digest, &learner, lora, settings);
    Ok((learner, state))
}

fn config(arguments: &GrpoLmArguments, lora: Option<LoraConfig>) -> LmGrpoConfig {
    LmGrpoConfig {
        n_rounds: arguments.rounds,
        n_tasks: arguments.round_tasks as usize,
        group_size: arguments.group_size as usize,
        n_updates: arguments.updates,
        rate: arguments.rate,
        reward: arguments.reward,
        aggregation: arguments.aggregation,
        row_tokens_max: arguments.row_tokens_max,
        memory: if arguments.recompute { Memory::Recompute } else { Memory::Keep },
        seed: arguments.seed,
        lora,
        rollout: LmRolloutConfig {
            n_turns_max: arguments.turns,
            turn_tokens_max: arguments.turn_tokens_max as usize,
            context_tokens_max: arguments.context_tokens_max,
            n_rows_max: arguments.rows_max,
            view: arguments.view.into(),
            ..LmRolloutConfig::default()
        },
        ..LmGrpoConfig::paper()
    }
}

/// The share of held-out tasks that the model does when it takes the likeliest token.
fn measure(
    run: &LmGrpoRun<'_>,
    held_out: Option<&WorldTasks>,
    state: &State,
    log: &mut MetricsLog,
) -> Result<Option<f64>, Failure> {
    let Some(held_out) = held_out else { return Ok(None) };
    let to_attempt = |task: &Arc<PreparedTask>| ToAttempt {
        task: Arc::clone(task),
        number: 0,
        seed: state.settings.grpo.seed,
    };
    let attempts: Vec<ToAttempt> = held_out.prepared().iter().map(to_attempt).collect();
    let config = LmRolloutConfig { temperature: 0.0, ..state.settings.grpo.rollout.clone() };
    let trajectories = run
        .roll_out(&attempts, &config)
        .map_err(|error| Failure::new(exit_code::FAILED, error.to_string()))?;
    let n = trajectories.len().max(1) as f64;
    let n_done = trajectories.iter().filter(|one| success(&one.outcome.criteria)).count() as f64;
    let criteria: f64 = trajectories.iter().map(|one| share(&one.outcome.criteria)).sum();
    let found = json!({"iteration": run.n_done, "success": n_done / n,
        "criteria_passed": criteria / n});
    log.append("grpo_held_out", &found)?;
    Ok(Some(n_done / n))
}
