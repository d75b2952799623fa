//! From demonstrations to what fine-tuning reads: transcripts and drills that fit the context.

use compoworld_lm::train::order::mix_seed;

use crate::demonstration::Demonstration;
use crate::sft::Lessons;
use crate::text::template::Transcript;
use crate::text::tokenizer::Tokenizer;
use crate::train::drill::drill;

/// What a policy can take in of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadingLimits {
    /// Tokens of one observation; more is cut.
    pub observation_tokens_max: usize,
    /// Tokens of a transcript; a longer one is left out.
    pub context_tokens_max: usize,
}

/// The transcripts of the demonstrations that fit, in their order.
pub fn transcripts<'a>(
    demonstrations: impl IntoIterator<Item = &'a Demonstration>,
    tokenizer: &Tokenizer,
    limits: ReadingLimits,
) -> Vec<Transcript> {
    demonstrations
        .into_iter()
        .map(|demonstration| demonstration.transcript(tokenizer, limits.observation_tokens_max))
        .filter(|transcript| transcript.ids.len() <= limits.context_tokens_max)
        .collect()
}

/// What fine-tuning reads of demonstrations; with a `drill_share` above zero also a drill of each
/// demonstration that has one. The seed fixes what the drills ask.
pub fn lessons<'a>(
    demonstrations: impl IntoIterator<Item = &'a Demonstration> + Clone,
    tokenizer: &Tokenizer,
    limits: ReadingLimits,
    drill_share: f64,
    seed: u64,
) -> Lessons {
    let drills = if drill_share > 0.0 {
        let drill_of = |(number, demonstration): (usize, &Demonstration)| {
            let seed = mix_seed(seed, &[5, number as u64]);
            drill(demonstration, tokenizer, limits.observation_tokens_max, seed)
                .filter(|drill| drill.ids.len() <= limits.context_tokens_max)
        };
        demonstrations.clone().into_iter().enumerate().filter_map(drill_of).collect()
    } else {
        [].into()
    };
    let demonstrations = transcripts(demonstrations, tokenizer, limits).into();
    Lessons { demonstrations, drills }
}
