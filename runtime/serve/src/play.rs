//! One play: a world, and what an agent does in it until it ends.
//!
//! This is the line that the agent does not cross. It sees what [`Play::instruction`],
//! [`Play::tools`] and [`Play::call`] give; the rubric, the reference and the goal stay inside, and
//! the verdict is handed out by [`Play::verdict`] alone, which no tool reaches.

use std::sync::Arc;

use compoworld_core::{CallRecord, ErrorCode, ToolError};
use compoworld_world::rollout::{Ending, LiveAttempt, ToolCall, Turn};
use compoworld_world::{Environment, ToolDescription, ToolView, text_of_answer};
use serde_json::{Value, json};

use crate::reward::{RewardKind, Verdict};
use crate::trajectory_log::TrajectoryLog;
use crate::wire_names::WireNames;

/// The tool with which an agent says that it is done. No service's tool can have the name: theirs
/// hold `__`.
pub(crate) const FINISH: &str = "finish";

/// A world with an agent in it.
pub(crate) struct Play {
    stage: Stage,
    view: ToolView,
    reward: RewardKind,
    log: Option<Arc<TrajectoryLog>>,
    n_calls: u64,
}

enum Stage {
    /// A world without a task: it never ends by itself.
    Free(Environment, Option<Arc<WireNames>>),
    /// A task that is being attempted.
    Attempt(Box<LiveAttempt>),
    /// A task that was attempted.
    Over { instruction: String, verdict: Verdict },
}

/// What a call got.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Reply {
    /// The whole answer: `{"ok":true,"data":…}` or `{"ok":false,"error":…}`.
    pub(crate) text: String,
    /// The error's code, when it failed.
    pub(crate) error: Option<ErrorCode>,
}

impl Play {
    /// A play without a task; with `names`, its tools are called by these.
    pub(crate) fn free(
        environment: Environment,
        view: ToolView,
        names: Option<Arc<WireNames>>,
    ) -> Self {
        let stage = Stage::Free(environment, names);
        Self { stage, view, reward: RewardKind::default(), log: None, n_calls: 0 }
    }

    pub(crate) fn attempt(
        attempt: LiveAttempt,
        view: ToolView,
        reward: RewardKind,
        log: Option<Arc<TrajectoryLog>>,
    ) -> Self {
        Self { stage: Stage::Attempt(Box::new(attempt)), view, reward, log, n_calls: 0 }
    }

    /// What the agent is asked to do; `None` where there is no task.
    pub(crate) fn instruction(&self) -> Option<&str> {
        match &self.stage {
            Stage::Free(..) => None,
            Stage::Attempt(attempt) => Some(&attempt.episode().task().instruction),
            Stage::Over { instruction, .. } => Some(instruction),
        }
    }

    /// The tools, as the agent is told of them; with a task, [`FINISH`] too. When the task is over
    /// there are none.
    pub(crate) fn tools(&self) -> Vec<ToolDescription> {
        match &self.stage {
            Stage::Free(environment, None) => environment.tools(self.view),
            Stage::Free(environment, Some(names)) => names.tools(environment),
            Stage::Attempt(attempt) => {
                let mut tools = attempt.tools();
                tools.push(finish_tool());
                tools
            }
            Stage::Over { .. } => Vec::new(),
        }
    }

    /// How many calls were made.
    pub(crate) fn n_calls(&self) -> u64 {
        self.n_calls
    }

    /// How the attempt was judged, once it is over. Not for the agent.
    pub(crate) fn verdict(&self) -> Option<&Verdict> {
        match &self.stage {
            Stage::Over { verdict, .. } => Some(verdict),
            Stage::Free(..) | Stage::Attempt(_) => None,
        }
    }

    /// Whether a call may have to wait for a world model that takes its time.
    pub(crate) fn may_wait(&self, tool: &str, arguments: &str) -> bool {
        match &self.stage {
            Stage::Free(environment, names) => environment.may_wait(full(names, tool), arguments),
            Stage::Attempt(attempt) => attempt.episode().environment().may_wait(tool, arguments),
            Stage::Over { .. } => false,
        }
    }

