//! A service compared with a live server: recorded, replayed and judged by the programs that users
//! run.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use compoworld_tests::program;
use tempfile::TempDir;

/// A knowledge graph as `memory` has it: the part that its model is about. `ODD` says what is wrong
/// with it.
const SERVER: &str = r#"
import json, os, sys

ODD = os.environ.get("ODD", "")
open("started", "w").close()
entities = {}
n_calls = 0

def listed(properties):
    item = {"type": "object", "properties": properties, "required": list(properties)}
    return {"type": "array", "items": item}

TEXT = {"type": "string"}
TEXTS = {"type": "array", "items": TEXT}
ENTITY = {"name": TEXT, "entityType": TEXT, "observations": TEXTS}

def tool(name, properties, **hints):
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    return {"name": name, "inputSchema": schema, "annotations": hints}

TOOLS = [
    tool("create_entities", {"entities": listed(ENTITY)}),
    tool("delete_entities", {"entityNames": TEXTS}, destructiveHint=True),
    tool("open_nodes", {"names": TEXTS}, readOnlyHint=True),
    tool("read_graph", {}, readOnlyHint=True),
]

def check(arguments, name):
    value = arguments.get(name)
    if not isinstance(value, list):
        raise ValueError("`%s` has to be a list" % name)
    return value

def text(value):
    if not isinstance(value, str):
        raise ValueError("a name is a text")
    return value

def graph(names=None):
    chosen = [one for one in entities.values() if names is None or one["name"] in names]
    if ODD == "forgetful":
        chosen = [dict(one, observations=[]) for one in chosen]
    return {"entities": chosen, "relations": []}

def run(name, arguments):
    if name == "create_entities":
        new = []
        for one in check(arguments, "entities"):
            if text(one["name"]) not in entities:
                entities[one["name"]] = one
                new.append(one)
        return {"entities": new}
    if name == "delete_entities":
        for one in check(arguments, "entityNames"):
            entities.pop(text(one), None)
        return {"success": True, "message": "Entities deleted successfully"}
    if name == "open_nodes":
        return graph([text(one) for one in check(arguments, "names")])
    return graph()

for line in sys.stdin:
    request = json.loads(line)
    if "id" not in request:
        continue
    method, params = request["method"], request.get("params") or {}
    if method == "initialize":
        result = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                  "serverInfo": {"name": "graph", "version": "1"}}
    elif method == "tools/list":
        result = {"tools": TOOLS}
    else:
        n_calls += 1
        if ODD == "dying" and n_calls == 8:
            sys.exit("out of memory")
        try:
            value = run(params["name"], params.get("arguments") or {})
            result = {"content": [], "structuredContent": value}
        except (ValueError, KeyError, TypeError) as error:
            result = {"isError": True, "content": [{"type": "text", "text": str(error)}]}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
"#;

struct Graph {
    folder: TempDir,
    odd: &'static str,
}

impl Graph {
    fn new(odd: &'static str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("server.py"), SERVER).expect("writes the server");
        Self { folder, odd }
    }

    fn diff(&self, words: &[&str]) -> Output {
        Command::new(program("compoworld"))
            .arg("diff")
            .args(words)
            .args(["--", "python3", "server.py"])
            .current_dir(self.folder.path())
            .env("ODD", self.odd)
            // What it would build first is built: tests/run does so before the tests.
            .env("CARGO", "true")
            .stdin(Stdio::null())
            .output()
            .expect("the program starts")
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

fn told(output: &Output) -> String {
    let texts = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    texts.concat()
}

#[test]
fn a_service_that_answers_as_the_server_does_agrees() {
    let graph = Graph::new("");
    let output = graph.diff(&["memory", "--calls-max", "40", "--keep-transcript", "kept.jsonl"]);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    assert!(told(&output).contains("100.0% of the calls agree"), "{}", told(&output));
    assert!(told(&output).contains("are in kept.jsonl"), "{}", told(&output));
    let kept = std::fs::read_to_string(graph.path("kept.jsonl")).expect("is kept");
    assert_eq!(kept.lines().count(), 41, "a line for the server, and one a call");

    // What was kept can be compared again, and recorded again.
    let again = Command::new(program("compoworld-runtime"))
        .args(["diff", "memory", "kept.jsonl"])
        .current_dir(graph.folder.path())
        .output()
        .expect("the program starts");
    assert_eq!(again.stdout, output.stdout, "{}", told(&again));
    let output = graph.diff(&["memory", "--calls", "kept.jsonl"]);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
}

#[test]
fn a_server_that_answers_otherwise_is_told_call_by_call() {
    let graph = Graph::new("forgetful");
    let output = graph.diff(&["memory", "--calls-max", "40"]);
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    assert!(told(&output).contains("they say nothing, we say"), "{}", told(&output));
    let output = graph.diff(&["memory", "--calls-max", "40", "--at-least", "10", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    let report: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("data alone is on standard output");
    assert_eq!(report["total"]["calls"], 40);
}

#[test]
fn what_a_dying_server_answered_is_compared_all_the_same() {
    let output = Graph::new("dying").diff(&["memory"]);
    assert_eq!(output.status.code(), Some(4), "{}", told(&output));
    let told = told(&output);
    assert!(told.contains("out of memory") && told.contains("of the calls agree"), "{told}");
}

#[test]
fn a_service_that_is_not_there_is_told_before_the_server_starts() {
    let graph = Graph::new("");
    let output = graph.diff(&["no_such_service"]);
    assert_eq!(output.status.code(), Some(2), "{}", told(&output));
    assert!(told(&output).contains("no_such_service"), "{}", told(&output));
    assert!(!graph.path("started").exists());
    let output = graph.diff(&["memory", "transcript.jsonl"]);
    assert_eq!(output.status.code(), Some(2), "either a transcript or a server");
}

#[test]
fn the_help_teaches_both_and_names_what_the_comparison_takes() {
    let help = |name: &str| {
        let output = Command::new(program(name)).args(["diff", "--help"]).output();
        String::from_utf8(output.expect("the program starts").stdout).expect("is text")
    };
    let (outer, inner) = (help("compoworld"), help("compoworld-runtime"));
    assert!(outer.contains("<SERVICE> <TRANSCRIPT>"), "{outer}");
    assert!(outer.contains("<SERVICE> -- <COMMAND>..."), "{outer}");
    let options = inner.split_whitespace().filter(|word| word.starts_with("--"));
    let options: Vec<&str> =
        options.map(|word| word.trim_end_matches(|c: char| !c.is_alphanumeric())).collect();
    assert!(options.contains(&"--at-least"), "{inner}");
    for option in options {
        assert!(outer.contains(option), "`compoworld diff` does not know {option}");
    }
}
