//! `compoworld-trainer grpo`.

use std::fs;
use std::path::Path;

use burn::tensor::Device;
use compoworld_lm::train::metrics::{MetricsLog, progress_bar};
use compoworld_world::Catalog;
use serde::Serialize;
use serde_json::json;

use super::arguments::{GrpoArguments, Preset};
use super::failure::Failure;
use super::settings::{GrpoSettings, catalog_check, resumed_settings};
use crate::checkpoint::{Checkpoint, RunKind, read_checkpoint, run_state, write_checkpoint};
use crate::episodes::{WorldTasks, open_tasks};
use crate::evaluate::{Evaluation, evaluate};
use crate::grpo::{GrpoConfig, GrpoRun};
use crate::model::decoder::Decoder;
use crate::rollout::{RolloutConfig, TaskSet};
use crate::round_line::round_line;
use crate::sampling::Sampling;
use crate::text::tokenizer::Tokenizer;
use crate::train::learner::{Learner, OptimizerConfig};
use compoworld_lm::device::open_device;

/// Improves a policy.
pub fn run(arguments: &GrpoArguments, catalog: &Catalog) -> Result<(), Failure> {
    let opened = open_device(arguments.run.device)?;
    let device = opened.device.autodiff();
    let check = catalog_check(arguments.run.allow_other_catalog);
    let tasks = open_tasks(&arguments.tasks, catalog, check)?;
    let held_out = match &arguments.held_out {
        Some(path) => Some(open_tasks(path, catalog, check)?),
        None => None,
    };
    for note in tasks.notes.iter().chain(held_out.iter().flat_map(|tasks| &tasks.notes)) {
        eprintln!("note: {note}");
    }
    let data_digest = tasks.digest_of_all();
    let Start { learner, n_done, tokenizer, settings } = start(arguments, &data_digest, &device)?;

    fs::create_dir_all(&arguments.run.out)
        .map_err(|error| Failure::output(&arguments.run.out, &error))?;
    let mut log = MetricsLog::open(&arguments.run.out.join("metrics.jsonl"))?;
    eprintln!(
        "{} tasks, groups of {}, reward {:?}, on {}",
        tasks.len(),
        settings.grpo.group_size,
        settings.grpo.reward,
        opened.name
    );
    log.append(
        "grpo_start",
        &json!({"n_tasks": tasks.len(), "device": opened.name, "settings": settings}),
    )?;
    let measure = |model: &Decoder, n_done: usize, log: &mut MetricsLog| match &held_out {
        Some(held_out) => {
            let found = measure(model, &tokenizer, held_out, &settings.grpo);
            let line = Measured { iteration: n_done, found: &found };
            log.append("grpo_held_out", &line).map(|()| Some(found))
        }
        None => Ok(None),
    };
    let before = measure(&learner.model, n_done, &mut log)?;

    let mut run = GrpoRun::new(learner, n_done, &tokenizer, &tasks, settings.grpo.clone());
    let bar = progress_bar(settings.grpo.n_iterations, n_done, "grpo");
    while !run.is_done() {
        let round = run.step();
        log.append("grpo_round", &round_line(&round, &round.groups, &tasks))?;
        bar.set_position(round.iteration as u64);
        bar.set_message(format!("reward {:.3} success {:.3}", round.reward, round.success));
        bar.println(format!(
            "round {:4}  reward {:.3}  success {:.3}  criteria {:.3}  equal groups {}/{}",
            round.iteration,
            round.reward,
            round.success,
            round.criteria_passed,
            round.n_equal_groups,
            round.n_groups
        ));
        let every = arguments.run.checkpoint_every;
        if run.is_done() || (round.iteration as u64).is_multiple_of(every) {
            let settings = json!(settings);
            let state = run_state(RunKind::Grpo, &run.learner, run.n_done, settings, &data_digest);
            let checkpoint =
                Checkpoint { learner: run.learner.clone(), tokenizer: tokenizer.clone(), state };
            write_checkpoint(&arguments.run.out, &checkpoint, arguments.run.keep)?;
        }
    }
    bar.finish();
    let after = measure(&run.learner.model, run.n_done, &mut log)?;
    if let (Some(before), Some(after)) = (before, after) {
        eprintln!("held-out success {:.3} before, {:.3} after", before.success, after.success);
    }
    println!("{}", arguments.run.out.display());
    Ok(())
}

struct Start {
    learner: Learner,
    n_done: usize,
    tokenizer: Tokenizer,
    settings: GrpoSettings,
}

/// Resumes a run, or starts from a policy. Steps are counted from zero in a new run.
fn start(arguments: &GrpoArguments, data_digest: &str, device: &Device) -> Result<Start, Failure> {
    if let Some(path) = &arguments.run.resume {
        let checkpoint = read_checkpoint(path, device)?;
        let settings = resumed_settings(&checkpoint, RunKind::Grpo, data_digest, path)?;
        let n_done = checkpoint.state.n_rounds;
        let Checkpoint { learner, tokenizer, .. } = checkpoint;
        return Ok(Start { learner, n_done, tokenizer, settings });
    }
    let path = arguments.policy.as_deref().unwrap_or(Path::new("."));
    let checkpoint = read_checkpoint(path, device)?;
    let default = RolloutConfig::default().observation_tokens_max;
    let observation_tokens_max = checkpoint.observation_tokens_max().unwrap_or(default);
    let settings =
        GrpoSettings { grpo: config(arguments, observation_tokens_max), observation_tokens_max };
    let Checkpoint { learner, tokenizer, .. } = checkpoint;
    let learner = Learner::new(learner.model, OptimizerConfig::default());
    Ok(Start { learner, n_done: 0, tokenizer, settings })
}

fn config(arguments: &GrpoArguments, observation_tokens_max: usize) -> GrpoConfig {
    let preset = match arguments.run.preset {
        Preset::Small => GrpoConfig::small(),
        Preset::Paper => GrpoConfig::paper(),
    };
    GrpoConfig {
        n_iterations: arguments.rounds.unwrap_or(preset.n_iterations),
        n_tasks: arguments.round_tasks.unwrap_or(preset.n_tasks).max(1),
        group_size: arguments.group_size.unwrap_or(preset.group_size).max(1),
        rate: arguments.rate.unwrap_or(preset.rate),
        reward: arguments.reward,
        aggregation: arguments.aggregation,
        n_threads: arguments.run.threads,
        seed: arguments.run.seed,
        rollout: RolloutConfig {
            n_turns_max: arguments.turns.unwrap_or(preset.rollout.n_turns_max),
            n_threads: arguments.run.threads,
            observation_tokens_max,
            ..preset.rollout
        },
        ..preset
    }
}

fn measure(
    model: &Decoder,
    tokenizer: &Tokenizer,
    tasks: &WorldTasks,
    config: &GrpoConfig,
) -> Evaluation {
    let greedy = RolloutConfig { sampling: Sampling::GREEDY, ..config.rollout.clone() };
    evaluate(model, tokenizer, tasks, 1, config.seed, &greedy).0
}

#[derive(Serialize)]
struct Measured<'a> {
    iteration: usize,
    #[serde(flatten)]
    found: &'a Evaluation,
}
