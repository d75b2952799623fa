//! Reads what an argument of a writing tool is for from its name and its schema.

use crate::spec::{Schema, Type};

use super::names::field_name;
use super::read_role::is_presentation;
use super::schema_kind::{FieldKind, bare, kind_of};
use super::verbs::Act;

/// What an argument of a writing tool does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WriteRole {
    /// It is stored in the field of this name.
    Stored(String),
    /// It changes how the call is made or answered.
    Ignored,
    /// The model does not say.
    Refused,
}

/// How a call is made: nothing of it is kept.
const MANNER: &[&str] = &[
    "idempotency_key",
    "notify",
    "send_notification",
    "send_notifications",
    "send_updates",
    "notify_users",
    "suppress_notifications",
    "async",
    "wait",
    "wait_for_completion",
    "silent",
    "return_content",
    "request_token",
    "client_request_token",
    "client_token",
    "skip_validation",
    "send_email_notification",
    "notify_watchers",
    "quiet",
    "background",
];

/// Whether the call takes effect depends on these.
const CONDITIONS: &[&str] = &[
    "dry_run",
    "confirm",
    "preview",
    "validate_only",
    "confirmed",
    "confirmation",
    "mode",
    "action",
    "operation",
    "if_exists",
    "if_match",
    "if_version",
    "expected_version",
    "expected_etag",
    "etag",
    "confirmation_token",
    "test_mode",
    "check_only",
    "method",
    "dryrun",
    "require_confirmation",
    "tool_write_mode",
    "op",
    "confirm_delete",
    "user_confirmed",
    "body_params",
    "request_body",
    "path_params",
    "query_params",
];

/// Objects whose members are changed one by one, or all replaced: the spec does not say.
const PATCHES: &[&str] = &[
    "attributes",
    "body",
    "changes",
    "data",
    "field_values",
    "fields",
    "new_data",
    "object",
    "params",
    "patch",
    "payload",
    "properties",
    "resource",
    "settings",
    "updates",
    "update",
    "updated_fields",
    "values",
    "operations",
    "edits",
    "config",
    "document",
    "record",
    "update_data",
    "filter",
    "filters",
    "where",
    "query",
    "conditions",
];

/// What an edit looks for and puts in its place: the text is computed from what was there.
const EDITS: &[&str] = &[
    "find",
    "find_text",
    "search",
    "search_text",
    "replace",
    "replace_text",
    "replacement",
    "replacement_text",
    "replace_all",
    "old_text",
    "old_string",
    "old_str",
    "occurrence",
    "delta",
    "increment",
];

/// What the argument of this name does.
pub fn write_role(argument: &str, schema: &Schema, act: Act) -> WriteRole {
    let Some(name) = field_name(argument) else { return WriteRole::Refused };
    if MANNER.contains(&name.as_str()) {
        return WriteRole::Ignored;
    }
    let computes = matches!(act, Act::Update | Act::Mark) && EDITS.contains(&name.as_str());
    // What an update adds to a list or takes out of it is no field beside the list.
    let is_list = matches!(bare(schema).kind, Some(Type::Array));
    let edits_list = act == Act::Update
        && is_list
        && ["add_", "remove_"].iter().any(|start| name.starts_with(start));
    if computes || edits_list || CONDITIONS.contains(&name.as_str()) {
        return WriteRole::Refused;
    }
    let is_manner = matches!(
        name.as_str(),
        "response_format"
            | "output_format"
            | "verbose"
            | "pretty"
            | "expand"
            | "timeout"
            | "locale"
            | "api_version"
            | "use_custom_task_ids"
            | "store_key"
            | "aws_profile"
            | "profile_name"
            | "user_agent"
            | "content_type_header"
            | "invocation_reason"
            | "rationale"
            | "supports_all_drives"
            | "supports_team_drives"
            | "user_prompt"
            | "human_readable"
    );
    let changes = matches!(act, Act::Delete | Act::Mark | Act::Append | Act::Detach);
    if is_manner
        || changes && (is_presentation(&name) || name == "force")
        || act == Act::Delete && matches!(name.as_str(), "reason" | "audit_log_reason")
    {
        return WriteRole::Ignored;
    }
    let is_opaque =
        kind_of(schema) == FieldKind::Json && !matches!(bare(schema).kind, Some(Type::Array));
    if act != Act::Create && is_opaque && PATCHES.contains(&name.as_str()) {
        return WriteRole::Refused;
    }
    WriteRole::Stored(name)
}

#[cfg(test)]
mod tests {
    use super::{WriteRole, write_role};
    use crate::draft::verbs::Act;
    use crate::spec::{Schema, Type};

    #[test]
    fn what_an_edit_replaces_is_not_stored() {
        let role = |name, act| write_role(name, &Schema::of(Type::String), act);
        assert_eq!(role("old_string", Act::Update), WriteRole::Refused);
        assert_eq!(role("title", Act::Update), WriteRole::Stored("title".to_owned()));
        assert_eq!(role("reason", Act::Delete), WriteRole::Ignored);
    }

    #[test]
    fn what_an_update_adds_to_a_list_is_no_field() {
        let role = |name, kind| write_role(name, &Schema::of(kind), Act::Update);
        assert_eq!(role("add_labels", Type::Array), WriteRole::Refused);
        assert_eq!(role("remove_labels", Type::Array), WriteRole::Refused);
        assert_eq!(role("labels", Type::Array), WriteRole::Stored("labels".to_owned()));
        assert_eq!(role("add_on", Type::String), WriteRole::Stored("add_on".to_owned()));
    }
}
