//! How good a task's verifier is: which right runs it accepts and which wrong ones it refuses.

use std::sync::Arc;

use serde::Serialize;

use super::course::Course;
use super::replay_reference::replay_reference;
use super::run::{Played, Run};
use super::spoil::spoil;
use super::vary::Variants;
use crate::dice::Dice;
use crate::episode::PreparedTask;

/// What a verifier said of runs whose worth is known.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct VerifierScore {
    /// How many runs did the task in another way than the reference.
    pub variants: usize,
    /// How many of them passed: all should.
    pub variants_accepted: usize,
    /// How many runs differed from the reference in one thing that matters.
    pub wrong: usize,
    /// How many of them failed: all should.
    pub wrong_refused: usize,
    /// Every run that was judged wrongly, in words.
    pub misjudged: Vec<String>,
}

impl VerifierScore {
    /// Adds what was seen of another task.
    pub fn merge(&mut self, other: Self) {
        self.variants += other.variants;
        self.variants_accepted += other.variants_accepted;
        self.wrong += other.wrong;
        self.wrong_refused += other.wrong_refused;
        self.misjudged.extend(other.misjudged);
    }
}

/// Scores the verifier of one task: `n_variants` valid runs, drawn with `seed`, and every wrong one
/// that the reference suggests. The task should have passed the gate.
#[must_use]
pub fn score_verifier(prepared: &Arc<PreparedTask>, n_variants: usize, seed: u64) -> VerifierScore {
    let mut score = VerifierScore::default();
    let id = &prepared.task().id;
    let mut dice = Dice::new(seed ^ prepared.task().seed);
    let variants = Variants::of(prepared, &Course::of(prepared));
    for _ in 0..n_variants {
        let run = variants.draw(&mut dice);
        score.variants += 1;
        if run.play(prepared).succeeds() {
            score.variants_accepted += 1;
        } else {
            score.misjudged.push(format!("{id}: a right run fails: {}", run.said()));
        }
    }
    let outputs = replay_reference(prepared, None).outputs;
    for spoiled in spoil(prepared, &outputs) {
        let played = spoiled.run.play(prepared);
        if !played.succeeds() {
            score.wrong += 1;
            score.wrong_refused += 1;
        } else if !is_harmless(prepared, &spoiled.run, &played) {
            score.wrong += 1;
            score.misjudged.push(format!("{id}: a wrong run passes: {}", spoiled.fault));
        }
    }
    score
}

/// Whether the fault came to nothing: the service refused the call, say, and all ends as it should.
fn is_harmless(prepared: &PreparedTask, run: &Run, played: &Played) -> bool {
    let task = prepared.task();
    run.answer == task.reference.answer && played.episode.environment().digest() == task.goal_digest
}
