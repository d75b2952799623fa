//! What descriptions tell beside schemas: many servers say in words what an argument takes.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use regex_lite::Regex;

use crate::spec::{Schema, Type};

/// Choices longer than this are prose.
const CHOICE_CHARS_MAX: usize = 24;

/// Adds to a tool's schema what its descriptions tell: the words about each argument, and the
/// members of objects of which the schema says nothing.
pub(super) fn read_docs(mut parameters: Schema, description: &str) -> Schema {
    for (name, property) in &mut parameters.properties {
        let own = property.description.as_deref().unwrap_or_default();
        // Generators fill in "item_type parameter" where nobody wrote anything.
        if own.split_whitespace().count() < 3
            && let Some(line) = line_about(description, name)
        {
            property.description = Some(line);
        }
        let said = property.description.clone().unwrap_or_default();
        describe_members(property, &said);
    }
    parameters
}

/// The choices that descriptions and schemas give, by the name of the argument.
pub(super) fn documented_choices(parameters: &Schema) -> BTreeMap<String, Vec<String>> {
    let mut choices = BTreeMap::new();
    for (name, property) in &parameters.properties {
        let plain = property.non_null().unwrap_or(property);
        let plain = plain.items.as_deref().unwrap_or(plain);
        let listed: Vec<String> = match &plain.values {
            Some(values) => {
                values.iter().filter_map(|one| Some(one.as_str()?.to_owned())).collect()
            }
            None if plain.kind == Some(Type::String) => {
                choices_in(property.description.as_deref().unwrap_or_default())
            }
            None => Vec::new(),
        };
        if listed.len() > 1 {
            choices.insert(name.clone(), listed);
        }
    }
    choices
}

/// The line of an `Args:` section or of a list that is about an argument, with those that go on.
fn line_about(description: &str, name: &str) -> Option<String> {
    let pattern =
        format!(r"^\s*[-*]?\s*`?{}`?\s*(\([^)]*\))?\s*[:–-]\s*(.*)$", regex_lite::escape(name));
    let pattern = Regex::new(&pattern).ok()?;
    let mut lines = description.lines().skip_while(|line| !pattern.is_match(line));
    let first = lines.next()?;
    let margin = |line: &str| line.len() - line.trim_start().len();
    let more = lines.take_while(|line| !line.trim().is_empty() && margin(line) > margin(first));
    let whole: Vec<&str> = std::iter::once(first).chain(more).map(str::trim).collect();
    Some(whole.join(" "))
}

/// Gives an object, or the objects of a list, the members that its description lists as
/// `- title (str): …`.
fn describe_members(schema: &mut Schema, description: &str) {
    let place = match schema.kind {
        Some(Type::Array) => schema.items.as_deref_mut(),
        _ => Some(schema),
    };
    let Some(object) = place else { return };
    if object.kind != Some(Type::Object) || !object.properties.is_empty() {
        return;
    }
    let pattern =
        Regex::new(r"^\s*[-*]\s*[`'\x22]?([A-Za-z_]\w*)[`'\x22]?\s*\(([^)]*)\)\s*:\s*(.*)$")
            .expect("the pattern is written correctly");
    let mut members = IndexMap::new();
    let mut is_required = false;
    for line in description.lines() {
        let lower = line.to_lowercase();
        if lower.contains("required") && !lower.contains("optional") {
            is_required = true;
        } else if lower.contains("optional") && line.trim_end().ends_with(':') {
            is_required = false;
        }
        let Some(found) = pattern.captures(line) else { continue };
        let (name, kind) = (found[1].to_owned(), found[2].to_lowercase());
        if (is_required || kind.contains("required")) && !kind.contains("optional") {
            object.required.push(name.clone());
        }
        let mut member = schema_named(&kind);
        member.description = Some(found[3].to_owned());
        members.insert(name, member);
    }
    object.properties = members;
}

/// The schema that a type's name in Python or TypeScript means.
fn schema_named(kind: &str) -> Schema {
    let has = |words: &[&str]| words.iter().any(|word| kind.contains(word));
    if has(&["list", "array", "[]"]) {
        let items = Some(Box::new(Schema::of(Type::String)));
        return Schema { items, ..Schema::of(Type::Array) };
    }
    Schema::of(if has(&["int"]) {
        Type::Integer
    } else if has(&["float", "number"]) {
        Type::Number
    } else if has(&["bool"]) {
        Type::Boolean
    } else if has(&["dict", "object"]) {
        Type::Object
    } else {
        Type::String
    })
}

/// The values that a description lists: words in quotes, or single words in brackets.
pub(super) fn choices_in(description: &str) -> Vec<String> {
    let is_word = |word: &&str| {
        (2..=CHOICE_CHARS_MAX).contains(&word.len())
            && word.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-')
    };
    for quote in ['\'', '"', '`'] {
        let pieces = description.split(quote).skip(1).step_by(2);
        let mut words: Vec<String> = pieces.filter(is_word).map(str::to_owned).collect();
        words.dedup();
        if words.len() > 1 {
            return words;
        }
    }
    for bracketed in description.split('(').skip(1) {
        let Some((inside, _)) = bracketed.split_once(')') else { continue };
        let words: Vec<&str> = inside.split([',', '|', '/']).map(str::trim).collect();
        if words.len() > 2 && words.iter().all(&is_word) {
            return words.into_iter().map(str::to_owned).collect();
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{choices_in, documented_choices, read_docs};
    use crate::spec::Schema;

    #[test]
    fn choices_are_read_from_quotes_and_brackets() {
        let choices = choices_in("The status: 'open', 'in_progress' or 'done'; it's optional");
        assert_eq!(choices, ["open", "in_progress", "done"]);
        let choices = choices_in("Filter by type (issue,\n  feature, epic)");
        assert_eq!(choices, ["issue", "feature", "epic"]);
        assert!(choices_in("The \"title\" of it (lead time, cycle time, etc.)").is_empty());
    }

    #[test]
    fn what_only_the_tools_description_says_is_put_beside_the_argument() {
        let schema: Schema = serde_json::from_value(json!({"type": "object", "properties": {
            "item_type": {"type": "string", "description": "item_type parameter"},
            "limit": {"type": "integer"}}}))
        .expect("a schema");
        let text = "Exports.\n\n  Args:\n      item_type: Filter by type (issue,\n          feature, epic)\n      limit: Most items";
        let schema = read_docs(schema, text);
        assert_eq!(documented_choices(&schema)["item_type"], ["issue", "feature", "epic"]);
        assert!(
            schema.properties["limit"]
                .description
                .as_deref()
                .is_some_and(|text| text.contains("Most"))
        );
    }

    #[test]
    fn listed_members_describe_an_undescribed_object() {
        let text = "Each task has\n Required fields:\n - title (str): What\n Optional fields:\n - time_estimate (float | None): Hours\n - tags (list[str]): Labels";
        let schema: Schema = serde_json::from_value(json!({"type": "object", "properties": {
            "tasks": {"type": "array", "items": {"type": "object"}, "description": text}}}))
        .expect("a schema");
        let schema = read_docs(schema, "");
        let task = schema.properties["tasks"].items.as_deref().expect("has items");
        assert_eq!(task.required, ["title"]);
        let kinds: Vec<_> = task.properties.values().map(|one| one.kind).collect();
        use crate::spec::Type::{Array, Number, String};
        assert_eq!(kinds, [Some(String), Some(Number), Some(Array)]);
    }
}
