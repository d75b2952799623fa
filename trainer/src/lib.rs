//! Policy models, supervised fine-tuning, GRPO and evaluation, on Burn.

pub mod text;
pub mod model;
pub mod train;
