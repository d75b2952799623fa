//! A run's files as one HTML page: services, a drawn task, curves and pass rates.
//!
//! The page needs no network and no script, and works from the file system.

mod draw_curve;
mod draw_task;
mod evaluation_page;
mod page;
mod read_run;

pub use draw_curve::{Curve, draw_curves};
pub use draw_task::draw_task;
pub use evaluation_page::render_evaluation;
pub use page::render_page;
pub use read_run::{Evaluation, Phase, ReportError, Run, ServiceLine, read_run};
