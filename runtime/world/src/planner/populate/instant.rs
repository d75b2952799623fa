//! Instants: when a row was made, when what it is about happens.

use compoworld_core::{FieldInfo, Timestamp};

use super::value::Sampler;
use crate::planner::meaning::words_of;

impl Sampler<'_, '_> {
    /// An instant for a field, in line with the row's other instants.
    pub(super) fn instant(&mut self, field: &FieldInfo) -> Timestamp {
        const HOUR: i64 = 3_600;
        const DAY: i64 = 24 * HOUR;
        let now = self.filling.now.unix_seconds();
        let words = words_of(field.name);
        let has = |names: &[&str]| words.iter().any(|word| names.contains(&word.as_str()));
        let seconds = if field.created || has(&["created", "opened", "joined", "added", "sent"]) {
            self.theme.created
        } else if field.updated || has(&["updated", "modified", "edited", "changed", "seen"]) {
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
