//! Plans the tests of every tool.

use serde_json::{Map, Value, json};

use crate::lower::{Body, LoweredService};
use crate::model::Expected;
use crate::spec::Type;

use super::fixture::Rows;
use super::sample_arguments::Extent;
use super::sample_fixture::sample_fixture;
use super::subject::Subject;
use super::{Contract, ContractTest, Expect};

/// Plans the tests of a service.
#[must_use]
pub fn plan_contract(lowered: &LoweredService) -> Contract {
    let service = &lowered.service;
    let given = service.model.fixture.as_ref().map(|fixture| fixture.text.clone());
    let fixture = given.unwrap_or_else(|| {
        let sampled = sample_fixture(service);
        serde_json::to_string_pretty(&sampled).expect("a sampled state is JSON")
    });
    let value: Value = serde_json::from_str(&fixture).unwrap_or_default();
    let rows = Rows::of(service, &value);
    let mut tests = Vec::new();
    for (tool, body) in service.tools.iter().zip(&lowered.bodies) {
        let subject = Subject::new(service, &rows, tool);
        plan_tool(&subject, body, &mut tests);
    }
    Contract { fixture, tests }
}

fn plan_tool(subject: &Subject<'_>, body: &Body, tests: &mut Vec<ContractTest>) {
    match body {
        Body::Create(new) => subject.plan_create(new, tests),
        Body::Get { .. } => subject.plan_get(tests),
        Body::List { .. } | Body::Count { .. } => {
            subject.plan_list(tests);
            subject.plan_absent_parent(tests);
        }
        Body::Update { changes, .. } => subject.plan_update(changes, tests),
        Body::Upsert { .. } => subject.plan_upsert(body, tests),
        Body::Delete { .. } => subject.plan_delete(tests),
        Body::Written => plan_cases(subject, tests),
        Body::Simulated => {
            if let Some(args) = subject.complete(Map::new(), Extent::Required, 0) {
                let expect = Expect::Error("unavailable".to_owned());
                tests.push(subject.test("is_left_to_the_world_model", &args, expect));
            }
        }
    }
    if matches!(body, Body::Get { .. } | Body::Update { .. } | Body::Delete { .. }) {
        subject.plan_refusals(tests);
    }
    if let Some(args) = subject.simulated_arguments() {
        let expect = Expect::Error("unavailable".to_owned());
        tests.push(subject.test("leaves_what_it_does_not_know_to_the_world_model", &args, expect));
    }
    if let Some(args) = refused_arguments(subject) {
        let expect = Expect::Error("invalid_argument".to_owned());
        tests.push(subject.test("refuses_what_the_spec_does_not_accept", &args, expect));
    }
}

fn plan_cases(subject: &Subject<'_>, tests: &mut Vec<ContractTest>) {
    let cases = &subject.service.model.tools[subject.tool.model_index].cases;
    for (index, case) in cases.iter().enumerate() {
        let args: Value = serde_json::from_str(&case.args.0).unwrap_or_default();
        let (name, expect) = match &case.expected {
            Expected::Ok(text, _) => {
                let data = serde_json::from_str(text).unwrap_or_default();
                (format!("answers_case_{}", index + 1), Expect::Contains(data))
            }
            Expected::Error(code, _) => {
                (format!("refuses_case_{}", index + 1), Expect::Error(code.clone()))
            }
        };
        tests.push(subject.test(&name, &args, expect));
    }
}

/// Arguments that the spec refuses, as close to good ones as can be.
fn refused_arguments(subject: &Subject<'_>) -> Option<Value> {
    let good = subject
        .complete(Map::new(), Extent::Required, 0)
        .and_then(|args| args.as_object().cloned())
        .unwrap_or_default();
    let schema = &subject.service.spec_of(subject.tool).parameters;
    // One at a time: a tool may take thousands of arguments.
    // Without what chooses, the call may be another part's.
    let part = subject.tool.part.as_ref();
    let choice = part.map(|part| &subject.service.wholes[part.whole].argument);
    let required = schema.required.iter().rev().filter(|name| Some(*name) != choice);
    let lacking = required.map(|name| {
        let mut args = good.clone();
        args.remove(name);
        Value::Object(args)
    });
    let wrong = schema.properties.iter().map(|(name, property)| {
        let wrong = match property.kind {
            Some(Type::String) => json!(7),
            Some(Type::Integer | Type::Number | Type::Boolean) => json!("no number"),
            _ => json!(true),
        };
        let mut args = good.clone();
        args.insert(name.clone(), wrong);
        Value::Object(args)
    });
    let unknown = std::iter::once_with(|| {
        let mut args = good.clone();
        args.insert("no_such_argument".to_owned(), json!(1));
        Value::Object(args)
    });
    let mut candidates = lacking.chain(wrong).chain(unknown).chain(std::iter::once(json!([])));
    candidates.find(|args| !subject.accepts(args))
}
