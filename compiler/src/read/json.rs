//! JSON as it was written: objects keep the order of their keys and know where they stand.
//!
//! `serde_json::Value` sorts keys, and whether it does depends on features that other crates of
//! the build switch on. The order of a tool's parameters is worth keeping, so this tree keeps it.

use std::cell::RefCell;
use std::fmt;

use indexmap::IndexMap;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Serialize, Serializer};
use serde_json::{Map, Number, Value};

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Pointer};
use crate::spec::{place_of, without_position};

/// Texts beyond this are refused unread. The largest tool list seen is 3 MB.
pub const TEXT_BYTES_MAX: usize = 32 << 20;

/// Arrays and objects nested beyond this are refused. The parser recurses, so this also bounds
/// the stack that every later pass needs.
pub const DEPTH_MAX: usize = 96;

/// A JSON value in its written order.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number.
    Number(Number),
    /// Text.
    String(String),
    /// A list.
    Array(Vec<Json>),
    /// Named members.
    Object(Object),
}

/// An object in its written order, with the place where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// Where it stands in its document.
    pub at: Pointer,
    /// Its members.
    pub members: IndexMap<String, Json>,
}

impl Json {
    /// The member `key`, if this is an object that has it.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.as_object()?.members.get(key)
    }

    /// The object, if it is one.
    pub fn as_object(&self) -> Option<&Object> {
        if let Self::Object(object) = self { Some(object) } else { None }
    }

    /// The elements, if it is an array.
    pub fn as_array(&self) -> Option<&[Self]> {
        if let Self::Array(elements) = self { Some(elements) } else { None }
    }

    /// The text, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        if let Self::String(text) = self { Some(text) } else { None }
    }

    /// What kind of value it is, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::String(_) => "a string",
            Self::Array(_) => "an array",
            Self::Object(_) => "an object",
        }
    }

    /// The value with sorted keys, whichever features `serde_json` was built with.
    pub fn to_value(&self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Bool(value) => Value::Bool(*value),
            Self::Number(value) => Value::Number(value.clone()),
            Self::String(value) => Value::String(value.clone()),
            Self::Array(elements) => elements.iter().map(Self::to_value).collect(),
            Self::Object(object) => {
                let mut keys: Vec<&String> = object.members.keys().collect();
                keys.sort_unstable();
                let members =
                    keys.into_iter().map(|key| (key.clone(), object.members[key].to_value()));
                Value::Object(members.collect::<Map<_, _>>())
            }
        }
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(value) => value.serialize(serializer),
            Self::String(value) => serializer.serialize_str(value),
            Self::Array(elements) => serializer.collect_seq(elements),
            Self::Object(object) => serializer.collect_map(&object.members),
        }
    }
}

/// Reads a text within the limits. Repeated keys are reported; the last one counts.
pub fn parse(text: &str) -> Result<(Json, Diagnostics), Diagnostics> {
    if text.len() > TEXT_BYTES_MAX {
        let message =
            format!("{} MB of text, {} MB are read", text.len() >> 20, TEXT_BYTES_MAX >> 20);
        return Err(Diagnostic::new(Code::FileTooLarge, Pointer::root()).message(message).into());
    }
    let notes = Notes::default();
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let seed = At { pointer: &Pointer::root(), depth: 0, notes: &notes };
    let outcome =
        seed.deserialize(&mut deserializer).and_then(|json| deserializer.end().map(|()| json));
    let notes = notes.0.into_inner();
    match outcome {
        Ok(json) => Ok((json, notes)),
        Err(_) if notes.has(Code::NestedTooDeep) => Err(notes),
        Err(error) => {
            Err(Diagnostic::new(Code::MalformedJson, place_of(text, error.line(), error.column()))
                .message(format!("the file is not JSON: {}", without_position(&error)))
                .into())
        }
    }
}

#[derive(Default)]
struct Notes(RefCell<Diagnostics>);

/// Where the next value stands.
#[derive(Clone, Copy)]
struct At<'a> {
    pointer: &'a Pointer,
    depth: usize,
    notes: &'a Notes,
}

impl At<'_> {
    fn deeper<E: serde::de::Error>(&self) -> Result<usize, E> {
        if self.depth < DEPTH_MAX {
            return Ok(self.depth + 1);
        }
        self.notes.0.borrow_mut().push(
            Diagnostic::new(Code::NestedTooDeep, self.pointer)
                .message(format!("nested deeper than {DEPTH_MAX} levels")),
        );
        Err(E::custom("nested too deep"))
    }
}

impl<'de> DeserializeSeed<'de> for At<'_> {
    type Value = Json;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for At<'_> {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Json, E> {
        Number::from_f64(value).map(Json::Number).ok_or_else(|| E::custom("a number out of range"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Json, E> {
        Ok(Json::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Json, A::Error> {
        let depth = self.deeper()?;
        let mut elements = Vec::new();
        loop {
            let pointer = self.pointer.index(elements.len());
            let seed = At { pointer: &pointer, depth, notes: self.notes };
            match seq.next_element_seed(seed)? {
                Some(element) => elements.push(element),
                None => return Ok(Json::Array(elements)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let depth = self.deeper()?;
        let mut members = IndexMap::new();
        while let Some(key) = map.next_key::<String>()? {
            let pointer = self.pointer.key(&key);
            let seed = At { pointer: &pointer, depth, notes: self.notes };
            let value = map.next_value_seed(seed)?;
            if members.insert(key.clone(), value).is_some() {
                self.notes.0.borrow_mut().push(
                    Diagnostic::new(Code::DuplicateKey, &pointer)
                        .message(format!("the key `{key}` is given twice; the last one counts")),
                );
            }
        }
        Ok(Json::Object(Object { at: self.pointer.clone(), members }))
    }
}

#[cfg(test)]
mod tests {
    use super::{Code, DEPTH_MAX, parse};

    #[test]
    fn keys_keep_their_order_and_the_last_of_two_equal_ones_counts() {
        let (json, notes) = parse(r#"{"z":1,"a":{"b":2},"z":3}"#).expect("parses");
        let object = json.as_object().expect("is an object");
        assert_eq!(object.members.keys().collect::<Vec<_>>(), ["z", "a"]);
        assert_eq!(json.get("z").map(super::Json::to_value), Some(3.into()));
        assert_eq!(json.get("a").and_then(|a| a.as_object()).map(|a| a.at.as_str()), Some("/a"));
        assert!(notes.has(Code::DuplicateKey));
    }

    #[test]
    fn nesting_beyond_the_limit_is_reported_and_not_a_crash() {
        let deep = "[".repeat(100_000);
        assert!(parse(&deep).expect_err("too deep").has(Code::NestedTooDeep));
        let fits = format!("{}{}", "[".repeat(DEPTH_MAX), "]".repeat(DEPTH_MAX));
        assert!(parse(&fits).is_ok());
    }

    #[test]
    fn truncated_and_garbled_texts_are_malformed_json() {
        for text in ["", "{", r#"{"a""#, "[1,]", "nul", "1e999", "{} {}", r#""\ud800""#] {
            let error = parse(text).expect_err(text);
            assert!(error.has(Code::MalformedJson), "{text}: {error}");
        }
    }
}
