//! Step `lift_parameters`: finds parameters that only the description declares.
//!
//! Some servers register a function without a schema and document it in an `Args:` section. Names,
//! types and whether a value may be left out are facts and are taken; the sentences are not.

use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::read::RawTool;
use crate::spec::{Additional, Schema, Type};

/// Declares the parameters of an `Args:` section when `schema` declares none and allows them.
pub(super) fn lift_parameters(tool: &RawTool, schema: &mut Schema, diagnostics: &mut Diagnostics) {
    let unions = [&schema.any_of, &schema.one_of, &schema.all_of];
    let silent = schema.properties.is_empty()
        && schema.required.is_empty()
        && matches!(schema.kind, None | Some(Type::Object))
        && !schema.accepts_nothing()
        && unions.iter().all(|union| union.is_empty())
        && matches!(schema.additional_properties, None | Some(Additional::Any(true)));
    if !silent {
        return;
    }
    let documented = documented_parameters(&tool.description);
    if documented.is_empty() {
        return;
    }
    let names: Vec<String> = documented.iter().map(|one| format!("`{}`", one.name)).collect();
    diagnostics.push(
        Diagnostic::new(Code::ParametersFromText, tool.at.key("description"))
            .message(format!("only the description declares {}", names.join(", "))),
    );
    for Documented { name, kind, required } in documented {
        let property = kind.map_or_else(Schema::any, Schema::of);
        if required {
            schema.required.push(name.clone());
        }
        schema.properties.insert(name, property);
    }
}

struct Documented {
    name: String,
    kind: Option<Type>,
    required: bool,
}

/// The entries of the section, as far as their lines read `name (type): …` or `name: …`.
fn documented_parameters(description: &str) -> Vec<Documented> {
    let mut found: Vec<Documented> = Vec::new();
    let mut indent = None;
    let mut inside = false;
    for line in description.lines() {
        let trimmed = line.trim();
        if !inside {
            inside = matches!(trimmed, "Args:" | "Arguments:" | "Parameters:" | "Params:");
            continue;
        }
        if trimmed.is_empty() {
            continue;
        }
        let margin = line.len() - line.trim_start().len();
        if indent.is_some_and(|indent| margin < indent) || is_heading(trimmed) {
            break;
        }
        if margin > *indent.get_or_insert(margin) {
            continue;
        }
        let Some(one) = read_entry(trimmed) else { break };
        if found.iter().all(|earlier| earlier.name != one.name) {
            found.push(one);
        }
    }
    found
}

fn is_heading(line: &str) -> bool {
    ["Returns:", "Return:", "Raises:", "Yields:", "Example:", "Examples:", "Note:", "Notes:"]
        .iter()
        .any(|heading| line.starts_with(heading))
}

fn read_entry(line: &str) -> Option<Documented> {
    let line = line.trim_start_matches(['-', '*', ' ']);
    let (head, text) = line.split_once(':')?;
    let (name, types) = match head.split_once('(') {
        Some((name, types)) => (name.trim(), types.trim_end_matches(')')),
        None => (head.trim(), ""),
    };
    let name = name.trim_matches('`');
    let is_identifier = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !is_identifier || matches!(name, "None" | "none") {
        return None;
    }
    let said = format!("{types} {text}").to_lowercase();
    let first = types.split([',', '|', '[']).next().unwrap_or_default().trim().to_lowercase();
    let kind = match first.as_str() {
        "str" | "string" => Some(Type::String),
        "int" | "integer" => Some(Type::Integer),
        "float" | "number" => Some(Type::Number),
        "bool" | "boolean" => Some(Type::Boolean),
        "list" | "array" => Some(Type::Array),
        "dict" | "object" => Some(Type::Object),
        _ => None,
    };
    let required = !said.contains("optional") && !said.contains("default");
    Some(Documented { name: name.to_owned(), kind, required })
}

#[cfg(test)]
mod tests {
    use super::documented_parameters;
    use crate::spec::Type;

    #[test]
    fn entries_give_names_types_and_whether_they_may_be_left_out() {
        let text = "Does it.\n\nArgs:\n    title (str): the title\n        more about it\n    \
                    limit (int, optional): how many\n    - `tags`: some\n\nReturns:\n    x: y\n";
        let found = documented_parameters(text);
        let shape: Vec<_> =
            found.iter().map(|one| (one.name.as_str(), one.kind, one.required)).collect();
        assert_eq!(
            shape,
            [
                ("title", Some(Type::String), true),
                ("limit", Some(Type::Integer), false),
                ("tags", None, true)
            ]
        );
    }

    #[test]
    fn a_section_that_says_there_are_none_gives_none() {
        assert!(documented_parameters("Args:\n    None: nothing\n").is_empty());
        assert!(documented_parameters("Args:\n").is_empty());
        assert!(documented_parameters("a: b").is_empty());
    }
}
