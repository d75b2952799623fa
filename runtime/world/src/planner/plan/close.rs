//! Ways to end a task with a question.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use compoworld_core::{Relation, Returns, Run, Semantic};
use serde_json::{Map, Value, json};

use super::Planner;
use super::belong::Belonging;
use super::describe::passing;
use super::draft::{Clause, Condition, Flow, Selection};
use super::group::Group;
use super::world::escape;
use crate::planner::ability::Kind;
use crate::planner::config::Descriptions;
use crate::task::{OutputPart, Provenance, ReferenceCall};
use crate::tool_view::SEPARATOR;

/// Over how many rows people ask for a sum or a number.
const ROWS: RangeInclusive<usize> = 2..=6;

impl Planner<'_, '_> {
    /// Ends the task with a question about a row.
    pub(super) fn ask(&mut self, seen: usize) -> Option<()> {
        let flows = self.flows_of_row(seen);
        let flow = self.dice.pick_some(&flows)?.clone();
        let from = self.flow_provenance(&flow);
        self.draft.answer = Some((flow.value.clone(), from));
        self.draft.variations.push("question");
        self.draft.clauses.push(Clause::Ask(flow));
        Some(())
    }

    /// Ends the task with a sum over the rows that hold a value, or with their number; whether it
    /// did.
    pub(super) fn ask_of_many(&mut self, member: usize, flows: &[Flow]) -> bool {
        if !self.dice.percent(65) {
            return false;
        }
        flows.iter().any(|flow| self.sum(member, flow).is_some())
            || flows.iter().any(|flow| self.count(member, flow).is_some())
    }

    /// Sometimes ends a task that has no question with a sum over the rows of one status in a service
    /// that it visits, or with their number.
    pub(super) fn maybe_total(&mut self) {
        const PERCENT: usize = 20;
        let is_full = self.draft.calls.len() >= self.config.calls_max;
        if self.draft.answer.is_some() || is_full || !self.dice.percent(PERCENT) {
            return;
        }
        let mut groups = self.groups_of_words(ROWS);
        // A number can be asked of any group, a sum of few.
        groups.sort_by_key(|group| !self.has_amounts(group));
        for group in groups {
            let selection = vec![group.condition()];
            if self.total_of(group.member, group.table, &group.keys, &selection).is_some() {
                return;
            }
        }
    }

    fn has_amounts(&self, group: &Group) -> bool {
        let fields = &self.ability_of(group.member).tables[group.table].fields;
        fields.iter().any(|field| matches!(field.meaning, Semantic::Money | Semantic::Quantity))
    }

    /// Ends the task with a sum over the rows that refer to one, or with their number.
    pub(super) fn ask_of_belonging(&mut self, member: usize, seen: usize) -> Option<()> {
        let groups = self.belonging(member, seen).into_iter();
        let mut groups: Vec<Belonging> =
            groups.filter(|group| ROWS.contains(&group.keys.len())).collect();
        self.dice.shuffle(&mut groups);
        groups.into_iter().find_map(|Belonging { table, keys, selection }| {
            self.total_of(member, table, &keys, &selection)
        })
    }

    /// Ends the task with the sum of a field of these rows, or with their number.
    fn total_of(
        &mut self,
        member: usize,
        table: usize,
        keys: &[String],
        selection: &Selection,
    ) -> Option<()> {
        self.sum_of(member, table, keys, selection)
            .or_else(|| self.count_of(member, table, keys, selection))
    }

    /// Adds up a field of the rows that hold a value.
    fn sum(&mut self, member: usize, flow: &Flow) -> Option<()> {
        if self.config.described != Descriptions::Varied {
            return None;
        }
        let kind = self.kind_of_flow(flow).filter(|kind| *kind != Kind::Key)?;
        let ability = self.ability_of(member);
        (0..ability.tables.len()).find_map(|table_at| {
            let table = &ability.tables[table_at];
            let field = table.fields.iter().position(|field| field.kind == Some(kind))?;
            let rows = passing(table, self.world.rows(member, table), field, &flow.value);
            let keys: Vec<String> = rows.into_iter().map(|(key, _)| key.clone()).collect();
            let linked = Condition::Linked { field, flow: flow.clone() };
            let fits = ROWS.contains(&keys.len());
            fits.then(|| self.sum_of(member, table_at, &keys, &vec![linked]))?
        })
    }

