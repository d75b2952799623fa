//! Texts of JSON, byte by byte: whole characters, whole escapes, and a number of characters.

/// Within a text, behind its opening quote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct TextState {
    /// Characters that are whole.
    n_chars: usize,
    inside: Inside,
}

/// What was begun and is not whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Inside {
    #[default]
    Nothing,
    /// A character with so many bytes to come, the next of them in this range.
    Character { n_left: u8, low: u8, high: u8 },
    /// Behind a backslash.
    Escape,
    /// Behind `\u` and some digits. Halves of pairs are left out: `\ud800` is no character.
    Digits { n_left: u8, may_be_half: bool },
}

/// What a byte leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextStep {
    /// The text goes on.
    On(TextState),
    /// It was the closing quote.
    Closed,
}

impl TextState {
    /// How many characters are whole.
    pub(super) fn n_chars(self) -> usize {
        self.n_chars
    }

    /// Takes a byte; `None` when it cannot stand here.
    pub(super) fn step(self, byte: u8) -> Option<TextStep> {
        let n_chars = self.n_chars;
        let on = |inside| Some(TextStep::On(Self { n_chars, inside }));
        let whole = || {
            let state = Self { n_chars: n_chars + 1, inside: Inside::Nothing };
            Some(TextStep::On(state))
        };
        let begun = |n_left, low, high| on(Inside::Character { n_left, low, high });
        match self.inside {
            // UTF-8, Unicode standard, table 3-7.
            Inside::Nothing => match byte {
                b'"' => Some(TextStep::Closed),
                b'\\' => on(Inside::Escape),
                0x20..=0x7e => whole(),
                0xc2..=0xdf => begun(1, 0x80, 0xbf),
                0xe0 => begun(2, 0xa0, 0xbf),
                0xe1..=0xec | 0xee | 0xef => begun(2, 0x80, 0xbf),
                0xed => begun(2, 0x80, 0x9f),
                0xf0 => begun(3, 0x90, 0xbf),
                0xf1..=0xf3 => begun(3, 0x80, 0xbf),
                0xf4 => begun(3, 0x80, 0x8f),
                _ => None,
            },
            Inside::Character { low, high, .. } if !(low..=high).contains(&byte) => None,
            Inside::Character { n_left: 1, .. } => whole(),
            Inside::Character { n_left, .. } => begun(n_left - 1, 0x80, 0xbf),
            Inside::Escape => match byte {
                b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => whole(),
                b'u' => on(Inside::Digits { n_left: 4, may_be_half: false }),
                _ => None,
            },
            Inside::Digits { n_left, may_be_half } => {
                let half = may_be_half && (byte > b'7' || !byte.is_ascii_digit());
                if !byte.is_ascii_hexdigit() || half {
                    return None;
                }
                let may_be_half = n_left == 4 && byte.eq_ignore_ascii_case(&b'd');
                match n_left {
                    1 => whole(),
                    _ => on(Inside::Digits { n_left: n_left - 1, may_be_half }),
                }
            }
        }
    }

    /// Whether a character can end with the next byte or later, so that there is one more.
    pub(super) fn is_within(self) -> bool {
        self.inside != Inside::Nothing
    }
}
