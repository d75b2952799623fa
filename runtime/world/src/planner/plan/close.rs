//! Ways to end a task with a question.

use std::collections::BTreeMap;

use compoworld_core::{Relation, Returns, Run};
use serde_json::{Map, Value, json};

use super::Planner;
use super::describe::passing;
use super::draft::{Clause, Condition, Flow};
use super::world::escape;
use crate::planner::ability::Kind;
use crate::task::{OutputPart, Provenance, ReferenceCall};
use crate::tool_view::SEPARATOR;

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

    /// Ends the task with a count of the rows that hold a value; whether it did.
    pub(super) fn count_at_end(&mut self, member: usize, flows: &[Flow]) -> bool {
        if !self.dice.percent(50) {
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
