//! The inspector: a local web page over the catalog and over what runs left in files.
//!
//! It browses services, plays in environments, draws tasks, steps through trajectories and shows
//! the curves of training. Pages are made here, as plain HTML; the script of theirs only saves
//! keystrokes. Nothing is kept on disk, and files are read when a page asks for them: lists are
//! read once and their offsets kept, whatever a line holds beside is read when it is shown.

mod ask;
mod build_form;
mod domain_bars;
mod guard;
mod inspector;
mod json_text;
mod pages;
mod replay_trajectory;
mod routes;
mod serve;
mod sources;
mod table_view;
mod worlds;

pub use serve::{ViewError, ViewOptions, serve_view};
