//! The subset of JSON Schema 2020-12 that normalized specs use.
//!
//! The runtime's argument checker implements exactly this. Every keyword means what 2020-12 says;
//! `format`, `default` and `description` are annotations. There are no references and no boolean
//! schemas except under `additionalProperties`. A schema that accepts nothing has an empty `enum`.

use std::fmt;

use indexmap::IndexMap;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Number, Value};

/// One of JSON Schema's types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Type {
    /// Only `null`.
    Null,
    /// `true` or `false`.
    Boolean,
    /// A number without fraction; `1.0` counts.
    Integer,
    /// Any number.
    Number,
    /// Text.
    String,
    /// A list.
    Array,
    /// Named members.
    Object,
}

/// A schema. Keys are written in the order of the fields; properties keep the source's order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Schema {
    /// For people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The only type accepted; several are an `anyOf`.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<Type>,
    /// How to read the text or number; never checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// The values accepted, without repetitions.
    #[serde(rename = "enum", skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<Value>>,
    /// The only value accepted.
    #[serde(
        rename = "const",
        skip_serializing_if = "Option::is_none",
        deserialize_with = "some_value"
    )]
    pub constant: Option<Value>,
    /// What applies when the argument is left out.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "some_value")]
    pub default: Option<Value>,

    /// Named members and their schemas.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub properties: IndexMap<String, Schema>,
    /// Members that must be there, each once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub required: Vec<String>,
    /// Whether and how members beyond `properties` are accepted; absent means any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub additional_properties: Option<Additional>,

    /// Elements beyond `prefix_items`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub items: Option<Box<Schema>>,
    /// The first elements, by position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prefix_items: Vec<Schema>,
    /// Fewest elements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_items: Option<u64>,
    /// Most elements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_items: Option<u64>,
    /// No two elements are equal.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unique_items: bool,

    /// Fewest characters (Unicode scalar values).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_length: Option<u64>,
    /// Most characters (Unicode scalar values).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_length: Option<u64>,
    /// A regular expression that `regex-lite` takes, found anywhere in the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,

    /// Smallest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum: Option<Number>,
    /// Largest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maximum: Option<Number>,
    /// Below every number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exclusive_minimum: Option<Number>,
    /// Above every number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exclusive_maximum: Option<Number>,
    /// Divides every number; positive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multiple_of: Option<Number>,

    /// At least one accepts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub any_of: Vec<Schema>,
    /// Exactly one accepts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub one_of: Vec<Schema>,
    /// All accept.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub all_of: Vec<Schema>,
}

/// What `additionalProperties` says.
#[derive(Clone, Debug, PartialEq)]
pub enum Additional {
    /// Any member is accepted, or none.
    Any(bool),
    /// Every further member obeys a schema.
    Of(Box<Schema>),
}

impl Schema {
    /// A schema that accepts every value.
    pub fn any() -> Self {
        Self::default()
    }

    /// A schema that accepts one type.
    pub fn of(kind: Type) -> Self {
        Self { kind: Some(kind), ..Self::default() }
    }

    /// A schema that accepts nothing.
    pub fn nothing() -> Self {
        Self { values: Some(Vec::new()), ..Self::default() }
    }

    /// Whether it says nothing but annotations.
    pub fn accepts_anything(&self) -> bool {
        let bare = Self {
            description: self.description.clone(),
            format: self.format.clone(),
            default: self.default.clone(),
            ..Self::default()
        };
        *self == bare
    }

    /// Whether it plainly accepts nothing.
    pub fn accepts_nothing(&self) -> bool {
        self.values.as_ref().is_some_and(Vec::is_empty)
    }

    /// For `anyOf: [X, {"type": "null"}]`, the schema `X`.
    pub fn non_null(&self) -> Option<&Self> {
        let null = Self::of(Type::Null);
        match self.any_of.as_slice() {
            [one, other] if *other == null => Some(one),
            [other, one] if *other == null => Some(one),
            _ => None,
        }
    }

    /// Whether a property must be given.
    pub fn requires(&self, property: &str) -> bool {
        self.required.iter().any(|name| name == property)
    }

    /// The schemas directly inside this one.
    pub fn children(&self) -> impl Iterator<Item = &Self> {
        let further = match &self.additional_properties {
            Some(Additional::Of(schema)) => Some(schema.as_ref()),
            _ => None,
        };
        self.properties
            .values()
            .chain(further)
            .chain(self.items.as_deref())
            .chain(&self.prefix_items)
            .chain(&self.any_of)
            .chain(&self.one_of)
            .chain(&self.all_of)
    }

    /// The schemas directly inside this one, to be changed.
    pub fn children_mut(&mut self) -> impl Iterator<Item = &mut Self> {
        let further = match &mut self.additional_properties {
            Some(Additional::Of(schema)) => Some(schema.as_mut()),
            _ => None,
        };
        self.properties
            .values_mut()
            .chain(further)
            .chain(self.items.as_deref_mut())
            .chain(&mut self.prefix_items)
            .chain(&mut self.any_of)
            .chain(&mut self.one_of)
            .chain(&mut self.all_of)
    }

    /// The schema as a JSON value, for validators.
    pub fn to_value(&self) -> Value {
        serde_json::to_value(self).expect("a schema has string keys and finite numbers only")
    }
}

impl Serialize for Additional {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Any(any) => serializer.serialize_bool(*any),
            Self::Of(schema) => schema.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Additional {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AdditionalVisitor)
    }
}

/// Goes by what comes: a detour over `Value` would lose the order of nested properties.
struct AdditionalVisitor;

impl<'de> Visitor<'de> for AdditionalVisitor {
    type Value = Additional;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a boolean or a schema")
    }

    fn visit_bool<E: serde::de::Error>(self, any: bool) -> Result<Additional, E> {
        Ok(Additional::Any(any))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Additional, A::Error> {
        let schema = Schema::deserialize(MapAccessDeserializer::new(map))?;
        Ok(Additional::Of(Box::new(schema)))
    }
}

/// Tells a given `null` from a missing member.
fn some_value<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}
