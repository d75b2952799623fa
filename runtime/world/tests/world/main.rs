//! The tests of this crate, in one program, over two services written by hand.

#[path = "../services/mod.rs"]
mod services;

mod contract;
mod environment;
mod eval;
mod gate;
mod openai;
mod rollout;
mod rubric;
mod snapshot;
mod task_files;
