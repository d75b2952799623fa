//! The routes of a server together with their description, an OpenAPI 3.1 document at
//! `/openapi.json`.
//!
//! A route is added with what it takes and answers, so none can be there without. The document is
//! written by hand over JSON Schemas, and not derived from types: bodies are read leniently, tools'
//! arguments have schemas of their own, and what OpenEnv calls things is fixed by OpenEnv.

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::response::Json;
use axum::routing::{MethodRouter, get};
use serde_json::{Map, Value, json};

use crate::access::{Access, Party, check_token};

/// Routes, each with its operations as OpenAPI has them.
pub(crate) struct Routes<S = ()> {
    router: Router<S>,
    paths: Map<String, Value>,
}

impl<S: Clone + Send + Sync + 'static> Routes<S> {
    /// No routes.
    pub(crate) fn new() -> Self {
        Self { router: Router::new(), paths: Map::new() }
    }

    /// One more route, with an operation for each of its methods.
    pub(crate) fn route(
        mut self,
        path: &str,
        methods: MethodRouter<S>,
        operations: impl IntoIterator<Item = (&'static str, Operation)>,
    ) -> Self {
        self.router = self.router.route(path, methods);
        let operations = operations.into_iter();
        let operations: Map<String, Value> =
            operations.map(|(method, Operation(told))| (method.to_owned(), told)).collect();
        self.paths.insert(path.to_owned(), Value::Object(operations));
        self
    }

    /// The same routes with what they share.
    pub(crate) fn with_state(self, state: S) -> Routes {
        Routes { router: self.router.with_state(state), paths: self.paths }
    }
}

impl Routes {
    /// The same routes, which want a party's token.
    pub(crate) fn behind(mut self, access: &Arc<Access>, party: Party) -> Self {
        self.router =
            self.router.route_layer(from_fn_with_state((Arc::clone(access), party), check_token));
        if access.wants_token(party) {
            let operations = self.paths.values_mut().filter_map(Value::as_object_mut);
            for operation in operations.flat_map(Map::values_mut) {
                operation["security"] = json!([{"token": []}]);
                operation["responses"]["401"] =
                    plain_text("The token is missing, or is another's.");
            }
        }
        self
    }

    /// These routes and others.
    pub(crate) fn merge(mut self, others: Self) -> Self {
        self.router = self.router.merge(others.router);
        self.paths.extend(others.paths);
        self
    }

    /// The router, which also answers with the document.
    pub(crate) fn into_router(self, title: &str) -> Router {
        let document = Arc::new(self.document(title));
        let told = get(move || async move { Json((*document).clone()) });
        self.router.route("/openapi.json", told)
    }

    fn document(&self, title: &str) -> Value {
        json!({
            "openapi": "3.1.0",
            "info": {"title": title, "version": env!("CARGO_PKG_VERSION")},
            "paths": self.paths,
            "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
        })
    }
}

/// What one method of a route takes and answers.
pub(crate) struct Operation(Value);

impl Operation {
    /// An operation that may be refused as any may: to strangers, when it takes too long, and when
    /// there are too many.
    pub(crate) fn new(summary: &str) -> Self {
        Self(json!({"summary": summary, "responses": {
            "403": plain_text("The caller is a page or goes by a name that is not let in."),
            "408": plain_text("It took too long."),
            "429": plain_text("Too many requests."),
        }}))
    }

    /// It takes a parameter: `in` the query, the path or a cookie.
    pub(crate) fn takes(mut self, place: &str, name: &str, required: bool, schema: Value) -> Self {
        let parameter = json!({"in": place, "name": name, "required": required, "schema": schema});
        match self.0["parameters"].as_array_mut() {
            Some(parameters) => parameters.push(parameter),
            None => self.0["parameters"] = json!([parameter]),
        }
        self
    }

    /// It takes a body of JSON.
    pub(crate) fn body(mut self, required: bool, schema: Value) -> Self {
        let content = json!({"application/json": {"schema": schema}});
        self.0["requestBody"] = json!({"required": required, "content": content});
        self.0["responses"]["413"] = plain_text("The body is too large.");
        self
    }

    /// It answers with JSON.
    pub(crate) fn answers(self, status: u16, said: &str, schema: Value) -> Self {
        self.answers_as(status, said, &[("application/json", schema)])
    }

    /// It answers with one of these kinds of content, or with none.
    pub(crate) fn answers_as(mut self, status: u16, said: &str, kinds: &[(&str, Value)]) -> Self {
        let mut answer = json!({"description": said});
        for (kind, schema) in kinds {
            answer["content"][kind] = json!({"schema": schema});
        }
        self.0["responses"][status.to_string()] = answer;
        self
    }

    /// It refuses what it cannot do, with the reason.
    pub(crate) fn refuses(mut self, status: u16, said: &str) -> Self {
        let schema = json!({
            "type": "object",
            "properties": {"detail": {"type": "string"}, "code": {"type": "string"}},
            "required": ["detail", "code"],
        });
        self = self.answers(status, said, schema);
        self
    }

    /// Where to go on from an answer: which operation takes which of its values.
    pub(crate) fn leads_to(mut self, status: u16, name: &str, link: Value) -> Self {
        self.0["responses"][status.to_string()]["links"][name] = link;
        self
    }
}

fn plain_text(said: &str) -> Value {
    json!({"description": said, "content": {"text/plain": {"schema": {"type": "string"}}}})
}

/// The schema of numbers that count something, or choose among what is counted.
pub(crate) fn count_schema() -> Value {
    json!({"type": "integer", "minimum": 0, "maximum": u64::MAX})
}

/// The schema of what may be left out or null.
pub(crate) fn or_null(schema: Value) -> Value {
    json!({"anyOf": [schema, {"type": "null"}]})
}

/// The schema of [`crate::worlds::Choice`].
pub(crate) fn choice_properties() -> Value {
    json!({
        "task": or_null(json!({"type": "string"})),
        "index": or_null(count_schema()),
        "seed": or_null(count_schema()),
    })
}
