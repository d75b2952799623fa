//! The first page: what there is to look at.

use std::collections::BTreeMap;

use askama::Template;
use compoworld_report::{Evaluation, Phase};

use crate::domain_bars::{DomainBar, ToolCounts, domain_bars};
use crate::inspector::Inspector;
use crate::pages::tasks::{FileLine, task_files};
use crate::pages::training::{EvaluationLine, evaluations, run_files};
use crate::pages::trajectories::trajectory_files;
use crate::sources::{File, Unread};

#[derive(Template)]
#[template(path = "overview.html")]
pub(crate) struct OverviewPage {
    n_services: usize,
    counts: ToolCounts,
    domains: Vec<DomainBar>,
    n_worlds: usize,
    tasks: Vec<FileLine>,
    trajectories: Vec<FileLine>,
    runs: Vec<FileLine>,
    evaluations: Vec<EvaluationLine>,
    phases: Vec<(String, Vec<Phase>)>,
    rejections: Vec<(String, Vec<(String, u64)>)>,
    unread: Vec<Unread>,
    is_empty: bool,
}

/// Looks for files again, and sums up what there is.
pub(crate) fn page(inspector: &Inspector) -> OverviewPage {
    let found = inspector.sources.refresh();
    let services = inspector.catalog.services();
    let mut counts = ToolCounts::default();
    for service in services {
        counts.add(ToolCounts::of(service));
    }
    OverviewPage {
        n_services: services.len(),
        counts,
        domains: domain_bars(services),
        n_worlds: inspector.worlds.all().len(),
        tasks: task_files(&found),
        trajectories: trajectory_files(&found),
        runs: run_files(&found),
        evaluations: evaluations(&found),
        phases: documents(&found.phases),
        rejections: documents::<BTreeMap<String, u64>>(&found.rejections)
            .into_iter()
            .map(|(label, counts)| (label, counts.into_iter().collect()))
            .collect(),
        unread: found.unread.clone(),
        is_empty: found.is_empty(),
    }
}

/// Files that are one value each. One that is not what it was any more is left out.
fn documents<T: for<'de> serde::Deserialize<'de>>(files: &[File]) -> Vec<(String, T)> {
    let read = |file: &File| {
        let text = std::fs::read_to_string(&file.path).ok()?;
        Some((file.label.clone(), serde_json::from_str(&text).ok()?))
    };
    files.iter().filter_map(read).collect()
}

/// The evaluation that a file holds.
pub(super) fn evaluation(file: &File) -> Option<Evaluation> {
    let text = std::fs::read_to_string(&file.path).ok()?;
    serde_json::from_str(&text).ok()
}
