//! Finds the tools in a document, whichever of the usual shapes it has.

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Pointer};
use crate::spec::SourceKind;

use super::tool::read_tools;
use super::{Json, RawList, RawServer};

/// The list in a document. Whatever is wrong is in `diagnostics`, and the list then is partial.
pub(super) fn find_tools(json: Json, diagnostics: &mut Diagnostics) -> RawList {
    let root = Pointer::root();
    let mut list = RawList {
        kind: SourceKind::ToolsList,
        server: RawServer::default(),
        tools: Vec::new(),
        sha256: String::new(),
    };
    match &json {
        Json::Array(entries) => {
            let has_tools = entries.is_empty() || entries.iter().any(looks_like_tool);
            if has_tools {
                list.tools = read_tools(entries, &root, diagnostics);
            } else {
                not_a_list(&root, "an array, but not of tools", diagnostics);
            }
        }
        Json::Object(object) => {
            if let Some(error) = object.members.get("error")
                && !object.members.contains_key("tools")
                && !object.members.contains_key("result")
            {
                report_error_response(&root.key("error"), error, diagnostics);
                return list;
            }
            let (holder, at) = match object.members.get("result") {
                Some(result @ Json::Object(inner)) => (result, inner.at.clone()),
                _ => (&json, root),
            };
            if is_manifest(holder) {
                list.kind = SourceKind::Manifest;
            }
            list.server = read_server(&json, holder);
            read_holder(holder, &at, &mut list, diagnostics);
        }
        other => not_a_list(&root, other.kind(), diagnostics),
    }
    list
}

fn read_holder(holder: &Json, at: &Pointer, list: &mut RawList, diagnostics: &mut Diagnostics) {
    let tools_at = at.key("tools");
    match holder.get("tools") {
        Some(Json::Array(entries)) => {
            list.tools = read_tools(entries, &tools_at, diagnostics);
        }
        Some(other) => {
            let found = format!("an object whose `tools` is {}", other.kind());
            not_a_list(&tools_at, &found, diagnostics);
        }
        None => not_a_list(at, "an object without `tools`", diagnostics),
    }
    if let Some(Json::String(_)) = holder.get("nextCursor") {
        diagnostics.push(Diagnostic::new(Code::MorePages, at.key("nextCursor")));
    }
    if list.kind == SourceKind::Manifest
        && !list.tools.is_empty()
        && list.tools.iter().all(|tool| tool.input.is_none())
    {
        diagnostics.push(Diagnostic::new(Code::ManifestWithoutSchemas, tools_at));
    }
}

fn report_error_response(at: &Pointer, error: &Json, diagnostics: &mut Diagnostics) {
    let said = error.get("message").and_then(Json::as_str).unwrap_or("no message");
    diagnostics.push(
        Diagnostic::new(Code::ErrorResponse, at)
            .message(format!("the file holds the server's error, not its tools: `{said}`")),
    );
}

fn not_a_list(at: &Pointer, found: &str, diagnostics: &mut Diagnostics) {
    diagnostics.push(
        Diagnostic::new(Code::NotAToolList, at)
            .message(format!("the file is JSON, but not a list of tools: it is {found}")),
    );
}

fn is_manifest(json: &Json) -> bool {
    ["manifest_version", "dxt_version", "mcpb_version"].iter().any(|key| json.get(key).is_some())
}

fn looks_like_tool(json: &Json) -> bool {
    json.get("name").is_some()
        || json.get("inputSchema").is_some()
        || json.get("function").is_some()
}

/// What the document, or the object around the tools, says about the server.
fn read_server(document: &Json, holder: &Json) -> RawServer {
    let saved = document.get("server").unwrap_or(holder);
    let info = saved
        .get("serverInfo")
        .or_else(|| document.get("serverInfo"))
        .or_else(|| holder.get("serverInfo"));
    let origin = saved.get("origin");
    let text = |json: Option<&Json>, key: &str| {
        json.and_then(|json| json.get(key)).and_then(Json::as_str).map(str::to_owned)
    };
    RawServer {
        name: text(Some(saved), "name").or_else(|| text(info, "name")),
        title: text(Some(saved), "title")
            .or_else(|| text(Some(saved), "display_name"))
            .or_else(|| text(info, "title")),
        revision: text(origin, "commit")
            .or_else(|| text(origin, "version"))
            .or_else(|| text(Some(saved), "version"))
            .or_else(|| text(info, "version")),
    }
}
