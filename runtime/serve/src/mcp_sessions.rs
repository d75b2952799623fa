//! The sessions of MCP over HTTP, in which a call is answered where it arrives.
//!
//! rmcp hands a request from its connection to the session's worker, from there to the session's
//! service, and from there to a task of its own, and the answer all the way back. That is right for
//! tools that take their time, and three fifths of what a call costs whose tool takes microseconds.
//! So a call that need not wait is made on the connection's task; everything else goes rmcp's way.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, OnceLock, PoisonError, RwLock, Weak};
use std::task::{Context, Poll};
use std::time::Duration;

use futures_core::Stream;
use rmcp::model::{
    ClientJsonRpcMessage, ClientRequest, GetExtensions, ServerJsonRpcMessage, ServerResult,
};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::session::{
    ServerSseMessage, SessionId, SessionManager,
};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::mcp::tool_result;
use crate::session::Session;

/// Where a handler says which session is its client's.
#[derive(Clone, Default)]
pub(crate) struct Slot(Arc<OnceLock<Weak<Session>>>);

impl Slot {
    /// Says it; what was said first stands.
    pub(crate) fn fill(&self, session: &Arc<Session>) {
        self.0.get_or_init(|| Arc::downgrade(session));
    }

    fn session(&self) -> Option<Arc<Session>> {
        self.0.get().and_then(Weak::upgrade)
    }
}

/// rmcp's sessions, and what is played in each.
pub(crate) struct McpSessions {
    inner: LocalSessionManager,
    slots: RwLock<BTreeMap<SessionId, Slot>>,
}

type Error = <LocalSessionManager as SessionManager>::Error;

impl McpSessions {
    /// No sessions. Those whose clients are silent for `idle` are closed until `stop` is cancelled.
    pub(crate) fn new(idle: Duration, stop: CancellationToken) -> Arc<Self> {
        let mut inner = LocalSessionManager::default();
        // It would not see the calls that are answered without it.
        inner.session_config.keep_alive = None;
        let sessions = Arc::new(Self { inner, slots: RwLock::default() });
        let watched = Arc::downgrade(&sessions);
        tokio::spawn(async move {
            tokio::select! {
                () = stop.cancelled() => {}
                () = close_idle(watched, idle) => {}
            }
        });
        sessions
    }

    fn session(&self, id: &SessionId) -> Option<Arc<Session>> {
        let slots = self.slots.read().unwrap_or_else(PoisonError::into_inner);
        slots.get(id).and_then(Slot::session)
    }

    fn insert(&self, id: SessionId, slot: Slot) {
        self.slots.write().unwrap_or_else(PoisonError::into_inner).insert(id, slot);
    }

    fn remove(&self, id: &SessionId) {
        self.slots.write().unwrap_or_else(PoisonError::into_inner).remove(id);
    }

    fn idle(&self, idle: Duration) -> Vec<SessionId> {
        let slots = self.slots.read().unwrap_or_else(PoisonError::into_inner);
        let is_idle = |slot: &Slot| slot.session().is_some_and(|session| session.is_idle(idle));
        slots.iter().filter(|(_, slot)| is_idle(slot)).map(|(id, _)| Arc::clone(id)).collect()
    }
}

/// Closes sessions whose clients are silent for too long.
async fn close_idle(sessions: Weak<McpSessions>, idle: Duration) {
    const LOOKS_IN_A_SPAN: u32 = 4;
    const LEAST: Duration = Duration::from_millis(50);
    loop {
        tokio::time::sleep((idle / LOOKS_IN_A_SPAN).max(LEAST)).await;
        let Some(sessions) = sessions.upgrade() else { return };
        for id in sessions.idle(idle) {
            if let Err(error) = sessions.close_session(&id).await {
                tracing::debug!(%id, "an idle session of MCP was closed already: {error}");
            }
        }
    }
}

impl SessionManager for McpSessions {
    type Error = Error;
    type Transport = <LocalSessionManager as SessionManager>::Transport;

    async fn create_session(&self) -> Result<(SessionId, Self::Transport), Error> {
        self.inner.create_session().await
    }

    async fn initialize_session(
        &self,
        id: &SessionId,
        mut message: ClientJsonRpcMessage,
    ) -> Result<ServerJsonRpcMessage, Error> {
        if let ClientJsonRpcMessage::Request(request) = &mut message {
            let slot = Slot::default();
            request.request.extensions_mut().insert(slot.clone());
            self.insert(Arc::clone(id), slot);
        }
        self.inner.initialize_session(id, message).await
    }

    async fn has_session(&self, id: &SessionId) -> Result<bool, Error> {
        self.inner.has_session(id).await
    }

    async fn close_session(&self, id: &SessionId) -> Result<(), Error> {
        self.remove(id);
        self.inner.close_session(id).await
    }

    async fn create_stream(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Error> {
        if let Some(session) = self.session(id) {
            session.hear();
            if let Some(answer) = answer_at_once(&session, &message).await {
                return Ok(Answer::AtOnce(Some(ServerSseMessage::from_message(answer))));
            }
        }
        let stream = self.inner.create_stream(id, message).await?;
        Ok(Answer::InTime(Box::pin(stream)))
    }

    async fn accept_message(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<(), Error> {
        if let Some(session) = self.session(id) {
            session.hear();
        }
        self.inner.accept_message(id, message).await
    }

    async fn create_standalone_stream(
        &self,
        id: &SessionId,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Error> {
        self.inner.create_standalone_stream(id).await
    }

    async fn resume(
        &self,
        id: &SessionId,
        last_event_id: String,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Error> {
        self.inner.resume(id, last_event_id).await
    }
}

/// The answer to a call that need not wait; nothing for everything else.
async fn answer_at_once(
    session: &Session,
    message: &ClientJsonRpcMessage,
) -> Option<ServerJsonRpcMessage> {
    let ClientJsonRpcMessage::Request(asked) = message else { return None };
    let ClientRequest::CallToolRequest(call) = &asked.request else { return None };
    // A request that names its own revision is for rmcp to judge.
    if call.params.meta.as_ref().is_some_and(|meta| meta.protocol_version().is_some()) {
        return None;
    }
    let arguments = match &call.params.arguments {
        Some(arguments) => serde_json::to_string(arguments).expect("JSON is written as JSON"),
        None => Value::Object(serde_json::Map::new()).to_string(),
    };
    let reply = session.call_at_once(&call.params.name, &arguments).await?;
    let mut result = tool_result(reply);
    // As rmcp has it in the revisions with sessions.
    result.result_type = None;
    Some(ServerJsonRpcMessage::response(ServerResult::CallToolResult(result), asked.id.clone()))
}

/// The stream of an answer.
enum Answer<S> {
    AtOnce(Option<ServerSseMessage>),
    InTime(Pin<Box<S>>),
}

impl<S: Stream<Item = ServerSseMessage>> Stream for Answer<S> {
    type Item = ServerSseMessage;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<ServerSseMessage>> {
        match self.get_mut() {
            Self::AtOnce(message) => Poll::Ready(message.take()),
            Self::InTime(stream) => stream.as_mut().poll_next(cx),
        }
    }
}
