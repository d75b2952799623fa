//! From a question to a page: what was asked, and what is said when it cannot be answered.

use std::collections::BTreeMap;
use std::str::FromStr;

use askama::Template;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};

/// Why there is no page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Nothing is there.
    NotFound(String),
    /// What was asked cannot be done.
    Refused(String),
    /// Something that was there is not any more, or this program is at fault.
    Broken(String),
}

impl Fault {
    fn status(&self) -> StatusCode {
        match self {
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::Refused(_) => StatusCode::BAD_REQUEST,
            Self::Broken(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// The parameters of a question; those that nobody gave are empty.
#[derive(Debug, Clone, Default)]
pub(crate) struct Asked(BTreeMap<String, String>);

impl From<Vec<(String, String)>> for Asked {
    fn from(pairs: Vec<(String, String)>) -> Self {
        Self(pairs.into_iter().collect())
    }
}

impl Asked {
    /// A parameter as text.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.0.get(name).map_or("", |text| text.trim())
    }

    /// A parameter as a number; `None` when it is not there or is none.
    pub(crate) fn number<T: FromStr>(&self, name: &str) -> Option<T> {
        self.text(name).parse().ok()
    }
}

#[derive(Template)]
#[template(path = "fault.html")]
struct FaultPage<'a> {
    heading: &'static str,
    said: &'a str,
}

/// Makes a page off the threads that answer, since pages read files and run tools.
pub(crate) async fn show<P: Template + Send + 'static>(
    make: impl FnOnce() -> Result<P, Fault> + Send + 'static,
) -> Response {
    let made = tokio::task::spawn_blocking(|| {
        make().and_then(|page| page.render().map_err(|error| Fault::Broken(error.to_string())))
    });
    match made.await {
        Ok(Ok(html)) => Html(html).into_response(),
        Ok(Err(fault)) => say(&fault),
        Err(_) => say(&broken()),
    }
}

/// Does something, then sends the browser to the page that shows it.
pub(crate) async fn act(act: impl FnOnce() -> Result<String, Fault> + Send + 'static) -> Response {
    match tokio::task::spawn_blocking(act).await {
        Ok(Ok(path)) => Redirect::to(&path).into_response(),
        Ok(Err(fault)) => say(&fault),
        Err(_) => say(&broken()),
    }
}

fn broken() -> Fault {
    Fault::Broken("this page broke, which is a fault of the inspector".to_owned())
}

/// The page that says why there is none.
pub(crate) fn say(fault: &Fault) -> Response {
    let (heading, said) = match fault {
        Fault::NotFound(said) => ("Not here", said),
        Fault::Refused(said) => ("That cannot be done", said),
        Fault::Broken(said) => ("Something broke", said),
    };
    let html = FaultPage { heading, said }.render().unwrap_or_else(|_| heading.to_owned());
    (fault.status(), Html(html)).into_response()
}
