//! The adversarial pass: attacks a service as a client that knows its tool list and nothing else.
//!
//! What a tool should do is read from its name, its schemas and its hints; what it did, from its
//! answers and from what every instance offers: forks, the state as canonical JSON, its digest
//! and its validation. Neither the model behind a service nor what the compiler wrote about it
//! is looked at, so a fault that both share is not shared by this pass.
//!
//! A *scene* is one call on one state. Every [`CHECKS`] entry judges a scene by itself, playing
//! further calls on forks where it must, so whatever a scene violates can be judged again on a
//! smaller state and a smaller call: that is how failing cases are minimized and replayed.

mod answer;
mod attack;
mod boundaries;
mod case;
mod changes;
mod checks;
mod draw;
mod list_parts;
mod minimize;
mod names;
mod notes;
mod pool;
mod scene;
mod server;
mod tool_list;
mod written;

pub use answer::Answer;
pub use attack::{Plan, World, attack};
pub use case::{Case, Replay, replay};
pub use checks::{CHECKS, Check, Violation};
pub use notes::{Findings, Remark, Status, ToolFindings};
pub use scene::{Call, Scene};
pub use server::{Server, Start};
pub use tool_list::{Hints, ToolList, ToolListError, ToolSpec, Verb};
pub use written::{
    Expectation, Outcome, Played, Step, WRITTEN, WrittenCase, WrittenCases, play_written,
};
