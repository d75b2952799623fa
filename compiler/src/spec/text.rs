//! `spec.json` as text: one stable form out, clear errors in.

use crate::diagnostics::{At, Code, Diagnostic, Diagnostics, Place, Pointer};

use crate::normalize::words::is_keyword;

use super::{SPEC_VERSION, Spec, TOOLS_MAX};

/// The spec as pretty JSON with a final line break. Equal specs give equal bytes.
pub fn to_json(spec: &Spec) -> String {
    let mut text =
        serde_json::to_string_pretty(spec).expect("a spec has string keys and finite numbers only");
    text.push('\n');
    text
}

/// Reads what [`to_json`] wrote. The diagnostics point into `text`.
pub fn from_json(text: &str) -> Result<Spec, Diagnostics> {
    let spec: Spec = serde_json::from_str(text).map_err(|error| {
        let code = if error.is_data() { Code::InvalidSpec } else { Code::MalformedJson };
        Diagnostic::new(code, place_of(text, error.line(), error.column())).message(format!(
            "{}: {}",
            code.title(),
            without_position(&error)
        ))
    })?;

    let mut diagnostics = Diagnostics::new();
    let root = Pointer::root();
    if spec.spec_version != SPEC_VERSION {
        diagnostics.push(
            Diagnostic::new(Code::UnknownSpecVersion, root.key("spec_version")).message(format!(
                "the spec has version {}, this compiler reads {SPEC_VERSION}",
                spec.spec_version
            )),
        );
    }
    for (key, name) in [("service", &spec.service), ("domain", &spec.domain)] {
        if !is_name(name) || is_keyword(name) {
            diagnostics.push(
                Diagnostic::new(Code::InvalidServiceName, root.key(key))
                    .message(format!("`{name}` cannot be a {key} name")),
            );
        }
    }
    if let Some(refusal) = too_many_tools(spec.tools.len(), root.key("tools")) {
        diagnostics.push(refusal);
        return Err(diagnostics);
    }
    check_tool_names(&spec, &mut diagnostics);
    diagnostics.unless_errors(spec).map(|(spec, _)| spec)
}

/// Whether a service, domain or tool may be called so.
pub(crate) fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        && name.len() <= 100
}

/// What is wrong with so many tools.
pub(crate) fn too_many_tools(n_tools: usize, at: Pointer) -> Option<Diagnostic> {
    (n_tools > TOOLS_MAX).then(|| {
        Diagnostic::new(Code::FileTooLarge, at)
            .message(format!("the list has {n_tools} tools, {TOOLS_MAX} are read"))
            .help("make several services of the server")
    })
}

fn check_tool_names(spec: &Spec, diagnostics: &mut Diagnostics) {
    let tools = Pointer::root().key("tools");
    let mut seen = std::collections::BTreeSet::new();
    for (index, tool) in spec.tools.iter().enumerate() {
        let place = tools.index(index).key("name");
        if !is_name(&tool.name) {
            diagnostics.push(
                Diagnostic::new(Code::InvalidSpec, place)
                    .message(format!("`{}` is not a tool name in snake case", tool.name)),
            );
        } else if is_keyword(&tool.name) {
            diagnostics.push(
                Diagnostic::new(Code::InvalidSpec, place)
                    .message(format!("`{}` is a word that Rust keeps for itself", tool.name)),
            );
        } else if !seen.insert(&tool.name) {
            diagnostics.push(
                Diagnostic::new(Code::InvalidSpec, place)
                    .message(format!("two tools are called `{}`", tool.name)),
            );
        }
    }
}

/// The byte place of a line and column as serde_json counts them.
pub(crate) fn place_of(text: &str, line: usize, column: usize) -> Place {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    // Columns are bytes, and may be inside a character.
    let start = text.floor_char_boundary(start + column.saturating_sub(1));
    let end = text.ceil_char_boundary(start + 1);
    Place { file: None, at: At::from(start..end) }
}

/// serde_json's message without its trailing `at line L column C`: the place says that.
pub(crate) fn without_position(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rfind(" at line ") {
        Some(cut) => text[..cut].to_owned(),
        None => text,
    }
}
