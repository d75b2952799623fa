//! Whether a visit yields something that the next can use, asked before anything is done there.

use compoworld_core::Operation;

use super::describe::passing;
use super::draft::Flow;
use super::{Ending, Identifiers, Next, Planner};
use crate::planner::ability::{Fit, Kind, TableAbility, is_list};

impl Planner<'_, '_> {
    /// Whether this visit yields something for the next, or the task may end here.
    pub(super) fn leads_on(&self, next: Next<'_>) -> bool {
        let Next::More { kinds, members, is_last } = next else {
            return self.draft.answer.is_some() || self.wrote;
        };
        self.flows_of_visit(self.visit).iter().any(|flow| {
            self.kind_of_flow(flow).is_some_and(|kind| {
                let carries = kind != Kind::Key || self.identifiers == Identifiers::Allowed;
                carries
                    && kinds.has(kind)
                    && members.iter().any(|member| self.can_use(*member, flow, kind, is_last))
            })
        })
    }

    /// Whether a service can do something with a value: find a row by it, or store it. Where the
    /// task goes on from there, a new row is of use for its identifier only.
    fn can_use(&self, member: usize, flow: &Flow, kind: Kind, is_last: bool) -> bool {
        let stores = self.must == Ending::Any;
        self.ability_of(member).tables.iter().any(|table| {
            self.holds(member, table, flow, kind)
                || stores && self.stores(member, table, kind, is_last)
        })
    }

    /// Whether a row of a table that can be found holds the value where it means the same.
    fn holds(&self, member: usize, table: &TableAbility, flow: &Flow, kind: Kind) -> bool {
        if table.finders.is_empty() || !self.is_comparable(flow, kind, table) {
            return false;
        }
        let source = &self.draft.seen[flow.seen];
        let is_other = |key: &str| {
            (source.member, source.key.as_str()) != (member, key)
                || !std::ptr::eq(self.table_of_seen(flow.seen), table)
        };
        let rows = self.world.rows(member, table);
        table.fields.iter().enumerate().any(|(position, field)| {
            let listed = is_list(&field.info.shape) && field.fits.get(kind) == Some(Fit::Exact);
            (field.kind == Some(kind) || listed)
                && passing(table, rows, position, &flow.value).iter().any(|(key, _)| is_other(key))
        })
    }

    /// Whether an act on a table stores values of a kind.
    fn stores(&self, member: usize, table: &TableAbility, kind: Kind, is_last: bool) -> bool {
        table.acts.iter().any(|act| {
            let fits = act.sets.iter().any(|set| table.fields[set.field].fits.get(kind).is_some());
            fits && match act.operation {
                Operation::Create => is_last || self.yields_key(table),
                _ => !self.world.rows(member, table).is_empty(),
            }
        })
    }

    /// Whether a new row of a table yields an identifier that may be carried on.
    pub(super) fn yields_key(&self, table: &TableAbility) -> bool {
        self.identifiers == Identifiers::Allowed
            && table.fields.iter().any(|field| field.kind == Some(Kind::Key))
    }

    /// Whether rows of a table are worth looking for by a value: names of things and places in files
    /// are compared between like things only, identifiers of services with nothing.
    pub(super) fn is_comparable(&self, flow: &Flow, kind: Kind, table: &TableAbility) -> bool {
        match kind {
            Kind::Key => false,
            Kind::Title | Kind::Slug | Kind::Url | Kind::Path => {
                table.thing == self.table_of_seen(flow.seen).thing
            }
            _ => true,
        }
    }
}
