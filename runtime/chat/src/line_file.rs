//! Files of JSON that grow by a line at a time, and whose last line a killed writer may leave torn.

/// The whole lines of such a file.
#[derive(Debug)]
pub struct WholeLines<'a> {
    /// The lines with their ends, in order.
    pub lines: Vec<&'a [u8]>,
    /// How many bytes they are.
    pub n_bytes: u64,
    /// Whether a torn line follows.
    pub is_torn: bool,
}

/// Parts the whole lines from a torn one. A last line without its end is torn only where it begins
/// as lines of this file do: cutting it off then loses nothing of anybody else's.
#[must_use]
pub fn whole_lines<'a>(bytes: &'a [u8], opening: &[u8]) -> WholeLines<'a> {
    let mut lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let torn = lines.pop_if(|line| {
        let length = line.len().min(opening.len());
        !line.ends_with(b"\n") && line[..length] == opening[..length]
    });
    let n_bytes = lines.iter().map(|line| line.len() as u64).sum();
    WholeLines { lines, n_bytes, is_torn: torn.is_some() }
}

#[cfg(test)]
mod tests {
    use super::whole_lines;

    #[test]
    fn only_a_start_of_an_own_line_is_torn() {
        let opening = b"{\"a\":";
        let whole = whole_lines(b"{\"a\":1}\n{\"a", opening);
        assert_eq!((whole.lines.len(), whole.n_bytes, whole.is_torn), (1, 8, true));
        let foreign = whole_lines(b"{\"a\":1}\nnotes", opening);
        assert_eq!((foreign.lines.len(), foreign.n_bytes, foreign.is_torn), (2, 13, false));
        assert!(whole_lines(b"", opening).lines.is_empty());
    }
}
