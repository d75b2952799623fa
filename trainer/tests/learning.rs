//! Both trainers teach: a tiny policy learns to use the office's tools in a few seconds.

mod office;

use std::sync::Arc;

use burn::tensor::Device;
use compoworld_trainer::evaluate::evaluate;
use compoworld_trainer::grpo::{GrpoConfig, GrpoRun};
use compoworld_trainer::model::config::DecoderConfig;
use compoworld_trainer::model::decoder::Decoder;
use compoworld_trainer::rollout::RolloutConfig;
use compoworld_trainer::sampling::Sampling;
use compoworld_trainer::sft::{Lessons, SftConfig, SftRun, held_out_loss};
use compoworld_trainer::text::template::Transcript;
use compoworld_trainer::text::tokenizer::Tokenizer;
use compoworld_trainer::train::learner::{Learner, OptimizerConfig};
use office::OfficeTasks;

#[test]
fn fine_tuning_then_grpo_raises_success_on_tasks_that_were_not_shown() {
    let shown = OfficeTasks { n_tasks: 200, seed: 5, unseen_percent: 0 };
    let others = OfficeTasks { n_tasks: 30, seed: 6, unseen_percent: 0 };
    let demonstrations = shown.demonstrations();
    let texts: Vec<String> = demonstrations.iter().flat_map(|d| d.texts()).collect();
    let tokenizer = Tokenizer::train(&texts, 950).expect("there are texts");
    let transcripts: Arc<[Transcript]> =
        demonstrations.iter().map(|d| d.transcript(&tokenizer, 80)).collect();
    let unseen: Vec<Transcript> =
        others.demonstrations().iter().map(|d| d.transcript(&tokenizer, 80)).collect();

    let config = DecoderConfig {
        d_model: 64,
        context_tokens_max: 256,
        ..DecoderConfig::tiny(tokenizer.n_vocabulary())
    };
    let device = Device::flex().autodiff();
    let model = Decoder::new(&config, 1, &device).expect("a valid shape");
    let greedy = RolloutConfig {
        sampling: Sampling::GREEDY,
        n_turns_max: 5,
        turn_tokens_max: 40,
        ..RolloutConfig::default()
    };
    // An untrained policy uses up every turn it has; three are enough to see that it fails.
    let brief = RolloutConfig { n_turns_max: 3, ..greedy.clone() };
    let (before, _) = evaluate(&model, &tokenizer, &others, 1, 1, &brief);
    assert!(before.success < 0.05, "{before:?}");
    let loss_before = held_out_loss(&model, &unseen, 2048);

    let sft = SftConfig {
        n_epochs: 5,
        batch_size: 8,
        rate_max: 6e-3,
        scramble_share: 0.25,
        ..SftConfig::small()
    };
    let learner = Learner::new(model, sft.optimizer.clone());
    let mut run = SftRun::new(learner, &tokenizer, Lessons::without_drills(transcripts), sft);
    while !run.is_done() {
        run.step();
    }
    let loss_after = held_out_loss(&run.learner.model, &unseen, 2048);
    assert!(loss_after < 0.2 * loss_before, "{loss_before} {loss_after}");
    println!("loss {loss_before} {loss_after}");
    let (tuned, _) = evaluate(&run.learner.model, &tokenizer, &others, 1, 1, &greedy);
    println!("{tuned:?}");
    assert!(tuned.success >= 0.2, "{tuned:?}");

    // GRPO on a handful of tasks must make those tasks succeed more often.
    let practice = OfficeTasks { n_tasks: 6, seed: 7, unseen_percent: 0 };
    let grpo = GrpoConfig {
        n_iterations: 9,
        n_tasks: 6,
        group_size: 6,
        rate: 2e-3,
        rollout: RolloutConfig { sampling: Sampling::ON_POLICY, ..greedy.clone() },
        ..GrpoConfig::small()
    };
    let learner = Learner::new(run.learner.model.clone(), OptimizerConfig::default());
    let mut run = GrpoRun::new(learner, 0, &tokenizer, &practice, grpo);
    let rounds: Vec<f64> = (0..9).map(|_| run.step().criteria_passed).collect();
    println!("{rounds:?}");
    let (early, late) = (rounds[..3].iter().sum::<f64>(), rounds[6..].iter().sum::<f64>());
    assert!(late > early, "{rounds:?}");
}
