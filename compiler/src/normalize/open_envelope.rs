//! Step `open_envelope`: takes parameters out of `{path, query, body}`.
//!
//! Lists made from HTTP descriptions group parameters by where the request carries them, which
//! says nothing about the tool. Headers and cookies are transport and go; a body that is not an
//! object with known members stays the one parameter `body`.

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Pointer};
use crate::spec::{Additional, Schema, Type};

const OPENED: &[&str] = &["path", "query", "body"];
const TRANSPORT: &[&str] = &["header", "headers", "cookie", "cookies"];

/// The input without its envelope; unchanged when it is not entirely one.
pub(super) fn open_envelope(schema: Schema, at: &Pointer, diagnostics: &mut Diagnostics) -> Schema {
    if !is_envelope(&schema) {
        return schema;
    }
    let properties_at = at.key("properties");
    let mut opened = Schema::of(Type::Object);
    opened.additional_properties = schema.additional_properties.clone();
    for (section, members) in &schema.properties {
        let section_at = properties_at.key(section);
        if TRANSPORT.contains(&section.as_str()) {
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
fn is_envelope(schema: &Schema) -> bool {
    let plain = Schema {
        properties: schema.properties.clone(),
        required: schema.required.clone(),
        additional_properties: match &schema.additional_properties {
            Some(Additional::Of(_)) => None,
            other => other.clone(),
        },
        ..Schema::of(Type::Object)
    };
    let is_section = |(name, section): (&String, &Schema)| {
        let known = OPENED.contains(&name.as_str()) || TRANSPORT.contains(&name.as_str());
        let unions = [&section.any_of, &section.one_of, &section.all_of];
        let openable = section.kind == Some(Type::Object) && unions.iter().all(|u| u.is_empty());
        known && (openable || name == "body")
    };
    *schema == plain && !schema.properties.is_empty() && schema.properties.iter().all(is_section)
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
