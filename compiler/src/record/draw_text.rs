//! Texts and numbers that a parameter's name, format and description suggest.

use std::collections::BTreeSet;

use compoworld_transcript::text_of;
use rand::{Rng, RngExt};
use serde_json::{Number, Value, json};

use crate::contract::sample_schema;
use crate::normalize::words::is_plural;
use crate::spec::{Schema, Type};

use super::likeness::singular_words;

/// Things, as people call them; one with letters beyond ASCII.
const THINGS: [&str; 12] = [
    "Lamp",
    "Harbor",
    "Quarterly review",
    "Blue door",
    "Invoice",
    "Garden beds",
    "North gate",
    "Überblick",
    "Roof repair",
    "Spring fair",
    "Winter coats",
    "Library",
];
/// What is said of them.
const SENTENCES: [&str; 6] = [
    "Needs a second look.",
    "Agreed with Ana on Monday",
    "Costs more than last year, but lasts longer.",
    "Two of three are done",
    "See the note from March",
    "First line\nsecond line",
];
const PEOPLE: [&str; 5] = ["Ana Lima", "Jonas Weber", "Mei Tanaka", "Zoë Okafor", "Sam Reed"];
/// Words that nobody says by chance: a comparison looks for them in sentences.
const LABELS: [&str; 6] = ["quince", "saffron", "tamarind", "juniper", "bergamot", "medlar"];
/// Long past, and far ahead: today would be another day in another recording.
const DAYS: [&str; 6] =
    ["2024-02-29", "2025-11-03", "2026-03-12", "2026-03-28", "2034-07-01", "2034-12-31"];

/// A text for a parameter of this name.
pub(super) fn made_text(name: &str, schema: &Schema, random: &mut impl Rng) -> String {
    let suggested = suggested_text(name, schema, random);
    let text = fitted(suggested, schema);
    if accepts(schema, &json!(text)) {
        return text;
    }
    // A pattern is easier met by what the contract tests try.
    let salt = random.random_range(0..50);
    match sample_schema(schema, salt) {
        Some(Value::String(sample)) => sample,
        _ => text,
    }
}

fn suggested_text(name: &str, schema: &Schema, random: &mut impl Rng) -> String {
    let words = singular_words(name);
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
    let is = |format: &str| schema.format.as_deref() == Some(format);
    let said = schema.description.as_deref().unwrap_or_default();
    let number: u32 = random.random_range(10..1000);
    let day = *pick(&DAYS, random);
    let thing = *pick(&THINGS, random);
    if is("email") || has(&["email", "mail", "recipient", "cc", "bcc"]) {
        format!("user{number}@example.org")
    } else if is("uri") || is("url") || has(&["url", "uri", "link", "website", "homepage"]) {
        format!("https://example.org/{number}")
    } else if is("date-time") || has(&["datetime", "timestamp"]) || said.contains("HH:MM") {
        format!("{day}T1{}:30:00Z", number % 10)
    } else if is_countable(&words) {
        number_of(&words, random)
    } else if is("time") || has(&["time"]) && !has(&["zone", "estimate"]) {
        format!("1{}:30", number % 10)
    } else if has(&["month"]) || said.contains("YYYY-MM)") || said.ends_with("YYYY-MM") {
        day[..7].to_owned()
    } else if is_moment(&words) {
        format!("{day}T09:15:00Z")
    } else if is("date")
        || said.contains("YYYY-MM-DD")
        || has(&["date", "day", "due", "deadline", "since", "until", "before", "after"])
    {
        day.to_owned()
    } else if has(&["timezone", "tz", "zone"]) {
        (*pick(&["Europe/Lisbon", "Asia/Tokyo", "UTC"], random)).to_owned()
    } else if has(&["currency"]) {
        (*pick(&["EUR", "USD", "JPY"], random)).to_owned()
    } else if has(&["language", "locale", "lang"]) {
        (*pick(&["en", "de", "pt"], random)).to_owned()
    } else if has(&["color", "colour"]) {
        format!("#33{:02x}99", number % 256)
    } else if has(&["phone", "mobile"]) {
        format!("+1555010{number:04}")
    } else if has(&["person", "author", "assignee", "user", "owner", "agent", "contact"])
        || words.join("_") == "full_name"
    {
        (*pick(&PEOPLE, random)).to_owned()
    } else if has(&["tag", "label", "category", "kind", "type", "topic", "group"]) {
        (*pick(&LABELS, random)).to_owned()
    } else if has(&["priority", "severity", "urgency", "level"]) {
        (*pick(&["low", "medium", "high"], random)).to_owned()
    } else if has(&["status", "state", "stage"]) {
        (*pick(&["todo", "in_progress", "done"], random)).to_owned()
    } else if has(&[
        "description",
        "body",
        "content",
        "note",
        "text",
        "comment",
        "message",
        "detail",
        "observation",
        "reason",
        "summary",
    ]) {
        format!("{} {number}", pick(&SENTENCES, random))
    } else {
        format!("{thing} {number}")
    }
}

/// Whether a name means an instant or one end of a time: `occurred_at`, `valid_from`.
fn is_moment(words: &[String]) -> bool {
    let [.., before, last] = words else {
        return matches!(words, [one] if matches!(one.as_str(), "start" | "end" | "when"));
    };
    last == "at" || (before == "valid" && matches!(last.as_str(), "from" | "to" | "until"))
}

/// Whether a text of this name is a number: some servers take nothing but texts.
fn is_countable(words: &[String]) -> bool {
    let last = words.last().map(String::as_str).unwrap_or_default();
    matches!(last, "limit" | "offset" | "count" | "page" | "size" | "score" | "confidence" | "year")
}

