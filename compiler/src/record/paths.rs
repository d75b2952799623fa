//! Folders that sentences speak of.

/// Absolute paths: whole lines or words that begin with a slash.
pub(super) fn paths_in_prose(text: &str) -> Vec<String> {
    let words = text.split_whitespace().filter(|word| {
        word.len() > 1
            && word.starts_with('/')
            && !word.starts_with("//")
            && word.chars().all(|c| c.is_alphanumeric() || "/._-".contains(c))
    });
    words.filter(|word| !has_extension(word)).map(str::to_owned).collect()
}

/// Whether a path names a file rather than a folder, as far as its last part tells.
fn has_extension(path: &str) -> bool {
    let last = path.rsplit('/').next().unwrap_or_default();
    last.trim_start_matches('.').contains('.')
}

#[cfg(test)]
mod tests {
    use super::paths_in_prose;

    #[test]
    fn folders_are_found_in_sentences() {
        let text = "Allowed directories:\n/data/work\nsee https://example.org/a and /data/a.txt";
        assert_eq!(paths_in_prose(text), ["/data/work"]);
    }
}
