//! Harvesting over streamable HTTP, from small scripted servers on loopback.

use std::net::TcpListener;
use std::time::Duration;

use compoworld::diagnostics::{Code, Diagnostics};
use compoworld::harvest::{HttpRequest, harvest_over_http};
use serde_json::{Value, json};

use super::scripted::{JSON, Reply, hello, result, serve, tool};

fn failing(url: &str) -> Diagnostics {
    harvest_over_http(&HttpRequest::new(url)).expect_err("there is no list")
}

fn names(text: &str) -> Vec<String> {
    let list: Value = serde_json::from_str(text).expect("a list is JSON");
    let tools = list["tools"].as_array().expect("tools").iter();
    tools.map(|tool| tool["name"].as_str().expect("a name").to_owned()).collect()
}

#[test]
fn all_pages_are_read_in_one_session_with_the_callers_headers() {
    let url = serve(|seen| {
        if !seen.has("authorization: bearer sesame") {
            return Reply(401, "www-authenticate: Bearer\r\n", String::new());
        }
        let in_session = seen.has("mcp-session-id: abc");
        match (seen.method.as_str(), seen.asks()) {
            ("POST", "initialize") => {
                let Reply(status, _, text) = hello(seen);
                Reply(status, "content-type: application/json\r\nmcp-session-id: abc\r\n", text)
            }
            ("POST", "notifications/initialized") => Reply(202, "", String::new()),
            ("POST", "tools/list") if in_session => match seen.body["params"]["cursor"].as_str() {
                None => result(seen, &json!({"tools": [tool("one")], "nextCursor": "2"})),
                Some(_) => result(seen, &json!({"tools": [tool("two")]})),
            },
            _ => Reply(405, "", String::new()),
        }
    });
    let mut request = HttpRequest::new(url.as_str());
    request.headers.insert(
        "authorization".parse().expect("a name"),
        "Bearer sesame".parse().expect("a value"),
    );
    let (text, diagnostics) = harvest_over_http(&request).expect("harvests");
    assert!(diagnostics.is_empty(), "{diagnostics}");
    assert_eq!(names(&text), ["one", "two"]);

    let error = failing(&url);
    assert!(error.has(Code::AccessDenied), "{error}");
    assert!(error.to_string().contains("401"), "{error}");
}

#[test]
fn answers_in_event_streams_are_kept_word_for_word() {
    let url = serve(|seen| match seen.asks() {
        "initialize" => {
            let Reply(.., text) = hello(seen);
            let events = format!(": hello\n\nevent: message\ndata: {text}\n\n");
            Reply(200, "content-type: text/event-stream\r\n", events)
        }
        "tools/list" => {
            let events = format!(
                "data: {{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\
                 \"params\":{{\"level\":\"info\",\"data\":\"x\"}}}}\r\n\r\n\
                 data: {{\"jsonrpc\":\"2.0\",\"id\":{},\r\ndata: \"result\":{{\"tools\":[{{\
                 \"zeta\":1,\"name\":\"odd\",\"inputSchema\":\"none\"}}]}}}}\r\n\r\n",
                seen.body["id"]
            );
            Reply(200, "content-type: text/event-stream\r\n", events)
        }
        _ => Reply(202, "", String::new()),
    });
    let (text, diagnostics) = harvest_over_http(&HttpRequest::new(url)).expect("harvests");
    assert!(diagnostics.is_empty(), "{diagnostics}");
    assert_eq!(names(&text), ["odd"]);
    assert!(text.find("zeta") < text.find("odd"), "the order of members was lost");
}

#[test]
fn nobody_at_the_address_is_told() {
    let address = {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        listener.local_addr().expect("it is bound")
    };
    let error = failing(&format!("http://user:secret@{address}/mcp?key=secret"));
    assert!(error.has(Code::ServerUnreachable), "{error}");
    assert!(!error.to_string().contains("secret"), "{error}");
}

#[test]
fn what_is_no_mcp_server_is_told() {
    let page = serve(|_| Reply(200, "content-type: text/html\r\n", "<p>Welcome</p>".to_owned()));
    let error = failing(&page);
    assert!(error.has(Code::NotAnMcpEndpoint), "{error}");
    assert!(error.to_string().contains("Welcome"), "{error}");

    let missing = serve(|_| Reply(404, "", String::new()));
    assert!(failing(&missing).has(Code::NotAnMcpEndpoint));

    let moved = serve(|_| Reply(307, "location: https://elsewhere.example/mcp\r\n", String::new()));
    let error = failing(&moved);
    assert!(error.to_string().contains("elsewhere.example"), "{error}");
}

#[test]
fn errors_of_the_protocol_are_told_whatever_their_status() {
    let url = serve(|seen| match seen.asks() {
        "initialize" => hello(seen),
        "tools/list" => {
            let error = json!({"code": -32603, "message": "log in first"});
            let text = json!({"jsonrpc": "2.0", "id": seen.body["id"], "error": error});
            Reply(500, JSON, text.to_string())
        }
        _ => Reply(202, "", String::new()),
    });
    let error = failing(&url);
    assert!(error.has(Code::ListFailed), "{error}");
    assert!(error.to_string().contains("log in first"), "{error}");
}

#[test]
fn a_silent_server_times_out() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it is bound");
    let mut request = HttpRequest::new(format!("http://{address}/mcp"));
    request.timeout = Duration::from_millis(400);
    let error = harvest_over_http(&request).expect_err("is silent");
    assert!(error.has(Code::ServerTimedOut), "{error}");
}
