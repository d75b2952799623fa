//! One diagnostic: a code, a message, a place, a remedy.

use std::fmt;
use std::ops::Range;

use super::code::Code;
use super::pointer::Pointer;

/// How much a diagnostic weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Something was repaired and its meaning kept, or dropped on purpose.
    Note,
    /// The result is usable, but means something else than the input, or is doubtful.
    Warning,
    /// There is no result.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// Where in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum At {
    /// The file as a whole.
    Whole,
    /// A byte range of the text, as in Rust source or where JSON does not parse.
    Bytes {
        /// First byte.
        start: usize,
        /// One past the last byte.
        end: usize,
    },
    /// A value in a JSON document.
    Json(Pointer),
}

/// A file and a place in it. Passes may leave the file out; `Diagnostics::in_file` fills it in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file's name as the user gave it.
    pub file: Option<String>,
    /// Where in the file.
    pub at: At,
}

impl Place {
    /// A whole file.
    pub fn file(name: impl Into<String>) -> Self {
        Self { file: Some(name.into()), at: At::Whole }
    }

    /// A byte range in a named file.
    pub fn bytes(name: impl Into<String>, span: Range<usize>) -> Self {
        Self { file: Some(name.into()), at: At::from(span) }
    }
}

impl From<Range<usize>> for At {
    fn from(span: Range<usize>) -> Self {
        Self::Bytes { start: span.start, end: span.end }
    }
}

impl From<Pointer> for Place {
    fn from(pointer: Pointer) -> Self {
        Self { file: None, at: At::Json(pointer) }
    }
}

impl From<&Pointer> for Place {
    fn from(pointer: &Pointer) -> Self {
        Self::from(pointer.clone())
    }
}

impl From<Range<usize>> for Place {
    fn from(span: Range<usize>) -> Self {
        Self { file: None, at: At::from(span) }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.as_deref().unwrap_or("<input>");
        match &self.at {
            At::Whole => write!(f, "{file}"),
            At::Bytes { start, end } => write!(f, "{file}, bytes {start}..{end}"),
            At::Json(pointer) => write!(f, "{file}#{}", pointer.as_str()),
        }
    }
}

/// A second place that a diagnostic speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub place: Place,
    /// What is there.
    pub text: String,
}

/// One thing that the compiler has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which kind of problem; stable across releases.
    pub code: Code,
    /// How much it weighs; the code's own weight unless raised or lowered.
    pub severity: Severity,
    /// What is wrong here: lowercase, no final period, user names in backticks.
    pub message: String,
    /// Where it is.
    pub place: Place,
    /// What to do about it.
    pub help: Option<String>,
    /// Other places that matter.
    pub labels: Vec<Label>,
}

impl Diagnostic {
    /// A diagnostic whose message is the code's title; `message` says it better where it can.
    pub fn new(code: Code, place: impl Into<Place>) -> Self {
        Self {
            code,
            severity: code.severity(),
            message: code.title().to_owned(),
            place: place.into(),
            help: None,
            labels: Vec::new(),
        }
    }

    /// Says what is wrong at this place.
    pub fn message(mut self, message: impl Into<String>) -> Self {
        self.message = message.into();
        self
    }

    /// Says what to do.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Points at a second place.
    pub fn label(mut self, place: impl Into<Place>, text: impl Into<String>) -> Self {
        self.labels.push(Label { place: place.into(), text: text.into() });
        self
    }

    /// Weighs this one differently from its code.
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}] {}: {}", self.severity, self.code, self.place, self.message)?;
        if let Some(help) = &self.help {
            write!(f, " (help: {help})")?;
        }
        Ok(())
    }
}
