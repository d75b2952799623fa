//! Step `build_schema`: reads a schema without references into the documented subset.
//!
//! In: JSON in any draft's dialect. Out: a [`Schema`]. Keywords are read one by one
//! (`build_keywords`), conditions rewritten (`build_conditions`), unions tidied
//! (`build_branches`), and types fitted to what stands beside them (`build_types`).

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Pointer};
use crate::read::{Json, Object, RawSchema};
use crate::spec::{Schema, Type};

use super::build_branches::{add_all_of, add_any_of, add_one_of};
use super::build_conditions::build_conditions;
use super::build_keywords::{Parts, read_keywords};
use super::build_types::fit_types;
use super::settle_default::settle_default;

/// Schemas nested beyond this accept anything. Chosen so that a written spec stays well within
/// what JSON parsers take.
pub(super) const SCHEMA_DEPTH_MAX: usize = 30;

/// The schema in the subset.
pub(super) fn build_schema(raw: &RawSchema, diagnostics: &mut Diagnostics) -> Schema {
    let schema = Builder { diagnostics, depth: 0 }.schema(&raw.json, &raw.at);
    // Rewritten conditions add levels of their own.
    if depth(&schema) > SCHEMA_DEPTH_MAX + 10 {
        diagnostics.push(Diagnostic::new(Code::SchemaTooDeep, &raw.at));
        return Schema::any();
    }
    schema
}

/// How many schemas are nested, the outermost included.
fn depth(schema: &Schema) -> usize {
    1 + schema.children().map(depth).max().unwrap_or(0)
}

/// Where the walk is and what it has to say.
pub(super) struct Builder<'a> {
    pub(super) diagnostics: &'a mut Diagnostics,
    depth: usize,
}

impl Builder<'_> {
    pub(super) fn say(&mut self, code: Code, at: impl Into<Pointer>, message: String) {
        self.diagnostics.push(Diagnostic::new(code, at.into()).message(message));
    }

    /// Reads one schema; `at` is its place, which only objects know themselves.
    pub(super) fn schema(&mut self, json: &Json, at: &Pointer) -> Schema {
        match json {
            Json::Bool(true) => Schema::any(),
            Json::Bool(false) => Schema::nothing(),
            Json::Object(object) => self.nested(object),
            other => {
                let message = format!("a schema is {}; any value is accepted", other.kind());
                self.say(Code::SchemaNotAnObject, at.clone(), message);
                Schema::any()
            }
        }
    }

    fn nested(&mut self, object: &Object) -> Schema {
        if self.depth >= SCHEMA_DEPTH_MAX {
            let message = format!("nested deeper than {SCHEMA_DEPTH_MAX} schemas");
            self.say(Code::SchemaTooDeep, object.at.clone(), message);
            return Schema::any();
        }
        self.depth += 1;
        let schema = self.object(object);
        self.depth -= 1;
        schema
    }

    fn object(&mut self, object: &Object) -> Schema {
        let parts = read_keywords(self, object);
        let Parts { schema, kinds, nullable, default, any_of, one_of, mut all_of } = parts;
        all_of.extend(build_conditions(self, object));

        let mut schema = fit_types(self, object, schema, kinds);
        if let Some(branches) = any_of {
            schema = add_any_of(schema, branches);
        }
        if let Some(branches) = one_of {
            schema = add_one_of(schema, branches);
        }
        schema = add_all_of(schema, all_of);
        if nullable {
            schema = self.with_null(object, schema);
        }
        settle_default(self, object, &mut schema, default);
        schema
    }

    /// The union with null that OpenAPI's `nullable` means.
    fn with_null(&mut self, object: &Object, schema: Schema) -> Schema {
        if schema.accepts_anything() || may_be_null(&schema) {
            return schema;
        }
        let message = "`nullable` is not JSON Schema; null is accepted as it means".to_owned();
        self.say(Code::NullableKeyword, object.at.key("nullable"), message);
        union_with_null(schema)
    }
}

fn may_be_null(schema: &Schema) -> bool {
    schema.kind == Some(Type::Null) || schema.any_of.iter().any(|one| one.kind == Some(Type::Null))
}

/// `anyOf: [X, {"type": "null"}]`, with the description kept outside.
fn union_with_null(mut schema: Schema) -> Schema {
    let description = schema.description.take();
    let null = Schema::of(Type::Null);
    let only_union = Schema { any_of: schema.any_of.clone(), ..Schema::default() };
    let any_of = if !schema.any_of.is_empty() && schema == only_union {
        let mut branches = schema.any_of;
        branches.push(null);
        branches
    } else {
        vec![schema, null]
    };
    Schema { description, any_of, ..Schema::default() }
}
