//! Instants: when a row was made, when what it is about happens.

use compoworld_core::Timestamp;

use super::field_plan::FieldPlan;
use super::value::Sampler;

impl Sampler<'_, '_> {
    /// An instant for a field, in line with the row's other instants.
    pub(super) fn instant(&mut self, field: &FieldPlan) -> Timestamp {
        const HOUR: i64 = 3_600;
        const DAY: i64 = 24 * HOUR;
        let now = self.filling.now.unix_seconds();
        let has = |words: &[&str]| field.has(words);
        let seconds = if field.info.created
            || has(&["created", "opened", "joined", "added", "sent"])
        {
            self.theme.created
        } else if field.info.updated || has(&["updated", "modified", "edited", "changed", "seen"]) {
            self.theme.created + self.dice.between(0, (now - self.theme.created).max(1) - 1)
        } else if has(&["end", "ends", "until", "finish", "stop", "expires", "expiry", "to"]) {
            self.theme.starts + self.dice.between(1, 4) * HOUR / 2
        } else if has(&[
            "start",
            "starts",
            "begin",
            "from",
            "scheduled",
            "due",
            "deadline",
            "send",
            "remind",
            "next",
        ]) {
            self.theme.starts
        } else if has(&["birth", "birthday", "born"]) {
            now - self.dice.between(20 * 365, 70 * 365) * DAY
        } else {
            now - self.dice.between(1, 60) * DAY - self.dice.between(0, 23) * HOUR
        };
        Timestamp::from_unix_seconds(seconds)
    }
}
