//! Reading a file line by line, however long its lines are.

use std::io::{self, BufRead, Read};

/// The longest line that is read, in bytes; a longer one is passed over.
pub(super) const LINE_BYTES_MAX: u64 = 64 << 20;

/// What came next in a file, and how many bytes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    /// A line with its end.
    Whole { length: u64 },
    /// The last line, without its end: still being written, or torn.
    Unended { length: u64 },
    /// A line that is too long to be read. Whether it has its end is not told.
    TooLong { length: u64 },
    /// Nothing.
    End,
}

impl Line {
    /// How many bytes it takes, its end included.
    pub(super) fn length(self) -> u64 {
        match self {
            Self::Whole { length } | Self::Unended { length } | Self::TooLong { length } => length,
            Self::End => 0,
        }
    }
}

/// Reads the next line into `bytes`, without its end.
pub(super) fn read_line(reader: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<Line> {
    bytes.clear();
    let length = reader.by_ref().take(LINE_BYTES_MAX).read_until(b'\n', bytes)? as u64;
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
        return Ok(Line::Whole { length });
    }
    if length == LINE_BYTES_MAX {
        bytes.clear();
        let rest = reader.skip_until(b'\n')? as u64;
        return Ok(Line::TooLong { length: length + rest });
    }
    Ok(if length == 0 { Line::End } else { Line::Unended { length } })
}

#[cfg(test)]
mod tests {
    use super::{Line, read_line};

    #[test]
    fn lines_come_with_their_lengths_and_the_last_may_lack_its_end() {
        let mut reader = &b"ab\n\nc"[..];
        let mut bytes = Vec::new();
        let mut next = || read_line(&mut reader, &mut bytes).expect("memory is readable");
        assert_eq!(next(), Line::Whole { length: 3 });
        assert_eq!(next(), Line::Whole { length: 1 });
        assert_eq!(next(), Line::Unended { length: 1 });
        assert_eq!(next(), Line::End);
    }
}
