//! Tells whether there is one row of what tools read and set, or several.

use crate::spec::Tool;

use super::names::field_name;
use super::read_role::{Role, read_role};
use super::settle_subjects::Subject;
use super::verbs::Act;

/// `set_volume(level)`: there is one of what it sets, since nothing says which one is meant.
pub fn sets_one(noun: &str, tool: &Tool, subject: &Subject) -> bool {
    const LOCATORS: &[&str] = &[
        "id",
        "ids",
        "uid",
        "uuid",
        "guid",
        "identifier",
        "index",
        "indices",
        "name",
        "names",
        "key",
        "keys",
        "number",
        "path",
        "paths",
        "file",
        "url",
        "target",
        "targets",
        "session",
        "slug",
        "ref",
        "selector",
        "handle",
        "hash",
        "arn",
        "email",
        "address",
        "query",
        "where",
        "items",
        "updates",
        "entries",
    ];
    let locates = |argument: &String| {
        field_name(argument)
            .is_none_or(|field| LOCATORS.contains(&field.rsplit('_').next().unwrap_or(&field)))
    };
    let arguments = &tool.parameters.properties;
    subject.act == Act::Update
        && matches!(subject.verb.as_str(), "set" | "configure" | "adjust")
        && noun != "entry"
        && !arguments.is_empty()
        && !arguments.keys().any(locates)
}

/// Whether a value that may be given says which rows are read: then there are several.
pub fn narrows(tool: &Tool) -> bool {
    tool.parameters.properties.iter().any(|(argument, schema)| {
        field_name(argument).is_some_and(|field| {
            let role = read_role(&field, schema, &|_| None, false);
            matches!(role, Role::Same(_) | Role::OneOf(_))
        })
    })
}
