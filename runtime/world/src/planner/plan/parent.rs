//! Finding first what a row belongs to: many tools list the comments of one issue only.

use compoworld_core::Shape;
use serde_json::Value;

use super::Planner;
use super::draft::{Condition, Selection};
use super::world::{plain_text, row_of_key};
use crate::planner::ability::{Finder, TableAbility, choices_of};

/// How many rows one may lie below the other on the way to a row.
pub(super) const LEVELS_MAX: usize = 2;

impl Planner<'_, '_> {
    /// Finds the row that the selection describes; the position among the rows seen. Where no tool
    /// finds it without what it belongs to, that is found first.
    pub(super) fn find(
        &mut self,
        member: usize,
        table_at: usize,
        key: &str,
        selection: Selection,
    ) -> Option<usize> {
        self.find_below(member, table_at, key, selection, LEVELS_MAX)
    }

    fn find_below(
        &mut self,
        member: usize,
        table_at: usize,
        key: &str,
        selection: Selection,
        n_levels: usize,
    ) -> Option<usize> {
        let found = self.find_directly(member, table_at, key, &selection);
        if found.is_some() || n_levels == 0 {
            return found;
        }
        let table = &self.ability_of(member).tables[table_at];
        let mut wants: Vec<Vec<usize>> = Vec::new();
        for finder in &table.finders {
            if let Some(fields) = self.missing(member, table, finder, &selection)
                && !wants.contains(&fields)
            {
                wants.push(fields);
            }
        }
        wants.sort_by_key(Vec::len);
        wants.into_iter().find_map(|fields| {
            let mark = self.draft.mark();
            let parents =
                fields.into_iter().map(|field| self.added(member, table, key, field, n_levels - 1));
            let parents: Option<Selection> = parents.collect();
            let found = parents.and_then(|parents| {
                let whole = [selection.clone(), parents].concat();
                self.find_directly(member, table_at, key, &whole)
            });
            if found.is_none() {
                self.draft.back_to(&mark);
            }
            found
        })
    }

    /// The fields that a finder demands and the selection does not give: references, and plain texts
    /// such as the project that everything is in. `None` when it demands none, or something else too.
    fn missing(
        &self,
        member: usize,
        table: &TableAbility,
        finder: &Finder,
        selection: &Selection,
    ) -> Option<Vec<usize>> {
        let is_get = finder.is_get();
        if is_get && self.world.is_blind(member, finder.tool) {
            return None;
        }
        let keys = finder.keys.iter().map(|(_, field)| *field).filter(|_| is_get);
        let filters = finder.filters.iter().filter(|filter| filter.required);
        let demanded = keys.map(|field| vec![field]).chain(filters.map(|it| it.fields.clone()));
        let given = |field: &usize| self.equal_value(table, *field, selection).is_some();
        let missing = demanded.filter(|fields| !fields.iter().any(given));
        let fields: Option<Vec<usize>> = missing
            .map(|fields| fields.into_iter().find(|field| self.can_be_added(member, table, *field)))
            .collect();
        fields.filter(|fields| !fields.is_empty())
    }

    /// Whether a description may have a field beside what tells the row from others: one that says
    /// what the row belongs to.
    fn can_be_added(&self, member: usize, table: &TableAbility, field: usize) -> bool {
        let info = table.fields[field].info;
        match info.shape.refers_to() {
            Some(entity) if entity == table.info.row.name => false,
            Some(entity) => {
                self.ability_of(member).table_of(entity).is_some_and(|it| !it.finders.is_empty())
            }
            None => {
                matches!(info.shape.required(), Shape::Text | Shape::Integer | Shape::Choice(_))
            }
        }
    }

    /// What a field says of a row, as a condition: what a reference leads to, or the field's value.
    fn added(
        &mut self,
        member: usize,
        table: &TableAbility,
        key: &str,
        field: usize,
        n_levels: usize,
    ) -> Option<Condition> {
        let info = table.fields[field].info;
        let value = self.world.rows(member, table).get(key)?[info.name].clone();
        if let Some(entity) = info.shape.refers_to() {
            return self.find_parent(member, entity, field, value, n_levels);
        }
        let text = plain_text(&value)?;
        // Words of a closed list may be said more than once.
        let can_be_said =
            choices_of(&info.shape).is_some() || self.may_flow(&text) && self.said.insert(text);
        can_be_said.then_some(Condition::Given { field, value })
    }

    /// What a reference of a row leads to, as a condition: a row that was seen, one whose key people
    /// say, or one that is found for it.
    fn find_parent(
        &mut self,
        member: usize,
        entity: &str,
        field: usize,
        value: Value,
        n_levels: usize,
    ) -> Option<Condition> {
        let ability = self.ability_of(member);
        let parent_at = ability.position_of(entity)?;
        let parent = &ability.tables[parent_at];
        let key = row_of_key(parent, self.world.rows(member, parent), &value)?.0.clone();
        // What goes on from here is what was looked for, not what it belongs to.
        let n_focus = self.draft.focus.len();
        let reached = self.reach(member, parent_at, &key, n_levels)?;
        self.draft.focus.truncate(n_focus);
        Some(match reached {
            Reached::Said(value) => Condition::Given { field, value },
            Reached::Seen(seen) => Condition::Belongs { field, seen },
        })
    }

    /// Gets at a row that another refers to: it was seen before, people say its key, or it is found.
    pub(super) fn reach(
        &mut self,
        member: usize,
        table_at: usize,
        key: &str,
        n_levels: usize,
    ) -> Option<Reached> {
        let known = self.known_rows(member, table_at);
        if let Some(seen) = known.into_iter().find(|seen| self.draft.seen[*seen].key == key) {
            return Some(Reached::Seen(seen));
        }
        let table = &self.ability_of(member).tables[table_at];
        let selection = self.draw_description(member, table, key)?;
        if let [Condition::Given { value, .. }] = selection.as_slice()
            && Self::is_by_key(table, &selection)
        {
            self.say_key(table, key, member);
            return Some(Reached::Said(value.clone()));
        }
        self.find_below(member, table_at, key, selection, n_levels).map(Reached::Seen)
    }
}

/// How a row that another refers to is got at.
pub(super) enum Reached {
    /// The instruction says its key.
    Said(Value),
    /// A call shows it: its position among the rows seen.
    Seen(usize),
}
