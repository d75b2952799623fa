//! What callers put in: the values of arguments and the pieces that answers give back of them.

use std::collections::BTreeSet;

use compoworld_transcript::{Leaf, folded, leaves_of, text_of};
use serde_json::Value;

/// The shortest piece of a text that is told from chance.
const PIECE_CHARS_MIN: usize = 3;

/// Values that callers put in.
#[derive(Debug, Default, Clone)]
pub(super) struct Said {
    /// Texts, their lines, and the parts of those that are paths.
    pieces: BTreeSet<String>,
    /// Every value under the name that it was given: short texts, numbers and flags say little by
    /// themselves.
    named: BTreeSet<(String, String)>,
}

impl Said {
    /// Adds what arguments say.
    pub(super) fn add(&mut self, arguments: &Value) {
        for leaf in leaves_of(arguments) {
            if leaf.value.is_null() {
                continue;
            }
            let text = text_of(&leaf.value);
            let name = leaf.name().map(folded).unwrap_or_default();
            if leaf.value.is_string() {
                let lines = text.lines().map(str::trim);
                let parts = text.split('/').filter(|_| !text.contains(char::is_whitespace));
                let pieces = std::iter::once(text.as_str()).chain(lines).chain(parts);
                let long = pieces.filter(|piece| piece.chars().count() >= PIECE_CHARS_MIN);
                self.pieces.extend(long.map(str::to_owned));
            }
            self.named.insert((name, text));
        }
    }

    /// What arguments say.
    pub(super) fn of(arguments: &Value) -> Self {
        let mut said = Self::default();
        said.add(arguments);
        said
    }

    /// Whether a leaf of an answer is something that was put in.
    pub(super) fn holds(&self, leaf: &Leaf) -> bool {
        let text = text_of(&leaf.value);
        let is_text = leaf.value.is_string() && self.pieces.contains(&text);
        let name = leaf.name().map(folded).unwrap_or_default();
        is_text || (!leaf.value.is_null() && self.named.contains(&(name, text)))
    }

    /// Whether a piece of a text was put in.
    pub(super) fn has_piece(&self, piece: &str) -> bool {
        self.pieces.contains(piece)
    }

    /// The pieces that a text holds, but for those that are part of another one.
    pub(super) fn pieces_in<'a>(&'a self, text: &str) -> Vec<&'a str> {
        let held: Vec<&str> =
            self.pieces.iter().map(String::as_str).filter(|piece| text.contains(*piece)).collect();
        let is_part =
            |piece: &str| held.iter().any(|other| *other != piece && other.contains(piece));
        held.iter().copied().filter(|piece| !is_part(piece)).collect()
    }
}

#[cfg(test)]
mod tests {
    use compoworld_transcript::leaves_of;
    use serde_json::json;

    use super::Said;

    #[test]
    fn texts_are_known_anywhere_and_other_values_under_their_name() {
        let said = Said::of(&json!({"title": "Lamp", "priority": 2, "tag": "x"}));
        let known = |value| leaves_of(&value).iter().all(|leaf| said.holds(leaf));
        assert!(known(json!({"subject": "Lamp"})));
        assert!(known(json!({"Priority": 2.0, "tags": "x"})));
        assert!(!known(json!({"order": 2})) && !known(json!({"mark": "x"})));
    }

    #[test]
    fn the_longest_pieces_of_a_text_are_told() {
        let said = Said::of(&json!({"path": "/top/inner/list.txt", "content": "oak\nelm tree\n"}));
        assert_eq!(said.pieces_in("Wrote /top/inner/list.txt"), ["/top/inner/list.txt"]);
        assert_eq!(said.pieces_in("list.txt: elm tree"), ["elm tree", "list.txt"]);
    }
}
