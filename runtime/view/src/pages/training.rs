//! Training runs: their curves, and what evaluations found.

use std::collections::BTreeSet;

use askama::Template;
use compoworld_report::{Curve, draw_curves};
use serde_json::Value;

use crate::ask::{Asked, Fault};
use crate::inspector::Inspector;
use crate::json_text::{JsonHtml, json_html};
use crate::pages::open_lines::{self, BadLine};
use crate::pages::overview::evaluation;
use crate::pages::tasks::{FileLine, counted};
use crate::sources::{Found, read_metrics};

/// How many points of a curve are drawn.
const POINTS_MAX: usize = 600;

/// Members that are drawn together.
const TOGETHER: &[Together] = &[
    Together {
        title: "Loss",
        curves: &[
            Known { event: "sft_step", member: "loss", name: "training" },
            Known { event: "sft_held_out", member: "loss", name: "held out" },
        ],
    },
    Together {
        title: "Reward and success",
        curves: &[
            Known { event: "grpo_round", member: "reward", name: "reward" },
            Known { event: "grpo_round", member: "success", name: "all criteria" },
            Known { event: "grpo_round", member: "criteria_passed", name: "share of criteria" },
            Known { event: "grpo_held_out", member: "success", name: "held out, all criteria" },
        ],
    },
];

struct Together {
    title: &'static str,
    curves: &'static [Known],
}

/// A member of an event, and what its curve is called.
struct Known {
    event: &'static str,
    member: &'static str,
    name: &'static str,
}

/// Members that count something, so that a curve of them says nothing.
const COUNTERS: &[&str] = &["step", "iteration", "epoch", "n_groups", "n_tasks", "n_episodes"];

#[derive(Template)]
#[template(path = "training.html")]
pub(crate) struct TrainingPage {
    runs: Vec<FileLine>,
    evaluations: Vec<EvaluationLine>,
}

/// What an evaluation found.
pub(crate) struct EvaluationLine {
    pub(crate) label: String,
    pub(crate) n_episodes: usize,
    pub(crate) success: String,
    pub(crate) criteria: String,
    /// In thousandths.
    pub(crate) bar: usize,
}

/// The runs and the evaluations.
pub(crate) fn files(inspector: &Inspector) -> TrainingPage {
    let found = inspector.sources.refresh();
    TrainingPage { runs: run_files(&found), evaluations: evaluations(&found) }
}

/// The runs, each with how far it got.
pub(crate) fn run_files(found: &Found) -> Vec<FileLine> {
    let files = found.metrics.iter().enumerate().map(|(number, file)| {
        let holds = match read_metrics(&file.path) {
            Ok(metrics) => counted(metrics.events.len(), "event", metrics.faults.len()),
            Err(error) => format!("cannot be read: {error}"),
        };
        FileLine { number, label: file.label.clone(), holds }
    });
    files.collect()
}

/// The evaluations, in the order of their files.
pub(crate) fn evaluations(found: &Found) -> Vec<EvaluationLine> {
    let lines = found.evaluations.iter().filter_map(|file| {
        let found = evaluation(file)?;
        Some(EvaluationLine {
            label: file.label.clone(),
            n_episodes: found.n_episodes,
            success: format!("{:.1}%", 100.0 * found.success),
            criteria: format!("{:.1}%", 100.0 * found.criteria_passed),
            bar: (1_000.0 * found.success.clamp(0.0, 1.0)) as usize,
        })
    });
    lines.collect()
}

#[derive(Template)]
#[template(path = "run.html")]
pub(crate) struct RunPage {
    label: String,
    /// Whether the page asks for itself again and again.
    follows: bool,
    charts: Vec<Chart>,
    starts: Vec<(String, JsonHtml)>,
    n_events: usize,
    bad: Vec<BadLine>,
}

struct Chart {
    title: String,
    svg: String,
    last: Vec<(String, String)>,
}

/// The curves of a run.
pub(crate) fn page(inspector: &Inspector, file: &str, asked: &Asked) -> Result<RunPage, Fault> {
    let found = inspector.sources.found();
    let file = open_lines::file(&found.metrics, file)?;
    let gone = |error| Fault::Broken(format!("{} cannot be read: {error}", file.label));
    let metrics = read_metrics(&file.path).map_err(gone)?;
    let mut charts = Vec::new();
    for (title, x, curves) in chart_curves(&metrics.events) {
        let last = curves.iter().filter_map(|curve| {
            let (_, value) = curve.points.last()?;
            Some((curve.name.clone(), short(*value)))
        });
        let last = last.collect();
        let curves: Vec<Curve> = curves.into_iter().map(thin).collect();
        let drawn =
            draw_curves(x, "", &curves).map_err(|error| Fault::Broken(error.to_string()))?;
        charts.extend(drawn.map(|svg| Chart { title, svg, last }));
    }
    let starts = metrics.events.iter().filter(|event| name_of(event).ends_with("_start"));
    let bad = metrics.faults.into_iter().map(|(number, why)| BadLine { number, why });
    Ok(RunPage {
        label: file.label.clone(),
        follows: !asked.text("follow").is_empty(),
        charts,
        starts: starts.map(|event| (name_of(event).to_owned(), json_html(event))).collect(),
        n_events: metrics.events.len(),
        bad: bad.collect(),
    })
}

