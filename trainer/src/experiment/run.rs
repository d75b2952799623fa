//! Runs the cells of an experiment that are missing.

use std::time::Instant;

use super::Experiment;
use super::bench::Bench;
use super::cell::Cell;
use super::error::ExperimentError;
use super::folder::ResultFolder;
use super::report::write_report;

/// Runs every cell of the seeds from one on that is not done yet, and reports after each. `say`
/// gets a line for each cell. Returns all cells, seed by seed.
///
/// # Errors
/// [`ExperimentError`]; cells that were done until then are kept.
pub fn run_cells(
    experiment: &dyn Experiment,
    bench: &Bench<'_>,
    folder: &ResultFolder,
    n_seeds: u64,
    say: &dyn Fn(&str),
) -> Result<Vec<Cell>, ExperimentError> {
    let conditions = experiment.conditions();
    // Seed by seed, so that what is there early compares all conditions.
    let grid: Vec<(u64, &str)> = (1..=n_seeds)
        .flat_map(|seed| conditions.iter().map(move |condition| (seed, condition.name.as_str())))
        .collect();
    let mut cells = Vec::with_capacity(grid.len());
    let mut missing = Vec::new();
    for &(seed, condition) in &grid {
        match folder.read_cell(condition, seed)? {
            Some(cell) => cells.push(cell),
            None => missing.push((seed, condition)),
        }
    }
    if !cells.is_empty() {
        say(&format!("{} of {} cells were done before", cells.len(), grid.len()));
    }
    write_report(experiment, &cells, grid.len(), folder)?;
    for (seed, condition) in missing {
        bench.bar.set_prefix(format!("{condition}, seed {seed}"));
        let start = Instant::now();
        let found = experiment.run_cell(bench, condition, seed)?;
        let seconds = start.elapsed().as_secs_f64();
        let cell = Cell { condition: condition.to_owned(), seed, found, seconds };
        folder.write_cell(&cell)?;
        let place = grid.iter().position(|place| *place == (seed, condition));
        let before = |other: &Cell| {
            let other = (other.seed, other.condition.as_str());
            grid.iter().position(|place| *place == other) < place
        };
        let at = cells.partition_point(before);
        say(&line(experiment, &cell, (cells.len() + 1, grid.len())));
        cells.insert(at, cell);
        write_report(experiment, &cells, grid.len(), folder)?;
    }
    Ok(cells)
}

/// A cell in a line: its first measures.
fn line(experiment: &dyn Experiment, cell: &Cell, (n_done, n_all): (usize, usize)) -> String {
    const MEASURES_SAID: usize = 2;
    let measures = experiment.measures().iter().filter_map(|measure| {
        let value = cell.found.measures.get(measure.key)?;
        Some(format!("{} {value:.3}", measure.title))
    });
    let said: Vec<String> = measures.take(MEASURES_SAID).collect();
    format!(
        "{n_done}/{n_all}  {}, seed {}: {} ({:.0} s)",
        cell.condition,
        cell.seed,
        said.join("; "),
        cell.seconds
    )
}
