//! One visit of the walk: what is done in one service before the next.

use compoworld_core::{Operation, Returns, Run, Tool};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

use super::Planner;
use super::act::Intent;
use super::draft::{Clause, Condition, Content, Flow, Target};
use super::moves::{Found, Move};
use crate::planner::ability::Kind;
use crate::planner::config::Descriptions;
use crate::task::{OutputPart, Provenance, ReferenceCall};
use crate::tool_view::SEPARATOR;

/// How many moves are tried in a visit.
const MOVES_MAX: usize = 10;

impl Planner<'_, '_> {
    /// Plans one visit; `None` when nothing can be done here with what the last visit found.
    pub(super) fn visit_member(&mut self, member: usize, next: Option<usize>) -> Option<()> {
        if self.visit == 0 {
            return self.open(member, next?);
        }
        let flows = self.flows_of_visit(self.visit - 1);
        let mut options: Vec<(Move, u32)> = Vec::new();
        for flow in &flows {
            options.extend(self.moves(member, flow));
        }
        if next.is_none() && self.question && self.count_at_end(member, &flows) {
            return Some(());
        }
        for _ in 0..MOVES_MAX {
            let weights: Vec<u32> = options.iter().map(|(_, weight)| *weight).collect();
            let (chosen, _) = options.swap_remove(self.dice.weighted(&weights)?);
            let mark = self.draft.mark();
            self.wrote = false;
            if self.make(member, chosen, next).is_some() && self.leads_on(next) {
                return Some(());
            }
            if self.wrote {
                return None;
            }
            self.draft.back_to(&mark);
        }
        None
    }

    /// Whether this visit yields something for the next, or the task may end here.
    fn leads_on(&self, next: Option<usize>) -> bool {
        let Some(next) = next else {
            return self.draft.answer.is_some() || self.wrote;
        };
        let takes = self.ability_of(next).takes;
        let useful = |flow: &Flow| {
            self.kind_of_flow(flow).is_some_and(|kind| {
                let mut kinds = crate::planner::ability::Kinds::default();
                kinds.add(kind);
                kinds.meet(takes)
            })
        };
        self.flows_of_visit(self.visit).iter().any(useful)
    }

    /// The first visit: a row that the instruction describes, or makes.
    fn open(&mut self, member: usize, next: usize) -> Option<()> {
        let ability = self.ability_of(member);
        for _ in 0..MOVES_MAX {
            let table_at = self.dice.below(ability.tables.len());
            let table = &ability.tables[table_at];
            let mark = self.draft.mark();
            self.wrote = false;
            let creates: Vec<usize> = (0..table.acts.len())
                .filter(|at| table.acts[*at].operation == Operation::Create)
                .collect();
            let done = if !creates.is_empty() && self.dice.percent(12) {
                let act = *self.dice.pick(&creates);
                let intent = Intent {
                    member,
                    table: table_at,
                    act,
                    target: Target::New,
                    key: String::new(),
                    carried: None,
                };
                self.act(intent)
            } else {
                self.find_any(member, table_at).map(drop)
            };
            if done.is_some() && self.leads_on(Some(next)) {
                return Some(());
            }
            if self.wrote {
                return None;
            }
            self.draft.back_to(&mark);
        }
        None
    }

    /// Finds any row of a table by a description.
    fn find_any(&mut self, member: usize, table_at: usize) -> Option<usize> {
        let table = &self.ability_of(member).tables[table_at];
        if table.finders.is_empty() {
            return None;
        }
        let keys: Vec<String> = self.world.rows(member, table).keys().cloned().collect();
        let key = self.dice.pick_some(&keys)?.clone();
        let selection = self.draw_description(member, table, &key)?;
        self.find(member, table_at, &key, selection)
    }

