//! Text of others as it may reach a terminal: nothing in it is obeyed, and nothing turns around.

use std::borrow::Cow;
use std::fmt::Write;

/// Whether the character acts instead of being seen.
fn is_unseen(c: char) -> bool {
    c.is_control() && c != '\n' || turns_text(c)
}

/// Whether the character changes the order in which the text around it is drawn.
#[must_use]
pub fn turns_text(c: char) -> bool {
    matches!(c, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A message: what acts is written as an escape, such as `\u{1b}`.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unseen) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' => out.push(' '),
            c if is_unseen(c) => {
                // Writing to a `String` cannot fail.
                let _ = write!(out, "{}", c.escape_unicode());
            }
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// A source: what acts is drawn as something of as many bytes, so that places stay where they are.
pub fn visible_source(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unseen) {
        return Cow::Borrowed(text);
    }
    let drawn = text.chars().map(|c| match c {
        '\t' | '\r' => ' ',
        c if !is_unseen(c) => c,
        c => match c.len_utf8() {
            1 => '?',
            2 => '\u{bf}',
            _ => char::REPLACEMENT_CHARACTER,
        },
    });
    Cow::Owned(drawn.collect())
}

#[cfg(test)]
mod tests {
    use super::{visible, visible_source};

    #[test]
    fn what_a_terminal_would_obey_is_escaped_in_messages() {
        assert_eq!(visible("a\u{1b}[2J\u{202e}\tb\n"), "a\\u{1b}[2J\\u{202e} b\n");
        assert_eq!(visible("größe 名前 🚀"), "größe 名前 🚀");
    }

    #[test]
    fn places_in_a_source_stay_where_they_are() {
        let source = "é\u{0}\u{9b}\u{202e}\r\n\tx";
        let drawn = visible_source(source);
        assert_eq!(drawn, "é?\u{bf}\u{fffd} \n x");
        assert_eq!(drawn.len(), source.len());
    }
}
