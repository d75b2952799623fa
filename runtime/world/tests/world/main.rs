//! The tests of this crate, in one program, over two services written by hand.

#![expect(
    clippy::unwrap_used,
    reason = "a test stops at the first thing that is not as it should be"
)]

#[path = "../services/mod.rs"]
mod services;

mod ai_crm;
mod cassette;
mod contract;
mod environment;
mod eras;
mod eval;
mod gate;
mod judge;
mod openai;
mod parts;
mod regrade;
mod rollout;
mod rubric;
#[path = "../../../chat/tests/endpoint/script.rs"]
mod script;
mod snapshot;
mod task_files;
mod tool_calls;
mod twice;
mod world_model;
