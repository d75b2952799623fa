//! The argument checker and the `jsonschema` crate accept and reject the same values.

use compoworld_core::Schema;
use proptest::prelude::{Just, Strategy, any, prop_oneof, proptest};
use proptest::{collection, option};
use serde_json::{Map, Value, json};

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-4_i64..8).prop_map(Value::from),
        (-8_i32..16).prop_map(|half| json!(f64::from(half) / 2.0)),
        "[abé]{0,4}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            collection::btree_map("[abc]", inner, 0..3)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

fn keywords() -> impl Strategy<Value = Value> {
    let kind = prop_oneof![
        Just("null"),
        Just("boolean"),
        Just("integer"),
        Just("number"),
        Just("string"),
        Just("array"),
        Just("object"),
    ];
    let text = (option::of(0_u64..3), option::of(0_u64..4), option::of(Just("^a+$")));
    let number = (
        option::of(-3_i64..3),
        option::of(-1_i64..5),
        option::of(-3_i64..3),
        option::of(prop_oneof![Just(json!(2)), Just(json!(0.5)), Just(json!(1.5))]),
    );
    let listed = option::of(collection::vec(values(), 1..3));
    let array = (option::of(0_u64..2), option::of(0_u64..3), option::of(any::<bool>()));
    (option::of(kind), text, number, listed, array).prop_map(
        |(kind, text, number, listed, array)| {
            let mut schema = Map::new();
            let mut put = |name: &str, value: Option<Value>| {
                if let Some(value) = value {
                    schema.insert(name.to_owned(), value);
                }
            };
            put("type", kind.map(Value::from));
            put("minLength", text.0.map(Value::from));
            put("maxLength", text.1.map(Value::from));
            put("pattern", text.2.map(Value::from));
            put("minimum", number.0.map(Value::from));
            put("maximum", number.1.map(Value::from));
            put("exclusiveMinimum", number.2.map(Value::from));
            put("multipleOf", number.3);
            put("enum", listed.map(Value::from));
            put("minItems", array.0.map(Value::from));
            put("maxItems", array.1.map(Value::from));
            put("uniqueItems", array.2.map(Value::from));
            Value::Object(schema)
        },
    )
}

fn schemas() -> impl Strategy<Value = Value> {
    keywords().prop_recursive(3, 16, 3, |inner| {
        let parts = (
            keywords(),
            option::of(collection::btree_map("[abc]", inner.clone(), 0..3)),
            option::of(collection::vec("[abc]", 0..2)),
            option::of(prop_oneof![any::<bool>().prop_map(Value::from), inner.clone()]),
            option::of(inner.clone()),
            option::of(collection::vec(inner.clone(), 1..3)),
            option::of((
                prop_oneof![Just("anyOf"), Just("oneOf"), Just("allOf")],
                collection::vec(inner, 1..3),
            )),
        );
        parts.prop_map(|(mut schema, properties, required, additional, items, prefix, several)| {
            let object = schema.as_object_mut().expect("keywords are an object");
            let mut put = |name: &str, value: Option<Value>| {
                if let Some(value) = value {
                    object.insert(name.to_owned(), value);
                }
            };
            put("properties", properties.map(|map| Value::Object(map.into_iter().collect())));
            put("required", required.map(Value::from));
            put("additionalProperties", additional);
            put("items", items);
            put("prefixItems", prefix.map(Value::from));
            if let Some((name, schemas)) = several {
                put(name, Some(Value::from(schemas)));
            }
            schema
        })
    })
}

proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(3_000))]

    #[test]
    fn both_checkers_agree(schema in schemas(), value in values()) {
        let Ok(theirs) = jsonschema::validator_for(&schema) else { return Ok(()) };
        let ours = Schema::compile(&schema).check(&value);
        proptest::prop_assert_eq!(ours.is_ok(), theirs.is_valid(&value), "{} {}", schema, value);
    }
}
