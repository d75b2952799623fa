//! The inspector's pages over HTTP, as a browser asks for them.

#![expect(
    clippy::unwrap_used,
    reason = "a test stops at the first thing that is not as it should be"
)]

mod browse;
mod files;
mod guard;
mod odd_files;
mod play;
mod server;
#[path = "../../../world/tests/services/mod.rs"]
mod services;
