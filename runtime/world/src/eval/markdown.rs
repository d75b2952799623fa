//! An evaluation as Markdown tables.

use std::collections::BTreeMap;
use std::fmt::{Display, Write};

use crate::rollout::Ending;

use super::{Comparison, Difference, Evaluation, Interval, Score};

/// The evaluation as Markdown.
#[must_use]
pub fn markdown(evaluation: &Evaluation) -> String {
    let mut out = String::new();
    let overall = BTreeMap::from([(evaluation.policies.join(", "), evaluation.overall)]);
    write_table(&mut out, "Policy", &overall);
    write_table(&mut out, "Domain", &evaluation.by_domain);
    write_table(&mut out, "Services (K)", &evaluation.by_k);
    write_table(&mut out, "Steps (L)", &evaluation.by_l);
    write_table(&mut out, "Revisits", &evaluation.by_revisits);
    write_table(&mut out, "Variation", &evaluation.by_variation);
    if evaluation.pass_hat.len() > 1 {
        out.push_str("| k | pass^k |\n|---:|---:|\n");
        for (k, chance) in &evaluation.pass_hat {
            let _ = writeln!(out, "| {k} | {} |", percent(*chance));
        }
        out.push('\n');
    }
    if !evaluation.criteria.is_empty() {
        out.push_str("| Criteria | Held |\n|---|---:|\n");
        for (kind, share) in &evaluation.criteria {
            let _ = writeln!(out, "| {kind} | {} |", percent(*share));
        }
        out.push('\n');
    }
    if evaluation.overall.simulated_share > 0.0 {
        let share = percent(evaluation.overall.simulated_share);
        let _ = writeln!(out, "A world model answered {share} of the calls.\n");
    }
    if let Some(judged) = &evaluation.judged {
        let _ = writeln!(out, "{judged}\n");
    }
    if evaluation.n_malformed > 0 {
        let _ = writeln!(out, "{} calls were malformed.\n", evaluation.n_malformed);
    }
    let n_full = evaluation.endings.get(Ending::ContextFull.as_str()).copied().unwrap_or(0);
    if n_full > 0 {
        let _ = writeln!(out, "{n_full} attempts ended with a full context.\n");
    }
    if evaluation.n_unknown > 0 {
        let _ =
            writeln!(out, "{} trajectories of unknown tasks are left out.", evaluation.n_unknown);
    }
    out
}

fn write_table<K: Display>(out: &mut String, name: &str, scores: &BTreeMap<K, Score>) {
    if scores.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "| {name} | Tasks | Attempts | Passed | 95% | pass^k | Rubric mean | 95% | Calls |"
    );
    out.push_str("|---|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    for (key, score) in scores {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {:.3} | {} | {:.1} |",
            key.to_string().replace('|', "\\|"),
            score.n_tasks,
            score.n_trajectories,
            percent(score.pass_rate),
            percents(score.pass_interval),
            percent(score.pass_all),
            score.rubric_mean,
            shares(score.rubric_interval),
            score.calls_mean,
        );
    }
    out.push('\n');
}

fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

fn percents((from, to): Interval) -> String {
    format!("{:.1}–{:.1}", from * 100.0, to * 100.0)
}

fn shares((from, to): Interval) -> String {
    format!("{from:.3}–{to:.3}")
}

/// The comparison as Markdown.
#[must_use]
pub fn comparison_markdown(comparison: &Comparison) -> String {
    let (first, second) = (comparison.policies.join(", "), comparison.against.join(", "));
    let mut out =
        format!("| Of {} tasks | {first} | {second} | Difference | 95% |\n", comparison.n_tasks);
    out.push_str("|---|---:|---:|---:|---:|\n");
    let mut row = |name: &str, found: &Difference| {
        let Difference { first, second, difference, interval: (from, to) } = found;
        let _ = writeln!(
            out,
            "| {name} | {first:.3} | {second:.3} | {difference:+.3} | {from:+.3} to {to:+.3} |"
        );
    };
    row("Passed", &comparison.pass);
    row("Rubric mean", &comparison.rubric);
    if let Some(test) = &comparison.mcnemar {
        let _ = writeln!(
            out,
            "\nOnly the first passed {} tasks, only the second {}; exact McNemar test: p = {:.4}.",
            test.only_first, test.only_second, test.p
        );
    }
    if comparison.n_unpaired > 0 {
        let _ = writeln!(
            out,
            "\n{} tasks that only one attempted are left out.",
            comparison.n_unpaired
        );
    }
    out
}
