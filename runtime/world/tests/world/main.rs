//! The tests of this crate, in one program, over two services written by hand.

#[path = "../services/mod.rs"]
mod services;

mod contract;
mod environment;
mod gate;
mod rubric;
mod snapshot;
mod task_files;
