//! Fields that things of a kind usually have, for entities of which the spec tells little.

use super::collect_fields::{Field, Fields};
use super::find_keys::{Key, Use};
use super::schema_kind::FieldKind;

/// The last word of a noun, and what such things hold: `!` marks numbers, `@` instants.
const USUAL: &[(&[&str], &[&str])] = &[
    (&["weather", "condition"], &["conditions", "temperature!", "humidity!", "observed_at@"]),
    (&["forecast"], &["summary", "temperature!", "forecast_at@"]),
    (&["price", "quote", "ticker", "rate"], &["price!", "currency", "quoted_at@"]),
    (&["balance"], &["amount!", "currency"]),
    (&["status", "health", "state", "progress"], &["status", "message", "checked_at@"]),
    (
        &["stats", "statistics", "metrics", "analytics", "insights", "performance", "usage"],
        &["name", "value!", "measured_at@"],
    ),
    (&["history", "activity", "log", "event", "change"], &["action", "detail", "happened_at@"]),
    (&["transaction", "payment", "order", "invoice"], &["description", "amount!", "created_at@"]),
    (&["user", "member", "person", "contact", "author"], &["name", "email"]),
    (&["profile", "me"], &["name", "email", "bio"]),
    (&["message", "comment", "reply", "note", "review"], &["text", "author", "created_at@"]),
    (&["file", "document", "attachment"], &["name", "size!", "content"]),
    (&["news", "article", "post", "paper", "story"], &["title", "summary", "published_at@"]),
    (&["settings", "config", "configuration", "preferences"], &["name", "value"]),
    (&["location", "place", "address", "venue"], &["name", "address", "country"]),
    (&["ohlcv", "candle", "candlestick", "klines", "bar"], &["open!", "close!", "volume!"]),
    (&["version", "release"], &["version", "released_at@"]),
];

/// Adds the usual fields when no other says what a row is.
pub fn usual_fields(noun: &str, key: &Key, uses: &[Use<'_>], fields: &mut Fields) {
    let creates = uses.iter().any(|(_, subject)| subject.act.is_write());
    let is_text = |field: &Field| matches!(field.kind, FieldKind::Text) && field.stamp.is_none();
    let tells = fields
        .iter()
        .any(|(name, field)| is_text(field) && !name.ends_with("id") && !key.scopes.contains(name));
    if tells && (creates || uses.iter().any(|(tool, _)| tool.returns.is_some())) {
        return;
    }
    let last = noun.rsplit('_').next().unwrap_or(noun);
    let usual = USUAL.iter().find(|(nouns, _)| nouns.contains(&last));
    let names = usual.map_or(&["name", "description"][..], |(_, names)| *names);
    for name in names {
        let (name, kind) = match (name.strip_suffix('!'), name.strip_suffix('@')) {
            (Some(name), _) => (name, FieldKind::Number),
            (_, Some(name)) => (name, FieldKind::Timestamp),
            _ => (*name, FieldKind::Text),
        };
        if key.parts.iter().all(|part| part.field != name) {
            let field = Field { kind, required: false, stamp: None };
            fields.entry(name.to_owned()).or_insert(field);
        }
    }
}
