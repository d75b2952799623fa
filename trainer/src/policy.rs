//! The embedded policy as one of the world's policies, so that `compoworld rollout` can use it next
//! to an endpoint. One attempt at a time; [`crate::rollout`] is the batched way.

use std::path::Path;

use burn::tensor::Device;
use compoworld_chat::Tokens;
use compoworld_world::rollout::{
    Actor, AttemptStart, Message, Policy, PolicyError, Role, SampledTokens, ToolCall, Turn,
};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::checkpoint::{CheckpointError, read_checkpoint};
use crate::generate::{AfterTurn, GenerationLimits, Row, generate};
use crate::model::decoder::Decoder;
use crate::rollout::RolloutConfig;
use crate::sampling::Sampling;
use crate::text::template::{self, Transcript, malformed_observation, parse_turn};
use crate::text::tokenizer::{Special, Tokenizer};

/// Malformed turns in a row after which an attempt is given up.
const MALFORMED_MAX: usize = 4;

/// A trained policy that acts in the world.
#[derive(Debug)]
pub struct TrainedPolicy {
    name: String,
    model: Decoder,
    tokenizer: Tokenizer,
    sampling: Sampling,
    observation_tokens_max: usize,
    turn_tokens_max: usize,
}

impl TrainedPolicy {
    /// Loads a policy from a run's folder or a checkpoint in it.
    ///
    /// # Errors
    /// [`CheckpointError`] when there is none or it is damaged.
    pub fn load(path: &Path, device: &Device, sampling: Sampling) -> Result<Self, CheckpointError> {
        let checkpoint = read_checkpoint(path, device)?;
        let default = RolloutConfig::default();
        Ok(Self {
            name: format!("trained:{}", path.display()),
            observation_tokens_max: checkpoint
                .observation_tokens_max()
                .unwrap_or(default.observation_tokens_max),
            model: checkpoint.learner.model,
            tokenizer: checkpoint.tokenizer,
            sampling,
            turn_tokens_max: default.turn_tokens_max,
        })
    }
}

impl Policy for TrainedPolicy {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn start(&self, start: AttemptStart<'_>) -> Box<dyn Actor + '_> {
        Box::new(Acting {
            policy: self,
            transcript: Transcript::default(),
            n_heard: 0,
            n_calls: 0,
            random: Xoshiro256PlusPlus::seed_from_u64(start.seed),
        })
    }
}

struct Acting<'a> {
    policy: &'a TrainedPolicy,
    transcript: Transcript,
    /// Messages of the conversation that the transcript holds.
    n_heard: usize,
    n_calls: usize,
    random: Xoshiro256PlusPlus,
}

impl Actor for Acting<'_> {
    fn act(&mut self, conversation: &[Message]) -> Result<Turn, PolicyError> {
        self.hear(conversation);
        let mut tokens = Tokens { prompt: self.transcript.ids.len() as u64, completion: 0 };
        let mut sampled = Vec::new();
        for _ in 0..MALFORMED_MAX {
            let from = self.transcript.ids.len();
            if from >= self.policy.model.config().context_tokens_max {
                break;
            }
            let turn = self.speak();
            tokens.completion += (self.transcript.ids.len() - from) as u64;
            sampled.push(self.sampled_from(from));
            match turn {
                template::Turn::Call { tool, arguments } => {
                    self.n_calls += 1;
                    let id = format!("call_{}", self.n_calls);
                    let call = ToolCall { id, name: tool, arguments };
                    let tool_calls = vec![call];
                    return Ok(Turn { content: String::new(), tool_calls, tokens, sampled });
                }
                template::Turn::Answer(content) => {
                    return Ok(Turn { content, tool_calls: Vec::new(), tokens, sampled });
                }
                template::Turn::Malformed(reason) => {
                    let observation = malformed_observation(&reason);
                    self.observe(&observation);
                }
            }
        }
        Ok(Turn { content: String::new(), tool_calls: Vec::new(), tokens, sampled })
    }
}

impl Acting<'_> {
    /// Takes in what was said since the last turn. The agent's own words are there already.
    fn hear(&mut self, conversation: &[Message]) {
        for message in conversation.iter().skip(self.n_heard) {
            match message.role {
                Role::User if self.transcript.ids.is_empty() => {
                    self.transcript = Transcript::open(&self.policy.tokenizer, &message.content);
                }
                Role::User | Role::Tool => self.observe(&message.content),
                Role::System | Role::Assistant => {}
            }
        }
        self.n_heard = conversation.len();
    }

    fn observe(&mut self, observation: &str) {
        let policy = self.policy;
        self.transcript.push_observation(
            &policy.tokenizer,
            observation,
            policy.observation_tokens_max,
        );
    }

    /// The tokens that were sampled from a position on.
    fn sampled_from(&self, from: usize) -> SampledTokens {
        let (prompt, ids) = self.transcript.ids.split_at(from);
        SampledTokens {
            prompt_ids: prompt.to_vec(),
            ids: ids.to_vec(),
            log_probs: self.transcript.log_probs[from..].to_vec(),
        }
    }

    /// Generates one turn.
    fn speak(&mut self) -> template::Turn {
        let policy = self.policy;
        let turn_start = self.transcript.ids.len();
        let limits = GenerationLimits {
            turn_tokens_max: policy.turn_tokens_max,
            context_tokens_max: policy.model.config().context_tokens_max,
        };
        let mut rows = [Row {
            transcript: std::mem::take(&mut self.transcript),
            turn_start,
            random: self.random.clone(),
        }];
        generate(&policy.model, &mut rows, policy.sampling, limits, |_, _| AfterTurn::Stop);
        let [Row { transcript, random, .. }] = rows;
        self.transcript = transcript;
        self.random = random;
        match self.transcript.ids[turn_start..].split_last() {
            Some((&last, turn)) if last == Special::End as u32 => {
                parse_turn(&policy.tokenizer, turn, &self.transcript.handles)
            }
            _ => template::Turn::Malformed("the turn is too long".to_owned()),
        }
    }
}
