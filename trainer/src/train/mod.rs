//! What supervised fine-tuning and GRPO share: batches, gradients, the learner, its schedule.

pub mod batches;
pub mod scramble;
pub mod gradients;
pub mod schedule;
pub mod learner;
