//! The exchange with a server at a URL.

use rmcp::ServiceExt;
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;

use crate::diagnostics::{Code, Diagnostics};

use super::HttpRequest;
use super::http_client::{HttpClient, HttpFault};
use super::relay::Record;
use super::session::{Failure, assemble, explain_handshake, list_and_close};

/// Asks the server for its tools.
pub(super) async fn harvest_tools(
    request: &HttpRequest,
) -> Result<(String, Diagnostics), Diagnostics> {
    let record = Record::default();
    let client = HttpClient::new(record.clone(), request.timeout);
    let exchange = exchange(request, client.clone(), &record);
    let failure = match tokio::time::timeout(request.timeout, exchange).await {
        Ok(Ok(())) => return Ok(assemble(&record, &request.shown())),
        Ok(Err(failure)) => failure,
        Err(_) => Failure::TimedOut,
    };
    Err(explain(&failure, client.fault(), request))
}

async fn exchange(
    request: &HttpRequest,
    client: HttpClient,
    record: &Record,
) -> Result<(), Failure> {
    let mut config = StreamableHttpClientTransportConfig::with_uri(request.url.as_str());
    config.custom_headers.clone_from(&request.headers);
    let transport = StreamableHttpClientTransport::with_client(client, config);
    let client = ().serve(transport).await.map_err(explain_handshake)?;
    list_and_close(client, record).await
}

fn explain(failure: &Failure, fault: Option<HttpFault>, request: &HttpRequest) -> Diagnostics {
    let shown = request.shown();
    let said = fault.as_ref().map(|fault| format!(": {fault}")).unwrap_or_default();
    let (code, message) = match (fault, failure) {
        (_, Failure::Endless) => {
            (Code::TooManyPages, format!("the list of `{shown}` does not end"))
        }
        (Some(HttpFault::TimedOut), _) | (None, Failure::TimedOut) => (
            Code::ServerTimedOut,
            format!("`{shown}` did not answer within {} s", request.timeout.as_secs_f32()),
        ),
        (Some(HttpFault::Unreachable(_)), _) => {
            (Code::ServerUnreachable, format!("`{shown}` cannot be reached{said}"))
        }
        (Some(HttpFault::Denied { .. }), _) => {
            (Code::AccessDenied, format!("`{shown}` does not let us in{said}"))
        }
        (Some(HttpFault::NotMcp(_)), _) => {
            (Code::NotAnMcpEndpoint, format!("`{shown}` does not speak MCP over HTTP{said}"))
        }
        (None, Failure::Handshake(said)) => {
            (Code::HandshakeFailed, format!("the handshake with `{shown}` failed: {said}"))
        }
        (None, Failure::List(said)) => {
            (Code::ListFailed, format!("`{shown}` did not list its tools: {said}"))
        }
        (None, Failure::Closed) => {
            (Code::HandshakeFailed, format!("the handshake with `{shown}` was garbled"))
        }
    };
    request.fail(code, message)
}
