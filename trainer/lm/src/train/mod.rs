//! How language models learn: what they learn from, gradients, optimizers, checkpoints, and the loop
//! of supervised fine-tuning.

pub mod backward;
pub mod checkpoint;
pub mod checkpoint_folder;
pub mod conversation;
pub mod data;
pub mod gradients;
pub mod learner;
pub mod lora;
pub mod metrics;
pub mod numbering;
pub mod order;
pub mod packing;
pub mod schedule;
pub mod sequence;
pub mod sft;
pub mod tool_use;
