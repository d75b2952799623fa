//! Recording over streamable HTTP, from small scripted servers on loopback.

use std::path::Path;
use std::time::Duration;

use compoworld::diagnostics::Code;
use compoworld::harvest::{HttpRequest, Target};
use compoworld::record::{
    Calls, Ending, Exploration, Progress, Reach, Recording, ToolChoice, record,
};
use compoworld_transcript::{RecordedCall, read_transcript};
use serde_json::json;

use super::scripted::{Reply, Seen, hello, result, serve, tool};

struct Unseen;

impl Progress for Unseen {
    fn start(&mut self, _: usize) {}
    fn call(&mut self, _: &str) {}
    fn finish(&mut self) {}
}

/// Records a few calls of a server whose calls are answered so.
fn recorded(
    out: &Path,
    answer: impl Fn(&Seen) -> Reply + Send + 'static,
) -> (Recording, Vec<RecordedCall>) {
    let url = serve(move |seen| match seen.asks() {
        "initialize" => hello(seen),
        "tools/list" => result(seen, &json!({"tools": [tool("read_gauge")]})),
        "tools/call" => answer(seen),
        _ => Reply(202, "", String::new()),
    });
    let exploration =
        Exploration { seed: 1, n_calls_max: 4, tools: ToolChoice::All, reach: Reach::Own };
    let target = Target::Url(HttpRequest::new(url));
    let calls = Calls::Explored(exploration);
    let recording =
        record(&target, &calls, Duration::from_secs(60), out, &mut Unseen).expect("records");
    let text = std::fs::read_to_string(out).expect("the transcript is there");
    (recording, read_transcript(&text).expect("is a transcript"))
}

#[test]
fn answers_over_http_are_recorded() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (recording, calls) = recorded(&folder.path().join("t.jsonl"), |seen| {
        result(seen, &json!({"content": [], "structuredContent": {"level": 4}}))
    });
    assert!(matches!(recording.ending, Ending::Complete), "{recording:?}");
    assert_eq!((calls.len(), recording.n_succeeded), (4, 4));
    assert!(calls.iter().all(|call| call.answer == json!({"level": 4})), "{calls:?}");
}

#[test]
fn a_page_in_the_place_of_an_answer_is_a_failed_call() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (recording, calls) = recorded(&folder.path().join("t.jsonl"), |_| {
        Reply(500, "content-type: text/html\r\n", "<p>Out of order</p>".to_owned())
    });
    assert!(matches!(recording.ending, Ending::Complete), "{recording:?}");
    assert_eq!(calls.len(), 4);
    assert!(calls.iter().all(|call| !call.succeeded), "{calls:?}");
    assert!(calls[0].answer.to_string().contains("Out of order"), "{calls:?}");
}

#[test]
fn a_server_that_lets_nobody_in_any_more_ends_the_recording() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (recording, calls) = recorded(&folder.path().join("t.jsonl"), |_| {
        Reply(401, "www-authenticate: Bearer\r\n", String::new())
    });
    let Ending::Cut(why) = &recording.ending else { panic!("is not cut: {recording:?}") };
    assert!(why.has(Code::AccessDenied), "{why}");
    assert_eq!(calls.len(), 1);
}
