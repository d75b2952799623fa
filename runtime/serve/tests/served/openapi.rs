//! The description of the routes: whole, and no more than there is.

use compoworld_serve::Access;
use serde_json::{Value, json};

use crate::server::{Server, Setup, agent};

fn document(address: &str) -> Value {
    let told = agent().get(format!("{address}/openapi.json")).call().unwrap();
    assert_eq!(told.status(), 200);
    told.into_body().read_json().unwrap()
}

fn paths(document: &Value) -> Vec<&String> {
    document["paths"].as_object().unwrap().keys().collect()
}

#[test]
fn each_address_describes_the_routes_that_it_has() {
    let server = Server::start(Setup::default());
    let (http, nemo_gym) = (document(&server.http), document(&server.nemo_gym));
    assert_eq!((&http["openapi"], &nemo_gym["openapi"]), (&json!("3.1.0"), &json!("3.1.0")));
    for path in ["/health", "/mcp", "/reset", "/step", "/ws", "/{environment}/task_range"] {
        assert!(http["paths"][path].is_object(), "{path}: {:?}", paths(&http));
    }
    for path in ["/rows", "/seed_session", "/{tool}", "/verify", "/aggregate_metrics"] {
        assert!(nemo_gym["paths"][path].is_object(), "{path}: {:?}", paths(&nemo_gym));
    }
    let index = &http["paths"]["/{environment}/task"]["post"]["requestBody"]["content"]["application/json"]
        ["schema"]["properties"]["index"];
    assert_eq!(index["maximum"], 2, "there are three tasks");

    let agents = Server::start(Setup { openenv: false, ..Setup::default() });
    assert_eq!(paths(&document(&agents.http)), ["/health", "/mcp", "/mcp/{session}"]);
}

#[test]
fn who_has_to_send_a_token_is_told() {
    let access = Access { trainer_token: Some("trainers".to_owned()), ..Access::default() };
    let server = Server::start(Setup { access, ..Setup::default() });
    let document = document(&server.http);
    let security = |path: &str, method: &str| &document["paths"][path][method]["security"];
    assert_eq!(*security("/reset", "post"), json!([{"token": []}]));
    assert_eq!(*security("/mcp", "post"), Value::Null);
    assert_eq!(*security("/health", "get"), Value::Null);
}
