//! Sessions with a server at a URL.

use std::time::Duration;

use rmcp::ServiceExt;
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;

use crate::diagnostics::{Code, Diagnostics};

use super::HttpRequest;
use super::http_client::{HttpClient, HttpFault};
use super::relay::Record;
use super::session::{Failure, Session, Side, introduce};

/// Reaches the server and lets it introduce itself.
pub(super) async fn open(
    request: &HttpRequest,
    record: Record,
    answer_timeout: Duration,
) -> Result<Session, Diagnostics> {
    let http = HttpClient::new(record.clone(), request.timeout.max(answer_timeout));
    let mut config = StreamableHttpClientTransportConfig::with_uri(request.url.as_str());
    config.custom_headers.clone_from(&request.headers);
    let transport = StreamableHttpClientTransport::with_client(http.clone(), config);
    match introduce(().serve(transport), &record, request.timeout).await {
        Ok(client) => {
            Ok(Session { client, record, side: Side::Url { http, request: request.clone() } })
        }
        Err(failure) => Err(explain(&failure, http.take_fault(), request)),
    }
}

fn explain(failure: &Failure, fault: Option<HttpFault>, request: &HttpRequest) -> Diagnostics {
    let shown = request.shown();
    if let Some(fault) = fault.filter(|_| !matches!(failure, Failure::Endless)) {
        return explain_fault(&fault, request);
    }
    let (code, message) = match failure {
        Failure::TimedOut => (Code::ServerTimedOut, late(request)),
        other => other.words(&shown),
    };
    request.fail(code, message)
}

/// What a request without a usable answer means.
pub(super) fn explain_fault(fault: &HttpFault, request: &HttpRequest) -> Diagnostics {
    let shown = request.shown();
    let (code, message) = match fault {
        HttpFault::TimedOut => (Code::ServerTimedOut, late(request)),
        HttpFault::Unreachable(_) => {
            (Code::ServerUnreachable, format!("`{shown}` cannot be reached: {fault}"))
        }
        HttpFault::Denied { .. } => {
            (Code::AccessDenied, format!("`{shown}` does not let us in: {fault}"))
        }
        HttpFault::NotMcp(_) => {
            (Code::NotAnMcpEndpoint, format!("`{shown}` does not speak MCP over HTTP: {fault}"))
        }
    };
    request.fail(code, message)
}

fn late(request: &HttpRequest) -> String {
    format!("`{}` did not answer within {} s", request.shown(), request.timeout.as_secs_f32())
}
