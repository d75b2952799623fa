//! `compoworld-trainer sft`.

use std::fs;

use burn::module::Module;
use burn::tensor::Device;
use compoworld_lm::train::checkpoint_folder::hex_digest;
use compoworld_lm::train::metrics::{MetricsLog, progress_bar};
use compoworld_lm::train::order::epoch_order;
use compoworld_world::Catalog;
use serde_json::json;

use super::arguments::{Preset, SftArguments};
use super::exit_code;
use super::failure::Failure;
use super::settings::{SftSettings, catalog_check, resumed_settings};
use crate::checkpoint::{Checkpoint, RunKind, read_checkpoint, run_state, write_checkpoint};
use crate::demonstration::Demonstration;
use crate::episodes::{open_tasks, read_demonstrations};
use crate::lessons::{ReadingLimits, lessons, transcripts};
use crate::model::config::DecoderConfig;
use crate::model::decoder::Decoder;
use crate::sft::{SftConfig, SftRun, held_out_loss};
use crate::text::tokenizer::Tokenizer;
use crate::train::learner::{Learner, OptimizerConfig};
use compoworld_lm::device::open_device;

/// Fine-tunes a policy.
pub fn run(arguments: &SftArguments, catalog: &Catalog) -> Result<(), Failure> {
    let opened = open_device(arguments.run.device)?;
    let device = opened.device.autodiff();
    let demonstrations = demonstrations(arguments, catalog)?;
    let data_digest = digest(&demonstrations);
    let Start { learner, tokenizer, settings } =
        start(arguments, &demonstrations, &data_digest, &device)?;

    let (shown, held_out) = split(&demonstrations, settings.n_held_out, settings.sft.seed);
    let limits = ReadingLimits {
        observation_tokens_max: settings.observation_tokens_max,
        context_tokens_max: learner.model.config().context_tokens_max,
    };
    let shown_once = shown.iter().copied();
    let lessons =
        lessons(shown_once, &tokenizer, limits, settings.sft.drill_share, settings.sft.seed);
    let measured = transcripts(held_out.iter().copied(), &tokenizer, limits);
    let n_learned = lessons.demonstrations.len();
    let n_too_long = shown.len() - n_learned;
    if n_learned == 0 {
        return Err(Failure::new(
            exit_code::FAILED,
            "every demonstration is longer than the policy's context; raise --context, or lower \
             --observation",
        ));
    }

    fs::create_dir_all(&arguments.run.out)
        .map_err(|error| Failure::output(&arguments.run.out, &error))?;
    let mut log = MetricsLog::open(&arguments.run.out.join("metrics.jsonl"))?;
    eprintln!(
        "{} demonstrations ({n_too_long} longer than the context left out, {} held out), {} ids, \
         {} weights, on {}",
        n_learned,
        measured.len(),
        tokenizer.n_vocabulary(),
        learner.model.num_params(),
        opened.name
    );
    log.append(
        "sft_start",
        &json!({"n_demonstrations": n_learned, "n_too_long": n_too_long,
            "n_held_out": measured.len(), "n_vocabulary": tokenizer.n_vocabulary(),
            "n_weights": learner.model.num_params(), "device": opened.name,
            "settings": settings}),
    )?;

    let mut run = SftRun::new(learner, &tokenizer, lessons, settings.sft.clone());
    let bar = progress_bar(run.n_steps(), run.learner.n_steps, "sft");
    while !run.is_done() {
        let step = run.step();
        log.append("sft_step", &step)?;
        bar.set_position(step.step as u64);
        bar.set_message(format!("loss {:.3}", step.loss));
        let due = |every: u64| run.is_done() || (step.step as u64).is_multiple_of(every);
        if due(arguments.measure_every) && !measured.is_empty() {
            let loss = held_out_loss(&run.learner.model, &measured, settings.sft.padded_tokens_max);
            log.append("sft_held_out", &json!({"step": step.step, "loss": loss}))?;
            bar.println(format!("step {:5}  loss {:.4}  held out {loss:.4}", step.step, step.loss));
        }
        if due(arguments.run.checkpoint_every) {
            save(arguments, &run, &tokenizer, json!(settings), &data_digest)?;
        }
    }
    if run.n_steps() == 0 {
        // No epoch was asked for: the policy as it starts is what is wanted.
        save(arguments, &run, &tokenizer, json!(settings), &data_digest)?;
    }
    bar.finish();
    println!("{}", arguments.run.out.display());
    Ok(())
}

/// Writes a checkpoint of the run as it stands.
fn save(
    arguments: &SftArguments,
    run: &SftRun,
    tokenizer: &Tokenizer,
    settings: serde_json::Value,
    data_digest: &str,
) -> Result<(), Failure> {
    let state = run_state(RunKind::Sft, &run.learner, 0, settings, data_digest);
    let checkpoint =
        Checkpoint { learner: run.learner.clone(), tokenizer: tokenizer.clone(), state };
    write_checkpoint(&arguments.run.out, &checkpoint, arguments.run.keep)?;
    Ok(())
}

