//! Drafts of small specs, and of every real one at hand.

use serde_json::{Value, json};

use crate::normalize::words::split_words;
use crate::pipeline::{Inputs, compile};

use super::draft;
use super::read_intent::read_intent;
use super::verbs::Act;

#[test]
fn names_are_read_as_acts_on_things() {
    let read = |name: &str| {
        let intent = read_intent(&split_words(name));
        (intent.act, intent.noun.join("_"))
    };
    for (name, act, noun) in [
        ("create_issue", Act::Create, "issue"),
        ("issue_create", Act::Create, "issue"),
        ("issues.list", Act::List, "issue"),
        ("get_all_open_issues", Act::List, "open_issue"),
        ("get_ticket_details", Act::Get, "ticket"),
        ("getListOfUsers", Act::List, "user"),
        ("messages_list", Act::List, "message"),
        ("list_issues_for_repo", Act::List, "issue"),
        ("search_for_products", Act::Search, "product"),
        ("count_orders", Act::Count, "order"),
        ("get_order_count", Act::Count, "order"),
        ("archive_channel", Act::Mark, "channel"),
        ("mark_message_as_read", Act::Mark, "message"),
        ("crm_create_company", Act::Create, "company"),
        ("whoami", Act::Get, "current_user"),
        ("scrape_page", Act::Browse, "page"),
        ("run_job", Act::Execute, "job"),
        ("summarize_thread", Act::Compute, "thread"),
        ("merge_tickets", Act::Unclear, "ticket"),
        ("frobnicate", Act::Name, "frobnicate"),
        ("get_policies", Act::List, "policy"),
        ("get_campaign_stats", Act::Get, "campaign_stats"),
        ("get_price_history", Act::List, "price_history"),
    ] {
        assert_eq!(read(name), (act, noun.to_owned()), "{name}");
    }
}

/// A tool of a raw list.
pub(super) fn tool(name: &str, properties: Value, required: &[&str]) -> Value {
    json!({"name": name, "description": "d", "inputSchema":
        {"type": "object", "properties": properties, "required": required}})
}

/// The schema of a text.
pub(super) fn text() -> Value {
    json!({"type": "string"})
}

/// The draft of a list, which compiles.
pub(super) fn drafted(service: &str, tools: &[Value]) -> (usize, usize, String) {
    let list = json!({"tools": tools}).to_string();
    let spec = spec_of(service, &list).expect("the list normalizes");
    let draft = draft(&spec);
    if let Some(fault) = fault_of(&spec, &draft.text) {
        panic!("{fault}\n{}", draft.text);
    }
    (draft.n_declared, draft.n_simulated, draft.text)
}

#[test]
fn a_small_spec_is_declared_and_its_doubts_are_simulated() {
    let key = json!({"issue_id": text()});
    let kind = json!({"type": "string", "enum": ["bug", "in-progress"]});
    let (n_declared, n_simulated, text) = drafted(
        "tracker",
        &[
            tool(
                "create_issue",
                json!({"title": text(), "type": kind,
                    "labels": {"type": "array", "items": text()}}),
                &["title"],
            ),
            tool("get_issue", key.clone(), &["issue_id"]),
            tool("close_issue", key.clone(), &["issue_id"]),
            tool("delete_issue", key, &["issue_id"]),
            tool(
                "list_issues",
                json!({"type": kind, "limit": {"type": "integer"},
                "created_after": text(), "sort_by": text()}),
                &[],
            ),
            tool("search_issues", json!({"query": text()}), &["query"]),
            tool(
                "add_label_to_issue",
                json!({"issue_id": text(), "label": text()}),
                &["issue_id", "label"],
            ),
            tool("predict_issue", json!({}), &[]),
            tool("merge_issues", json!({"from": text(), "into": text()}), &["from", "into"]),
            tool("get_issue_stats", json!({}), &[]),
        ],
    );
    assert_eq!((n_declared, n_simulated), (7, 3));
    insta::assert_snapshot!(text);
}

#[test]
fn rows_that_are_only_read_are_looked_up() {
    let (n_declared, n_simulated, text) = drafted(
        "harbour",
        &[
            tool("get_tide", json!({"port": text()}), &["port"]),
            tool("list_berths", json!({"quay": text(), "page": {"type": "integer"}}), &[]),
            tool("get_harbour_settings", json!({}), &[]),
            tool(
                "get_arrivals",
                json!({"port": text(), "start_date": text(), "end_date": text()}),
                &["port"],
            ),
            tool("estimate_fuel", json!({"distance": {"type": "number"}}), &["distance"]),
            tool("get_berth_photo", json!({"image_path": text()}), &["image_path"]),
        ],
    );
    assert_eq!((n_declared, n_simulated), (4, 2));
    insta::assert_snapshot!(text);
}

