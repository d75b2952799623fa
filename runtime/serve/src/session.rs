//! One client's session: a seat on the server, and the play that goes on in it.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use compoworld_core::{ErrorCode, ToolError};
use compoworld_world::ToolDescription;
use tokio::sync::{Mutex, MutexGuard, OwnedMutexGuard, OwnedSemaphorePermit};
use tokio_util::task::TaskTracker;

use crate::heard::Heard;
use crate::play::{Play, Reply};
use crate::reward::Verdict;
use crate::worlds::{Choice, ChoiceError, Worlds};

/// A session. Dropping it ends its play and gives its seat to somebody else.
pub(crate) struct Session {
    id: String,
    worlds: Arc<Worlds>,
    /// Calls that wait for a world model, on threads of their own.
    waiting: TaskTracker,
    heard: Heard,
    is_attached: AtomicBool,
    /// A call may hold it for as long as a model thinks, so whoever wants it waits without a thread.
    inner: Arc<Mutex<Inner>>,
}

struct Inner {
    play: Play,
    /// The name of the play, which trainers may choose.
    episode: String,
    /// Taken until the play is over, even when its client is gone while a call still waits.
    _seat: OwnedSemaphorePermit,
}

/// A session that a WebSocket plays in. One at a time does.
pub(crate) struct Attached(Arc<Session>);

impl Attached {
    /// Attaches to a session, unless another does already.
    pub(crate) fn to(session: Arc<Session>) -> Option<Self> {
        if session.is_attached.swap(true, Ordering::AcqRel) {
            return None;
        }
        Some(Self(session))
    }
}

impl Deref for Attached {
    type Target = Session;

    fn deref(&self) -> &Session {
        &self.0
    }
}

impl Drop for Attached {
    fn drop(&mut self) {
        self.0.is_attached.store(false, Ordering::Release);
    }
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

/// How far a play is, as a trainer is told.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Progress {
    /// The name of the play.
    pub(crate) episode: String,
    pub(crate) n_calls: u64,
    /// How it was judged, once it is over.
    pub(crate) verdict: Option<Verdict>,
}

impl Session {
    pub(crate) fn new(
        worlds: Arc<Worlds>,
        play: Play,
        seat: OwnedSemaphorePermit,
        waiting: TaskTracker,
    ) -> Self {
        let inner = Inner { play, episode: new_id(), _seat: seat };
        let inner = Arc::new(Mutex::new(inner));
        let (heard, is_attached) = (Heard::now(), AtomicBool::new(false));
        Self { id: new_id(), worlds, waiting, heard, is_attached, inner }
    }

    /// The session's name, which nobody can guess.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Whether a WebSocket plays in it.
    pub(crate) fn is_attached(&self) -> bool {
        self.is_attached.load(Ordering::Acquire)
    }

    /// What the agent is asked to do, if there is a task.
    pub(crate) async fn instruction(&self) -> Option<String> {
        self.hear_and_lock().await.play.instruction().map(str::to_owned)
    }

    /// The tools, as the agent is told of them.
    pub(crate) async fn tools(&self) -> Vec<ToolDescription> {
        self.hear_and_lock().await.play.tools()
    }

    /// Calls a tool; the arguments are JSON text.
    pub(crate) async fn call(&self, tool: &str, arguments: &str) -> Reply {
        self.step(tool, arguments).await.reply
    }

    /// Calls a tool, unless the call may have to wait for a world model.
    pub(crate) async fn call_at_once(&self, tool: &str, arguments: &str) -> Option<Reply> {
        let mut inner = self.hear_and_lock().await;
        (!inner.play.may_wait(tool, arguments)).then(|| inner.play.call(tool, arguments))
    }

    /// The same for a trainer, who is told whether the task is over and, once, the verdict.
    pub(crate) async fn step(&self, tool: &str, arguments: &str) -> Step {
        self.heard.hear();
        let inner = Arc::clone(&self.inner).lock_owned().await;
        let step = if inner.play.may_wait(tool, arguments) {
            self.step_aside(inner, tool.to_owned(), arguments.to_owned()).await
        } else {
            step(inner, tool, arguments)
        };
        self.heard.hear();
        step
    }

    /// Makes a call on a thread where it may wait for a model. It is made to its end, whether or not
    /// somebody still wants to hear of it.
    async fn step_aside(
        &self,
        inner: OwnedMutexGuard<Inner>,
        tool: String,
        arguments: String,
    ) -> Step {
        let made = self.waiting.spawn_blocking(move || step(inner, &tool, &arguments));
        made.await.unwrap_or_else(|error| {
            tracing::error!("a call that asked a world model broke off: {error}");
            let said = "the call broke off; nothing was changed";
            let reply = Reply::failed(ToolError::new(ErrorCode::Unavailable, said));
            Step { reply, is_over: false, verdict: None }
        })
    }

    /// Ends what goes on and starts anew. A play that nothing was done in yet goes on when nothing
    /// else is asked for, so that tools can be listed before the first reset.
    ///
    /// # Errors
    /// When there is no such world; then what goes on goes on.
    pub(crate) async fn reset(
        &self,
        choice: &Choice,
        episode: Option<String>,
    ) -> Result<(), ChoiceError> {
        let mut inner = self.hear_and_lock().await;
        if *choice != Choice::default() || inner.play.n_calls() > 0 {
            inner.play = self.worlds.start(choice)?;
        }
        inner.episode = episode.unwrap_or_else(new_id);
        Ok(())
    }

    /// Ends the attempt with what the agent said last, if it said anything, and gives the verdict.
    /// Not for the agent.
    pub(crate) async fn end(&self, said: Option<&str>) -> Option<Verdict> {
        let mut inner = self.hear_and_lock().await;
        inner.play.end(said);
        inner.play.verdict().cloned()
    }

    /// How far the play is. Not for the agent.
    pub(crate) async fn progress(&self) -> Progress {
        let inner = self.hear_and_lock().await;
        Progress {
            episode: inner.episode.clone(),
            n_calls: inner.play.n_calls(),
            verdict: inner.play.verdict().cloned(),
        }
    }

    /// Notes that the client was heard of.
    pub(crate) fn hear(&self) {
        self.heard.hear();
    }

    /// For how long nothing was heard of the client.
    pub(crate) fn silence(&self) -> Duration {
        self.heard.silence()
    }

    /// Whether the client is silent for so long, and waits for nothing.
    pub(crate) fn is_idle(&self, idle: Duration) -> bool {
        self.silence() > idle && self.inner.try_lock().is_ok()
    }

    async fn hear_and_lock(&self) -> MutexGuard<'_, Inner> {
        self.heard.hear();
        self.inner.lock().await
    }
}

fn step(mut inner: OwnedMutexGuard<Inner>, tool: &str, arguments: &str) -> Step {
    let was_over = inner.play.verdict().is_some();
    let reply = inner.play.call(tool, arguments);
    let verdict = inner.play.verdict();
    Step { reply, is_over: verdict.is_some(), verdict: verdict.filter(|_| !was_over).cloned() }
}

fn new_id() -> String {
    uuid::Uuid::new_v4().simple().to_string()
}
