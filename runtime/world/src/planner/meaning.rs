//! What a field and an entity mean to people, from declared semantics and, where there is none,
//! from names.

use compoworld_core::{FieldInfo, RecordInfo, Semantic, Shape};

/// What kind of thing the rows of an entity are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Thing {
    /// People: users, agents, contacts, customers.
    Person,
    /// Companies, organizations, accounts.
    Company,
    /// Products, articles, variants.
    Product,
    /// Tickets, issues, bugs: something is wrong.
    Problem,
    /// Meetings, appointments.
    Event,
    /// Files, pages, notes.
    Document,
    /// To-dos.
    Task,
    /// Comments, messages.
    Message,
    /// Channels, repositories, labels, branches: named by a short lower-case name.
    Slug,
    /// Everything else.
    Project,
}

/// What kind of thing the rows of an entity with this name are.
#[must_use]
pub fn thing_of(entity: &str) -> Thing {
    const KINDS: &[(Thing, &[&str])] = &[
        (
            Thing::Message,
            &["comment", "message", "reply", "note", "email", "mail", "post", "annotation"],
        ),
        (Thing::Product, &["product", "item", "variant", "article", "sku", "book", "dish"]),
        (
            Thing::Problem,
            &["ticket", "issue", "bug", "incident", "case", "alert", "request", "complaint"],
        ),
        (
            Thing::Event,
            &["event", "meeting", "appointment", "booking", "session", "lesson", "reservation"],
        ),
        (
            Thing::Document,
            &["document", "page", "file", "doc", "sheet", "report", "template", "form", "folder"],
        ),
        (Thing::Task, &["task", "todo", "reminder", "card", "assignment", "job", "checklist"]),
        (
            Thing::Company,
            &[
                "company",
                "organization",
                "organisation",
                "account",
                "vendor",
                "supplier",
                "merchant",
                "employer",
            ],
        ),
        (
            Thing::Slug,
            &[
                "channel",
                "repository",
                "repo",
                "branch",
                "label",
                "tag",
                "bucket",
                "group",
                "list",
                "workspace",
                "device",
                "database",
                "collection",
                "category",
            ],
        ),
        (
            Thing::Person,
            &[
                "user",
                "agent",
                "contact",
                "customer",
                "person",
                "member",
                "employee",
                "patient",
                "student",
                "teacher",
                "lead",
                "owner",
                "author",
                "guest",
                "profile",
                "candidate",
                "teammate",
                "attendee",
                "participant",
            ],
        ),
    ];
    // The last word says what it is: a `ticket comment` is a comment.
    let last = words_of(entity).pop().unwrap_or_default();
    let kind = KINDS.iter().find(|(_, names)| names.contains(&last.as_str()));
    kind.map_or(Thing::Project, |(thing, _)| *thing)
}

/// The words of a name in any case: `requesterEmail`, `requester_email`, `RequesterEmail`.
#[must_use]
pub fn words_of(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut fresh = true;
    let mut before_lower = false;
    for character in name.chars() {
        if !character.is_alphanumeric() {
            fresh = true;
            continue;
        }
        if fresh || (character.is_uppercase() && before_lower) {
            words.push(String::new());
        }
        fresh = false;
        before_lower = character.is_lowercase() || character.is_numeric();
        if let Some(word) = words.last_mut() {
            word.extend(character.to_lowercase());
        }
    }
    words
}

/// What a field means: as declared, else as its name and shape suggest.
#[must_use]
pub fn meaning_of(record: &RecordInfo, field: &FieldInfo) -> Semantic {
    // What a person is called at work is no title of a thing.
    if field.semantic == Semantic::Title && thing_of(record.name) == Thing::Person {
        return match words_of(field.name).last().map(String::as_str) {
            Some("name") => Semantic::Person,
            _ => Semantic::None,
        };
    }
    if field.semantic != Semantic::None {
        return field.semantic;
    }
    let words = words_of(field.name);
    let last = words.last().map_or("", String::as_str);
    let has = |names: &[&str]| words.iter().any(|word| names.contains(&word.as_str()));
    match scalar_of(&field.shape) {
        Shape::Text => text_meaning(record.name, last, &has),
        Shape::Number | Shape::Integer => number_meaning(last, &has),
        _ => Semantic::None,
    }
}

/// The shape inside options and lists.
#[must_use]
pub fn scalar_of(shape: &Shape) -> &Shape {
    match shape {
        Shape::Optional(inner) | Shape::List(inner) => scalar_of(inner),
        other => other,
    }
}

