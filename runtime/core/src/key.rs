//! Keys: the names of rows, typed by the entity they name.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::Arc;

use serde_json::Value;

use crate::field::{Field, FieldType, integer_of};
use crate::json::write_json_string;
use crate::read::{ReadError, expected};
use crate::row::Entity;
use crate::shape::Shape;

/// The text key of a row of `T`.
///
/// A field of this type in another entity is a reference: the row must exist.
pub struct Key<T>(Arc<str>, PhantomData<fn() -> T>);

/// The integer key of a row of `T`, for services that number their rows.
pub struct IntKey<T>(i64, PhantomData<fn() -> T>);

impl<T> Key<T> {
    /// The key with this text.
    #[must_use]
    pub fn new(text: impl Into<Arc<str>>) -> Self {
        Self(text.into(), PhantomData)
    }

    /// The key's text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<T> IntKey<T> {
    /// The key with this number.
    #[must_use]
    pub const fn new(number: i64) -> Self {
        Self(number, PhantomData)
    }

    /// The key's number.
    #[must_use]
    pub const fn get(&self) -> i64 {
        self.0
    }
}

/// Something that can be part of a row's key.
pub trait KeyPart {
    /// Appends the part's text.
    fn write_part(&self, out: &mut String);

    /// The whole key, when this is all of it.
    #[must_use]
    fn key_text(&self) -> String {
        let mut out = String::new();
        self.write_part(&mut out);
        out
    }
}

/// Joins the parts of a composite key: `octo/web/12`.
///
/// A `/` inside a part that is not itself a key is written `~1`, and `~` is `~0`, so different
/// parts never join to one text.
#[must_use]
pub fn join_key(parts: &[&dyn KeyPart]) -> String {
    let mut out = String::new();
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            out.push('/');
        }
        part.write_part(&mut out);
    }
    out
}

impl<T> KeyPart for Key<T> {
    fn write_part(&self, out: &mut String) {
        out.push_str(&self.0);
    }
}

impl<T> KeyPart for IntKey<T> {
    fn write_part(&self, out: &mut String) {
        self.0.write_part(out);
    }
}

impl KeyPart for i64 {
    fn write_part(&self, out: &mut String) {
        use fmt::Write;
        let _ = write!(out, "{self}");
    }
}

impl KeyPart for String {
    fn write_part(&self, out: &mut String) {
        self.as_str().write_part(out);
    }
    fn key_text(&self) -> String {
        self.clone()
    }
}

impl KeyPart for str {
    fn write_part(&self, out: &mut String) {
        for character in self.chars() {
            match character {
                '~' => out.push_str("~0"),
                '/' => out.push_str("~1"),
                other => out.push(other),
            }
        }
    }
    fn key_text(&self) -> String {
        self.to_owned()
    }
}

impl KeyPart for crate::time::Date {
    fn write_part(&self, out: &mut String) {
        out.push_str(&self.to_string());
    }
}

impl<P: KeyPart + ?Sized> KeyPart for &P {
    fn write_part(&self, out: &mut String) {
        (**self).write_part(out);
    }
    fn key_text(&self) -> String {
        (**self).key_text()
    }
}

impl<T: Entity> Field for Key<T> {
    fn write_json(&self, out: &mut String) {
        write_json_string(&self.0, out);
    }
    fn text(&self) -> Option<&str> {
        Some(&self.0)
    }
    fn visit_keys(&self, visit: &mut dyn FnMut(&str)) {
        visit(&self.0);
    }
    fn length(&self) -> Option<usize> {
        Some(self.0.chars().count())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl<T: Entity> FieldType for Key<T> {
    const SHAPE: Shape = Shape::Key(T::NAME);
    fn read_json(value: &Value) -> Result<Self, ReadError> {
        match value {
            Value::String(text) => Ok(Self::new(text.as_str())),
            other => Err(expected("a key (a string)", other)),
        }
    }
}

impl<T: Entity> Field for IntKey<T> {
    fn write_json(&self, out: &mut String) {
        self.0.write_json(out);
    }
    fn visit_keys(&self, visit: &mut dyn FnMut(&str)) {
        visit(&self.key_text());
    }
    fn number(&self) -> Option<f64> {
        Some(self.0 as f64)
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl<T: Entity> FieldType for IntKey<T> {
    const SHAPE: Shape = Shape::IntKey(T::NAME);
    fn read_json(value: &Value) -> Result<Self, ReadError> {
        integer_of(value).map(Self::new).ok_or_else(|| expected("a key (a whole number)", value))
    }
}

impl<T> Clone for Key<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0), PhantomData)
    }
}
impl<T> PartialEq for Key<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl<T> Eq for Key<T> {}
impl<T> PartialOrd for Key<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl<T> Ord for Key<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(&other.0)
    }
}
impl<T> Hash for Key<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}
impl<T> fmt::Debug for Key<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}
impl<T> fmt::Display for Key<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
impl<T> PartialEq<str> for Key<T> {
    fn eq(&self, other: &str) -> bool {
        &*self.0 == other
    }
}
impl<T> PartialEq<&str> for Key<T> {
    fn eq(&self, other: &&str) -> bool {
        &*self.0 == *other
    }
}
impl<T> From<&str> for Key<T> {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}
impl<T> From<String> for Key<T> {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}

impl<T> Clone for IntKey<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for IntKey<T> {}
impl<T> PartialEq for IntKey<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl<T> Eq for IntKey<T> {}
impl<T> PartialOrd for IntKey<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl<T> Ord for IntKey<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(&other.0)
    }
}
impl<T> fmt::Debug for IntKey<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}
impl<T> fmt::Display for IntKey<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
