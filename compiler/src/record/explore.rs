//! The explorer: makes up calls from the tools' schemas and from what earlier answers held.
//!
//! It goes in rounds. In each, things are made, read, changed and removed, in this order, and read
//! again after every change. Everything is drawn from the seed and the number of the call, so equal
//! answers give equal calls.

use std::collections::VecDeque;

use compoworld_transcript::{RecordedCall, is_id_name};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::spec::Schema;

use super::draw::{Choices, Drawn, Extent, draw};
use super::lessons::Lessons;
use super::likeness::{Called, singular_words};
use super::plan::{CallSource, Came, PlannedCall};
use super::pool::Pool;
use super::profile::{Profile, Stage};
use super::read_docs::documented_choices;
use super::rounds::lay_out_round;
use super::spoil::spoil;

/// A tool that gave no answer so often is not called again.
const TIMEOUTS_MAX: usize = 2;
/// Of this many calls, about one is followed by one that should be refused.
const SPOILED_ONE_IN: u32 = 5;

/// Makes up calls.
pub(super) struct Explorer {
    profiles: Vec<Profile>,
    pool: Pool,
    seed: u64,
    n_calls_max: usize,
    /// How many calls were given.
    number: usize,
    round: usize,
    /// What is left of the round: its phases, each with tools that are called in any order.
    phases: VecDeque<Vec<Step>>,
    /// The call that was given last.
    last: Step,
    counts: Vec<Counts>,
    /// For each tool, what its refusals taught.
    lessons: Vec<Lessons>,
    /// What descriptions list, in whichever tool's.
    choices: Choices,
}

/// One call of a round: the tool's index, and whether it should be refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    tool: usize,
    is_spoiled: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    calls: usize,
    timeouts: usize,
}

impl Explorer {
    /// An explorer of these tools that gives so many calls.
    pub(super) fn new(profiles: Vec<Profile>, seed: u64, n_calls_max: usize) -> Self {
        let counts = vec![Counts::default(); profiles.len()];
        let mut choices = Choices::new();
        for profile in &profiles {
            for (name, values) in documented_choices(&profile.parameters) {
                choices.entry(name).or_insert(values);
            }
        }
        let lessons = vec![Lessons::default(); profiles.len()];
        let (pool, phases) = (Pool::default(), VecDeque::new());
        let last = Step { tool: 0, is_spoiled: false };
        Self {
            profiles,
            pool,
            seed,
            n_calls_max,
            number: 0,
            round: 0,
            phases,
            last,
            counts,
            lessons,
            choices,
        }
    }

    /// Draws for one purpose at one point do not shift those for others.
    fn random(&self, purpose: u64) -> Xoshiro256PlusPlus {
        let point = (self.number as u64) << 8 | purpose;
        Xoshiro256PlusPlus::seed_from_u64(
            self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(point),
        )
    }

    /// Lays out the next round.
    fn lay_out(&mut self) {
        let is_callable = |tool: usize| self.counts[tool].timeouts < TIMEOUTS_MAX;
        let phases = lay_out_round(&self.profiles, &is_callable, self.round, self.n_calls_max);
        let mut random = self.random(1);
        for tools in phases {
            let mut steps = Vec::new();
            for tool in tools {
                steps.push(Step { tool, is_spoiled: false });
                if random.random_ratio(1, SPOILED_ONE_IN) {
                    steps.push(Step { tool, is_spoiled: true });
                }
            }
            if !steps.is_empty() {
                self.phases.push_back(steps);
            }
        }
        self.thin_out(&mut random);
        self.round += 1;
    }

    /// Leaves out steps until the round fits, from all phases alike.
    fn thin_out(&mut self, random: &mut Xoshiro256PlusPlus) {
        let mut n_steps: usize = self.phases.iter().map(Vec::len).sum();
        while n_steps > self.n_calls_max {
            let index = random.random_range(0..n_steps);
            let mut passed = 0;
            for phase in &mut self.phases {
                if index < passed + phase.len() {
                    phase.remove(index - passed);
                    break;
                }
                passed += phase.len();
            }
            n_steps -= 1;
        }
        self.phases.retain(|phase| !phase.is_empty());
    }