    fn make(&mut self, member: usize, chosen: Move, next: Option<usize>) -> Option<()> {
        match chosen {
            Move::Find { table, key, selection } => {
                let seen = self.find(member, table, &key, selection)?;
                self.go_on(member, seen, next)
            }
            Move::Create { table, act, set, flow } => self.act(Intent {
                member,
                table,
                act,
                target: Target::New,
                key: String::new(),
                carried: Some((set, Content::Flow(flow))),
            }),
            Move::CreateAbout { table, act, set, found } => {
                let Found { table: found_in, key, selection } = found;
                let seen = self.find(member, found_in, &key, selection)?;
                self.act(Intent {
                    member,
                    table,
                    act,
                    target: Target::New,
                    key: String::new(),
                    carried: Some((set, Content::Row(seen))),
                })
            }
            Move::ChangeSeen { table, act, set, flow, seen } => {
                self.draft.variations.push("revisit");
                let key = self.draft.seen[seen].key.clone();
                let target = Target::Seen(seen);
                let carried = Some((set, Content::Flow(flow)));
                self.act(Intent { member, table, act, target, key, carried })
            }
            Move::ChangeDescribed { table, act, set, flow, key } => {
                let ability = self.ability_of(member);
                let selection = self.draw_description(member, &ability.tables[table], &key)?;
                let target = if Self::is_by_key(&ability.tables[table], &selection) {
                    self.say_key(&ability.tables[table], &key, member);
                    Target::Named(selection)
                } else {
                    Target::Seen(self.find(member, table, &key, selection)?)
                };
                let carried = Some((set, Content::Flow(flow)));
                self.act(Intent { member, table, act, target, key, carried })
            }
        }
    }

    fn say_key(&mut self, table: &crate::planner::ability::TableAbility, key: &str, member: usize) {
        let Some(row) = self.world.rows(member, table).get(key) else { return };
        for field in table.info.row.key_fields() {
            if let Some(text) = super::world::plain_text(&row[field.name]) {
                self.said.insert(text);
            }
        }
    }

    /// What is done with a row that was just found: it is changed, asked about, or looked further
    /// from; or it is left at that, when a next visit needs it.
    fn go_on(&mut self, member: usize, seen: usize, next: Option<usize>) -> Option<()> {
        let seen = if self.config.described == Descriptions::Varied && self.dice.percent(25) {
            self.hop(member, seen).unwrap_or(seen)
        } else {
            seen
        };
        if next.is_none() && self.question {
            return self.ask(seen);
        }
        if next.is_none() || self.dice.percent(20) {
            let changed = self.change_found(member, seen);
            return if next.is_none() { changed } else { Some(()) };
        }
        Some(())
    }

    /// Finds a row that refers to the one just found.
    fn hop(&mut self, member: usize, seen: usize) -> Option<usize> {
        let ability = self.ability_of(member);
        let from = &self.draft.seen[seen];
        let entity = ability.tables[from.table].info.row.name;
        let [key_field] = ability.tables[from.table].info.row.key_fields().collect::<Vec<_>>()[..] else {
            return None;
        };
        let key_value = from.shown.get(key_field.name)?.clone();
        let mut options = Vec::new();
        for (table_at, table) in ability.tables.iter().enumerate() {
            if table.finders.is_empty() {
                continue;
            }
            for (position, field) in table.fields.iter().enumerate() {
                let own = field.info.key && entity == table.info.row.name;
                if own || field.info.shape.refers_to() != Some(entity) || table.info.row.name == entity {
                    continue;
                }
                let rows = super::describe::passing(
                    table,
                    self.world.rows(member, table),
                    position,
                    &key_value,
                );
                let belongs = Condition::Belongs { field: position, seen };
                match rows.as_slice() {
                    [] => {}
                    [(key, _)] => options.push((table_at, (*key).clone(), vec![belongs])),
                    several => {
                        let (key, _) = several[0];
                        for more in super::describe::comparisons(table, several, key) {
                            let selection = [belongs.clone()].into_iter().chain(more).collect();
                            options.push((table_at, key.clone(), selection));
                        }
                    }
                }
            }
        }
        let (table, key, selection) = self.dice.pick_some(&options)?.clone();
        self.find(member, table, &key, selection)
    }

    /// Changes a row that was found, with content that the instruction gives.
    fn change_found(&mut self, member: usize, seen: usize) -> Option<()> {
        let table_at = self.draft.seen[seen].table;
        let table = &self.ability_of(member).tables[table_at];
        let mut acts: Vec<usize> = (0..table.acts.len())
            .filter(|at| table.acts[*at].operation != Operation::Create)
            .collect();
        self.dice.shuffle(&mut acts);
        // Deleting is one way among many, not one in three.
        acts.sort_by_key(|at| table.acts[*at].operation == Operation::Delete);
        if self.dice.percent(12) {
            acts.reverse();
        }
        acts.into_iter().find_map(|act| {
            let key = self.draft.seen[seen].key.clone();
            let target = Target::Seen(seen);
            self.act(Intent { member, table: table_at, act, target, key, carried: None })
        })
    }

