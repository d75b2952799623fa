//! A call that is to be made, and where such calls come from.

use compoworld_transcript::RecordedCall;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::diagnostics::Diagnostics;

/// A call that is to be made.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlannedCall {
    /// The tool, as the server spells it.
    pub(super) tool: String,
    /// The arguments.
    pub(super) arguments: Map<String, Value>,
    /// What of them was taken from earlier answers.
    pub(super) uses: Vec<MadeUse>,
    /// Why it is made: what the tool does, or what should be refused.
    pub(super) kind: Option<String>,
}

/// An argument that was taken from an earlier answer, as a transcript tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct MadeUse {
    /// The argument's place.
    pub(super) arg: String,
    /// The call whose answer it came from, counted from 0.
    pub(super) from_call: usize,
    /// The place in that answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<String>,
}

/// Where calls come from. Each may depend on what came of those before.
pub(super) trait CallSource {
    /// The next call; none when there are no more.
    fn next(&mut self) -> Option<PlannedCall>;

    /// Takes note of what came of the call that `next` gave last.
    fn learn(&mut self, call: RecordedCall, came: Came);

    /// Whether the recording may end before all calls were made because they have become pointless.
    fn may_stop(&self) -> bool;

    /// What is to be said at the end.
    fn remarks(&mut self) -> Diagnostics {
        Diagnostics::new()
    }
}

/// What came of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Came {
    /// An answer, or an error.
    Answer,
    /// Nothing in time.
    Nothing,
}
