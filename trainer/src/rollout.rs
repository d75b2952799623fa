//! Episodes: what the policy acts in, and how many of them run at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use compoworld_kernels::on_threads;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::generate::{AfterTurn, GenerationLimits, Row, generate};
use crate::model::decoder::Decoder;
use crate::sampling::Sampling;
use crate::text::template::{Transcript, Turn, malformed_observation, parse_turn};
use crate::text::tokenizer::{Special, Tokenizer};

/// One run of one task, in an environment of its own.
pub trait Episode: Send {
    /// What the agent is asked to do.
    fn instruction(&self) -> &str;

    /// Calls a namespaced tool with arguments as a JSON object; gives the observation as JSON text,
    /// errors of the tool included.
    fn call(&mut self, tool: &str, arguments: &str) -> String;

    /// Ends the episode; gives one verdict a rubric criterion. `None` when the agent never answered.
    fn finish(&mut self, answer: Option<&str>) -> Vec<bool>;
}

/// Tasks to start episodes of.
pub trait TaskSet: Sync {
    /// How many tasks there are.
    fn len(&self) -> usize;

    /// Starts a task from its initial state. Episodes do not see each other.
    fn start(&self, index: usize) -> Box<dyn Episode>;

    /// Whether there is no task.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// How episodes are run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RolloutConfig {
    /// How tokens are drawn.
    pub sampling: Sampling,
    /// Turns an agent has.
    pub n_turns_max: usize,
    /// Tokens of one turn.
    pub turn_tokens_max: usize,
    /// Tokens of one observation; more is cut.
    pub observation_tokens_max: usize,
    /// Episodes that advance together in one batch.
    pub n_rows_max: usize,
    /// Batches that run at the same time.
    pub n_threads: usize,
}

impl Default for RolloutConfig {
    fn default() -> Self {
        Self {
            sampling: Sampling::ON_POLICY,
            n_turns_max: 16,
            turn_tokens_max: 96,
            observation_tokens_max: 320,
            n_rows_max: 64,
            n_threads: 2,
        }
    }
}

/// What came of one episode.
#[derive(Debug, Clone, PartialEq)]
pub struct Rollout {
    /// Everything said, with log-probabilities of what the agent sampled.
    pub transcript: Transcript,
    /// One verdict a criterion.
    pub passed: Vec<bool>,
    /// Calls made.
    pub n_calls: usize,
    /// Turns that were neither a call nor an answer.
    pub n_malformed: usize,
    /// The final answer, when there is one.
    pub answer: Option<String>,
}

struct Running {
    index: usize,
    episode: Box<dyn Episode>,
    n_turns: usize,
    n_calls: usize,
    n_malformed: usize,
    answer: Option<String>,
}

/// Runs episodes to their end, each drawing with a seed of its own.
///
/// Batches are formed by the order of the episodes alone, so results depend neither on the number of
/// threads nor on timing.
pub fn roll_out(
    model: &Decoder,
    tokenizer: &Tokenizer,
    episodes: Vec<(Box<dyn Episode>, u64)>,
    config: &RolloutConfig,
) -> Vec<Rollout> {
    let n_episodes = episodes.len();
    let mut waiting: Vec<Option<Vec<Numbered>>> = Vec::new();
    // An even number of batches of about equal size, so that two threads end together.
    let n_batches = n_episodes.div_ceil(config.n_rows_max.max(1)).next_multiple_of(2);
    let n_rows = n_episodes.div_ceil(n_batches.max(1));
    let mut episodes = episodes.into_iter().enumerate();
    loop {
        let batch: Vec<_> = episodes.by_ref().take(n_rows).collect();
        if batch.is_empty() {
            break;
        }
        waiting.push(Some(batch));
    }

    let n_batches = waiting.len();
    let waiting = Mutex::new(waiting);
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<Option<Rollout>>> = Mutex::new(vec![None; n_episodes]);
    let work = |_| {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let batch = {
                let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
                waiting.get_mut(number).and_then(Option::take)
            };
            let Some(batch) = batch else { break };
            for (index, rollout) in run_batch(model, tokenizer, batch, config) {
                done.lock().unwrap_or_else(PoisonError::into_inner)[index] = Some(rollout);
            }
        }
    };
    on_threads(config.n_threads.min(n_batches), work);
    done.into_inner()
        .unwrap_or_else(PoisonError::into_inner)
        .into_iter()
        .map(|rollout| rollout.expect("every batch ran before the scope closed"))
        .collect()
}

/// An episode with its place among all and the seed of its draws.
type Numbered = (usize, (Box<dyn Episode>, u64));

fn run_batch(
    model: &Decoder,
    tokenizer: &Tokenizer,
    batch: Vec<Numbered>,
    config: &RolloutConfig,
) -> Vec<(usize, Rollout)> {
    let context_tokens_max = model.config().context_tokens_max;
    let (mut rows, mut running): (Vec<Row>, Vec<Running>) = batch
        .into_iter()
        .map(|(index, (episode, seed))| {
            let mut transcript = Transcript::open(tokenizer, episode.instruction());
            // An instruction that fills the context leaves no room to act; the row ends at once.
            transcript.ids.truncate(context_tokens_max - 1);
            transcript.by_agent.truncate(context_tokens_max - 1);
            transcript.log_probs.truncate(context_tokens_max - 1);
            let row = Row {
                turn_start: transcript.ids.len(),
                transcript,
                random: Xoshiro256PlusPlus::seed_from_u64(seed),
            };
            let running =
                Running { index, episode, n_turns: 0, n_calls: 0, n_malformed: 0, answer: None };
            (row, running)
        })
        .unzip();

    let limits = GenerationLimits { turn_tokens_max: config.turn_tokens_max, context_tokens_max };
    generate(model, &mut rows, config.sampling, limits, |number, row| {
        take_turn(tokenizer, &mut running[number], row, config)
    });

    rows.into_iter()
        .zip(running)
        .map(|(row, mut running)| {
            let passed = running.episode.finish(running.answer.as_deref());
            let rollout = Rollout {
                transcript: row.transcript,
                passed,
                n_calls: running.n_calls,
                n_malformed: running.n_malformed,
                answer: running.answer,
            };
            (running.index, rollout)
        })
        .collect()
}

/// Acts on a turn of the agent, and appends what it observes.
fn take_turn(
    tokenizer: &Tokenizer,
    running: &mut Running,
    row: &mut Row,
    config: &RolloutConfig,
) -> AfterTurn {
    let ids = &row.transcript.ids[row.turn_start..];
    let turn = match ids.split_last() {
        Some((&last, turn)) if last == Special::End as u32 => {
            parse_turn(tokenizer, turn, &row.transcript.handles)
        }
        _ => Turn::Malformed("the turn is too long".to_owned()),
    };
    running.n_turns += 1;
    let observation = match turn {
        Turn::Answer(answer) => {
            running.answer = Some(answer);
            return AfterTurn::Stop;
        }
        Turn::Call { tool, arguments } => {
            running.n_calls += 1;
            running.episode.call(&tool, &arguments)
        }
        Turn::Malformed(reason) => {
            running.n_malformed += 1;
            malformed_observation(&reason)
        }
    };
    if running.n_turns >= config.n_turns_max {
        return AfterTurn::Stop;
    }
    row.transcript.push_observation(tokenizer, &observation, config.observation_tokens_max);
    AfterTurn::Continue
}
