//! The command line as its users see it: streams, files and exit codes.

use std::path::Path;
use std::process::{Command, Output, Stdio};

fn compoworld(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_compoworld"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the command starts")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("the command ends by itself")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("standard output is UTF-8")
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("standard error is UTF-8")
}

const LIST: &str = r#"{
  "server": { "name": "mcp-help-desk" },
  "tools": [
    { "name": "getTicket", "inputSchema": { "type": "object",
      "properties": { "id": { "type": "string", "nullable": true } } } },
    { "name": "list", "inputSchema": { "type": "object", "properties": { "x": { "type": "any" } } } }
  ]
}
"#;

fn folder_with(list: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("tools.json"), list).expect("writes the list");
    folder
}

#[test]
fn normalize_prints_the_spec_and_talks_on_standard_error() {
    let folder = folder_with(LIST);
    let output = compoworld(folder.path(), &["normalize", "tools.json", "--domain", "support"]);
    assert_eq!(code(&output), 0, "{}", err(&output));
    let spec = compoworld::spec::from_json(&out(&output)).expect("standard output is a spec");
    assert_eq!((spec.service.as_str(), spec.domain.as_str()), ("help_desk", "support"));
    insta::assert_snapshot!("normalize_talk", err(&output));
}

#[test]
fn normalize_lists_notes_when_asked() {
    let folder = folder_with(LIST);
    let output = compoworld(folder.path(), &["normalize", "tools.json", "--notes"]);
    insta::assert_snapshot!("normalize_notes", err(&output));
}

#[test]
fn a_written_spec_is_normalized_to_itself() {
    let folder = folder_with(LIST);
    let first = compoworld(folder.path(), &["normalize", "tools.json", "--out", "a/spec.json"]);
    assert_eq!(code(&first), 0, "{}", err(&first));
    assert_eq!(out(&first), "");
    let written = std::fs::read_to_string(folder.path().join("a/spec.json")).expect("is written");
    let second = compoworld(folder.path(), &["normalize", "a/spec.json"]);
    assert_eq!(out(&second), written);
    let renamed = compoworld(folder.path(), &["normalize", "a/spec.json", "--service", "../x"]);
    assert_eq!(code(&renamed), 1);
}

#[test]
fn a_broken_list_fails_with_its_place_and_code() {
    let folder = folder_with("{\n  \"tools\": [\n    {\"name\": \"a\",}\n  ]\n}\n");
    let output = compoworld(folder.path(), &["normalize", "tools.json"]);
    assert_eq!(code(&output), 1);
    assert_eq!(out(&output), "");
    insta::assert_snapshot!("broken_list", err(&output));
}

#[test]
fn missing_files_wrong_flags_and_missing_programs_have_codes_of_their_own() {
    let folder = folder_with(LIST);
    let cases: [(&[&str], i32, &str); 7] = [
        (&["normalize", "missing.json"], 3, "CW0014"),
        (&["normalize", "tools.json", "--out", "/dev/null/x/spec.json"], 3, "CW0350"),
        (&["normalize", "tools.json", "--wrong"], 2, "--wrong"),
        (&["harvest", "--", "no-such-program-here"], 4, "CW0300"),
        (&["harvest", "--env", "novalue", "--", "x"], 2, "NAME=VALUE"),
        (&["explain", "credential"], 2, "CW0124"),
        (&["normalize", "tools.json", "--service", "a/b"], 1, "CW0018"),
    ];
    for (arguments, wanted, said) in cases {
        let output = compoworld(folder.path(), arguments);
        assert_eq!(code(&output), wanted, "{arguments:?}: {}", err(&output));
        assert!(err(&output).contains(said), "{arguments:?}: {}", err(&output));
    }
}

#[test]
fn every_pass_can_be_dumped() {
    let folder = folder_with(LIST);
    for pass in ["read", "resolve-refs", "build-schema", "shape-root"] {
        let output = compoworld(folder.path(), &["normalize", "tools.json", "--dump", pass]);
        assert_eq!(code(&output), 0, "{pass}: {}", err(&output));
        assert!(out(&output).len() > 50, "{pass}: {}", out(&output));
    }
}

#[test]
fn explain_lists_all_codes_and_explains_one() {
    let folder = folder_with(LIST);
    let all = out(&compoworld(folder.path(), &["explain"]));
    assert_eq!(all.lines().count(), compoworld::diagnostics::Code::all().count());
    assert!(out(&compoworld(folder.path(), &["explain", "cw0124"])).starts_with("CW0124: "));
}

#[test]
fn help_teaches_a_first_run_and_the_exit_codes() {
    let folder = folder_with(LIST);
    let help = out(&compoworld(folder.path(), &["--help"]));
    for taught in ["harvest", "normalize", "explain", "A first run:", "Exit codes:"] {
        assert!(help.contains(taught), "{taught} is missing from {help}");
    }
    insta::assert_snapshot!(
        "help_normalize",
        out(&compoworld(folder.path(), &["normalize", "--help"]))
    );
    insta::assert_snapshot!(
        "help_harvest",
        out(&compoworld(folder.path(), &["harvest", "--help"]))
    );
}

#[test]
fn a_harvested_list_goes_straight_into_normalize() {
    let folder = folder_with(LIST);
    let script = r#"
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    if "id" not in request:
        continue
    if request["method"] == "initialize":
        value = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "desk", "version": "1"}}
    else:
        value = {"tools": [{"name": "ping", "inputSchema": {"type": "object"}}]}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": value}), flush=True)
"#;
    std::fs::write(folder.path().join("server.py"), script).expect("writes the server");
    let harvested =
        compoworld(folder.path(), &["harvest", "--out", "list.json", "--", "python3", "server.py"]);
    assert_eq!(code(&harvested), 0, "{}", err(&harvested));
    let normalized = compoworld(folder.path(), &["normalize", "list.json"]);
    let spec = compoworld::spec::from_json(&out(&normalized)).expect("is a spec");
    assert_eq!(spec.service, "desk");
    assert_eq!(spec.source.revision.as_deref(), Some("1"));
}
