//! Puts the lists of our answer into the order of theirs, row by row, so that equal places hold
//! what is meant to be equal.

use compoworld_transcript::{IdMap, Leaf, agree_in_name, folded, leaves_of, opened};
use serde_json::Value;

/// Our answer with its lists in the order of theirs. Where they have a row that we lack, a `null`
/// stands; rows that only we have come last.
pub(super) fn align_lists(theirs: &Value, ours: &Value, ids: &IdMap) -> Value {
    match (theirs, ours) {
        (Value::String(text), _) => match opened(text) {
            Some(inner) => align_lists(&inner, ours, ids),
            None => ours.clone(),
        },
        (_, Value::String(text)) => match opened(text) {
            Some(inner) => align_lists(theirs, &inner, ids),
            None => ours.clone(),
        },
        (Value::Object(theirs), Value::Object(ours)) => {
            let aligned = ours.iter().map(|(name, value)| {
                let same = theirs.get(name).or_else(|| {
                    theirs
                        .iter()
                        .find(|(other, _)| folded(other) == folded(name))
                        .map(|(_, value)| value)
                });
                let value =
                    same.map_or_else(|| value.clone(), |same| align_lists(same, value, ids));
                (name.clone(), value)
            });
            Value::Object(aligned.collect())
        }
        (Value::Array(theirs), Value::Array(ours)) => Value::Array(align_rows(theirs, ours, ids)),
        _ => ours.clone(),
    }
}

fn align_rows(theirs: &[Value], ours: &[Value], ids: &IdMap) -> Vec<Value> {
    let (their_leaves, our_leaves): (Vec<_>, Vec<_>) =
        (theirs.iter().map(leaves_of).collect(), ours.iter().map(leaves_of).collect());
    let mut pairs: Vec<(usize, usize, usize)> = Vec::new();
    for (place, one) in their_leaves.iter().enumerate() {
        for (index, two) in our_leaves.iter().enumerate() {
            let likeness = likeness(one, two, ids);
            if likeness > 0 {
                pairs.push((likeness, place, index));
            }
        }
    }
    // The likest first; of equals, those that stand at equal places, then the earlier.
    pairs.sort_by_key(|&(likeness, place, index)| {
        (usize::MAX - likeness, place != index, place, index)
    });
    let mut rows = vec![Value::Null; theirs.len()];
    let mut is_paired = (vec![false; theirs.len()], vec![false; ours.len()]);
    for (_, place, index) in pairs {
        if is_paired.0[place] || is_paired.1[index] {
            continue;
        }
        (is_paired.0[place], is_paired.1[index]) = (true, true);
        rows[place] = align_lists(&theirs[place], &ours[index], ids);
    }
    let left = ours.iter().zip(is_paired.1).filter(|(_, paired)| !paired);
    rows.extend(left.map(|(row, _)| row.clone()));
    rows
}

/// How much two rows have in common. Texts tell more than numbers, numbers more than flags.
fn likeness(theirs: &[Leaf], ours: &[Leaf], ids: &IdMap) -> usize {
    let weight = |value: &Value| match value {
        Value::String(text) if text.len() > 2 => 4,
        Value::String(_) | Value::Number(_) => 2,
        Value::Bool(_) => 1,
        _ => 0,
    };
    theirs
        .iter()
        .filter(|one| ours.iter().any(|two| agree_in_name(one, two) && ids.same(one, two)))
        .map(|one| weight(&one.value))
        .sum()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{IdMap, align_lists};

    #[test]
    fn rows_stand_where_theirs_do_and_missing_ones_leave_a_gap() {
        let theirs =
            json!({"rows": [{"name": "Ada", "age": 3}, {"name": "Ben", "age": 4}, {"name": "Cy"}]});
        let ours = json!({"rows": [{"name": "Dot"}, {"name": "Ben", "age": 3}, {"name": "Ada", "age": 4}]});
        let expected = json!({"rows": [
            {"name": "Ada", "age": 4}, {"name": "Ben", "age": 3}, null, {"name": "Dot"}
        ]});
        assert_eq!(align_lists(&theirs, &ours, &IdMap::default()), expected);
    }

    #[test]
    fn lists_inside_texts_are_aligned_too() {
        let theirs = json!("[1, 2]");
        assert_eq!(align_lists(&theirs, &json!([2, 1]), &IdMap::default()), json!([1, 2]));
    }
}
