//! Arguments that a server should refuse, made from ones that it should take.

use compoworld_transcript::{Step, pointer, put, steps_of};
use rand::Rng;
use serde_json::{Number, Value, json};

use crate::spec::{Schema, Type};

use super::draw::Drawn;
use super::draw_text::pick;
use super::profile::Profile;
use super::unknown::unknown_like;

/// One way to spoil a call.
#[derive(Clone, Debug, PartialEq)]
enum Spoiling {
    Missing(String),
    Replaced(Vec<Step>, Value, &'static str),
}

/// Spoils a call in one way, and says how; none when nothing about it can be wrong.
pub(super) fn spoil(
    drawn: &Drawn,
    profile: &Profile,
    random: &mut impl Rng,
) -> Option<(Drawn, String)> {
    let ways = ways_to_spoil(drawn, profile, random);
    if ways.is_empty() {
        return None;
    }
    let mut spoiled = drawn.clone();
    let (at, said) = match pick(&ways, random) {
        Spoiling::Missing(name) => {
            spoiled.arguments.remove(name);
            (vec![Step::Member(name.clone())], format!("missing {name}"))
        }
        Spoiling::Replaced(at, value, what) => {
            let mut arguments = Value::Object(std::mem::take(&mut spoiled.arguments));
            put_plainly(&mut arguments, at, value);
            if let Value::Object(arguments) = arguments {
                spoiled.arguments = arguments;
            }
            (at.clone(), format!("{what} {}", pointer(at)))
        }
    };
    let stays = |arg: &str| steps_of(arg).is_some_and(|place| !place.starts_with(&at));
    spoiled.uses.retain(|one| stays(&one.arg));
    Some((spoiled, format!("refused: {said}")))
}

/// Puts a value in place whatever stood there; `put` alone keeps a text a text.
fn put_plainly(arguments: &mut Value, at: &[Step], value: &Value) {
    put(arguments, at, &Value::Null);
    put(arguments, at, value);
}

fn ways_to_spoil(drawn: &Drawn, profile: &Profile, random: &mut impl Rng) -> Vec<Spoiling> {
    let mut ways = Vec::new();
    let schema = &profile.parameters;
    for (name, value) in &drawn.arguments {
        let Some(property) = schema.properties.get(name) else { continue };
        let at = vec![Step::Member(name.clone())];
        // What names nothing may be taken for everything.
        if schema.requires(name) && !profile.needs_target() {
            ways.push(Spoiling::Missing(name.clone()));
            if value.as_str().is_some_and(|text| !text.is_empty()) {
                ways.push(Spoiling::Replaced(at.clone(), json!(""), "empty"));
            }
        }
        if let Some(wrong) = of_another_type(property) {
            ways.push(Spoiling::Replaced(at.clone(), wrong, "wrong type"));
        }
        if let Some(outside) = outside_of(property) {
            ways.push(Spoiling::Replaced(at, outside, "not allowed"));
        }
    }
    for at in &drawn.references {
        let pointer = pointer(at);
        let arguments = Value::Object(drawn.arguments.clone());
        let Some(value) = arguments.pointer(&pointer) else { continue };
        let kind = if value.is_number() { Type::Integer } else { Type::String };
        let unknown = unknown_like(&[value], &Schema::of(kind), false, random);
        ways.push(Spoiling::Replaced(at.clone(), unknown, "unknown"));
    }
    ways
}

fn of_another_type(schema: &Schema) -> Option<Value> {
    let schema = schema.non_null().unwrap_or(schema);
    Some(match schema.kind? {
        Type::String => json!([417, 418]),
        Type::Integer | Type::Number => json!("not a number"),
        Type::Boolean => json!("neither way"),
        Type::Array => json!({"first": 417}),
        Type::Object => json!("not an object"),
        Type::Null => return None,
    })
}

/// A value of the right type that the schema's bounds leave out.
fn outside_of(schema: &Schema) -> Option<Value> {
    let schema = schema.non_null().unwrap_or(schema);
    let whole = |number: &Option<Number>| number.as_ref().and_then(Number::as_i64);
    if schema.values.as_ref().is_some_and(|values| values.iter().any(Value::is_string)) {
        return Some(json!("no_such_choice"));
    }
    match schema.kind? {
        Type::Integer | Type::Number => whole(&schema.minimum)
            .and_then(|least| least.checked_sub(1))
            .or_else(|| whole(&schema.maximum).and_then(|most| most.checked_add(1)))
            .map(Value::from),
        Type::String => match (schema.min_length, schema.max_length) {
            (Some(1..), _) => Some(json!("")),
            (_, Some(most)) if most < 10_000 => Some(json!("x".repeat(most as usize + 1))),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use serde_json::{Value, json};

    use super::super::draw::Drawn;
    use super::super::draw_text::accepts;
    use super::super::plan::MadeUse;
    use super::super::profile::{Profile, Reach};
    use super::spoil;
    use crate::normalize::WireTool;
    use crate::spec::Hints;

    fn profile(name: &str, parameters: Value) -> Profile {
        let parameters = serde_json::from_value(parameters).expect("a schema");
        let (name, hints) = (name.to_owned(), Hints::default());
        let tool = WireTool { name, description: String::new(), hints, parameters };
        Profile::of(tool, Reach::Own)
    }

    fn drawn(arguments: Value) -> Drawn {
        let Value::Object(arguments) = arguments else { unreachable!("arguments are an object") };
        let used = MadeUse { arg: "id".to_owned(), from_call: 0, from: None };
        Drawn { arguments, uses: vec![used], references: Vec::new() }
    }

    #[test]
    fn what_is_spoiled_is_refused_by_the_schema() {
        let profile = profile(
            "update_task",
            json!({"type": "object", "required": ["id"], "properties": {
                "id": {"type": "integer", "minimum": 1},
                "state": {"type": "string", "enum": ["open", "done"]}}}),
        );
        let drawn = drawn(json!({"id": 3, "state": "open"}));
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut ways = std::collections::BTreeSet::new();
        for _ in 0..60 {
            let (spoiled, how) = spoil(&drawn, &profile, &mut random).expect("can be spoiled");
            let arguments = Value::Object(spoiled.arguments.clone());
            assert!(!accepts(&profile.parameters, &arguments), "{how}: {arguments}");
            let keeps_id = spoiled.arguments.get("id") == Some(&json!(3));
            assert_eq!(!spoiled.uses.is_empty(), keeps_id, "{how}");
            ways.insert(how);
        }
        assert_eq!(ways.len(), 5, "{ways:?}");
    }

    #[test]
    fn a_call_that_removes_is_never_left_without_its_target() {
        let profile = profile(
            "delete_tasks",
            json!({"type": "object", "required": ["ids"], "properties": {
                "ids": {"type": "array", "items": {"type": "integer"}}}}),
        );
        let drawn = drawn(json!({"ids": [3]}));
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
        for _ in 0..40 {
            let spoiled =
                spoil(&drawn, &profile, &mut random).map(|(spoiled, _)| spoiled.arguments);
            let ids = spoiled.and_then(|arguments| arguments.get("ids").cloned());
            assert!(ids.is_some(), "was left out");
        }
    }
}
