//! The world model that needs nothing: answers drawn from the `returns` schema, seeded by the
//! call itself, so that one call has one answer.

use compoworld_core::{ErrorCode, ToolError, canonical_json, digest_text};
use serde_json::{Map, Value, json};

use crate::world_model::{Cause, NoProposal, Proposal, Refusal, SimulatedCall, WorldModel};

/// Answers from the call's arguments and the tool's `returns` schema. Changes no state, and so
/// leaves quarantined tools alone: what they say has to agree with the state.
#[derive(Debug, Clone, Copy, Default)]
pub struct OfflineModel;

impl WorldModel for OfflineModel {
    fn name(&self) -> String {
        "offline".to_owned()
    }

    fn may_wait(&self) -> bool {
        false
    }

    fn propose(&self, call: &SimulatedCall<'_>, _: &[Refusal]) -> Result<Proposal, NoProposal> {
        if call.cause == Cause::Quarantined {
            return Err(NoProposal::Failed(ToolError::new(
                ErrorCode::Quarantined,
                format!("`{}` failed verification and is switched off", call.tool.name),
            )));
        }
        let identity = format!(
            "{}\n{}\n{}\n{}",
            call.seed,
            call.alias,
            call.tool.name,
            canonical_json(call.arguments)
        );
        let mut draw = Draw { identity: digest_text(&identity), count: 0 };
        let schema = call.tool.returns.and_then(|text| serde_json::from_str(text).ok());
        Ok(Proposal::answer(match schema {
            Some(schema) => draw.value(&schema, "result", 0),
            None => json!({
                "message": format!("`{}` was simulated; nothing was changed.", call.tool.name),
                "reference": draw.letters(12),
            }),
        }))
    }
}

/// A stream of values that depends on one text only.
struct Draw {
    identity: String,
    count: u64,
}

impl Draw {
    fn number(&mut self, below: u64) -> u64 {
        self.count += 1;
        let digest = digest_text(&format!("{} {}", self.identity, self.count));
        let bits = u64::from_str_radix(&digest[..16], 16).unwrap_or(0);
        bits % below.max(1)
    }

    fn letters(&mut self, length: usize) -> String {
        self.count += 1;
        let mut digest = digest_text(&format!("{} {}", self.identity, self.count));
        digest.truncate(length);
        digest
    }

    /// A value that the schema accepts, for the keywords that normalized specs use.
    fn value(&mut self, schema: &Value, name: &str, depth: usize) -> Value {
        const DEPTH_MAX: usize = 8;
        if let Some(value) = schema.get("const").or_else(|| schema.get("default")) {
            return value.clone();
        }
        if let Some(values) = schema.get("enum").and_then(Value::as_array) {
            let index = self.number(values.len() as u64) as usize;
            return values.get(index).cloned().unwrap_or(Value::Null);
        }
        for keyword in ["anyOf", "oneOf"] {
            let branches = schema.get(keyword).and_then(Value::as_array);
            if let Some(branch) = branches.and_then(|branches| branches.first()) {
                return self.value(branch, name, depth);
            }
        }
        match schema.get("type").and_then(Value::as_str) {
            Some("object") => self.object(schema, depth),
            Some("array") if depth < DEPTH_MAX => {
                let least = schema.get("minItems").and_then(Value::as_u64).unwrap_or(1);
                let items = schema.get("items").cloned().unwrap_or_else(|| json!({}));
                (0..least.max(1)).map(|_| self.value(&items, name, depth + 1)).collect()
            }
            Some("array") => json!([]),
            Some("boolean") => json!(self.number(2) == 1),
            Some("integer") => json!(self.bounded(schema).round() as i64),
            Some("number") => json!(self.bounded(schema)),
            Some("null") => Value::Null,
            Some("string") => json!(self.text(schema, name)),
            _ if schema.get("properties").is_some() => self.object(schema, depth),
            _ => json!(self.text(schema, name)),
        }
    }

    fn object(&mut self, schema: &Value, depth: usize) -> Value {
        let properties = schema.get("properties").and_then(Value::as_object);
        let mut object = Map::new();
        for (name, schema) in properties.into_iter().flatten() {
            object.insert(name.clone(), self.value(schema, name, depth + 1));
        }
        Value::Object(object)
    }

    fn bounded(&mut self, schema: &Value) -> f64 {
        let bound = |name: &str| schema.get(name).and_then(Value::as_f64);
        let least = bound("minimum").or_else(|| bound("exclusiveMinimum").map(|least| least + 1.0));
        let most = bound("maximum").or_else(|| bound("exclusiveMaximum").map(|most| most - 1.0));
        let (least, most) = match (least, most) {
            (Some(least), Some(most)) => (least, most.max(least)),
            (Some(least), None) => (least, least + 100.0),
            (None, Some(most)) => (most - 100.0, most),
            (None, None) => (0.0, 100.0),
        };
        let span = (most - least).min(1_000_000.0) as u64;
        least + self.number(span.saturating_add(1)) as f64
    }

    fn text(&mut self, schema: &Value, name: &str) -> String {
        let text = match schema.get("format").and_then(Value::as_str) {
            Some("date-time") => format!("2026-03-{:02}T09:00:00Z", 1 + self.number(28)),
            Some("date") => format!("2026-03-{:02}", 1 + self.number(28)),
            Some("email") => format!("{}@example.org", self.letters(8)),
            Some("uri") => format!("https://example.org/{}", self.letters(8)),
            _ => format!("{name} {}", self.letters(8)),
        };
        let length = |name: &str| schema.get(name).and_then(Value::as_u64).map(|n| n as usize);
        let most = length("maxLength").unwrap_or(usize::MAX);
        let mut text: String = text.chars().take(most).collect();
        while text.chars().count() < length("minLength").unwrap_or(0) {
            text.push('.');
        }
        text
    }
}
