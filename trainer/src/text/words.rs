//! Splits text into the units that the tokenizer sees, and says where a space goes without saying.
//!
//! A policy copies values from one place to another: a name from the instruction into an argument,
//! an id from an observation into the next call. Copying is easiest when a value is spelled by the
//! same ids wherever it stands, so a word carries no leading space here. Spaces that English and
//! the compact call form put at fixed places are implied; every other one is written out.

use super::handles::{Setting, value_length};

/// One unit of text, before byte-pair merges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit<'a> {
    /// Letters and underscores, or a short code with its hyphen when digits follow: `CUS-`.
    Word(&'a str),
    /// An argument or field name in the compact form, with its marks: `|customer_id:`.
    Key(&'a str),
    /// One or two digits that open a number.
    Digits(&'a str),
    /// One or two digits that continue a number.
    MoreDigits(&'a str),
    /// One ASCII mark.
    Mark(&'a str),
    /// An id, an address, a date, a title: a value that has a handle.
    Value(&'a str),
    /// A character outside printable ASCII, spelled byte by byte.
    Foreign(&'a str),
    /// A space that is not implied by its neighbours.
    Space,
    /// A line break.
    Newline,
    /// Says that the implied space is absent here.
    Glue,
}

/// What a unit is to its neighbours when spaces are implied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Nothing is before the first unit, and nothing is implied next to a written-out space.
    Edge,
    /// A word; `upper` when it opens with a capital.
    Word {
        /// Whether the first letter is a capital.
        upper: bool,
    },
    /// A word that ends in a hyphen.
    Code {
        /// Whether the first letter is a capital.
        upper: bool,
    },
    /// A number.
    Digits,
    /// A value that has a handle.
    Value,
    /// A field name of the compact form.
    Key,
    /// A mark, by its byte.
    Mark(u8),
    /// A character spelled in bytes.
    Foreign,
}

/// Whether a space stands between two neighbours when nothing is written there.
pub fn implies_space(before: Shape, after: Shape) -> bool {
    let opens_word =
        matches!(after, Shape::Word { .. } | Shape::Code { .. } | Shape::Digits | Shape::Value);
    match before {
        Shape::Word { .. } | Shape::Digits | Shape::Value => opens_word,
        Shape::Key => !matches!(after, Shape::Edge | Shape::Key | Shape::Mark(b'{' | b'|')),
        Shape::Mark(b',' | b';' | b'!' | b'?' | b')') => opens_word,
        Shape::Mark(b':') => {
            matches!(after, Shape::Word { .. } | Shape::Code { .. } | Shape::Value)
        }
        Shape::Mark(b'.') => {
            matches!(after, Shape::Word { upper: true } | Shape::Code { upper: true })
        }
        Shape::Edge | Shape::Code { .. } | Shape::Mark(_) | Shape::Foreign => false,
    }
}

/// Splits `text` into units from which [`Joiner`] restores it exactly. A value that could have a
/// handle is one unit when `has_handle` says so, and is spelled out otherwise.
pub fn split_units(text: &str, mut has_handle: impl FnMut(&str) -> bool) -> Vec<Unit<'_>> {
    let mut units = Vec::new();
    let mut before = Shape::Edge;
    let mut brackets = Vec::new();
    let mut at = 0;

    while let Some(first) = text[at..].chars().next() {
        if first == '\n' {
            units.push(Unit::Newline);
            before = Shape::Edge;
            at += 1;
            continue;
        }
        let from = at + usize::from(first == ' ');
        let setting = match (before, brackets.last()) {
            (Shape::Key, _) => Setting::Field,
            (Shape::Mark(b'"'), _) if first != ' ' => Setting::Quotes,
            (Shape::Mark(b'[' | b','), Some(b'[')) => Setting::List,
            _ => Setting::Prose,
        };
        let next = next_unit(text, from, setting, &mut has_handle);
        let shape = next.as_ref().map_or(Shape::Edge, |(_, shape, _)| *shape);
        let implied = implies_space(before, shape);
        match (first == ' ', implied) {
            (true, false) => {
                units.push(Unit::Space);
                before = Shape::Edge;
                at += 1;
                continue;
            }
            (false, true) => units.push(Unit::Glue),
            _ => {}
        }
        let Some((unit, shape, length)) = next else { continue };
        units.push(unit);
        before = shape;
        at = from + length;
        match shape {
            Shape::Mark(open @ (b'[' | b'{')) => brackets.push(open),
            Shape::Mark(b']' | b'}') => drop(brackets.pop()),
            _ => {}
        }
        if matches!(unit, Unit::Digits(_)) {
            while text[at..].starts_with(|c: char| c.is_ascii_digit()) {
                let taken = digits_taken(&text[at..]);
                units.push(Unit::MoreDigits(&text[at..at + taken]));
                at += taken;
            }
        }
    }
    units
}

/// The unit at a place of a text, its shape, and its length in bytes; `None` where a space, a line
/// break or the end is.
fn next_unit<'a>(
    whole: &'a str,
    at: usize,
    setting: Setting,
    has_handle: &mut impl FnMut(&str) -> bool,
) -> Option<(Unit<'a>, Shape, usize)> {
    let text = &whole[at..];
    let first = text.chars().next().filter(|&c| c != ' ' && c != '\n')?;
    if first == '|'
        && let Some(length) = key_length(text)
    {
        return Some((Unit::Key(&text[..length]), Shape::Key, length));
    }
    let before = whole[..at].chars().next_back();
    let at_boundary = before.is_none_or(|c| c.is_whitespace() || "|{}[],\"('".contains(c));
    if at_boundary
        && let Some(length) = value_length(text, setting)
        && has_handle(&text[..length])
    {
        return Some((Unit::Value(&text[..length]), Shape::Value, length));
    }
    Some(spelled_unit(text, first))
}

fn spelled_unit(text: &str, first: char) -> (Unit<'_>, Shape, usize) {
    if first.is_ascii_digit() {
        let taken = digits_taken(text);
        return (Unit::Digits(&text[..taken]), Shape::Digits, taken);
    }
    if is_letter(first) {
        let length = text.find(|c| !is_letter(c)).unwrap_or(text.len());
        let upper = first.is_ascii_uppercase();
        let tail = &text.as_bytes()[length..];
        if let [b'-', digit, ..] = tail
            && digit.is_ascii_digit()
        {
            return (Unit::Word(&text[..=length]), Shape::Code { upper }, length + 1);
        }
        return (Unit::Word(&text[..length]), Shape::Word { upper }, length);
    }
    if first.is_ascii_graphic() {
        return (Unit::Mark(&text[..1]), Shape::Mark(first as u8), 1);
    }
    let length = first.len_utf8();
    (Unit::Foreign(&text[..length]), Shape::Foreign, length)
}

fn is_letter(character: char) -> bool {
    character.is_ascii_alphabetic() || character == '_'
}

fn digits_taken(text: &str) -> usize {
    let second = text.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    if second { 2 } else { 1 }
}

/// The length of a field name of the compact form, marks included, when one is at the head.
fn key_length(text: &str) -> Option<usize> {
    let name = &text[1..];
    let end = name.find(|c: char| !is_letter(c) && !c.is_ascii_digit() && c != '-')?;
    let opens_with_letter = name.starts_with(is_letter);
    (opens_with_letter && name[end..].starts_with(':')).then_some(end + 2)
}

/// Puts units back together, adding the implied spaces.
#[derive(Debug)]
pub struct Joiner {
    bytes: Vec<u8>,
    before: Shape,
}

impl Default for Joiner {
    fn default() -> Self {
        Self { bytes: Vec::new(), before: Shape::Edge }
    }
}

impl Joiner {
    /// Appends a piece that opens a unit of the given shape.
    pub fn open(&mut self, shape: Shape, piece: &str) {
        if implies_space(self.before, shape) {
            self.bytes.push(b' ');
        }
        self.bytes.extend_from_slice(piece.as_bytes());
        self.before = shape;
    }

    /// Appends a piece that continues the unit before it.
    pub fn go_on(&mut self, piece: &str) {
        self.bytes.extend_from_slice(piece.as_bytes());
        self.before = match self.before {
            Shape::Word { upper } if piece.ends_with('-') => Shape::Code { upper },
            Shape::Mark(b'|') if piece.ends_with(':') => Shape::Key,
            other => other,
        };
    }

    /// Appends one byte of a character outside printable ASCII.
    pub fn byte(&mut self, byte: u8) {
        if implies_space(self.before, Shape::Foreign) {
            self.bytes.push(b' ');
        }
        self.bytes.push(byte);
        self.before = Shape::Foreign;
    }

    /// Appends a written-out space or line break.
    pub fn gap(&mut self, gap: char) {
        self.bytes.push(gap as u8);
        self.before = Shape::Edge;
    }

    /// Drops the space that the next unit would imply.
    pub fn glue(&mut self) {
        self.before = Shape::Edge;
    }

    /// The text. Bytes that are no UTF-8 (a policy may sample them) become U+FFFD.
    pub fn finish(self) -> String {
        String::from_utf8(self.bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
    }
}

/// The shape of a whole unit, as [`Joiner::open`] wants it.
pub fn shape_of(piece: &str) -> Shape {
    let mut characters = piece.chars();
    match characters.next() {
        None => Shape::Edge,
        Some('|') if piece.len() > 2 && piece.ends_with(':') => Shape::Key,
        Some(first) if first.is_ascii_digit() => Shape::Digits,
        Some(first) if is_letter(first) => {
            let upper = first.is_ascii_uppercase();
            if piece.ends_with('-') { Shape::Code { upper } } else { Shape::Word { upper } }
        }
        Some(first) if first.is_ascii_graphic() => Shape::Mark(first as u8),
        Some(_) => Shape::Foreign,
    }
}
