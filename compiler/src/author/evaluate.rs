//! Judges a model: is it right, does it build, do its tests pass, does the attack find anything.

use std::fmt::Write;
use std::path::Path;

use crate::corpus::ServiceOutput;
use crate::diagnostics::{Diagnostics, SourceMap, Style, render};
use crate::emit::Verification;
use crate::pipeline::{Inputs, compile};
use crate::verify::{Attacked, Outcome, TestResult, add_attack, judge};

use super::bench::Bench;

/// How far a model comes, from worst to best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// The compiler has errors to tell.
    Refused,
    /// The crate does not build.
    Unbuilt,
    /// Contract tests fail.
    FailsTests,
    /// The attack, or a written case, finds something.
    FailsAttack,
    /// Nothing is wrong.
    Clean,
}

impl Stage {
    /// In a word or two.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::Unbuilt => "unbuilt",
            Self::FailsTests => "fails tests",
            Self::FailsAttack => "fails attack",
            Self::Clean => "clean",
        }
    }
}

/// What is to be thought of a model.
#[derive(Debug)]
pub struct Evaluation {
    /// How far it comes.
    pub stage: Stage,
    /// How much is wrong there.
    pub n_problems: usize,
    /// What is wrong, for whoever can mend it; in few words.
    pub report: String,
    /// How many tools are declared, written and simulated, once it compiles.
    pub counts: Option<(usize, usize, usize)>,
    /// What is known of each tool, once the tests ran.
    pub verification: Option<Verification>,
}

/// More characters than this are not told at once: an agent reads everything again at every turn.
const REPORT_CHARACTERS_MAX: usize = 6_000;

/// More failures than this are counted.
const FAILURES_SHOWN_MAX: usize = 8;

/// The two files of a service that is being authored, as the compiler reads them.
#[must_use]
pub fn inputs(spec: &str, model: &str) -> Inputs {
    Inputs {
        spec_file: "spec.json".to_owned(),
        spec: spec.to_owned(),
        model_file: "service.rs".to_owned(),
        model: model.to_owned(),
    }
}

/// Checks a model as `compoworld check` does.
///
/// # Errors
/// What is wrong with it.
pub fn check(spec: &str, model: &str) -> Result<ServiceOutput, Evaluation> {
    match compile(&inputs(spec, model)) {
        Ok(compiled) => Ok(ServiceOutput::of(&compiled, None)),
        Err(diagnostics) => {
            let told = told(&diagnostics, spec, model);
            let n_errors = diagnostics.len();
            Err(Evaluation::failing(Stage::Refused, n_errors, format!("check: {told}"), None))
        }
    }
}

/// Judges a model in a folder of its own, with an attack of so many calls a tool, and the written
/// cases if there are any.
#[must_use]
pub fn evaluate(
    bench: &Bench,
    folder: &Path,
    (spec, model): (&str, &str),
    budget: usize,
    cases: Option<&str>,
) -> Evaluation {
    let output = match check(spec, model) {
        Ok(output) => output,
        Err(evaluation) => return evaluation,
    };
    let counts = Some(output.counts);
    let fails = |stage, n_problems, report| Evaluation::failing(stage, n_problems, report, counts);
    let built = match bench.build(folder, &output) {
        Ok(built) => built,
        Err(said) => return fails(Stage::Unbuilt, 1, format!("build: {said}")),
    };
    let results = match bench.test(&built) {
        Ok(results) => results,
        Err(said) => return fails(Stage::FailsTests, usize::MAX, format!("test: {said}")),
    };
    let failed: Vec<&TestResult> = results.iter().filter(|result| !result.passed).collect();
    if !failed.is_empty() {
        return fails(Stage::FailsTests, failed.len(), tests_report(&failed, results.len()));
    }
    let attacked = match bench.attack(&built, budget, cases) {
        Ok(attacked) => attacked,
        Err(said) => return fails(Stage::FailsAttack, usize::MAX, format!("attack: {said}")),
    };
    let report = attack_report(&attacked);
    let n_problems = attacked.cases.len();
    let mut verification = judge(&output, &Outcome::Ran(results));
    add_attack(&mut verification, &attacked);
    let stage = if n_problems == 0 { Stage::Clean } else { Stage::FailsAttack };
    let verification = Some(verification);
    Evaluation { verification, ..fails(stage, n_problems, report) }
}

