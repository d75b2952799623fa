//! Follows given calls: exactly those, with what came from earlier answers taken from the answers
//! of this run.

use std::path::Path;

use compoworld_transcript::{
    IdMap, Leaf, RecordedCall, RecordedUse, Step, Use, answer_leaves, counterpart, find_uses,
    is_id_name, names_agree, put, read_calls, written_way,
};
use serde_json::Value;

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place};

use super::plan::{CallSource, Came, MadeUse, PlannedCall};

/// Calls that were given.
#[derive(Debug)]
pub(super) struct GivenCalls {
    file: String,
    calls: Vec<RecordedCall>,
    /// For each call, what it took from which answer, as far as the file's own answers tell.
    uses: Vec<Vec<Use>>,
    /// What came of the calls in this run, as leaves; none of those that failed.
    answers: Vec<Vec<Leaf>>,
    remarks: Diagnostics,
}

impl GivenCalls {
    /// Reads the calls of a file.
    ///
    /// # Errors
    /// The file cannot be read, or is no list of calls.
    pub(super) fn read(path: &Path) -> Result<Self, Diagnostics> {
        let file = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| {
            Diagnostic::new(Code::UnreadableFile, Place::file(&file))
                .message(format!("cannot read `{file}`: {error}"))
        })?;
        let calls = read_calls(&text).map_err(|error| {
            Diagnostic::new(Code::MalformedCalls, Place::file(format!("{file}:{}", error.line)))
                .message(error.message)
        })?;
        let uses = find_uses(&calls);
        Ok(Self { file, calls, uses, answers: Vec::new(), remarks: Diagnostics::new() })
    }

    /// How many calls there are.
    pub(super) fn len(&self) -> usize {
        self.calls.len()
    }

    /// Tools that are called, once each.
    pub(super) fn tools(&self) -> impl Iterator<Item = (usize, &str)> {
        self.calls.iter().enumerate().map(|(number, call)| (number, call.tool.as_str()))
    }

    /// The file's name.
    pub(super) fn file(&self) -> &str {
        &self.file
    }

    /// What stands now where a call of the file took an argument from.
    fn now_at(&self, used: &Use) -> Option<&Leaf> {
        let then = answer_leaves(&self.calls[used.from_call].answer);
        let leaf = then.iter().find(|leaf| leaf.at == used.source)?;
        let now = self.answers.get(used.from_call)?;
        counterpart(&then, leaf, now, &IdMap::default())
    }

    /// The same where the file has no answers: by the place that is told, or by the argument's name.
    fn now_named(&self, used: &RecordedUse) -> Option<&Leaf> {
        let now = self.answers.get(used.from_call)?;
        if let Some(from) = &used.from {
            return now.iter().find(|leaf| leaf.at == *from);
        }
        let name = used.at.iter().rev().find_map(|step| match step {
            Step::Member(name) => Some(name.as_str()),
            Step::Item(_) => None,
        })?;
        let named = |leaf: &&Leaf| leaf.name().is_some_and(|other| names_agree(name, other));
        let is_id = |leaf: &&Leaf| leaf.name().is_some_and(is_id_name);
        let shallow = |leaf: &&Leaf| leaf.at.len();
        now.iter()
            .filter(named)
            .min_by_key(shallow)
            .or_else(|| now.iter().filter(is_id).min_by_key(shallow))
    }

    /// The arguments of a call as they are to be sent.
    fn arguments_now(&mut self, number: usize) -> (Value, Vec<MadeUse>) {
        let call = &self.calls[number];
        let mut arguments = call.arguments.clone();
        let mut uses = Vec::new();
        let mut lost = Vec::new();
        let found =
            self.uses[number].iter().map(|used| (&used.at, used.from_call, self.now_at(used)));
        let is_found = |at: &[Step]| self.uses[number].iter().any(|used| used.at == at);
        let told = call.uses.iter().filter(|told| !is_found(&told.at));
        let told = told.map(|told| (&told.at, told.from_call, self.now_named(told)));
        for (at, from_call, now) in found.chain(told) {
            match (now, written_way(at)) {
                (Some(leaf), Some(arg)) => {
                    put(&mut arguments, at, &leaf.value);
                    uses.push(MadeUse { arg, from_call, from: written_way(&leaf.at) });
                }
                (None, Some(arg)) => lost.push((arg, from_call)),
                (_, None) => {}
            }
        }
        let tool = call.tool.clone();
        for (arg, from_call) in lost {
            self.remarks.push(
                Diagnostic::new(Code::ArgumentNotMapped, Place::file(&self.file)).message(format!(
                    "call {number} of `{tool}`: `{arg}` was taken from the answer to call \
                     {from_call}, and in this run that answer has nothing like it"
                )),
            );
        }
        (arguments, uses)
    }
}

