//! Finds the byte range of JSON pointers in the text that they point into.
//!
//! One scan answers any number of pointers, so that ten thousand notes on a large document cost
//! one pass over it. The text may be anything: the scan stops where it is not JSON.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::pointer::{Pointer, push_escaped};

/// Byte ranges of the values at `wanted`. A pointer to a missing value gets the range of the
/// nearest value around it; one that has none, because the text is not JSON, is left out.
pub fn locate<'a>(
    text: &str,
    wanted: impl IntoIterator<Item = &'a Pointer>,
) -> BTreeMap<Pointer, Range<usize>> {
    let wanted: BTreeSet<Pointer> = wanted.into_iter().cloned().collect();
    let mut watched = BTreeSet::new();
    for pointer in &wanted {
        let mut next = Some(pointer.clone());
        while let Some(pointer) = next {
            next = pointer.parent();
            watched.insert(pointer);
        }
    }

    let mut scanner = Scanner {
        bytes: text.as_bytes(),
        position: 0,
        path: String::new(),
        watched: &watched,
        found: BTreeMap::new(),
    };
    scanner.skip_document();
    let found = scanner.found;

    wanted
        .into_iter()
        .filter_map(|pointer| {
            let mut at = Some(pointer.clone());
            while let Some(here) = at {
                if let Some(span) = found.get(here.as_str()) {
                    return Some((pointer, span.clone()));
                }
                at = here.parent();
            }
            None
        })
        .collect()
}

struct Scanner<'a> {
    bytes: &'a [u8],
    position: usize,
    path: String,
    watched: &'a BTreeSet<Pointer>,
    found: BTreeMap<String, Range<usize>>,
}

/// A value that is open: what to do when its next member or its end comes.
struct Open {
    start: usize,
    path_len: usize,
    kind: Kind,
}

enum Kind {
    Object,
    Array { next: usize },
}

impl Scanner<'_> {
    /// Scans with a stack of its own: the nesting of a hostile text must not exhaust ours.
    fn skip_document(&mut self) {
        let mut open: Vec<Open> = Vec::new();
        loop {
            self.skip_space();
            let Some(byte) = self.peek() else { return };
            let start = self.position;
            match byte {
                b'{' | b'[' => {
                    self.position += 1;
                    let kind = if byte == b'{' { Kind::Object } else { Kind::Array { next: 0 } };
                    open.push(Open { start, path_len: self.path.len(), kind });
                }
                b'"' => {
                    self.skip_string();
                    self.close(start);
                }
                b'}' | b']' | b',' | b':' => return,
                _ => {
                    self.skip_scalar();
                    self.close(start);
                }
            }
            // A value has ended, or a container has just begun: find where the next one starts.
            loop {
                let Some(top) = open.last_mut() else { return };
                self.path.truncate(top.path_len);
                match self.bytes[self.position..].iter().position(|b| !b.is_ascii_whitespace()) {
                    Some(skip) => self.position += skip,
                    None => return,
                }
                match self.bytes[self.position] {
                    b'}' | b']' => {
                        self.position += 1;
                        let start = top.start;
                        open.pop();
                        self.close(start);
                        continue;
                    }
                    b',' => self.position += 1,
                    _ => {}
                }
                if let Kind::Array { next } = &mut top.kind {
                    let index = *next;
                    *next += 1;
                    self.path.push('/');
                    self.path.push_str(&index.to_string());
                    // A trailing comma is not ours to judge.
                    break;
                }
                self.skip_space();
                if self.peek() == Some(b'}') {
                    continue;
                }
                let Some(key) = self.read_key() else { return };
                self.path.push('/');
                push_escaped(&mut self.path, &key);
                break;
            }
        }
    }

    /// Notes the value that started at `start` and ends here. The last of repeated keys wins, as
    /// it does for the reader.
    fn close(&mut self, start: usize) {
        if self.watched.contains(self.path.as_str()) {
            self.found.insert(self.path.clone(), start..self.position);
        }
    }

    fn read_key(&mut self) -> Option<String> {
        if self.peek()? != b'"' {
            return None;
        }
        let start = self.position;
        self.skip_string();
        let raw = std::str::from_utf8(self.bytes.get(start..self.position)?).ok()?;
        let key = serde_json::from_str(raw).ok()?;
        self.skip_space();
        if self.peek()? != b':' {
            return None;
        }
        self.position += 1;
        Some(key)
    }

    fn skip_string(&mut self) {
        self.position += 1;
        while let Some(byte) = self.peek() {
            self.position += 1;
            match byte {
                b'"' => return,
                b'\\' => self.position = (self.position + 1).min(self.bytes.len()),
                _ => {}
            }
        }
    }

    fn skip_scalar(&mut self) {
        while let Some(byte) = self.peek() {
            if matches!(byte, b',' | b'}' | b']') || byte.is_ascii_whitespace() {
                return;
            }
            self.position += 1;
        }
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.position += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.position).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::{Pointer, locate};

    fn slice<'t>(text: &'t str, pointer: &str) -> Option<&'t str> {
        let pointer = Pointer::from_escaped(pointer);
        locate(text, [&pointer]).get(&pointer).map(|span| &text[span.clone()])
    }

    #[test]
    fn every_kind_of_value_is_found_by_its_pointer() {
        let text = r#" {"a": [1, {"b/c": "x\"]}"}, [], {}], "é": -1.5e3, "t":true }"#;
        assert_eq!(slice(text, "/a/0"), Some("1"));
        assert_eq!(slice(text, "/a/1/b~1c"), Some(r#""x\"]}""#));
        assert_eq!(slice(text, "/a/2"), Some("[]"));
        assert_eq!(slice(text, "/a/3"), Some("{}"));
        assert_eq!(slice(text, "/é"), Some("-1.5e3"));
        assert_eq!(slice(text, "/t"), Some("true"));
        assert_eq!(slice(text, ""), Some(text.trim()));
    }

    #[test]
    fn a_missing_value_is_placed_at_the_value_around_it() {
        assert_eq!(slice(r#"{"a":{"b":1}}"#, "/a/zz/y"), Some(r#"{"b":1}"#));
    }

    #[test]
    fn text_that_is_not_json_gives_no_range_and_no_panic() {
        for text in ["", "{", "[", "{\"a\"", "{\"a\":", "nonsense{", "]", "\"\\", "{]", "[}", "{,}"]
        {
            let _ = slice(text, "/a/0");
        }
        let deep = "[".repeat(1_000_000);
        assert_eq!(slice(&deep, "/0/0"), None);
    }
}
