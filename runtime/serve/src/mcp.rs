//! The Model Context Protocol over one session: tools, and the task as instructions, as a prompt and
//! as a resource.
//!
//! State is a session's. In the revisions with sessions a client gets one by `initialize`, and over
//! stdio the process is one. The revision of 2026-07-28 has none over HTTP, so there the address
//! names it: `/mcp/…`, a session that a trainer opened.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::Query;
use axum::http::Uri;
use axum::http::request::Parts;
use compoworld_world::ToolDescription;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, DiscoverResult,
    ErrorCode, ErrorData, Extensions, GetPromptRequestParams, GetPromptResponse, GetPromptResult,
    Implementation, InitializeRequestParams, InitializeResult, JsonObject, ListPromptsResult,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, Prompt, PromptMessage,
    ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, Resource,
    ResourceContents, Role, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Value, json};

use crate::mcp_sessions::Slot;
use crate::play::Reply;
use crate::session::Session;
use crate::sessions::{OpenError, Sessions};
use crate::worlds::Choice;

/// The name of the prompt that is the task.
const TASK_PROMPT: &str = "task";
/// The address of the resource that is the task.
const TASK_URI: &str = "compoworld://task";
/// JSON-RPC's range for errors of the server itself.
const SERVER_BUSY: ErrorCode = ErrorCode(-32000);

/// Answers one MCP client.
pub(crate) struct McpHandler {
    sessions: Arc<Sessions>,
    door: Door,
}

/// How a client comes to its session.
enum Door {
    /// It is opened at the first request, for this client alone.
    Own {
        choice: Choice,
        revisions: &'static [ProtocolVersion],
        session: Mutex<Option<Arc<Session>>>,
    },
    /// It is open already, and each request's address names it.
    Named,
}

impl McpHandler {
    /// A client over stdio, which plays this world whatever revision it speaks.
    pub(crate) fn of_process(sessions: Arc<Sessions>, choice: Choice) -> Self {
        let revisions = ProtocolVersion::KNOWN_VERSIONS;
        Self { sessions, door: Door::Own { choice, revisions, session: Mutex::default() } }
    }

    /// A client over HTTP, which gets a session by `initialize`.
    pub(crate) fn of_client(sessions: Arc<Sessions>) -> Self {
        let revisions = ProtocolVersion::known_up_to(&ProtocolVersion::V_2025_11_25);
        let choice = Choice::default();
        Self { sessions, door: Door::Own { choice, revisions, session: Mutex::default() } }
    }

    /// A client over HTTP, whose address names its session.
    pub(crate) fn of_named(sessions: Arc<Sessions>) -> Self {
        Self { sessions, door: Door::Named }
    }

    fn session(&self, extensions: &Extensions) -> Result<Arc<Session>, ErrorData> {
        let address = extensions.get::<Parts>().map(|parts| &parts.uri);
        match &self.door {
            Door::Named => {
                let id = address.and_then(|address| address.path().rsplit('/').next());
                self.sessions.find(id.unwrap_or_default()).ok_or_else(|| {
                    let said = "the address names no open session: it is closed, or was idle";
                    ErrorData::invalid_params(said, None)
                })
            }
            Door::Own { choice, session, .. } => {
                let mut session = session.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(session) = &*session {
                    return Ok(Arc::clone(session));
                }
                let choice = match address {
                    Some(address) => wanted(address)?,
                    None => choice.clone(),
                };
                let opened = self.sessions.open(&choice).map_err(refused)?;
                Ok(Arc::clone(session.insert(opened)))
            }
        }
    }

    async fn config(&self, session: &Session) -> ServerConfig {
        let task = session.instruction().await;
        self.get_info().with_instructions(instructions(task.as_deref()))
    }
}

/// What an address asks for.
fn wanted(address: &Uri) -> Result<Choice, ErrorData> {
    match Query::try_from_uri(address) {
        Ok(Query(choice)) => Ok(choice),
        Err(error) => Err(ErrorData::invalid_params(format!("the address: {error}"), None)),
    }
}

fn refused(error: OpenError) -> ErrorData {
    match &error {
        OpenError::Full { .. } => ErrorData::new(SERVER_BUSY, error.to_string(), None),
        OpenError::Choice(_) => ErrorData::invalid_params(error.to_string(), None),
    }
}

