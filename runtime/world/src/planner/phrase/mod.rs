//! Writes the instruction: what someone at work would ask, without tool names and without the
//! values that are to be found.

mod act_words;
mod arrange;
mod clauses;
mod refer;
mod spellings;
mod step;
mod style;
mod words;

use std::collections::BTreeMap;

use super::config::Register;
use super::plan::{Clause, Condition, Content, Draft, Member, Target};
use crate::dice::Dice;
use arrange::arrange;
use refer::Speaker;
use step::Step;
use style::Tone;
use words::Quotes;

/// How often each row seen is spoken of after it was found.
#[derive(Default)]
struct Uses {
    /// The fields that flow on, in order, each once.
    fields: Vec<usize>,
    /// How often the row or one of its values is needed.
    count: usize,
}

/// The instruction of a plan; `None` when it cannot be said without ambiguity.
#[must_use]
pub fn phrase(
    draft: &Draft,
    members: &[Member<'_>],
    register: Register,
    dice: &mut Dice,
) -> Option<String> {
    let uses = count_uses(draft);
    let quotes = match register {
        Register::Terse => Quotes::TERSE,
        Register::Varied => *dice.pick(&[Quotes::STRAIGHT, Quotes::CURLY]),
    };
    let tone = Tone::draw(register, draft.clauses.len(), dice);
    let mut speaker = Speaker {
        draft,
        members,
        tone,
        quotes,
        introduced: Vec::new(),
        focus: None,
        spoken: Vec::new(),
        here: None,
        has_remarked: false,
        is_ambiguous: false,
    };
    let inline_percent = match register {
        Register::Terse => 50,
        Register::Varied => 35,
    };
    let mut steps: Vec<Step> = Vec::new();
    for clause in &draft.clauses {
        match clause {
            Clause::Find { selection, seen, visit } => {
                let uses = uses.get(seen);
                let told_later = is_inlined(&speaker, selection)
                    && uses.is_some_and(|uses| {
                        uses.count == 1
                            && (dice.percent(inline_percent)
                                || is_used_at_once(draft, *seen, *visit))
                    });
                if !told_later {
                    let fields = uses.map(|uses| uses.fields.clone()).unwrap_or_default();
                    steps.push(speaker.say_find(*seen, &fields, dice));
                }
            }
            Clause::Act(act) => steps.push(speaker.say_act(act, dice)),
            Clause::Count { member, table, selection } => {
                steps.push(speaker.say_count(*member, *table, selection, dice));
            }
            Clause::Sum { member, table, selection, field } => {
                steps.push(speaker.say_sum(*member, *table, selection, *field, dice));
            }
            Clause::Unmet { flow, test, act } => {
                steps.push(speaker.say_unmet(flow, test, act, dice));
            }
            Clause::Ask(flow) => steps.push(speaker.say_ask(flow, dice)),
        }
    }
    let prohibition = draft.prohibition.and_then(|at| match &draft.clauses[at] {
        Clause::Act(act) => Some(speaker.say_prohibition(act, dice)),
        _ => None,
    });
    (!speaker.is_ambiguous).then(|| arrange(steps, prohibition, tone, dice))
}

/// Whether a row can be described inside another sentence: nothing in its description is itself
/// still to be described.
fn is_inlined(speaker: &Speaker<'_>, selection: &[Condition]) -> bool {
    selection.iter().all(|condition| match condition {
        Condition::Linked { flow, .. } => speaker.introduced.contains(&flow.seen),
        Condition::Belongs { seen, .. } => speaker.introduced.contains(seen),
        _ => true,
    })
}

/// Whether the row is what an act of the same visit, or the question, is about.
fn is_used_at_once(draft: &Draft, seen: usize, visit: usize) -> bool {
    draft.clauses.iter().any(|clause| match clause {
        Clause::Act(act) if act.visit == visit => {
            matches!(act.target, Target::Seen(at) if at == seen)
                || act.sets.iter().any(|set| matches!(set.content, Content::Row(at) if at == seen))
        }
        Clause::Ask(flow) => flow.seen == seen,
        _ => false,
    })
}

fn count_uses(draft: &Draft) -> BTreeMap<usize, Uses> {
    let mut uses: BTreeMap<usize, Uses> = BTreeMap::new();
    let mut use_row = |seen: usize, field: Option<usize>| {
        let entry = uses.entry(seen).or_default();
        entry.count += 1;
        if let Some(field) = field
            && !entry.fields.contains(&field)
        {
            entry.fields.push(field);
        }
    };
    let use_selection = |selection: &[Condition], use_row: &mut dyn FnMut(usize, Option<usize>)| {
        for condition in selection {
            match condition {
                Condition::Linked { flow, .. } => use_row(flow.seen, Some(flow.field)),
                Condition::Belongs { seen, .. } => use_row(*seen, None),
                _ => {}
            }
        }
    };
    for clause in &draft.clauses {
        match clause {
            Clause::Find { selection, .. }
            | Clause::Count { selection, .. }
            | Clause::Sum { selection, .. } => {
                use_selection(selection, &mut use_row);
            }
            Clause::Act(act) => {
                match &act.target {
                    Target::Seen(seen) => use_row(*seen, None),
                    Target::All(selection) => use_selection(selection, &mut use_row),
                    Target::New | Target::Named(_) => {}
                }
                for set in &act.sets {
                    match &set.content {
                        Content::Flow(flow) | Content::Shifted(flow, _) => {
                            use_row(flow.seen, Some(flow.field));
                        }
                        Content::Row(seen) => use_row(*seen, None),
                        Content::Branch(branch) => {
                            use_row(branch.flow.seen, Some(branch.flow.field))
                        }
                        Content::Given(_) | Content::Word(_) => {}
                    }
                }
            }
            // The row is spoken of twice: by what decides, and by what would be done to it.
            Clause::Unmet { flow, .. } => {
                use_row(flow.seen, None);
                use_row(flow.seen, None);
            }
            Clause::Ask(flow) => use_row(flow.seen, None),
        }
    }
    uses
}
