//! Reads what a list argument of a reading tool is for.

use super::nouns::singular;
use super::read_role::{Role, unplaced};
use super::schema_kind::FieldKind;

/// Lists that the rows hold, so that a row may have several of the items.
const HELD: &[&str] = &["tag", "label", "keyword", "genre", "topic", "skill", "ingredient"];

/// Words in the names of lists that say how to look or answer, not which rows.
const MANNERS: &[&str] = &[
    "additional",
    "aggregation",
    "any",
    "arg",
    "attribute",
    "column",
    "condition",
    "contain",
    "criteria",
    "custom",
    "dimension",
    "dir",
    "exclude",
    "excluded",
    "expand",
    "extra",
    "field",
    "filter",
    "format",
    "group",
    "include",
    "match",
    "message",
    "metric",
    "must",
    "option",
    "optional",
    "order",
    "param",
    "parameter",
    "pattern",
    "phrase",
    "point",
    "polygon",
    "prefix",
    "prompt",
    "property",
    "query",
    "question",
    "range",
    "remove",
    "section",
    "seed",
    "selector",
    "sort",
    "statement",
    "term",
    "text",
    "variable",
    "word",
];

/// `ids`, `statuses`, `labels`: one of these values of a field, or items of a list field.
pub fn read_list_role(name: &str, known: &dyn Fn(&str) -> Option<FieldKind>) -> Role {
    if known(name) == Some(FieldKind::Texts) {
        return Role::Has(name.to_owned());
    }
    if let Some(field) = name.strip_suffix("_filter").or_else(|| name.strip_prefix("filter_by_")) {
        let last = field.rsplit('_').next().unwrap_or(field);
        return match MANNERS.contains(&singular(last).as_str()) {
            true => Role::Refused(unplaced(name)),
            false => Role::OneOf(singular_name(field)),
        };
    }
    let stem = name.strip_suffix("_list").unwrap_or(name);
    let one = singular(stem.rsplit('_').next().unwrap_or(stem));
    let field = singular_name(stem);
    if HELD.contains(&one.as_str()) {
        return Role::Has(name.to_owned());
    }
    if matches!(known(&field), Some(FieldKind::Text | FieldKind::Choice(_))) {
        return Role::OneOf(field);
    }
    let is_manner = field.split('_').any(|word| MANNERS.contains(&singular(word).as_str()));
    if field == name || is_manner {
        return Role::Refused(unplaced(name));
    }
    Role::OneOf(field)
}

/// A name with its last word in the singular.
fn singular_name(name: &str) -> String {
    match name.rsplit_once('_') {
        Some((front, last)) => format!("{front}_{}", singular(last)),
        None => singular(name),
    }
}

#[cfg(test)]
mod tests {
    use super::super::read_role::Role;
    use super::read_list_role;

    #[test]
    fn a_list_of_things_is_one_of_their_names_and_a_manner_is_not() {
        let role = |name: &str| read_list_role(name, &|_| None);
        assert_eq!(role("device_ids"), Role::OneOf("device_id".to_owned()));
        assert_eq!(role("packages"), Role::OneOf("package".to_owned()));
        assert_eq!(role("status_filter"), Role::OneOf("status".to_owned()));
        assert_eq!(role("labels"), Role::Has("labels".to_owned()));
        for name in ["excluded_teams", "sort_fields", "queries", "status", "must_contain_all"] {
            assert!(matches!(role(name), Role::Refused(_)), "{name}");
        }
    }
}
