//! Policy models, supervised fine-tuning, GRPO and evaluation, on Burn.

pub mod aggregation;
pub mod checkpoint;
pub mod command;
pub mod demonstration;
pub mod episodes;
pub mod evaluate;
pub mod experiment;
pub mod generate;
pub mod groups;
pub mod grpo;
pub mod language;
pub mod lessons;
pub mod model;
pub mod objective;
pub mod policy;
pub mod reward;
pub mod rollout;
pub mod round_line;
pub mod sampling;
pub mod sft;
pub mod text;
pub mod train;