    /// Ends the task with a question about a row.
    fn ask(&mut self, seen: usize) -> Option<()> {
        let flows = self.flows_of_row(seen);
        let flow = self.dice.pick_some(&flows)?.clone();
        let from = self.flow_provenance(&flow);
        self.draft.answer = Some((flow.value.clone(), from));
        self.draft.variations.push("question");
        self.draft.clauses.push(Clause::Ask(flow));
        Some(())
    }

    /// Ends the task with a count of the rows that hold a value; whether it did.
    fn count_at_end(&mut self, member: usize, flows: &[Flow]) -> bool {
        if !self.dice.percent(30) {
            return false;
        }
        flows.iter().any(|flow| self.count(member, flow).is_some())
    }

    fn count(&mut self, member: usize, flow: &Flow) -> Option<()> {
        let kind = self.kind_of_flow(flow).filter(|kind| *kind != Kind::Key)?;
        let ability = self.ability_of(member);
        for (table_at, table) in ability.tables.iter().enumerate() {
            for finder in &table.finders {
                let is_page = finder.tool.semantics.returns == Returns::Page;
                let Some(filter) = finder.filters.iter().find(|filter| {
                    filter.relation == compoworld_core::Relation::Equals
                        && filter.fields.iter().any(|at| table.fields[*at].kind == Some(kind))
                }) else {
                    continue;
                };
                let narrow = finder.filters.iter().all(|other| {
                    !other.required || other.argument == filter.argument
                });
                if !is_page || !narrow || !is_plain_read(finder.tool) {
                    continue;
                }
                let position = filter.fields[0];
                let n_rows = super::describe::passing(
                    table,
                    self.world.rows(member, table),
                    position,
                    &flow.value,
                )
                .len();
                if n_rows == 0 {
                    continue;
                }
                let mut arguments: Map<String, Value> = finder.rest.clone();
                arguments.insert(filter.argument.to_owned(), flow.value.clone());
                let arguments = Value::Object(arguments);
                let done = self.world.call(member, finder.tool.name, &arguments)?;
                let total = done.data.get("total").cloned()?;
                if total != Value::from(n_rows) {
                    continue;
                }
                let pointer = format!("/{}", super::world::escape(filter.argument));
                let provenance = BTreeMap::from([(pointer, self.flow_provenance(flow))]);
                let alias = &self.world.members[member].alias;
                self.draft.calls.push(ReferenceCall {
                    tool: format!("{alias}{SEPARATOR}{}", finder.tool.name),
                    arguments,
                    provenance,
                });
                self.draft.call_members.push(member);
                let step = self.draft.calls.len() - 1;
                let parts = vec![OutputPart { step, pointer: "/total".to_owned() }];
                let from = Provenance::Computed { how: "count".to_owned(), parts };
                self.draft.answer = Some((total, from));
                self.draft.variations.push("count");
                let linked = Condition::Linked { field: position, flow: flow.clone() };
                self.draft.clauses.push(Clause::Count {
                    member,
                    table: table_at,
                    selection: vec![linked],
                });
                return Some(());
            }
        }
        None
    }

    /// A row that a new row must refer to: one seen before, one whose key people say, or one that
    /// is found for it.
    pub(super) fn draw_reference(
        &mut self,
        member: usize,
        entity: &str,
        required: bool,
    ) -> Option<Content> {
        let ability = self.ability_of(member);
        let table_at = ability.tables.iter().position(|table| table.info.row.name == entity)?;
        if let Some(seen) = self.known_rows(member, table_at).first() {
            return Some(Content::Row(*seen));
        }
        if !required {
            return None;
        }
        self.find_any(member, table_at).map(Content::Row)
    }
}

fn is_plain_read(tool: &Tool) -> bool {
    matches!(tool.run, Run::Read(_))
}