fn name_of(event: &Value) -> &str {
    event["event"].as_str().unwrap_or_default()
}

/// The charts of a run: what belongs together first, then every other number of every event.
fn chart_curves(events: &[Value]) -> Vec<(String, &'static str, Vec<Curve>)> {
    let mut charts = Vec::new();
    let mut drawn = BTreeSet::new();
    for Together { title, curves } in TOGETHER {
        drawn.extend(curves.iter().map(|known| (known.event, known.member)));
        let axis = axis(events, curves[0].event);
        let curves =
            curves.iter().map(|known| curve(events, known.event, known.member, known.name));
        let curves: Vec<Curve> = curves.filter(|curve| !curve.points.is_empty()).collect();
        if !curves.is_empty() {
            charts.push(((*title).to_owned(), axis, curves));
        }
    }
    let mut others: BTreeSet<(&str, &str)> = BTreeSet::new();
    for event in events.iter().filter(|event| !name_of(event).ends_with("_start")) {
        for (member, value) in event.as_object().into_iter().flatten() {
            let (event, member) = (name_of(event), member.as_str());
            let is_told = COUNTERS.contains(&member) || drawn.contains(&(event, member));
            if value.is_number() && !is_told {
                others.insert((event, member));
            }
        }
    }
    for (event, member) in others {
        let curve = curve(events, event, member, member);
        if curve.points.len() > 1 {
            let title = format!("{} ({})", member.replace('_', " "), event.replace('_', " "));
            charts.push((title, axis(events, event), vec![curve]));
        }
    }
    charts
}

/// What the events of a name are counted by.
fn axis(events: &[Value], event: &str) -> &'static str {
    let first = events.iter().find(|one| name_of(one) == event);
    if first.is_some_and(|one| one.get("iteration").is_some()) { "round" } else { "step" }
}

fn curve(events: &[Value], event: &str, member: &str, name: &str) -> Curve {
    let points = events.iter().filter(|one| name_of(one) == event).filter_map(|one| {
        let step = one.get("step").or_else(|| one.get("iteration"))?;
        Some((step.as_f64()?, one.get(member)?.as_f64()?))
    });
    Curve { name: name.to_owned(), points: points.collect() }
}

/// A curve with few enough points; the last one stays.
fn thin(curve: Curve) -> Curve {
    let every = curve.points.len().div_ceil(POINTS_MAX).max(1);
    let last = curve.points.len().saturating_sub(1);
    let points = curve.points.into_iter().enumerate();
    let kept = points.filter(|(at, _)| at % every == 0 || *at == last).map(|(_, point)| point);
    Curve { name: curve.name, points: kept.collect() }
}

fn short(value: f64) -> String {
    if value.fract() == 0.0 {
        format!("{value}")
    } else if value.abs() < 0.001 {
        format!("{value:.1e}")
    } else {
        format!("{value:.3}")
    }
}

#[cfg(test)]
mod tests {
    use super::{POINTS_MAX, chart_curves, thin};
    use compoworld_report::Curve;
    use serde_json::json;

    #[test]
    fn known_members_are_drawn_together_and_unknown_ones_alone() {
        let step =
            |step: usize| json!({"event": "sft_step", "step": step, "loss": 1.0, "rate": 0.1});
        let held_out = json!({"event": "sft_held_out", "step": 2, "loss": 1.5});
        let start = json!({"event": "sft_start", "n_weights": 7});
        let charts = chart_curves(&[start, step(1), step(2), held_out]);
        let seen: Vec<(&str, &str, usize)> = charts
            .iter()
            .map(|(title, axis, curves)| (title.as_str(), *axis, curves.len()))
            .collect();
        assert_eq!(seen, [("Loss", "step", 2), ("rate (sft step)", "step", 1)]);
        assert!(chart_curves(&[json!({"event": "x"})]).is_empty());
    }

    #[test]
    fn a_long_curve_is_thinned_and_keeps_its_end() {
        let points = (0..10_000).map(|step| (f64::from(step), 0.0)).collect();
        let thinned = thin(Curve { name: "loss".to_owned(), points }).points;
        assert!(thinned.len() <= POINTS_MAX + 1);
        assert_eq!(thinned.last(), Some(&(9_999.0, 0.0)));
    }
}
