//! One call of a tool in a session.

use std::time::Duration;

use rmcp::model::{CallToolRequest, CallToolRequestParams, ClientRequest};
use rmcp::service::{PeerRequestOptions, ServiceError};
use serde_json::{Map, Value};

use crate::diagnostics::{Code, Diagnostics};
use crate::read::Json;

use super::http_client::HttpFault;
use super::http_session::explain_fault;
use super::session::{Session, Side};

/// What came of a call, as the server wrote it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Reply {
    /// Its result, which may itself tell of an error.
    Result(Json),
    /// An error of the protocol.
    Error(Json),
    /// Nothing, within the time that it had.
    TimedOut,
    /// Something that is no answer.
    Garbled(String),
}

impl Session {
    /// Calls a tool and waits for `timeout` at most.
    ///
    /// # Errors
    /// The server is gone: no further call can be answered.
    pub(crate) async fn call(
        &mut self,
        tool: &str,
        arguments: Map<String, Value>,
        timeout: Duration,
    ) -> Result<Reply, Diagnostics> {
        // What is left of earlier calls is of those that timed out.
        self.record.lock().replies.clear();
        let params = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        let options = PeerRequestOptions::with_timeout(timeout);
        let handle = match self.client.send_request_with_option(request, options).await {
            Ok(handle) => handle,
            Err(error) => return self.failed(&error).await,
        };
        let id = handle.id.clone().into_json_value();
        let outcome = handle.await_response().await;
        // An answer that the SDK's types refuse has passed all the same.
        let replies = std::mem::take(&mut self.record.lock().replies);
        let mut replies = replies.into_iter();
        if let Some((_, reply)) = replies.find(|(of, _)| *of == id) {
            return Ok(reply);
        }
        match outcome {
            Ok(_) => Ok(Reply::Garbled("the answer was lost".to_owned())),
            Err(error) => self.failed(&error).await,
        }
    }

    /// What it means that the SDK has no answer.
    async fn failed(&mut self, error: &ServiceError) -> Result<Reply, Diagnostics> {
        if let ServiceError::Timeout { .. } = error {
            return Ok(Reply::TimedOut);
        }
        let is_closed =
            matches!(error, ServiceError::TransportClosed | ServiceError::TransportSend(_));
        match &mut self.side {
            Side::Process { server, request } if is_closed => {
                let ended = server.ending().await;
                let message = format!("`{}` {ended}{}", request.shown(), server.last_words());
                Err(request.fail(Code::ServerDied, message))
            }
            Side::Url { http, request } => match http.take_fault() {
                Some(HttpFault::TimedOut) => Ok(Reply::TimedOut),
                Some(HttpFault::NotMcp(said)) => Ok(Reply::Garbled(said)),
                Some(fault) => Err(explain_fault(&fault, request)),
                None if is_closed => {
                    let message = format!("the connection to `{}` is closed", request.shown());
                    Err(request.fail(Code::ServerDied, message))
                }
                None => Ok(Reply::Garbled(error.to_string())),
            },
            Side::Process { .. } => Ok(Reply::Garbled(error.to_string())),
        }
    }
}
