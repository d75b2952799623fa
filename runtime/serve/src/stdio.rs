//! One session over standard input and output.

use compoworld_world::{Environment, ToolView};
use rmcp::ServiceExt;
use thiserror::Error;

use crate::handler::EnvironmentHandler;

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

/// Serves one client on standard input and output until it closes them. Nothing else may print
/// to standard output meanwhile.
///
/// # Errors
/// When the client does not speak MCP, or the session breaks off.
pub async fn serve_stdio(environment: Environment, view: ToolView) -> Result<(), StdioError> {
    let session = EnvironmentHandler::new(environment, view)
        .serve(rmcp::transport::stdio())
        .await
        .map_err(|error| StdioError::Handshake(error.to_string()))?;
    session.waiting().await.map_err(|error| StdioError::Broken(error.to_string()))?;
    Ok(())
}
