//! Small specs, one for each kind of tool whose place is told by more than its verb.

use serde_json::json;

use super::tests::{drafted, text, tool};

#[test]
fn one_object_that_holds_all_arguments_is_no_argument() {
    let id = json!({"type": "object", "properties": {"kiln_id": text()}, "required": ["kiln_id"]});
    let made = json!({"type": "object", "properties": {"name": text()}, "required": ["name"]});
    let (n_declared, _, draft) = drafted(
        "pottery",
        &[
            tool("create_kiln", json!({"params": made}), &["params"]),
            tool("get_kiln", json!({"params": id}), &["params"]),
            tool("delete_kiln", json!({"pathParams": id}), &["pathParams"]),
        ],
    );
    assert_eq!(n_declared, 3, "{draft}");
}

#[test]
fn a_row_is_named_by_a_text_or_its_number() {
    let id = json!({"anyOf": [{"type": "string"}, {"type": "integer"}]});
    let (n_declared, _, draft) = drafted(
        "orchard",
        &[
            tool("create_tree", json!({"name": text()}), &["name"]),
            tool("get_tree", json!({"tree_id": id}), &["tree_id"]),
            tool("list_fruits", json!({"tree_id": id}), &["tree_id"]),
        ],
    );
    assert_eq!(n_declared, 3, "{draft}");
    assert!(draft.contains("pub id: Key<Tree>"), "{draft}");
}

#[test]
fn numbers_are_counted_within_what_holds_the_rows() {
    let number = json!({"type": "integer"});
    let place = json!({"owner": text(), "repo": text(), "issue_number": number});
    let all = ["owner", "repo", "issue_number"];
    let (n_declared, _, draft) = drafted(
        "forge",
        &[
            tool(
                "create_issue",
                json!({"owner": text(), "repo": text(), "title": text()}),
                &["owner", "repo", "title"],
            ),
            tool("get_issue", place.clone(), &all),
            tool("delete_issue", place, &all),
            tool("list_issues", json!({"owner": text(), "repo": text()}), &["owner", "repo"]),
        ],
    );
    assert_eq!(n_declared, 4, "{draft}");
    assert!(draft.contains("key(owner, repo, issue_number)"), "{draft}");
}

#[test]
fn a_value_that_may_be_given_says_which_rows_are_read() {
    let (n_declared, _, draft) = drafted(
        "tides",
        &[
            tool("get_swell", json!({"beach": text()}), &[]),
            tool("set_volume", json!({"level": {"type": "integer"}}), &["level"]),
            tool(
                "compare_swell_rows",
                json!({"stations": {"type": "array", "items": text()}}),
                &["stations"],
            ),
            tool(
                "list_gauges",
                json!({"stations": {"type": "array", "items": text()},
                    "number_of_rows": {"type": "integer"}}),
                &["stations"],
            ),
        ],
    );
    assert_eq!(n_declared, 3, "{draft}");
    assert!(draft.contains("list, filter(beach)"), "{draft}");
    assert!(draft.contains("filter(station in stations)"), "{draft}");
    assert!(draft.contains("pub volume: One<Volume>"), "{draft}");
}

#[test]
fn verbs_are_settled_by_what_the_call_names() {
    let pair = json!({"contact_id": text(), "company_id": text()});
    let both = ["contact_id", "company_id"];
    let (n_declared, n_simulated, draft) = drafted(
        "desk",
        &[
            tool("create_contact", json!({"name": text()}), &["name"]),
            tool("attach_contact_to_company", pair.clone(), &both),
            tool("detach_contact_from_company", pair, &both),
            tool("suspend_agent", json!({"agent_id": text()}), &["agent_id"]),
            tool("attach_note", json!({"text": text()}), &["text"]),
            tool("edit_content", json!({"id": text(), "text": text()}), &["id", "text"]),
        ],
    );
    assert_eq!((n_declared, n_simulated), (4, 2), "{draft}");
}
