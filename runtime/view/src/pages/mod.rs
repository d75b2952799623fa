//! The pages: each module reads what a page shows, and its template says how.

pub(crate) mod environment;
pub(crate) mod environments;
mod open_lines;
pub(crate) mod overview;
mod pager;
pub(crate) mod service;
pub(crate) mod services;
pub(crate) mod task;
pub(crate) mod tasks;
pub(crate) mod training;
pub(crate) mod trajectories;
pub(crate) mod trajectory;
