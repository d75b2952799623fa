//! What a comparison found, as numbers, as a table and in words.

use std::collections::BTreeMap;

use comfy_table::{CellAlignment, Table};
use serde::Serialize;
use serde_json::Value;

use super::compare::{Compared, Flow};
use super::replay::{Played, Verdict};

/// How much of a value is shown.
const SHOWN_CHARS: usize = 240;

/// What a comparison found. Other programs read it: fields are added, not renamed.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    /// The service.
    pub(super) service: String,
    /// Its version.
    pub(super) version: String,
    /// The transcript's file.
    pub(super) transcript: String,
    /// The sums by tool.
    pub(super) tools: BTreeMap<String, Tally>,
    /// The sums of all.
    pub(super) total: Tally,
    /// The calls that disagree.
    pub(super) disagreements: Vec<Played>,
}

/// Sums over calls.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(super) struct Tally {
    /// Calls that were recorded.
    pub(super) calls: usize,
    /// Calls that a world model answered here: not judged.
    pub(super) simulated: usize,
    /// Calls that agree in outcome and values.
    pub(super) agree: usize,
    /// Calls that agree in success or failure.
    pub(super) outcomes_agree: usize,
    /// Calls that disagree and name something that an earlier disagreement kept from coming to be.
    pub(super) follow: usize,
    /// Values that flow, and how many of them agree, by how they flow.
    pub(super) values: BTreeMap<Flow, Share>,
}

/// A part of a whole.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(super) struct Share {
    /// The whole.
    pub(super) all: usize,
    /// The part that agrees.
    pub(super) agree: usize,
}

impl Tally {
    fn count(&mut self, played: &Played) {
        self.calls += 1;
        match played.verdict {
            Verdict::Simulated => self.simulated += 1,
            Verdict::Agrees => self.agree += 1,
            Verdict::OutcomeDiffers | Verdict::ValuesDiffer => {
                self.follow += usize::from(!played.lost.is_empty());
            }
        }
        let same = played.theirs_succeeded == played.ours_succeeded;
        self.outcomes_agree += usize::from(same && played.verdict != Verdict::Simulated);
        for value in &played.values {
            let share = self.values.entry(value.flow).or_default();
            share.all += 1;
            share.agree += usize::from(value.agrees);
        }
    }

    /// The calls that were judged.
    pub(super) fn judged(&self) -> usize {
        self.calls - self.simulated
    }

    fn share(&self, flow: Option<Flow>) -> Share {
        let shares = self.values.iter().filter(|(of, _)| flow.is_none_or(|flow| flow == **of));
        shares.fold(Share::default(), |sum, (_, share)| Share {
            all: sum.all + share.all,
            agree: sum.agree + share.agree,
        })
    }
}

impl Report {
    /// The sums over calls, and those that disagree.
    pub(super) fn of(service: &str, version: &str, transcript: &str, played: Vec<Played>) -> Self {
        let (mut tools, mut total) = (BTreeMap::<String, Tally>::new(), Tally::default());
        for one in &played {
            tools.entry(one.tool.clone()).or_default().count(one);
            total.count(one);
        }
        let disagrees =
            |one: &Played| matches!(one.verdict, Verdict::OutcomeDiffers | Verdict::ValuesDiffer);
        Self {
            service: service.to_owned(),
            version: version.to_owned(),
            transcript: transcript.to_owned(),
            tools,
            total,
            disagreements: played.into_iter().filter(disagrees).collect(),
        }
    }

    /// Whether at least so many percent of the judged calls agree.
    pub(super) fn reaches(&self, percent: u8) -> bool {
        self.total.agree * 100 >= self.total.judged() * usize::from(percent)
    }

