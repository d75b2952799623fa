//! Values with which a filtering argument filters nothing: `status: "all"`, `category: ""`.

use serde_json::Value;

use crate::spec::Schema;

use super::schema_kind::{FieldKind, bare, kind_of};

/// The value that says the same as leaving the argument out, when there is one.
pub fn neutral_value(schema: &Schema) -> Option<Value> {
    let usual = schema.default.as_ref().or(bare(schema).default.as_ref());
    match (kind_of(schema), usual) {
        (FieldKind::Choice(names), _) => {
            let mut neutral = names.iter().filter(|name| means_all(name));
            let only = neutral.next().filter(|_| neutral.next().is_none() && names.len() > 1)?;
            Some(Value::from(only.as_str()))
        }
        (FieldKind::Text, Some(Value::String(usual))) => {
            (usual.is_empty() || means_all(usual)).then(|| Value::from(usual.as_str()))
        }
        (FieldKind::Integer | FieldKind::Number, Some(usual)) if usual.as_f64() == Some(0.0) => {
            Some(Value::from(0))
        }
        _ => None,
    }
}

/// What the rows hold that an argument with this schema asks for.
pub fn asked_kind(schema: &Schema) -> FieldKind {
    match (kind_of(schema), neutral_value(schema)) {
        (FieldKind::Choice(mut names), Some(neutral)) => {
            names.retain(|name| neutral != name.as_str());
            FieldKind::Choice(names)
        }
        (kind, _) => kind,
    }
}

fn means_all(name: &str) -> bool {
    matches!(name.to_lowercase().as_str(), "all" | "any" | "both" | "everything" | "*")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{FieldKind, Schema, asked_kind, neutral_value};

    fn schema(value: Value) -> Schema {
        serde_json::from_value(value).expect("a schema")
    }

    #[test]
    fn all_and_usual_values_without_content_filter_nothing() {
        let status = schema(json!({"type": "string", "enum": ["open", "closed", "all"]}));
        assert_eq!(neutral_value(&status), Some(json!("all")));
        assert_eq!(asked_kind(&status), FieldKind::Choice(vec!["open".into(), "closed".into()]));
        let category = schema(json!({"type": "string", "default": ""}));
        assert_eq!(neutral_value(&category), Some(json!("")));
        let price = schema(json!({"type": "number", "default": 0.0}));
        assert_eq!(neutral_value(&price), Some(json!(0)));
    }

    #[test]
    fn values_that_rows_have_filter() {
        for value in [
            json!({"type": "string", "enum": ["open", "closed"], "default": "open"}),
            json!({"type": "string", "enum": ["all"]}),
            json!({"type": "string", "default": "open"}),
            json!({"type": "string"}),
            json!({"type": "boolean", "default": false}),
        ] {
            assert_eq!(neutral_value(&schema(value.clone())), None, "{value}");
        }
    }
}
