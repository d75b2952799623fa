//! Part of `build_schema`: puts unions and conjunctions into their simplest equal form.

use crate::spec::{Schema, Type};

/// `schema` and at least one of `branches`.
pub(super) fn add_any_of(schema: Schema, branches: Vec<Schema>) -> Schema {
    let mut flat: Vec<Schema> = Vec::with_capacity(branches.len());
    for branch in branches {
        match as_bare_union(&branch) {
            Some(inner) => flat.extend(inner),
            None => flat.push(branch),
        }
    }
    flat.retain(|branch| !branch.accepts_nothing());
    if flat.iter().any(Schema::accepts_anything) {
        return schema;
    }
    let mut branches: Vec<Schema> = Vec::with_capacity(flat.len());
    for branch in join_enumerations(flat) {
        if !branches.contains(&branch) {
            branches.push(branch);
        }
    }
    put_union(schema, branches)
}

/// `schema` and exactly one of `branches`.
pub(super) fn add_one_of(schema: Schema, branches: Vec<Schema>) -> Schema {
    let mut branches = branches;
    branches.retain(|branch| !branch.accepts_nothing());
    if are_disjoint(&branches) {
        return add_any_of(schema, branches);
    }
    if schema.one_of.is_empty() {
        return Schema { one_of: branches, ..schema };
    }
    add_all_of(schema, vec![Schema { one_of: branches, ..Schema::any() }])
}

/// `schema` and all of `branches`.
pub(super) fn add_all_of(schema: Schema, branches: Vec<Schema>) -> Schema {
    let mut schema = schema;
    for branch in branches {
        if branch.accepts_nothing() {
            return Schema { description: schema.description, ..Schema::nothing() };
        }
        schema = absorb(schema, branch);
    }
    schema
}

/// No branches means nothing is accepted; one is as good as none around it.
fn put_union(schema: Schema, mut branches: Vec<Schema>) -> Schema {
    match branches.len() {
        0 => Schema { description: schema.description, ..Schema::nothing() },
        1 => absorb(schema, branches.remove(0)),
        _ if schema.any_of.is_empty() => Schema { any_of: branches, ..schema },
        _ => {
            let mut schema = schema;
            schema.all_of.push(Schema { any_of: branches, ..Schema::any() });
            schema
        }
    }
}

/// The conjunction of two schemas: in one object where their keywords do not meet, else `allOf`.
fn absorb(schema: Schema, branch: Schema) -> Schema {
    if branch.accepts_anything() {
        return with_annotations(schema, &branch);
    }
    if schema.accepts_anything() {
        let Schema { description, format, default, .. } = with_annotations(schema, &branch);
        return Schema { description, format, default, ..branch };
    }
    match merged(&schema, &branch) {
        Some(merged) => merged,
        None => {
            let mut schema = schema;
            schema.all_of.push(branch);
            schema
        }
    }
}

/// Annotations of `branch` fill the gaps of `schema`.
fn with_annotations(mut schema: Schema, branch: &Schema) -> Schema {
    if schema.description.is_none() {
        schema.description = branch.description.clone();
    }
    if schema.format.is_none() {
        schema.format = branch.format.clone();
    }
    if schema.default.is_none() {
        schema.default = branch.default.clone();
    }
    schema
}

