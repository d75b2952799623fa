//! A tool of the catalog that its action argument splits into parts, from making a row to
//! removing it.

#![expect(
    clippy::unwrap_used,
    reason = "a test stops at the first thing that is not as it should be"
)]

use compoworld_core::{Instance, Timestamp};
use compoworld_world::Catalog;
use serde_json::{Value, json};

fn etsy() -> Instance {
    let catalog = Catalog::new(compoworld_catalog::SERVICES);
    let service = catalog.require("etsy").unwrap();
    let epoch = Timestamp::parse("2026-03-02T09:00:00Z").unwrap();
    let mut etsy = Instance::new(service, service.name, 7, epoch);
    let shop = json!({"id": 7, "shop_name": "potter", "updated_at": "2026-03-01T09:00:00Z"});
    etsy.load(&json!({"shops": {"7": shop}})).unwrap();
    etsy
}

fn call(etsy: &mut Instance, arguments: &Value) -> Value {
    let text = etsy.call_value("manage_shop_sections", arguments).text;
    serde_json::from_str(&text).unwrap()
}

#[test]
fn one_tool_makes_changes_and_removes_a_row() {
    let mut etsy = etsy();
    let made = call(&mut etsy, &json!({"action": "create", "shop_id": 7, "title": "Bowls"}));
    assert_eq!(made["data"], json!({"id": 1, "shop_id": 7, "title": "Bowls"}));
    let mut named = json!({"action": "update", "shop_id": 7, "shop_section_id": 1});
    named["title"] = json!("Cups");
    let changed = call(&mut etsy, &named);
    assert_eq!(changed["data"]["title"], "Cups");
    named["action"] = json!("delete");
    named["shop_id"] = json!(8);
    assert_eq!(call(&mut etsy, &named)["error"]["code"], "not_found", "another shop's");
    named["shop_id"] = json!(7);
    assert_eq!(call(&mut etsy, &named)["data"], changed["data"]);
    assert_eq!(call(&mut etsy, &named)["error"]["code"], "not_found");
}

#[test]
fn what_an_action_needs_is_required_with_it() {
    let mut etsy = etsy();
    for (action, missing) in
        [("create", "title"), ("update", "shop_section_id"), ("delete", "shop_section_id")]
    {
        let answer = call(&mut etsy, &json!({"action": action, "shop_id": 7}));
        assert_eq!(answer["error"]["code"], "invalid_argument");
        let message = format!("`{missing}` is required when `action` is `{action}`");
        assert_eq!(answer["error"]["message"], message.as_str());
    }
}
