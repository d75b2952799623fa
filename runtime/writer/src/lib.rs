//! Language models that write tasks, and that say planned ones in other words.
//!
//! A model that writes a task works in a live world by tools ([`Workbench`]): it looks around, sets
//! up rows, drafts, probes and submits ([`write_task`]). One that rewrites gets an instruction and
//! gives another ([`rewrite_task`]). Both propose only: a task is kept when the gate that planned
//! tasks pass keeps it, and whatever is wrong goes back to the model, so often and no more.

mod author_tools;
mod flows;
mod probe;
mod remedy;
mod rewrite;
mod seal_task;
mod session;
mod task_draft;
mod workbench;

pub use author_tools::author_tools;
pub use probe::{Fault, TaskSize, probe};
pub use rewrite::{
    Literals, Register, RewriteEnding, RewriteLimits, Rewriting, check_rewrite, rewrite_task,
};
pub use session::{
    Effort, SessionEnding, SessionLimits, SessionReport, author_instructions, write_task,
};
pub use task_draft::TaskDraft;
pub use workbench::{Reply, WorkTurn, Workbench};
