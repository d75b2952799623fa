//! What a value means to people, as far as its name tells.

use super::schema_kind::FieldKind;

/// The word of the dialect for what a field means.
pub fn meaning(name: &str, kind: &FieldKind) -> Option<&'static str> {
    let last = name.rsplit('_').next().unwrap_or(name);
    match kind {
        FieldKind::Text => text_meaning(name, last),
        FieldKind::Integer | FieldKind::Number => Some(match last {
            "price" | "amount" | "cost" | "total" | "balance" | "fee" => "money",
            "quantity" | "qty" => "quantity",
            "percent" | "percentage" => "percent",
            _ => return None,
        }),
        _ => None,
    }
}

fn text_meaning(name: &str, last: &str) -> Option<&'static str> {
    Some(match (name, last) {
        ("first_name" | "last_name" | "full_name" | "author" | "assignee", _) => "person",
        (_, "email") => "email",
        (_, "phone") => "phone",
        (_, "url" | "link" | "website") => "url",
        (_, "username" | "login") => "username",
        (_, "title" | "subject" | "summary" | "name") => "title",
        (
            _,
            "body" | "description" | "content" | "text" | "note" | "notes" | "message" | "comment",
        ) => "body",
        (_, "company" | "organization") => "company",
        (_, "product") => "product",
        (_, "city") => "city",
        (_, "country") => "country",
        (_, "address") => "address",
        (_, "currency") => "currency",
        (_, "timezone") => "timezone",
        (_, "language" | "locale") => "language",
        (_, "color" | "colour") => "color",
        (_, "path") => "path",
        (_, "slug") => "slug",
        (_, "sku") => "sku",
        (_, "tag" | "label") => "tag",
        _ => return None,
    })
}
