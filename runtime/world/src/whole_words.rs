//! Looking for values in texts as whole words: `12` does not stand in `123`.

/// How often a value stands in a text with no letter or digit right beside it. Case counts: who does
/// not care lowers both.
#[must_use]
pub fn count_whole(text: &str, value: &str) -> usize {
    let beside = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    text.match_indices(value)
        .filter(|(start, found)| {
            !beside(text[..*start].chars().next_back())
                && !beside(text[start + found.len()..].chars().next())
        })
        .count()
}

#[cfg(test)]
mod tests {
    use super::count_whole;

    #[test]
    fn parts_of_longer_words_do_not_count() {
        assert_eq!(count_whole("12, 123 and x12; 12", "12"), 2);
        assert_eq!(count_whole("ORD-12", "ord-12"), 0);
        assert_eq!(count_whole("ORD-12.", "ORD-12"), 1);
    }
}
