//! An evaluation as one HTML page.

use std::collections::BTreeMap;
use std::fmt::Display;

use askama::Template;
use compoworld_world::eval::{Comparison, Difference, Evaluation, Interval, Score};

use crate::read_run::ReportError;

#[derive(Template)]
#[template(path = "evaluation.html")]
struct Page {
    policies: String,
    tables: Vec<Table>,
    pass_hat: Vec<(u32, String)>,
    criteria: Vec<(String, String)>,
    /// How the criteria stand that a language model judges, in a sentence.
    judged: Option<String>,
    n_unknown: usize,
    comparison: Option<Compared>,
}

struct Table {
    name: &'static str,
    rows: Vec<Row>,
}

struct Row {
    name: String,
    n_tasks: usize,
    n_trajectories: usize,
    pass_rate: String,
    pass_interval: String,
    pass_all: String,
    rubric_mean: String,
    rubric_interval: String,
    calls_mean: String,
    /// Where the bar of the pass rate ends, and where its interval begins and how long it is, in
    /// hundredths.
    bar: f64,
    from: f64,
    length: f64,
}

struct Compared {
    first: String,
    second: String,
    n_tasks: usize,
    n_unpaired: usize,
    rows: Vec<(&'static str, [String; 4])>,
    test: Option<String>,
}

/// Renders an evaluation, and how it compares with another when there is one.
///
/// # Errors
/// When the template fails, which it does not.
pub fn render_evaluation(
    evaluation: &Evaluation,
    comparison: Option<&Comparison>,
) -> Result<String, ReportError> {
    let policies = evaluation.policies.join(", ");
    let overall = BTreeMap::from([(policies.clone(), evaluation.overall)]);
    let tables = [
        table("Policy", &overall),
        table("Domain", &evaluation.by_domain),
        table("Services (K)", &evaluation.by_k),
        table("Steps (L)", &evaluation.by_l),
        table("Revisits", &evaluation.by_revisits),
        table("Variation", &evaluation.by_variation),
    ];
    let page = Page {
        policies,
        tables: tables.into_iter().filter(|table| !table.rows.is_empty()).collect(),
        pass_hat: evaluation.pass_hat.iter().map(|(k, share)| (*k, percent(*share))).collect(),
        criteria: evaluation
            .criteria
            .iter()
            .map(|(kind, share)| (kind.clone(), percent(*share)))
            .collect(),
        judged: evaluation.judged.as_ref().map(ToString::to_string),
        n_unknown: evaluation.n_unknown,
        comparison: comparison.map(compared),
    };
    page.render().map_err(|error| ReportError::Drawing(error.to_string()))
}

fn table<K: Display>(name: &'static str, scores: &BTreeMap<K, Score>) -> Table {
    let rows = scores.iter().map(|(key, score)| row(key.to_string().replace('_', " "), score));
    Table { name, rows: rows.collect() }
}

fn row(name: String, score: &Score) -> Row {
    let (from, to) = score.pass_interval;
    Row {
        name,
        n_tasks: score.n_tasks,
        n_trajectories: score.n_trajectories,
        pass_rate: percent(score.pass_rate),
        pass_interval: interval(score.pass_interval),
        pass_all: percent(score.pass_all),
        rubric_mean: percent(score.rubric_mean),
        rubric_interval: interval(score.rubric_interval),
        calls_mean: format!("{:.1}", score.calls_mean),
        bar: 100.0 * score.pass_rate,
        from: 100.0 * from,
        length: 100.0 * (to - from),
    }
}

fn compared(comparison: &Comparison) -> Compared {
    let cells = |found: &Difference| {
        let (from, to) = found.interval;
        [
            percent(found.first),
            percent(found.second),
            format!("{:+.1}", 100.0 * found.difference),
            format!("{:+.1} to {:+.1}", 100.0 * from, 100.0 * to),
        ]
    };
    Compared {
        first: comparison.policies.join(", "),
        second: comparison.against.join(", "),
        n_tasks: comparison.n_tasks,
        n_unpaired: comparison.n_unpaired,
        rows: vec![
            ("Passed", cells(&comparison.pass)),
            ("Rubric mean", cells(&comparison.rubric)),
        ],
        test: comparison.mcnemar.map(|test| {
            format!(
                "Only the first passed {} tasks, only the second {}; exact McNemar test: p = {:.4}.",
                test.only_first, test.only_second, test.p
            )
        }),
    }
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

fn interval((from, to): Interval) -> String {
    format!("{:.1}–{:.1}", 100.0 * from, 100.0 * to)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use compoworld_world::eval::{Comparison, Difference, Evaluation, McNemar, Score};
    use compoworld_world::judge::JudgedTally;

    use super::render_evaluation;

    #[test]
    fn an_evaluation_becomes_a_page_and_its_texts_are_escaped() {
        let score = Score {
            n_tasks: 8,
            n_trajectories: 8,
            pass_rate: 0.25,
            pass_interval: (0.07, 0.59),
            pass_all: 0.125,
            rubric_mean: 0.5,
            rubric_interval: (0.4, 0.6),
            calls_mean: 6.0,
            simulated_share: 0.0,
        };
        let evaluation = Evaluation {
            policies: vec!["<b>tiny</b>".to_owned()],
            overall: score,
            pass_hat: BTreeMap::from([(1, 0.25), (2, 0.125)]),
            by_domain: BTreeMap::from([("crm_sales".to_owned(), score)]),
            by_k: BTreeMap::new(),
            by_l: BTreeMap::new(),
            by_revisits: BTreeMap::from([(2, score)]),
            by_variation: BTreeMap::new(),
            criteria: BTreeMap::from([("goal".to_owned(), 0.5)]),
            judged: Some(JudgedTally { share: 0.25, n_not_judged: 8, ..JudgedTally::default() }),
            endings: BTreeMap::new(),
            n_malformed: 0,
            n_unknown: 0,
        };
        let difference =
            Difference { first: 0.25, second: 0.5, difference: -0.25, interval: (-0.5, 0.0) };
        let comparison = Comparison {
            policies: vec!["tiny".to_owned()],
            against: vec!["large".to_owned()],
            n_tasks: 8,
            n_unpaired: 1,
            pass: difference,
            rubric: difference,
            mcnemar: Some(McNemar { only_first: 1, only_second: 3, p: 0.625 }),
        };
        let page = render_evaluation(&evaluation, Some(&comparison)).expect("it renders");
        assert!(page.contains("judges 25.0% of the criteria, which success does not count"));
        for part in ["crm sales", "7.0–59.0", "pass^k", "-25.0", "p = 0.6250", "Revisits"] {
            assert!(page.contains(part), "{part} is not in {page}");
        }
        assert!(!page.contains("<b>tiny") && !page.contains("Variation"));
        let alone = render_evaluation(&evaluation, None).expect("it renders");
        assert!(!alone.contains("Compared with"));
    }
}
