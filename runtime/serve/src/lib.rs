//! Serving environments to agents over MCP: stdio and streamable HTTP.
//!
//! Each session gets an environment of its own, a fork of one that was made before; sessions
//! never see each other. An agent reaches its tools and nothing else: no reward, no rubric, no
//! reference has a way in here, since an `Environment` holds none.

mod handler;
mod http;
mod stdio;

pub use handler::EnvironmentHandler;
pub use http::{HttpError, HttpOptions, serve_http};
pub use stdio::{StdioError, serve_stdio};
