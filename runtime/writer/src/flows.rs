//! The values that flow between calls: found where the author did not say where one comes from, and
//! told as a task's graph.

use std::collections::{BTreeMap, BTreeSet};

use compoworld_world::{Edge, Graph, Provenance, Reference, ReferenceCall, SEPARATOR, count_said};
use serde_json::Value;

/// The service that a call goes to.
pub(crate) fn alias_of(tool: &str) -> &str {
    tool.split_once(SEPARATOR).map_or("", |(alias, _)| alias)
}

/// Fills in where values come from that the author left out: the instruction, when it says them;
/// else the first earlier answer that has them. Values that stand anywhere (short ones, yes and no)
/// are left alone.
pub(crate) fn find_sources(
    instruction: &str,
    reference: &mut Reference,
    outputs: &[Option<Value>],
) {
    for step in 0..reference.calls.len() {
        let call = &mut reference.calls[step];
        let earlier = &outputs[..step.min(outputs.len())];
        find_in(instruction, &call.arguments, &mut call.provenance, earlier);
    }
    let Reference { answer, answer_provenance, .. } = reference;
    find_in("", answer, answer_provenance, outputs);
}

fn find_in(
    instruction: &str,
    whole: &Value,
    provenance: &mut BTreeMap<String, Provenance>,
    outputs: &[Option<Value>],
) {
    for (pointer, value) in leaves(whole) {
        if is_covered(provenance, &pointer) {
            continue;
        }
        let Some(text) = telling_text(value) else { continue };
        let source = if count_said(instruction, &text) > 0 {
            Some(Provenance::Instruction)
        } else {
            source_of(value, outputs)
        };
        if let Some(source) = source {
            provenance.insert(pointer, source);
        }
    }
}

/// Whether the source of a value or of something around it is told.
pub(crate) fn is_covered(provenance: &BTreeMap<String, Provenance>, pointer: &str) -> bool {
    provenance.keys().any(|told| {
        pointer
            .strip_prefix(told.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

/// The first place of an earlier answer where a value stands.
fn source_of(value: &Value, outputs: &[Option<Value>]) -> Option<Provenance> {
    outputs.iter().enumerate().find_map(|(step, output)| {
        let mut found = leaves(output.as_ref()?).into_iter();
        let (pointer, _) = found.find(|(_, other)| *other == value)?;
        Some(Provenance::Output { step, pointer })
    })
}

/// A value as text, when it is long enough to tell where it comes from.
pub(crate) fn telling_text(value: &Value) -> Option<String> {
    const CHARACTERS_MIN: usize = 3;
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    (text.trim().chars().count() >= CHARACTERS_MIN).then_some(text)
}

/// Every scalar of a value, with its JSON pointer.
pub(crate) fn leaves(value: &Value) -> Vec<(String, &Value)> {
    let mut found = Vec::new();
    walk(value, String::new(), &mut found);
    found
}

fn walk<'a>(value: &'a Value, pointer: String, found: &mut Vec<(String, &'a Value)>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let name = name.replace('~', "~0").replace('/', "~1");
                walk(member, format!("{pointer}/{name}"), found);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                walk(item, format!("{pointer}/{index}"), found);
            }
        }
        scalar => found.push((pointer, scalar)),
    }
}

/// The walk through the services, and the values that flow between its steps.
pub(crate) fn graph_of(calls: &[ReferenceCall]) -> Graph {
    let mut walk: Vec<String> = calls.iter().map(|call| alias_of(&call.tool).to_owned()).collect();
    walk.dedup();
    let mut edges = Vec::new();
    for (to_step, call) in calls.iter().enumerate() {
        for (argument_path, from) in &call.provenance {
            for (from_step, value_path) in parts_of(from) {
                let value = call.arguments.pointer(argument_path).cloned().unwrap_or_default();
                let argument_path = argument_path.clone();
                edges.push(Edge { from_step, to_step, value_path, argument_path, value });
            }
        }
    }
    Graph { walk, edges }
}

fn parts_of(from: &Provenance) -> Vec<(usize, String)> {
    match from {
        Provenance::Instruction | Provenance::Chosen => Vec::new(),
        Provenance::Output { step, pointer } => vec![(*step, pointer.clone())],
        Provenance::Computed { parts, .. } => {
            parts.iter().map(|part| (part.step, part.pointer.clone())).collect()
        }
    }
}

/// The services of a walk that no value connects with the first one.
pub(crate) fn unconnected(graph: &Graph, calls: &[ReferenceCall]) -> Vec<String> {
    let alias = |step: usize| calls.get(step).map(|call| alias_of(&call.tool));
    let Some(first) = graph.walk.first() else { return Vec::new() };
    let mut reached = BTreeSet::from([first.as_str()]);
    // A walk has a handful of services: as many rounds reach all that can be reached.
    for _ in 0..graph.walk.len() {
        for edge in &graph.edges {
            let (Some(from), Some(to)) = (alias(edge.from_step), alias(edge.to_step)) else {
                continue;
            };
            if reached.contains(from) || reached.contains(to) {
                reached.extend([from, to]);
            }
        }
    }
    let all: BTreeSet<&str> = graph.walk.iter().map(String::as_str).collect();
    all.difference(&reached).map(|alias| (*alias).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use compoworld_world::{Provenance, Reference, ReferenceCall};
    use serde_json::{Value, json};

    use super::{find_sources, graph_of, unconnected};

    fn reference(calls: &[(&str, Value)]) -> Reference {
        let call = |(tool, arguments): &(&str, Value)| ReferenceCall {
            tool: (*tool).to_owned(),
            arguments: arguments.clone(),
            provenance: BTreeMap::new(),
        };
        Reference {
            calls: calls.iter().map(call).collect(),
            answer: Value::Null,
            answer_provenance: BTreeMap::new(),
        }
    }

    #[test]
    fn sources_that_are_left_out_are_found_in_the_instruction_and_in_earlier_answers() {
        let mut found = reference(&[
            ("a__list", json!({"name": "Refund"})),
            ("b__get", json!({"id": "ORD-7", "limit": 5, "full": true})),
        ]);
        let outputs = [Some(json!({"items": [{"order": "ORD-7"}]})), None];
        find_sources("Look for \"refund\".", &mut found, &outputs);
        assert_eq!(found.calls[0].provenance["/name"], Provenance::Instruction);
        let order = Provenance::Output { step: 0, pointer: "/items/0/order".into() };
        assert_eq!(found.calls[1].provenance, BTreeMap::from([("/id".to_owned(), order)]));
        let graph = graph_of(&found.calls);
        assert_eq!(graph.walk, ["a", "b"]);
        assert_eq!(graph.edges[0].value, json!("ORD-7"));
        assert!(unconnected(&graph, &found.calls).is_empty());
    }

    #[test]
    fn a_told_source_stays_and_a_later_answer_is_no_source() {
        let mut found = reference(&[("a__get", json!({"id": "ORD-7"})), ("b__get", json!({}))]);
        found.calls[0].provenance.insert("/id".into(), Provenance::Chosen);
        find_sources("ORD-7", &mut found, &[None, Some(json!({"id": "ORD-7"}))]);
        assert_eq!(found.calls[0].provenance["/id"], Provenance::Chosen);
        let mut found = reference(&[("a__get", json!({"id": "ORD-7"})), ("b__get", json!({}))]);
        find_sources("", &mut found, &[None, Some(json!({"id": "ORD-7"}))]);
        assert!(found.calls[0].provenance.is_empty());
        assert_eq!(unconnected(&graph_of(&found.calls), &found.calls), ["b"]);
    }
}