    /// The next step: of those at hand, the first whose references are known.
    fn next_step(&mut self) -> Option<Step> {
        if self.phases.is_empty() {
            self.lay_out();
        }
        let phase = self.phases.front()?;
        let ready = phase.iter().position(|step| self.is_ready(&self.profiles[step.tool]));
        let index = ready.unwrap_or(0);
        let phase = self.phases.front_mut()?;
        let step = phase.remove(index);
        if phase.is_empty() {
            self.phases.pop_front();
        }
        Some(step)
    }

    /// Calls a tool next that a refusal names, as in "call `open_project` first".
    fn heed(&mut self, call: &RecordedCall) {
        const NAME_CHARS_MIN: usize = 8;
        let said = call.answer.to_string();
        let is_named = |index: &usize| {
            let name = self.profiles[*index].name.as_str();
            name.len() >= NAME_CHARS_MIN && name != call.tool && said.contains(name)
        };
        let mut named = (0..self.profiles.len()).filter(is_named);
        if let Some(tool) = named.find(|index| self.counts[*index].calls == 0) {
            self.phases.push_front(vec![Step { tool, is_spoiled: false }]);
        }
    }

    fn is_ready(&self, profile: &Profile) -> bool {
        profile.parameters.required.iter().filter(|name| is_id_name(name)).all(|name| {
            let called = Called { words: singular_words(name), owner: profile.noun.clone() };
            !self.pool.fitting(&called, profile.reach).is_empty()
        })
    }

    /// The call of a step; none when the tool must not be called with what is known.
    fn plan(&self, step: Step) -> Option<PlannedCall> {
        let profile = &self.profiles[step.tool];
        let extent = match self.counts[step.tool].calls {
            0 if !profile.needs_nothing() => Extent::Required,
            1 => Extent::All,
            _ => Extent::Some,
        };
        let drawn = draw(
            profile,
            (&self.lessons[step.tool], &self.choices),
            &self.pool,
            extent,
            &mut self.random(2),
        );
        if profile.needs_target() && !names_a_target(&drawn, &profile.parameters) {
            return None;
        }
        let (drawn, kind) = if step.is_spoiled {
            spoil(&drawn, profile, &mut self.random(3))?
        } else {
            (drawn, stage_word(profile.stage).to_owned())
        };
        let Drawn { arguments, uses, .. } = drawn;
        Some(PlannedCall { tool: profile.name.clone(), arguments, uses, kind: Some(kind) })
    }
}

/// Whether arguments hold a text or a number that is no mere choice.
fn names_a_target(drawn: &Drawn, schema: &Schema) -> bool {
    drawn.arguments.iter().any(|(name, value)| {
        let property = schema.properties.get(name);
        let is_choice = property.is_some_and(|one| one.values.is_some() || one.constant.is_some());
        let is_empty = value.as_array().is_some_and(Vec::is_empty);
        !is_choice && !is_empty && !value.is_boolean() && !value.is_null()
    })
}

fn stage_word(stage: Stage) -> &'static str {
    match stage {
        Stage::Create => "create",
        Stage::Read => "read",
        Stage::Update => "update",
        Stage::Delete => "delete",
    }
}

impl CallSource for Explorer {
    fn next(&mut self) -> Option<PlannedCall> {
        // Steps that must not be made are skipped; a round of nothing else ends it.
        let mut n_rounds_left = 3;
        while self.number < self.n_calls_max && n_rounds_left > 0 {
            if self.phases.is_empty() {
                n_rounds_left -= 1;
            }
            let step = self.next_step()?;
            if self.counts[step.tool].timeouts >= TIMEOUTS_MAX {
                continue;
            }
            if let Some(call) = self.plan(step) {
                self.counts[step.tool].calls += 1;
                self.last = step;
                self.number += 1;
                return Some(call);
            }
        }
        None
    }

    fn may_stop(&self) -> bool {
        true
    }

    fn learn(&mut self, call: RecordedCall, came: Came) {
        if came == Came::Nothing {
            self.counts[self.last.tool].timeouts += 1;
        }
        // What should have been refused is nothing to go on with, even where it was taken.
        if self.last.is_spoiled {
            return;
        }
        let Step { tool, .. } = self.last;
        let profile = &self.profiles[tool];
        if call.succeeded {
            self.pool.learn(self.number - 1, &call, profile);
        } else {
            self.lessons[tool].learn(&call, &profile.parameters);
            self.heed(&call);
        }
    }
}
