//! What every code carries: its number, weight, effect on meaning, and its explanation.

use std::fmt;

use super::code_list::{Entry, LIST};
use super::diagnostic::Severity;

pub use super::code_list::Code;

/// What the repair behind a diagnostic does to the set of accepted arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// Exactly the same arguments are accepted.
    Kept,
    /// Everything accepted before still is, and more.
    Widened,
    /// Another set is accepted, as the author meant it or as the product needs it.
    Changed,
}

impl Code {
    /// All codes, in ascending order of their numbers.
    pub fn all() -> impl Iterator<Item = Self> {
        LIST.iter().map(|entry| entry.code)
    }

    /// The code written as `CW0123`, in either case, or as its number.
    pub fn parse(text: &str) -> Option<Self> {
        let upper = text.trim().to_ascii_uppercase();
        let digits = upper.strip_prefix("CW").unwrap_or(&upper);
        let number: u16 = digits.parse().ok()?;
        Self::all().find(|code| code.number() == number)
    }

    /// The number behind `CW`.
    pub fn number(self) -> u16 {
        self as u16
    }

    /// One line on what is wrong, without a place.
    pub fn title(self) -> &'static str {
        self.entry().title
    }

    /// How much it weighs unless a diagnostic says otherwise.
    pub fn severity(self) -> Severity {
        self.entry().severity
    }

    /// What the repair does to the meaning.
    pub fn effect(self) -> Effect {
        self.entry().effect
    }

    /// What the code means, in a few sentences.
    pub fn meaning(self) -> &'static str {
        self.entry().meaning
    }

    /// An input that raises it.
    pub fn example(self) -> &'static str {
        self.entry().example
    }

    /// What to do about it.
    pub fn remedy(self) -> &'static str {
        self.entry().remedy
    }

    fn entry(self) -> &'static Entry {
        LIST.iter().find(|entry| entry.code == self).expect("the list has a row for every code")
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CW{:04}", self.number())
    }
}
