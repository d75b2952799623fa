//! `says(answer, wanted)`: whether an answer in free words holds a value.

use cel::Value as CelValue;

use crate::said::count_said;

/// Whether a text or number of `answer` says `wanted`: a number as any number of the text that
/// equals it (`1,250.00` says 1250), a text as whole words in any case.
pub(super) fn says(answer: &CelValue, wanted: &CelValue) -> bool {
    match answer {
        CelValue::List(items) => items.iter().any(|item| says(item, wanted)),
        CelValue::Map(map) => map.map.values().any(|value| says(value, wanted)),
        CelValue::String(text) => match (wanted, number_of(wanted)) {
            (_, Some(wanted)) => numbers_in(text).any(|number| number == wanted),
            (CelValue::String(wanted), None) => says_words(text, wanted),
            (CelValue::Bool(wanted), None) => says_words(text, &wanted.to_string()),
            _ => false,
        },
        other => match (number_of(other), number_of(wanted), wanted) {
            (Some(answer), Some(wanted), _) => answer == wanted,
            // A text of digits, such as an identifier, was read as the number that it looks like.
            (Some(_), None, CelValue::String(wanted)) => number_text(other) == wanted.trim(),
            _ => other == wanted && !matches!(other, CelValue::Null),
        },
    }
}

fn number_of(value: &CelValue) -> Option<f64> {
    match value {
        CelValue::Int(number) => Some(*number as f64),
        CelValue::UInt(number) => Some(*number as f64),
        CelValue::Float(number) => Some(*number),
        _ => None,
    }
}

fn number_text(value: &CelValue) -> String {
    match value {
        CelValue::Int(number) => number.to_string(),
        CelValue::UInt(number) => number.to_string(),
        CelValue::Float(number) => number.to_string(),
        _ => String::new(),
    }
}

/// The numbers written in a text, with `,` between thousands.
fn numbers_in(text: &str) -> impl Iterator<Item = f64> {
    let pieces = text.split(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',' | '-')));
    pieces.filter_map(|piece| {
        let piece = piece.trim_end_matches(['.', ',', '-']);
        piece.replace(',', "").parse().ok()
    })
}

/// Whether `text` says `wanted` with no letter or digit right beside it; a day also as `10 March
/// 2026`.
fn says_words(text: &str, wanted: &str) -> bool {
    let wanted = wanted.trim();
    !wanted.is_empty() && count_said(text, wanted) > 0
}

#[cfg(test)]
mod tests {
    use super::{CelValue, says};

    fn text(text: &str) -> CelValue {
        CelValue::from(text)
    }

    #[test]
    fn a_number_is_said_in_any_of_its_forms() {
        for answer in ["It was 1,250.00 euros.", "1250", "costs $1250.0, paid"] {
            assert!(says(&text(answer), &CelValue::Int(1250)), "{answer}");
        }
        assert!(says(&CelValue::Float(1250.0), &CelValue::Int(1250)));
        assert!(says(&CelValue::Int(76_561_198_000_000_001), &text("76561198000000001")));
        assert!(!says(&CelValue::Int(100594), &text("10059")));
        for answer in ["12500", "It was 125.", "none", ""] {
            assert!(!says(&text(answer), &CelValue::Int(1250)), "{answer}");
        }
    }

    #[test]
    fn a_text_is_said_as_whole_words_only() {
        assert!(says(&text("The order is ORD-00012."), &text("ord-00012")));
        assert!(!says(&text("The order is ORD-000123."), &text("ORD-00012")));
        assert!(says(&text("It starts on March 10, 2026."), &text("2026-03-10")));
        assert!(says(&text("10 March 2026 at 14:00 UTC"), &text("2026-03-10T14:00:00Z")));
        assert!(!says(&text("It starts on March 11, 2026."), &text("2026-03-10")));
        assert!(!says(&text("anything"), &text(" ")));
        assert!(!says(&CelValue::Null, &CelValue::Null));
    }
}
