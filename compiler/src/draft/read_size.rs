//! Tells numbers that say how many rows an answer may have.

/// Words before `_limit` that make it a property of a row.
const OTHER_LIMITS: &[&str] = &[
    "age",
    "api",
    "budget",
    "char",
    "character",
    "cost",
    "cpu",
    "credit",
    "daily",
    "depth",
    "gas",
    "lower",
    "memory",
    "monthly",
    "node",
    "order",
    "price",
    "rate",
    "size",
    "speed",
    "spend",
    "spending",
    "stop",
    "time",
    "token",
    "tokens",
    "upper",
    "usage",
    "word",
];

/// Whether a number of this name limits how many rows are told: `comments_limit`,
/// `number_of_items_to_return`.
pub fn is_size(name: &str) -> bool {
    let counts = |stem: &str| {
        let last = stem.rsplit('_').next().unwrap_or(stem);
        !OTHER_LIMITS.contains(&last)
    };
    if let Some(stem) = name.strip_suffix("_limit") {
        return counts(stem);
    }
    let returned = ["_to_return", "_to_fetch", "_to_retrieve", "_per_page", "_to_return_count"];
    let is_number_of = name.strip_prefix("number_of_").is_some_and(|rest| {
        matches!(rest, "rows" | "items" | "records" | "entries" | "hits" | "documents")
    });
    is_number_of
        || returned.iter().any(|tail| name.ends_with(tail))
        || name.ends_with("_page_size")
        || matches!(name, "k" | "nb" | "max_entries" | "result_count" | "limit_results")
}

#[cfg(test)]
mod tests {
    use super::is_size;

    #[test]
    fn sizes_of_answers_are_told_from_limits_that_rows_have() {
        for name in ["comments_limit", "number_of_items_to_return", "number_of_rows", "nb"] {
            assert!(is_size(name), "{name}");
        }
        for name in ["rate_limit", "spending_limit", "number_of_guests", "limit_price"] {
            assert!(!is_size(name), "{name}");
        }
    }
}
