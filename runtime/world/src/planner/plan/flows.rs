//! Which values of the rows seen can flow onward.

use serde_json::Value;

use super::Planner;
use super::draft::Flow;
use super::world::plain_text;
use crate::planner::ability::Kind;

impl Planner<'_, '_> {
    /// The values that the rows of one visit yield: each says something that the instruction
    /// does not, that the look-alikes do not share, and that no other service gives away.
    pub(super) fn flows_of_visit(&self, visit: usize) -> Vec<Flow> {
        let used = self.draft.used_flows();
        let rows = self.draft.focus.iter().filter(|(at, _)| *at == visit);
        let flows = rows.flat_map(|(_, seen)| self.flows_of_row(*seen));
        // A value that has flowed already would lead to where it led before.
        flows.filter(|flow| !used.contains(&(flow.seen, flow.field))).collect()
    }

    /// The values that one row yields.
    pub(super) fn flows_of_row(&self, seen: usize) -> Vec<Flow> {
        let row = &self.draft.seen[seen];
        let table = self.table_of_seen(seen);
        let mut flows = Vec::new();
        for (position, field) in table.fields.iter().enumerate() {
            let Some(kind) = field.kind else { continue };
            if row.made.is_some() && kind != Kind::Key {
                continue;
            }
            let Some(value) = row.shown.get(field.info.name) else { continue };
            let flow = Flow { seen, field: position, value: value.clone() };
            if self.is_telling(&flow) {
                flows.push(flow);
            }
        }
        flows
    }

    /// Whether a text is neither too short to mean something nor too long to be carried.
    pub(super) fn may_flow(&self, text: &str) -> bool {
        const CHARACTERS_MIN: usize = 3;
        (CHARACTERS_MIN..=self.config.value_chars_max).contains(&text.chars().count())
    }

    fn is_telling(&self, flow: &Flow) -> bool {
        let row = &self.draft.seen[flow.seen];
        let Some(text) = plain_text(&flow.value) else { return false };
        if !self.may_flow(&text) || self.is_said(&flow.value) {
            return false;
        }
        if row.leads.contains(&flow.value) {
            return false;
        }
        let table = self.table_of_seen(flow.seen);
        let field = &table.fields[flow.field];
        // What an earlier act has stored was known before it was read.
        if self.touched.contains(&(row.member, table.index, row.key.clone(), flow.field)) {
            return false;
        }
        let rows = self.world.rows(row.member, table);
        let n_sharing = rows.values().filter(|other| other[field.info.name] == flow.value).count();
        if rows.len() < 2 || n_sharing * 2 > rows.len() {
            return false;
        }
        let source = &self.world.members[row.member].alias;
        row.made.is_some() || !self.world.is_given_away(source, &flow.value, &row.leads)
    }

    /// Whether the instruction will say the value, or a text that holds it.
    fn is_said(&self, value: &Value) -> bool {
        let Some(text) = plain_text(value).map(|text| text.to_lowercase()) else { return true };
        let said = |given: &String| given.to_lowercase().contains(&text);
        let leads = self.draft.seen.iter().flat_map(|row| &row.leads);
        self.said.iter().any(said)
            || leads.filter(|lead| *lead != value).filter_map(plain_text).any(|lead| said(&lead))
    }
}
