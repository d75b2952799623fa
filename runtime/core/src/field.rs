//! Values that a field can hold: how each reads from JSON and writes to it.

use std::any::Any;
use std::collections::BTreeMap;

use serde_json::Value;

use crate::json::{write_json_string, write_json_value, write_number, write_whole};
use crate::read::{ReadError, expected};
use crate::row::Row;
use crate::shape::Shape;

/// A value in a row, seen without its type.
pub trait Field: Any + Send + Sync {
    /// Appends the value as canonical JSON text.
    fn write_json(&self, out: &mut String);

    /// The value as text when it is a text, a key or a choice.
    fn text(&self) -> Option<&str> {
        None
    }

    /// Calls `visit` with the text of every key held here: none, one, or one an item.
    fn visit_keys(&self, visit: &mut dyn FnMut(&str)) {
        let _ = visit;
    }

    /// Calls `visit` with every embedded record held here.
    fn visit_records(&self, visit: &mut dyn FnMut(&dyn Row)) {
        let _ = visit;
    }

    /// The number of characters or items, when the value has a length.
    fn length(&self) -> Option<usize> {
        None
    }

    /// The value as a number, when it is one.
    fn number(&self) -> Option<f64> {
        None
    }

    /// Whether this is the `None` of an optional field.
    fn is_null(&self) -> bool {
        false
    }

    /// The value behind `Any`, to get its type back.
    fn as_any(&self) -> &dyn Any;
}

/// A type that a field can have.
pub trait FieldType: Field + Clone + Sized {
    /// The shape of every value of the type.
    const SHAPE: Shape;

    /// Reads a value.
    ///
    /// # Errors
    /// Says at which JSON pointer the value does not fit the shape.
    fn read_json(value: &Value) -> Result<Self, ReadError>;

    /// What a missing property means; `None` when it must be there.
    #[must_use]
    fn when_missing() -> Option<Self> {
        None
    }
}

/// Whether a field has the same value in two rows.
pub(crate) fn same_value(a: &dyn Field, b: &dyn Field) -> bool {
    match (a.text(), b.text()) {
        (Some(a), Some(b)) => a == b,
        _ => json_of(a) == json_of(b),
    }
}

/// The value as canonical JSON text.
pub(crate) fn json_of(field: &dyn Field) -> String {
    let mut text = String::new();
    field.write_json(&mut text);
    text
}

macro_rules! as_any {
    () => {
        fn as_any(&self) -> &dyn Any {
            self
        }
    };
}

impl Field for String {
    fn write_json(&self, out: &mut String) {
        write_json_string(self, out);
    }
    fn text(&self) -> Option<&str> {
        Some(self)
    }
    fn length(&self) -> Option<usize> {
        Some(self.chars().count())
    }
    as_any!();
}

impl FieldType for String {
    const SHAPE: Shape = Shape::Text;
    fn read_json(value: &Value) -> Result<Self, ReadError> {
        match value {
            Value::String(text) => Ok(text.clone()),
            other => Err(expected("a string", other)),
        }
    }
}

impl Field for i64 {
    fn write_json(&self, out: &mut String) {
        write_whole(*self, out);
    }
    fn number(&self) -> Option<f64> {
        Some(*self as f64)
    }
    as_any!();
}

impl FieldType for i64 {
    const SHAPE: Shape = Shape::Integer;
    fn read_json(value: &Value) -> Result<Self, ReadError> {
        integer_of(value).ok_or_else(|| expected("a whole number", value))
    }
}

/// The whole number in a JSON value; `25.0` is one.
pub(crate) fn integer_of(value: &Value) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let number = value.as_number()?;
    number.as_i64().or_else(|| {
        let float = number.as_f64()?;
        (float.fract() == 0.0 && float.abs() <= EXACT).then_some(float as i64)
    })
}

impl Field for f64 {
    fn write_json(&self, out: &mut String) {
        write_number(*self, out);
    }
    fn number(&self) -> Option<f64> {
        Some(*self)
    }
    as_any!();
}

impl FieldType for f64 {
    const SHAPE: Shape = Shape::Number;
    fn read_json(value: &Value) -> Result<Self, ReadError> {
        value
            .as_f64()
            .filter(|number| number.is_finite())
            .ok_or_else(|| expected("a number", value))
    }
}

impl Field for bool {
    fn write_json(&self, out: &mut String) {
        out.push_str(if *self { "true" } else { "false" });
    }
    as_any!();
}