impl Evaluation {
    fn failing(
        stage: Stage,
        n_problems: usize,
        report: String,
        counts: Option<(usize, usize, usize)>,
    ) -> Self {
        Self { stage, n_problems, report: cut(report), counts, verification: None }
    }

    /// What is to be thought of a file that cannot even be read.
    #[must_use]
    pub fn without_model(report: String) -> Self {
        Self::failing(Stage::Refused, usize::MAX, report, None)
    }

    /// How good it is: further is better, then fewer problems.
    #[must_use]
    pub fn rank(&self) -> (Stage, std::cmp::Reverse<usize>) {
        (self.stage, std::cmp::Reverse(self.n_problems))
    }
}

fn told(diagnostics: &Diagnostics, spec: &str, model: &str) -> String {
    let mut sources = SourceMap::new();
    sources.insert("spec.json", spec);
    sources.insert("service.rs", model);
    let n_errors = diagnostics.len();
    format!("{n_errors} problems\n{}", render(diagnostics, &sources, Style::Plain))
}

fn tests_report(failed: &[&TestResult], n_tests: usize) -> String {
    let mut text = format!("test: {} of {n_tests} contract tests fail\n", failed.len());
    for result in failed.iter().take(FAILURES_SHOWN_MAX) {
        let _ = writeln!(text, "- {}::{}\n{}", result.tool, result.test, indented(&result.message));
    }
    text + &more(failed.len())
}

fn attack_report(attacked: &Attacked) -> String {
    let cases = &attacked.cases;
    if cases.is_empty() {
        return "check, build, test and attack: nothing is wrong\n".to_owned();
    }
    let mut text = format!("attack: {} checks are violated\n", cases.len());
    for case in cases.iter().take(FAILURES_SHOWN_MAX) {
        let _ = writeln!(text, "- {}: {}", case.tool, case.check);
        for call in case.before.iter().chain([&case.call]) {
            let _ =
                writeln!(text, "  {} {}", call["tool"].as_str().unwrap_or("?"), call["arguments"]);
        }
        let _ = writeln!(text, "  expected {}\n  seen {}", case.expected, case.seen);
    }
    text + &more(cases.len())
}

fn more(count: usize) -> String {
    match count.saturating_sub(FAILURES_SHOWN_MAX) {
        0 => String::new(),
        rest => format!("and {rest} more\n"),
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}

fn cut(text: String) -> String {
    match text.char_indices().nth(REPORT_CHARACTERS_MAX) {
        None => text,
        Some((end, _)) => format!("{}\n… (cut; mend these first)\n", &text[..end]),
    }
}

#[cfg(test)]
mod tests {
    use super::{REPORT_CHARACTERS_MAX, Stage, attack_report, check, cut};
    use crate::verify::read_attack;

    #[test]
    fn what_the_compiler_refuses_is_told_with_its_code_and_place() {
        let evaluation = check("{", "fn").expect_err("neither file is right");
        assert_eq!(evaluation.stage, Stage::Refused);
        assert!(evaluation.report.contains("CW0001"), "{}", evaluation.report);
        assert!(evaluation.report.contains("service.rs"), "{}", evaluation.report);
    }

    #[test]
    fn a_long_report_is_cut_at_a_whole_character() {
        let report = cut("é".repeat(REPORT_CHARACTERS_MAX + 10));
        assert!(report.chars().count() < REPORT_CHARACTERS_MAX + 40);
        assert!(report.ends_with("(cut; mend these first)\n"));
    }

    #[test]
    fn an_attack_is_told_call_by_call() {
        let attacked = read_attack(
            r#"{"services": [{"service": "desk", "tools": [], "cases": [{"tool": "get", "check": "c",
               "before": [{"tool": "add", "arguments": {}}], "call": {"tool": "get",
               "arguments": {"id": 1}}, "expected": "this", "seen": "that"}]}]}"#,
        );
        let report = attack_report(&attacked.expect("a ledger"));
        assert_eq!(
            report,
            "attack: 1 checks are violated\n- get: c\n  add {}\n  get {\"id\":1}\n  expected this\n  \
             seen that\n"
        );
    }
}
