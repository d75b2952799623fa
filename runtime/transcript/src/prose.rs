//! Identifiers inside sentences: a quarter of real servers answer in prose.

use regex_lite::Regex;
use serde_json::Value;

/// `id=12`, `Task ID: a1b2`, `its id is 7`: the name and the value.
pub fn ids_in_prose(text: &str) -> Vec<(String, Value)> {
    let pattern =
        Regex::new(r"(?i)\b([a-z_]*id)\b\s*(?:[:=#]|is\b|of\b)?\s*[`'\x22(#]?([A-Za-z0-9][\w-]*)")
            .expect("the pattern is written correctly");
    let found = pattern.captures_iter(text).filter_map(|found| {
        let (name, value) = (&found[1], &found[2]);
        // Words follow the name in sentences; what a server makes has a digit.
        let has_digit = value.chars().any(|c| c.is_ascii_digit());
        has_digit.then(|| {
            let number: Option<i64> = value.parse().ok();
            (name.to_owned(), number.map_or_else(|| Value::from(value), Value::from))
        })
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::ids_in_prose;

    #[test]
    fn ids_are_found_in_sentences() {
        assert_eq!(ids_in_prose("Made; its id is 12."), [("id".to_owned(), json!(12))]);
        let found = ids_in_prose("Stored note (id=12) for Task ID: a1-b2; the id of it is new");
        assert_eq!(found, [("id".to_owned(), json!(12)), ("ID".to_owned(), json!("a1-b2"))]);
        assert!(ids_in_prose("a valid idea").is_empty());
    }
}
