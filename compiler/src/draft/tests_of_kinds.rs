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

#[test]
fn a_value_that_means_all_narrows_nothing() {
    let status = json!({"type": "string", "enum": ["open", "closed", "all"], "default": "open"});
    let (_, _, draft) = drafted(
        "workshop",
        &[
            tool("create_job", json!({"name": text()}), &["name"]),
            tool("close_job", json!({"job_id": text()}), &["job_id"]),
            tool(
                "list_jobs",
                json!({"status": status, "owner": {"type": "string", "default": ""}}),
                &[],
            ),
        ],
    );
    assert!(draft.contains(r#"absent(owner = "", status = "all")"#), "{draft}");
    assert!(!draft.contains("All,"), "no job has all statuses at once: {draft}");
}

#[test]
fn what_a_tool_sets_belongs_to_the_row_that_it_names() {
    let number = json!({"type": "integer"});
    let (n_declared, _, draft) = drafted(
        "attic",
        &[
            tool("new_box", json!({"title": text(), "parent_id": number}), &["title"]),
            tool("get_box", json!({"box_id": number}), &["box_id"]),
            tool(
                "set_parent",
                json!({"box_id": number, "parent_id": number}),
                &["box_id", "parent_id"],
            ),
            tool("set_lighting", json!({"level": number}), &["level"]),
            tool("get_lighting", json!({}), &[]),
        ],
    );
    assert_eq!(n_declared, 5, "{draft}");
    assert!(
        draft.contains("#[tool(update, key(box_id))]\n    fn set_parent() -> BoxRow;"),
        "{draft}"
    );
    assert!(draft.contains("pub parent_id: Option<IntKey<BoxRow>>"), "{draft}");
    assert!(draft.contains("#[state(default)]\n    pub lighting: One<Lighting>"), "{draft}");
}

#[test]
fn tools_that_begin_with_one_noun_are_about_it() {
    let id = json!({"leaf_id": text()});
    let (n_declared, _, draft) = drafted(
        "herbarium",
        &[
            tool("leaf_create", json!({"name": text()}), &["name"]),
            tool(
                "leaf_read_pressed",
                json!({"leaf_id": text(), "head": {"type": "number"}}),
                &["leaf_id"],
            ),
            tool("leaf_update", json!({"leaf_id": text(), "name": text()}), &["leaf_id"]),
            tool("leaf_delete", id, &["leaf_id"]),
        ],
    );
    assert!(n_declared >= 3, "{draft}");
    assert!(draft.contains("pub struct Leaf "), "{draft}");
}

#[test]
fn a_tool_that_takes_its_action_as_an_argument_is_read_as_several() {
    let action = json!({"type": "string", "enum": ["create", "list", "update", "delete", "groom"]});
    let arguments = json!({
        "action": action,
        "dog_id": text(),
        "name": text(),
        "limit": {"type": "integer"},
    });
    let (n_declared, n_simulated, draft) =
        drafted("kennel", &[tool("manage_dogs", arguments, &["action"])]);
    assert_eq!((n_declared, n_simulated), (1, 0), "{draft}");
    for part in [
        "#[tool(part_of = manage_dogs, when(action = \"create\"), create)]\n    fn create_dogs() -> Dog;",
        "when(action = \"list\"),\n        list,\n        filter(name),\n        page(limit)\n    )]\n    fn list_dogs()",
        "#[tool(part_of = manage_dogs, when(action = \"update\"), update, key(dog_id))]",
        "#[tool(part_of = manage_dogs, when(action = \"delete\"), delete, key(dog_id))]",
        "part_of = manage_dogs,\n        when(action = \"groom\"),\n        simulate(unclear_effect,",
    ] {
        assert!(draft.contains(part), "{part} is not in {draft}");
    }
}

#[test]
fn what_belongs_to_two_rows_is_read_where_it_is_made() {
    let number = json!({"type": "integer"});
    let pair = json!({"shelf_id": number, "jar_id": number, "place": number});
    let (n_declared, _, draft) = drafted(
        "pantry",
        &[
            tool("create_shelf", json!({"name": text()}), &["name"]),
            tool(
                "create_jar",
                json!({"name": text(), "tags": {"type": "array", "items": text()}}),
                &["name"],
            ),
            tool("add_jar_to_shelf", pair, &["shelf_id", "jar_id"]),
            tool("get_shelf_jars", json!({"shelf_id": number}), &["shelf_id"]),
            tool("delete_jar_tag", json!({"jar_id": number, "tag": text()}), &["jar_id", "tag"]),
            tool("get_jar", json!({"jar_id": number}), &["jar_id"]),
        ],
    );
    assert_eq!(n_declared, 6, "{draft}");
    assert!(draft.contains("fn get_shelf_jars() -> Page<ShelfJar>;"), "{draft}");
    assert!(draft.contains("#[tool(detach(tags = tag), key(jar_id))]"), "{draft}");
}

#[test]
fn what_goes_into_a_text_at_a_place_is_no_new_row() {
    let place = json!({"type": "integer"});
    let (n_declared, _, draft) = drafted(
        "letters",
        &[
            tool("create_letter", json!({"title": text()}), &["title"]),
            tool(
                "insert_text",
                json!({"letter_id": text(), "index": place, "text": text()}),
                &["letter_id", "index", "text"],
            ),
        ],
    );
    assert_eq!(n_declared, 1, "{draft}");
    assert!(draft.contains("it inserts at a place inside something"), "{draft}");
}
