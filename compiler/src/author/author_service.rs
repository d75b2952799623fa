//! Authors one service: an agent betters the draft until nothing is wrong with it, then somebody
//! who sees only the tool list writes cases, and what they find is mended or quarantined.

use std::collections::BTreeMap;
use std::time::Instant;

use compoworld_chat::{Chat, Meter, Spent, Tokens, TranscribedChat, Transcript};
use serde_json::{Value, json};

use crate::draft::draft;
use crate::emit::{ToolStatus, Verification};
use crate::pipeline::digest;
use crate::spec::Spec;

use super::bench::Bench;
use super::conversation::{Conversation, Early};
use super::evaluate::Stage;
use super::evaluator::Evaluator;
use super::harness::Harness;
use super::ledger::{Authoring, Ended};
use super::metered_chat::MeteredChat;
use super::work_folder::{WorkFolder, read_plain};
use super::write_cases::{read_cases, write_cases};
use super::write_prompts::{
    adversary_instructions, author_instructions, author_task, cases_task, harness_task, repair_task,
};

/// Who writes.
#[derive(Debug, Clone, Copy)]
pub enum Author<'a> {
    /// Models, by the built-in loop: one writes the service, the other, if there is one, the cases.
    Models {
        /// Writes the service.
        author: &'a dyn Chat,
        /// Writes the cases.
        adversary: Option<&'a dyn Chat>,
    },
    /// Somebody else's agent writes both, in two sessions that know nothing of each other.
    Harness(&'a Harness),
}

/// How long authoring goes on.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// Rounds in a row that may make nothing better.
    pub stale_max: usize,
    /// Rounds in all.
    pub rounds_max: usize,
    /// Turns of a model in a round.
    pub turns_max: usize,
    /// Rounds that mend what written cases find.
    pub case_rounds_max: usize,
    /// Calls that the attack gives a tool.
    pub attack_budget: usize,
    /// Seconds that a harness has for a round.
    pub harness_s: u64,
}

/// What came of it.
#[derive(Debug)]
pub struct Authored {
    /// The record.
    pub authoring: Authoring,
    /// The finished folder's files; nothing unless it ended well.
    pub files: Option<BTreeMap<String, String>>,
}

/// A service that is being authored.
struct Work<'a> {
    spec: &'a Spec,
    spec_text: &'a str,
    author: Author<'a>,
    effort: Effort,
    meter: &'a Meter,
    transcript: &'a Transcript,
    evaluator: Evaluator<'a>,
    bench: &'a Bench,
    harness_spent: Spent,
    rounds: usize,
}

/// Authors a service, starting with a model if it has one, or with the draft. Everything that is
/// said goes into the transcript.
///
/// # Errors
/// When the temporary folder cannot be used; what an agent does wrong is no error but an end.
pub fn author_service(
    (spec, spec_text): (&Spec, &str),
    model: Option<String>,
    author: Author<'_>,
    effort: Effort,
    (meter, transcript, bench): (&Meter, &Transcript, &Bench),
) -> std::io::Result<Authored> {
    let start = Instant::now();
    let model = model.unwrap_or_else(|| draft(spec).text);
    let folder = WorkFolder::new(spec_text, &model)?;
    let evaluator = Evaluator::new(bench, &folder, effort.attack_budget);
    let mut work = Work {
        spec,
        spec_text,
        author,
        effort,
        meter,
        transcript,
        evaluator,
        bench,
        harness_spent: Spent::default(),
        rounds: 0,
    };
    let (ended, why, cases) = match work.run() {
        Ok((why, cases)) => (Ended::Success, why, cases),
        Err((ended, why)) => (ended, why, None),
    };
    let n_cases = cases.as_ref().map_or(0, |(_, count)| *count);
    let (authoring, verification) = work.record(ended, why, n_cases, start.elapsed().as_secs());
    let files = match (ended, folder.model(), verification) {
        (Ended::Success, Ok(model), Some(verification)) => {
            Some(files_of(spec_text, model, cases, &verification, &authoring))
        }
        _ => None,
    };
    Ok(Authored { authoring, files })
}

fn files_of(
    spec: &str,
    model: String,
    cases: Option<(String, usize)>,
    verification: &Verification,
    authoring: &Authoring,
) -> BTreeMap<String, String> {
    let mut files = BTreeMap::from([
        ("spec.json".to_owned(), spec.to_owned()),
        ("service.rs".to_owned(), model),
        ("verification.json".to_owned(), verification.to_json()),
        (super::ledger::LEDGER.to_owned(), authoring.to_json()),
    ]);
    files.extend(cases.map(|(text, _)| ("cases.json".to_owned(), text)));
    files
}

