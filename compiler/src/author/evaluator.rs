//! Judges what an agent makes of a model, and whether that gets anywhere.

use super::bench::Bench;
use super::evaluate::{Evaluation, Stage, check, evaluate};
use super::ledger::{Iteration, IterationKind};
use super::work_folder::WorkFolder;

/// The judge of one service's authoring.
#[derive(Debug)]
pub struct Evaluator<'a> {
    bench: &'a Bench,
    folder: &'a WorkFolder,
    attack_budget: usize,
    cases: Option<String>,
    /// The model that was judged last, and what is to be thought of it.
    last: Option<(String, Evaluation)>,
    /// The best that an agent has made.
    best: Option<(Stage, std::cmp::Reverse<usize>)>,
    /// Whether this round has made something better.
    is_better: bool,
    /// How many rounds there were since the last one that made something better.
    n_stale: usize,
    iterations: Vec<Iteration>,
}

impl<'a> Evaluator<'a> {
    /// A judge that attacks with so many calls a tool.
    #[must_use]
    pub fn new(bench: &'a Bench, folder: &'a WorkFolder, attack_budget: usize) -> Self {
        Self {
            bench,
            folder,
            attack_budget,
            cases: None,
            last: None,
            best: None,
            is_better: false,
            n_stale: 0,
            iterations: Vec::new(),
        }
    }

    /// The folder that the agent works in.
    #[must_use]
    pub fn folder(&self) -> &'a WorkFolder {
        self.folder
    }

    /// From now on, these cases are played too, or none; what was good enough before may not be.
    pub fn play(&mut self, cases: Option<String>) {
        (self.cases, self.last, self.best, self.n_stale) = (cases, None, None, 0);
    }

    /// Everything that was found, in order.
    #[must_use]
    pub fn iterations(&self) -> &[Iteration] {
        &self.iterations
    }

    /// How many rounds in a row have made nothing better.
    #[must_use]
    pub const fn n_stale(&self) -> usize {
        self.n_stale
    }

    /// What the compiler alone says.
    ///
    /// # Errors
    /// When there is no model to check.
    pub fn check(&mut self) -> Result<String, String> {
        let model = self.folder.model()?;
        Ok(match check(self.folder.spec(), &model) {
            Ok(output) => {
                let (declared, written, simulated) = output.counts;
                let report = format!(
                    "check: nothing is wrong; {declared} tools declared, {written} written, \
                     {simulated} simulated\n"
                );
                self.note(IterationKind::Check, "clean", 0, &report);
                report
            }
            Err(evaluation) => {
                let Evaluation { n_problems, report, .. } = evaluation;
                self.note(IterationKind::Check, "refused", n_problems, &report);
                report
            }
        })
    }

    /// Judges what the agent starts from, and notes it; being worse than that is no lack of
    /// progress, since whoever betters a draft breaks it first.
    pub fn test_draft(&mut self) -> &Evaluation {
        self.noted();
        self.verdict()
    }

    /// Judges the model as it is now, and notes it. One that was judged already is not built again.
    pub fn test(&mut self) -> &Evaluation {
        let rank = self.noted();
        if self.best.is_none_or(|best| rank > best) {
            (self.best, self.is_better) = (Some(rank), true);
        }
        self.verdict()
    }

    /// Judges what a round has left.
    pub fn end_round(&mut self) -> &Evaluation {
        self.test();
        self.n_stale = if self.is_better { 0 } else { self.n_stale + 1 };
        self.is_better = false;
        self.verdict()
    }

    fn noted(&mut self) -> (Stage, std::cmp::Reverse<usize>) {
        let judged = self.verdict();
        let (rank, word, n_problems) = (judged.rank(), judged.stage.word(), judged.n_problems);
        let report = judged.report.clone();
        self.note(IterationKind::Test, word, n_problems, &report);
        rank
    }

    /// What is to be thought of the model as it is now.
    pub fn verdict(&mut self) -> &Evaluation {
        let judged = match self.folder.model() {
            Ok(model) => match self.last.take() {
                Some((known, evaluation)) if known == model => (known, evaluation),
                _ => {
                    let evaluation = evaluate(
                        self.bench,
                        &self.folder.crate_path(),
                        (self.folder.spec(), &model),
                        self.attack_budget,
                        self.cases.as_deref(),
                    );
                    (model, evaluation)
                }
            },
            Err(report) => (String::new(), Evaluation::without_model(report)),
        };
        &self.last.insert(judged).1
    }

    fn note(&mut self, kind: IterationKind, stage: &str, n_problems: usize, report: &str) {
        self.iterations.push(Iteration {
            kind,
            stage: stage.to_owned(),
            n_problems,
            beginning: beginnings(report),
        });
    }
}

/// The beginning of a report, to be kept.
fn beginnings(report: &str) -> String {
    const CHARACTERS_MAX: usize = 400;
    report.chars().take(CHARACTERS_MAX).collect()
}
