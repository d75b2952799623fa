//! Failing cases as data, and playing them again.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::checks::{CHECKS, REPLAY, Violation};
use crate::scene::{Call, Scene, ask};
use crate::server::{Server, Start};
use crate::tool_list::ToolList;
use crate::written::WRITTEN;

/// A minimized failing case: a state, calls that lead up, and the call whose scene is at fault.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// The service.
    pub service: String,
    /// The version of it that failed.
    pub version: String,
    /// The tool that is at fault.
    pub tool: String,
    /// The check that is violated.
    pub check: String,
    /// The state to start from.
    pub state: Value,
    /// Calls before the one at fault.
    pub before: Vec<Call>,
    /// The call at fault.
    pub call: Call,
    /// What was expected.
    pub expected: String,
    /// What was seen.
    pub seen: String,
}

/// What playing a case again gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Replay {
    /// It still fails.
    Fails(Violation),
    /// It passes now.
    Passes,
    /// It cannot be played: the state, the tool or the check is not of this version.
    Outdated(String),
}

/// Plays a case again.
#[must_use]
pub fn replay(tools: &ToolList, start: &Start<'_>, case: &Case) -> Replay {
    if tools.tool(&case.call.tool).is_none() {
        return Replay::Outdated(format!("there is no tool `{}`", case.call.tool));
    }
    if case.check == WRITTEN {
        return Replay::Outdated("it is played with the file that it was written in".to_owned());
    }
    if case.check != REPLAY && !CHECKS.iter().any(|check| check.name == case.check) {
        return Replay::Outdated(format!("there is no check `{}`", case.check));
    }
    if start(&case.state).is_none() {
        return Replay::Outdated("the state does not fit the service".to_owned());
    }
    judge(tools, start, &case.check, &case.state, &case.before, &case.call)
        .map_or(Replay::Passes, Replay::Fails)
}

/// What a check says of the last call, after those before it, from a state.
pub(crate) fn judge(
    tools: &ToolList,
    start: &Start<'_>,
    check: &str,
    state: &Value,
    before: &[Call],
    call: &Call,
) -> Option<Violation> {
    if check == REPLAY {
        return walk_differs(start, state, before, call);
    }
    let judge = CHECKS.iter().find(|known| known.name == check)?.judge;
    let mut server = start(state)?;
    for call in before {
        ask(&mut *server, &call.tool, &call.arguments);
    }
    let scene = Scene::play(tools, &*server, call)?;
    judge(&scene).err()
}

/// Whether a walk, played twice from one state, gives different answers or states.
fn walk_differs(
    start: &Start<'_>,
    state: &Value,
    before: &[Call],
    call: &Call,
) -> Option<Violation> {
    let walk = || {
        let mut server = start(state)?;
        let calls = before.iter().chain([call]);
        let answers: Vec<String> =
            calls.map(|call| ask(&mut *server, &call.tool, &call.arguments)).collect();
        Some((answers, server.digest()))
    };
    let (first, second) = (walk()?, walk()?);
    differ(&first, &second)
}

/// The first difference between two walks: answers, then the digest.
pub(crate) fn differ(
    first: &(Vec<String>, String),
    second: &(Vec<String>, String),
) -> Option<Violation> {
    let answers = first.0.iter().zip(&second.0).find(|(a, b)| a != b);
    if let Some((a, b)) = answers {
        return Some(Violation::new(a.clone(), b.clone()));
    }
    (first.1 != second.1)
        .then(|| Violation::new(format!("digest {}", first.1), format!("digest {}", second.1)))
}

/// Plays a walk on a server and gives its answers and digest.
pub(crate) fn play_walk(mut server: Box<dyn Server>, calls: &[Call]) -> (Vec<String>, String) {
    let answers = calls.iter().map(|call| ask(&mut *server, &call.tool, &call.arguments)).collect();
    (answers, server.digest())
}
