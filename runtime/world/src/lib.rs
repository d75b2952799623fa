//! Environments, tasks and attempts at them, over compiled services.
//!
//! A [`Catalog`] names the services. An [`Environment`] puts several of them side by side and
//! answers tool calls. A [`Task`] asks for something in an environment and tells how a result is
//! judged; an [`Episode`] is one attempt at it. The planner makes tasks, the gate keeps the sound
//! ones, `rollout` lets policies attempt them, and `eval` sums up what came of it.

mod answer;
mod call_tool;
mod catalog;
mod changes;
mod dice;
mod environment;
mod episode;
mod epoch;
pub mod eval;
mod event;
mod fit_state;
pub mod gate;
pub mod judge;
pub mod planner;
mod read_tasks;
pub mod reward;
pub mod rollout;
mod rubric;
mod said;
mod snapshot;
mod task;
mod tool_view;
mod whole_words;
mod world_model;

pub use answer::{answer_of_text, text_of_answer};
pub use catalog::{Catalog, UnknownService};
pub use changes::{ChangedField, RowChange, RowChangeKind};
pub use environment::{Environment, EnvironmentError};
pub use episode::{
    Episode, Outcome, PrepareCause, PrepareError, PreparedTask, initial_environment,
};
pub use event::{Answer, Call, Event, Recording};
pub use read_tasks::{Place, ReadTasks, ReadTasksError, read_tasks};
pub use rubric::{Evidence, JudgedText, Rubric, RubricError, Verdict};
pub use said::{count_said, in_words};
pub use snapshot::{CatalogCheck, EnvironmentSnapshot, Migrated, ServiceSnapshot};
pub use task::{
    Check, Criterion, CriterionKind, Difficulty, Edge, Graph, OutputPart, Provenance, Reference,
    ReferenceCall, ServiceUse, Task, TaskAuthor,
};
pub use tool_view::{Function, FunctionTool, SEPARATOR, ToolDescription, ToolView};
pub use whole_words::count_whole;
pub use world_model::{
    Cause, LanguageModel, ModelUsage, NoProposal, OfflineModel, Proposal, Refusal, SimulatedCall,
    WorldModel,
};
