//! How fast the embedded policy learns: supervised fine-tuning, then GRPO, on the office of the
//! tests or, with `on=world`, on tasks that the planner makes from the catalog.
//! `cargo bench -p compoworld-trainer --bench learning -- [key=value]…`

#[path = "../tests/office/mod.rs"]
mod office;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use burn::module::Module;
use burn::tensor::Device;
use compoworld_trainer::demonstration::Demonstration;
use compoworld_trainer::episodes::prepare_tasks;
use compoworld_trainer::evaluate::evaluate;
use compoworld_trainer::grpo::{GrpoConfig, GrpoRun};
use compoworld_trainer::model::config::DecoderConfig;
use compoworld_trainer::model::decoder::Decoder;
use compoworld_trainer::reward::RewardKind;
use compoworld_trainer::rollout::{RolloutConfig, TaskSet};
use compoworld_trainer::sampling::Sampling;
use compoworld_trainer::sft::{Lessons, SftConfig, SftRun, held_out_loss};
use compoworld_trainer::text::template::Transcript;
use compoworld_trainer::text::tokenizer::Tokenizer;
use compoworld_trainer::train::learner::{Learner, OptimizerConfig};
use compoworld_world::Catalog;
use compoworld_world::planner::{PlanConfig, synthesize};
use office::OfficeTasks;

struct Settings(BTreeMap<String, String>);

impl Settings {
    fn get<T: std::str::FromStr>(&self, name: &str, default: T) -> T {
        self.0.get(name).and_then(|text| text.parse().ok()).unwrap_or(default)
    }
}

/// What to learn on: demonstrations, tasks to practise on, tasks to measure on.
struct Ground {
    demonstrations: Vec<Demonstration>,
    held_demonstrations: Vec<Demonstration>,
    practice: Box<dyn TaskSet>,
    held_out: Vec<(String, Box<dyn TaskSet>)>,
}

fn office_ground(settings: &Settings) -> Ground {
    let train = OfficeTasks { n_tasks: settings.get("tasks", 2000), seed: 11, unseen_percent: 0 };
    let held_out = OfficeTasks { n_tasks: 200, seed: 12, unseen_percent: 30 };
    let named = |unseen_percent: usize| -> (String, Box<dyn TaskSet>) {
        let tasks = OfficeTasks { unseen_percent, ..held_out };
        (format!("{unseen_percent}% unseen names"), Box::new(tasks))
    };
    Ground {
        demonstrations: train.demonstrations(),
        held_demonstrations: held_out.demonstrations(),
        practice: Box::new(OfficeTasks { n_tasks: 2000, seed: 13, unseen_percent: 30 }),
        held_out: vec![named(30), named(0), named(100)],
    }
}

fn world_ground(settings: &Settings) -> Ground {
    let catalog = Catalog::new(compoworld_catalog::SERVICES);
    let services = settings.get("services", String::new());
    let services = services.split(',').filter(|name| !name.is_empty()).map(str::to_owned);
    let config = PlanConfig { services: services.collect(), ..PlanConfig::easy() };
    let make = |n: usize, seed: u64| {
        let clock = Instant::now();
        let made = synthesize(&catalog, &config, n, seed);
        println!("{} tasks of {n} in {:.1?}", made.tasks.len(), clock.elapsed());
        prepare_tasks(Path::new("planner"), made.tasks, &catalog).expect("they passed the gate")
    };
    let n_tasks = settings.get("tasks", 2000);
    let (train, held_out) = (make(n_tasks, 1), make(200, 2));
    Ground {
        demonstrations: train.demonstrations().expect("they passed the gate").0,
        held_demonstrations: held_out.demonstrations().expect("they passed the gate").0,
        practice: Box::new(train),
        held_out: vec![("world".to_owned(), Box::new(held_out))],
    }
}

