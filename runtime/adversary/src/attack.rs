//! The attack on one service: boundary calls, then random walks, every scene judged by every check.

use std::collections::{BTreeMap, BTreeSet};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;

use crate::answer::Answer;
use crate::boundaries::{boundary_arguments, essential_arguments};
use crate::case::{Case, differ, play_walk};
use crate::checks::{CHECKS, REPLAY, StricterThanSchema, Violation, stricter_than_schema};
use crate::draw::draw_arguments;
use crate::list_parts::{items, with};
use crate::minimize::minimize;
use crate::names::{are_opposite, singular_words};
use crate::notes::{Findings, Remark, Status, ToolFindings};
use crate::pool::Pool;
use crate::scene::{Call, Scene, ask};
use crate::server::{Server, Start};
use crate::tool_list::{ToolList, ToolSpec, Verb};

/// How an attack is made.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The seed of everything.
    pub seed: u64,
    /// How many scenes a tool gets.
    pub budget: usize,
    /// Spend most on this tool.
    pub focus: Option<String>,
    /// Stop at the first violation, and leave its case as large as it is.
    pub first_only: bool,
}

/// A state to attack from.
#[derive(Debug, Clone)]
pub struct World {
    /// The state, as JSON.
    pub state: Value,
}

/// Attacks a service and tells what was found. `done` is called after each scene.
#[must_use]
pub fn attack(
    tools: &ToolList,
    start: &Start<'_>,
    worlds: &[World],
    plan: &Plan,
    done: &dyn Fn(),
) -> Findings {
    let seed = tools
        .service
        .bytes()
        .fold(plan.seed, |seed, byte| seed.wrapping_mul(31).wrapping_add(u64::from(byte)));
    let random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut attack = Attack {
        tools,
        start,
        plan,
        done,
        random,
        notes: tools
            .tools
            .iter()
            .map(|tool| ToolFindings { tool: tool.name.clone(), ..ToolFindings::default() })
            .collect(),
        is_simulated: BTreeSet::new(),
        cases: BTreeMap::new(),
        remarks: BTreeMap::new(),
        effects: BTreeMap::new(),
        pool: Pool::default(),
        most_items: BTreeMap::new(),
        undoing: undoing(tools, plan),
    };
    for world in worlds {
        attack.try_boundaries(world, worlds.len());
    }
    let mut round = 0;
    while !attack.is_over() && !worlds.is_empty() && round < plan.budget * tools.tools.len() {
        // The first world is the fullest; every fourth walk starts elsewhere.
        let world = if round % 4 == 3 { round / 4 % worlds.len() } else { 0 };
        attack.walk(&worlds[world]);
        round += 1;
    }
    attack.findings()
}

