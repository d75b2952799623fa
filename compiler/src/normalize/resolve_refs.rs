//! Step `resolve_refs`: writes out every `$ref` in place.
//!
//! In: a schema with references into itself. Out: the same schema as a tree without definitions.
//! A reference that repeats below itself is cut; so is everything beyond a size limit, because
//! definitions that use definitions can grow without bound.

use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::read::{DEPTH_MAX, Json, Object, RawSchema};

/// Objects that a schema may have after references are written out.
const OBJECTS_MAX: usize = 20_000;

/// Keywords that hold one schema.
const ONE_SCHEMA: &[&str] = &[
    "items",
    "additionalItems",
    "unevaluatedItems",
    "contains",
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
    "not",
    "if",
    "then",
    "else",
];
/// Keywords that hold a list of schemas; `items` does so in older drafts.
const SCHEMA_LIST: &[&str] = &["anyOf", "oneOf", "allOf", "prefixItems", "items"];
/// Keywords that hold schemas by name; `dependencies` may hold lists of names too.
const SCHEMA_MAP: &[&str] =
    &["properties", "patternProperties", "dependentSchemas", "dependencies"];

/// Keywords that may stand beside `$ref` without constraining anything.
const ANNOTATIONS: &[&str] = &[
    "description",
    "title",
    "default",
    "examples",
    "example",
    "deprecated",
    "readOnly",
    "writeOnly",
    "$comment",
    "nullable",
    "$defs",
    "definitions",
    "$schema",
    "$id",
];

/// The schema with its references written out.
pub(super) fn resolve_refs(schema: &RawSchema, diagnostics: &mut Diagnostics) -> Json {
    let old_draft = schema.json.get("$schema").and_then(Json::as_str).is_some_and(|draft| {
        ["draft-03", "draft-04", "draft-06", "draft-07"].iter().any(|old| draft.contains(old))
    });
    let mut resolver = Resolver {
        root: &schema.json,
        siblings_count: !old_draft,
        followed: vec![String::new()],
        n_objects: 0,
        too_large_reported: false,
        diagnostics,
    };
    resolver.schema(&schema.json, 0)
}

struct Resolver<'a> {
    root: &'a Json,
    siblings_count: bool,
    /// The references that lead to where we are.
    followed: Vec<String>,
    n_objects: usize,
    too_large_reported: bool,
    diagnostics: &'a mut Diagnostics,
}

