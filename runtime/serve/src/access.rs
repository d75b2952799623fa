//! Who may come in: tokens, and the checks that keep browsers of strangers out.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The tokens of a server, and the browser pages that may use it.
#[derive(Debug, Clone, Default)]
pub struct Access {
    /// What agents send as `Authorization: Bearer …`.
    pub agent_token: Option<String>,
    /// What trainers send. Without one, the agents' token opens the trainers' routes too.
    pub trainer_token: Option<String>,
    /// Origins of web pages that may use the server, such as `https://app.example.com`.
    pub origins: Vec<String>,
}

/// Whose route it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Party {
    Agent,
    Trainer,
}

impl Access {
    /// Whether every route wants a token.
    #[must_use]
    pub fn is_protected(&self) -> bool {
        self.agent_token.is_some()
    }

    /// Whether a party has to send a token.
    pub(crate) fn wants_token(&self, party: Party) -> bool {
        !self.admits(party, None)
    }

    fn admits(&self, party: Party, sent: Option<&str>) -> bool {
        let tokens = match (party, &self.agent_token, &self.trainer_token) {
            (Party::Trainer, _, Some(trainer)) => [Some(trainer), None],
            (Party::Agent, None, _) | (Party::Trainer, None, None) => return true,
            (Party::Agent, agent, trainer) => [agent.as_ref(), trainer.as_ref()],
            (Party::Trainer, agent, None) => [agent.as_ref(), None],
        };
        let mut tokens = tokens.into_iter().flatten();
        sent.is_some_and(|sent| tokens.any(|token| same(sent.as_bytes(), token.as_bytes())))
    }
}

/// Compares without telling by its duration how much was right.
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

/// Turns away who does not send the token of the route's party.
pub(crate) async fn check_token(
    State((access, party)): State<(Arc<Access>, Party)>,
    request: Request,
    next: Next,
) -> Response {
    let sent = request.headers().get(header::AUTHORIZATION);
    let sent = sent.and_then(|value| value.to_str().ok()?.split_once(' '));
    let sent = sent.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    let sent = sent.map(|(_, token)| token.trim());
    if access.admits(party, sent) {
        return next.run(request).await;
    }
    let said = match party {
        Party::Agent => "send the server's token as `Authorization: Bearer …`",
        Party::Trainer => "this is for trainers: send their token as `Authorization: Bearer …`",
    };
    (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")], said).into_response()
}

/// Turns away web pages that were not let in. On loopback, where no token may be asked for, the
/// server must also be called by a name of this machine: else any web page could reach it under a
/// name of its own that leads here (DNS rebinding).
pub(crate) async fn check_caller(
    State((access, address)): State<(Arc<Access>, SocketAddr)>,
    request: Request,
    next: Next,
) -> Response {
    let on_loopback = address.ip().is_loopback();
    if on_loopback && !host_of(&request).is_some_and(is_this_machine) {
        let said = "this server answers to localhost and 127.0.0.1 alone";
        return (StatusCode::FORBIDDEN, said).into_response();
    }
    if let Some(origin) = origin_of(request.headers()) {
        let local = on_loopback
            && origin.split_once("://").is_some_and(|(_, authority)| is_this_machine(authority));
        if !local && !access.origins.iter().any(|allowed| allowed == origin) {
            let said = format!("pages of `{origin}` may not use this server: see --allow-origin");
            return (StatusCode::FORBIDDEN, said).into_response();
        }
    }
    next.run(request).await
}

fn host_of(request: &Request) -> Option<&str> {
    let sent = request.headers().get(header::HOST).and_then(|value| value.to_str().ok());
    sent.or_else(|| request.uri().authority().map(|authority| authority.as_str()))
}

fn origin_of(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::ORIGIN).map(|value| value.to_str().unwrap_or("?"))
}

/// Whether `name`, `name:port` or `[address]:port` is this machine.
fn is_this_machine(authority: &str) -> bool {
    let host = match authority.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => authority.split(':').next().unwrap_or_default(),
    };
    host.eq_ignore_ascii_case("localhost")
        || host.parse().is_ok_and(|address: std::net::IpAddr| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::{Access, Party, is_this_machine};

    #[test]
    fn names_of_this_machine_are_told_from_names_that_look_like_it() {
        for name in ["localhost", "LocalHost:80", "127.0.0.1:8321", "[::1]:1", "127.9.9.9"] {
            assert!(is_this_machine(name), "{name}");
        }
        for name in ["", "localhost.evil.com", "evil.com", "10.0.0.1", "[fe80::1]", "null"] {
            assert!(!is_this_machine(name), "{name}");
        }
    }

    #[test]
    fn an_agents_token_opens_no_trainers_route_once_trainers_have_one() {
        let token = |text: &str| Some(text.to_owned());
        let open = Access::default();
        assert!(open.admits(Party::Agent, None) && open.admits(Party::Trainer, None));

        let shared = Access { agent_token: token("a"), ..Access::default() };
        for party in [Party::Agent, Party::Trainer] {
            assert!(shared.admits(party, Some("a")));
            assert!(!shared.admits(party, Some("b")) && !shared.admits(party, None));
        }

        let both = Access { trainer_token: token("t"), ..shared };
        assert!(both.admits(Party::Agent, Some("a")) && both.admits(Party::Agent, Some("t")));
        assert!(!both.admits(Party::Trainer, Some("a")) && both.admits(Party::Trainer, Some("t")));

        let trainers = Access { agent_token: None, ..both };
        assert!(trainers.admits(Party::Agent, None) && !trainers.admits(Party::Trainer, None));
    }
}