/// Both schemas in one object, if no keyword of one changes what a keyword of the other means.
fn merged(a: &Schema, b: &Schema) -> Option<Schema> {
    /// One of two values, if they do not contradict.
    fn either<T: Clone + PartialEq>(a: &Option<T>, b: &Option<T>) -> Option<Option<T>> {
        match (a, b) {
            (Some(a), Some(b)) if a != b => None,
            (Some(one), _) | (None, Some(one)) => Some(Some(one.clone())),
            (None, None) => Some(None),
        }
    }
    fn one_list<T: Clone + PartialEq>(a: &[T], b: &[T]) -> Option<Vec<T>> {
        match (a, b) {
            (list, []) | ([], list) => Some(list.to_vec()),
            (a, b) => (a == b).then(|| a.to_vec()),
        }
    }
    // `additionalProperties` and `items` speak of what their neighbors leave over.
    let closes = |one: &Schema| {
        one.additional_properties.as_ref().is_some_and(|a| *a != crate::spec::Additional::Any(true))
    };
    let reaches = |one: &Schema, other: &Schema| {
        closes(one) && other.properties.keys().any(|name| !one.properties.contains_key(name))
    };
    let close_differently =
        closes(a) && closes(b) && a.additional_properties != b.additional_properties;
    if reaches(a, b) || reaches(b, a) || close_differently {
        return None;
    }
    let has_elements = |one: &Schema| one.items.is_some() || !one.prefix_items.is_empty();
    if has_elements(a)
        && has_elements(b)
        && (a.items != b.items || a.prefix_items != b.prefix_items)
    {
        return None;
    }

    let mut properties = a.properties.clone();
    for (name, property) in &b.properties {
        let both = match properties.get(name) {
            Some(ours) => absorb(ours.clone(), property.clone()),
            None => property.clone(),
        };
        properties.insert(name.clone(), both);
    }
    let mut required = a.required.clone();
    required.extend(b.required.iter().filter(|name| !a.requires(name)).cloned());
    let mut all_of = a.all_of.clone();
    all_of.extend(b.all_of.iter().cloned());

    let schema = Schema {
        description: a.description.clone().or_else(|| b.description.clone()),
        kind: merged_kind(a.kind, b.kind)?,
        format: a.format.clone().or_else(|| b.format.clone()),
        values: either(&a.values, &b.values)?,
        constant: either(&a.constant, &b.constant)?,
        default: a.default.clone().or_else(|| b.default.clone()),
        properties,
        required,
        additional_properties: either(&a.additional_properties, &b.additional_properties)
            .unwrap_or_else(|| {
                // Only `true` meets something stricter here.
                [a, b]
                    .iter()
                    .find(|one| closes(one))
                    .and_then(|one| one.additional_properties.clone())
            }),
        items: a.items.clone().or_else(|| b.items.clone()),
        prefix_items: one_list(&a.prefix_items, &b.prefix_items)?,
        min_items: a.min_items.max(b.min_items),
        max_items: least(a.max_items, b.max_items),
        unique_items: a.unique_items || b.unique_items,
        min_length: a.min_length.max(b.min_length),
        max_length: least(a.max_length, b.max_length),
        pattern: either(&a.pattern, &b.pattern)?,
        minimum: either(&a.minimum, &b.minimum)?,
        maximum: either(&a.maximum, &b.maximum)?,
        exclusive_minimum: either(&a.exclusive_minimum, &b.exclusive_minimum)?,
        exclusive_maximum: either(&a.exclusive_maximum, &b.exclusive_maximum)?,
        multiple_of: either(&a.multiple_of, &b.multiple_of)?,
        any_of: one_list(&a.any_of, &b.any_of)?,
        one_of: one_list(&a.one_of, &b.one_of)?,
        all_of,
    };
    Some(schema)
}

fn merged_kind(a: Option<Type>, b: Option<Type>) -> Option<Option<Type>> {
    match (a, b) {
        (Some(Type::Integer), Some(Type::Number)) | (Some(Type::Number), Some(Type::Integer)) => {
            Some(Some(Type::Integer))
        }
        (Some(a), Some(b)) if a != b => None,
        (one, other) => Some(one.or(other)),
    }
}

fn least(a: Option<u64>, b: Option<u64>) -> Option<u64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (one, other) => one.or(other),
    }
}

/// The branches of a schema that is nothing but a union.
fn as_bare_union(schema: &Schema) -> Option<Vec<Schema>> {
    let bare = Schema { any_of: schema.any_of.clone(), ..Schema::any() };
    (!schema.any_of.is_empty() && *schema == bare).then_some(bare.any_of)
}

/// Whether no value can satisfy two of the branches, as far as their types and values tell.
fn are_disjoint(branches: &[Schema]) -> bool {
    branches.iter().enumerate().all(|(index, a)| {
        branches[index + 1..].iter().all(|b| {
            let (Some(kind_a), Some(kind_b)) = (a.kind, b.kind) else { return false };
            let numeric = |kind| matches!(kind, Type::Integer | Type::Number);
            if kind_a != kind_b && !(numeric(kind_a) && numeric(kind_b)) {
                return true;
            }
            match (listed(a), listed(b)) {
                (Some(a), Some(b)) => !a
                    .iter()
                    .any(|one| b.iter().any(|other| super::build_keywords::same_value(one, other))),
                _ => false,
            }
        })
    })
}

fn listed(schema: &Schema) -> Option<Vec<serde_json::Value>> {
    schema.values.clone().or_else(|| schema.constant.clone().map(|one| vec![one]))
}

/// Joins branches that only list values of one type into one enumeration.
fn join_enumerations(branches: Vec<Schema>) -> Vec<Schema> {
    let only_lists = |schema: &Schema| {
        let bare = Schema {
            description: schema.description.clone(),
            kind: schema.kind,
            values: schema.values.clone(),
            constant: schema.constant.clone(),
            ..Schema::any()
        };
        listed(schema).is_some() && schema.kind.is_some() && *schema == bare
    };
    if branches.iter().filter(|branch| only_lists(branch)).count() < 2 {
        return branches;
    }
    let mut joined: Vec<Schema> = Vec::with_capacity(branches.len());
    for branch in branches {
        let partner = joined.iter_mut().find(|earlier| {
            only_lists(&branch) && only_lists(earlier) && earlier.kind == branch.kind
        });
        match partner {
            Some(partner) => {
                let mut values = listed(partner).unwrap_or_default();
                for value in listed(&branch).unwrap_or_default() {
                    if !values.iter().any(|one| super::build_keywords::same_value(one, &value)) {
                        values.push(value);
                    }
                }
                *partner = Schema { kind: branch.kind, values: Some(values), ..Schema::any() };
            }
            None => joined.push(branch),
        }
    }
    joined
}
