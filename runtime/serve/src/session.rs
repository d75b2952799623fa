//! One client's session: a seat on the server, and the play that goes on in it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use compoworld_world::ToolDescription;
use tokio::sync::OwnedSemaphorePermit;

use crate::play::{Play, Reply};
use crate::reward::Verdict;
use crate::worlds::{Choice, ChoiceError, Worlds};

/// A session. Dropping it ends its play and gives its seat to somebody else.
pub(crate) struct Session {
    id: String,
    worlds: Arc<Worlds>,
    inner: Mutex<Inner>,
    _seat: OwnedSemaphorePermit,
}

struct Inner {
    play: Play,
    /// The name of the play, which trainers may choose.
    episode: String,
    heard_at: Instant,
}

/// What a trainer is told of a call.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Step {
    /// What the agent got.
    pub(crate) reply: Reply,
    /// Whether the task is over.
    pub(crate) is_over: bool,
    /// How it was judged, if this call ended it.
    pub(crate) verdict: Option<Verdict>,
}

impl Session {
    pub(crate) fn new(worlds: Arc<Worlds>, play: Play, seat: OwnedSemaphorePermit) -> Self {
        let id = new_id();
        let inner = Inner { play, episode: new_id(), heard_at: Instant::now() };
        Self { id, worlds, inner: Mutex::new(inner), _seat: seat }
    }

    /// The session's name, which nobody can guess.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// What the agent is asked to do, if there is a task.
    pub(crate) fn instruction(&self) -> Option<String> {
        self.hear().play.instruction().map(str::to_owned)
    }

    /// The tools, as the agent is told of them.
    pub(crate) fn tools(&self) -> Vec<ToolDescription> {
        self.hear().play.tools()
    }

    /// Calls a tool; the arguments are JSON text.
    pub(crate) fn call(&self, tool: &str, arguments: &str) -> Reply {
        self.hear().play.call(tool, arguments)
    }

    /// The same for a trainer, who is told whether the task is over and, once, the verdict.
    pub(crate) fn step(&self, tool: &str, arguments: &str) -> Step {
        let mut inner = self.hear();
        let was_over = inner.play.verdict().is_some();
        let reply = inner.play.call(tool, arguments);
        let verdict = inner.play.verdict();
        Step { reply, is_over: verdict.is_some(), verdict: verdict.filter(|_| !was_over) }
    }

    /// Ends what goes on and starts anew. A play that nothing was done in yet goes on when nothing
    /// else is asked for, so that tools can be listed before the first reset.
    ///
    /// # Errors
    /// When there is no such world; then what goes on goes on.
    pub(crate) fn reset(
        &self,
        choice: &Choice,
        episode: Option<String>,
    ) -> Result<(), ChoiceError> {
        let mut inner = self.hear();
        if *choice != Choice::default() || inner.play.n_calls() > 0 {
            inner.play = self.worlds.start(choice)?;
        }
        inner.episode = episode.unwrap_or_else(new_id);
        Ok(())
    }

    /// Ends the attempt with what the agent said last, if it said anything, and gives the verdict.
    /// Not for the agent.
    pub(crate) fn end(&self, said: Option<&str>) -> Option<Verdict> {
        let mut inner = self.hear();
        inner.play.end(said);
        inner.play.verdict()
    }

    /// The name of the play and the number of calls in it.
    pub(crate) fn progress(&self) -> (String, u64) {
        let inner = self.hear();
        (inner.episode.clone(), inner.play.n_calls())
    }

    /// For how long nothing was heard of the client.
    pub(crate) fn silence(&self) -> Duration {
        self.lock().heard_at.elapsed()
    }

    fn hear(&self) -> MutexGuard<'_, Inner> {
        let mut inner = self.lock();
        inner.heard_at = Instant::now();
        inner
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn new_id() -> String {
    uuid::Uuid::new_v4().simple().to_string()
}
