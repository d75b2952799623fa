//! Recording from a small scripted server: a list of plants that gives out identifiers of its own.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use compoworld::diagnostics::{Code, Diagnostics};
use compoworld::harvest::{Request, Target};
use compoworld::record::{
    Calls, Ending, Exploration, Progress, Reach, Recording, ToolChoice, record,
};
use compoworld_transcript::{RecordedCall, read_transcript};
use serde_json::{Value, json};

/// The server. `FIRST_ID` is where it begins to count, `OWN` how many plants are there before
/// anybody asks, `ODD` what else it does.
const SERVER: &str = r#"
import json, os, signal, sys

FIRST_ID = int(os.environ.get("FIRST_ID", "70"))
ODD = os.environ.get("ODD", "")
plants = {}
n_calls = 0

def send(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()

def tool(name, properties, required, **hints):
    schema = {"type": "object", "properties": properties, "required": required}
    return {"name": name, "inputSchema": schema, "annotations": hints}

TEXT, NUMBER = {"type": "string", "minLength": 1}, {"type": "integer"}
KIND = {"type": "string", "enum": ["tree", "herb"]}
TOOLS = [
    tool("delete_plant", {"plant_id": NUMBER}, ["plant_id"], destructiveHint=True),
    tool("update_plant", {"plant_id": NUMBER, "name": TEXT}, ["plant_id", "name"]),
    tool("get_plant", {"plant_id": NUMBER}, ["plant_id"], readOnlyHint=True),
    tool("list_plants", {"kind": KIND}, [], readOnlyHint=True),
    tool("create_plant", {"name": TEXT, "kind": KIND}, ["name"]),
]
if ODD == "unmarked":
    for one in TOOLS:
        one["annotations"] = {}
if ODD == "silent":
    TOOLS.append(tool("draw_plant", {"style": TEXT}, ["style"], readOnlyHint=True))
if ODD == "wiping":
    TOOLS = [tool("clear_plants", {}, [], destructiveHint=True)]

class Refused(Exception):
    pass

def made(name, kind):
    plant = {"id": FIRST_ID + 3 * len(made.all), "name": name, "kind": kind}
    made.all.append(plant)
    plants[plant["id"]] = plant
    return plant
made.all = []

def plant_of(arguments):
    if arguments.get("plant_id") not in plants:
        raise Refused("there is no plant %s" % arguments.get("plant_id"))
    return plants[arguments["plant_id"]]

def text_of(arguments):
    if not isinstance(arguments.get("name"), str) or not arguments["name"]:
        raise Refused("`name` has to be a text")
    return arguments["name"]

def run(name, arguments):
    if name == "create_plant":
        kind = arguments.get("kind", "tree")
        if kind not in ("tree", "herb"):
            raise Refused("a kind is tree or herb")
        return {"plant": made(text_of(arguments), kind)}
    if name == "get_plant":
        return {"plant": plant_of(arguments)}
    if name == "list_plants":
        kind = arguments.get("kind")
        return {"plants": [one for one in plants.values() if kind in (None, one["kind"])]}
    if name == "update_plant":
        plant_of(arguments)["name"] = text_of(arguments)
        return {"plant": plant_of(arguments)}
    if name == "delete_plant":
        del plants[plant_of(arguments)["id"]]
        return {"deleted": True}
    raise Refused("there is no tool " + name)

for index in range(int(os.environ.get("OWN", "0"))):
    made("Old oak %d" % index, "tree")

def answer(request):
    global n_calls
    method, params = request["method"], request.get("params") or {}
    if method == "initialize":
        return {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                "serverInfo": {"name": "garden", "version": "2.1"}}
    if method == "tools/list":
        return {"tools": TOOLS}
    n_calls += 1
    if ODD == "noisy":
        sys.stdout.write("watering %d\n" % n_calls)
    if ODD == "limited" and n_calls > 20:
        return {"isError": True, "content": [{"type": "text", "text": "limit of 20 calls a day"}]}
    if ODD == "dying" and n_calls == 6:
        sys.exit("the well is dry")
    if ODD == "interrupting" and n_calls == 4:
        os.kill(os.getppid(), signal.SIGINT)
        return None
    if ODD == "mute" or params["name"] == "draw_plant":
        return None
    try:
        value = run(params["name"], params.get("arguments") or {})
    except Refused as error:
        return {"isError": True, "content": [{"type": "text", "text": str(error)}]}
    return {"content": [{"type": "text", "text": json.dumps(value)}], "structuredContent": value}

for line in sys.stdin:
    request = json.loads(line)
    if "id" not in request or "method" not in request:
        continue
    if ODD == "strict" and request["method"] == "tools/call":
        error = {"code": -32001, "message": "log in first"}
        send({"jsonrpc": "2.0", "id": request["id"], "error": error})
        continue
    result = answer(request)
    if result is not None:
        send({"jsonrpc": "2.0", "id": request["id"], "result": result})
"#;

struct Garden {
    folder: tempfile::TempDir,
    variables: Vec<(String, String)>,
}

/// What a test does not look at.
struct Unseen;

impl Progress for Unseen {
    fn start(&mut self, _: usize) {}
    fn call(&mut self, _: &str) {}
    fn finish(&mut self) {}
}

impl Garden {
    fn new(variables: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("server.py"), SERVER).expect("writes the server");
        let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        Self { folder, variables: variables.iter().map(own).collect() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn target(&self) -> Target {
        let script = self.path("server.py").display().to_string();
        let variables = self.variables.clone();
        Target::Command(Request { variables, ..Request::new("python3", vec![script]) })
    }

    fn record(&self, calls: &Calls, out: &str) -> Result<Recording, Diagnostics> {
        // Long enough for a busy machine; only servers that never answer use it up.
        let patience = match self.variables.iter().any(|(_, odd)| odd == "silent" || odd == "mute")
        {
            true => Duration::from_millis(300),
            false => Duration::from_secs(60),
        };
        record(&self.target(), calls, patience, &self.path(out), &mut Unseen)
    }

    /// Explores, and reads what was recorded.
    fn explore(&self, exploration: Exploration) -> (Recording, Vec<RecordedCall>) {
        let calls = Calls::Explored(exploration);
        let recording = self.record(&calls, "transcript.jsonl").expect("records");
        (recording, self.transcript("transcript.jsonl"))
    }

    fn transcript(&self, name: &str) -> Vec<RecordedCall> {
        read_transcript(&self.text(name)).expect("is a transcript")
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("the file is there")
    }

    /// The command line, with this server behind it.
    fn compoworld(&self, words: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_compoworld"))
            .args(words)
            .args(["--", "python3", "server.py"])
            .envs(self.variables.iter().cloned())
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .output()
            .expect("the command starts")
    }
}

fn exploration() -> Exploration {
    Exploration { seed: 5, n_calls_max: 60, tools: ToolChoice::All, reach: Reach::Own }
}

fn calls_of<'a>(calls: &'a [RecordedCall], tool: &str) -> Vec<&'a RecordedCall> {
    calls.iter().filter(|call| call.tool == tool).collect()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn identifiers_that_the_server_made_flow_into_later_calls() {
    let garden = Garden::new(&[]);
    let (recording, calls) = garden.explore(exploration());
    assert!(matches!(recording.ending, Ending::Complete), "{recording:?}");
    assert_eq!((recording.n_calls, calls.len(), recording.n_tools), (60, 60, 5));
    assert_eq!(calls.iter().filter(|call| call.succeeded).count(), recording.n_succeeded);
    for tool in ["get_plant", "update_plant", "delete_plant"] {
        let reached = calls_of(&calls, tool).into_iter().filter(|call| {
            call.succeeded && call.uses.iter().any(|one| one.from_call < calls.len())
        });
        assert!(reached.count() > 0, "no call of {tool} reached a plant");
    }
    let refused = calls.iter().filter(|call| !call.succeeded).count();
    assert!((4..30).contains(&refused), "{refused} of 60 were refused");
}

#[test]
fn things_are_made_before_they_are_read_changed_and_removed() {
    let (_, calls) = Garden::new(&[]).explore(exploration());
    let first = |tool: &str| calls.iter().position(|call| call.tool == tool).expect("is called");
    let order = ["create_plant", "get_plant", "update_plant", "delete_plant"].map(first);
    assert!(order.is_sorted(), "{order:?}");
}

#[test]
fn equal_seeds_give_equal_transcripts_and_other_seeds_others() {
    let lines = |seed: u64| {
        let garden = Garden::new(&[]);
        garden.explore(Exploration { seed, ..exploration() });
        let text = garden.text("transcript.jsonl");
        // The first line tells when.
        text.split_once('\n').map(|(_, calls)| calls.to_owned()).expect("has lines")
    };
    let first = lines(5);
    assert_eq!(first, lines(5));
    assert_ne!(first, lines(6));
}

#[test]
fn what_was_there_before_is_read_and_left_alone() {
    let old: Vec<Value> = (0..3).map(|index| json!(70 + 3 * index)).collect();
    let touches_old = |call: &&RecordedCall| old.contains(&call.arguments["plant_id"]);
    let garden = Garden::new(&[("OWN", "3")]);
    let (_, calls) = garden.explore(exploration());
    for tool in ["update_plant", "delete_plant"] {
        let touched: Vec<_> = calls_of(&calls, tool).into_iter().filter(touches_old).collect();
        assert!(touched.is_empty(), "{touched:?}");
    }
    assert!(calls_of(&calls, "get_plant").iter().any(touches_old), "nothing old was read");

    let (_, calls) = garden.explore(Exploration { reach: Reach::Anything, ..exploration() });
    let changes = ["update_plant", "delete_plant"].map(|tool| calls_of(&calls, tool)).concat();
    assert!(changes.iter().any(touches_old), "anything may be touched, and nothing was");
}

#[test]
fn only_tools_that_are_marked_are_called_where_only_reading_is_allowed() {
    let (_, calls) = Garden::new(&[("OWN", "2")])
        .explore(Exploration { tools: ToolChoice::ReadOnly, ..exploration() });
    let tools: std::collections::BTreeSet<&str> =
        calls.iter().map(|call| call.tool.as_str()).collect();
    assert_eq!(Vec::from_iter(tools), ["get_plant", "list_plants"]);

    let garden = Garden::new(&[("ODD", "unmarked")]);
    let calls = Calls::Explored(Exploration { tools: ToolChoice::ReadOnly, ..exploration() });
    let error = garden.record(&calls, "transcript.jsonl").expect_err("nothing is marked");
    assert!(error.has(Code::NothingToCall), "{error}");
    assert!(error.to_string().contains("none is marked"), "{error}");
    assert!(!garden.path("transcript.jsonl").exists());
}

#[test]
fn a_tool_that_removes_without_being_told_what_is_not_called() {
    let garden = Garden::new(&[("ODD", "wiping")]);
    let error = garden
        .record(&Calls::Explored(exploration()), "transcript.jsonl")
        .expect_err("nothing may be called");
    assert!(error.has(Code::NothingToCall), "{error}");
}

#[test]
fn noise_between_answers_is_skipped_and_reported() {
    let (recording, calls) = Garden::new(&[("ODD", "noisy")]).explore(exploration());
    assert_eq!(calls.len(), 60);
    assert!(recording.remarks.has(Code::NoisyServer), "{:?}", recording.remarks);
    assert!(recording.remarks.to_string().contains("60 lines"), "{}", recording.remarks);
}

#[test]
fn a_call_without_an_answer_is_recorded_as_failed_and_soon_not_made_again() {
    let garden = Garden::new(&[("ODD", "silent")]);
    let (recording, calls) = garden.explore(exploration());
    assert!(matches!(recording.ending, Ending::Complete), "{recording:?}");
    let silent = calls_of(&calls, "draw_plant");
    assert_eq!((silent.len(), recording.n_timed_out), (2, 2));
    assert!(silent.iter().all(|call| !call.succeeded), "{silent:?}");
    let told = silent[0].answer.to_string();
    assert!(told.contains("-32001") && told.contains("no answer within 0.3 s"), "{told}");
}

#[test]
fn a_server_that_falls_silent_is_given_up_and_what_it_said_is_kept() {
    let (recording, calls) = Garden::new(&[("ODD", "mute")]).explore(exploration());
    assert_eq!((calls.len(), recording.n_timed_out), (3, 3));
    let Ending::Cut(why) = recording.ending else { panic!("is not cut: {recording:?}") };
    assert!(why.has(Code::CallsTimedOut), "{why}");
}

#[test]
fn a_server_that_dies_leaves_a_transcript_of_what_it_answered() {
    let garden = Garden::new(&[("ODD", "dying")]);
    let (recording, calls) = garden.explore(exploration());
    let Ending::Cut(why) = &recording.ending else { panic!("is not cut: {recording:?}") };
    assert!(why.has(Code::ServerDied), "{why}");
    assert!(why.to_string().contains("the well is dry"), "{why}");
    assert_eq!(calls.len(), 6);
    let last = calls.last().expect("there are calls");
    assert!(!last.succeeded && last.answer.to_string().contains("ended during this call"));

    let output = garden.compoworld(&["record", "--out", "again.jsonl"]);
    assert_eq!(output.status.code(), Some(4), "{}", said(&output));
    assert!(said(&output).contains("6 calls"), "{}", said(&output));
    assert_eq!(garden.transcript("again.jsonl").len(), 6);
}

#[test]
fn a_server_that_shuts_in_the_middle_is_not_asked_on_and_on() {
    let garden = Garden::new(&[("ODD", "limited")]);
    let (recording, calls) = garden.explore(exploration());
    let Ending::Cut(why) = &recording.ending else { panic!("is not cut: {recording:?}") };
    assert!(why.has(Code::CallsRefused), "{why}");
    assert!(why.to_string().contains("limit of 20 calls a day"), "{why}");
    assert_eq!(calls.len(), 30);

    // Given calls are made all the same.
    let calls = Calls::Given(garden.path("transcript.jsonl"));
    let recording = garden.record(&calls, "again.jsonl").expect("records");
    assert!(matches!(recording.ending, Ending::Complete), "{recording:?}");
    assert_eq!(recording.n_calls, 30);
}

#[test]
fn a_server_that_refuses_everything_is_told() {
    let (recording, calls) = Garden::new(&[("ODD", "strict")]).explore(exploration());
    assert_eq!((calls.len(), recording.n_succeeded), (60, 0));
    assert!(recording.remarks.has(Code::EveryCallFailed), "{}", recording.remarks);
    assert!(recording.remarks.to_string().contains("log in first"), "{}", recording.remarks);
}

#[test]
fn given_calls_are_made_exactly_with_the_identifiers_of_this_run() {
    let first = Garden::new(&[]);
    let (_, recorded) = first.explore(exploration());
    // The same server counts from elsewhere now.
    let second = Garden::new(&[("FIRST_ID", "900")]);
    std::fs::copy(first.path("transcript.jsonl"), second.path("calls.jsonl")).expect("copies");
    let calls = Calls::Given(second.path("calls.jsonl"));
    let recording = second.record(&calls, "transcript.jsonl").expect("records");
    assert!(recording.remarks.is_empty(), "{}", recording.remarks);
    let followed = second.transcript("transcript.jsonl");
    assert_eq!(followed.len(), recorded.len());
    for (then, now) in recorded.iter().zip(&followed) {
        assert_eq!((&then.tool, then.succeeded), (&now.tool, now.succeeded), "{then:?} {now:?}");
    }
    let reached = |calls: &[RecordedCall]| -> Vec<Value> {
        let got = calls_of(calls, "get_plant").into_iter().filter(|call| call.succeeded);
        got.map(|call| call.arguments["plant_id"].clone()).collect()
    };
    let moved = |id: &Value| json!(id.as_i64().expect("a number") - 70 + 900);
    assert_eq!(reached(&recorded).iter().map(moved).collect::<Vec<_>>(), reached(&followed));
}

#[test]
fn calls_written_by_hand_say_where_their_arguments_come_from() {
    let garden = Garden::new(&[]);
    let calls = r#"[
        {"tool": "create_plant", "arguments": {"name": "Fig"}},
        {"tool": "get_plant", "arguments": {"plant_id": 0},
         "uses": [{"arg": "plant_id", "from_call": 0, "from": "plant.id"}]},
        {"tool": "get_plant", "arguments": {"plant_id": 0}}
    ]"#;
    std::fs::write(garden.path("calls.json"), calls).expect("writes the calls");
    let output = garden.compoworld(&["record", "--calls", "calls.json", "--out", "t.jsonl"]);
    assert!(output.status.success(), "{}", said(&output));
    assert!(said(&output).contains("2 succeeded, 1 failed"), "{}", said(&output));
    let recorded = garden.transcript("t.jsonl");
    assert_eq!(recorded[1].arguments, json!({"plant_id": 70}));
    assert_eq!(recorded[1].answer["plant"]["name"], "Fig");
    assert_eq!(recorded[1].uses.len(), 1);
}