fn number_of(words: &[String], random: &mut impl Rng) -> String {
    text_of(&made_number(&words.join("_"), &Schema::of(Type::Integer), random))
}

/// A value for a text that holds JSON, with these members if they are known.
pub(super) fn made_json(
    name: &str,
    schema: &Schema,
    members: &BTreeSet<String>,
    random: &mut impl Rng,
) -> Value {
    let said = schema.description.as_deref().unwrap_or_default().to_lowercase();
    let is_list = said.contains("array") || said.contains("list") || is_plural(name);
    let text = Schema::of(Type::String);
    if is_list {
        return json!([made_text("label", &text, random)]);
    }
    let plain = BTreeSet::from(["name".to_owned()]);
    let members = if members.is_empty() { &plain } else { members };
    let members = members.iter().map(|name| (name.clone(), json!(made_text(name, &text, random))));
    Value::Object(members.collect())
}

/// One of several.
pub(super) fn pick<'a, T>(choices: &'a [T], random: &mut impl Rng) -> &'a T {
    &choices[random.random_range(0..choices.len())]
}

/// The text within the lengths that a schema allows.
fn fitted(text: String, schema: &Schema) -> String {
    let most = schema.max_length.unwrap_or(u64::MAX) as usize;
    let mut text: String = text.chars().take(most).collect();
    while (text.chars().count() as u64) < schema.min_length.unwrap_or(0) {
        text.push('x');
    }
    text
}

/// Says of values whether a schema takes them; one that cannot be checked takes all.
pub(super) fn acceptance(schema: &Schema) -> impl Fn(&Value) -> bool {
    let checks = jsonschema::validator_for(&schema.to_value()).ok();
    move |value| checks.as_ref().is_none_or(|checks| checks.is_valid(value))
}

/// Whether a schema takes a value.
pub(super) fn accepts(schema: &Schema, value: &Value) -> bool {
    acceptance(schema)(value)
}

/// A number for a parameter of this name.
pub(super) fn made_number(name: &str, schema: &Schema, random: &mut impl Rng) -> Value {
    let words = singular_words(name);
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
    let bound = |number: &Option<Number>| number.as_ref().and_then(Number::as_f64);
    let is_integer = schema.kind == Some(Type::Integer);
    let step = if is_integer { 1.0 } else { 0.01 };
    let least = bound(&schema.minimum)
        .or_else(|| bound(&schema.exclusive_minimum).map(|least| least + step));
    let most =
        bound(&schema.maximum).or_else(|| bound(&schema.exclusive_maximum).map(|most| most - step));
    let (low, high): (f64, f64) = match () {
        () if has(&["limit", "count", "size", "max", "top"]) => (1.0, 5.0),
        () if has(&["page"]) => (1.0, 2.0),
        () if has(&["offset", "skip"]) => (0.0, 2.0),
        () if has(&["year"]) => (2024.0, 2034.0),
        () if has(&["month"]) => (1.0, 12.0),
        () if has(&["percent", "percentage", "progress"]) => (0.0, 100.0),
        () if has(&["priority", "level", "rating", "score"]) => (1.0, 5.0),
        () if has(&["confidence", "probability", "weight"]) => (0.0, 1.0),
        () => (1.0, 60.0),
    };
    let low = least.map_or(low, |least| low.max(least));
    let high = most.map_or(high, |most| high.min(most));
    // Bounds that leave out what the name suggests count alone.
    let (low, high) = match (least, most) {
        _ if low <= high => (low, high),
        (Some(least), Some(most)) => (least, most.max(least)),
        (Some(least), None) => (least, least + 50.0),
        (None, Some(most)) => (most - 50.0, most),
        (None, None) => (1.0, 60.0),
    };
    let drawn: f64 = random.random_range(low..=high);
    let is_measure = has(&[
        "amount",
        "price",
        "cost",
        "rate",
        "budget",
        "hour",
        "weight",
        "total",
        "confidence",
        "probability",
        "latitude",
        "longitude",
    ]);
    let is_narrow = high - low < 2.0;
    let unit = if is_integer || !(is_measure || is_narrow) { 1.0 } else { 0.25 };
    let unit = bound(&schema.multiple_of).unwrap_or(unit);
    let mut number = (drawn / unit).round() * unit;
    if number < low {
        number += unit;
    } else if number > high {
        number -= unit;
    }
    if is_integer || number.fract() == 0.0 { json!(number as i64) } else { json!(number) }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use serde_json::json;

    use super::{accepts, made_number, made_text};
    use crate::spec::Schema;

    #[test]
    fn what_is_drawn_is_accepted() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let texts = [
            json!({"type": "string", "minLength": 30, "maxLength": 32}),
            json!({"type": "string", "pattern": "^[a-z]+-[0-9]+$"}),
            json!({"type": "string", "format": "email", "maxLength": 60}),
            json!({"type": "string", "pattern": "^\\d{4}-\\d{2}-\\d{2}$"}),
        ];
        let numbers = [
            json!({"type": "integer", "minimum": 3, "maximum": 4}),
            json!({"type": "integer", "exclusiveMinimum": 900, "multipleOf": 7}),
            json!({"type": "number", "maximum": -2.5}),
            json!({"type": "number", "minimum": 0, "maximum": 1}),
        ];
        for _ in 0..20 {
            for schema in &texts {
                let schema: Schema = serde_json::from_value(schema.clone()).expect("a schema");
                let text = made_text("title", &schema, &mut random);
                assert!(accepts(&schema, &json!(text)), "{text:?} for {schema:?}");
            }
            for schema in &numbers {
                let schema: Schema = serde_json::from_value(schema.clone()).expect("a schema");
                let number = made_number("amount", &schema, &mut random);
                assert!(accepts(&schema, &number), "{number} for {schema:?}");
            }
        }
    }
}
