//! What the cells of an experiment say together.

use super::cell::Cell;
use super::statistics::{Estimate, estimate};
use super::{Condition, Measure, Unit};

/// The values of a measure in the cells of a condition, in the order of the seeds.
fn values(cells: &[Cell], condition: &str, key: &str) -> Vec<(u64, f64)> {
    let of_condition = cells.iter().filter(|cell| cell.condition == condition);
    let mut values: Vec<(u64, f64)> =
        of_condition.filter_map(|cell| Some((cell.seed, *cell.found.measures.get(key)?))).collect();
    values.sort_by_key(|(seed, _)| *seed);
    values
}

/// The estimate of a measure for a condition; none when no cell has it.
pub fn estimate_of(cells: &[Cell], condition: &str, measure: &Measure) -> Option<Estimate> {
    let values: Vec<f64> =
        values(cells, condition, measure.key).into_iter().map(|(_, value)| value).collect();
    let found = estimate(&values)?;
    Some(match measure.unit {
        Unit::Share => found.of_share(),
        Unit::Count | Unit::Nats => found,
    })
}

/// The estimate of how much more a condition has of a measure than another, over the seeds that
/// both have. Cells of one seed share what the seed draws, so that their differences spread less.
pub fn difference_of(
    cells: &[Cell],
    condition: &str,
    baseline: &str,
    measure: &Measure,
) -> Option<Estimate> {
    let others = values(cells, baseline, measure.key);
    let differences: Vec<f64> = values(cells, condition, measure.key)
        .into_iter()
        .filter_map(|(seed, value)| {
            let (_, other) = others.iter().find(|(other, _)| *other == seed)?;
            Some(value - other)
        })
        .collect();
    estimate(&differences)
}

/// The estimates of a condition's curve, each over `window` steps in a row; `(step, estimate)` with
/// the last step of each, counted from one. A rest that fills no window is left out.
pub fn curve_of(
    cells: &[Cell],
    condition: &Condition,
    curve: &str,
    window: usize,
) -> Vec<(f64, Estimate)> {
    let curves: Vec<&Vec<f64>> = cells
        .iter()
        .filter(|cell| cell.condition == condition.name)
        .filter_map(|cell| cell.found.curves.get(curve))
        .collect();
    let n_windows = curves.iter().map(|curve| curve.len() / window).min().unwrap_or(0);
    let point = |number: usize| {
        let steps = number * window..(number + 1) * window;
        let means: Vec<f64> = curves
            .iter()
            .map(|curve| curve[steps.clone()].iter().sum::<f64>() / window as f64)
            .collect();
        Some((steps.end as f64, estimate(&means)?.of_share()))
    };
    (0..n_windows).filter_map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::{curve_of, difference_of, estimate_of};
    use crate::experiment::cell::{Cell, Found};
    use crate::experiment::{Condition, Measure, Unit};

    const SUCCESS: Measure = Measure { key: "success", title: "success", unit: Unit::Share };

    fn cell(condition: &str, seed: u64, success: f64) -> Cell {
        let mut found = Found::default().with("success", success);
        found.curves.insert("success".to_owned(), vec![success, success + 0.2, 0.0, 0.0, 1.0]);
        Cell { condition: condition.to_owned(), seed, found, seconds: 1.0 }
    }

    #[test]
    fn differences_are_taken_seed_by_seed() {
        // Seed 3 is done for one condition only; the order of the cells does not matter.
        let cells = [
            cell("b", 2, 0.5),
            cell("a", 1, 0.1),
            cell("b", 1, 0.2),
            cell("a", 2, 0.4),
            cell("b", 3, 0.9),
        ];
        let found = difference_of(&cells, "b", "a", &SUCCESS).expect("two seeds");
        assert_eq!(found.n_seeds, 2);
        assert!((found.mean - 0.1).abs() < 1e-12);
        let (low, high) = found.interval.expect("two seeds");
        assert!(high - low < 1e-9, "both seeds differ by as much");
        assert_eq!(estimate_of(&cells, "b", &SUCCESS).expect("three seeds").n_seeds, 3);
        assert_eq!(estimate_of(&cells, "c", &SUCCESS), None);
    }

    #[test]
    fn curves_are_averaged_over_steps_in_a_row_then_over_seeds() {
        let cells = [cell("a", 1, 0.2), cell("a", 2, 0.4)];
        let condition = Condition { name: "a".to_owned(), amount: None };
        let points = curve_of(&cells, &condition, "success", 2);
        let (steps, means): (Vec<f64>, Vec<f64>) =
            points.iter().map(|(step, found)| (*step, found.mean)).unzip();
        assert_eq!(steps, [2.0, 4.0]);
        assert!((means[0] - 0.4).abs() < 1e-12 && means[1] == 0.0, "{means:?}");
    }
}
