//! A small corpus in two versions: between them services are added, changed, moved and removed.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

/// Domain, service, and a word of the service's description.
type Service = (&'static str, &'static str, &'static str);

/// The corpus before.
pub const BEFORE: &[Service] = &[
    ("letters", "alpha", "first"),
    ("letters", "beta", "first"),
    ("letters", "gamma", "first"),
    ("numbers", "four", "first"),
    ("numbers", "five", "first"),
    ("shapes", "circle", "first"),
    ("shapes", "square", "first"),
];

/// The corpus after: `gamma` and `circle` moved, `red` is new, `five` and `square` have gone, and
/// with them the domain `shapes`; `alpha` is as it was.
pub const AFTER: &[Service] = &[
    ("letters", "alpha", "first"),
    ("letters", "beta", "second"),
    ("numbers", "four", "second"),
    ("numbers", "gamma", "first"),
    ("colors", "circle", "first"),
    ("colors", "red", "first"),
];

const MODEL: &str = r#"
/// Everything that is kept.
#[derive(State)]
pub struct Shelf { pub things: Table<Thing> }
/// A thing.
#[derive(Entity)]
pub struct Thing {
    #[entity(key, sequence = "THG-{:03}")]
    pub id: Key<Thing>,
    pub title: String,
}
pub trait Tools {
    #[tool(create)]
    fn create_thing() -> Thing;
    #[tool(list)]
    fn list_things() -> Vec<Thing>;
}
"#;

/// Writes a version of the corpus.
pub fn write_corpus(folder: &Path, services: &[Service]) {
    for (domain, service, word) in services {
        let folder = folder.join(domain).join(service);
        fs::create_dir_all(&folder).expect("a folder can be made");
        fs::write(folder.join("spec.json"), spec(domain, service, word).to_string())
            .expect("a spec can be written");
        fs::write(folder.join("service.rs"), MODEL).expect("a model can be written");
    }
}

fn spec(domain: &str, service: &str, word: &str) -> Value {
    let title = json!({"title": {"type": "string"}});
    json!({
        "spec_version": 1,
        "service": service,
        "title": service,
        "domain": domain,
        "summary": format!("The {word} of its kind."),
        "source": {"kind": "manual", "name": service, "revision": null, "sha256": "00"},
        "tools": [tool("create_thing", title, &["title"]), tool("list_things", json!({}), &[])],
    })
}

fn tool(name: &str, properties: Value, required: &[&str]) -> Value {
    json!({
        "name": name,
        "wire_name": name,
        "description": format!("Does {name}."),
        "parameters": {
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false
        },
        "returns": null,
        "hints": {
            "read_only": null, "destructive": null, "idempotent": null, "open_world": null
        }
    })
}
