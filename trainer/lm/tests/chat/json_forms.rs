//! What may be written under a schema, held against the `jsonschema` crate.

use compoworld_lm::generate::json::{Form, JsonSchema, Piece, SchemaError, Strictness};
use proptest::prelude::{ProptestConfig, prop_assert, proptest};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};

/// Schemas as tools and answers have them, each keyword that is held among them.
pub fn schemas() -> Vec<Value> {
    vec![
        json!({"type": "object", "properties": {
            "name": {"type": "string", "minLength": 2, "maxLength": 6},
            "named": {"type": "boolean"},
            "é\"\\": {"type": "null"},
        }, "required": ["name"], "additionalProperties": false}),
        json!({"type": "array", "items": {"type": "integer", "minimum": -12, "maximum": 345},
            "minItems": 1, "maxItems": 3}),
        json!({"type": "number", "exclusiveMinimum": 0.25, "exclusiveMaximum": 0.75}),
        json!({"type": "integer", "exclusiveMinimum": 98, "maximum": 101}),
        json!({"type": "integer", "maximum": -7, "minimum": -1234}),
        json!({"enum": ["open", "closed", 3, null, {"a": [1, 2]}]}),
        json!({"const": "only"}),
        json!({"type": ["string", "null"], "maxLength": 3}),
        json!({"anyOf": [
            {"type": "object", "properties": {"kind": {"const": "a"}, "n": {"type": "integer"}},
                "required": ["kind", "n"], "additionalProperties": false},
            {"type": "object", "properties": {"kind": {"const": "ab"}},
                "required": ["kind"], "additionalProperties": false},
        ]}),
        json!({"$defs": {"tree": {"type": "object", "properties": {
                "value": {"type": "integer"},
                "children": {"type": "array", "items": {"$ref": "#/$defs/tree"}, "maxItems": 2},
            }, "required": ["value", "children"], "additionalProperties": false}},
            "$ref": "#/$defs/tree"}),
        json!({"type": "array", "prefixItems": [{"type": "boolean"}, {"type": "null"}],
            "items": false, "minItems": 2}),
        json!({"type": "object", "additionalProperties": {"type": "boolean"}, "required": ["x"]}),
        json!({"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}),
    ]
}

/// Of the schemas, so many are met by chance: the others want a certain name among all that can be.
pub const N_CLOSED: usize = 11;

fn form(schema: &Value) -> Form {
    let schema = JsonSchema::new(schema, Strictness::Strict).expect("it can be held");
    Form::new(vec![vec![Piece::Json(schema)]]).expect("it has values")
}

/// Whether a text is written under a form, from its beginning to its end.
fn is_written(form: &Form, text: &str) -> bool {
    let mut place = form.start();
    for byte in text.bytes() {
        match form.step(&place, byte) {
            Some(next) => place = next,
            None => return false,
        }
    }
    form.may_end(&place)
}

/// Writes bytes at random, those that close something more often; gives what was written when it
/// may end.
fn write_at_random(form: &Form, seed: u64) -> Vec<u8> {
    const CLOSING: &[u8] = b"\"]}";
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut place, mut written) = (form.start(), Vec::new());
    for _ in 0..20_000 {
        let can = |byte: &u8| form.step(&place, *byte).is_some();
        let all: Vec<u8> = (0..=u8::MAX).filter(can).collect();
        if form.may_end(&place) && (all.is_empty() || random.next_u64().is_multiple_of(4)) {
            return written;
        }
        let closing: Vec<u8> = CLOSING.iter().copied().filter(can).collect();
        let closes = !closing.is_empty() && random.next_u64().is_multiple_of(2);
        let among = if closes { closing } else { all };
        assert!(!among.is_empty(), "stuck behind {:?}", String::from_utf8_lossy(&written));
        let byte = among[random.next_u64() as usize % among.len()];
        place = form.step(&place, byte).expect("it was tried");
        written.push(byte);
    }
    panic!("it does not end: {}", String::from_utf8_lossy(&written));
}

proptest! {
    // Each byte is tried at each place.
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_is_written_satisfies_the_schema(which in 0..N_CLOSED, seed in 0..u64::MAX) {
        let schema = &schemas()[which];
        let written = write_at_random(&form(schema), seed);
        let value: Value = serde_json::from_slice(&written).expect("it is JSON");
        prop_assert!(jsonschema::is_valid(schema, &value), "{schema}: {value}");
    }

    #[test]
    fn any_object_that_is_written_is_json(seed in 0..u64::MAX) {
        let form = Form::new(vec![vec![Piece::Json(JsonSchema::any_object())]]).expect("some");
        let written = write_at_random(&form, seed);
        let value: Value = serde_json::from_slice(&written).expect("it is JSON");
        prop_assert!(value.is_object());
    }
}

#[test]
fn values_that_satisfy_a_schema_can_be_written_and_others_cannot() {
    let schemas = schemas();
    for (which, text, can) in [
        (0, r#"{"name": "Ada", "named": true}"#, true),
        (0, r#"{ "é\"\\" : null,"name":"A\u00e9" }"#, true),
        (0, r#"{"name": "A"}"#, false),
        (0, r#"{"named": true}"#, false),
        (0, r#"{"name": "Ada", "name": "Ada"}"#, false),
        (0, r#"{"name": "Ada", "age": 3}"#, false),
        (0, r#"{"name": "Ada",}"#, false),
        (1, "[345, -12]", true),
        (1, "[346]", false),
        (1, "[]", false),
        (2, "0.5", true),
        (2, "0.25", false),
        (2, "0.250001", true),
        (3, "99", true),
        (3, "98", false),
        (4, "-7", true),
        (4, "-6", false),
        (5, r#"{"a":[1,2]}"#, true),
        (7, "null", true),
        (7, r#""abcd""#, false),
        (7, r#""\ud800""#, false),
        (8, r#"{"kind": "ab"}"#, true),
        (8, r#"{"kind": "a"}"#, false),
        (9, r#"{"value": 1, "children": [{"children": [], "value": 2}]}"#, true),
        (10, "[true, null, 1]", false),
        (11, r#"{"x": true, "y": false}"#, true),
        (11, r#"{"y": false}"#, false),
        (12, r#"{"b": [{}], "a": 1}"#, true),
    ] {
        assert_eq!(
            is_written(&form(&schemas[which]), text),
            can,
            "{text} under {}",
            schemas[which]
        );
    }
}

#[test]
fn a_schema_that_cannot_be_held_is_refused_with_the_keyword_and_its_place() {
    let refused = |schema: Value| {
        let error = JsonSchema::new(&schema, Strictness::Strict).expect_err("it cannot be held");
        JsonSchema::new(&schema, Strictness::Lenient)
            .map_or(error.to_string(), |_| error.to_string())
    };
    for (schema, said) in [
        (json!({"properties": {"a/b": {"pattern": "^x"}}}), "`pattern` at `#/properties/a~1b`"),
        (json!({"type": "array", "uniqueItems": true}), "`uniqueItems` at `#`"),
        (json!({"anyOf": [{"not": {}}]}), "`not` at `#/anyOf/0`"),
        (json!({"oneOf": [{}]}), "`oneOf` at `#`"),
        (json!({"type": "text"}), "`type` at `#` is `text`, which is no type"),
        (json!({"$ref": "#/$defs/none"}), "`#/$defs/none`, which is not in the schema"),
        (json!({"minimum": 3, "maximum": 2}), "no value satisfies the schema at `#`"),
        (json!({"type": "integer", "exclusiveMinimum": 2, "exclusiveMaximum": 3}), "no value"),
    ] {
        let error = refused(schema);
        assert!(error.contains(said), "{error}");
    }
    let chain = (0..500).map(|at| (at.to_string(), json!({"$ref": format!("#/$defs/{}", at + 1)})));
    let chain: serde_json::Map<String, Value> = chain.collect();
    let chain = JsonSchema::new(&json!({"$defs": chain, "$ref": "#/$defs/0"}), Strictness::Strict);
    assert_eq!(chain, Err(SchemaError::TooLarge));
    let endless = json!({"type": "object", "properties": {"next": {"$ref": "#"}},
        "required": ["next"]});
    let endless = JsonSchema::new(&endless, Strictness::Strict).expect("each part can be held");
    assert!(Form::new(vec![vec![Piece::Json(endless)]]).is_none());
    let unknown = JsonSchema::new(&json!({"not": {}}), Strictness::Strict);
    assert!(matches!(unknown, Err(SchemaError::Unsupported { .. })));
}
