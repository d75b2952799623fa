//! What came of an experiment: JSON lines, a Markdown table, a page with charts.

use std::fmt::Write;

use compoworld_report::{
    EstimateCell, EstimateRow, EstimateTable, EstimatedCurve, EstimatedPoint, ExperimentPage,
    Scale, draw_intervals, render_experiment,
};

use super::cell::Cell;
use super::error::ExperimentError;
use super::folder::ResultFolder;
use super::statistics::Estimate;
use super::summary::{curve_of, difference_of, estimate_of};
use super::{Experiment, Figure, Measure, Unit};

const RESULTS: &str = "results.jsonl";
const TABLE: &str = "table.md";
const PAGE: &str = "report.html";

/// Writes `results.jsonl`, `table.md` and `report.html` from the cells that are done.
///
/// # Errors
/// [`ExperimentError`] when a file cannot be written or a chart not be drawn.
pub fn write_report(
    experiment: &dyn Experiment,
    cells: &[Cell],
    n_cells: usize,
    folder: &ResultFolder,
) -> Result<(), ExperimentError> {
    let line = |cell: &Cell| {
        serde_json::to_string(cell).expect("a cell has string keys and numbers") + "\n"
    };
    folder.write(RESULTS, &cells.iter().map(line).collect::<String>())?;
    let tables = tables(experiment, cells);
    let progress = format!("{} of {n_cells} cells are done.", cells.len());
    folder.write(TABLE, &markdown(experiment, &tables, &progress))?;

    let about = experiment.about();
    let page = ExperimentPage {
        title: about.title.to_owned(),
        question: about.question.to_owned(),
        method: about.method,
        progress,
        figures: figures(experiment, cells)?,
        tables,
        settings: format!("{:#}", folder.settings()),
    };
    let html =
        render_experiment(&page).map_err(|error| ExperimentError::Drawing(error.to_string()))?;
    folder.write(PAGE, &html)
}

/// The estimates of all conditions, and how they differ from the baseline where there is one.
pub fn tables(experiment: &dyn Experiment, cells: &[Cell]) -> Vec<EstimateTable> {
    let measures = experiment.measures();
    let names: Vec<String> = experiment.conditions().into_iter().map(|one| one.name).collect();
    let table = |title: String, names: Vec<String>, estimate: &Estimator<'_>| EstimateTable {
        title,
        columns: measures.iter().map(|measure| measure.title.to_owned()).collect(),
        rows: names.into_iter().map(|name| row(name, measures, cells, estimate)).collect(),
    };
    let all = table("Means over seeds".to_owned(), names.clone(), &|name, measure| {
        estimate_of(cells, name, measure).map(|found| written(&found, measure.unit, ""))
    });
    let Some(baseline) = experiment.baseline() else { return vec![all] };
    let others = names.into_iter().filter(|name| name != baseline).collect();
    let title = format!("Differences from {baseline}, seed by seed");
    let differences = table(title, others, &|name, measure| {
        let found = difference_of(cells, name, baseline, measure)?;
        Some(written(&found, measure.unit, "+"))
    });
    vec![all, differences]
}

type Estimator<'a> = dyn Fn(&str, &Measure) -> Option<EstimateCell> + 'a;

fn row(
    name: String,
    measures: &[Measure],
    cells: &[Cell],
    estimate: &Estimator<'_>,
) -> EstimateRow {
    let nothing = || EstimateCell { mean: "–".to_owned(), interval: String::new() };
    EstimateRow {
        n_seeds: cells.iter().filter(|cell| cell.condition == name).count(),
        cells: measures.iter().map(|m| estimate(&name, m).unwrap_or_else(nothing)).collect(),
        name: name.replace('-', " "),
    }
}

/// An estimate in words; `sign` is `+` where positive values are to carry theirs.
fn written(found: &Estimate, unit: Unit, sign: &str) -> EstimateCell {
    let number = |value: f64| {
        let text = match unit {
            Unit::Share => format!("{:.1}", 100.0 * value),
            Unit::Count => format!("{value:.0}"),
            Unit::Nats => format!("{value:.3}"),
        };
        // What rounds to zero has no sign.
        let text =
            text.strip_prefix('-').filter(|rest| is_zero(rest)).map_or(text.clone(), Into::into);
        if text.starts_with('-') || is_zero(&text) { text } else { format!("{sign}{text}") }
    };
    let percent = if unit == Unit::Share && sign.is_empty() { "%" } else { "" };
    EstimateCell {
        mean: number(found.mean) + percent,
        interval: found
            .interval
            .map_or_else(String::new, |(low, high)| format!("{} to {}", number(low), number(high))),
    }
}

