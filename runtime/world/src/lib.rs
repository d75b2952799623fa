//! Environments, tasks and attempts at them, over compiled services.
//!
//! A [`Catalog`] names the services. An [`Environment`] puts several of them side by side and
//! answers tool calls. A [`Task`] asks for something in an environment and tells how a result is
//! judged; an [`Episode`] is one attempt at it. The planner makes tasks, the gate keeps the sound
//! ones, `rollout` lets policies attempt them, and `eval` sums up what came of it.

mod catalog;
mod changes;
mod epoch;
mod event;
mod world_model;
mod offline_model;
mod tool_view;
mod environment;
mod call_tool;
mod snapshot;
mod task;
mod read_tasks;
mod rubric;
pub mod reward;
mod episode;
pub mod gate;
pub mod rollout;
pub mod eval;
pub mod planner;

pub use catalog::{Catalog, UnknownService};
pub use changes::{ChangedField, RowChange, RowChangeKind};
pub use environment::{Environment, EnvironmentError};
pub use episode::{Episode, Outcome, PrepareCause, PrepareError, PreparedTask, initial_environment};
pub use event::{Answer, Call, Event, Recording};
pub use offline_model::OfflineModel;
pub use read_tasks::{Place, ReadTasks, ReadTasksError, read_tasks};
pub use rubric::{Evidence, Rubric, RubricError, Verdict};
pub use snapshot::{CatalogCheck, EnvironmentSnapshot, ServiceSnapshot};
pub use task::{
    Check, Criterion, CriterionKind, Difficulty, Edge, Graph, OutputPart, Provenance, Reference,
    ReferenceCall, ServiceUse, Task,
};
pub use tool_view::{SEPARATOR, ToolDescription, ToolView};
pub use world_model::{SimulatedCall, WorldModel};