    /// Calls a tool; the arguments are JSON text.
    pub(crate) fn call(&mut self, tool: &str, arguments: &str) -> Reply {
        self.n_calls += 1;
        if tool == FINISH && self.instruction().is_some() {
            return self.finish(arguments);
        }
        match &mut self.stage {
            Stage::Free(environment, names) => {
                let answer = environment.call_recorded(full(names, tool), arguments);
                Reply { text: answer.text, error: answer.error }
            }
            // Neither run nor kept, or a client that calls on and on would fill the memory.
            Stage::Attempt(attempt) if attempt.episode().is_exhausted() => {
                Reply::failed(ToolError::new(
                    ErrorCode::ResourceExhausted,
                    format!("all calls of this task are used up: call `{FINISH}`"),
                ))
            }
            Stage::Attempt(attempt) => {
                let call = ToolCall {
                    id: format!("call_{}", self.n_calls),
                    name: tool.to_owned(),
                    arguments: arguments.to_owned(),
                };
                let turn = Turn { tool_calls: vec![call], ..Turn::default() };
                let mut answers = attempt.take_turn(turn);
                let answer = answers.pop().expect("one call has one answer");
                Reply { text: answer.text, error: answer.error }
            }
            Stage::Over { .. } => Reply::failed(ToolError::new(
                ErrorCode::FailedPrecondition,
                "the task is finished: nothing more can be done in it",
            )),
        }
    }

    fn finish(&mut self, arguments: &str) -> Reply {
        let said = match final_words(arguments) {
            Ok(said) => said,
            Err(error) => return Reply::failed(error),
        };
        match &self.stage {
            Stage::Attempt(_) => {
                self.end(Some(&said));
                let text = json!({"finished": true}).to_string();
                Reply { text: CallRecord::of(Ok(text), false).text, error: None }
            }
            _ => Reply::failed(ToolError::new(
                ErrorCode::FailedPrecondition,
                "the task is finished already: an answer is given once",
            )),
        }
    }

    /// Ends the attempt, if one goes on: it is judged and its trajectory is kept. Without words the
    /// agent went away; an attempt in which it did nothing at all leaves no trace then.
    pub(crate) fn end(&mut self, said: Option<&str>) {
        let Stage::Attempt(attempt) = &self.stage else { return };
        let instruction = attempt.episode().task().instruction.clone();
        let over = Stage::Over { instruction, verdict: Verdict::NOTHING };
        let Stage::Attempt(mut attempt) = std::mem::replace(&mut self.stage, over) else { return };
        let ending = match said {
            Some(said) => {
                attempt.take_turn(Turn { content: said.to_owned(), ..Turn::default() });
                Ending::Answered
            }
            None if attempt.episode().is_exhausted() => Ending::Budget,
            None => Ending::Closed,
        };
        let is_untouched = ending == Ending::Closed && attempt.episode().n_calls() == 0;
        let trajectory = attempt.end(ending);
        if let Stage::Over { verdict, .. } = &mut self.stage {
            *verdict = self.reward.verdict(&trajectory.outcome);
        }
        if let Some(log) = self.log.as_ref().filter(|_| !is_untouched) {
            log.append(trajectory);
        }
    }
}

/// Whoever lets go of a play ends it: a client that went away, an idle session, a server that
/// stops.
impl Drop for Play {
    fn drop(&mut self) {
        self.end(None);
    }
}

impl Reply {
    /// The answer of a call that failed.
    pub(crate) fn failed(error: ToolError) -> Self {
        let CallRecord { text, error, .. } = CallRecord::of(Err(error), false);
        Self { text, error }
    }
}

fn full<'a>(names: &'a Option<Arc<WireNames>>, tool: &'a str) -> &'a str {
    names.as_ref().map_or(tool, |names| names.full(tool))
}

fn finish_tool() -> ToolDescription {
    let answer = "The answer, when the task asks for one.";
    ToolDescription {
        name: FINISH.to_owned(),
        description: "Say that the task is done. Call this once, at the end; nothing can be done \
                      afterwards."
            .to_owned(),
        parameters: json!({
            "type": "object",
            "properties": {"answer": {"type": "string", "description": answer}},
        }),
        returns: None,
        read_only: false,
    }
}

/// What an agent says with [`FINISH`]: a text, or any JSON in its place.
fn final_words(arguments: &str) -> Result<String, ToolError> {
    let arguments: Value = match arguments.trim() {
        "" => json!({}),
        text => serde_json::from_str(text).map_err(|error| {
            ToolError::invalid_argument(format!("the arguments are no valid JSON: {error}"))
        })?,
    };
    let Value::Object(arguments) = arguments else {
        return Err(ToolError::invalid_argument("the arguments must be an object"));
    };
    if let Some(unknown) = arguments.keys().find(|name| *name != "answer") {
        return Err(ToolError::invalid_argument(format!(
            "`{FINISH}` takes `answer` alone, not `{unknown}`"
        )));
    }
    let said = arguments.get("answer").map(text_of_answer).unwrap_or_default();
    Ok(if said.trim().is_empty() { "Done.".to_owned() } else { said })
}