    /// Ends the task with the sum of a field of these rows.
    fn sum_of(
        &mut self,
        member: usize,
        table_at: usize,
        keys: &[String],
        selection: &Selection,
    ) -> Option<()> {
        let table = &self.ability_of(member).tables[table_at];
        let amounts = (0..table.fields.len())
            .filter(|at| matches!(table.fields[*at].meaning, Semantic::Money | Semantic::Quantity));
        let field = *self.dice.pick_some(&amounts.collect::<Vec<_>>())?;
        let mark = self.draft.mark();
        let Some(answer) = self.add_up(member, table_at, keys, selection, field) else {
            self.draft.back_to(&mark);
            return None;
        };
        self.draft.answer = Some(answer);
        self.draft.variations.push("sum");
        let selection = selection.clone();
        self.draft.clauses.push(Clause::Sum { member, table: table_at, selection, field });
        Some(())
    }

    /// Ends the task with the number of these rows.
    fn count_of(
        &mut self,
        member: usize,
        table: usize,
        keys: &[String],
        selection: &Selection,
    ) -> Option<()> {
        let key_field = self.ability_of(member).tables[table].info.row.key_fields().next()?.name;
        let seen = self.find_all(member, table, keys, selection)?;
        let parts = seen.iter().map(|seen| {
            let row = &self.draft.seen[*seen];
            let pointer = format!("{}/{}", row.pointer, escape(key_field));
            OutputPart { step: row.call, pointer }
        });
        let from = Provenance::Computed { how: "count".to_owned(), parts: parts.collect() };
        self.draft.answer = Some((json!(keys.len()), from));
        self.draft.variations.push("count");
        let selection = selection.clone();
        self.draft.clauses.push(Clause::Count { member, table, selection });
        Some(())
    }

    /// The sum of a field of these rows, all of which one call shows.
    fn add_up(
        &mut self,
        member: usize,
        table_at: usize,
        keys: &[String],
        selection: &Selection,
        field: usize,
    ) -> Option<(Value, Provenance)> {
        let name = self.ability_of(member).tables[table_at].fields[field].info.name;
        let seen = self.find_all(member, table_at, keys, selection)?;
        let (mut total, mut parts) = (0.0, Vec::new());
        for seen in seen {
            let row = &self.draft.seen[seen];
            total += row.shown.get(name)?.as_f64()?;
            parts.push(OutputPart {
                step: row.call,
                pointer: format!("{}/{}", row.pointer, escape(name)),
            });
        }
        // Sums of cents are exact as far as people say them.
        let total = (total * 100.0).round() / 100.0;
        let total = if total.fract() == 0.0 { json!(total as i64) } else { json!(total) };
        Some((total, Provenance::Computed { how: "sum".to_owned(), parts }))
    }

    fn count(&mut self, member: usize, flow: &Flow) -> Option<()> {
        let kind = self.kind_of_flow(flow).filter(|kind| *kind != Kind::Key)?;
        let ability = self.ability_of(member);
        for (table_at, table) in ability.tables.iter().enumerate() {
            for finder in &table.finders {
                let is_page = finder.tool.semantics.returns == Returns::Page;
                let Some(filter) = finder.filters.iter().find(|filter| {
                    filter.relation == Relation::Equals
                        && filter.fields.iter().any(|at| table.fields[*at].kind == Some(kind))
                }) else {
                    continue;
                };
                let narrow = finder
                    .filters
                    .iter()
                    .all(|other| !other.required || other.argument == filter.argument);
                if !is_page || !narrow || !matches!(finder.tool.run, Run::Read(_)) {
                    continue;
                }
                let position = filter.fields[0];
                let n_rows =
                    passing(table, self.world.rows(member, table), position, &flow.value).len();
                if n_rows == 0 {
                    continue;
                }
                let mut arguments: Map<String, Value> = finder.rest.clone();
                arguments.insert(filter.argument.to_owned(), flow.value.clone());
                let arguments = Value::Object(arguments);
                let done = self.world.call(member, finder.tool.name, &arguments)?;
                let total = done.data.get("total").cloned()?;
                if total != json!(n_rows) {
                    continue;
                }
                let pointer = format!("/{}", escape(filter.argument));
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
}
