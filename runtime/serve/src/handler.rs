//! One MCP session over one environment.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

use compoworld_world::{Environment, ToolDescription, ToolView};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData,
    Implementation, JsonObject, ListToolsResult, PaginatedRequestParams, ProtocolVersion,
    ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::Value;

/// Answers an MCP client out of an environment.
pub struct EnvironmentHandler {
    environment: Mutex<Environment>,
    tools: Arc<[Tool]>,
}

impl EnvironmentHandler {
    /// A session over this environment, with its tools shown flat or as the four meta-tools.
    #[must_use]
    pub fn new(environment: Environment, view: ToolView) -> Self {
        let tools = environment.tools(view).into_iter().map(describe).collect();
        Self { environment: Mutex::new(environment), tools }
    }
}

fn describe(tool: ToolDescription) -> Tool {
    let parameters = match tool.parameters {
        Value::Object(parameters) => parameters,
        _ => JsonObject::new(),
    };
    Tool::new(tool.name, tool.description, Arc::new(parameters))
        .with_annotations(ToolAnnotations::new().read_only(tool.read_only))
}

impl ServerHandler for EnvironmentHandler {
    fn get_info(&self) -> ServerConfig {
        let mut server = Implementation::default();
        "compoworld".clone_into(&mut server.name);
        env!("CARGO_PKG_VERSION").clone_into(&mut server.version);
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(server)
            .with_instructions(
                "A workspace of several services. Every tool answers \
                 {\"ok\":true,\"data\":…} or {\"ok\":false,\"error\":{…}}.",
            )
    }

    /// The revisions with sessions: an environment is a session's state, and the stateless
    /// revision has nowhere to keep it.
    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(ProtocolVersion::known_up_to(&ProtocolVersion::V_2025_11_25))
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.to_vec()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = Value::Object(request.arguments.unwrap_or_default()).to_string();
        let text = {
            let mut environment = self.environment.lock().unwrap_or_else(PoisonError::into_inner);
            environment.call(&request.name, &arguments)
        };
        let failed = text.starts_with("{\"ok\":false");
        let structured = serde_json::from_str(&text).ok();
        let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
        result.structured_content = structured;
        result.is_error = Some(failed);
        Ok(result.into())
    }
}
