//! An experiment as one HTML page: what was asked, how, what came out, drawn.

use askama::Template;

use crate::read_run::ReportError;

/// What the page of an experiment shows.
#[derive(Debug, Clone, Default, Template)]
#[template(path = "experiment.html")]
pub struct ExperimentPage {
    /// What it is called.
    pub title: String,
    /// What it asks.
    pub question: String,
    /// How it asks: a paragraph each.
    pub method: Vec<String>,
    /// How far it is, in a sentence.
    pub progress: String,
    /// Charts with their titles, as SVG.
    pub figures: Vec<(String, String)>,
    /// What was measured.
    pub tables: Vec<EstimateTable>,
    /// Every setting that the results depend on, as JSON text.
    pub settings: String,
}

/// A table of estimates: a row a condition, a column a measure.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct EstimateTable {
    /// What it shows.
    pub title: String,
    /// The measures.
    pub columns: Vec<String>,
    /// The conditions.
    pub rows: Vec<EstimateRow>,
}

/// The estimates of one condition.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct EstimateRow {
    /// The condition.
    pub name: String,
    /// How many seeds were run.
    pub n_seeds: usize,
    /// One a column.
    pub cells: Vec<EstimateCell>,
}

/// One estimate, written out.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct EstimateCell {
    /// The mean.
    pub mean: String,
    /// The interval; empty where there is none.
    pub interval: String,
}

/// Renders an experiment.
///
/// # Errors
/// When the template fails, which it does not.
pub fn render_experiment(page: &ExperimentPage) -> Result<String, ReportError> {
    page.render().map_err(|error| ReportError::Drawing(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::{EstimateCell, EstimateRow, EstimateTable, ExperimentPage, render_experiment};

    #[test]
    fn an_experiment_becomes_a_page_without_script_or_network_and_its_texts_are_escaped() {
        let cell = EstimateCell { mean: "31.2%".to_owned(), interval: "24.0 to 38.4".to_owned() };
        let row = EstimateRow { name: "<b>500</b>".to_owned(), n_seeds: 3, cells: vec![cell] };
        let page = ExperimentPage {
            title: "Data".to_owned(),
            question: "Does more help?".to_owned(),
            figures: vec![("Success".to_owned(), "<svg></svg>".to_owned())],
            tables: vec![EstimateTable {
                title: "Held out".to_owned(),
                columns: vec!["all criteria".to_owned()],
                rows: vec![row],
            }],
            settings: "{}".to_owned(),
            ..ExperimentPage::default()
        };
        let html = render_experiment(&page).expect("it renders");
        for part in ["31.2%", "24.0 to 38.4", "<svg></svg>", "Does more help?"] {
            assert!(html.contains(part), "{part} is not in {html}");
        }
        assert!(!html.contains("<b>500") && !html.contains("<script") && !html.contains("http"));
    }
}
