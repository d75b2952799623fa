//! Days that are reckoned from other days.

use compoworld_core::{Date, Timestamp};
use serde_json::{Value, json};

use super::Planner;
use super::draft::{Content, Flow};
use crate::planner::ability::{Fit, Kind};
use crate::planner::config::Descriptions;

/// How many of a hundred days that flow are reckoned from, and not stored as they are.
const SHIFT_PERCENT: usize = 45;

/// By how many days.
const SHIFTS: &[i64] = &[1, 2, 3, 5, 7, 10, 14, 30, -1, -2, -3, -7];

impl Planner<'_, '_> {
    /// A value that flows as the content of a field: as it is, or, of days, some days off.
    pub(super) fn carry(&mut self, flow: &Flow, kind: Kind, fit: Fit) -> Content {
        let is_day = matches!(kind, Kind::Date | Kind::Instant) && fit == Fit::Exact;
        if is_day
            && self.config.described == Descriptions::Varied
            && self.dice.percent(SHIFT_PERCENT)
        {
            return Content::Shifted(flow.clone(), *self.dice.pick(SHIFTS));
        }
        Content::Flow(flow.clone())
    }
}

/// A day, or an instant, so many days later.
pub(super) fn shift_days(value: &Value, days: i64) -> Option<Value> {
    const SECONDS_A_DAY: i64 = 86_400;
    let text = value.as_str()?;
    if let Ok(date) = Date::parse(text) {
        return Some(json!(date.plus_days(days).to_string()));
    }
    let instant = Timestamp::parse(text).ok()?;
    Some(json!(instant.plus_seconds(days * SECONDS_A_DAY).to_string()))
}

#[cfg(test)]
mod tests {
    use super::shift_days;
    use serde_json::json;

    #[test]
    fn days_go_over_the_ends_of_months_and_times_stay() {
        assert_eq!(shift_days(&json!("2026-02-27"), 3), Some(json!("2026-03-02")));
        assert_eq!(shift_days(&json!("2026-01-01"), -1), Some(json!("2025-12-31")));
        let instant = json!("2026-02-27T09:30:00Z");
        assert_eq!(shift_days(&instant, 7), Some(json!("2026-03-06T09:30:00Z")));
        assert_eq!(shift_days(&json!("soon"), 7), None);
    }
}
