//! Reading typed values out of JSON, with the place of each error.

use std::fmt;

use serde_json::{Number, Value};

use crate::field::FieldType;
use crate::row::RecordInfo;

/// Why a JSON value did not fit, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError {
    /// JSON pointer from the value that was read to the part that did not fit.
    pub pointer: String,
    /// What was expected, in words.
    pub message: String,
}

impl ReadError {
    /// An error at the value itself.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { pointer: String::new(), message: message.into() }
    }

    /// The same error, seen from the object or array that holds the value.
    #[must_use]
    pub fn within(mut self, name: impl fmt::Display) -> Self {
        let name = name.to_string().replace('~', "~0").replace('/', "~1");
        self.pointer = format!("/{name}{}", self.pointer);
        self
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pointer.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "at `{}`: {}", self.pointer, self.message)
        }
    }
}

impl std::error::Error for ReadError {}

/// "expected a string, found 3".
pub(crate) fn expected(what: &str, found: &Value) -> ReadError {
    ReadError::new(format!("expected {what}, found {}", brief(found)))
}

/// "expected one of `open`, `closed`, found "opne"".
pub fn not_a_choice(names: &[&str], found: &Value) -> ReadError {
    let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    expected(&format!("one of {}", names.join(", ")), found)
}

/// A value in a few words, for messages.
pub(crate) fn brief(value: &Value) -> String {
    const CHARACTERS_MAX: usize = 60;
    match value {
        Value::Array(items) => format!("an array of {} items", items.len()),
        Value::Object(_) => "an object".to_owned(),
        other => {
            let text = other.to_string();
            match text.char_indices().nth(CHARACTERS_MAX) {
                Some((end, _)) => format!("{}…", &text[..end]),
                None => text,
            }
        }
    }
}

/// One JSON object being read as a record, an entity or a tool's arguments.
pub struct Reader<'a> {
    info: &'static RecordInfo,
    /// What the object has for each field, in the record's order.
    values: Vec<Option<&'a Value>>,
    numbers: Numbers,
}

/// What a number is where a text is expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Numbers {
    /// A mistake.
    Refused,
    /// Its digits. The tool's schema has already refused numbers where it takes only texts.
    Texts,
}

impl<'a> Reader<'a> {
    /// Starts reading an object.
    ///
    /// # Errors
    /// When `value` is no object or has a property that the record does not know.
    pub fn new(info: &'static RecordInfo, value: &'a Value) -> Result<Self, ReadError> {
        Self::of(info, value, Numbers::Refused, |name| Err(unknown(info, name)))
    }

    /// Starts reading a tool's arguments, or an open record. Which properties may be there, the
    /// tool's schema says.
    ///
    /// # Errors
    /// When `value` is no object.
    pub fn of_arguments(info: &'static RecordInfo, value: &'a Value) -> Result<Self, ReadError> {
        Self::of(info, value, Numbers::Texts, |_| Ok(()))
    }

    /// Finds the place of each property; `unknown` is asked about those that have none.
    fn of(
        info: &'static RecordInfo,
        value: &'a Value,
        numbers: Numbers,
        unknown: impl Fn(&str) -> Result<(), ReadError>,
    ) -> Result<Self, ReadError> {
        let object = value.as_object().ok_or_else(|| expected("an object", value))?;
        let mut values = vec![None; info.fields.len()];
        // The properties nearly always come in the order of their names: then each is the next one.
        let mut next = 0;
        for (name, value) in object {
            let name_at = |at: &usize| info.fields[*at].name;
            let is_next = info.sorted.get(next).is_some_and(|at| name_at(at) == name);
            if !is_next {
                match info.sorted.binary_search_by_key(&name.as_str(), name_at) {
                    Ok(found) => next = found,
                    Err(_) => {
                        unknown(name)?;
                        continue;
                    }
                }
            }
            values[info.sorted[next]] = Some(value);
            next += 1;
        }
        Ok(Self { info, values, numbers })
    }

    /// Reads the field at `index` in the record's order.
    ///
    /// # Errors
    /// When the property is missing and may not be, or does not fit.
    pub fn field<T: FieldType>(&self, index: usize) -> Result<T, ReadError> {
        let name = self.info.fields[index].name;
        match self.values[index] {
            Some(value) => self.read(value).map_err(|error| error.within(name)),
            None => T::when_missing().ok_or_else(|| missing(self.info, name)),
        }
    }

    fn read<T: FieldType>(&self, value: &Value) -> Result<T, ReadError> {
        T::read_json(value).or_else(|error| match (self.numbers, value) {
            (Numbers::Texts, Value::Number(number)) => {
                T::read_json(&Value::String(digits(number))).map_err(|_| error)
            }
            _ => Err(error),
        })
    }

    /// Whether the property of the field at `index` is there and passes the test.
    #[must_use]
    pub fn is(&self, index: usize, test: fn(&Value) -> bool) -> bool {
        self.values[index].is_some_and(test)
    }

    /// Reads the field at `index`, or takes `default` when the property is missing.
    ///
    /// # Errors
    /// When the property is there and does not fit.
    pub fn field_or<T: FieldType>(&self, index: usize, default: fn() -> T) -> Result<T, ReadError> {
        match self.values[index] {
            Some(value) => {
                self.read(value).map_err(|error| error.within(self.info.fields[index].name))
            }
            None => Ok(default()),
        }
    }
}

/// A number as text; whole ones without a fraction, as `25` and `25.0` are one number.
fn digits(number: &Number) -> String {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match number.as_f64() {
        Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() <= EXACT => {
            format!("{float:.0}")
        }
        _ => number.to_string(),
    }
}

fn unknown(info: &RecordInfo, name: &str) -> ReadError {
    let known = nearest(name, info.fields.iter().map(|field| field.name));
    let hint = known.map(|name| format!(", did you mean `{name}`?")).unwrap_or_default();
    ReadError::new(format!("`{}` has no property `{name}`{hint}", info.name))
}

fn missing(info: &RecordInfo, name: &str) -> ReadError {
    ReadError::new(format!("`{}` needs the property `{name}`", info.name))
}

/// The known name closest to a misspelt one, when one is close.
#[must_use]
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let n_characters = name.chars().count();
    let budget = n_characters / 3 + 1;
    known
        // Names whose lengths differ by more than the budget are at least as far apart.
        .filter(|candidate| candidate.chars().count().abs_diff(n_characters) <= budget)
        .map(|candidate| (edit_distance(name, candidate), candidate))
        .filter(|(distance, _)| *distance <= budget)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Levenshtein distance in characters.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
