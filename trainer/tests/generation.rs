//! Batched generation agrees with one pass over the whole transcript, and rows do not disturb each
//! other.

mod office;

use burn::tensor::Device;
use compoworld_trainer::model::config::DecoderConfig;
use compoworld_trainer::model::decoder::Decoder;
use compoworld_trainer::rollout::{Rollout, RolloutConfig, TaskSet, roll_out};
use compoworld_trainer::text::tokenizer::Tokenizer;
use compoworld_trainer::train::batches::MicroBatch;
use office::OfficeTasks;

/// What a sum in another order may cost, in nats.
const TOLERANCE: f32 = 2e-4;

fn setting() -> (OfficeTasks, Tokenizer, Decoder) {
    let tasks = OfficeTasks { n_tasks: 12, seed: 5, unseen_percent: 20 };
    let texts: Vec<String> = tasks.demonstrations().iter().flat_map(|d| d.texts()).collect();
    let tokenizer = Tokenizer::train(&texts, 900).expect("there are texts");
    let config =
        DecoderConfig { context_tokens_max: 160, ..DecoderConfig::tiny(tokenizer.n_vocabulary()) };
    let model = Decoder::new(&config, 3, &Device::flex()).expect("a valid shape");
    (tasks, tokenizer, model)
}

fn short() -> RolloutConfig {
    RolloutConfig { turn_tokens_max: 12, n_turns_max: 4, ..RolloutConfig::default() }
}

fn run(tasks: &OfficeTasks, tokenizer: &Tokenizer, model: &Decoder, n_rows: usize) -> Vec<Rollout> {
    let episodes = (0..tasks.len()).map(|index| (tasks.start(index), index as u64)).collect();
    let config = RolloutConfig { n_rows_max: n_rows, ..short() };
    roll_out(model, tokenizer, episodes, &config)
}

#[test]
fn sampled_log_probabilities_are_those_of_a_full_pass() {
    let (tasks, tokenizer, model) = setting();
    let rollouts = run(&tasks, &tokenizer, &model, 12);
    let batch = MicroBatch::new(rollouts.iter().map(|rollout| &rollout.transcript));
    assert!(batch.n_targets() > 100, "an untrained policy talks until it is cut off");
    let full: Vec<f32> =
        model.log_probs(&batch.ids, &batch.targets).try_into_vec_as().expect("floats");
    for (full, sampled) in full.iter().zip(&batch.sampled_log_probs) {
        assert!((full - sampled).abs() < TOLERANCE, "{full} {sampled}");
    }
}

#[test]
fn a_row_draws_the_same_tokens_alone_and_in_company() {
    let (tasks, tokenizer, model) = setting();
    let together = run(&tasks, &tokenizer, &model, 12);
    let alone = run(&tasks, &tokenizer, &model, 1);
    for (together, alone) in together.iter().zip(&alone) {
        assert_eq!(together.transcript.ids, alone.transcript.ids);
        assert_eq!(together.passed, alone.passed);
    }
}

#[test]
fn a_malformed_turn_is_answered_with_an_error_that_the_policy_sees() {
    let (tasks, tokenizer, model) = setting();
    let rollouts = run(&tasks, &tokenizer, &model, 12);
    let malformed = rollouts.iter().find(|r| r.n_malformed > 1);
    let rollout = malformed.expect("an untrained policy makes malformed turns");
    let text = tokenizer.decode(&rollout.transcript.ids, &rollout.transcript.handles);
    assert!(text.contains("invalid_argument"), "{text}");
    // The error is given, not generated.
    let given: Vec<u32> = rollout
        .transcript
        .ids
        .iter()
        .zip(&rollout.transcript.by_agent)
        .filter(|(_, by_agent)| !**by_agent)
        .map(|(&id, _)| id)
        .collect();
    assert!(tokenizer.decode(&given, &rollout.transcript.handles).contains("invalid_argument"));
}

#[test]
fn no_transcript_outgrows_the_context() {
    let (tasks, tokenizer, model) = setting();
    for rollout in run(&tasks, &tokenizer, &model, 5) {
        let n_tokens = rollout.transcript.ids.len();
        // An observation that was just appended may stand past the limit; nothing reads it.
        let last = rollout.transcript.by_agent.iter().rposition(|&by_agent| by_agent);
        assert!(last.is_none_or(|last| last < 160), "{n_tokens}");
    }
}