fn instructions(task: Option<&str>) -> String {
    const WORLD: &str = "A workspace of several services. Every tool answers \
                         {\"ok\":true,\"data\":…} or {\"ok\":false,\"error\":{…}}.";
    match task {
        None => WORLD.to_owned(),
        Some(task) => format!(
            "{WORLD}\n\nYour task: {task}\n\nDo exactly this, and change nothing else. When you \
             are done, call `finish`, with the answer if one is asked for."
        ),
    }
}

/// What the server says it is.
pub(crate) fn implementation() -> Implementation {
    let mut server = Implementation::default();
    "compoworld".clone_into(&mut server.name);
    env!("CARGO_PKG_VERSION").clone_into(&mut server.version);
    server
}

pub(crate) fn describe(tool: ToolDescription) -> Tool {
    let parameters = match tool.parameters {
        Value::Object(parameters) => parameters,
        _ => JsonObject::new(),
    };
    Tool::new(tool.name, tool.description, Arc::new(parameters))
        .with_annotations(ToolAnnotations::new().read_only(tool.read_only))
}

/// The answer of a tool, as text and as structure.
pub(crate) fn tool_result(reply: Reply) -> CallToolResult {
    text_result(reply.text, reply.error.is_some())
}

/// A JSON text as a tool's answer.
pub(crate) fn text_result(text: String, is_error: bool) -> CallToolResult {
    let structured = serde_json::from_str(&text).ok();
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    result.structured_content = structured;
    result.is_error = Some(is_error);
    result
}

impl ServerHandler for McpHandler {
    fn get_info(&self) -> ServerConfig {
        let capabilities = if self.sessions.worlds().tasks().is_empty() {
            ServerCapabilities::builder().enable_tools().build()
        } else {
            ServerCapabilities::builder().enable_tools().enable_prompts().enable_resources().build()
        };
        ServerConfig::new(capabilities).with_server_info(implementation())
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(match &self.door {
            Door::Own { revisions, .. } => revisions,
            Door::Named => ProtocolVersion::KNOWN_VERSIONS,
        })
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        context.peer.set_peer_info(request.clone());
        let mut result = self.negotiate_initialize(&request)?;
        let session = self.session(&context.extensions)?;
        if let Some(slot) = context.extensions.get::<Slot>() {
            slot.fill(&session);
        }
        result.instructions = self.config(&session).await.instructions;
        Ok(result)
    }

    async fn discover(
        &self,
        context: RequestContext<RoleServer>,
    ) -> Result<DiscoverResult, ErrorData> {
        let session = self.session(&context.extensions)?;
        let config = self.config(&session).await;
        let revisions = self.supported_protocol_versions().into_owned();
        Ok(DiscoverResult::from_server_info(revisions, config))
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = self.session(&context.extensions)?.tools().await;
        Ok(ListToolsResult::with_all_items(tools.into_iter().map(describe).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let session = self.session(&context.extensions)?;
        let arguments = Value::Object(request.arguments.unwrap_or_default()).to_string();
        Ok(tool_result(session.call(&request.name, &arguments).await).into())
    }

    async fn list_prompts(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let task = self.session(&context.extensions)?.instruction().await;
        let prompt = task.map(|_| Prompt::new(TASK_PROMPT, Some("What you are asked to do"), None));
        Ok(ListPromptsResult::with_all_items(prompt.into_iter().collect()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        match self.session(&context.extensions)?.instruction().await {
            Some(task) if request.name == TASK_PROMPT => {
                let message = PromptMessage::new_text(Role::User, task);
                Ok(GetPromptResult::new(vec![message]).into())
            }
            _ => {
                let said = format!("there is no prompt `{}`", request.name);
                Err(ErrorData::invalid_params(said, None))
            }
        }
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let task = self.session(&context.extensions)?.instruction().await;
        let resource = task.map(|_| {
            Resource::new(TASK_URI, TASK_PROMPT)
                .with_description("What you are asked to do")
                .with_mime_type("text/plain")
        });
        Ok(ListResourcesResult::with_all_items(resource.into_iter().collect()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match self.session(&context.extensions)?.instruction().await {
            Some(task) if request.uri == TASK_URI => {
                let contents = ResourceContents::text(task, TASK_URI).with_mime_type("text/plain");
                Ok(ReadResourceResult::new(vec![contents]).into())
            }
            _ => {
                let said = format!("there is no resource `{}`", request.uri);
                let place = json!({"uri": request.uri});
                Err(ErrorData::resource_not_found(said, Some(place)))
            }
        }
    }
}
