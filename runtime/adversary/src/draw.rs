//! Arguments at random that a schema accepts, filled from what was seen.

use rand::{Rng, RngExt};
use serde_json::{Map, Value, json};

use crate::names::words;
use crate::pool::Pool;
use crate::tool_list::ToolSpec;

/// How often a value that was seen is taken where there is one, in percent.
const SEEN_PERCENT: u32 = 85;
const DEPTH_MAX: usize = 6;

/// Draws the arguments of a call that the schema accepts; optional ones with so many percent.
pub(crate) fn draw_arguments(
    tool: &ToolSpec,
    pool: &Pool,
    optional_percent: u32,
    random: &mut impl Rng,
) -> Value {
    const TRIES: usize = 8;
    let names: Vec<&str> = tool.properties().map(|(name, _)| name).collect();
    let required: Vec<&str> = tool.required().collect();
    let mut last = Value::Object(Map::new());
    for attempt in 0..TRIES {
        let anchor = pool.anchor(if required.is_empty() { &names } else { &required }, random);
        let seen_percent = if attempt < TRIES / 2 { SEEN_PERCENT } else { 0 };
        let mut drawing = Drawing { pool, anchor, seen_percent, optional_percent };
        last = drawing.object(&tool.parameters, random, 0);
        if tool.accepts(&last) {
            return last;
        }
    }
    last
}

struct Drawing<'a> {
    pool: &'a Pool,
    anchor: Option<usize>,
    seen_percent: u32,
    optional_percent: u32,
}

impl Drawing<'_> {
    fn object(&mut self, schema: &Value, random: &mut impl Rng, depth: usize) -> Value {
        let required: Vec<&str> = schema
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let mut object = Map::new();
        let properties = schema.get("properties").and_then(Value::as_object);
        for (name, schema) in properties.into_iter().flatten() {
            let wanted = required.contains(&name.as_str())
                || (depth < DEPTH_MAX && random.random_ratio(self.optional_percent, 100));
            if wanted {
                object.insert(name.clone(), self.value(name, schema, random, depth + 1));
            }
        }
        Value::Object(object)
    }

    fn value(&mut self, name: &str, schema: &Value, random: &mut impl Rng, depth: usize) -> Value {
        if let Some(value) = schema.get("const") {
            return value.clone();
        }
        if let Some(values) =
            schema.get("enum").and_then(Value::as_array).filter(|all| !all.is_empty())
        {
            return values[random.random_range(0..values.len())].clone();
        }
        for keyword in ["anyOf", "oneOf"] {
            let branches = schema.get(keyword).and_then(Value::as_array);
            if let Some(branches) = branches.filter(|branches| !branches.is_empty()) {
                let branch = &branches[random.random_range(0..branches.len())];
                return self.value(name, branch, random, depth + 1);
            }
        }
        let kind = schema.get("type").and_then(Value::as_str).unwrap_or("string");
        match kind {
            "object" => self.object(schema, random, depth),
            "array" => self.array(name, schema, random, depth),
            "boolean" => json!(random.random_bool(0.5)),
            "null" => Value::Null,
            _ => self.seen(name, schema, kind, random).unwrap_or_else(|| match kind {
                "integer" | "number" if is_moment(name, schema) => {
                    json!(NEW_YEAR + random.random_range(0..SECONDS_OF_YEAR))
                }
                "integer" | "number" => json!(whole(schema, random)),
                _ => json!(text(name, schema, self.pool, random)),
            }),
        }
    }

    fn array(&mut self, name: &str, schema: &Value, random: &mut impl Rng, depth: usize) -> Value {
        let bound = |name: &str| schema.get(name).and_then(Value::as_u64);
        let least = bound("minItems").unwrap_or(0);
        let most = bound("maxItems").unwrap_or(least + 2).min(least + 2).max(least);
        let n_items = if depth >= DEPTH_MAX {
            least
        } else {
            random.random_range(least.max(1).min(most)..=most)
        };
        let items = schema.get("items").cloned().unwrap_or_else(|| json!({"type": "string"}));
        (0..n_items).map(|_| self.value(name, &items, random, depth + 1)).collect()
    }

    /// A value that was seen and fits the type.
    fn seen(&self, name: &str, schema: &Value, kind: &str, random: &mut impl Rng) -> Option<Value> {
        if !random.random_ratio(self.seen_percent, 100) {
            return None;
        }
        const QUOTED_PERCENT: u32 = 6;
        if kind == "string" && random.random_ratio(QUOTED_PERCENT, 100) {
            return self.pool.quoted(random).map(Value::from);
        }
        let own = self.anchor.and_then(|anchor| self.pool.value_in(anchor, name));
        let value = own.or_else(|| self.pool.value(name, random))?;
        let fits = match kind {
            "integer" => value.is_i64() || value.is_u64(),
            "number" => value.is_number(),
            _ => value.is_string(),
        };
        let as_text = || (kind == "string" && value.is_number()).then(|| json!(value.to_string()));
        let value = if fits { value.clone() } else { as_text()? };
        let length = value.as_str().map(|text| text.chars().count() as u64);
        let bound = |name: &str| schema.get(name).and_then(Value::as_u64);
        let is_long =
            length.is_some_and(|length| bound("maxLength").is_some_and(|most| length > most));
        (!is_long).then_some(value)
    }
}

