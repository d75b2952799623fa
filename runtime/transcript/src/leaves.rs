//! JSON as its leaves: every scalar with its place.
//!
//! Two servers seldom name and nest alike, so places are compared by what they have in common: the
//! name of the member, whatever its case, and the shape of the way to it.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::prose::ids_in_prose;

/// One step on the way to a value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// A member of an object.
    Member(String),
    /// An item of a list.
    Item(usize),
}

/// A scalar and the way to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Leaf {
    /// The way from the root.
    pub at: Vec<Step>,
    /// The scalar.
    pub value: Value,
}

impl Leaf {
    /// The last member on the way.
    pub fn name(&self) -> Option<&str> {
        self.at.iter().rev().find_map(|step| match step {
            Step::Member(name) => Some(name.as_str()),
            Step::Item(_) => None,
        })
    }

    /// The way to the object or list that holds the leaf.
    pub fn row(&self) -> &[Step] {
        self.at.split_last().map_or(&[], |(_, row)| row)
    }
}

/// What texts that are objects or lists themselves are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Texts {
    /// What they hold.
    Opened,
    /// Scalars, as they stand.
    Closed,
}

/// The leaves of a value. Texts that are objects or lists themselves are opened.
pub fn leaves_of(value: &Value) -> Vec<Leaf> {
    let mut leaves = Vec::new();
    visit(value, &mut Vec::new(), Texts::Opened, &mut |at, value| {
        if !value.is_array() {
            leaves.push(Leaf { at: at.to_vec(), value: value.clone() });
        }
    });
    leaves
}

/// The leaves of an answer: identifiers that its sentences give are leaves, too, below the sentence.
pub fn answer_leaves(answer: &Value) -> Vec<Leaf> {
    let mut leaves = leaves_of(answer);
    let told: Vec<Leaf> = leaves.iter().flat_map(ids_in_sentence).collect();
    leaves.extend(told);
    leaves
}

/// What a leaf of prose says of identifiers, as `id[0]` below it.
fn ids_in_sentence(leaf: &Leaf) -> Vec<Leaf> {
    let text = leaf.value.as_str().filter(|text| text.contains(char::is_whitespace));
    let ids = text.map(ids_in_prose).unwrap_or_default().into_iter().enumerate();
    ids.map(|(index, (name, value))| {
        let mut at = leaf.at.clone();
        at.extend([Step::Member(name), Step::Item(index)]);
        Leaf { at, value }
    })
    .collect()
}

/// The shapes of the ways to every list in a value, empty ones among them.
pub fn lists_of(value: &Value) -> BTreeSet<String> {
    let mut lists = BTreeSet::new();
    visit(value, &mut Vec::new(), Texts::Opened, &mut |at, value| {
        if value.is_array() {
            lists.insert(shape(at));
        }
    });
    lists
}

/// Sees every list and every scalar of a value, with the way to it from the root.
pub fn visit(
    value: &Value,
    at: &mut Vec<Step>,
    texts: Texts,
    see: &mut dyn FnMut(&[Step], &Value),
) {
    match value {
        Value::Array(items) => {
            see(at, value);
            for (index, item) in items.iter().enumerate() {
                at.push(Step::Item(index));
                visit(item, at, texts, see);
                at.pop();
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                at.push(Step::Member(name.clone()));
                visit(member, at, texts, see);
                at.pop();
            }
        }
        Value::String(text) => match (texts == Texts::Opened).then(|| opened(text)).flatten() {
            Some(inner) => visit(&inner, at, texts, see),
            None => see(at, value),
        },
        scalar => see(at, scalar),
    }
}

/// The object or list that a text is, in JSON, or the object that several lines of YAML are.
pub fn opened(text: &str) -> Option<Value> {
    if text.trim_start().starts_with(['{', '[']) {
        return serde_json::from_str(text).ok();
    }
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
    };
    let (first, rest) = text.trim().split_once('\n')?;
    let looks_like_yaml = first.split_once(':').is_some_and(|(name, _)| is_name(name));
    let value: Value =
        (looks_like_yaml && rest.contains(':')).then(|| serde_saphyr::from_str(text).ok())??;
    value.is_object().then_some(value)
}

/// The steps of a way that is written as `a.b[0].c`.
pub fn steps_of(text: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    for part in text.split('.') {
        let mut pieces = part.split('[');
        let name = pieces.next().unwrap_or_default();
        if !name.is_empty() {
            steps.push(Step::Member(name.to_owned()));
        }
        for piece in pieces {
            steps.push(Step::Item(piece.strip_suffix(']')?.parse().ok()?));
        }
    }
    (!steps.is_empty()).then_some(steps)
}

/// A way as `steps_of` reads it; `None` where a name has dots or brackets of its own.
pub fn written_way(at: &[Step]) -> Option<String> {
    let mut text = String::new();
    for step in at {
        match step {
            Step::Member(name) if text.is_empty() => text.push_str(name),
            Step::Member(name) => text.extend([".", name]),
            Step::Item(index) => text.push_str(&format!("[{index}]")),
        }
    }
    (steps_of(&text)? == at).then_some(text)
}

