//! Who may ask: the token, and the checks that keep web pages of strangers out.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::refusal::Refusal;

/// Who may ask.
#[derive(Clone, Default)]
pub struct Access {
    /// What clients send as `Authorization: Bearer ..`; without one, everyone who reaches the
    /// server may ask.
    pub token: Option<String>,
}

impl std::fmt::Debug for Access {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The token is left out on purpose.
        f.debug_struct("Access").field("has_token", &self.token.is_some()).finish()
    }
}

/// Lets those pass who may ask.
pub(super) async fn check_access(
    State((access, address)): State<(Arc<Access>, SocketAddr)>,
    request: Request,
    next: Next,
) -> Response {
    match refusal(&access, address, request.headers()) {
        Some(refusal) => refusal.into_response(),
        None => next.run(request).await,
    }
}

fn refusal(access: &Access, address: SocketAddr, headers: &HeaderMap) -> Option<Refusal> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    // On loopback, where no token may be asked for, a web page could reach the server under a name
    // of its own that leads here (DNS rebinding), or by a form.
    let host = text(header::HOST);
    if address.ip().is_loopback() && !host.is_some_and(is_this_machine) {
        return Some(Refusal::forbidden("this server answers to localhost and 127.0.0.1 alone"));
    }
    if let Some(origin) = headers.get(header::ORIGIN) {
        let origin = origin.to_str().unwrap_or_default();
        let authority = origin.split_once("://").map(|(_, authority)| authority);
        if !authority.is_some_and(is_this_machine) {
            return Some(Refusal::forbidden("web pages of other machines may not use this server"));
        }
    }
    let Some(token) = &access.token else { return None };
    let sent = text(header::AUTHORIZATION).and_then(|value| value.split_once(' '));
    let sent = sent.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    match sent {
        Some((_, sent)) if same(sent.trim().as_bytes(), token.as_bytes()) => None,
        _ => Some(Refusal::unauthorized()),
    }
}

/// Compares without telling by its duration how much was right.
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

/// Whether `name`, `name:port` or `[address]:port` is this machine.
fn is_this_machine(authority: &str) -> bool {
    let host = match authority.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => authority.split(':').next().unwrap_or_default(),
    };
    host.eq_ignore_ascii_case("localhost")
        || host.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};

    use super::{Access, refusal};

    fn headers(pairs: &[(header::HeaderName, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn who_sends_the_token_may_ask() {
        let access = Access { token: Some("secret".to_owned()) };
        let address = "0.0.0.0:80".parse().expect("an address");
        let ask = |value| {
            let sent = headers(&[(header::AUTHORIZATION, value)]);
            refusal(&access, address, &sent).is_none()
        };
        assert!(ask("Bearer secret") && ask("bearer  secret"));
        assert!(!ask("Bearer secre") && !ask("Basic secret") && !ask("secret"));
        assert!(refusal(&access, address, &HeaderMap::new()).is_some());
    }

    #[test]
    fn on_loopback_only_names_and_pages_of_this_machine_may_ask() {
        let address = "127.0.0.1:80".parse().expect("an address");
        let ask = |pairs: &[(header::HeaderName, &'static str)]| {
            refusal(&Access::default(), address, &headers(pairs)).is_none()
        };
        assert!(ask(&[(header::HOST, "localhost:80")]) && ask(&[(header::HOST, "[::1]:80")]));
        assert!(!ask(&[]) && !ask(&[(header::HOST, "localhost.example.com")]));
        assert!(!ask(&[(header::HOST, "localhost"), (header::ORIGIN, "https://example.com")]));
        assert!(ask(&[(header::HOST, "localhost"), (header::ORIGIN, "http://localhost:3000")]));
    }
}
