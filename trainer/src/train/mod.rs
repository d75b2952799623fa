//! What supervised fine-tuning and GRPO share: batches, gradients, the learner, its schedule.

pub mod batches;
pub mod drill;
pub mod gradients;
pub mod learner;
pub mod scramble;
