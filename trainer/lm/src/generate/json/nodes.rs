//! The nodes of a form: put together from several schemas, cases of cases in one row, and how deep
//! values nest.

use super::schema::{Node, NodeId, ObjectNode};

/// The node with its parts numbered from `by` on.
pub(super) fn shifted(node: Node, by: usize) -> Node {
    let all = |ids: Vec<NodeId>| ids.into_iter().map(|id| id + by).collect();
    match node {
        Node::List { first, items, n_min, n_max } => {
            Node::List { first: all(first), items: items.map(|id| id + by), n_min, n_max }
        }
        Node::Object(ObjectNode { members, required, others }) => {
            let members = members.into_iter().map(|(name, id)| (name, id + by)).collect();
            Node::Object(ObjectNode { members, required, others: others.map(|id| id + by) })
        }
        Node::OneOf(cases) => Node::OneOf(all(cases)),
        Node::Any | Node::Literals(_) | Node::Text { .. } | Node::Number(_) => node,
    }
}

/// The node with cases of cases put in their place, each once: cases may refer to each other.
pub(super) fn without_chains(nodes: &[Node], node: NodeId) -> Node {
    let Node::OneOf(cases) = &nodes[node] else { return nodes[node].clone() };
    let (mut left, mut met, mut found) = (cases.clone(), vec![node], Vec::new());
    while let Some(case) = left.pop() {
        if met.contains(&case) {
            continue;
        }
        met.push(case);
        match &nodes[case] {
            Node::OneOf(cases) => left.extend(cases),
            _ => found.push(case),
        }
    }
    found.sort_unstable();
    Node::OneOf(found)
}

/// How deep values of each node nest at least, found by looking again until nothing changes.
pub(super) fn heights(nodes: &[Node]) -> Vec<Option<usize>> {
    let mut heights: Vec<Option<usize>> = vec![None; nodes.len()];
    loop {
        let mut has_changed = false;
        for (id, node) in nodes.iter().enumerate() {
            let height = height(node, &heights);
            has_changed |= height != heights[id];
            heights[id] = height;
        }
        if !has_changed {
            return heights;
        }
    }
}

fn height(node: &Node, heights: &[Option<usize>]) -> Option<usize> {
    let deepest = |inner: &mut dyn Iterator<Item = NodeId>| {
        inner.map(|id| heights[id]).try_fold(0, |deepest: usize, height| Some(deepest.max(height?)))
    };
    match node {
        Node::Any | Node::Literals(_) | Node::Text { .. } | Node::Number(_) => Some(0),
        Node::OneOf(cases) => cases.iter().filter_map(|id| heights[*id]).min(),
        Node::List { n_min: 0, .. } => Some(1),
        Node::List { first, items, n_min, .. } => {
            let rest = items.filter(|_| *n_min > first.len());
            Some(1 + deepest(&mut first.iter().copied().take(*n_min).chain(rest))?)
        }
        Node::Object(object) => {
            let needed = object.members.iter().zip(&object.required);
            let mut needed = needed.filter(|(_, need)| **need).map(|((_, id), _)| *id);
            Some(1 + deepest(&mut needed)?)
        }
    }
}
