//! Reads a recorded transcript: the calls that somebody made of a real server, with its answers.

use std::fmt;
use std::path::Path;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::{Map, Value};

use crate::leaves::{Step, steps_of};
use crate::recorded_answer::{says_it_failed, unwrap_result, value_of_content};

/// One call of a real server and what came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordedCall {
    /// The tool, as the server spells it.
    pub tool: String,
    /// The arguments: an object.
    pub arguments: Value,
    /// Whether the server did what was asked; a call that nobody made yet did not.
    pub succeeded: bool,
    /// The answer: the structured one when there is one, else what its text says; `null` when there
    /// is none yet.
    pub answer: Value,
    /// Where the recorder took arguments from.
    pub uses: Vec<RecordedUse>,
}

/// An argument that the recorder took from an earlier answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedUse {
    /// The argument's place.
    pub at: Vec<Step>,
    /// The call whose answer it came from, counted from 0.
    pub from_call: usize,
    /// The place in that answer, where it is told.
    pub from: Option<Vec<Step>>,
}

/// Why a text is no transcript.
#[derive(Debug, PartialEq, Eq)]
pub struct BadTranscript {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}

impl BadTranscript {
    /// The error as a person reads it, with the file and the remedy.
    pub fn words(&self, path: &Path) -> String {
        format!(
            "{}:{}: {}; `compoworld diff --help` shows how a transcript is written",
            path.display(),
            self.line,
            self.message
        )
    }
}

/// The calls of a transcript: a JSON object with `calls`, a JSON array of calls, or a call a line.
///
/// # Errors
/// The first place that does not fit.
pub fn read_transcript(text: &str) -> Result<Vec<RecordedCall>, BadTranscript> {
    read(text, Answers::Needed)
}

/// Calls that are to be made, written like a transcript; answers may be missing.
///
/// # Errors
/// The first place that does not fit.
pub fn read_calls(text: &str) -> Result<Vec<RecordedCall>, BadTranscript> {
    read(text, Answers::Optional)
}

/// One line of a transcript, the call with this number.
///
/// # Errors
/// What does not fit.
pub fn read_call(number: usize, line: &str) -> Result<RecordedCall, BadTranscript> {
    let written: Written = serde_json::from_str(line).map_err(|error| located(&error, 0))?;
    understand(number, written, Answers::Needed)
        .map_err(|message| BadTranscript { line: 1, message })
}

/// The instant at which a recording began, where its document or its first line tells.
pub fn recorded_at(text: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Told {
        recorded_at: Option<String>,
    }
    let first = text.lines().find(|line| !line.trim().is_empty())?;
    let whole = if first_line_is_whole(text) { first } else { text };
    serde_json::from_str::<Told>(whole).ok()?.recorded_at
}

/// Whether each call has to have an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answers {
    Needed,
    Optional,
}

fn read(text: &str, answers: Answers) -> Result<Vec<RecordedCall>, BadTranscript> {
    let opening = text.trim_start().chars().next();
    let calls = match (opening, first_line_is_whole(text)) {
        (None, _) => Vec::new(),
        (Some('{'), true) => read_lines(text, answers)?,
        _ => read_document(text, answers).map_err(|error| located(&error, 0))?,
    };
    if calls.is_empty() {
        return Err(BadTranscript { line: 1, message: "there are no calls".to_owned() });
    }
    Ok(calls)
}

/// Whether the first line that is not blank is a JSON object by itself, and is no whole document.
fn first_line_is_whole(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    serde_json::from_str::<Map<String, Value>>(first)
        .is_ok_and(|object| !object.contains_key("calls"))
}

fn read_document(text: &str, answers: Answers) -> Result<Vec<RecordedCall>, serde_json::Error> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let calls = Document(answers).deserialize(&mut reader)?;
    reader.end()?;
    Ok(calls)
}

fn read_lines(text: &str, answers: Answers) -> Result<Vec<RecordedCall>, BadTranscript> {
    let mut calls = Vec::new();
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    for (place, (index, line)) in lines.enumerate() {
        let object: Map<String, Value> =
            serde_json::from_str(line).map_err(|error| located(&error, index))?;
        // The first line may tell of the server instead.
        if place == 0 && !object.contains_key("tool") {
            continue;
        }
        let written: Written =
            serde_json::from_str(line).map_err(|error| located(&error, index))?;
        let call = understand(calls.len(), written, answers)
            .map_err(|message| BadTranscript { line: index + 1, message })?;
        calls.push(call);
    }
    Ok(calls)
}

