//! The planner: makes tasks from what the services' tools mean, without a language model.
//!
//! One task is made so: draw a walk over services that can pass values to each other (`walk`),
//! draw a cast of people and things (`cast`), fill the services with rows about them
//! (`populate`), go along the walk and do something in each service with what the last one
//! yielded (`plan`), say it in English (`phrase`), judge it (`judge`), and keep it if the gate
//! does (`synthesize`).

mod ability;
mod cast;
mod config;
mod draw_world;
mod inhabit;
mod judge;
mod meaning;
mod phrase;
mod plan;
mod populate;
mod service_sets;
mod stage;
mod synthesize;
mod walk;
mod write_task;

#[cfg(test)]
mod sample_services;
#[cfg(test)]
mod tests;

pub use config::{Descriptions, PairSplit, PlanConfig, Register, is_held_out};
pub use draw_world::WorldSource;
pub use inhabit::inhabit;
pub use service_sets::Accepts;
pub use synthesize::{GENERATOR, Miss, Run, Synthesis, Synthesizer, synthesize};