    /// One line a tool, and the sums.
    pub(super) fn table(&self) -> String {
        const HEADER: [&str; 8] =
            ["Tool", "Calls", "Simulated", "Outcome", "Echoed", "Read back", "Used later", "Agree"];
        let mut table = Table::new();
        table.load_style(comfy_table::presets::UTF8_BORDERS_ONLY).set_header(HEADER);
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        let total = ("all".to_owned(), self.total.clone());
        for (tool, tally) in self.tools.clone().into_iter().chain([total]) {
            let of = |part: usize, whole: usize| format!("{part}/{whole}");
            let share = |flow| {
                let share = tally.share(Some(flow));
                if share.all == 0 { "-".to_owned() } else { of(share.agree, share.all) }
            };
            table.add_row([
                tool,
                tally.calls.to_string(),
                tally.simulated.to_string(),
                of(tally.outcomes_agree, tally.judged()),
                share(Flow::Echoed),
                share(Flow::ReadBack),
                share(Flow::UsedLater),
                of(tally.agree, tally.judged()),
            ]);
        }
        let values = self.total.share(None);
        let alone = self.total.share(Some(Flow::OursAlone)).all;
        let follow = match self.total.follow {
            0 => String::new(),
            n => format!(
                "\n{n} of the calls that disagree follow from earlier ones: what they name is missing here"
            ),
        };
        format!(
            "{table}\n{} of the calls agree, {} of the outcomes, {} of the values that flow ({alone} \
             of them ours alone){follow}",
            percent(self.total.agree, self.total.judged()),
            percent(self.total.outcomes_agree, self.total.judged()),
            percent(values.agree, values.all),
        )
    }
}

fn percent(part: usize, whole: usize) -> String {
    if whole == 0 {
        return "none".to_owned();
    }
    format!("{:.1}%", 100.0 * part as f64 / whole as f64)
}

/// A call that disagrees, in a few lines.
pub(super) fn disagreement_words(played: &Played) -> String {
    let mut lines =
        vec![format!("call {} {} {}", played.call, played.tool, brief(&played.arguments))];
    if played.sent != played.arguments {
        lines.push(format!("  sent to ours  {}", brief(&played.sent)));
    }
    for place in &played.lost {
        lines.push(format!("  `{place}` was taken from an answer that ours has nothing like"));
    }
    let side = |succeeded: bool| if succeeded { "succeeded" } else { "failed" };
    lines.push(format!("  theirs {}: {}", side(played.theirs_succeeded), brief(&played.theirs)));
    lines.push(format!("  ours {}: {}", side(played.ours_succeeded), brief(&played.ours)));
    lines.extend(played.values.iter().filter(|value| !value.agrees).map(value_words));
    lines.join("\n")
}

fn value_words(value: &Compared) -> String {
    let quote = |text: &Option<String>| match text {
        Some(text) => format!("{:?}", shortened(text)),
        None => "nothing".to_owned(),
    };
    let place = if value.at.is_empty() { "the answer" } else { &value.at };
    format!("  {place}: they say {}, we say {}", quote(&value.theirs), quote(&value.ours))
}

fn brief(value: &Value) -> String {
    shortened(&value.to_string())
}

fn shortened(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN_CHARS).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::compare::{Compared, Flow};
    use super::super::replay::{Played, Verdict};
    use super::{Report, disagreement_words};

    fn played(call: usize, verdict: Verdict, agrees: bool) -> Played {
        Played {
            call,
            tool: "add".to_owned(),
            verdict,
            arguments: json!({"name": "Fig"}),
            sent: json!({"name": "Fig"}),
            lost: Vec::new(),
            theirs_succeeded: true,
            ours_succeeded: verdict != Verdict::OutcomeDiffers,
            theirs: json!({"name": "Fig"}),
            ours: json!({"name": "Yew"}),
            values: vec![Compared {
                flow: Flow::Echoed,
                at: "/name".to_owned(),
                theirs: Some("Fig".to_owned()),
                ours: Some("Yew".to_owned()),
                agrees,
            }],
        }
    }

    #[test]
    fn calls_outcomes_and_values_are_summed() {
        let report = Report::of(
            "garden",
            "v",
            "t.json",
            vec![
                played(0, Verdict::Agrees, true),
                played(1, Verdict::ValuesDiffer, false),
                Played { lost: vec!["/id".to_owned()], ..played(2, Verdict::OutcomeDiffers, true) },
                played(3, Verdict::Simulated, true),
            ],
        );
        assert_eq!((report.total.judged(), report.total.agree), (3, 1));
        assert_eq!(report.total.outcomes_agree, 2);
        assert_eq!((report.disagreements.len(), report.total.follow), (2, 1));
        assert!(report.reaches(33) && !report.reaches(34));
        let table = report.table();
        assert!(table.contains("33.3% of the calls agree, 66.7% of the outcomes"), "{table}");
        assert!(table.contains("1 of the calls that disagree follow from earlier ones"), "{table}");
        let words = disagreement_words(&report.disagreements[0]);
        assert!(words.contains("/name: they say \"Fig\", we say \"Yew\""), "{words}");
    }
}