fn main() {
    let pairs = std::env::args().filter_map(|argument| {
        let (name, value) = argument.split_once('=')?;
        Some((name.to_owned(), value.to_owned()))
    });
    let settings = Settings(pairs.collect());
    let seed = settings.get("seed", 1);
    let ground = match settings.get("on", "office".to_owned()).as_str() {
        "world" => world_ground(&settings),
        _ => office_ground(&settings),
    };
    let held_out = ground.held_out[0].1.as_ref();
    let observation = settings.get("observation", 256);
    let demonstrations = ground.demonstrations;
    let texts: Vec<String> = demonstrations.iter().flat_map(|d| d.texts()).collect();
    let clock = Instant::now();
    let tokenizer = Tokenizer::train(&texts, settings.get("vocabulary", 1600)).expect("texts");
    let transcripts: Arc<[Transcript]> =
        demonstrations.iter().map(|d| d.transcript(&tokenizer, observation)).collect();
    let unseen: Vec<Transcript> =
        ground.held_demonstrations.iter().map(|d| d.transcript(&tokenizer, observation)).collect();
    let n_tokens: usize = transcripts.iter().map(|t| t.ids.len()).sum();
    let n_agent: usize = transcripts.iter().map(Transcript::n_by_agent).sum();
    println!(
        "tokenizer {:.1?}: {} ids; {} transcripts, {:.0} tokens each, {:.0} by the agent, longest {}",
        clock.elapsed(),
        tokenizer.n_vocabulary(),
        transcripts.len(),
        n_tokens as f64 / transcripts.len() as f64,
        n_agent as f64 / transcripts.len() as f64,
        transcripts.iter().map(|t| t.ids.len()).max().unwrap_or(0),
    );
    for transcript in transcripts.iter().take(settings.get("show_shown", 1)) {
        println!("{}", tokenizer.decode_with_marks(&transcript.ids, &transcript.handles));
    }

    let small = DecoderConfig::small(tokenizer.n_vocabulary());
    let d_model = settings.get("d", small.d_model);
    let rope_base = settings.get("rope", 10_000.0_f32);
    let config = DecoderConfig {
        d_model,
        n_layers: settings.get("layers", small.n_layers),
        n_heads: settings.get("heads", small.n_heads),
        n_kv_heads: settings.get("kv", small.n_kv_heads),
        d_head: settings.get("dh", small.d_head),
        d_feed_forward: settings.get("ff", small.d_feed_forward),
        conv_reach: settings.get("conv", small.conv_reach),
        d_pointer: settings.get("pointer", small.d_pointer),
        context_tokens_max: settings.get("context", 768),
        rope_base: (rope_base > 0.0).then_some(rope_base),
        ..small
    };
    let device = Device::flex().autodiff();
    let model = Decoder::new(&config, seed, &device).expect("a valid shape");
    println!("{} parameters", model.num_params());

    let sft = SftConfig {
        n_epochs: settings.get("epochs", 6),
        batch_size: settings.get("batch", 16),
        rate_max: settings.get("lr", 3e-3),
        warmup_share: settings.get("warmup", 0.03),
        padded_tokens_max: settings.get("micro", 1024),
        n_threads: settings.get("threads", 2),
        scramble_share: settings.get("scramble", 0.5),
        seed,
        ..SftConfig::small()
    };
    let optimizer = OptimizerConfig {
        beta_2: settings.get("beta2", 0.98),
        weight_decay: settings.get("decay", 0.0),
        norm_max: settings.get("clip", 1.0),
        ..SftConfig::small().optimizer
    };
    let rollout = RolloutConfig { observation_tokens_max: observation, ..RolloutConfig::default() };
    let greedy = RolloutConfig { sampling: Sampling::GREEDY, ..rollout.clone() };
    let limit = settings.get("seconds", 120.0);
    let every = settings.get("every", 25);

    let learner = Learner::new(model, optimizer.clone());
    let mut run = SftRun::new(learner, &tokenizer, Lessons::without_drills(transcripts), sft);
    let clock = Instant::now();
    let (mut seconds, mut tokens) = (0.0, 0);
    println!("{} steps planned", run.n_steps());
    while !run.is_done() && seconds < limit {
        let from = Instant::now();
        let step = run.step();
        seconds += from.elapsed().as_secs_f64();
        tokens += step.n_tokens;
        if step.step.is_multiple_of(every) || run.is_done() {
            let loss = held_out_loss(&run.learner.model, &unseen, 2048);
            let from = Instant::now();
            let (found, _) = evaluate(&run.learner.model, &tokenizer, held_out, 1, seed, &greedy);
            println!(
                "sft {:4} epoch {:.2} {seconds:6.1} s {:6.0} tok/s loss {:.3} held {loss:.3} norm \
                 {:.2} | success {:.3} criteria {:.3} calls {:.2} malformed {:.2} answered {:.2} \
                 ({:.1?})",
                step.step,
                step.epoch,
                tokens as f64 / seconds,
                step.loss,
                step.gradient_norm,
                found.success,
                found.criteria_passed,
                found.n_calls,
                found.n_malformed,
                found.answered,
                from.elapsed(),
            );
        }
    }
    println!("sft took {seconds:.1} s of {:.1?}", clock.elapsed());
    for (name, tasks) in &ground.held_out {
        let (found, rollouts) =
            evaluate(&run.learner.model, &tokenizer, tasks.as_ref(), 1, seed, &greedy);
        println!("{name}: success {:.3} criteria {:.3}", found.success, found.criteria_passed);
        let failed = rollouts.iter().enumerate().filter(|(_, r)| !r.passed.iter().all(|&p| p));
        for (index, rollout) in failed.take(settings.get("show", 0)) {
            let said =
                tokenizer.decode_with_marks(&rollout.transcript.ids, &rollout.transcript.handles);
            println!("  {:?} {said}", rollout.passed);
            if let Some(wanted) = unseen.get(index).filter(|_| name == &ground.held_out[0].0) {
                println!("  wanted {}", tokenizer.decode_with_marks(&wanted.ids, &wanted.handles));
            }
        }
    }

    let mut learner = Learner::new(run.learner.model.clone(), optimizer);
    learner.n_steps = 0;
    let small = GrpoConfig::small();
    let grpo = GrpoConfig {
        n_iterations: settings.get("rounds", 20),
        n_tasks: settings.get("round_tasks", small.n_tasks),
        rate: settings.get("grpo_lr", small.rate),
        n_updates: settings.get("updates", small.n_updates),
        reward: match settings.get("reward", "completion".to_owned()).as_str() {
            "uniform" => RewardKind::Uniform,
            "binary" => RewardKind::Binary,
            _ => RewardKind::Completion,
        },
        seed,
        rollout,
        ..small
    };
    let mut run = GrpoRun::new(learner, 0, &tokenizer, ground.practice.as_ref(), grpo);
    let limit = settings.get("grpo_seconds", 60.0);
    let mut seconds = 0.0;
    while !run.is_done() && seconds < limit {
        let from = Instant::now();
        let round = run.step();
        seconds += from.elapsed().as_secs_f64();
        let found = if round.iteration.is_multiple_of(5) {
            let (found, _) = evaluate(&run.learner.model, &tokenizer, held_out, 1, seed, &greedy);
            format!("| success {:.3} criteria {:.3}", found.success, found.criteria_passed)
        } else {
            String::new()
        };
        println!(
            "grpo {:3} {seconds:5.1} s reward {:.3} success {:.3} criteria {:.3} equal {}/{} loss \
             {:.4} norm {:.3} calls {:.2} malformed {:.3} tokens {:.0} {found}",
            round.iteration,
            round.reward,
            round.success,
            round.criteria_passed,
            round.n_equal_groups,
            round.n_groups,
            round.loss,
            round.gradient_norm,
            round.n_calls,
            round.n_malformed,
            round.n_tokens,
        );
    }
}
