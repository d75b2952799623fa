//! A run that was interrupted and resumed is the run that was not, bit for bit.

mod office;

use std::path::Path;

use burn::tensor::Device;
use compoworld_trainer::checkpoint::{
    Checkpoint, CheckpointError, RunKind, read_checkpoint, run_state, write_checkpoint,
};
use compoworld_trainer::grpo::{GrpoConfig, GrpoRound, GrpoRun};
use compoworld_trainer::model::config::DecoderConfig;
use compoworld_trainer::model::decoder::Decoder;
use compoworld_trainer::rollout::RolloutConfig;
use compoworld_trainer::sft::{Lessons, SftConfig, SftRun, SftStep};
use compoworld_trainer::text::tokenizer::Tokenizer;
use compoworld_trainer::train::drill::drill;
use compoworld_trainer::train::learner::Learner;
use office::OfficeTasks;
use serde_json::Value;

const TASKS: OfficeTasks = OfficeTasks { n_tasks: 24, seed: 5, unseen_percent: 20 };

fn device() -> Device {
    Device::flex().autodiff()
}

fn setting() -> (Tokenizer, Lessons) {
    let demonstrations = TASKS.demonstrations();
    let texts: Vec<String> = demonstrations.iter().flat_map(|d| d.texts()).collect();
    let tokenizer = Tokenizer::train(&texts, 900).expect("there are texts");
    let lessons = Lessons {
        demonstrations: demonstrations.iter().map(|d| d.transcript(&tokenizer, 60)).collect(),
        drills: demonstrations.iter().filter_map(|d| drill(d, &tokenizer, 60, 1)).collect(),
    };
    (tokenizer, lessons)
}

fn learner(tokenizer: &Tokenizer) -> Learner {
    let config = DecoderConfig::tiny(tokenizer.n_vocabulary());
    let model = Decoder::new(&config, 3, &device()).expect("a valid shape");
    Learner::new(model, SftConfig::small().optimizer)
}

fn sft(learner: Learner, tokenizer: &Tokenizer, lessons: &Lessons) -> SftRun {
    let config = SftConfig {
        n_epochs: 40,
        batch_size: 5,
        rate_max: 6e-3,
        drill_share: 0.2,
        ..SftConfig::small()
    };
    SftRun::new(learner, tokenizer, lessons.clone(), config)
}

fn steps(run: &mut SftRun, n_steps: usize) -> Vec<SftStep> {
    (0..n_steps).map(|_| run.step()).collect()
}

fn save(folder: &Path, learner: &Learner, n_rounds: usize, tokenizer: &Tokenizer) {
    let state = run_state(RunKind::Sft, learner, n_rounds, Value::Null, "digest");
    let checkpoint = Checkpoint { learner: learner.clone(), tokenizer: tokenizer.clone(), state };
    write_checkpoint(folder, &checkpoint, 2).expect("the folder is writable");
}

#[test]
fn a_resumed_fine_tuning_repeats_every_loss_bit_for_bit() {
    let (tokenizer, lessons) = setting();
    let mut whole = sft(learner(&tokenizer), &tokenizer, &lessons);
    let expected = steps(&mut whole, 12);

    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut first = sft(learner(&tokenizer), &tokenizer, &lessons);
    let mut found = steps(&mut first, 7);
    save(folder.path(), &first.learner, 0, &tokenizer);
    drop(first);

    let checkpoint = read_checkpoint(folder.path(), &device()).expect("just written");
    assert_eq!(checkpoint.learner.n_steps, 7);
    let mut second = sft(checkpoint.learner, &checkpoint.tokenizer, &lessons);
    found.extend(steps(&mut second, 5));
    // Equal floats, not close ones.
    assert_eq!(found, expected);
}

#[test]
fn a_resumed_grpo_repeats_every_round_bit_for_bit() {
    let (tokenizer, lessons) = setting();
    let config = GrpoConfig {
        n_tasks: 3,
        group_size: 3,
        seed: 9,
        rate: 1e-3,
        rollout: RolloutConfig { turn_tokens_max: 16, n_turns_max: 4, ..RolloutConfig::default() },
        ..GrpoConfig::small()
    };
    let mut warm = sft(learner(&tokenizer), &tokenizer, &lessons);
    steps(&mut warm, 150);
    let start = |learner, n_done| GrpoRun::new(learner, n_done, &tokenizer, &TASKS, config.clone());
    let rounds = |run: &mut GrpoRun<'_>, n: usize| -> Vec<GrpoRound> {
        (0..n).map(|_| run.step()).collect()
    };

    let mut whole = start(warm.learner.clone(), 0);
    let expected = rounds(&mut whole, 4);
    assert!(expected.iter().any(|round| round.gradient_norm > 0.0), "{expected:?}");

    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut first = start(warm.learner.clone(), 0);
    let mut found = rounds(&mut first, 2);
    save(folder.path(), &first.learner, first.n_done, &tokenizer);
    let checkpoint = read_checkpoint(folder.path(), &device()).expect("just written");
    let mut second = start(checkpoint.learner, checkpoint.state.n_rounds);
    found.extend(rounds(&mut second, 2));
    assert_eq!(found, expected);
}

#[test]
fn a_damaged_checkpoint_is_named_and_the_one_before_it_still_works() {
    let (tokenizer, lessons) = setting();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut run = sft(learner(&tokenizer), &tokenizer, &lessons);
    for _ in 0..3 {
        run.step();
        save(folder.path(), &run.learner, 0, &tokenizer);
    }
    // Two are kept.
    assert!(!folder.path().join("step-00000001").exists());

    let model = folder.path().join("step-00000003/model.bpk");
    let mut bytes = std::fs::read(&model).expect("just written");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&model, bytes).expect("the folder is writable");

    let error = read_checkpoint(folder.path(), &device()).expect_err("one bit differs");
    assert!(matches!(&error, CheckpointError::Damaged { .. }));
    let message = error.to_string();
    assert!(message.contains("model.bpk") && message.contains("step-00000002"), "{message}");
    let before = read_checkpoint(&folder.path().join("step-00000002"), &device());
    assert_eq!(before.expect("untouched").learner.n_steps, 2);
}

#[test]
fn a_folder_without_checkpoint_says_what_to_give_instead() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let error = read_checkpoint(folder.path(), &device()).expect_err("it is empty");
    assert!(matches!(&error, CheckpointError::Missing(_)), "{error}");
}