fn is_zero(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b'0' | b'.'))
}

/// The tables for terminals and documents.
pub fn markdown(experiment: &dyn Experiment, tables: &[EstimateTable], progress: &str) -> String {
    let about = experiment.about();
    let mut text = format!("# {}\n\n{}\n", about.title, about.question);
    for paragraph in about.method {
        writeln!(text, "\n{paragraph}").expect("a string takes what is written");
    }
    writeln!(
        text,
        "\n{progress} In brackets: intervals of 95 % confidence, by Student's t over seeds."
    )
    .expect("a string takes what is written");
    for table in tables {
        text.push('\n');
        let mut line = |cells: Vec<String>| {
            writeln!(text, "| {} |", cells.join(" | ")).expect("a string takes what is written");
        };
        let head = [table.title.clone(), "seeds".to_owned()];
        line(head.into_iter().chain(table.columns.iter().cloned()).collect());
        line(vec!["---".to_owned(); table.columns.len() + 2]);
        for row in &table.rows {
            let cell = |cell: &EstimateCell| match cell.interval.as_str() {
                "" => cell.mean.clone(),
                interval => format!("{} ({interval})", cell.mean),
            };
            let names = [row.name.clone(), row.n_seeds.to_string()];
            line(names.into_iter().chain(row.cells.iter().map(cell)).collect());
        }
    }
    text
}

fn figures(
    experiment: &dyn Experiment,
    cells: &[Cell],
) -> Result<Vec<(String, String)>, ExperimentError> {
    let mut drawn = Vec::new();
    for figure in experiment.figures() {
        let (title, [x, y], scale, curves) = match *figure {
            Figure::OverAmounts { title, x, measures } => {
                (title, [x, "share"], Scale::Amounts, over_amounts(experiment, cells, measures))
            }
            Figure::OverSteps { title, x, y, curve, window } => {
                (title, [x, y], Scale::Steps, over_steps(experiment, cells, (curve, window)))
            }
        };
        let svg = draw_intervals(x, y, scale, &curves)
            .map_err(|error| ExperimentError::Drawing(error.to_string()))?;
        drawn.extend(svg.map(|svg| (title.to_owned(), svg)));
    }
    Ok(drawn)
}

fn point(x: f64, found: &Estimate) -> EstimatedPoint {
    EstimatedPoint { x, mean: found.mean, interval: found.interval }
}

fn over_amounts(
    experiment: &dyn Experiment,
    cells: &[Cell],
    measures: &[&str],
) -> Vec<EstimatedCurve> {
    let measures = experiment.measures().iter().filter(|one| measures.contains(&one.key));
    let curve = |measure: &Measure| {
        let conditions = experiment.conditions().into_iter();
        let points = conditions.filter_map(|condition| {
            let found = estimate_of(cells, &condition.name, measure)?;
            Some(point(condition.amount?, &found))
        });
        EstimatedCurve { name: measure.title.to_owned(), points: points.collect() }
    };
    measures.map(curve).filter(|curve| !curve.points.is_empty()).collect()
}

fn over_steps(
    experiment: &dyn Experiment,
    cells: &[Cell],
    (curve, window): (&str, usize),
) -> Vec<EstimatedCurve> {
    let conditions = experiment.conditions().into_iter();
    let curves = conditions.map(|condition| {
        let points = curve_of(cells, &condition, curve, window);
        let points = points.iter().map(|(step, found)| point(*step, found)).collect();
        EstimatedCurve { name: condition.name.replace('-', " "), points }
    });
    curves.filter(|curve| !curve.points.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::written;
    use crate::experiment::Unit;
    use crate::experiment::statistics::Estimate;

    #[test]
    fn estimates_are_written_with_their_units_and_differences_with_their_signs() {
        let found = Estimate { n_seeds: 3, mean: 0.123, interval: Some((-0.0001, 0.25)) };
        let share = written(&found, Unit::Share, "");
        assert_eq!((share.mean.as_str(), share.interval.as_str()), ("12.3%", "0.0 to 25.0"));
        let difference = written(&found, Unit::Share, "+");
        assert_eq!(difference.mean, "+12.3");
        assert_eq!(difference.interval, "0.0 to +25.0");
        let one = Estimate { n_seeds: 1, mean: -41.6, interval: None };
        let count = written(&one, Unit::Count, "+");
        assert_eq!((count.mean.as_str(), count.interval.as_str()), ("-42", ""));
    }
}