/// A way as a JSON pointer.
pub fn pointer(at: &[Step]) -> String {
    let steps = at.iter().map(|step| match step {
        Step::Member(name) => format!("/{}", name.replace('~', "~0").replace('/', "~1")),
        Step::Item(index) => format!("/{index}"),
    });
    steps.collect()
}

/// A way with every position in a list left open.
pub fn shape(at: &[Step]) -> String {
    let steps = at.iter().map(|step| match step {
        Step::Member(name) => format!("/{}", folded(name)),
        Step::Item(_) => "/*".to_owned(),
    });
    steps.collect()
}

/// A name without what spellings differ in: `entityName` and `entity_names` are one.
pub fn folded(name: &str) -> String {
    let plain: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    let plain = plain.to_lowercase();
    plain.strip_suffix('s').filter(|rest| rest.len() > 1).map_or(plain.clone(), str::to_owned)
}

/// Whether a name is that of an identifier or of what serves as one.
pub fn is_id_name(name: &str) -> bool {
    const WORDS: [&str; 9] =
        ["id", "key", "uuid", "guid", "number", "cursor", "token", "handle", "slug"];
    let spaced: String = name
        .chars()
        .flat_map(|c| if c.is_uppercase() { vec![' ', c] } else { vec![c] })
        .map(|c| if c.is_alphanumeric() { c } else { ' ' })
        .collect::<String>()
        .to_lowercase();
    let compact = spaced.replace(' ', "");
    // `ID` and `itemIDs` come apart letter by letter.
    let last = spaced.split_whitespace().last().unwrap_or_default();
    WORDS.contains(&last.trim_end_matches('s'))
        || WORDS.contains(&compact.trim_end_matches('s'))
        || name.ends_with("ID")
        || name.ends_with("IDs")
}

/// Whether two names may be of one value: equal but for spelling, or an identifier both where one
/// is the bare `id`.
pub fn names_agree(a: &str, b: &str) -> bool {
    let (one, other) = (folded(a), folded(b));
    one == other
        || (one == "id" && is_id_name(b) && other.ends_with("id"))
        || (other == "id" && is_id_name(a) && one.ends_with("id"))
}

/// A scalar as text, numbers in one form.
pub fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => match number.as_f64() {
            Some(float) if float.fract() == 0.0 && float.abs() < 1e15 => format!("{float:.0}"),
            _ => number.to_string(),
        },
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{
        Step, answer_leaves, folded, is_id_name, leaves_of, lists_of, names_agree, pointer,
        steps_of, text_of, written_way,
    };

    #[test]
    fn ways_are_read_and_written() {
        let at = steps_of("rows[1].id").map(|at| pointer(&at));
        assert_eq!(at.as_deref(), Some("/rows/1/id"));
        assert!(steps_of("").is_none() && steps_of("a[x]").is_none());
        for way in ["rows[1].id", "[0][2].name", "id"] {
            let written = steps_of(way).and_then(|at| written_way(&at));
            assert_eq!(written.as_deref(), Some(way));
        }
        assert_eq!(written_way(&[Step::Member("a.b".to_owned())]), None);
    }

    #[test]
    fn leaves_are_found_inside_texts_too() {
        let value = json!({"rows": [{"id": 1}, "{\"id\": 2}"], "note": "[not json"});
        let leaves: Vec<_> = leaves_of(&value)
            .iter()
            .map(|leaf| (pointer(&leaf.at), text_of(&leaf.value)))
            .collect();
        let expected = [("/note", "[not json"), ("/rows/0/id", "1"), ("/rows/1/id", "2")];
        let expected = expected.map(|(at, text)| (at.to_owned(), text.to_owned()));
        assert_eq!(leaves, expected);
        assert_eq!(
            lists_of(&json!({"Rows": [], "a": "[1]"})),
            ["/a", "/row"].map(str::to_owned).into()
        );
    }

    #[test]
    fn identifiers_in_sentences_are_leaves_of_answers() {
        let told = |answer| {
            let leaves = answer_leaves(&answer);
            leaves.iter().skip(1).map(|leaf| (pointer(&leaf.at), leaf.value.clone())).collect()
        };
        let ids: Vec<_> = told(json!("Task created with ID: 2"));
        assert_eq!(ids, [("/ID/0".to_owned(), json!(2))]);
        let ids: Vec<_> = told(json!("id=1 | soil\nid=b-2 | water"));
        let expected = [("/id/0".to_owned(), json!(1)), ("/id/1".to_owned(), json!("b-2"))];
        assert_eq!(ids, expected);
    }

    #[test]
    fn names_are_compared_without_their_spelling() {
        assert_eq!(folded("entityNames"), folded("entity_name"));
        assert!(names_agree("ticketId", "id") && names_agree("ids", "task_id"));
        assert!(!names_agree("paid", "id") && !names_agree("status_id", "parent_id"));
        assert!(is_id_name("itemIDs") && is_id_name("issue-key") && !is_id_name("monkey"));
        assert_eq!(text_of(&json!(25.0)), text_of(&json!(25)));
    }
}
