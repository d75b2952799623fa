//! Policy models, supervised fine-tuning, GRPO and evaluation, on Burn.

pub mod text;
pub mod model;
pub mod train;
pub mod sampling;
pub mod generate;
pub mod rollout;
pub mod reward;
pub mod objective;
pub mod demonstration;
pub mod sft;
pub mod grpo;
pub mod evaluate;
pub mod episodes;
pub mod checkpoint;
pub mod metrics;
pub mod device;
pub mod policy;
pub mod command;
