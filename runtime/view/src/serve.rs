//! Listening: on loopback only, until somebody ends it.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use axum::serve::ListenerExt;
use compoworld_world::Catalog;
use thiserror::Error;
use tokio::net::TcpListener;

use crate::inspector::Inspector;
use crate::routes::router;

/// What to show, and where.
#[derive(Debug, Clone)]
pub struct ViewOptions {
    /// Where to listen: a loopback address. Port 0 takes a free one.
    pub address: SocketAddr,
    /// Files and folders to show; what they are is told by what they hold.
    pub paths: Vec<PathBuf>,
    /// A folder of crates, two levels deep, whose `verification.json` tell what is known of tools.
    pub ledgers: Option<PathBuf>,
}

/// Why the inspector does not run.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ViewError {
    /// The inspector runs tools for whoever reaches it.
    #[error(
        "`{0}` can be reached from other machines, and the inspector runs tools for whoever asks: \
         listen on 127.0.0.1, and reach it from elsewhere through an SSH tunnel"
    )]
    NotLoopback(SocketAddr),
    /// A path that was named is not there.
    #[error("cannot read `{path}`: {source}; name a file or a folder that is there")]
    NoPath {
        /// The path.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The address is taken, or not this machine's.
    #[error("cannot listen on `{address}`: {source}; choose another port, or 0 for a free one")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        source: std::io::Error,
    },
    /// The server broke off.
    #[error("the server broke off: {0}")]
    Serve(std::io::Error),
}

/// Serves the inspector until `stop` resolves. Calls `ready` once it listens: with the address, and
/// with what is to say of files that are not shown.
///
/// # Errors
/// Before it listens: an address off loopback or one that is taken, or a path that is not there.
pub async fn serve_view(
    catalog: Catalog,
    options: ViewOptions,
    ready: impl FnOnce(SocketAddr, &[String]),
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ViewError> {
    let ViewOptions { address, paths, ledgers } = options;
    if !address.ip().is_loopback() {
        return Err(ViewError::NotLoopback(address));
    }
    for path in &paths {
        if let Err(source) = path.metadata() {
            return Err(ViewError::NoPath { path: path.clone(), source });
        }
    }
    let listener =
        TcpListener::bind(address).await.map_err(|source| ViewError::Listen { address, source })?;
    let inspector = Inspector::open(catalog, paths, ledgers.as_deref());
    ready(listener.local_addr().unwrap_or(address), &inspector.notes());
    // Nagle's algorithm would hold small answers back for about 40 ms.
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, router(Arc::new(inspector)))
        .with_graceful_shutdown(stop)
        .await
        .map_err(ViewError::Serve)
}
