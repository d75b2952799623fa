//! Damages JSON: nodes are deleted, repeated, swapped, retyped, renamed and wrapped.

use proptest::collection;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::sample::{Index, select};
use serde_json::{Map, Value, json};

use crate::hostile_texts::hostile_text;
use crate::support::schema_keywords::SCHEMA_KEYWORDS;

/// One change, and a choice of the node that it is made to.
#[derive(Debug, Clone)]
pub struct Damage {
    at: Index,
    change: Change,
}

#[derive(Debug, Clone)]
enum Change {
    Delete,
    /// Once more in the list, or in the object under a name of this end.
    Repeat(String),
    Swap(Index),
    Replace(Value),
    /// Only where a text is.
    Retext(String),
    Rename(String),
    Wrap(&'static str),
}

/// Words that lists mean something by, beside those of schemas.
const LIST_WORDS: &[&str] = &[
    "name",
    "inputSchema",
    "outputSchema",
    "annotations",
    "tools",
    "function",
    "parameters",
    "result",
    "error",
    "nextCursor",
    "server",
    "manifest_version",
    "spec_version",
    "object",
    "array",
    "string",
    "integer",
    "number",
    "boolean",
    "null",
];

/// Words that schemas and lists mean something by.
fn keyword() -> impl Strategy<Value = &'static str> {
    prop_oneof![select(SCHEMA_KEYWORDS), select(LIST_WORDS)]
}

/// Up to this many changes.
pub fn damages(most: usize) -> impl Strategy<Value = Vec<Damage>> {
    let damage = (any::<Index>(), change()).prop_map(|(at, change)| Damage { at, change });
    collection::vec(damage, 1..=most)
}

/// A text that a schema or a list may give a meaning, or a hostile one.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![keyword().prop_map(str::to_owned), hostile_text()]
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        2 => Just(Change::Delete),
        1 => text().prop_map(Change::Repeat),
        2 => any::<Index>().prop_map(Change::Swap),
        3 => any_json().prop_map(Change::Replace),
        4 => hostile_text().prop_map(Change::Retext),
        3 => text().prop_map(Change::Rename),
        1 => keyword().prop_map(Change::Wrap),
    ]
}

/// Any JSON, with a liking for schemas.
pub fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-3_i64..4).prop_map(Value::from),
        select(&[u64::MAX as f64, 1e300, -0.0, 0.5, 5e-324, 9007199254740993.0][..])
            .prop_map(Value::from),
        Just(json!(u64::MAX)),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            collection::vec((text(), inner), 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// Makes the changes, one after the other.
pub fn damage(value: &mut Value, damages: &[Damage]) {
    for damage in damages {
        let nodes = pointers(value);
        let at = damage.at.get(&nodes);
        apply(value, at, &damage.change, &nodes);
    }
}

fn apply(root: &mut Value, at: &str, change: &Change, nodes: &[String]) {
    match change {
        Change::Replace(new) => put(root, at, new.clone()),
        Change::Retext(text) => {
            if let Some(Value::String(old)) = root.pointer_mut(at) {
                text.clone_into(old);
            }
        }
        Change::Swap(other) => {
            let other = other.get(nodes);
            let is_inside = |a: &str, b: &str| a == b || a.starts_with(&format!("{b}/"));
            if !is_inside(at, other) && !is_inside(other, at) {
                let [a, b] =
                    [at, other].map(|node| root.pointer(node).cloned().unwrap_or_default());
                put(root, at, b);
                put(root, other, a);
            }
        }
        Change::Wrap(key) => {
            let Some(node) = root.pointer_mut(at) else { return };
            let inside = node.take();
            *node = match *key {
                "anyOf" | "oneOf" | "allOf" | "prefixItems" | "enum" | "tools" => {
                    json!({ *key: [inside] })
                }
                key => json!({ key: inside }),
            };
        }
        Change::Delete | Change::Repeat(_) | Change::Rename(_) => {
            let Some((parent, last)) = at.rsplit_once('/') else { return };
            let last = last.replace("~1", "/").replace("~0", "~");
            match root.pointer_mut(parent) {
                Some(Value::Object(members)) => change_member(members, &last, change),
                Some(Value::Array(elements)) => change_element(elements, &last, change),
                _ => {}
            }
        }
    }
}

fn put(root: &mut Value, at: &str, new: Value) {
    if let Some(node) = root.pointer_mut(at) {
        *node = new;
    }
}

fn change_member(members: &mut Map<String, Value>, name: &str, change: &Change) {
    let new_name = match change {
        Change::Repeat(end) => format!("{name}{end}"),
        Change::Rename(new) => new.clone(),
        _ => String::new(),
    };
    let is_kept = matches!(change, Change::Repeat(_));
    let value = members.get(name).cloned();
    if !is_kept {
        members.remove(name);
    }
    if let Some(value) = value
        && !matches!(change, Change::Delete)
    {
        members.insert(new_name, value);
    }
}

fn change_element(elements: &mut Vec<Value>, index: &str, change: &Change) {
    let Some(index) = index.parse().ok().filter(|index| *index < elements.len()) else { return };
    match change {
        Change::Delete => drop(elements.remove(index)),
        Change::Repeat(_) => elements.push(elements[index].clone()),
        _ => {}
    }
}

/// The pointers of all nodes.
fn pointers(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), value)];
    while let Some((at, value)) = open.pop() {
        match value {
            Value::Array(elements) => {
                let below = elements.iter().enumerate();
                open.extend(below.map(|(index, element)| (format!("{at}/{index}"), element)));
            }
            Value::Object(members) => open.extend(members.iter().map(|(name, member)| {
                (format!("{at}/{}", name.replace('~', "~0").replace('/', "~1")), member)
            })),
            _ => {}
        }
        found.push(at);
    }
    found
}

/// One change to a text: where, how many bytes go, and what comes in their place.
pub type TextDamage = (Index, usize, String);

/// Up to this many changes to a text, whatever it is.
pub fn text_damages(most: usize) -> impl Strategy<Value = Vec<TextDamage>> {
    let signs =
        select(&["\"", "{", "}", "[", "]", ",", ":", "0", "\\", "n", "(", ")", "<", "#"][..]);
    let insert = prop_oneof![
        2 => Just(String::new()),
        3 => signs.prop_map(str::to_owned),
        2 => hostile_text(),
    ];
    collection::vec((any::<Index>(), 0_usize..6, insert), 1..=most)
}

/// Makes the changes, between characters.
pub fn damage_text(text: &mut String, damages: &[TextDamage]) {
    for (at, n_bytes, insert) in damages {
        let start = text.floor_char_boundary(at.index(text.len() + 1));
        let end = text.floor_char_boundary((start + n_bytes).min(text.len())).max(start);
        text.replace_range(start..end, insert);
    }
}
