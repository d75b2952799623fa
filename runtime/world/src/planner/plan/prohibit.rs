//! What must not be done to anything else.

use super::Planner;
use super::draft::{Clause, Target};

impl Planner<'_, '_> {
    /// Sometimes forbids what a careless agent might do beside a change that is asked for.
    pub(super) fn maybe_prohibit(&mut self) {
        const PERCENT: usize = 20;
        if !self.dice.percent(PERCENT) {
            return;
        }
        let acts = self.draft.clauses.iter().enumerate();
        let acts: Vec<usize> = acts
            .filter(|(_, clause)| matches!(clause, Clause::Act(act) if !matches!(act.target, Target::All(_))))
            .map(|(at, _)| at)
            .collect();
        self.draft.prohibition = self.dice.pick_some(&acts).copied();
        if self.draft.prohibition.is_some() {
            self.draft.variations.push("prohibition");
        }
    }
}
