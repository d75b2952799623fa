//! Language models as policies: they act in the world by their chat template, and learn from what
//! they sampled.

pub mod grpo;
pub mod rollout;