#[test]
fn children_are_found_within_their_parents() {
    let place = json!({"allotment_id": text(), "bed_id": text()});
    let both = ["allotment_id", "bed_id"];
    let (n_declared, n_simulated, text) = drafted(
        "gardens",
        &[
            tool("create_allotment", json!({"name": text()}), &["name"]),
            tool("get_allotment", json!({"allotment_id": text()}), &["allotment_id"]),
            tool(
                "create_bed",
                json!({"allotment_id": text(), "crop": text()}),
                &["allotment_id", "crop"],
            ),
            tool("get_bed", place.clone(), &both),
            tool("list_beds", json!({"allotment_id": text()}), &["allotment_id"]),
            tool(
                "set_bed_crop",
                json!({"allotment_id": text(), "bed_id": text(), "value": text()}),
                &["allotment_id", "bed_id", "value"],
            ),
            tool("delete_bed", place, &both),
            tool(
                "add_gardener_to_allotment",
                json!({"allotment_id": text(), "gardener_id": text(), "role": text()}),
                &["allotment_id", "gardener_id", "role"],
            ),
        ],
    );
    assert_eq!((n_declared, n_simulated), (8, 0));
    insta::assert_snapshot!(text);
}

#[test]
fn what_a_tool_does_by_an_argument_is_not_guessed() {
    let action = json!({"type": "string", "enum": ["groom", "walk"]});
    let (n_declared, n_simulated, text) = drafted(
        "kennel",
        &[
            tool("manage_dogs", json!({"action": action, "name": text()}), &["action"]),
            tool("create_dog", json!({"name": text(), "dry_run": {"type": "boolean"}}), &["name"]),
            tool(
                "update_dog",
                json!({"dog_id": text(), "updates": {"type": "object"}}),
                &["dog_id", "updates"],
            ),
            tool("upload_to_archive", json!({"content": text()}), &["content"]),
        ],
    );
    // A call that asks for a dry run is simulated, and every other one makes a dog.
    assert_eq!((n_declared, n_simulated), (1, 3));
    assert!(text.contains("#[tool(create, simulated(dry_run))]"), "{text}");
}

#[test]
fn a_list_of_keys_names_each_row_and_a_search_is_about_what_is_kept() {
    let (n_declared, n_simulated, text) = drafted(
        "kennel",
        &[
            tool("create_dog", json!({"name": text()}), &["name"]),
            tool("get_dog", json!({"dog_id": text()}), &["dog_id"]),
            tool("get_dog_metadata", json!({"dog_id": text()}), &["dog_id"]),
            tool("get_dog_outlook", json!({"dog_id": text()}), &["dog_id"]),
            tool(
                "delete_dogs",
                json!({"dog_ids": {"type": "array", "items": text()}}),
                &["dog_ids"],
            ),
            tool("search", json!({"query": text()}), &["query"]),
            tool("set_walk", json!({"dog_id": text(), "at": text()}), &["dog_id", "at"]),
            tool("complete_walk", json!({"walk_id": text()}), &["walk_id"]),
            tool("list_walks", json!({}), &[]),
        ],
    );
    assert_eq!((n_declared, n_simulated), (8, 1), "{text}");
    for declared in [
        "#[tool(delete, key(dog_ids))]\n    fn delete_dogs() -> Vec<Dog>;",
        "#[tool(search(name~query))]\n    fn search() -> Page<Dog>;",
        "fn get_dog_metadata() -> Dog;",
        "#[tool(create)]\n    fn set_walk() -> Walk;",
        "\"the spec does not tell what of the dog it shows\"",
    ] {
        assert!(text.contains(declared), "no `{declared}` in\n{text}");
    }
}

#[test]
fn every_shared_spec_is_drafted_when_at_hand() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/specs");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("skipped: no collection of real specs beside the checkout");
        return;
    };
    let (mut n_specs, mut n_declared, mut n_tools) = (0, 0, 0);
    let mut faults = Vec::new();
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|ext| ext == "json")) {
        let text = std::fs::read_to_string(path).expect("it is readable");
        let Some(spec) = spec_of("service", &text) else { continue };
        let draft = draft(&spec);
        faults.extend(fault_of(&spec, &draft.text).map(|fault| (path, fault)));
        n_specs += 1;
        n_declared += draft.n_declared;
        n_tools += draft.n_declared + draft.n_simulated;
    }
    eprintln!("{n_specs} specs drafted: {n_declared} of {n_tools} tools declared");
    assert!(faults.is_empty(), "{} drafts do not compile: {faults:#?}", faults.len());
    assert!(n_specs > 1_000 && n_declared * 2 > n_tools);
}

/// What the compiler says against a draft.
fn fault_of(spec: &crate::spec::Spec, text: &str) -> Option<String> {
    let inputs = Inputs {
        spec_file: "spec.json".to_owned(),
        spec: crate::spec::to_json(spec),
        model_file: "service.rs".to_owned(),
        model: text.to_owned(),
    };
    compile(&inputs).err().map(|diagnostics| diagnostics.to_string())
}

fn spec_of(service: &str, list: &str) -> Option<crate::spec::Spec> {
    let (input, _) = crate::read::read_text(list).ok()?;
    match input {
        crate::read::Input::Normalized(spec) => Some(*spec),
        crate::read::Input::Raw(list) => {
            let options = crate::normalize::Options::new(service, "general");
            crate::normalize::normalize(list, &options).ok().map(|(spec, _)| spec)
        }
    }
}
