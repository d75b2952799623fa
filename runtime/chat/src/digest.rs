//! What one request is known by.

use std::fmt::Write;

use serde_json::Value;
use sha2::{Digest, Sha256};

/// The SHA-256 of a JSON value, in lower-case hexadecimal. The order of members does not count.
pub(crate) fn digest_json(value: &Value) -> String {
    let mut text = String::new();
    write_sorted(value, &mut text);
    let mut out = String::with_capacity(64);
    for byte in Sha256::digest(text.as_bytes()) {
        let _ = write!(out, "{byte:02x}");
    }
    out
}

/// JSON with sorted members, whichever order `serde_json` was built to keep.
fn write_sorted(value: &Value, out: &mut String) {
    match value {
        Value::Object(members) => {
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_unstable_by_key(|(name, _)| *name);
            write_list('{', '}', sorted, out, |(name, member), out| {
                let _ = write!(out, "{}:", Value::from(name.as_str()));
                write_sorted(member, out);
            });
        }
        Value::Array(items) => write_list('[', ']', items, out, write_sorted),
        scalar => {
            let _ = write!(out, "{scalar}");
        }
    }
}

fn write_list<T>(
    open: char,
    close: char,
    items: impl IntoIterator<Item = T>,
    out: &mut String,
    write_item: impl Fn(T, &mut String),
) {
    out.push(open);
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write_item(item, out);
    }
    out.push(close);
}

#[cfg(test)]
mod tests {
    use super::digest_json;
    use serde_json::json;

    #[test]
    fn the_order_of_members_does_not_count_and_every_value_does() {
        let one = json!({"b": [1, {"y": null, "x": "é\n"}], "a": true});
        let other = json!({"a": true, "b": [1, {"x": "é\n", "y": null}]});
        assert_eq!(digest_json(&one), digest_json(&other));
        for changed in [
            json!({"a": false, "b": [1, {"x": "é\n", "y": null}]}),
            json!({"a": true, "b": [{"x": "é\n", "y": null}, 1]}),
            json!({"a": true, "b": [1, {"x": "é", "y": null}]}),
        ] {
            assert_ne!(digest_json(&one), digest_json(&changed));
        }
        assert_eq!(
            digest_json(&json!({})),
            "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
        );
    }
}
