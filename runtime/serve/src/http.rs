//! Many clients over HTTP: agents by MCP, trainers by OpenEnv and NeMo Gym.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::response::Json;
use axum::routing::get;
use serde_json::json;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::access::{Access, Party, check_caller};
use crate::limits::{Limits, keep_limits};
use crate::listen::listen;
use crate::mcp_endpoint::{self, McpEndpoint};
use crate::nemo_gym;
use crate::openapi::{Operation, Routes};
use crate::openenv::{self, OpenEnv};
use crate::rate_limit::RateLimit;
use crate::sessions::Sessions;

/// How to serve over HTTP.
#[derive(Debug, Clone)]
pub struct HttpOptions {
    /// Where to listen for agents, and for trainers that speak OpenEnv. Port 0 takes a free one.
    pub address: SocketAddr,
    /// Whether trainers get OpenEnv's routes.
    pub openenv: bool,
    /// Where to listen for NeMo Gym's agent servers, if for them at all.
    pub nemo_gym: Option<SocketAddr>,
    /// What the tasks are a split of: `train`, `heldout`.
    pub split: String,
    /// Who may come in.
    pub access: Access,
    /// The largest request body, in bytes.
    pub body_bytes_max: usize,
    /// How long a request may take until its answer begins, in milliseconds.
    pub request_ms: u64,
    /// How many requests a second one client may make; `None` for as many as it likes.
    pub requests_per_s: Option<u32>,
}

/// Where a server listens.
#[derive(Debug, Clone, Copy)]
pub struct Listening {
    /// For agents, and for trainers that speak OpenEnv.
    pub http: SocketAddr,
    /// For NeMo Gym's agent servers.
    pub nemo_gym: Option<SocketAddr>,
}

/// Why there is no serving over HTTP.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum HttpError {
    /// Anyone on the network could reach the tools.
    #[error(
        "`{0}` can be reached from other machines: set a token (`--token-env NAME`), or listen \
         on 127.0.0.1"
    )]
    Unprotected(SocketAddr),
    /// The address is taken, or not this machine's.
    #[error("cannot listen on `{address}`: {source}; choose another port, or 0 for a free one")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        source: std::io::Error,
    },
}

/// Serves until `stop` resolves. Calls `ready` once it listens.
///
/// # Errors
/// Before it listens: an address off loopback without a token, or one that is taken.
pub async fn serve_http(
    sessions: Arc<Sessions>,
    options: HttpOptions,
    ready: impl FnOnce(Listening),
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), HttpError> {
    let stopped = CancellationToken::new();
    let limits = Arc::new(Limits {
        body_bytes_max: options.body_bytes_max,
        request: Duration::from_millis(options.request_ms),
        rate: options.requests_per_s.map(RateLimit::new),
    });
    let shared = OpenEnv {
        sessions: Arc::clone(&sessions),
        limits,
        split: options.split.as_str().into(),
        stop: stopped.clone(),
    };
    let access = Arc::new(options.access);
    let listener = bind(options.address, &access).await?;
    let trainers = match options.nemo_gym {
        Some(address) => Some(bind(address, &access).await?),
        None => None,
    };
    let address_of = |listener: &TcpListener| listener.local_addr().unwrap_or(options.address);
    ready(Listening { http: address_of(&listener), nemo_gym: trainers.as_ref().map(address_of) });

    let trainers = async {
        if let Some(trainers) = trainers {
            let routes = nemo_gym::routes(Arc::clone(&sessions)).behind(&access, Party::Trainer);
            let router = routes.into_router("CompoWorld as a resource server of NeMo Gym");
            let router = guarded(router, &access, &shared, address_of(&trainers));
            listen(trainers, router, stopped.clone()).await;
        }
    };
    let router = routes(&shared, &access, options.openenv);
    let router = guarded(router, &access, &shared, address_of(&listener));
    let wait = async {
        tokio::select! {
            () = stop => {}
            () = Arc::clone(&sessions).evict_idle() => {}
        }
        stopped.cancel();
        sessions.close_all();
    };
    tokio::join!(listen(listener, router, stopped.clone()), trainers, wait);
    sessions.let_calls_end().await;
    Ok(())
}

async fn bind(address: SocketAddr, access: &Access) -> Result<TcpListener, HttpError> {
    if !access.is_protected() && !address.ip().is_loopback() {
        return Err(HttpError::Unprotected(address));
    }
    TcpListener::bind(address).await.map_err(|source| HttpError::Listen { address, source })
}

/// The routes at the first address: agents' ones, and those of trainers that speak OpenEnv.
fn routes(shared: &OpenEnv, access: &Arc<Access>, openenv: bool) -> Router {
    let clients = openenv.then(|| shared.clone());
    let endpoint = McpEndpoint::new(&shared.sessions, &shared.limits, &shared.stop, clients);
    let health = get(|| async { Json(json!({"status": "healthy"})) });
    let told = json!({"type": "object", "properties": {"status": {"const": "healthy"}}});
    let asked = Operation::new("Whether the server is up").answers(200, "It is.", told);
    let mut routes = mcp_endpoint::routes(endpoint)
        .behind(access, Party::Agent)
        .merge(Routes::new().route("/health", health, [("get", asked)]));
    if openenv {
        routes = routes.merge(openenv::routes(shared.clone()).behind(access, Party::Trainer));
    }
    routes.into_router("CompoWorld")
}

/// What holds for every route.
fn guarded(router: Router, access: &Arc<Access>, shared: &OpenEnv, address: SocketAddr) -> Router {
    router
        .layer(DefaultBodyLimit::max(shared.limits.body_bytes_max))
        .layer(from_fn_with_state(Arc::clone(&shared.limits), keep_limits))
        .layer(from_fn_with_state((Arc::clone(access), address), check_caller))
}