#[test]
fn files_that_hold_no_calls_are_refused_before_the_server_starts() {
    let garden = Garden::new(&[("ODD", "dying")]);
    let cases = [
        ("{}\n{\"tool\": 7}\n", 1, "calls.json:2"),
        ("", 1, "there are no calls"),
        ("[{\"tool\": \"a\", \"uses\": [{\"arg\": \"x\", \"from_call\": 0}]}]", 1, "no earlier"),
        ("[{\"tool\": \"water\"}]", 1, "none of its tools, such as `water`"),
    ];
    for (text, code, told) in cases {
        std::fs::write(garden.path("calls.json"), text).expect("writes the calls");
        let output = garden.compoworld(&["record", "--calls", "calls.json", "--out", "t.jsonl"]);
        assert_eq!(output.status.code(), Some(code), "{text}: {}", said(&output));
        let said = said(&output).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(told) && said.contains("CW0023"), "{text}: {said}");
        assert!(!garden.path("t.jsonl").exists());
    }
    let output = garden.compoworld(&["record", "--calls", "missing.json", "--out", "t.jsonl"]);
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    let output =
        garden.compoworld(&["record", "--calls", "x.json", "--read-only", "--out", "t.jsonl"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
}

#[test]
fn a_transcript_that_cannot_be_written_is_told() {
    let garden = Garden::new(&[]);
    let output = garden.compoworld(&["record", "--out", "/dev/null/t.jsonl"]);
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    assert!(said(&output).contains("CW0350"), "{}", said(&output));
}

/// The server itself interrupts the recording in the middle of its fourth call.
#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_was_recorded() {
    let garden = Garden::new(&[("ODD", "interrupting")]);
    let output = garden.compoworld(&["record", "--out", "t.jsonl"]);
    assert_eq!(output.status.code(), Some(130), "{}", said(&output));
    assert!(said(&output).contains("interrupted; 3 calls"), "{}", said(&output));
    assert_eq!(garden.transcript("t.jsonl").len(), 3);
}

/// Sees how far the file is whenever a call is about to be made.
struct Watching<'a> {
    path: &'a Path,
    n_lines: RefCell<Vec<usize>>,
}

impl Progress for Watching<'_> {
    fn start(&mut self, n_calls: usize) {
        assert_eq!(n_calls, 12);
    }

    fn call(&mut self, _: &str) {
        let text = std::fs::read_to_string(self.path).expect("the file is there");
        assert!(text.ends_with('\n'), "the file ends inside a line");
        self.n_lines.borrow_mut().push(text.lines().count());
    }

    fn finish(&mut self) {}
}

#[test]
fn every_call_is_in_the_file_before_the_next_is_made() {
    let garden = Garden::new(&[]);
    let path = garden.path("transcript.jsonl");
    let mut watching = Watching { path: &path, n_lines: RefCell::default() };
    let calls = Calls::Explored(Exploration { n_calls_max: 12, ..exploration() });
    record(&garden.target(), &calls, Duration::from_secs(60), &path, &mut watching)
        .expect("records");
    assert_eq!(watching.n_lines.into_inner(), (1..=12).collect::<Vec<_>>());
}
