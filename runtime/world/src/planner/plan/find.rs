//! Finding a row: from a selection to a call that shows the row.

use compoworld_core::Relation;
use serde_json::{Map, Value};

use super::Planner;
use super::draft::{Clause, Condition, SeenRow, Selection};
use super::world::find_row;
use crate::planner::ability::{Finder, TableAbility, choices_of};
use crate::task::{OutputPart, Provenance, ReferenceCall};
use crate::tool_view::SEPARATOR;
use std::collections::BTreeMap;

/// A call that would show a row, and how well it does so.
struct Candidate<'a> {
    finder: &'a Finder,
    arguments: Map<String, Value>,
    provenance: BTreeMap<String, Provenance>,
    weight: u32,
    /// Whether what it shows does not depend on the row that is looked for: a whole list.
    is_whole: bool,
}

impl Planner<'_, '_> {
    /// Finds the row that the selection describes with one call; the position among the rows seen.
    pub(super) fn find_directly(
        &mut self,
        member: usize,
        table_at: usize,
        key: &str,
        selection: &Selection,
    ) -> Option<usize> {
        let ability = self.world.members[member].ability;
        let table = &ability.tables[table_at];
        let candidates = table
            .finders
            .iter()
            .filter_map(|finder| self.candidate(member, table, finder, selection));
        let mut candidates: Vec<Candidate<'_>> = candidates.collect();
        while !candidates.is_empty() {
            let weights: Vec<u32> = candidates.iter().map(|candidate| candidate.weight).collect();
            let chosen = candidates.swap_remove(self.dice.weighted(&weights)?);
            if let Some(seen) = self.run_finder(member, table_at, key, selection, chosen) {
                return Some(seen);
            }
        }
        None
    }

