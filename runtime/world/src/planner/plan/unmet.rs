//! Things to be done only if a row is as it is not: whoever looks leaves it alone.

use std::collections::BTreeSet;

use compoworld_core::Operation;
use serde_json::Value;

use super::Planner;
use super::act::Intent;
use super::draft::{ActClause, Clause, Content, Flow, SetClause, Target, Test};
use crate::planner::ability::{Act, TableAbility};

/// How many of a hundred tasks have one.
const PERCENT: usize = 15;

impl Planner<'_, '_> {
    /// Adds something that is not to be done, about a row that was seen.
    pub(super) fn maybe_unmet(&mut self) {
        if self.draft.answer.is_some() || !self.dice.percent(PERCENT) {
            return;
        }
        let rows: BTreeSet<usize> = self.draft.focus.iter().map(|(_, seen)| *seen).collect();
        let mut rows: Vec<usize> = rows.into_iter().collect();
        self.dice.shuffle(&mut rows);
        let found = rows.into_iter().find_map(|seen| {
            let (flow, test, _) = self.draw_test_of(seen).filter(|(_, _, holds)| !holds)?;
            let act = self.draw_unmet_act(&flow, &test)?;
            Some((flow, test, act))
        });
        let Some((flow, test, act)) = found else { return };
        self.draft.variations.push("unmet_condition");
        self.draft.clauses.push(Clause::Unmet { flow, test, act });
    }

    /// What could be done to the row: it is deleted, marked, or one word in it is set.
    fn draw_unmet_act(&mut self, flow: &Flow, test: &Test) -> Option<ActClause> {
        let row = &self.draft.seen[flow.seen];
        let (member, table_at, key) = (row.member, row.table, row.key.clone());
        let table = &self.ability_of(member).tables[table_at];
        let target = Target::Seen(flow.seen);
        let mut acts: Vec<usize> = (0..table.acts.len()).collect();
        self.dice.shuffle(&mut acts);
        acts.into_iter().find_map(|at| {
            let act = &table.acts[at];
            let says_the_test = act.fixes.iter().any(|(field, value)| {
                *field == flow.field && matches!(test, Test::Is(word) if value == word.as_str())
            });
            if says_the_test || act.sets.iter().any(|set| set.required) {
                return None;
            }
            let target = target.clone();
            let intent = Intent {
                member,
                table: table_at,
                act: at,
                target,
                key: key.clone(),
                carried: None,
            };
            if !self.is_allowed(&intent, table, act) {
                return None;
            }
            let sets = match (act.operation, act.fixes.is_empty()) {
                (Operation::Delete, _) | (Operation::Update, false) => Vec::new(),
                (Operation::Update, true) => vec![self.draw_word_set(flow, table, act)?],
                _ => return None,
            };
            let target = intent.target;
            Some(ActClause {
                visit: self.visit,
                member,
                table: table_at,
                act: at,
                target,
                sets,
                made: None,
            })
        })
    }

    /// A word of a closed list that another field of the row could be set to.
    fn draw_word_set(&mut self, flow: &Flow, table: &TableAbility, act: &Act) -> Option<SetClause> {
        let shown = self.draft.seen[flow.seen].shown.clone();
        act.sets.iter().filter(|set| set.field != flow.field).find_map(|set| {
            let words = self.draw_words(table, set)?;
            let current = shown.get(table.fields[set.field].info.name);
            let is_new = |word: &String| current.and_then(Value::as_str) != Some(word.as_str());
            let word = words.into_iter().find(is_new)?;
            Some(SetClause { field: set.field, content: Content::Word(word) })
        })
    }
}
