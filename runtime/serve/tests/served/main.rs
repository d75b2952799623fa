//! A server over two services written by hand, asked as its clients ask it.

#![expect(
    clippy::unwrap_used,
    reason = "a test stops at the first thing that is not as it should be"
)]

#[path = "../../../world/tests/services/mod.rs"]
mod services;

mod endings;
mod json_rpc;
mod limits;
mod mcp;
mod nemo_gym;
mod openapi;
mod openenv;
mod secrecy;
mod server;
mod slow_model;
