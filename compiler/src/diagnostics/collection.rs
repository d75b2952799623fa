//! All diagnostics of a pass, in the order found.

use std::fmt;

use super::code::{Code, Effect};
use super::diagnostic::{Diagnostic, Severity};

/// Diagnostics in the order in which they were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Adds all of another pass's.
    pub fn append(&mut self, other: Self) {
        self.list.extend(other.list);
    }

    /// Whether there are none of any severity.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether one of them is an error.
    pub fn has_errors(&self) -> bool {
        self.count(Severity::Error) > 0
    }

    /// How many there are of one severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.list.iter().filter(|one| one.severity == severity).count()
    }

    /// Whether one of them carries this code.
    pub fn has(&self, code: Code) -> bool {
        self.list.iter().any(|one| one.code == code)
    }

    /// The strongest change of meaning that any of them admits.
    pub fn effect(&self) -> Effect {
        self.list.iter().map(|one| one.code.effect()).max().unwrap_or(Effect::Kept)
    }

    /// In the order found.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// Leaves out what was said before word for word: a definition that is used twice is read
    /// twice.
    pub fn without_repetitions(self) -> Self {
        let mut seen = std::collections::BTreeSet::new();
        let list = self
            .list
            .into_iter()
            .filter(|one| seen.insert((one.code, one.place.clone(), one.message.clone())));
        Self { list: list.collect() }
    }

    /// Names the file in every place that does not name one yet.
    pub fn in_file(mut self, file: &str) -> Self {
        for one in &mut self.list {
            let labels = one.labels.iter_mut().map(|label| &mut label.place);
            for place in std::iter::once(&mut one.place).chain(labels) {
                place.file.get_or_insert_with(|| file.to_owned());
            }
        }
        self
    }

    /// `Err` with everything when there is an error, otherwise `value` and what is left to say.
    pub fn unless_errors<T>(self, value: T) -> Result<(T, Self), Self> {
        if self.has_errors() { Err(self) } else { Ok((value, self)) }
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(one: Diagnostic) -> Self {
        Self { list: vec![one] }
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(all: I) -> Self {
        Self { list: all.into_iter().collect() }
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for one in &self.list {
            writeln!(f, "{one}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}