fn quarantined(verification: &Verification) -> Vec<String> {
    let tools = verification.tools.iter();
    tools
        .filter(|(_, status)| matches!(status, ToolStatus::Quarantined { .. }))
        .map(|(name, _)| name.clone())
        .collect()
}

impl Author<'_> {
    fn name(&self) -> String {
        match self {
            Self::Models { author, .. } => author.model().to_owned(),
            Self::Harness(harness) => harness.command.clone(),
        }
    }
}

/// The file of cases and how many it has.
type Cases = (String, usize);

impl Work<'_> {
    /// The record, and what is known of the tools.
    fn record(
        &mut self,
        ended: Ended,
        why: String,
        cases: usize,
        seconds: u64,
    ) -> (Authoring, Option<Verification>) {
        let verdict = self.evaluator.verdict();
        let (verification, tools) =
            (verdict.verification.clone(), verdict.counts.unwrap_or_default());
        let (metered, harness) = (self.meter.spent(), self.harness_spent);
        let authoring = Authoring {
            service: self.spec.service.clone(),
            spec: digest(&[self.spec_text.as_bytes()]),
            author: self.author.name(),
            ended,
            why,
            rounds: self.rounds,
            repairs: self.rounds.saturating_sub(1),
            iterations: self.evaluator.iterations().to_vec(),
            tools,
            cases,
            quarantined: verification.as_ref().map(quarantined).unwrap_or_default(),
            spent: Spent {
                calls: metered.calls + harness.calls,
                tokens: Tokens {
                    prompt: metered.tokens.prompt + harness.tokens.prompt,
                    completion: metered.tokens.completion + harness.tokens.completion,
                },
                cost: metered.cost + harness.cost,
            },
            seconds,
            unconfined: !self.bench.sandbox().is_closed(),
        };
        (authoring, verification)
    }

    fn run(&mut self) -> Result<(String, Option<Cases>), Early> {
        let draft = self.evaluator.test_draft();
        let report = draft.report.clone();
        let model = self.evaluator.folder().model().unwrap_or_default();
        let task = author_task(self.spec_text, &model, &report);
        match self.author {
            Author::Models { author, adversary } => {
                let metered = MeteredChat::new(author, self.meter);
                let chat = TranscribedChat::new(&metered, self.transcript, "author");
                let mut conversation =
                    Conversation::new(&chat, author_instructions(), self.effort.turns_max);
                let mut round =
                    |work: &mut Self, task: String| conversation.round(task, &mut work.evaluator);
                self.until_clean(task, &mut round)?;
                let Some(adversary) = adversary else {
                    return Ok(("the tests pass".to_owned(), None));
                };
                let metered = MeteredChat::new(adversary, self.meter);
                let chat = TranscribedChat::new(&metered, self.transcript, "adversary");
                let written = write_cases(&chat, &self.spec.service, &self.tool_list());
                self.mend_cases(written, &mut round)
            }
            Author::Harness(harness) => {
                let mut round = |work: &mut Self, task: String| {
                    let task = harness_task(&task);
                    let folder = work.evaluator.folder().path();
                    work.ask(harness, &folder, &task, "author").map(drop)
                };
                self.until_clean(task, &mut round)?;
                let written = self.harness_cases(harness);
                self.mend_cases(written, &mut round)
            }
        }
    }

    /// Round after round, until nothing is wrong.
    fn until_clean(
        &mut self,
        first: String,
        round: &mut dyn FnMut(&mut Self, String) -> Result<(), Early>,
    ) -> Result<(), Early> {
        let mut task = first;
        loop {
            round(self, task)?;
            self.rounds += 1;
            let (stage, report) = self.judged();
            if stage == Stage::Clean {
                return Ok(());
            }
            let n_stale = self.evaluator.n_stale();
            if n_stale >= self.effort.stale_max {
                let why = format!("{n_stale} rounds in a row made nothing better: {report}");
                return Err((Ended::NoProgress, why));
            }
            if self.rounds >= self.effort.rounds_max {
                let why = format!("{} rounds are over: {report}", self.rounds);
                return Err((Ended::Budget, why));
            }
            task = repair_task(&report);
        }
    }

    /// Plays written cases; what fails is mended in a few rounds, and what is left is quarantined.
    /// That nobody wrote cases leaves the service as good as it was.
    fn mend_cases(
        &mut self,
        written: Result<Cases, Early>,
        round: &mut dyn FnMut(&mut Self, String) -> Result<(), Early>,
    ) -> Result<(String, Option<Cases>), Early> {
        let cases = match written {
            Ok(cases) => cases,
            Err((_, why)) => return Ok((format!("the tests pass; no cases: {why}"), None)),
        };
        self.evaluator.play(Some(cases.0.clone()));
        let (mut stage, mut report) = self.judged();
        if stage == Stage::FailsAttack && self.evaluator.verdict().verification.is_none() {
            self.evaluator.play(None);
            return Ok((format!("the tests pass; the cases cannot be played: {report}"), None));
        }
        let mut best = (self.evaluator.verdict().rank(), self.model()?);
        for _ in 0..self.effort.case_rounds_max {
            if stage == Stage::Clean {
                break;
            }
            // An agent that fails here has done its work: what it left undone is quarantined.
            if round(self, cases_task(&report)).is_err() {
                break;
            }
            self.rounds += 1;
            (stage, report) = self.judged();
            let rank = self.evaluator.verdict().rank();
            if rank > best.0 {
                best = (rank, self.model()?);
            }
        }
        // Mending may have broken what was right.
        let restored = self.evaluator.folder().write_model(&best.1);
        restored.map_err(|fault| (Ended::Failed, fault))?;
        let why = match best.0.0 {
            Stage::Clean => format!("the tests and {} written cases pass", cases.1),
            _ => format!("the tests pass; of {} written cases some fail", cases.1),
        };
        Ok((why, Some(cases)))
    }

    fn model(&self) -> Result<String, Early> {
        self.evaluator.folder().model().map_err(|fault| (Ended::Failed, fault))
    }

    fn judged(&mut self) -> (Stage, String) {
        let evaluation = self.evaluator.end_round();
        (evaluation.stage, evaluation.report.clone())
    }

    /// The tools as a server would list them.
    fn tool_list(&self) -> Value {
        let tools = self.spec.tools.iter();
        tools
            .map(|tool| {
                json!({"name": tool.name, "description": tool.description,
                    "parameters": tool.parameters, "returns": tool.returns, "hints": tool.hints})
            })
            .collect()
    }

    fn ask(
        &mut self,
        harness: &Harness,
        folder: &std::path::Path,
        task: &str,
        session: &str,
    ) -> Result<String, Early> {
        self.meter.check().map_err(|spent| (Ended::Budget, spent.to_string()))?;
        let left = self.meter.time_left().map_or(self.effort.harness_s, |left| left.as_secs());
        let seconds = self.effort.harness_s.min(left.max(1));
        let said = harness.work(self.bench.sandbox(), folder, task, seconds);
        let told = match &said {
            Ok(said) => json!({"session": session, "task": task, "said": said.text}),
            Err((_, why)) => json!({"session": session, "task": task, "fault": why}),
        };
        self.transcript
            .add(&told)
            .map_err(|error| (Ended::Failed, format!("cannot write the transcript: {error}")))?;
        let said = said?;
        self.harness_spent.calls += said.spent.calls;
        self.harness_spent.tokens.prompt += said.spent.tokens.prompt;
        self.harness_spent.tokens.completion += said.spent.tokens.completion;
        self.harness_spent.cost += said.spent.cost;
        Ok(said.text)
    }

    /// A harness writes `cases.json` in a folder that has the tool list alone.
    fn harness_cases(&mut self, harness: &Harness) -> Result<Cases, Early> {
        const BYTES_MAX: u64 = 4 << 20;
        let failed = |why: String| (Ended::Failed, why);
        let tools = self.tool_list();
        let folder = WorkFolder::of_cases(&tools.to_string())
            .map_err(|error| failed(format!("no folder for the cases: {error}")))?;
        let document = json!({"service": self.spec.service, "tools": tools});
        let task = format!(
            "{}\n\nWrite the JSON object into the file cases.json.\n{document}\n",
            adversary_instructions()
        );
        self.ask(harness, folder.path(), &task, "adversary")?;
        let text = read_plain(&folder.path().join("cases.json"), BYTES_MAX).map_err(failed)?;
        read_cases(&text, &self.spec.service, &tools).map_err(failed)
    }
}