fn located(error: &serde_json::Error, lines_before: usize) -> BadTranscript {
    let message = error.to_string();
    // The place is told in front; what serde adds of it at the end would say it twice.
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(said, _)| said);
    BadTranscript { line: lines_before + error.line().max(1), message: message.to_owned() }
}

/// A call as it is written.
#[derive(Deserialize)]
struct Written {
    tool: String,
    arguments: Option<Map<String, Value>>,
    outcome: Option<Outcome>,
    #[serde(rename = "isError")]
    is_error: Option<bool>,
    #[serde(rename = "rpcError")]
    rpc_error: Option<Value>,
    content: Option<Vec<Value>>,
    #[serde(rename = "structuredContent")]
    structured: Option<Value>,
    uses: Option<Vec<WrittenUse>>,
}

#[derive(Deserialize)]
struct WrittenUse {
    arg: String,
    from_call: usize,
    from: Option<String>,
}

/// What the recorder thought of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    Ok,
    SoftError,
    ToolError,
    RpcError,
}

/// Reads a whole document, an object with `calls` or the calls themselves. The calls are read one
/// after the other, so that an error is told where it stands.
struct Document(Answers);

impl<'de> DeserializeSeed<'de> for Document {
    type Value = Vec<RecordedCall>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Document {
    type Value = Vec<RecordedCall>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of calls, or an object with `calls`")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut calls = Vec::new();
        while let Some(call) = items.next_element_seed(Numbered(calls.len(), self.0))? {
            calls.push(call);
        }
        Ok(calls)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        let mut calls = None;
        while let Some(name) = members.next_key::<String>()? {
            if name == "calls" {
                calls = Some(members.next_value_seed(Document(self.0))?);
            } else {
                members.next_value::<IgnoredAny>()?;
            }
        }
        calls.ok_or_else(|| A::Error::missing_field("calls"))
    }
}

/// Reads the call with this number.
struct Numbered(usize, Answers);

impl<'de> DeserializeSeed<'de> for Numbered {
    type Value = RecordedCall;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<RecordedCall, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Numbered {
    type Value = RecordedCall;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a call: an object with `tool`, `arguments` and an answer")
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<RecordedCall, A::Error> {
        let written = Written::deserialize(MapAccessDeserializer::new(members))?;
        understand(self.0, written, self.1).map_err(A::Error::custom)
    }
}

/// The call that is meant.
fn understand(number: usize, written: Written, answers: Answers) -> Result<RecordedCall, String> {
    let Written { tool, arguments, outcome, is_error, rpc_error, content, structured, uses } =
        written;
    let rpc_error = rpc_error.filter(|error| !error.is_null());
    let is_answered = content.is_some() || structured.is_some() || rpc_error.is_some();
    let is_answered = is_answered || outcome.is_some();
    if !is_answered && answers == Answers::Needed {
        return Err(format!(
            "call {number} of `{tool}` has no answer: give `content`, `structuredContent` or \
             `rpcError`"
        ));
    }
    let answer = match (structured.filter(|value| !value.is_null()), &rpc_error) {
        (Some(structured), _) => unwrap_result(structured),
        (None, Some(error)) => error.clone(),
        (None, None) => value_of_content(content.unwrap_or_default()),
    };
    let failed = rpc_error.is_some() || is_error == Some(true);
    let succeeded = match outcome {
        // Recorders look at the protocol; the answer may know better.
        Some(outcome) => outcome == Outcome::Ok && !says_it_failed(&answer),
        None => is_answered && !failed && !says_it_failed(&answer),
    };
    let mut found = Vec::new();
    for one in uses.unwrap_or_default() {
        found.push(understand_use(one, number, &tool)?);
    }
    let arguments = Value::Object(arguments.unwrap_or_default());
    Ok(RecordedCall { tool, arguments, succeeded, answer, uses: found })
}

fn understand_use(written: WrittenUse, number: usize, tool: &str) -> Result<RecordedUse, String> {
    let WrittenUse { arg, from_call, from } = written;
    if from_call >= number {
        return Err(format!(
            "call {number} of `{tool}` uses the answer to call {from_call}, which comes no earlier"
        ));
    }
    let place = |way: &str| {
        steps_of(way).ok_or_else(|| {
            format!("call {number} of `{tool}` uses `{way}`, no place such as `rows[0].id`")
        })
    };
    let from = from.map(|way| place(&way)).transpose()?;
    Ok(RecordedUse { at: place(&arg)?, from_call, from })
}

#[cfg(test)]
#[expect(
    clippy::unwrap_used,
    reason = "a test stops at the first thing that is not as it should be"
)]
mod tests {
    use serde_json::json;

    use super::{read_call, read_calls, read_transcript, recorded_at};
    use crate::leaves::pointer;

