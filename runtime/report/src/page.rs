//! The page itself.

use askama::Template;
use compoworld_world::Task;

use crate::draw_curve::draw_curves;
use crate::draw_task::draw_task;
use crate::read_run::{ReportError, Run};

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    run: &'a Run,
    n_tools: usize,
    domains: Vec<DomainLine>,
    bars: Vec<Bar>,
    sft: Option<String>,
    grpo: Option<String>,
    graph: Option<String>,
}

struct DomainLine {
    name: String,
    services: String,
    n_tools: usize,
    percent: usize,
}

struct Bar {
    name: String,
    n_episodes: usize,
    success: String,
    criteria: String,
    percent: f64,
}

/// Renders a run as one HTML page.
///
/// # Errors
/// When a chart cannot be drawn.
pub fn render_page(run: &Run) -> Result<String, ReportError> {
    let drawing = |error: Box<dyn std::error::Error>| ReportError::Drawing(error.to_string());
    let template = |error: askama::Error| ReportError::Drawing(error.to_string());
    let bars = run.evaluations.iter().map(|(name, evaluation)| Bar {
        name: name
            .trim_start_matches(|first: char| first.is_ascii_digit() || first == '-')
            .to_owned(),
        n_episodes: evaluation.n_episodes,
        success: format!("{:.1}%", 100.0 * evaluation.success),
        criteria: format!("{:.1}%", 100.0 * evaluation.criteria_passed),
        percent: 100.0 * evaluation.success,
    });
    Page {
        run,
        n_tools: run.services.iter().map(|service| service.n_tools).sum(),
        domains: domains(run),
        bars: bars.collect(),
        sft: draw_curves("step", "loss", &run.sft).map_err(drawing)?,
        grpo: draw_curves("round", "share", &run.grpo).map_err(drawing)?,
        graph: run.task.as_ref().map(draw_task).transpose().map_err(template)?,
    }
    .render()
    .map_err(template)
}

fn domains(run: &Run) -> Vec<DomainLine> {
    let mut names: Vec<&str> = run.services.iter().map(|service| service.domain.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let most = names.iter().map(|name| n_tools_of(run, name)).max().unwrap_or(1).max(1);
    names
        .iter()
        .map(|name| {
            let members = run.services.iter().filter(|service| service.domain == **name);
            let n_tools = n_tools_of(run, name);
            DomainLine {
                name: name.replace('_', " "),
                services: members.map(|one| one.title.as_str()).collect::<Vec<_>>().join(", "),
                n_tools,
                percent: 100 * n_tools / most,
            }
        })
        .collect()
}

fn n_tools_of(run: &Run, domain: &str) -> usize {
    run.services
        .iter()
        .filter(|service| service.domain == domain)
        .map(|service| service.n_tools)
        .sum()
}

impl Page<'_> {
    fn task(&self) -> Option<&Task> {
        self.run.task.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::render_page;
    use crate::draw_curve::Curve;
    use crate::read_run::{Evaluation, Run, ServiceLine};

    #[test]
    fn a_run_becomes_a_page_and_its_texts_are_escaped() {
        let run = Run {
            services: vec![ServiceLine {
                name: "desk".to_owned(),
                title: "Desk <script>".to_owned(),
                domain: "customer_support".to_owned(),
                n_entities: 2,
                n_tools: 7,
                n_simulated: 1,
            }],
            sft: vec![Curve { name: "training".to_owned(), points: vec![(0.0, 3.0), (1.0, 2.0)] }],
            evaluations: vec![(
                "1-untrained".to_owned(),
                Evaluation { n_episodes: 8, success: 0.125, criteria_passed: 0.5 },
            )],
            ..Run::default()
        };
        let page = render_page(&run).expect("it renders");
        assert!(page.contains("customer support") && page.contains("12.5%"));
        assert!(page.contains("<polyline") && !page.contains("<script>"));
    }

    #[test]
    fn an_empty_run_still_is_a_page() {
        let page = render_page(&Run::default()).expect("it renders");
        assert!(page.contains("</html>"));
    }
}
