//! Who may ask: pages of this server in a browser of this machine.
//!
//! The server listens on loopback only. What is left are other sites in the user's own browser:
//! one that points its name at 127.0.0.1 is told by the `Host` that it sends, and one that posts a
//! form here by its `Origin`.

use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Scripts and styles come from here, forms go here, and nobody frames the pages.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' \
    data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// What every browser sends and no page can forge or leave out.
const FETCH_SITE: &str = "sec-fetch-site";

/// Turns away what does not come from this machine's own pages.
pub(crate) async fn check_origin(request: Request, next: Next) -> Response {
    if let Err(said) = check(request.method(), request.headers()) {
        return (StatusCode::FORBIDDEN, said).into_response();
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn check(method: &Method, headers: &HeaderMap) -> Result<(), &'static str> {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let host = text(header::HOST).unwrap_or_default();
    if !is_loopback(host) {
        return Err("open the inspector under the address that it printed, on this machine\n");
    }
    if matches!(*method, Method::GET | Method::HEAD) {
        return Ok(());
    }
    let own = |origin: &str| origin.strip_prefix("http://") == Some(host);
    let is_own = match headers.get(header::ORIGIN) {
        Some(_) => text(header::ORIGIN).is_some_and(own),
        // Browsers name the origin of whatever they post; what does not is no browser.
        None => !headers.contains_key(FETCH_SITE),
    };
    if is_own { Ok(()) } else { Err("forms of other sites are not taken here\n") }
}

/// Whether a `Host` names this machine as only itself can.
fn is_loopback(host: &str) -> bool {
    let Ok(authority) = host.parse::<Authority>() else { return false };
    matches!(authority.host(), "localhost" | "127.0.0.1" | "[::1]") && !host.contains('@')
}

#[cfg(test)]
mod tests {
    use super::check;
    use axum::http::{HeaderMap, HeaderName, Method};

    fn asked(method: Method, pairs: &[(&'static str, &str)]) -> bool {
        let pairs = pairs.iter().map(|(name, value)| {
            (HeaderName::from_static(name), value.parse().expect("a header's value"))
        });
        check(&method, &pairs.collect::<HeaderMap>()).is_ok()
    }

    #[test]
    fn a_name_that_is_pointed_here_is_turned_away() {
        for host in ["127.0.0.1:8000", "localhost:8000", "localhost", "[::1]:80"] {
            assert!(asked(Method::GET, &[("host", host)]), "{host}");
        }
        for host in ["evil.example:8000", "127.0.0.1.evil.example", "localhost@evil.example", ""] {
            assert!(!asked(Method::GET, &[("host", host)]), "{host}");
        }
        assert!(!asked(Method::GET, &[]));
    }

    #[test]
    fn only_own_pages_post_forms() {
        let host = ("host", "127.0.0.1:8000");
        assert!(asked(Method::POST, &[host, ("origin", "http://127.0.0.1:8000")]));
        assert!(asked(Method::POST, &[host]), "a program of this machine may post");
        assert!(!asked(Method::POST, &[host, ("sec-fetch-site", "cross-site")]));
        for origin in ["http://evil.example", "null", "http://127.0.0.1:9", "http://localhost:8000"]
        {
            assert!(!asked(Method::POST, &[host, ("origin", origin)]), "{origin}");
        }
    }
}