    #[test]
    fn a_document_an_array_and_lines_are_read_alike() {
        let call = r#"{"tool": "find", "arguments": {"name": "Ines"}, "isError": false, "content": [{"type": "text", "text": "{\"id\": 4}"}]}"#;
        let document = format!("{{\n \"server\": \"desk\",\n \"calls\": [\n{call}\n]}}");
        let calls = read_transcript(&document).unwrap();
        assert_eq!(calls[0].arguments, json!({"name": "Ines"}));
        assert_eq!(calls[0].answer, json!({"id": 4}));
        assert!(calls[0].succeeded);
        assert_eq!(read_transcript(&format!("[{call}]")).unwrap(), calls);
        assert_eq!(
            read_transcript(&format!("{{\"server\":\"desk\"}}\n\n{call}\n")).unwrap(),
            calls
        );
        assert_eq!(read_transcript(call).unwrap(), calls);
    }

    #[test]
    fn failures_are_known_by_outcome_flag_protocol_and_what_is_said() {
        let lines = [
            r#"{"tool": "a", "content": [], "outcome": "soft_error"}"#,
            r#"{"tool": "a", "content": [], "isError": true}"#,
            r#"{"tool": "a", "rpcError": {"code": -32602, "message": "no"}}"#,
            r#"{"tool": "a", "structuredContent": {"success": false}}"#,
            r#"{"tool": "a", "structuredContent": {"result": "{\"error\": \"no\"}"}}"#,
        ];
        let calls = read_transcript(&lines.join("\n")).unwrap();
        assert_eq!(calls.len(), 5);
        assert!(calls.iter().all(|call| !call.succeeded), "{calls:?}");
    }

    #[test]
    fn calls_that_nobody_made_yet_have_no_answer() {
        let text = r#"[{"tool": "add", "arguments": {"name": "Fig"}},
            {"tool": "get", "arguments": {"id": 1},
             "uses": [{"arg": "id", "from_call": 0, "from": "plant.id"}]}]"#;
        let calls = read_calls(text).unwrap();
        assert!(calls.iter().all(|call| !call.succeeded && call.answer.is_null()), "{calls:?}");
        let used = &calls[1].uses[0];
        assert_eq!(used.from.as_deref().map(pointer).as_deref(), Some("/plant/id"));
        assert!(read_transcript(text).unwrap_err().message.contains("has no answer"));
    }

    #[test]
    fn the_instant_of_a_recording_is_read_from_either_form() {
        let call = r#"{"tool": "a", "content": []}"#;
        let told = "\"recorded_at\": \"2026-11-30T09:56:28Z\"";
        let lines = format!("{{{told}}}\n{call}\n");
        let document = format!("{{\n{told},\n\"calls\": [{call}]}}");
        for text in [lines, document] {
            assert_eq!(recorded_at(&text).as_deref(), Some("2026-11-30T09:56:28Z"), "{text}");
        }
        assert_eq!(recorded_at(call), None);
        assert_eq!(recorded_at(&format!("[{call}]")), None);
    }

    #[test]
    fn a_line_is_read_as_the_call_that_it_is() {
        let line = r#"{"tool": "get", "structuredContent": {"id": 3}, "uses": [{"arg": "id", "from_call": 1}]}"#;
        assert_eq!(read_call(2, line).unwrap().answer, json!({"id": 3}));
        assert!(read_call(1, line).unwrap_err().message.contains("comes no earlier"));
    }

    #[test]
    fn errors_name_the_line() {
        for (text, line, said) in [
            ("", 1, "no calls"),
            ("{\"calls\": []}", 1, "no calls"),
            ("{\n\"server\": 1\n}", 3, "missing field `calls`"),
            ("[\n{\"tool\": \"a\"}\n]", 2, "call 0 of `a` has no answer"),
            ("{\"tool\": \"a\", \"content\": []}\n{\"content\": []}", 2, "missing field `tool`"),
            ("{\"tool\": \"a\", \"content\": []}\nnothing", 2, "expected ident"),
            ("[\n{\"tool\": \"a\", \"outcome\": \"fine\"}]", 2, "unknown variant `fine`"),
            (
                "{\"tool\": \"a\", \"content\": [], \"uses\": [{\"arg\": \"x\", \"from_call\": 3}]}",
                1,
                "comes no earlier",
            ),
            ("[\n{\"tool\": \"a\", \"content\": []}\n] more", 3, "trailing characters"),
            ("7", 1, "expected a list of calls, or an object with `calls`"),
        ] {
            let error = read_transcript(text).unwrap_err();
            assert_eq!(error.line, line, "{text}: {error:?}");
            assert!(error.message.contains(said), "{text}: {error:?}");
        }
    }
}
