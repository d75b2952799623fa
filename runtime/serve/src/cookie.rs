//! The cookie by which plain HTTP clients come back to their session.

use axum::http::{HeaderMap, header};

/// The name of the cookie.
pub(crate) const NAME: &str = "compoworld_session";

/// The cookie of a session. Browsers send it to nobody else, and scripts of pages do not see it.
pub(crate) fn session_cookie(id: &str) -> String {
    format!("{NAME}={id}; Path=/; HttpOnly; SameSite=Strict")
}

/// The session that a request's cookies name.
pub(crate) fn session_in(headers: &HeaderMap) -> Option<String> {
    let sent = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = sent.flat_map(|cookies| cookies.split(';'));
    pairs.find_map(|pair| match pair.trim().split_once('=') {
        Some((NAME, id)) => Some(id.to_owned()),
        _ => None,
    })
}
