//! Drafts of small specs, and of every real one at hand.

use super::{Act, draft, read_intent};

#[test]
fn names_are_read_as_acts_on_things() {
    let read = |name: &str| {
        let intent = read_intent(name);
        (intent.act, intent.noun.join("_"))
    };
    let expect = |act, noun: &str| (act, noun.to_owned());
    assert_eq!(read("create_issue"), expect(Act::Create, "issue"));
    assert_eq!(read("get_all_open_issues"), expect(Act::List, "open_issue"));
    assert_eq!(read("get_ticket_details"), expect(Act::Get, "ticket"));
    assert_eq!(read("messages_list"), expect(Act::List, "message"));
    assert_eq!(read("list_issues_for_repo"), expect(Act::List, "issue"));
    assert_eq!(read("archive_channel"), expect(Act::Mark("archived", true), "channel"));
    assert_eq!(read("scrape_page"), expect(Act::Browse, "page"));
    assert_eq!(read("frobnicate"), expect(Act::Unclear, "frobnicate"));
    assert_eq!(read("get_policies"), expect(Act::List, "policy"));
}

#[test]
fn a_small_spec_is_declared_and_its_doubts_are_simulated() {
    let tool = |name: &str, parameters: serde_json::Value| serde_json::json!({"name": name, "description": "d", "inputSchema": parameters});
    let key = serde_json::json!({"type": "object", "properties": {"issue_id": {"type": "string"}},
        "required": ["issue_id"]});
    let list = serde_json::json!({"tools": [
        tool("create_issue", serde_json::json!({"type": "object", "properties": {
            "title": {"type": "string"}, "type": {"type": "string", "enum": ["bug", "in-progress"]},
            "labels": {"type": "array", "items": {"type": "string"}}}, "required": ["title"]})),
        tool("get_issue", key.clone()),
        tool("close_issue", key.clone()),
        tool("delete_issue", key),
        tool("list_issues", serde_json::json!({"type": "object", "properties": {
            "type": {"type": "string", "enum": ["bug", "in-progress"]},
            "limit": {"type": "integer"}}})),
        tool("search_issues", serde_json::json!({"type": "object", "properties": {
            "query": {"type": "string"}}, "required": ["query"]})),
        tool("predict_issue", serde_json::json!({"type": "object"})),
        tool("list_stars", serde_json::json!({"type": "object"})),
    ]});
    let draft = draft(&spec_of("tracker", &list.to_string()));
    assert_eq!((draft.n_declared, draft.n_simulated), (6, 2));
    insta::assert_snapshot!(draft.text);
}

#[test]
fn every_shared_spec_is_drafted_when_at_hand() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/specs");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("skipped: no collection of real specs beside the checkout");
        return;
    };
    let (mut n_specs, mut n_declared, mut n_tools) = (0, 0, 0);
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|ext| ext == "json")) {
        let text = std::fs::read_to_string(path).expect("it is readable");
        let Some(spec) = try_spec_of("service", &text) else { continue };
        let draft = draft(&spec);
        syn::parse_file(&draft.text).expect("a draft is Rust");
        n_specs += 1;
        n_declared += draft.n_declared;
        n_tools += draft.n_declared + draft.n_simulated;
    }
    eprintln!("{n_specs} specs drafted: {n_declared} of {n_tools} tools declared");
    assert!(n_specs > 1_000);
}

fn spec_of(service: &str, list: &str) -> crate::spec::Spec {
    try_spec_of(service, list).expect("the list normalizes")
}

fn try_spec_of(service: &str, list: &str) -> Option<crate::spec::Spec> {
    let (input, _) = crate::read::read_text(list).ok()?;
    match input {
        crate::read::Input::Normalized(spec) => Some(*spec),
        crate::read::Input::Raw(list) => {
            let options = crate::normalize::Options::new(service, "general");
            crate::normalize::normalize(list, &options).ok().map(|(spec, _)| spec)
        }
    }
}
