//! Accepting connections, and letting go of those whose other end is gone.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use socket2::{SockRef, TcpKeepalive};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_service::Service;

/// For how long a connection may stay without a whole request head: one that dawdles, and one that
/// is kept open and not used.
const SILENCE: Duration = Duration::from_secs(75);
/// After how much silence the system asks whether the other end is there.
const KEEP_ALIVE: Duration = Duration::from_secs(60);
/// For how long answers may still be written when the server stops.
const LAST_ANSWERS: Duration = Duration::from_secs(5);

/// Serves connections until `stop` is cancelled; then answers what was asked.
pub(crate) async fn listen(listener: TcpListener, router: Router, stop: CancellationToken) {
    let connections = TaskTracker::new();
    loop {
        let (stream, peer) = tokio::select! {
            () = stop.cancelled() => break,
            accepted = accept(&listener) => accepted,
        };
        connections.spawn(serve(stream, peer, router.clone(), stop.clone()));
    }
    drop(listener);
    connections.close();
    connections.wait().await;
}

async fn serve(stream: TcpStream, peer: SocketAddr, router: Router, stop: CancellationToken) {
    let service = service_fn(move |request| answer(router.clone(), request, peer));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(SILENCE)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let served = tokio::select! {
        served = connection.as_mut() => served,
        () = stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            tokio::time::timeout(LAST_ANSWERS, connection).await.unwrap_or(Ok(()))
        }
    };
    if let Err(error) = served {
        tracing::debug!(%peer, "a connection broke off: {error}");
    }
}

/// The next connection. What can go wrong here passes: a peer that gave up, or too many open files.
async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    const PAUSE: Duration = Duration::from_millis(100);
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                // Nagle's algorithm would hold each small answer back for about 40 ms.
                let _ = stream.set_nodelay(true);
                let keepalive = TcpKeepalive::new().with_time(KEEP_ALIVE);
                let _ = SockRef::from(&stream).set_tcp_keepalive(&keepalive);
                return (stream, peer);
            }
            Err(error) => {
                tracing::warn!("cannot accept a connection: {error}");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

async fn answer(
    mut router: Router,
    request: Request<Incoming>,
    peer: SocketAddr,
) -> Result<Response<Body>, Infallible> {
    let mut request = request.map(Body::new);
    request.extensions_mut().insert(ConnectInfo(peer));
    router.call(request).await
}