    /// The call that a finder would make for a selection.
    fn candidate<'a>(
        &self,
        member: usize,
        table: &TableAbility,
        finder: &'a Finder,
        selection: &Selection,
    ) -> Option<Candidate<'a>> {
        let mut arguments = finder.rest.clone();
        let mut provenance = BTreeMap::new();
        let mut give = |argument: &str, value: Value, from: Provenance| {
            provenance.insert(format!("/{}", super::world::escape(argument)), from);
            arguments.insert(argument.to_owned(), value);
        };
        let is_get = finder.is_get();
        for (argument, field) in finder.keys.iter().filter(|_| is_get) {
            let (value, from) = self.equal_value(table, *field, selection)?;
            give(argument, value, from);
        }
        // Reading a whole list is a last resort when there is a narrower way.
        let mut weight = if is_get { 12 } else { 2 };
        for filter in &finder.filters {
            let value = filter.fields.iter().find_map(|field| match filter.relation {
                Relation::Equals | Relation::Has => self.equal_value(table, *field, selection),
                Relation::Contains => self.words_value(table, *field, selection),
                _ => None,
            });
            match value {
                Some((value, from)) => {
                    weight = weight.max(if filter.relation == Relation::Contains { 7 } else { 10 });
                    give(filter.argument, value, from);
                }
                None if filter.required => return None,
                None => {}
            }
        }
        let is_whole = provenance.is_empty();
        if (is_get || is_whole) && self.world.is_blind(member, finder.tool) {
            return None;
        }
        Some(Candidate { finder, arguments, provenance, weight, is_whole })
    }

    /// The value that a selection demands of a field, and where it comes from.
    pub(super) fn equal_value(
        &self,
        table: &TableAbility,
        field: usize,
        selection: &Selection,
    ) -> Option<(Value, Provenance)> {
        selection.iter().find_map(|condition| match condition {
            Condition::Given { field: at, value } if *at == field => {
                let is_word = choices_of(&table.fields[field].info.shape).is_some();
                let from = if is_word { Provenance::Chosen } else { Provenance::Instruction };
                Some((value.clone(), from))
            }
            Condition::Linked { field: at, flow } if *at == field => {
                Some((flow.value.clone(), self.flow_provenance(flow)))
            }
            Condition::Belongs { field: at, seen } if *at == field => {
                let entity = table.fields[field].info.shape.refers_to()?;
                let target = self.ability_of(self.draft.seen[*seen].member).table_of(entity)?;
                let name = target.info.row.key_fields().next()?.name;
                let value = self.draft.seen[*seen].shown.get(name)?.clone();
                Some((value, self.draft.key_provenance(*seen, target.info.row, name)))
            }
            _ => None,
        })
    }

    /// The words that a selection demands of a text.
    fn words_value(
        &self,
        table: &TableAbility,
        field: usize,
        selection: &Selection,
    ) -> Option<(Value, Provenance)> {
        let about = selection.iter().find_map(|condition| match condition {
            Condition::About { field: at, topic } if *at == field => Some(*topic),
            _ => None,
        });
        match about {
            Some(topic) => Some((topic.into(), Provenance::Instruction)),
            None => {
                self.equal_value(table, field, selection).filter(|(value, _)| value.is_string())
            }
        }
    }

    /// Finds all of these rows with one call; their positions among the rows seen.
    pub(super) fn find_all(
        &mut self,
        member: usize,
        table_at: usize,
        keys: &[String],
        selection: &Selection,
    ) -> Option<Vec<usize>> {
        let table = &self.ability_of(member).tables[table_at];
        let lists = table.finders.iter().filter(|finder| finder.keys.is_empty());
        let candidates: Vec<Candidate<'_>> =
            lists.filter_map(|finder| self.candidate(member, table, finder, selection)).collect();
        let best = candidates.into_iter().max_by_key(|candidate| candidate.weight)?;
        self.show(member, table_at, keys, selection, best)
    }

    fn run_finder(
        &mut self,
        member: usize,
        table_at: usize,
        key: &str,
        selection: &Selection,
        candidate: Candidate<'_>,
    ) -> Option<usize> {
        let table = &self.ability_of(member).tables[table_at];
        let keys = [key.to_owned()];
        let seen = *self.show(member, table_at, &keys, selection, candidate)?.first()?;
        self.draft.focus.push((self.visit, seen));
        for condition in selection {
            match condition {
                Condition::Extreme { .. } => self.draft.variations.push("arg_max"),
                Condition::Given { field, .. }
                    if choices_of(&table.fields[*field].info.shape).is_some() =>
                {
                    self.draft.variations.push("condition");
                }
                _ => {}
            }
        }
        let selection = selection.clone();
        self.draft.clauses.push(Clause::Find { visit: self.visit, selection, seen });
        Some(seen)
    }

    /// Makes a call and notes the rows with these keys, all of which it must show.
    fn show(
        &mut self,
        member: usize,
        table_at: usize,
        keys: &[String],
        selection: &Selection,
        candidate: Candidate<'_>,
    ) -> Option<Vec<usize>> {
        let table = &self.ability_of(member).tables[table_at];
        let Candidate { finder, arguments, provenance, is_whole, .. } = candidate;
        let arguments = Value::Object(arguments);
        let done = self.world.call(member, finder.tool.name, &arguments);
        let readable = done.filter(|done| done.n_chars <= self.config.observation_chars_max);
        let Some(done) = readable else {
            if is_whole {
                self.world.note_blind(member, finder.tool);
            }
            return None;
        };
        let pointers: Option<Vec<String>> =
            keys.iter().map(|key| self.row_pointer(member, table, key, &done.data)).collect();
        let Some(pointers) = pointers else {
            if is_whole || finder.is_get() {
                self.world.note_blind(member, finder.tool);
            }
            return None;
        };
        let key = keys.first()?;
        for rival in self.rivals(member, table, key, selection) {
            self.row_pointer(member, table, &rival, &done.data)?;
        }
        let alias = &self.world.members[member].alias;
        let compared = self.compared(table, selection, &provenance);
        self.draft.calls.push(ReferenceCall {
            tool: format!("{alias}{SEPARATOR}{}", finder.tool.name),
            arguments,
            provenance,
        });
        self.draft.call_members.push(member);
        let call = self.draft.calls.len() - 1;
        let leads = self.leads(table, selection);
        let first = self.draft.seen.len();
        for (key, pointer) in keys.iter().zip(pointers) {
            let shown = done.data.pointer(&pointer).cloned().unwrap_or_default();
            self.draft.seen.push(SeenRow {
                member,
                table: table_at,
                key: key.clone(),
                call,
                pointer,
                shown,
                leads: leads.clone(),
                compared: compared.clone(),
                made: None,
            });
        }
        Some((first..self.draft.seen.len()).collect())
    }

    /// The values that tell the row from others and that the call does not take.
    fn compared(
        &self,
        table: &TableAbility,
        selection: &Selection,
        taken: &BTreeMap<String, Provenance>,
    ) -> Vec<(OutputPart, Value)> {
        let mut compared = Vec::new();
        for condition in selection {
            let (Condition::Linked { field, .. } | Condition::Belongs { field, .. }) = condition
            else {
                continue;
            };
            let Some((value, from)) = self.equal_value(table, *field, selection) else { continue };
            if taken.values().any(|other| *other == from) {
                continue;
            }
            compared.extend(parts_of(&from).into_iter().map(|part| (part, value.clone())));
        }
        compared
    }

    /// Where a row stands in an answer.
    pub(super) fn row_pointer(
        &self,
        member: usize,
        table: &TableAbility,
        key: &str,
        data: &Value,
    ) -> Option<String> {
        const DEPTH_MAX: usize = 3;
        let row = self.world.rows(member, table).get(key)?;
        let keys: Vec<(&str, &Value)> =
            table.info.row.key_fields().map(|field| (field.name, &row[field.name])).collect();
        find_row(data, &keys, DEPTH_MAX)
    }

    /// The rows that a comparison must see beside the right one.
    fn rivals(
        &self,
        member: usize,
        table: &TableAbility,
        key: &str,
        selection: &Selection,
    ) -> Vec<String> {
        let compares = |condition: &Condition| matches!(condition, Condition::Extreme { .. });
        if !selection.iter().any(compares) {
            return Vec::new();
        }
        let rows = self.world.rows(member, table);
        let passes = |row: &Value| {
            selection.iter().all(|condition| match condition {
                Condition::Given { field, value } => row[table.fields[*field].info.name] == *value,
                Condition::Linked { field, flow } => {
                    row[table.fields[*field].info.name] == flow.value
                }
                Condition::Belongs { field, .. } => {
                    let wanted = self.equal_value(table, *field, selection);
                    wanted.is_some_and(|(value, _)| row[table.fields[*field].info.name] == value)
                }
                Condition::About { .. } | Condition::Extreme { .. } => true,
            })
        };
        rows.iter()
            .filter(|(other, row)| *other != key && passes(row))
            .map(|(key, _)| key.clone())
            .collect()
    }

    /// The values that lead to a row, for the check that nothing gives its fields away.
    fn leads(&self, table: &TableAbility, selection: &Selection) -> Vec<Value> {
        let mut leads = Vec::new();
        for condition in selection {
            match condition {
                // A status leads to a row only beside something else.
                Condition::Given { field, .. }
                    if choices_of(&table.fields[*field].info.shape).is_some() => {}
                Condition::Given { value, .. } => leads.push(value.clone()),
                Condition::Linked { flow, .. } => leads.push(flow.value.clone()),
                Condition::Belongs { seen, .. } => {
                    leads.extend(self.draft.seen[*seen].leads.clone())
                }
                Condition::About { topic, .. } => leads.push((*topic).into()),
                Condition::Extreme { .. } => {}
            }
        }
        leads
    }
}

/// The parts of earlier calls' data that a value is made of.
pub(super) fn parts_of(from: &Provenance) -> Vec<OutputPart> {
    match from {
        Provenance::Instruction | Provenance::Chosen => Vec::new(),
        Provenance::Output { step, pointer } => {
            vec![OutputPart { step: *step, pointer: pointer.clone() }]
        }
        Provenance::Computed { parts, .. } => parts.clone(),
    }
}