impl CallSource for GivenCalls {
    fn next(&mut self) -> Option<PlannedCall> {
        let number = self.answers.len();
        let tool = self.calls.get(number)?.tool.clone();
        let (arguments, uses) = self.arguments_now(number);
        let arguments = arguments.as_object().cloned().unwrap_or_default();
        Some(PlannedCall { tool, arguments, uses, kind: None })
    }

    fn may_stop(&self) -> bool {
        false
    }

    fn learn(&mut self, call: RecordedCall, _: Came) {
        self.answers.push(if call.succeeded { answer_leaves(&call.answer) } else { Vec::new() });
    }

    fn remarks(&mut self) -> Diagnostics {
        std::mem::take(&mut self.remarks)
    }
}

#[cfg(test)]
mod tests {
    use compoworld_transcript::read_call;
    use serde_json::{Value, json};

    use super::{CallSource, Came, GivenCalls};
    use crate::diagnostics::Code;

    fn given(text: &str) -> GivenCalls {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("calls.json");
        std::fs::write(&path, text).expect("writes the calls");
        GivenCalls::read(&path).expect("are calls")
    }

    /// Lets each call be answered, and returns the arguments that were sent.
    fn follow(calls: &mut GivenCalls, answers: &[Value]) -> Vec<Value> {
        let mut sent = Vec::new();
        for (number, answer) in answers.iter().enumerate() {
            let call = calls.next().expect("there is a call");
            sent.push(Value::Object(call.arguments));
            let line = json!({"tool": call.tool, "structuredContent": answer}).to_string();
            calls.learn(read_call(number, &line).expect("is a call"), Came::Answer);
        }
        assert!(calls.next().is_none());
        sent
    }

    #[test]
    fn what_came_from_an_answer_is_taken_from_the_answer_of_this_run() {
        let mut calls = given(
            r#"[
            {"tool": "add", "arguments": {"name": "Fig"}, "structuredContent": {"rows": [{"id": 1, "name": "Fig"}]}},
            {"tool": "get", "arguments": {"id": 1}, "structuredContent": {"id": 1}},
            {"tool": "get", "arguments": {"id": 999}, "isError": true, "content": []}]"#,
        );
        let rows = json!({"rows": [{"id": 40, "name": "Yew"}, {"id": 41, "name": "Fig"}]});
        let sent = follow(&mut calls, &[rows, json!({"id": 41}), json!({})]);
        assert_eq!(sent, [json!({"name": "Fig"}), json!({"id": 41}), json!({"id": 999})]);
        assert!(calls.remarks().is_empty());
    }

    #[test]
    fn a_place_that_is_told_needs_no_answer_in_the_file() {
        let mut calls = given(
            r#"[
            {"tool": "add", "arguments": {"name": "Fig"}},
            {"tool": "cut", "arguments": {"ids": ["?"]},
             "uses": [{"arg": "ids[0]", "from_call": 0, "from": "plant.code"}]},
            {"tool": "get", "arguments": {"plantId": 0}, "uses": [{"arg": "plantId", "from_call": 0}]}]"#,
        );
        let answer = json!({"plant": {"id": 7, "code": "P-7"}});
        let sent = follow(&mut calls, &[answer, json!({}), json!({})]);
        assert_eq!(sent[1..], [json!({"ids": ["P-7"]}), json!({"plantId": 7})]);
    }

    #[test]
    fn what_is_missing_now_is_told_and_sent_as_written() {
        let mut calls = given(
            r#"{"tool": "add", "arguments": {}, "structuredContent": {"id": 1}}
{"tool": "get", "arguments": {"id": 1}, "structuredContent": {"id": 1}}"#,
        );
        let sent = follow(&mut calls, &[json!({"success": false}), json!({})]);
        assert_eq!(sent[1], json!({"id": 1}));
        let remarks = calls.remarks();
        assert!(remarks.has(Code::ArgumentNotMapped), "{remarks}");
        assert!(remarks.to_string().contains("call 1 of `get`: `id`"), "{remarks}");
    }
}