impl FieldType for bool {
    const SHAPE: Shape = Shape::Boolean;
    fn read_json(value: &Value) -> Result<Self, ReadError> {
        value.as_bool().ok_or_else(|| expected("true or false", value))
    }
}

/// Any JSON value, for what a spec leaves open.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Json(pub Value);

impl Field for Json {
    fn write_json(&self, out: &mut String) {
        write_json_value(&self.0, out);
    }
    fn text(&self) -> Option<&str> {
        self.0.as_str()
    }
    fn is_null(&self) -> bool {
        self.0.is_null()
    }
    as_any!();
}

impl FieldType for Json {
    const SHAPE: Shape = Shape::Json;
    fn read_json(value: &Value) -> Result<Self, ReadError> {
        Ok(Self(value.clone()))
    }
}

impl<T: FieldType> Field for Option<T> {
    fn write_json(&self, out: &mut String) {
        match self {
            Some(value) => value.write_json(out),
            None => out.push_str("null"),
        }
    }
    fn text(&self) -> Option<&str> {
        self.as_ref().and_then(Field::text)
    }
    fn visit_keys(&self, visit: &mut dyn FnMut(&str)) {
        if let Some(value) = self {
            value.visit_keys(visit);
        }
    }
    fn visit_records(&self, visit: &mut dyn FnMut(&dyn Row)) {
        if let Some(value) = self {
            value.visit_records(visit);
        }
    }
    fn length(&self) -> Option<usize> {
        self.as_ref().and_then(Field::length)
    }
    fn number(&self) -> Option<f64> {
        self.as_ref().and_then(Field::number)
    }
    fn is_null(&self) -> bool {
        self.is_none()
    }
    as_any!();
}

impl<T: FieldType> FieldType for Option<T> {
    const SHAPE: Shape = Shape::Optional(&T::SHAPE);
    fn read_json(value: &Value) -> Result<Self, ReadError> {
        match value {
            Value::Null => Ok(None),
            other => T::read_json(other).map(Some),
        }
    }
    fn when_missing() -> Option<Self> {
        Some(None)
    }
}

impl<T: FieldType> Field for Vec<T> {
    fn write_json(&self, out: &mut String) {
        out.push('[');
        for (index, item) in self.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            item.write_json(out);
        }
        out.push(']');
    }
    fn visit_keys(&self, visit: &mut dyn FnMut(&str)) {
        for item in self {
            item.visit_keys(visit);
        }
    }
    fn visit_records(&self, visit: &mut dyn FnMut(&dyn Row)) {
        for item in self {
            item.visit_records(visit);
        }
    }
    fn length(&self) -> Option<usize> {
        Some(self.len())
    }
    as_any!();
}

impl<T: FieldType> FieldType for Vec<T> {
    const SHAPE: Shape = Shape::List(&T::SHAPE);
    fn read_json(value: &Value) -> Result<Self, ReadError> {
        let items = value.as_array().ok_or_else(|| expected("an array", value))?;
        items
            .iter()
            .enumerate()
            .map(|(index, item)| T::read_json(item).map_err(|error| error.within(index)))
            .collect()
    }
    fn when_missing() -> Option<Self> {
        Some(Self::new())
    }
}

impl<T: FieldType> Field for BTreeMap<String, T> {
    fn write_json(&self, out: &mut String) {
        out.push('{');
        for (index, (name, value)) in self.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            write_json_string(name, out);
            out.push(':');
            value.write_json(out);
        }
        out.push('}');
    }
    fn visit_records(&self, visit: &mut dyn FnMut(&dyn Row)) {
        for value in self.values() {
            value.visit_records(visit);
        }
    }
    fn length(&self) -> Option<usize> {
        Some(self.len())
    }
    as_any!();
}

impl<T: FieldType> FieldType for BTreeMap<String, T> {
    const SHAPE: Shape = Shape::Map(&T::SHAPE);
    fn read_json(value: &Value) -> Result<Self, ReadError> {
        let object = value.as_object().ok_or_else(|| expected("an object", value))?;
        object
            .iter()
            .map(|(name, value)| {
                let value = T::read_json(value).map_err(|error| error.within(name))?;
                Ok((name.clone(), value))
            })
            .collect()
    }
    fn when_missing() -> Option<Self> {
        Some(Self::new())
    }
}
