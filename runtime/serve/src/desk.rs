//! Tools that somebody else answers, for one MCP client over standard input and output: whoever owns
//! what they work on takes the calls from a channel, one at a time, on a thread of its own.

use std::sync::mpsc::Sender;

use compoworld_world::ToolDescription;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorData, ListToolsResult, PaginatedRequestParams,
    ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::Value;
use tokio::sync::oneshot;

use crate::mcp::{describe, implementation, text_result};
use crate::stdio::{StdioError, hold};

/// What a client is offered, and who answers.
#[derive(Debug)]
pub struct Desk {
    /// What the client is told to do.
    pub instructions: String,
    /// The tools.
    pub tools: Vec<ToolDescription>,
    /// Where calls go. It is dropped when the client is gone.
    pub calls: Sender<DeskCall>,
}

/// A call that wants its answer.
#[derive(Debug)]
pub struct DeskCall {
    /// The tool's name, which may be of no tool.
    pub tool: String,
    /// The arguments, a JSON object.
    pub arguments: String,
    /// Takes the answer: its text, and whether it is an error.
    pub answer: oneshot::Sender<(String, bool)>,
}

/// Serves one client on standard input and output until it closes them, or until `stop` resolves.
/// Nothing else may print to standard output meanwhile.
///
/// # Errors
/// When the client does not speak MCP, or the session breaks off.
pub async fn serve_desk(desk: Desk, stop: impl Future<Output = ()>) -> Result<(), StdioError> {
    hold(DeskHandler(desk), stop).await
}

struct DeskHandler(Desk);

impl ServerHandler for DeskHandler {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(implementation())
            .with_instructions(self.0.instructions.clone())
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = self.0.tools.iter().cloned().map(describe).collect();
        Ok(ListToolsResult::with_all_items(tools))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let gone = || ErrorData::internal_error("nobody answers calls any more", None);
        let (answer, answered) = oneshot::channel();
        let arguments = Value::Object(request.arguments.unwrap_or_default()).to_string();
        let call = DeskCall { tool: request.name.into_owned(), arguments, answer };
        self.0.calls.send(call).map_err(|_| gone())?;
        let (text, is_error) = answered.await.map_err(|_| gone())?;
        Ok(text_result(text, is_error).into())
    }
}
