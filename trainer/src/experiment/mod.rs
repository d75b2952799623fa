//! Experiments that show what the method does, on this machine: each compares a few conditions over
//! a few seeds and keeps every result.
//!
//! An experiment is a grid of cells, a condition and a seed each. A cell that is done is a file
//! ([`folder`]); running again does the cells that are missing. What all cells say together is
//! estimated ([`statistics`]) and written as JSON lines, a Markdown table and a page ([`report`]).
//!
//! Each experiment is one file that implements [`Experiment`], and one name in
//! [`crate::command::arguments::ExperimentName`].

pub mod bench;
pub mod cell;
pub mod composition;
pub mod data_scaling;
pub mod draw_tasks;
pub mod error;
pub mod folder;
pub mod language_model;
pub mod policy;
pub mod report;
pub mod rewards;
pub mod run;
pub mod settings;
pub mod statistics;
pub mod summary;

use serde_json::Value;

use self::bench::Bench;
use self::cell::Found;
use self::error::ExperimentError;

/// How much an experiment does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// What its question needs.
    Full,
    /// As little as shows that it runs; the figures say nothing.
    Quick,
}

/// A question that is answered by comparing conditions over seeds.
pub trait Experiment {
    /// The name on the command line, and of its folder.
    fn name(&self) -> &'static str;

    /// What it asks, and how.
    fn about(&self) -> About;

    /// Everything that a cell's result depends on but its condition and seed. Results of other
    /// settings are never mixed.
    fn settings(&self) -> Value;

    /// What is compared, in the order of the tables.
    fn conditions(&self) -> Vec<Condition>;

    /// What is measured, in the order of the columns.
    fn measures(&self) -> &'static [Measure];

    /// What is drawn.
    fn figures(&self) -> &'static [Figure];

    /// The condition that the others are compared with, seed by seed.
    fn baseline(&self) -> Option<&'static str>;

    /// Runs one condition with one seed. Equal settings, condition and seed give equal results.
    ///
    /// # Errors
    /// [`ExperimentError`] when tasks cannot be made or files not be written.
    fn run_cell(
        &self,
        bench: &Bench<'_>,
        condition: &str,
        seed: u64,
    ) -> Result<Found, ExperimentError>;
}

/// What an experiment asks, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// What it is called.
    pub title: &'static str,
    /// Its question.
    pub question: &'static str,
    /// How it is answered: a paragraph each.
    pub method: Vec<String>,
}

/// What is compared.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    /// Its name, which is also part of file names: lowercase letters, digits and dashes.
    pub name: String,
    /// The amount that it stands for, where the conditions differ by an amount.
    pub amount: Option<f64>,
}

/// Something that is measured in each cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measure {
    /// Its name in results.
    pub key: &'static str,
    /// Its name in tables.
    pub title: &'static str,
    /// What its values are.
    pub unit: Unit,
}

/// What the values of a measure are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Between 0 and 1.
    Share,
    /// How many.
    Count,
    /// Information.
    Nats,
}

/// A chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Figure {
    /// Measures over the conditions' amounts.
    OverAmounts {
        /// What it shows.
        title: &'static str,
        /// What the amounts are.
        x: &'static str,
        /// The measures, by their keys.
        measures: &'static [&'static str],
    },
    /// A curve of each condition over steps.
    OverSteps {
        /// What it shows.
        title: &'static str,
        /// What the steps are.
        x: &'static str,
        /// What the values are.
        y: &'static str,
        /// The curve's name in results.
        curve: &'static str,
        /// How many steps are averaged into a point.
        window: usize,
    },
}
