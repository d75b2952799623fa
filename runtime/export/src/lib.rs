//! Tasks and trajectories as data sets for other tools.
//!
//! [`export`] turns them into the files of one [`Format`] with a dataset card beside; [`split_of`]
//! keeps training and evaluation apart by service sets, and [`contamination`] tells how apart two
//! sets of tasks are. Everything here is a function of its input: who calls it writes the files.

mod atif;
mod card;
pub mod contamination;
mod conversation;
mod dataset;
mod harbor;
mod parquet_file;
mod prime_rl;
mod sharegpt;
mod split;
mod trl;
mod verl;

pub use atif::{AtifError, read_atif};
pub use conversation::{Conversation, ConversationError, conversations};
pub use dataset::{Arguments, ExportError, File, Format, Shard, Source, export};
pub use split::{Split, Splitting, split_of, split_of_services};
