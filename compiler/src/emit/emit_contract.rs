//! Writes `tests/contract.rs`: one module a tool, one function a call.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};
use serde_json::Value;

use crate::contract::{Contract, ContractTest, EPOCH_SECONDS, Expect, contract_of};

use super::Emission;
use super::emit_manifest::crate_name;
use super::format::{is_invisible, one_line, rust_file};

/// The contract tests.
pub fn emit_contract(emission: &Emission<'_>) -> Result<String, syn::Error> {
    let service = &emission.lowered.service;
    let contract = contract_of(emission.lowered);
    let package = format_ident!("{}", crate_name(&service.spec.service).replace('-', "_"));
    let mut modules = TokenStream::new();
    for tool in service.listed() {
        let name = &tool.spec.name;
        let tests: Vec<_> = contract.tests.iter().filter(|test| test.tool == *name).collect();
        if tests.is_empty() {
            continue;
        }
        let module = Ident::new(name, Span::call_site());
        let tests = tests.into_iter().map(test);
        modules.extend(quote!(mod #module { #(#tests)* }));
    }
    let support = support(&contract);
    let items = quote!(#support #modules);
    let imports = quote! {
        use ::compoworld_core::{Instance, Timestamp};
        use #package::SERVICE;
        use serde_json::Value;
    };
    let docs = vec![format!("What each tool of {} must do.", one_line(&service.spec.title))];
    rust_file(emission, &docs, imports, items)
}

fn test(test: &ContractTest) -> TokenStream {
    let name = format_ident!("{}", test.name);
    let tool = &test.tool;
    let args = raw_text(&test.args);
    let call = match &test.expect {
        Expect::Contains(value) => {
            let value = raw_text(&value.to_string());
            quote!(super::answers(#tool, #args, #value, super::contains);)
        }
        Expect::Equals(value) => {
            let value = raw_text(&value.to_string());
            quote!(super::answers(#tool, #args, #value, super::equals);)
        }
        Expect::Gone(value) => {
            let value = raw_text(&value.to_string());
            quote!(super::removes(#tool, #args, #value);)
        }
        Expect::Error(code) => quote!(super::fails(#tool, #args, #code);),
        Expect::Rows { key, keys, is_ordered, total } => {
            let keys = raw_text(&Value::Array(keys.clone()).to_string());
            let compare = if *is_ordered { quote!(in_order) } else { quote!(in_any_order) };
            let total = match total {
                Some(total) => {
                    let total = Literal::usize_unsuffixed(*total);
                    quote!(Some(#total))
                }
                None => quote!(None),
            };
            quote! {
                super::lists(#tool, #args, &[#(#key),*], #keys, #total, super::#compare);
            }
        }
    };
    quote! {
        #[test]
        fn #name() {
            #call
        }
    }
}

/// More than this Rust does not take around a raw literal.
const RAW_HASHES_MAX: usize = 255;

/// JSON text as a raw literal where that is possible, so that people can read it.
pub fn raw_text(text: &str) -> Literal {
    let is_plain = text.chars().all(|c| c == '\n' || !c.is_control() && !is_invisible(c));
    let runs = text.split('"').skip(1);
    let longest = runs.map(|rest| rest.len() - rest.trim_start_matches('#').len()).max();
    let hashes = longest.unwrap_or(0).max(1) + usize::from(longest.is_some_and(|n| n > 0));
    if !is_plain || hashes > RAW_HASHES_MAX {
        return Literal::string(text);
    }
    let hashes = "#".repeat(hashes);
    format!("r{hashes}\"{text}\"{hashes}").parse().unwrap_or_else(|_| Literal::string(text))
}

/// What all tests share.
fn support(contract: &Contract) -> TokenStream {
    let fixture = raw_text(&contract.fixture);
    let epoch = Literal::i64_unsuffixed(EPOCH_SECONDS);
    let has = |wanted: fn(&Expect) -> bool| contract.tests.iter().any(|test| wanted(&test.expect));
    let contains = has(|expect| matches!(expect, Expect::Contains(_))).then(contains);
    let answers =
        has(|expect| matches!(expect, Expect::Contains(_) | Expect::Equals(_))).then(answers);
    let equals =
        (has(|expect| matches!(expect, Expect::Equals(_) | Expect::Gone(_) | Expect::Rows { .. }))
            || contains.is_some())
        .then(equals);
    let removes = has(|expect| matches!(expect, Expect::Gone(_))).then(removes);
    let lists = has(|expect| matches!(expect, Expect::Rows { .. })).then(lists);
    let in_order =
        has(|expect| matches!(expect, Expect::Rows { is_ordered: true, .. })).then(in_order);
    let in_any_order =
        has(|expect| matches!(expect, Expect::Rows { is_ordered: false, .. })).then(in_any_order);
    quote! {
        /// The state that every test starts from.
        const FIXTURE: &str = #fixture;

        fn start() -> Instance {
            let epoch = Timestamp::from_unix_seconds(#epoch);
            let mut instance = Instance::new(&SERVICE, SERVICE.name, 7, epoch);
            let state: Value = serde_json::from_str(FIXTURE).expect("the fixture is JSON");
            if let Err(errors) = instance.load(&state) {
                let errors: Vec<_> = errors.iter().map(ToString::to_string).collect();
                panic!("the fixture does not fit the model: {}", errors.join("; "));
            }
            instance
        }

        fn call(instance: &mut Instance, tool: &str, args: &str) -> Value {
            let text = instance.call(tool, args).text;
            serde_json::from_str(&text).expect("an answer is JSON")
        }

        fn fails(tool: &str, args: &str, code: &str) {
            let mut instance = start();
            let before = instance.digest();
            let answer = call(&mut instance, tool, args);
            assert_eq!(answer["error"]["code"], code, "{tool} {args} answered {answer}");
            assert_eq!(instance.digest(), before, "a failed call changes nothing");
        }

        #answers
        #removes
        #lists
        #contains
        #equals
        #in_order
        #in_any_order
    }
}

fn answers() -> TokenStream {
    quote! {
        fn answers(tool: &str, args: &str, expected: &str, fits: fn(&Value, &Value) -> bool) {
            let answer = call(&mut start(), tool, args);
            let expected = serde_json::from_str(expected).expect("the expectation is JSON");
            assert!(
                answer["ok"] == true && fits(&answer["data"], &expected),
                "{tool} {args}\nexpected {expected}\nanswered {answer}"
            );
        }
    }
}

fn removes() -> TokenStream {
    quote! {
        fn removes(tool: &str, args: &str, expected: &str) {
            let mut instance = start();
            let answer = call(&mut instance, tool, args);
            let expected = serde_json::from_str(expected).expect("the expectation is JSON");
            assert!(
                equals(&answer["data"], &expected),
                "{tool} {args}\nexpected {expected}\nanswered {answer}"
            );
            let again = call(&mut instance, tool, args);
            assert_eq!(again["error"]["code"], "not_found", "{tool} {args} answered {again}");
        }
    }
}

fn lists() -> TokenStream {
    quote! {
        fn lists(
            tool: &str,
            args: &str,
            key: &[&str],
            expected: &str,
            total: Option<usize>,
            fits: fn(&[Value], &[Value]) -> bool,
        ) {
            let answer = call(&mut start(), tool, args);
            let data = &answer["data"];
            let rows = if total.is_some() { &data["items"] } else { data };
            let keys: Vec<Value> = rows
                .as_array()
                .into_iter()
                .flatten()
                .map(|row| match key {
                    [name] => row[*name].clone(),
                    names => names.iter().map(|name| row[*name].clone()).collect(),
                })
                .collect();
            let expected: Vec<Value> =
                serde_json::from_str(expected).expect("the expectation is JSON");
            assert!(
                answer["ok"] == true && fits(&keys, &expected),
                "{tool} {args}\nexpected {expected:?}\nanswered {answer}"
            );
            if let Some(total) = total {
                assert_eq!(data["total"], total, "{tool} {args} answered {answer}");
            }
        }
    }
}

fn contains() -> TokenStream {
    quote! {
        /// Objects contain what is expected of them; everything else is equal.
        fn contains(actual: &Value, expected: &Value) -> bool {
            match (actual, expected) {
                (Value::Object(actual), Value::Object(expected)) => {
                    expected.iter().all(|(name, expected)| {
                        actual.get(name).is_some_and(|actual| contains(actual, expected))
                    })
                }
                (Value::Array(actual), Value::Array(expected)) => {
                    actual.len() == expected.len()
                        && actual.iter().zip(expected).all(|(a, b)| contains(a, b))
                }
                _ => equals(actual, expected),
            }
        }
    }
}

fn equals() -> TokenStream {
    quote! {
        /// Equal, where `25` and `25.0` are the same number.
        fn equals(actual: &Value, expected: &Value) -> bool {
            match (actual, expected) {
                (Value::Number(actual), Value::Number(expected)) => {
                    actual.as_f64() == expected.as_f64()
                }
                (Value::Array(actual), Value::Array(expected)) => {
                    actual.len() == expected.len()
                        && actual.iter().zip(expected).all(|(a, b)| equals(a, b))
                }
                (Value::Object(actual), Value::Object(expected)) => {
                    actual.len() == expected.len()
                        && expected.iter().all(|(name, expected)| {
                            actual.get(name).is_some_and(|actual| equals(actual, expected))
                        })
                }
                _ => actual == expected,
            }
        }
    }
}

fn in_order() -> TokenStream {
    quote! {
        fn in_order(actual: &[Value], expected: &[Value]) -> bool {
            actual.len() == expected.len() && actual.iter().zip(expected).all(|(a, b)| equals(a, b))
        }
    }
}

fn in_any_order() -> TokenStream {
    quote! {
        fn in_any_order(actual: &[Value], expected: &[Value]) -> bool {
            actual.len() == expected.len()
                && expected.iter().all(|one| actual.iter().any(|other| equals(one, other)))
        }
    }
}
