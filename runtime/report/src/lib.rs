//! A run's files, an evaluation or an experiment as one HTML page: services, a drawn task, curves
//! and pass rates.
//!
//! The page needs no network and no script, and works from the file system.

mod draw_curve;
mod draw_intervals;
mod draw_task;
mod evaluation_page;
mod experiment_page;
mod page;
mod read_run;

pub use draw_curve::{Curve, draw_curves};
pub use draw_intervals::{EstimatedCurve, EstimatedPoint, Scale, draw_intervals};
pub use draw_task::draw_task;
pub use evaluation_page::render_evaluation;
pub use experiment_page::{
    EstimateCell, EstimateRow, EstimateTable, ExperimentPage, render_experiment,
};
pub use page::render_page;
pub use read_run::{Evaluation, Phase, ReportError, Run, ServiceLine, read_run};
