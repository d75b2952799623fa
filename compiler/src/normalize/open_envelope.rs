//! Step `open_envelope`: takes parameters out of `{path, query, body}` and `{params}`.
//!
//! Lists made from HTTP descriptions group parameters by where the request carries them, and lists
//! made from functions of one object have that object as the only parameter. Neither says anything
//! about the tool. Headers and cookies are transport and go; a body that is not an object with
//! known members stays the one parameter `body`.

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Pointer};
use crate::spec::{Additional, Schema, Type};

use super::words::snake;

/// How the list marks its envelopes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marking {
    /// It was made from an HTTP description: `path` and `body` are sections of a request.
    Request,
    /// It does not: only names that cannot be anything else are.
    Unmarked,
}

/// Sections of a request, where the list is known to have them.
const SECTIONS: &[&str] = &["path", "query", "body"];
/// Sections of a request by names that cannot be a parameter's own.
const PLAIN_SECTIONS: &[&str] = &[
    "path_params",
    "path_parameters",
    "query_params",
    "query_parameters",
    "body_params",
    "body_parameters",
];
/// The one object that holds all that a function takes.
const WRAPPERS: &[&str] = &[
    "params",
    "parameters",
    "args",
    "arguments",
    "input",
    "request",
    "request_body",
    "payload",
    "body",
    "data",
    "options",
    "query_params",
];
const TRANSPORT: &[&str] = &["header", "headers", "cookie", "cookies", "request_config"];

/// The input without its envelope; unchanged when it is not entirely one.
pub(super) fn open_envelope(
    schema: Schema,
    marking: Marking,
    at: &Pointer,
    diagnostics: &mut Diagnostics,
) -> Schema {
    if !is_envelope(&schema, marking) {
        return schema;
    }
    let properties_at = at.key("properties");
    let mut opened = Schema::of(Type::Object);
    opened.additional_properties = schema.additional_properties.clone();
    for (section, members) in &schema.properties {
        let section_at = properties_at.key(section);
        if is_transport(section) {
            diagnostics.push(
                Diagnostic::new(Code::TransportDropped, section_at)
                    .message(format!("`{section}` belongs to the transport")),
            );
            continue;
        }
        let section_required = schema.requires(section);
        if members.properties.is_empty() {
            insert(&mut opened, section, section, members.clone(), section_required);
            continue;
        }
        diagnostics.push(
            Diagnostic::new(Code::EnvelopeOpened, section_at)
                .message(format!("the parameters in `{section}` become the tool's own")),
        );
        for (name, member) in &members.properties {
            let required = section_required && members.requires(name);
            insert(&mut opened, section, name, member.clone(), required);
        }
    }
    opened
}

/// Only objects under the known names, without constraints that span sections.
fn is_envelope(schema: &Schema, marking: Marking) -> bool {
    let plain = Schema {
        properties: schema.properties.clone(),
        required: schema.required.clone(),
        additional_properties: match &schema.additional_properties {
            Some(Additional::Of(_)) => None,
            other => other.clone(),
        },
        ..Schema::of(Type::Object)
    };
    if *schema != plain || schema.properties.is_empty() {
        return false;
    }
    let is_wrapper = |name: &str| WRAPPERS.contains(&name);
    // `{params, requestConfig}`: what is left without the transport is one wrapper.
    let mut inside = schema.properties.iter().filter(|(name, _)| !is_transport(name));
    if let (Some((name, only)), None) = (inside.next(), inside.next())
        && is_wrapper(&snake(name))
        && is_openable(only)
        && !only.properties.is_empty()
    {
        return true;
    }
    let is_marked = marking == Marking::Request;
    schema.properties.iter().all(|(name, section)| {
        let name = snake(name);
        let is_plain = PLAIN_SECTIONS.contains(&name.as_str());
        let known = is_plain || is_marked && SECTIONS.contains(&name.as_str());
        (known || is_transport(&name)) && (is_openable(section) || is_marked && name == "body")
    })
}

fn is_transport(name: &str) -> bool {
    TRANSPORT.contains(&snake(name).as_str())
}

/// Whether it is an object that is told by its members alone.
fn is_openable(section: &Schema) -> bool {
    let unions = [&section.any_of, &section.one_of, &section.all_of];
    section.kind == Some(Type::Object) && unions.iter().all(|union| union.is_empty())
}

/// Adds a parameter; a name that another section has taken is told apart by its section.
fn insert(opened: &mut Schema, section: &str, name: &str, member: Schema, required: bool) {
    let mut free = name.to_owned();
    while opened.properties.contains_key(&free) {
        free = format!("{section}_{free}");
    }
    if required {
        opened.required.push(free.clone());
    }
    opened.properties.insert(free, member);
}

#[cfg(test)]
mod tests {
    use super::{Marking, open_envelope};
    use crate::diagnostics::{Diagnostics, Pointer};
    use crate::spec::{Schema, Type};

    fn object(members: &[(&str, Schema)]) -> Schema {
        let mut schema = Schema::of(Type::Object);
        for (name, member) in members {
            schema.properties.insert((*name).to_owned(), member.clone());
            schema.required.push((*name).to_owned());
        }
        schema
    }

    fn names(schema: Schema, marking: Marking) -> Vec<String> {
        let opened = open_envelope(schema, marking, &Pointer::root(), &mut Diagnostics::default());
        opened.properties.keys().cloned().collect()
    }

    #[test]
    fn sections_and_wrappers_are_opened_where_their_names_are_sure() {
        let id = object(&[("id", Schema::of(Type::String))]);
        let title = object(&[("title", Schema::of(Type::String))]);
        let sections = object(&[("pathParams", id.clone()), ("bodyParams", title.clone())]);
        assert_eq!(names(sections, Marking::Unmarked), ["id", "title"]);
        let wrapper = object(&[("params", title.clone()), ("requestConfig", id.clone())]);
        assert_eq!(names(wrapper, Marking::Unmarked), ["title"]);
        let request = object(&[("path", id.clone()), ("body", title.clone())]);
        assert_eq!(names(request.clone(), Marking::Request), ["id", "title"]);
        assert_eq!(names(request, Marking::Unmarked), ["path", "body"]);
        let beside = object(&[("params", title), ("id", Schema::of(Type::String))]);
        assert_eq!(names(beside, Marking::Unmarked), ["params", "id"]);
    }
}
