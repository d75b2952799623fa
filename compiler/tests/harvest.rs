//! Harvesting from small scripted servers.

use std::path::PathBuf;
use std::time::Duration;

use compoworld::diagnostics::{Code, Diagnostics};
use compoworld::harvest::{Request, harvest};
use compoworld::read::{Input, RawList, read_text};

/// A line-based server: `answer(method, params)` is given by each test.
const FRAME: &str = r#"
import json, os, sys

def send(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()

def result(request, value):
    send({"jsonrpc": "2.0", "id": request["id"], "result": value})

def error(request, code, message):
    send({"jsonrpc": "2.0", "id": request["id"], "error": {"code": code, "message": message}})

def hello(request):
    result(request, {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                     "serverInfo": {"name": "scripted", "version": "0.9.0"}})

def tool(name):
    return {"name": name, "description": "d", "inputSchema": {"type": "object",
            "properties": {"zeta": {"type": "string"}, "alpha": {"type": "integer"}}}}

ANSWER

for line in sys.stdin:
    request = json.loads(line)
    if "id" in request and "method" in request:
        answer(request, request["method"], request.get("params") or {})
"#;

struct Scripted {
    _folder: tempfile::TempDir,
    script: PathBuf,
}

impl Scripted {
    fn new(answer: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let script = folder.path().join("server.py");
        std::fs::write(&script, FRAME.replace("ANSWER", answer)).expect("writes the script");
        Self { _folder: folder, script }
    }

    fn request(&self) -> Request {
        Request::new("python3", vec![self.script.display().to_string()])
    }
}

fn harvested(answer: &str) -> Result<(String, Diagnostics), Diagnostics> {
    harvest(&Scripted::new(answer).request())
}

fn list(text: &str) -> RawList {
    match read_text(text).expect("a harvested list is readable") {
        (Input::Raw(list), _) => list,
        (Input::Normalized(_), _) => panic!("a harvested list is raw"),
    }
}

const WELL_BEHAVED: &str = r#"
def answer(request, method, params):
    if method == "initialize":
        hello(request)
    elif method == "tools/list":
        result(request, {"tools": [tool("one"), tool("two")]})
"#;

#[test]
fn a_well_behaved_server_gives_its_list_word_for_word() {
    let (text, diagnostics) = harvested(WELL_BEHAVED).expect("harvests");
    assert!(diagnostics.is_empty(), "{diagnostics}");
    let list = list(&text);
    assert_eq!(list.server.name.as_deref(), Some("scripted"));
    assert_eq!(list.server.revision.as_deref(), Some("0.9.0"));
    assert_eq!(list.tools.len(), 2);
    assert!(text.find("zeta") < text.find("alpha"), "the order of parameters was lost");
}

#[test]
fn all_pages_are_read() {
    let answer = r#"
def answer(request, method, params):
    if method == "initialize":
        hello(request)
    elif method == "tools/list":
        page = int(params.get("cursor") or 0)
        value = {"tools": [tool("tool_%d" % page)]}
        if page < 3:
            value["nextCursor"] = str(page + 1)
        result(request, value)
"#;
    let (text, _) = harvested(answer).expect("harvests");
    let names: Vec<String> = list(&text).tools.into_iter().map(|tool| tool.name).collect();
    assert_eq!(names, ["tool_0", "tool_1", "tool_2", "tool_3"]);
}

#[test]
fn noise_on_standard_output_is_skipped_and_reported() {
    let answer = format!(
        "print('Welcome! {{', flush=True)\nprint('{{\"level\": \"info\"}}', flush=True)\n\
         {WELL_BEHAVED}\nprint('listening', flush=True)"
    );
    let (text, diagnostics) = harvested(&answer).expect("harvests");
    assert_eq!(list(&text).tools.len(), 2);
    assert!(diagnostics.has(Code::NoisyServer), "{diagnostics}");
}

#[test]
fn a_tool_that_breaks_the_protocol_is_harvested_all_the_same() {
    let answer = r#"
def answer(request, method, params):
    if method == "initialize":
        hello(request)
    elif method == "tools/list":
        result(request, {"tools": [{"name": "odd", "inputSchema": "none", "annotations": {"readOnlyHint": "yes"}}]})
"#;
    let (text, _) = harvested(answer).expect("harvests");
    assert_eq!(list(&text).tools[0].name, "odd");
}

#[test]
fn variables_reach_the_server() {
    let answer = r#"
def answer(request, method, params):
    if method == "initialize":
        hello(request)
    elif method == "tools/list":
        result(request, {"tools": [tool(os.environ["TOOL_NAME"])]})
"#;
    let scripted = Scripted::new(answer);
    let mut request = scripted.request();
    request.variables.push(("TOOL_NAME".to_owned(), "from_variable".to_owned()));
    let (text, _) = harvest(&request).expect("harvests");
    assert_eq!(list(&text).tools[0].name, "from_variable");
}

#[test]
fn a_server_that_dies_tells_its_last_words() {
    let error = harvested("sys.exit('SERVICE_URL is not set')").expect_err("dies");
    assert!(error.has(Code::ServerDied), "{error}");
    assert!(error.to_string().contains("SERVICE_URL is not set"), "{error}");
}

#[test]
fn a_server_that_dies_between_pages_is_reported() {
    let answer = r#"
def answer(request, method, params):
    if method == "initialize":
        hello(request)
    elif params.get("cursor"):
        sys.exit(3)
    else:
        result(request, {"tools": [tool("one")], "nextCursor": "two"})
"#;
    let error = harvested(answer).expect_err("dies");
    assert!(error.has(Code::ServerDied), "{error}");
}

#[test]
fn a_silent_server_times_out() {
    let scripted = Scripted::new("def answer(request, method, params):\n    pass\n");
    let mut request = scripted.request();
    request.timeout = Duration::from_millis(600);
    let error = harvest(&request).expect_err("is silent");
    assert!(error.has(Code::ServerTimedOut), "{error}");
}

#[test]
fn errors_of_either_step_are_told_apart() {
    let refuses = r#"
def answer(request, method, params):
    error(request, -32602, "no such protocol")
"#;
    let error = harvested(refuses).expect_err("refuses");
    assert!(error.has(Code::HandshakeFailed), "{error}");

    let cannot_list = r#"
def answer(request, method, params):
    if method == "initialize":
        hello(request)
    else:
        error(request, -32603, "log in first")
"#;
    let error = harvested(cannot_list).expect_err("cannot list");
    assert!(error.has(Code::ListFailed) && error.to_string().contains("log in first"), "{error}");
}

#[test]
fn a_list_that_goes_in_circles_ends() {
    let answer = r#"
def answer(request, method, params):
    if method == "initialize":
        hello(request)
    else:
        result(request, {"tools": [tool("one")], "nextCursor": "again"})
"#;
    let error = harvested(answer).expect_err("never ends");
    assert!(error.has(Code::TooManyPages), "{error}");
}

#[test]
fn a_missing_program_is_named() {
    let error = harvest(&Request::new("no-such-program-here", Vec::new())).expect_err("is missing");
    assert!(error.has(Code::ServerNotStarted), "{error}");
    assert!(error.to_string().contains("no-such-program-here"), "{error}");
}
