//! Part of `build_schema`: rewrites conditions as unions.
//!
//! The subset has no negation, but `oneOf: [{}, X]` holds exactly where `X` does not: `{}` always
//! accepts, so the sum is one only when `X` refuses. With it every condition has an exact form.

use indexmap::IndexSet;

use crate::diagnostics::Code;
use crate::read::{Json, Object};
use crate::spec::{Schema, Type};

use super::build_branches::{add_all_of, add_any_of};
use super::build_keywords::unsupported;
use super::build_schema::Builder;

/// A condition is written out twice, so conditions in conditions double; larger ones are dropped.
const CONDITION_SCHEMAS_MAX: usize = 200;

/// What the conditions of a schema demand, as schemas that must all accept.
pub(super) fn build_conditions(cx: &mut Builder<'_>, object: &Object) -> Vec<Schema> {
    let mut demands = Vec::new();
    if let Some(json) = object.members.get("not") {
        let refused = cx.schema(json, &object.at.key("not"));
        if !refused.accepts_anything() {
            rewritten(cx, object, "not");
        }
        demands.push(not(refused));
    }
    if let Some(json) = object.members.get("if") {
        demands.extend(build_if(cx, object, json));
    }
    for key in ["dependentRequired", "dependentSchemas", "dependencies"] {
        if let Some(Json::Object(dependencies)) = object.members.get(key) {
            for (property, demand) in &dependencies.members {
                let demand = match demand {
                    Json::Array(names) => {
                        let names = names.iter().filter_map(Json::as_str).map(str::to_owned);
                        let each_once: IndexSet<String> = names.collect();
                        Schema { required: each_once.into_iter().collect(), ..Schema::any() }
                    }
                    schema => cx.schema(schema, &dependencies.at.key(property)),
                };
                let present =
                    Schema { required: vec![property.clone()], ..Schema::of(Type::Object) };
                demands.push(either(not(present), demand));
            }
            if !dependencies.members.is_empty() {
                rewritten(cx, object, key);
            }
        }
    }
    demands
}

fn build_if(cx: &mut Builder<'_>, object: &Object, json: &Json) -> Vec<Schema> {
    let then = object.members.get("then").map(|json| cx.schema(json, &object.at.key("then")));
    let otherwise = object.members.get("else").map(|json| cx.schema(json, &object.at.key("else")));
    if then.is_none() && otherwise.is_none() {
        return Vec::new();
    }
    let condition = cx.schema(json, &object.at.key("if"));
    if n_schemas(&condition) > CONDITION_SCHEMAS_MAX {
        unsupported(cx, object, "if");
        return Vec::new();
    }
    rewritten(cx, object, "if");
    let mut demands = Vec::new();
    if let Some(then) = then {
        demands.push(either(not(condition.clone()), then));
    }
    if let Some(otherwise) = otherwise {
        demands.push(either(condition, otherwise));
    }
    demands
}

/// Accepts what `schema` refuses.
fn not(schema: Schema) -> Schema {
    if schema.accepts_anything() {
        return Schema::nothing();
    }
    if schema.accepts_nothing() {
        return Schema::any();
    }
    // The branch is wrapped so that tidying cannot mistake the pair for a plain union.
    Schema { one_of: vec![Schema::any(), schema], ..Schema::any() }
}

fn n_schemas(schema: &Schema) -> usize {
    1 + schema.children().map(n_schemas).sum::<usize>()
}

fn either(a: Schema, b: Schema) -> Schema {
    add_all_of(Schema::any(), vec![add_any_of(Schema::any(), vec![a, b])])
}

fn rewritten(cx: &mut Builder<'_>, object: &Object, key: &str) {
    let message = format!("`{key}` is rewritten with unions");
    cx.say(Code::RewrittenKeyword, object.at.key(key), message);
}