/// The seconds from the epoch to the start of 2026, and those of a year.
const NEW_YEAR: i64 = 1_767_225_600;
const SECONDS_OF_YEAR: i64 = 31_536_000;

/// Whether a number without bounds is an instant: `post_at`, `expires_at`, `start_timestamp`.
fn is_moment(name: &str, schema: &Value) -> bool {
    let words = words(name);
    let last = words.last().map(String::as_str).unwrap_or_default();
    matches!(last, "at" | "timestamp" | "oldest" | "latest" | "since" | "until")
        && schema.get("maximum").is_none()
}

/// A whole number within the schema's bounds; small where it leaves them open.
pub(crate) fn whole(schema: &Value, random: &mut impl Rng) -> i64 {
    const SPAN: f64 = 30.0;
    let bound = |name: &str| schema.get(name).and_then(Value::as_f64);
    let least = bound("minimum").or(bound("exclusiveMinimum").map(|least| least.floor() + 1.0));
    let most = bound("maximum").or(bound("exclusiveMaximum").map(|most| most.ceil() - 1.0));
    let least =
        least.unwrap_or_else(|| most.map_or(1.0, |most| (most - SPAN).max(1.0).min(most))).ceil();
    let most = most.unwrap_or(least + SPAN).floor().min(least + 1_000.0).max(least);
    random.random_range(least as i64..=most as i64)
}

/// A text that the parameter's name suggests.
fn text(name: &str, schema: &Value, pool: &Pool, random: &mut impl Rng) -> String {
    const WORDS: [&str; 10] = [
        "lamp",
        "invoice",
        "north",
        "harbor",
        "report",
        "Quarterly review",
        "blue door",
        "x1",
        "ümlaut",
        "plan",
    ];
    let words = words(name);
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
    let format = schema.get("format").and_then(Value::as_str).unwrap_or_default();
    let number = random.random_range(0..1_000_u32);
    let day = format!("2026-0{}-1{}", random.random_range(1..9_u32), random.random_range(0..9_u32));
    let drawn =
        if has(&["email", "sender", "recipient", "cc", "bcc", "attendees"]) || format == "email" {
            format!("user{number}@example.org")
        } else if has(&["date", "day"]) || format == "date" {
            day
        } else if has(&[
            "datetime", "time", "at", "since", "before", "after", "start", "end", "occurred",
            "oldest", "latest", "min", "max",
        ]) || format == "date-time"
        {
            format!("{day}T10:00:00Z")
        } else if has(&["url", "link", "website", "uri"]) || format == "uri" {
            format!("https://example.org/{number}")
        } else if has(&["sql", "query", "statement"]) && random.random_ratio(20, 100) {
            let table = pool.value("table_name", random).and_then(Value::as_str).unwrap_or("t");
            match random.random_range(0..3_u32) {
                0 => format!("DELETE FROM {table}"),
                _ => format!("SELECT * FROM {table} LIMIT 3"),
            }
        } else if random.random_ratio(25, 100) && pool.text(random).is_some() {
            pool.text(random).unwrap_or_default().chars().take(80).collect()
        } else {
            let word = WORDS[random.random_range(0..WORDS.len())];
            // A number makes most texts new, as names that must differ have to be.
            if random.random_bool(0.7) { format!("{word} {number}") } else { word.to_owned() }
        };
    let length = |name: &str| schema.get(name).and_then(Value::as_u64).map(|n| n as usize);
    let mut text: String = drawn.chars().take(length("maxLength").unwrap_or(usize::MAX)).collect();
    while text.chars().count() < length("minLength").unwrap_or(0) {
        text.push('x');
    }
    text
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use serde_json::json;

    use super::draw_arguments;
    use crate::pool::Pool;
    use crate::tool_list::{Hints, ToolSpec};

    #[test]
    fn drawn_arguments_are_accepted_and_use_what_was_seen() {
        let schema = json!({"type": "object", "required": ["ticket_id", "items"], "properties": {
            "ticket_id": {"type": "string"}, "priority": {"enum": ["low", "high"]},
            "items": {"type": "array", "minItems": 1, "items": {"type": "object",
                "required": ["n"], "properties": {"n": {"type": "integer", "minimum": 5, "maximum": 6}}}}}});
        let tool =
            ToolSpec::new("update_ticket", schema, None, Hints::default()).expect("a schema");
        let pool = Pool::of_state(&json!({"tickets": {"T1": {"id": "T1"}}}));
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut hits = 0;
        for _ in 0..40 {
            let drawn = draw_arguments(&tool, &pool, 50, &mut random);
            assert!(tool.accepts(&drawn), "{drawn}");
            hits += usize::from(drawn["ticket_id"] == "T1");
        }
        assert!(hits > 20, "{hits}");
    }
}
