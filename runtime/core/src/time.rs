//! Instants and days. The only clock is the one in [`crate::Context`].

use std::any::Any;
use std::fmt;

use jiff::civil;
use jiff::fmt::temporal::DateTimePrinter;
use jiff::tz::Offset;
use jiff::{SignedDuration, ToSpan};
use serde_json::Value;

use crate::field::{Field, FieldType};
use crate::read::{ReadError, expected};
use crate::shape::Shape;

/// An instant in UTC, to the second. Written as RFC 3339: `2026-03-01T09:00:00Z`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(jiff::Timestamp);

/// A calendar day. Written `2026-03-01`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(civil::Date);

impl Timestamp {
    /// The instant so many seconds after 1970-01-01T00:00:00Z, kept inside the years that
    /// RFC 3339 can write.
    #[must_use]
    pub fn from_unix_seconds(seconds: i64) -> Self {
        let bounded =
            seconds.clamp(jiff::Timestamp::MIN.as_second(), jiff::Timestamp::MAX.as_second());
        Self(jiff::Timestamp::from_second(bounded).unwrap_or(jiff::Timestamp::UNIX_EPOCH))
    }

    /// Reads RFC 3339, a local date-time without an offset (taken as UTC), or a bare day (its
    /// first second).
    ///
    /// # Errors
    /// When `text` is none of these.
    pub fn parse(text: &str) -> Result<Self, ReadError> {
        let trimmed = text.trim();
        let whole = |at: jiff::Timestamp| Self::from_unix_seconds(at.as_second());
        if let Ok(at) = trimmed.parse::<jiff::Timestamp>() {
            return Ok(whole(at));
        }
        if let Ok(at) = trimmed.parse::<civil::DateTime>()
            && let Ok(at) = Offset::UTC.to_timestamp(at)
        {
            return Ok(whole(at));
        }
        Err(ReadError::new(format!(
            "`{trimmed}` is no date-time, write it like `2026-03-01T09:00:00Z`"
        )))
    }

    /// Seconds since 1970-01-01T00:00:00Z.
    #[must_use]
    pub fn unix_seconds(self) -> i64 {
        self.0.as_second()
    }

    /// The day this instant falls on, in UTC.
    #[must_use]
    pub fn date(self) -> Date {
        Date(Offset::UTC.to_datetime(self.0).date())
    }

    /// The instant so many seconds later; earlier when negative.
    #[must_use]
    pub fn plus_seconds(self, seconds: i64) -> Self {
        Self(self.0.saturating_add(SignedDuration::from_secs(seconds)).unwrap_or(self.0))
    }
}

impl Date {
    /// Reads `YYYY-MM-DD`, or the day of a date-time.
    ///
    /// # Errors
    /// When `text` is neither.
    pub fn parse(text: &str) -> Result<Self, ReadError> {
        text.trim().parse::<civil::Date>().map(Self).map_err(|_| {
            ReadError::new(format!("`{}` is no date, write it like `2026-03-01`", text.trim()))
        })
    }

    /// The day so many days later; earlier when negative.
    #[must_use]
    pub fn plus_days(self, days: i64) -> Self {
        Self(self.0.saturating_add(days.clamp(-4_000_000, 4_000_000).days()))
    }

    /// Days from `earlier` to this day; negative when `earlier` is later.
    #[must_use]
    pub fn days_since(self, earlier: Self) -> i64 {
        let from = Offset::UTC.to_timestamp(earlier.0.at(0, 0, 0, 0));
        let to = Offset::UTC.to_timestamp(self.0.at(0, 0, 0, 0));
        match (from, to) {
            (Ok(from), Ok(to)) => (to.as_second() - from.as_second()).div_euclid(86_400),
            _ => 0,
        }
    }

    /// The first second of the day, in UTC.
    #[must_use]
    pub fn start(self) -> Timestamp {
        Offset::UTC
            .to_timestamp(self.0.at(0, 0, 0, 0))
            .map_or_else(|_| Timestamp::from_unix_seconds(0), Timestamp)
    }

    /// Year, month (1–12) and day (1–31).
    #[must_use]
    pub fn year_month_day(self) -> (i16, i8, i8) {
        (self.0.year(), self.0.month(), self.0.day())
    }

    /// The weekday's English name, lower case.
    #[must_use]
    pub fn weekday(self) -> &'static str {
        match self.0.weekday() {
            civil::Weekday::Monday => "monday",
            civil::Weekday::Tuesday => "tuesday",
            civil::Weekday::Wednesday => "wednesday",
            civil::Weekday::Thursday => "thursday",
            civil::Weekday::Friday => "friday",
            civil::Weekday::Saturday => "saturday",
            civil::Weekday::Sunday => "sunday",
        }
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl Field for Timestamp {
    fn write_json(&self, out: &mut String) {
        // The printer behind `Display`, without a formatter between it and the text.
        const PRINTER: DateTimePrinter = DateTimePrinter::new();
        out.push('"');
        PRINTER.print_timestamp(&self.0, &mut *out).expect("a text takes whatever is written");
        out.push('"');
    }
    fn number(&self) -> Option<f64> {
        Some(self.unix_seconds() as f64)
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl FieldType for Timestamp {
    const SHAPE: Shape = Shape::Timestamp;
    fn read_json(value: &Value) -> Result<Self, ReadError> {
        match value {
            Value::String(text) => Self::parse(text),
            other => Err(expected("a date-time", other)),
        }
    }
}

impl Field for Date {
    fn write_json(&self, out: &mut String) {
        use fmt::Write;
        let _ = write!(out, "\"{self}\"");
    }
    fn number(&self) -> Option<f64> {
        Some(self.start().unix_seconds() as f64)
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl FieldType for Date {
    const SHAPE: Shape = Shape::Date;
    fn read_json(value: &Value) -> Result<Self, ReadError> {
        match value {
            Value::String(text) => Self::parse(text),
            other => Err(expected("a date", other)),
        }
    }
}