fn text_meaning(entity: &str, last: &str, has: &dyn Fn(&[&str]) -> bool) -> Semantic {
    const BY_LAST: &[(Semantic, &[&str])] = &[
        (Semantic::Email, &["email", "mail"]),
        (Semantic::Phone, &["phone", "mobile", "fax", "telephone"]),
        (Semantic::Username, &["username", "login", "handle", "screenname", "nickname"]),
        (Semantic::Url, &["url", "link", "href", "website", "uri", "permalink"]),
        (Semantic::Path, &["path", "folder", "directory", "filename"]),
        (
            Semantic::Company,
            &["company", "organization", "organisation", "vendor", "supplier", "employer"],
        ),
        (Semantic::Sku, &["sku", "barcode"]),
        (Semantic::Color, &["color", "colour"]),
        (Semantic::Currency, &["currency"]),
        (Semantic::City, &["city", "town"]),
        (Semantic::Country, &["country"]),
        (Semantic::Address, &["address", "street", "location"]),
        (Semantic::Timezone, &["timezone", "tz"]),
        (Semantic::Language, &["language", "locale", "lang"]),
        (Semantic::Mime, &["mime", "mimetype"]),
        (Semantic::Slug, &["slug", "key", "branch", "ref"]),
        (
            Semantic::Tag,
            &[
                "tag",
                "tags",
                "label",
                "labels",
                "keyword",
                "keywords",
                "category",
                "categories",
                "topic",
                "topics",
            ],
        ),
        (Semantic::Title, &["subject", "headline", "summary"]),
        (
            Semantic::Body,
            &[
                "body",
                "description",
                "note",
                "notes",
                "text",
                "content",
                "comment",
                "message",
                "details",
                "reason",
                "bio",
                "purpose",
                "instructions",
                "snippet",
                "html",
                "remarks",
                "memo",
                "observation",
                "observations",
            ],
        ),
        (
            Semantic::Person,
            &[
                "author",
                "owner",
                "assignee",
                "requester",
                "organizer",
                "creator",
                "customer",
                "recipient",
            ],
        ),
        (Semantic::Product, &["product"]),
        (Semantic::Token, &["sha", "hash", "token", "secret", "etag", "checksum"]),
    ];
    if let Some((meaning, _)) = BY_LAST.iter().find(|(_, names)| names.contains(&last)) {
        return *meaning;
    }
    if last == "title" && thing_of(entity) != Thing::Person {
        return Semantic::Title;
    }
    if last != "name" {
        return Semantic::None;
    }
    if has(&["user", "login", "screen"]) {
        return Semantic::Username;
    }
    if has(&["company", "organization", "organisation", "vendor"]) {
        return Semantic::Company;
    }
    if has(&[
        "customer", "contact", "author", "owner", "person", "first", "last", "given", "family",
    ]) {
        return Semantic::Person;
    }
    if has(&["product", "item"]) {
        return Semantic::Product;
    }
    match thing_of(entity) {
        Thing::Person => Semantic::Person,
        Thing::Company => Semantic::Company,
        Thing::Product => Semantic::Product,
        Thing::Slug => Semantic::Slug,
        _ => Semantic::Title,
    }
}

fn number_meaning(last: &str, has: &dyn Fn(&[&str]) -> bool) -> Semantic {
    const MONEY: &[&str] = &[
        "amount", "price", "total", "subtotal", "cost", "fee", "salary", "balance", "revenue",
        "budget", "tax",
    ];
    if has(MONEY) {
        return Semantic::Money;
    }
    if matches!(last, "quantity" | "qty" | "stock" | "available" | "units") {
        return Semantic::Quantity;
    }
    if matches!(last, "percent" | "percentage" | "progress" | "probability") {
        return Semantic::Percent;
    }
    Semantic::None
}

#[cfg(test)]
mod tests {
    use super::{Thing, meaning_of, thing_of, words_of};
    use compoworld_core::{FieldInfo, RecordInfo, Semantic, Shape};

    #[test]
    fn names_in_every_case_split_into_words() {
        for name in ["requester_email", "requesterEmail", "RequesterEmail", "requester-email"] {
            assert_eq!(words_of(name), ["requester", "email"]);
        }
    }

    #[test]
    fn the_last_word_of_an_entity_says_what_it_is() {
        assert_eq!(thing_of("TicketComment"), Thing::Message);
        assert_eq!(thing_of("Ticket"), Thing::Problem);
        assert_eq!(thing_of("Deal"), Thing::Project);
    }

    #[test]
    fn a_name_means_what_its_entity_is() {
        let name = FieldInfo::new("name", Shape::Text);
        let meaning = |entity: &'static str| {
            meaning_of(&RecordInfo { name: entity, ..RecordInfo::EMPTY }, &name)
        };
        assert_eq!(meaning("Customer"), Semantic::Person);
        assert_eq!(meaning("Organization"), Semantic::Company);
        assert_eq!(meaning("Board"), Semantic::Title);
        let title = FieldInfo { semantic: Semantic::Title, ..FieldInfo::new("title", Shape::Text) };
        let user = RecordInfo { name: "User", ..RecordInfo::EMPTY };
        assert_eq!(meaning_of(&user, &title), Semantic::None);
    }

    #[test]
    fn a_declared_meaning_wins() {
        let field = FieldInfo { semantic: Semantic::City, ..FieldInfo::new("email", Shape::Text) };
        assert_eq!(meaning_of(&RecordInfo::EMPTY, &field), Semantic::City);
    }
}
