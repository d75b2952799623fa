//! What tasks are to be like.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use compoworld_core::Timestamp;

/// The dials of the planner.
#[derive(Debug, Clone)]
pub struct PlanConfig {
    /// How many services a task needs: K. A task of one stays in it: each of its steps uses what
    /// the step before found in the same service.
    pub k: RangeInclusive<usize>,
    /// How many steps the walk has: L. Steps beyond K are revisits.
    pub l: RangeInclusive<usize>,
    /// How many services are there and not needed.
    pub n_distractors: usize,
    /// How often each domain's services are chosen; one that is not named has weight 1. Empty:
    /// all alike.
    pub domain_weights: BTreeMap<String, u32>,
    /// The services that may be used; empty: all.
    pub services: BTreeSet<String>,
    /// Which pairs of services may follow each other.
    pub pairs: PairSplit,
    /// How many rows a table has.
    pub rows: RangeInclusive<usize>,
    /// How many of a hundred optional fields are set.
    pub optional_percent: usize,
    /// How many items a list field has at most.
    pub items_max: usize,
    /// How many people there are.
    pub n_people: usize,
    /// How many tool calls the reference may have.
    pub calls_max: usize,
    /// How many characters the answer to a look-up may have.
    pub observation_chars_max: usize,
    /// How many characters a value that flows may have.
    pub value_chars_max: usize,
    /// How many words the instruction may have.
    pub words_max: usize,
    /// Whether rows may be described in ways that need more than one look.
    pub described: Descriptions,
    /// How much the wording varies.
    pub register: Register,
    /// How many of a hundred tasks end with a question.
    pub question_percent: usize,
    /// The instant at which the services' clocks start.
    pub epoch: Timestamp,
    /// How many worlds are made for one task before it is given up.
    pub attempts_max: usize,
}

/// Which pairs of services may follow each other in a walk: about one ordered pair in five is
/// held out, by a hash of the two names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairSplit {
    /// All pairs.
    All,
    /// No pair that is held out.
    Train,
    /// At least one pair that is held out.
    HeldOut,
}

/// How rows are described.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Descriptions {
    /// By name or key: one look finds the row.
    Plain,
    /// Also by topic, by extremes and by conditions, which need texts to be read or rows to be
    /// compared.
    Varied,
}

/// How much the wording varies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Register {
    /// Short sentences; titles and names stand in straight quotes.
    Terse,
    /// The ways people write at work.
    Varied,
}

impl PlanConfig {
    /// The default: three to five services and five that are not needed, four to eight steps.
    #[must_use]
    pub fn full() -> Self {
        Self {
            k: 3..=5,
            l: 4..=8,
            n_distractors: 5,
            domain_weights: BTreeMap::new(),
            services: BTreeSet::new(),
            pairs: PairSplit::All,
            rows: 5..=9,
            optional_percent: 70,
            items_max: 2,
            n_people: 8,
            calls_max: 24,
            observation_chars_max: 12_000,
            value_chars_max: 70,
            words_max: 400,
            described: Descriptions::Varied,
            register: Register::Varied,
            question_percent: 35,
            epoch: Timestamp::from_unix_seconds(1_772_445_600),
            attempts_max: 36,
        }
    }

    /// The scale of the CompoWorld paper (arXiv:2609.33665): five services and five more that are
    /// not needed, seven to twelve steps.
    #[must_use]
    pub fn paper() -> Self {
        Self { k: 5..=5, l: 7..=12, calls_max: 36, words_max: 600, ..Self::full() }
    }

    /// How many values an act may need from the instruction.
    pub(super) fn given_max(&self) -> usize {
        match self.described {
            Descriptions::Plain => 2,
            Descriptions::Varied => 3,
        }
    }

    /// For a tiny model that starts from nothing: two services, two or three steps, short texts.
    #[must_use]
    pub fn easy() -> Self {
        Self {
            k: 2..=2,
            l: 2..=3,
            n_distractors: 0,
            rows: 4..=5,
            optional_percent: 30,
            items_max: 1,
            n_people: 5,
            calls_max: 5,
            observation_chars_max: 1_500,
            value_chars_max: 34,
            words_max: 59,
            described: Descriptions::Plain,
            register: Register::Terse,
            question_percent: 20,
            ..Self::full()
        }
    }
}

/// Whether an ordered pair of services is held out.
#[must_use]
pub fn is_held_out(from: &str, to: &str) -> bool {
    // FNV-1a, so that the split is the same in every build.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in from.bytes().chain([0]).chain(to.bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    (hash >> 32).is_multiple_of(5)
}
