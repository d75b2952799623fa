//! Whether a text says a value: as the value stands, or, for a day or an instant, as people write it.

use compoworld_core::{Date, Timestamp};

use crate::whole_words::count_whole;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A day or an instant as people at work write it: `10 March 2026`, `10 March 2026 at 14:00 UTC`.
/// `None` for all other texts, and for instants that are not on the minute.
#[must_use]
pub fn in_words(value: &str) -> Option<String> {
    let [day_first, _] = day_forms(value)?;
    match time_of_day(value)? {
        None => Some(day_first),
        Some(time) => Some(format!("{day_first} at {time} UTC")),
    }
}

/// How often a text says a value, in any case of letters, with no letter or digit right beside it.
#[must_use]
pub fn count_said(text: &str, value: &str) -> usize {
    let text = text.to_lowercase();
    let in_words = forms_in_words(value).into_iter().map(|form| form.to_lowercase());
    let forms = std::iter::once(value.to_lowercase()).chain(in_words);
    forms.map(|form| count_whole(&text, &form)).sum()
}

/// The ways of writing a day or an instant, no two of which stand at the same place of a text.
fn forms_in_words(value: &str) -> Vec<String> {
    let (Some(days), Some(time)) = (day_forms(value), time_of_day(value)) else {
        return Vec::new();
    };
    match time {
        None => days.into(),
        Some(time) => {
            let ties = [" at ", ", ", " "];
            let at = |day: String| ties.map(|tie| format!("{day}{tie}{time}"));
            days.into_iter().flat_map(at).collect()
        }
    }
}

/// `10 March 2026` and `March 10, 2026`; `None` for what is no day and no instant.
fn day_forms(value: &str) -> Option<[String; 2]> {
    let bytes = value.as_bytes();
    // Most values are neither, and this is asked of every value.
    let looks_so = bytes.len() >= 10 && bytes[4] == b'-' && bytes[0].is_ascii_digit();
    let (year, month, day) =
        looks_so.then(|| Date::parse(value.get(..10)?).ok())??.year_month_day();
    let month = MONTHS[usize::try_from(month - 1).ok()?];
    Some([format!("{day} {month} {year}"), format!("{month} {day}, {year}")])
}

/// `14:00` in UTC; the inner `None` for a bare day, the outer for what is no instant on the minute.
#[expect(clippy::option_option, reason = "the two absences differ, as the doc says")]
fn time_of_day(value: &str) -> Option<Option<String>> {
    const DAY: i64 = 86_400;
    if value.len() == 10 {
        return Some(None);
    }
    let seconds = Timestamp::parse(value).ok()?.unix_seconds().rem_euclid(DAY);
    (seconds % 60 == 0).then(|| Some(format!("{:02}:{:02}", seconds / 3_600, seconds / 60 % 60)))
}

#[cfg(test)]
mod tests {
    use super::{count_said, in_words};

    #[test]
    fn days_and_instants_are_written_as_people_do() {
        assert_eq!(in_words("2026-03-10").as_deref(), Some("10 March 2026"));
        let instant = in_words("2026-03-10T14:05:00Z");
        assert_eq!(instant.as_deref(), Some("10 March 2026 at 14:05 UTC"));
        for other in ["2026-03-10T14:05:07Z", "2026-13-10", "ORD-2026-1", "März 2026", "12"] {
            assert_eq!(in_words(other), None, "{other}");
        }
    }

    #[test]
    fn what_is_written_in_words_is_said_once() {
        for value in ["2026-03-10", "2026-03-10T14:05:00Z"] {
            let words = in_words(value).expect("it has words");
            assert_eq!(count_said(&format!("Move it to {words}."), value), 1, "{value}");
            assert_eq!(count_said(&format!("Move it to {value}."), value), 1, "{value}");
        }
        assert_eq!(count_said("by March 10, 2026, or 10 March 2026", "2026-03-10"), 2);
        assert_eq!(count_said("on 10 March 2026 at 14:05", "2026-03-10T14:06:00Z"), 0);
        assert_eq!(count_said("on 110 March 2026", "2026-03-10"), 0);
    }

    #[test]
    fn other_values_are_said_as_whole_words_in_any_case() {
        assert_eq!(count_said("the order ORD-12, and ord-123", "Ord-12"), 1);
    }
}