struct Start {
    learner: Learner,
    tokenizer: Tokenizer,
    settings: SftSettings,
}

/// Resumes a run, starts from a policy, or starts from scratch.
fn start(
    arguments: &SftArguments,
    demonstrations: &[Demonstration],
    data_digest: &str,
    device: &Device,
) -> Result<Start, Failure> {
    if let Some(path) = &arguments.run.resume {
        let checkpoint = read_checkpoint(path, device)?;
        let settings = resumed_settings(&checkpoint, RunKind::Sft, data_digest, path)?;
        let Checkpoint { learner, tokenizer, .. } = checkpoint;
        return Ok(Start { learner, tokenizer, settings });
    }
    let mut settings = SftSettings {
        sft: config(arguments),
        observation_tokens_max: arguments.shape.observation,
        n_held_out: arguments.held_out,
    };
    let (model, tokenizer) = match &arguments.policy {
        Some(path) => {
            let checkpoint = read_checkpoint(path, device)?;
            if let Some(tokens) = checkpoint.observation_tokens_max() {
                settings.observation_tokens_max = tokens;
            }
            (checkpoint.learner.model, checkpoint.tokenizer)
        }
        None => {
            let texts: Vec<String> = demonstrations.iter().flat_map(Demonstration::texts).collect();
            let tokenizer = Tokenizer::train(&texts, arguments.shape.vocabulary)?;
            let small = DecoderConfig::small(tokenizer.n_vocabulary());
            let shape = DecoderConfig {
                d_model: arguments.shape.width,
                d_feed_forward: 2 * arguments.shape.width,
                n_layers: arguments.shape.layers,
                context_tokens_max: arguments.shape.context,
                ..small
            };
            (Decoder::new(&shape, arguments.run.seed, device)?, tokenizer)
        }
    };
    let learner = Learner::new(model, settings.sft.optimizer.clone());
    Ok(Start { learner, tokenizer, settings })
}

fn config(arguments: &SftArguments) -> SftConfig {
    let preset = match arguments.run.preset {
        Preset::Small => SftConfig::small(),
        Preset::Paper => SftConfig::paper(),
    };
    SftConfig {
        n_epochs: arguments.epochs.unwrap_or(preset.n_epochs),
        batch_size: arguments.batch_size.unwrap_or(preset.batch_size).max(1),
        rate_max: arguments.rate.unwrap_or(preset.rate_max),
        scramble_share: arguments.scramble.unwrap_or(preset.scramble_share),
        drill_share: arguments.drills.unwrap_or(preset.drill_share),
        n_threads: arguments.run.threads,
        seed: arguments.run.seed,
        optimizer: OptimizerConfig {
            matrices: arguments.matrices.unwrap_or(preset.optimizer.matrices),
            ..preset.optimizer.clone()
        },
        ..preset
    }
}

fn demonstrations(
    arguments: &SftArguments,
    catalog: &Catalog,
) -> Result<Vec<Demonstration>, Failure> {
    let mut demonstrations = Vec::new();
    for path in &arguments.trajectories {
        demonstrations.extend(read_demonstrations(path)?);
    }
    let check = catalog_check(arguments.run.allow_other_catalog);
    for path in &arguments.tasks {
        let tasks = open_tasks(path, catalog, check)?;
        for note in &tasks.notes {
            eprintln!("note: {note}");
        }
        let (followed, failed) = tasks.demonstrations()?;
        if let Some(first) = failed.first() {
            eprintln!(
                "note: {} tasks of {} are left out: following the reference of `{first}` does not \
                 satisfy its rubric",
                failed.len(),
                path.display()
            );
        }
        demonstrations.extend(followed);
    }
    if demonstrations.is_empty() {
        return Err(Failure::new(
            exit_code::USAGE,
            "nothing to learn from; give task files with --tasks or trajectory files with \
             --trajectories",
        ));
    }
    Ok(demonstrations)
}

/// Names the demonstrations, so that a resumed run is known to learn from the same.
fn digest(demonstrations: &[Demonstration]) -> String {
    let mut text = String::new();
    for demonstration in demonstrations {
        for part in demonstration.texts() {
            text.push_str(&part);
            text.push('\n');
        }
    }
    hex_digest(text.as_bytes())
}

/// Splits off the demonstrations that are only measured on, at most a tenth of all.
fn split(
    demonstrations: &[Demonstration],
    n_held_out: usize,
    seed: u64,
) -> (Vec<&Demonstration>, Vec<&Demonstration>) {
    let order = epoch_order(demonstrations.len(), seed, usize::MAX);
    let n_held_out = n_held_out.min(demonstrations.len() / 10);
    let pick = |order: &[usize]| order.iter().map(|&index| &demonstrations[index]).collect();
    (pick(&order[n_held_out..]), pick(&order[..n_held_out]))
}
