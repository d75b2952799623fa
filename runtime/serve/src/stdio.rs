//! One MCP client over standard input and output.

use std::sync::Arc;

use rmcp::{ServerHandler, ServiceExt};
use thiserror::Error;

use crate::mcp::McpHandler;
use crate::sessions::Sessions;
use crate::worlds::Choice;

/// Why a session over stdio ended badly.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StdioError {
    /// The client did not speak MCP.
    #[error("the client on standard input did not start an MCP session: {0}")]
    Handshake(String),
    /// The session's task was torn down.
    #[error("the session over stdio broke off: {0}")]
    Broken(String),
}

/// Serves one client on standard input and output until it closes them, or until `stop` resolves.
/// Nothing else may print to standard output meanwhile.
///
/// # Errors
/// When the client does not speak MCP, or the session breaks off.
pub async fn serve_stdio(
    sessions: Arc<Sessions>,
    choice: Choice,
    stop: impl Future<Output = ()>,
) -> Result<(), StdioError> {
    let served = hold(McpHandler::of_process(Arc::clone(&sessions), choice), stop).await;
    sessions.let_calls_end().await;
    served
}

/// Lets one handler answer the client on standard input and output, until either end.
pub(crate) async fn hold(
    handler: impl ServerHandler,
    stop: impl Future<Output = ()>,
) -> Result<(), StdioError> {
    let serve = async {
        let session = handler
            .serve(rmcp::transport::stdio())
            .await
            .map_err(|error| StdioError::Handshake(error.to_string()))?;
        session.waiting().await.map_err(|error| StdioError::Broken(error.to_string()))?;
        Ok(())
    };
    tokio::select! {
        served = serve => served,
        () = stop => Ok(()),
    }
}
