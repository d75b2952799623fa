//! Whether a visit yields something that the next can use.

use serde_json::Value;

use super::describe::passing;
use super::draft::Flow;
use super::world::plain_text;
use super::{Ending, Identifiers, Next, Planner};
use crate::planner::ability::{Kind, TableAbility};
use crate::planner::config::Descriptions;

/// A value of a row that may flow on.
#[derive(Clone, Copy)]
struct Source<'s> {
    member: usize,
    table: &'s TableAbility,
    /// The row's key.
    key: &'s str,
    kind: Kind,
    value: &'s Value,
}

impl Planner<'_, '_> {
    /// Whether this visit yields something for the next, or the task may end here.
    pub(super) fn leads_on(&self, next: Next<'_>) -> bool {
        if next.is_last() {
            return self.draft.answer.is_some() || self.wrote;
        }
        self.flows_of_visit(self.visit).iter().any(|flow| {
            let seen = &self.draft.seen[flow.seen];
            self.kind_of_flow(flow).is_some_and(|kind| {
                let source = Source {
                    member: seen.member,
                    table: self.table_of_seen(flow.seen),
                    key: &seen.key,
                    kind,
                    value: &flow.value,
                };
                self.goes_on(source, next)
            })
        })
    }

    /// Whether a row, if it were found, would yield something for the next visit: what can be told
    /// without a call.
    pub(super) fn promises(
        &self,
        member: usize,
        table: &TableAbility,
        key: &str,
        next: Next<'_>,
    ) -> bool {
        if next.is_last() {
            return true;
        }
        let Some(row) = self.world.rows(member, table).get(key) else { return false };
        table.fields.iter().any(|field| {
            let (Some(kind), value) = (field.kind, &row[field.info.name]) else { return false };
            plain_text(value).is_some_and(|text| self.may_flow(&text))
                && self.goes_on(Source { member, table, key, kind, value }, next)
        })
    }

    /// Whether some service that may come next can do something with a value.
    fn goes_on(&self, source: Source<'_>, next: Next<'_>) -> bool {
        let Next::More { kinds, members, is_last } = next else { return false };
        let carries = source.kind != Kind::Key || self.identifiers == Identifiers::Allowed;
        carries
            && kinds.has(source.kind)
            && members.iter().any(|member| self.can_use(*member, source, is_last))
    }

    /// Whether a service can do something with a value: store it, or find a row by it. Where the
    /// task goes on from there, a new row is of use for its identifier only.
    fn can_use(&self, member: usize, source: Source<'_>, is_last: bool) -> bool {
        let ability = self.ability_of(member);
        let stores = self.must == Ending::Any
            && (ability.changes.has(source.kind)
                || is_last && ability.creates.has(source.kind)
                || self.identifiers == Identifiers::Allowed
                    && ability.creates_keyed.has(source.kind)
                    && self.passes_keys_on(member));
        stores
            || ability.finds.has(source.kind)
                && ability.tables.iter().any(|table| self.holds(member, table, source))
    }

    /// Whether the identifier of a new row of a service is of use in another.
    fn passes_keys_on(&self, member: usize) -> bool {
        let mut tables = self.ability_of(member).tables.iter();
        let mut others = (0..self.world.members.len()).filter(|other| *other != member);
        others.any(|other| self.ability_of(other).takes.has(Kind::Key))
            && tables.any(|table| {
                table.acts.iter().any(|act| act.makes_key) && self.has_telling_keys(member, table)
            })
    }

    /// Whether the identifiers of a table can flow; those of new rows will look like those that there
    /// are.
    pub(super) fn has_telling_keys(&self, member: usize, table: &TableAbility) -> bool {
        self.world.rows(member, table).keys().next().is_some_and(|key| self.may_flow(key))
    }

    /// Whether a row of a table that can be found holds the value where it means the same.
    fn holds(&self, member: usize, table: &TableAbility, source: Source<'_>) -> bool {
        let Source { kind, value, .. } = source;
        if table.finders.is_empty() || !is_comparable(kind, source.table, table) {
            return false;
        }
        let is_other = |key: &str| {
            !(source.member == member && std::ptr::eq(source.table, table) && source.key == key)
        };
        let rows = self.world.rows(member, table);
        // Several are told apart by comparing them.
        let n_max = match self.config.described {
            Descriptions::Plain => 1,
            Descriptions::Varied => usize::MAX,
        };
        let mut fields = table.fields.iter().enumerate().filter(|(_, field)| field.holds(kind));
        fields.any(|(position, _)| {
            let rows = passing(table, rows, position, value);
            rows.len() <= n_max && rows.iter().any(|(key, _)| is_other(key))
        })
    }

    /// Whether rows of a table are worth looking for by a value.
    pub(super) fn is_looked_for(&self, flow: &Flow, kind: Kind, table: &TableAbility) -> bool {
        !table.finders.is_empty() && is_comparable(kind, self.table_of_seen(flow.seen), table)
    }
}

/// Whether values of two tables mean the same thing: names of things and places in files do between
/// like things only, identifiers never.
fn is_comparable(kind: Kind, source: &TableAbility, target: &TableAbility) -> bool {
    match kind {
        Kind::Key => false,
        Kind::Title | Kind::Slug | Kind::Url | Kind::Path => source.thing == target.thing,
        _ => true,
    }
}
