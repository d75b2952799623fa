//! Step `shape_root`: makes a tool's input one object with declared properties.
//!
//! Arguments are always one object, so whatever the input says about other values can go. A union
//! of objects keeps its branches as constraints; the object around them declares the branches'
//! properties, as loosely as all branches together do, so the accepted set stays the same.

use indexmap::IndexMap;

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Pointer};
use crate::spec::{Additional, Schema, Type};

/// The input as one object.
pub(super) fn shape_root(schema: Schema, at: &Pointer, diagnostics: &mut Diagnostics) -> Schema {
    let mut root = match only_objects(schema) {
        Some(root) => root,
        None => {
            diagnostics.push(Diagnostic::new(Code::RootNotAnObject, at));
            return Schema::of(Type::Object);
        }
    };
    root.kind = Some(Type::Object);
    root.description = None;
    root.default = None;
    root.format = None;
    declare_from_branches(&mut root, at, diagnostics);
    declare_required(&mut root, at, diagnostics);
    report_untyped(&root, at, diagnostics);
    root
}

/// The part of a schema that can accept objects; `None` when there is none.
fn only_objects(mut schema: Schema) -> Option<Schema> {
    let fits = |schema: &Schema| schema.kind.is_none_or(|kind| kind == Type::Object);
    if !fits(&schema) || schema.accepts_nothing() {
        return None;
    }
    if !schema.any_of.is_empty() {
        schema.any_of.retain(fits);
        match schema.any_of.len() {
            0 => return None,
            1 => {
                let only = schema.any_of.remove(0);
                return only_objects(super::build_branches::add_all_of(schema, vec![only]));
            }
            _ => {}
        }
    }
    // Branches that refuse every object can go: exactly one of the rest still must accept.
    if !schema.one_of.is_empty() {
        schema.one_of.retain(fits);
        match schema.one_of.len() {
            0 => return None,
            1 => {
                let only = schema.one_of.remove(0);
                return only_objects(super::build_branches::add_all_of(schema, vec![only]));
            }
            _ => {}
        }
    }
    if schema.all_of.iter().any(|branch| !fits(branch)) {
        return None;
    }
    Some(schema)
}

/// Declares on the object what its unions' branches declare.
fn declare_from_branches(root: &mut Schema, at: &Pointer, diagnostics: &mut Diagnostics) {
    let closed = !matches!(root.additional_properties, None | Some(Additional::Any(true)));
    let unions = [&root.any_of, &root.one_of];
    let mut declared: IndexMap<String, Schema> = IndexMap::new();
    let mut required = Vec::new();
    let mut found_union = false;
    for branches in unions {
        // `oneOf: [{}, X]` negates X, whose properties nobody is meant to give.
        if branches.is_empty() || branches.iter().any(Schema::accepts_anything) {
            continue;
        }
        found_union = true;
        for (name, schema) in declared_by_all(branches) {
            declared.entry(name).or_insert(schema);
        }
        let first = branches[0].required.iter();
        required.extend(
            first.filter(|name| branches.iter().all(|branch| branch.requires(name))).cloned(),
        );
    }
    for branch in &root.all_of {
        for (name, schema) in &branch.properties {
            declared.entry(name.clone()).or_insert_with(|| schema.clone());
        }
        required.extend(branch.required.iter().cloned());
        found_union |= !branch.properties.is_empty();
    }
    if !found_union {
        return;
    }
    // A closed object refuses what it does not declare itself: declaring more would open it.
    if !closed {
        for (name, schema) in declared {
            root.properties.entry(name).or_insert(schema);
        }
    }
    for name in required {
        if !root.requires(&name) {
            root.required.push(name);
        }
    }
    diagnostics.push(Diagnostic::new(Code::RootUnionMerged, at));
}

/// Every property that a branch declares or demands, with what all branches together allow.
fn declared_by_all(branches: &[Schema]) -> IndexMap<String, Schema> {
    let mut names: Vec<&String> = Vec::new();
    for branch in branches {
        for name in branch.properties.keys().chain(&branch.required) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let declared = names.into_iter().map(|name| {
        let mut choices: Vec<Schema> = Vec::new();
        for branch in branches {
            match (branch.properties.get(name), &branch.additional_properties) {
                (Some(schema), _) => choices.push(schema.clone()),
                (None, Some(Additional::Any(false))) => {}
                (None, Some(Additional::Of(schema))) => choices.push(schema.as_ref().clone()),
                (None, _) => choices.push(Schema::any()),
            }
        }
        (name.clone(), super::build_branches::add_any_of(Schema::any(), choices))
    });
    declared.collect()
}

/// Declares what `required` names; unless the object is closed this changes nothing.
fn declare_required(root: &mut Schema, at: &Pointer, diagnostics: &mut Diagnostics) {
    for name in root.required.clone() {
        if root.properties.contains_key(&name) {
            continue;
        }
        let schema = match &root.additional_properties {
            Some(Additional::Of(schema)) => schema.as_ref().clone(),
            _ => Schema::any(),
        };
        diagnostics.push(
            Diagnostic::new(Code::RequiredUndeclared, at.key("required"))
                .message(format!("`required` names `{name}`, which is not declared")),
        );
        root.properties.insert(name, schema);
    }
}

fn report_untyped(root: &Schema, at: &Pointer, diagnostics: &mut Diagnostics) {
    let properties = at.key("properties");
    for (name, schema) in &root.properties {
        if schema.accepts_anything() {
            diagnostics.push(
                Diagnostic::new(Code::UntypedParameter, properties.key(name))
                    .message(format!("the parameter `{name}` does not say what it takes")),
            );
        }
    }
}
