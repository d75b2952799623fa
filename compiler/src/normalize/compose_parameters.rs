//! Step `compose_parameters`: short descriptions for parameters whose names say what they are.
//!
//! A parameter whose name says nothing certain stays without a description: its name, type and
//! constraints are there for everyone to read.

use crate::spec::{Schema, Type};

use super::words::{split_words, with_article};

/// The schema with composed descriptions on its properties, at every depth.
pub(super) fn compose_parameters(mut schema: Schema) -> Schema {
    for (name, property) in &mut schema.properties {
        let composed = describe(name, property);
        property.description = composed;
    }
    for child in schema.children_mut() {
        *child = compose_parameters(std::mem::take(child));
    }
    schema
}

fn describe(name: &str, property: &Schema) -> Option<String> {
    let bare = property.non_null().unwrap_or(property);
    let words = split_words(name);
    let (last, front) = words.split_last()?;
    let whole = words.join("_");
    let is_number = matches!(bare.kind, Some(Type::Integer | Type::Number));
    let is_text = bare.kind == Some(Type::String);
    let fixed = match whole.as_str() {
        "limit" | "per_page" | "page_size" | "max_results" | "top_k" if is_number => {
            Some("How many results to return at most.")
        }
        "page" | "page_number" if is_number => Some("Which page of the results to return."),
        "offset" | "skip" if is_number => Some("How many results to skip."),
        "cursor" | "page_token" | "next_cursor" | "next_page_token" if is_text => {
            Some("Where to go on, as the previous page gave it.")
        }
        "query" | "q" | "search" | "search_query" | "search_term" if is_text => {
            Some("What to search for.")
        }
        "id" => Some("The identifier."),
        _ => None,
    };
    if let Some(fixed) = fixed {
        return Some(fixed.to_owned());
    }
    let composed = match (last.as_str(), bare.kind) {
        ("id", _) if !front.is_empty() => format!("Identifier of {}.", with_article(front)),
        ("ids", _) if !front.is_empty() => {
            format!("Identifiers, each of {}.", with_article(front))
        }
        ("name", Some(Type::String)) if !front.is_empty() => {
            format!("Name of {}.", with_article(front))
        }
        ("url" | "uri", Some(Type::String)) if !front.is_empty() => {
            format!("Address of {}.", with_article(front))
        }
        (_, Some(Type::String)) => match bare.format.as_deref()? {
            "email" => "An email address.".to_owned(),
            "date-time" => "A date and time in ISO 8601.".to_owned(),
            "date" => "A date in ISO 8601.".to_owned(),
            "uri" => "A web address.".to_owned(),
            "uuid" => "A UUID.".to_owned(),
            _ => return None,
        },
        _ => return None,
    };
    Some(composed)
}

#[cfg(test)]
mod tests {
    use super::{Schema, Type, describe};

    #[test]
    fn telling_names_get_a_description_and_others_none() {
        let text = Schema::of(Type::String);
        let number = Schema::of(Type::Integer);
        assert_eq!(describe("issue_id", &text).as_deref(), Some("Identifier of an issue."));
        assert_eq!(
            describe("perPage", &number).as_deref(),
            Some("How many results to return at most.")
        );
        assert_eq!(describe("title", &text), None);
        assert_eq!(describe("", &text), None);
    }
}
