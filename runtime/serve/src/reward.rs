//! From an outcome to what trainers are told of it: one number, and the verdict on each criterion,
//! from which rewards of whole groups are made.

use compoworld_world::Outcome;

/// How an attempt is rewarded when it is over. Until then nothing is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RewardKind {
    /// One when every criterion holds, else nothing.
    #[default]
    Binary,
    /// The share of the criteria that hold: of an attempt that does nothing, the share of the guards.
    Uniform,
}

/// What a trainer is told of an attempt that is over.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Verdict {
    /// The reward, from 0 to 1.
    pub(crate) reward: f64,
    /// Whether every criterion holds.
    pub(crate) success: bool,
    /// Whether each criterion holds, in the rubric's order. What the criteria are is not told.
    pub(crate) passed: Vec<bool>,
}

impl Verdict {
    pub(crate) const NOTHING: Self = Self { reward: 0.0, success: false, passed: Vec::new() };
}

impl RewardKind {
    pub(crate) fn verdict(self, outcome: &Outcome) -> Verdict {
        let success = outcome.success;
        let reward = match self {
            Self::Binary => f64::from(u8::from(success)),
            Self::Uniform => outcome.rubric_mean,
        };
        Verdict { reward, success, passed: outcome.criteria.clone() }
    }
}
