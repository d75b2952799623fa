//! Cases that somebody wrote from the tool list alone, as data: calls, and what has to come of
//! them.
//!
//! A case starts with the service empty and plays its calls in order. A step may save the answer,
//! or a part of it, under a name; `{"$from": "name"}` stands for it in later arguments and
//! expectations.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::answer::Answer;
use crate::case::Case;
use crate::checks::Violation;
use crate::scene::{Call, ask};
use crate::server::{Server, Start};
use crate::tool_list::ToolList;

/// The name that violated written cases have among the checks.
pub const WRITTEN: &str = "written_case";

/// The file of a service's written cases.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenCases {
    /// The service.
    pub service: String,
    /// The cases.
    pub cases: Vec<WrittenCase>,
}

/// One case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenCase {
    /// The tool that is judged: it is at fault when an expectation is not met.
    pub tool: String,
    /// What the tool list says that lets one expect this.
    pub why: String,
    /// The calls, in order.
    pub steps: Vec<Step>,
}

/// One call of a case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The tool.
    pub tool: String,
    /// Its arguments.
    #[serde(default)]
    pub arguments: Value,
    /// What later steps need of the answer's data: JSON pointers, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub save: BTreeMap<String, String>,
    /// What has to come of it; success where nothing is said.
    #[serde(default)]
    pub expect: Expectation,
}

/// What has to come of a call.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// Whether it succeeds.
    #[serde(default)]
    pub outcome: Outcome,
    /// The code of the refusal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// What the answer's data have in them: objects by their members, the rest equal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contains: Option<Value>,
    /// What the answer's data equal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equals: Option<Value>,
    /// Whether the state stays as it was.
    #[serde(default)]
    pub unchanged: bool,
}

/// Whether a call succeeds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It does.
    #[default]
    Accept,
    /// It is refused.
    Reject,
}

/// What playing a written case gave.
#[derive(Debug, Clone, PartialEq)]
pub enum Played {
    /// Everything was as expected.
    Passes,
    /// A simulated tool stands in the way, so nothing can be said.
    Unjudged,
    /// Something was not as expected.
    Fails(Box<Case>),
}

impl WrittenCases {
    /// Reads a file of cases, for this service.
    ///
    /// # Errors
    /// When it is no such file, or speaks of tools or values that are not there.
    pub fn read(text: &str, tools: &ToolList) -> Result<Self, String> {
        let written: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if written.service != tools.service {
            return Err(format!("they are of `{}`, not of `{}`", written.service, tools.service));
        }
        for (index, case) in written.cases.iter().enumerate() {
            case.check(tools).map_err(|fault| format!("/cases/{index}: {fault}"))?;
        }
        Ok(written)
    }
}

impl WrittenCase {
    fn check(&self, tools: &ToolList) -> Result<(), String> {
        let named = self.steps.iter().map(|step| &step.tool).chain([&self.tool]);
        if let Some(unknown) = named.into_iter().find(|name| tools.tool(name).is_none()) {
            return Err(format!("there is no tool `{unknown}`"));
        }
        if !self.steps.iter().any(|step| step.tool == self.tool) {
            return Err(format!("no step calls `{}`, which it judges", self.tool));
        }
        let mut known: Vec<&str> = Vec::new();
        for step in &self.steps {
            let Expectation { contains, equals, .. } = &step.expect;
            for value in [Some(&step.arguments), contains.as_ref(), equals.as_ref()] {
                let unknown = value.and_then(|value| first_unknown(value, &known));
                if let Some(name) = unknown {
                    return Err(format!("no step before saves `{name}`"));
                }
            }
            known.extend(step.save.keys().map(String::as_str));
        }
        Ok(())
    }
}

fn placeholder(value: &Value) -> Option<&str> {
    let members = value.as_object().filter(|members| members.len() == 1)?;
    members.get("$from")?.as_str()
}

fn first_unknown<'a>(value: &'a Value, known: &[&str]) -> Option<&'a str> {
    if let Some(name) = placeholder(value) {
        return (!known.contains(&name)).then_some(name);
    }
    match value {
        Value::Array(items) => items.iter().find_map(|item| first_unknown(item, known)),
        Value::Object(members) => members.values().find_map(|member| first_unknown(member, known)),
        _ => None,
    }
}

