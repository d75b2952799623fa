//! JSON as CEL values.

use std::collections::HashMap;

use cel::common::types::{
    CelBool, CelDouble, CelInt, CelList, CelMap, CelMapKey, CelNull, CelString, CelUInt,
};
use cel::common::value::Val;
use serde_json::{Number, Value};

/// A JSON value as a CEL value. Whole numbers are `int`, written `25` or `25.0`; use `double(x)`
/// in arithmetic with fractions.
pub(super) fn cel_value(value: &Value) -> Box<dyn Val> {
    match value {
        Value::Null => Box::new(CelNull),
        Value::Bool(flag) => Box::new(CelBool::from(*flag)),
        Value::Number(number) => cel_number(number),
        Value::String(text) => Box::new(CelString::from(text.clone())),
        Value::Array(items) => {
            let items: Vec<Box<dyn Val>> = items.iter().map(cel_value).collect();
            Box::new(CelList::from(items))
        }
        Value::Object(object) => cel_map(
            object.iter().map(|(name, value)| (CelString::from(name.clone()), cel_value(value))),
        ),
    }
}

/// A CEL map of these entries.
pub(super) fn cel_map(
    entries: impl Iterator<Item = (CelString<'static>, Box<dyn Val>)>,
) -> Box<dyn Val> {
    // CEL's own map type; nothing here depends on its order.
    let entries: HashMap<_, _> =
        entries.map(|(name, value)| (CelMapKey::String(name), value)).collect();
    Box::new(CelMap::from(entries))
}

fn cel_number(number: &Number) -> Box<dyn Val> {
    const WHOLE_MAX: f64 = 9_007_199_254_740_992.0;
    if let Some(whole) = number.as_i64() {
        return Box::new(CelInt::from(whole));
    }
    if let Some(whole) = number.as_u64() {
        return Box::new(CelUInt::from(whole));
    }
    match number.as_f64().unwrap_or(f64::NAN) {
        float if float.fract() == 0.0 && float.abs() <= WHOLE_MAX => {
            Box::new(CelInt::from(float as i64))
        }
        float => Box::new(CelDouble::from(float)),
    }
}
