//! The shape of a value in a state model, as data.

use crate::row::RecordInfo;

/// What a field can hold.
///
/// Shapes are constants, so one non-generic function can read, check, sample or describe every
/// field of every service.
#[derive(Debug, Clone, Copy)]
pub enum Shape {
    /// A string.
    Text,
    /// A whole number.
    Integer,
    /// A finite number; `25` and `25.0` are one number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// An instant in UTC, RFC 3339 with whole seconds.
    Timestamp,
    /// A calendar day, `YYYY-MM-DD`.
    Date,
    /// Any JSON value.
    Json,
    /// One of a closed list of names.
    Choice(&'static [&'static str]),
    /// The text key of a row of this entity.
    Key(&'static str),
    /// The integer key of a row of this entity.
    IntKey(&'static str),
    /// The value or `null`.
    Optional(&'static Shape),
    /// A list of values.
    List(&'static Shape),
    /// Text names to values.
    Map(&'static Shape),
    /// An embedded struct.
    Record(&'static RecordInfo),
}

impl Shape {
    /// The shape without its outer `Optional`.
    #[must_use]
    pub const fn required(&self) -> &Self {
        match self {
            Self::Optional(inner) => inner,
            other => other,
        }
    }

    /// The entity whose key this holds, directly, optionally or as list items.
    #[must_use]
    pub const fn refers_to(&self) -> Option<&'static str> {
        match self {
            Self::Key(entity) | Self::IntKey(entity) => Some(entity),
            Self::Optional(inner) | Self::List(inner) => inner.refers_to(),
            _ => None,
        }
    }

    /// The JSON Schema of values of this shape.
    #[must_use]
    pub fn json_schema(&self) -> serde_json::Value {
        use serde_json::json;
        match self {
            Self::Text | Self::Key(_) => json!({"type": "string"}),
            Self::Integer => json!({"type": "integer"}),
            Self::IntKey(_) => json!({"type": "integer", "minimum": 0}),
            Self::Number => json!({"type": "number"}),
            Self::Boolean => json!({"type": "boolean"}),
            Self::Timestamp => json!({"type": "string", "format": "date-time"}),
            Self::Date => json!({"type": "string", "format": "date"}),
            Self::Json => json!({}),
            Self::Choice(names) => json!({"type": "string", "enum": names}),
            Self::Optional(inner) => json!({"anyOf": [inner.json_schema(), {"type": "null"}]}),
            Self::List(inner) => json!({"type": "array", "items": inner.json_schema()}),
            Self::Map(inner) => {
                json!({"type": "object", "additionalProperties": inner.json_schema()})
            }
            Self::Record(info) => info.json_schema(),
        }
    }
}