impl Resolver<'_> {
    fn schema(&mut self, json: &Json, depth: usize) -> Json {
        let Json::Object(object) = json else { return json.clone() };
        self.n_objects += 1;
        if self.n_objects > OBJECTS_MAX {
            if !self.too_large_reported {
                self.too_large_reported = true;
                self.diagnostics.push(Diagnostic::new(Code::ExpansionTooLarge, &object.at));
            }
            return empty(object);
        }
        if depth > DEPTH_MAX {
            self.diagnostics.push(Diagnostic::new(Code::SchemaTooDeep, &object.at));
            return empty(object);
        }
        match object.members.get("$ref") {
            Some(Json::String(target)) => self.reference(object, target, depth),
            _ => self.members(object, depth),
        }
    }

    fn members(&mut self, object: &Object, depth: usize) -> Json {
        let mut members = indexmap::IndexMap::with_capacity(object.members.len());
        for (key, value) in &object.members {
            let value = match value {
                _ if matches!(key.as_str(), "$defs" | "definitions" | "$ref") => continue,
                Json::Object(map) if SCHEMA_MAP.contains(&key.as_str()) => {
                    let inner = map
                        .members
                        .iter()
                        .map(|(name, one)| (name.clone(), self.schema(one, depth + 2)));
                    Json::Object(Object { at: map.at.clone(), members: inner.collect() })
                }
                Json::Array(list) if SCHEMA_LIST.contains(&key.as_str()) => {
                    Json::Array(list.iter().map(|one| self.schema(one, depth + 2)).collect())
                }
                Json::Object(_) if ONE_SCHEMA.contains(&key.as_str()) => {
                    self.schema(value, depth + 1)
                }
                other => other.clone(),
            };
            members.insert(key.clone(), value);
        }
        Json::Object(Object { at: object.at.clone(), members })
    }

    fn reference(&mut self, object: &Object, target: &str, depth: usize) -> Json {
        let at = object.at.key("$ref");
        let Some(fragment) = target.strip_prefix('#') else {
            self.diagnostics.push(
                Diagnostic::new(Code::ExternalRef, at)
                    .message(format!("`$ref` leaves the document for `{target}`")),
            );
            return self.members(object, depth);
        };
        let path = percent_decoded(fragment);
        if self.followed.contains(&path) {
            self.diagnostics.push(
                Diagnostic::new(Code::RecursiveRef, at)
                    .message(format!("`{target}` leads back to itself; it is cut here")),
            );
            return self.members(object, depth);
        }
        let Some(found) = find(self.root, &path) else {
            self.diagnostics.push(
                Diagnostic::new(Code::DanglingRef, at)
                    .message(format!("`{target}` points at nothing"))
                    .help("define the schema under `$defs`, or write it in place of the reference"),
            );
            return self.members(object, depth);
        };
        let found = found.clone();
        self.followed.push(path);
        let resolved = self.schema(&found, depth + 1);
        self.followed.pop();
        self.with_siblings(object, resolved, depth)
    }

    /// The resolved schema together with what stands beside the reference.
    fn with_siblings(&mut self, object: &Object, resolved: Json, depth: usize) -> Json {
        let constrains =
            object.members.keys().any(|key| key != "$ref" && !ANNOTATIONS.contains(&key.as_str()));
        if constrains && self.siblings_count {
            let Json::Object(mut outer) = self.members(object, depth) else { return resolved };
            let mut all = vec![resolved];
            if let Some(Json::Array(more)) = outer.members.shift_remove("allOf") {
                all.extend(more);
            }
            outer.members.insert("allOf".to_owned(), Json::Array(all));
            return Json::Object(outer);
        }
        if constrains {
            self.diagnostics.push(Diagnostic::new(Code::RefSiblingsIgnored, &object.at));
        }
        let Json::Object(mut resolved) = resolved else { return resolved };
        for (key, value) in &object.members {
            if key != "$ref" && ANNOTATIONS.contains(&key.as_str()) {
                resolved.members.insert(key.clone(), value.clone());
            }
        }
        Json::Object(resolved)
    }
}

fn empty(object: &Object) -> Json {
    Json::Object(Object { at: object.at.clone(), members: indexmap::IndexMap::new() })
}

/// The value at a pointer given without `#`, or the one with that `$anchor`.
fn find<'a>(root: &'a Json, path: &str) -> Option<&'a Json> {
    if path.is_empty() {
        return Some(root);
    }
    let Some(tokens) = path.strip_prefix('/') else { return find_anchor(root, path) };
    let mut here = root;
    for token in tokens.split('/') {
        let token = token.replace("~1", "/").replace("~0", "~");
        here = match here {
            Json::Object(object) => object.members.get(&token)?,
            Json::Array(elements) => elements.get(token.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    Some(here)
}

fn find_anchor<'a>(json: &'a Json, anchor: &str) -> Option<&'a Json> {
    match json {
        Json::Object(object) => {
            if object.members.get("$anchor").and_then(Json::as_str) == Some(anchor) {
                return Some(json);
            }
            object.members.values().find_map(|one| find_anchor(one, anchor))
        }
        Json::Array(elements) => elements.iter().find_map(|one| find_anchor(one, anchor)),
        _ => None,
    }
}

fn percent_decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut position = 0;
    while position < bytes.len() {
        let hex = bytes
            .get(position + 1..position + 3)
            .filter(|_| bytes[position] == b'%')
            .and_then(|hex| std::str::from_utf8(hex).ok())
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match hex {
            Some(byte) => {
                decoded.push(byte);
                position += 3;
            }
            None => {
                decoded.push(bytes[position]);
                position += 1;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}