fn filled(value: &Value, saved: &BTreeMap<&str, Value>) -> Value {
    if let Some(name) = placeholder(value) {
        return saved.get(name).cloned().unwrap_or_default();
    }
    match value {
        Value::Array(items) => items.iter().map(|item| filled(item, saved)).collect(),
        Value::Object(members) => {
            let members =
                members.iter().map(|(name, member)| (name.clone(), filled(member, saved)));
            Value::Object(members.collect())
        }
        scalar => scalar.clone(),
    }
}

/// Plays a written case from the empty service.
#[must_use]
pub fn play_written(tools: &ToolList, start: &Start<'_>, case: &WrittenCase) -> Played {
    let state = json!({});
    let Some(mut server) = start(&state) else { return Played::Unjudged };
    let (mut saved, mut before) = (BTreeMap::new(), Vec::new());
    for step in &case.steps {
        let arguments = match filled(&step.arguments, &saved) {
            Value::Null => Value::Object(Map::new()),
            arguments => arguments,
        };
        let call = Call { tool: step.tool.clone(), arguments };
        let (answer, changed) = answer_of(&mut *server, &call);
        if answer.is_refused_as("unavailable") {
            return Played::Unjudged;
        }
        let violation = save(step, &answer, &mut saved)
            .and_then(|()| judge(&step.expect, &answer, changed, &saved))
            .err();
        if let Some(Violation { expected, seen }) = violation {
            return Played::Fails(Box::new(Case {
                service: tools.service.clone(),
                version: tools.version.clone(),
                tool: case.tool.clone(),
                check: WRITTEN.to_owned(),
                state,
                before,
                call,
                expected: format!("{expected} ({})", case.why),
                seen,
            }));
        }
        before.push(call);
    }
    Played::Passes
}

fn answer_of(server: &mut dyn Server, call: &Call) -> (Answer, bool) {
    let before = server.digest();
    let answer = Answer::read(&ask(server, &call.tool, &call.arguments));
    (answer, server.digest() != before)
}

fn save<'a>(
    step: &'a Step,
    answer: &Answer,
    saved: &mut BTreeMap<&'a str, Value>,
) -> Result<(), Violation> {
    let Some(data) = answer.data() else { return Ok(()) };
    for (name, pointer) in &step.save {
        let value = data.pointer(pointer).ok_or_else(|| {
            Violation::new(format!("the answer has `{pointer}`"), data.to_string())
        })?;
        saved.insert(name, value.clone());
    }
    Ok(())
}

fn judge(
    expect: &Expectation,
    answer: &Answer,
    changed: bool,
    saved: &BTreeMap<&str, Value>,
) -> Result<(), Violation> {
    let seen = || match answer {
        Answer::Data(data) => format!("data {data}"),
        Answer::Refused { code, message, .. } => format!("refused, {code}: {message}"),
        Answer::Broken(text) => format!("no answer: {text}"),
    };
    let unmet = |expected: String| Err(Violation::new(expected, seen()));
    match (expect.outcome, answer) {
        (Outcome::Accept, Answer::Data(_)) => {}
        (Outcome::Accept, _) => return unmet("the call succeeds".to_owned()),
        (Outcome::Reject, Answer::Refused { code, .. }) => {
            if let Some(wanted) = expect.code.as_ref().filter(|wanted| *wanted != code) {
                return unmet(format!("the call is refused as `{wanted}`"));
            }
        }
        (Outcome::Reject, _) => return unmet("the call is refused".to_owned()),
    }
    let data = answer.data().unwrap_or(&Value::Null);
    if let Some(part) = expect.contains.as_ref().map(|part| filled(part, saved))
        && !contains(data, &part)
    {
        return unmet(format!("the answer contains {part}"));
    }
    if let Some(whole) = expect.equals.as_ref().map(|whole| filled(whole, saved))
        && *data != whole
    {
        return unmet(format!("the answer is {whole}"));
    }
    if expect.unchanged && changed {
        return Err(Violation::new("the state stays as it was", "the call changed it"));
    }
    Ok(())
}

/// Whether a value has all of a part: objects by their members, lists item by item.
fn contains(whole: &Value, part: &Value) -> bool {
    match (whole, part) {
        (Value::Object(whole), Value::Object(part)) => part
            .iter()
            .all(|(name, part)| whole.get(name).is_some_and(|whole| contains(whole, part))),
        (Value::Array(whole), Value::Array(part)) => {
            whole.len() == part.len()
                && whole.iter().zip(part).all(|(whole, part)| contains(whole, part))
        }
        (Value::Number(whole), Value::Number(part)) => whole.as_f64() == part.as_f64(),
        _ => whole == part,
    }
}