struct Attack<'a> {
    tools: &'a ToolList,
    start: &'a Start<'a>,
    plan: &'a Plan,
    done: &'a dyn Fn(),
    random: Xoshiro256PlusPlus,
    notes: Vec<ToolFindings>,
    is_simulated: BTreeSet<usize>,
    cases: BTreeMap<(usize, &'static str), Case>,
    remarks: BTreeMap<(usize, Option<String>, &'static str), Remark>,
    /// For each tool and optional parameter, how often it was tried and whether it ever mattered.
    effects: BTreeMap<(usize, String), (usize, bool)>,
    pool: Pool,
    /// For each tool that lists, how many items it showed at most.
    most_items: BTreeMap<usize, usize>,
    /// The tools that undo what the focus does: a row that was closed can be opened again.
    undoing: Vec<usize>,
}

/// The places of the tools that undo what the plan's focus does.
fn undoing(tools: &ToolList, plan: &Plan) -> Vec<usize> {
    let Some(focus) = plan.focus.as_deref() else { return Vec::new() };
    let undoes = |index: &usize| are_opposite(focus, &tools.tools[*index].name);
    (0..tools.tools.len()).filter(undoes).collect()
}

impl Attack<'_> {
    fn is_over(&self) -> bool {
        (self.plan.first_only && !self.cases.is_empty())
            || (0..self.notes.len()).all(|index| self.notes[index].cases >= self.share(index))
    }

    /// How many scenes a tool gets.
    fn share(&self, index: usize) -> usize {
        match &self.plan.focus {
            Some(focus) if *focus != self.notes[index].tool => self.plan.budget / 20,
            _ => self.plan.budget,
        }
    }

    /// Calls every tool at the edges of its schema, up to half of its scenes.
    fn try_boundaries(&mut self, world: &World, n_worlds: usize) {
        let Some(server) = (self.start)(&world.state) else { return };
        self.pool = Pool::of_state(&serde_json::from_str(&server.state_json()).unwrap_or_default());
        self.explore(&*server);
        for index in 0..self.notes.len() {
            let tool = &self.tools.tools[index];
            let most = self.share(index) / 2 / n_worlds;
            let valid = self.draw_accepted(index, &*server);
            let mut cases = boundary_arguments(tool, &valid);
            // What does not fit the budget is left out by chance, not by its place.
            while cases.len() > most {
                let dropped = self.random.random_range(0..cases.len());
                cases.swap_remove(dropped);
            }
            for arguments in essential_arguments(tool, &valid).into_iter().chain(cases) {
                let call = Call { tool: tool.name.clone(), arguments };
                self.scene(index, &*server, &call, &world.state, &[]);
                if self.plan.first_only && !self.cases.is_empty() {
                    return;
                }
            }
        }
    }

    /// Asks every tool that needs nothing, to know what there is.
    fn explore(&mut self, server: &dyn Server) {
        for tool in self.tools.tools.iter().filter(|tool| tool.reads()) {
            let arguments = draw_arguments(tool, &self.pool, 0, &mut self.random);
            let answer = Answer::read(&ask(&mut *server.fork(), &tool.name, &arguments));
            if let Some(data) = answer.data() {
                self.pool.hear(&tool.noun, data);
            }
        }
    }

    /// Arguments that succeed, if some are found soon; else some that the schema accepts.
    fn draw_accepted(&mut self, index: usize, server: &dyn Server) -> Value {
        const TRIES: usize = 12;
        // What was never reached is tried harder, with few optional arguments and with most.
        const TRIES_UNREACHED: usize = 40;
        let tool = &self.tools.tools[index];
        let is_unreached = self.notes[index].succeeded == 0;
        let tries = if is_unreached { TRIES_UNREACHED } else { TRIES };
        let mut last = Value::Null;
        for attempt in 0..tries {
            let optional_percent = if is_unreached { [40, 0, 80, 20][attempt % 4] } else { 40 };
            last = draw_arguments(tool, &self.pool, optional_percent, &mut self.random);
            let mut fork = server.fork();
            match Answer::read(&ask(&mut *fork, &tool.name, &last)) {
                Answer::Data(_) => break,
                // A refusal that leaves traces is worth a scene.
                Answer::Refused { .. } if fork.state_json() != server.state_json() => break,
                Answer::Refused { message, .. } => self.pool.heed(&message),
                Answer::Broken(_) => {}
            }
        }
        last
    }

    /// Arguments about the row that was seen last, and with what the call before named by the same
    /// names.
    fn draw_about(&mut self, tool: &ToolSpec, before: Option<&Call>) -> Value {
        let drawn = draw_arguments(tool, &self.pool, 20, &mut self.random);
        let newest = self.pool.newest();
        let of_row = tool.required().filter_map(|name| {
            let value = self.pool.value_in(newest?, name)?;
            Some((name, value))
        });
        let of_call = before.and_then(|call| call.arguments.as_object()).into_iter().flatten();
        let of_call = of_call.map(|(name, value)| (name.as_str(), value));
        let about = of_row
            .chain(of_call)
            .filter(|(name, _)| tool.property(name).is_some())
            .fold(drawn.clone(), |arguments, (name, value)| with(&arguments, name, value.clone()));
        if tool.accepts(&about) { about } else { drawn }
    }

    /// Whether a list shows so little that neither its pages nor its order were ever seen.
    fn is_bare_list(&self, index: usize) -> bool {
        self.most_items.get(&index).is_some_and(|most| *most < 2)
    }

    /// A tool that makes something which a refused call, or a bare list, may have wanted, by
    /// chance: `add_user_to_team` fills the list of teams.
    fn choose_maker(&mut self, index: usize) -> Option<usize> {
        let is_bare = self.is_bare_list(index);
        let noun = &self.tools.tools[index].noun;
        let fills = |tool: &ToolSpec| {
            let mut words = singular_words(&tool.name).into_iter();
            is_bare && !tool.reads() && words.any(|word| noun.contains(&word))
        };
        let makers: Vec<usize> = (0..self.notes.len())
            .filter(|index| {
                let tool = &self.tools.tools[*index];
                tool.verb == Verb::Create || fills(tool)
            })
            .collect();
        if makers.is_empty() || self.random.random_bool(0.5) {
            return None;
        }
        Some(makers[self.random.random_range(0..makers.len())])
    }

    /// One random walk from a world, with every step judged, and the whole played again.
    fn walk(&mut self, world: &World) {
        const STEPS: usize = 12;
        let Some(mut server) = (self.start)(&world.state) else { return };
        let state = serde_json::from_str(&server.state_json()).unwrap_or_default();
        self.pool = Pool::of_state(&state);
        let mut calls: Vec<Call> = Vec::new();
        let mut answers = Vec::new();
        // What was refused is tried again after something was made, about what was made.
        let mut planned: Vec<usize> = Vec::new();
        for _ in 0..STEPS {
            let (index, call) = match planned.pop() {
                Some(index) => {
                    let tool = &self.tools.tools[index];
                    let arguments = self.draw_about(tool, calls.last());
                    (index, Call { tool: tool.name.clone(), arguments })
                }
                None => {
                    let Some(index) = self.choose_tool() else { break };
                    (index, self.choose_call(index, &calls, &*server))
                }
            };
            let after = self.scene(index, &*server, &call, &world.state, &calls);
            let Some((after, text)) = after else { break };
            server = after;
            let is_refused = matches!(Answer::read(&text), Answer::Refused { .. });
            let is_vain = is_refused && self.notes[index].succeeded == 0;
            let is_stuck = planned.is_empty() && (is_vain || self.is_bare_list(index));
            if is_stuck && let Some(maker) = self.choose_maker(index) {
                planned = vec![index, maker];
            }
            answers.push(text);
            calls.push(call);
            if self.plan.first_only && !self.cases.is_empty() {
                return;
            }
        }
        self.check_replay(world, &calls, (answers, server.digest()));
    }

    fn check_replay(&mut self, world: &World, calls: &[Call], first: (Vec<String>, String)) {
        let Some((last, before)) = calls.split_last() else { return };
        let Some(server) = (self.start)(&world.state) else { return };
        let again = play_walk(server, calls);
        if let Some(violation) = differ(&first, &again) {
            let at = first.0.iter().zip(&again.0).position(|(a, b)| a != b);
            let (call, before) = match at {
                Some(at) => (&calls[at], &calls[..at]),
                None => (last, before),
            };
            let index = self.tools.tools.iter().position(|tool| tool.name == call.tool);
            self.fail(index.unwrap_or(0), REPLAY, violation, &world.state, before, call);
        }
    }

    /// The tool that is furthest behind its share, of a few by chance.
    fn choose_tool(&mut self) -> Option<usize> {
        let open: Vec<usize> = (0..self.notes.len())
            .filter(|index| self.notes[*index].cases < self.share(*index))
            .collect();
        if open.is_empty() {
            return None;
        }
        if !self.undoing.is_empty() && self.random.random_ratio(1, 5) {
            return Some(self.undoing[self.random.random_range(0..self.undoing.len())]);
        }
        // Now and then any tool, so that states vary to the end.
        if self.random.random_ratio(1, 5) {
            return Some(self.random.random_range(0..self.notes.len()));
        }
        Some(open[self.random.random_range(0..open.len())])
    }

    fn choose_call(&mut self, index: usize, calls: &[Call], server: &dyn Server) -> Call {
        let tool = &self.tools.tools[index];
        let call = |arguments| Call { tool: tool.name.clone(), arguments };
        match self.random.random_range(0..100_u32) {
            // The same call as before.
            0..5 => {
                let earlier = calls.iter().rev().find(|call| call.tool == tool.name);
                call(earlier.map_or(Value::Null, |call| call.arguments.clone()))
            }
            5..15 => {
                let valid = draw_arguments(tool, &self.pool, 30, &mut self.random);
                let mut cases = boundary_arguments(tool, &valid);
                let chosen = self.random.random_range(0..cases.len());
                call(cases.swap_remove(chosen))
            }
            // The row of the call before.
            15..25 => call(self.draw_about(tool, calls.last())),
            25..45 => call(draw_arguments(tool, &self.pool, 30, &mut self.random)),
            _ => call(self.draw_accepted(index, server)),
        }
    }

    /// Plays and judges one scene; what follows it, unless there was no answer.
    fn scene(
        &mut self,
        index: usize,
        server: &dyn Server,
        call: &Call,
        state: &Value,
        before: &[Call],
    ) -> Option<(Box<dyn Server>, String)> {
        let tools = self.tools;
        let scene = Scene::play(tools, server, call)?;
        self.notes[index].cases += 1;
        let mut is_failing = false;
        for check in CHECKS {
            if let Err(violation) = (check.judge)(&scene) {
                is_failing = true;
                self.fail(index, check.name, violation, state, before, call);
            }
        }
        self.notes[index].failures += usize::from(is_failing);
        if let Some(stricter) = stricter_than_schema(&scene) {
            self.remark_stricter(index, call, stricter);
        }
        match &scene.answer {
            Answer::Data(data) => {
                self.notes[index].succeeded += 1;
                if let Some(items) = items(data).filter(|_| scene.tool.lists()) {
                    let most = self.most_items.entry(index).or_default();
                    *most = items.len().max(*most);
                }
                self.pool.hear(&scene.tool.noun, data);
                self.note_effects(index, &scene);
            }
            answer if answer.is_refused_as("unavailable") => {
                self.is_simulated.insert(index);
            }
            Answer::Refused { code, message, .. } if scene.tool.accepts(&call.arguments) => {
                let said = format!("{code}: {message}").chars().take(200).collect();
                self.notes[index].last_refusal = Some(said);
            }
            _ => {}
        }
        (self.done)();
        Some((scene.after, scene.text))
    }

    fn fail(
        &mut self,
        index: usize,
        check: &'static str,
        violation: Violation,
        state: &Value,
        before: &[Call],
        call: &Call,
    ) {
        if self.cases.contains_key(&(index, check)) {
            return;
        }
        let case = Case {
            service: self.tools.service.clone(),
            version: self.tools.version.clone(),
            tool: self.tools.tools[index].name.clone(),
            check: check.to_owned(),
            state: state.clone(),
            before: before.to_vec(),
            call: call.clone(),
            expected: violation.expected,
            seen: violation.seen,
        };
        let case = if self.plan.first_only { case } else { minimize(self.tools, self.start, case) };
        self.cases.insert((index, check), case);
    }

    fn remark_stricter(&mut self, index: usize, call: &Call, stricter: StricterThanSchema) {
        let StricterThanSchema { parameter, message } = stricter;
        let key = (index, parameter.clone(), "stricter_than_schema");
        self.remarks.entry(key).or_insert_with(|| Remark {
            tool: call.tool.clone(),
            parameter,
            kind: "stricter_than_schema".to_owned(),
            arguments: brief(&call.arguments),
            text: message,
        });
    }

    /// Compares a call that succeeded with the one without each of its optional arguments.
    fn note_effects(&mut self, index: usize, scene: &Scene<'_>) {
        let given = scene.call.arguments.as_object().into_iter().flatten();
        for (name, _) in given {
            if scene.tool.property(name).is_none() || scene.tool.required().any(|one| one == name) {
                continue;
            }
            let effect = self.effects.entry((index, name.clone())).or_default();
            if effect.1 {
                continue;
            }
            let arguments = ToolSpec::without(&scene.call.arguments, &[name]);
            let mut other = scene.before.fork();
            let text = ask(&mut *other, &scene.call.tool, &arguments);
            effect.0 += 1;
            effect.1 = text != scene.text || other.state_json() != scene.after_json;
        }
    }

    fn findings(mut self) -> Findings {
        const TRIED_MIN: usize = 3;
        for ((index, parameter), (tried, mattered)) in std::mem::take(&mut self.effects) {
            if mattered || tried < TRIED_MIN {
                continue;
            }
            let remark = Remark {
                tool: self.notes[index].tool.clone(),
                parameter: Some(parameter.clone()),
                kind: "without_effect".to_owned(),
                arguments: Value::Null,
                text: format!("{tried} calls that succeeded were the same without it"),
            };
            self.remarks.insert((index, Some(parameter), "without_effect"), remark);
        }
        for (index, note) in self.notes.iter_mut().enumerate() {
            let is_failing = self.cases.keys().any(|(failing, _)| *failing == index);
            note.status = match (is_failing, note.succeeded) {
                (true, _) => Status::Failing,
                (false, 1..) => Status::Clean,
                (false, 0) if self.is_simulated.contains(&index) => Status::Simulated,
                (false, 0) => Status::Unreached,
            };
            if note.status != Status::Unreached {
                note.last_refusal = None;
            }
        }
        Findings {
            service: self.tools.service.clone(),
            version: self.tools.version.clone(),
            seed: self.plan.seed,
            tools: self.notes,
            cases: self.cases.into_values().collect(),
            remarks: self.remarks.into_values().collect(),
        }
    }
}

/// Arguments short enough for a remark.
fn brief(arguments: &Value) -> Value {
    const CHARACTERS_MAX: usize = 300;
    let text = arguments.to_string();
    if text.len() <= CHARACTERS_MAX {
        return arguments.clone();
    }
    Value::from(text.chars().take(CHARACTERS_MAX).collect::<String>())
}
