//! `author`: an agent writes a service, in a copy, in a sandbox, judged at every step.
//!
//! Spec → draft → rounds of an agent (the built-in loop over a chat endpoint, or somebody else's
//! harness) until check, contract tests and attack find nothing → cases by a second session that
//! sees the tool list alone → the folder, moved into the corpus in one step.

mod author_corpus;
mod author_service;
mod bench;
mod conversation;
mod evaluate;
mod evaluator;
mod harness;
mod harness_rpc;
mod ledger;
mod metered_chat;
mod scripted_chat;
mod tool_box;
mod work_folder;
mod write_cases;
mod write_prompts;

pub use author_corpus::{Order, Written, author_corpus, table};
pub use author_service::{Author, Authored, Effort, author_service};
pub use bench::{Bench, BuiltService};
pub use evaluate::{Evaluation, Stage, evaluate};
pub use harness::{Harness, Protocol};
pub use ledger::{Authoring, Ended, Iteration, IterationKind, LEDGER};
pub use scripted_chat::{ScriptedChat, Session};
