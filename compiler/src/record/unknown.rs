//! Values that name nothing, in the form of those that name something.

use rand::{Rng, RngExt};
use serde_json::{Value, json};

use crate::spec::{Schema, Type};

use super::draw_text::pick;

/// A number that no server of ours got to by counting.
const UNUSED: i64 = 987_654;

/// A value like the models, that is none of them; a plain one when there are no models. A text may
/// have to be numeric.
pub(super) fn unknown_like(
    models: &[&Value],
    schema: &Schema,
    is_numeric: bool,
    random: &mut impl Rng,
) -> Value {
    let n = random.random_range(0..1000_i64);
    if matches!(schema.kind, Some(Type::Integer | Type::Number)) {
        return json!(UNUSED + n);
    }
    let texts: Vec<&str> = models.iter().filter_map(|model| model.as_str()).collect();
    let are_numbers = !texts.is_empty() && texts.iter().all(|text| text.parse::<i64>().is_ok());
    if is_numeric || are_numbers {
        return json!((UNUSED + n).to_string());
    }
    if let Some((folder, _)) = texts.first().and_then(|text| text.rsplit_once('/')) {
        return json!(format!("{folder}/missing-{n}"));
    }
    if texts.is_empty() {
        return json!(format!("no-such-{n}"));
    }
    let model = pick::<&str>(&texts, random);
    let twin = twisted(model);
    if texts.contains(&twin.as_str()) { json!(format!("no-such-{n}")) } else { json!(twin) }
}

/// A text with its last letters and digits turned on, each within its kind; hexadecimal stays so.
fn twisted(text: &str) -> String {
    const TURNED: usize = 4;
    let mut left = TURNED;
    let turned: Vec<char> = text
        .chars()
        .rev()
        .map(|c| {
            if left == 0 || !c.is_ascii_alphanumeric() {
                return c;
            }
            left -= 1;
            let (first, n) = match c {
                '0'..='9' => (b'0', 10),
                'a'..='f' => (b'a', 6),
                'A'..='F' => (b'A', 6),
                'g'..='z' => (b'g', 20),
                _ => (b'G', 20),
            };
            char::from(first + (c as u8 - first + 3) % n)
        })
        .collect();
    turned.into_iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use serde_json::json;

    use super::{twisted, unknown_like};
    use crate::spec::{Schema, Type};

    #[test]
    fn unknown_values_keep_the_form() {
        assert_eq!(twisted("44d6c2dc-7ead"), "44d6c2dc-0bda");
        assert_eq!(twisted("TCK-00012"), "TCK-03345");
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let text = Schema::of(Type::String);
        let (one, two) = (json!("rec_27Y5BKb8YLw"), json!("rec_14wSsflb5Pb"));
        let unknown = unknown_like(&[&one, &two], &text, false, &mut random);
        assert!(unknown != one && unknown != two, "{unknown}");
        assert!(unknown.as_str().is_some_and(|text| text.starts_with("rec_")), "{unknown}");
        let number = Schema::of(Type::Integer);
        assert!(unknown_like(&[], &number, false, &mut random).is_i64());
        let numeric = unknown_like(&[&json!("7")], &text, false, &mut random);
        assert!(numeric.as_str().is_some_and(|text| text.parse::<i64>().is_ok()), "{numeric}");
        let path = unknown_like(&[&json!("/data/a.txt")], &text, false, &mut random);
        assert!(path.as_str().is_some_and(|path| path.starts_with("/data/missing")), "{path}");
    }
}
