//! Serving worlds to agents and trainers.
//!
//! Each client has a session, in which it plays: a world of its own, a fork of one that was made
//! before, with or without a task. Agents come by MCP, over stdio or HTTP; trainers by OpenEnv or as
//! agent servers of NeMo Gym. Whichever way a session ends, an attempt at a task is judged once, and
//! its trajectory is appended to a file.
//!
//! A call takes microseconds and is made where it is asked for, unless a world model has to answer
//! it: that may take minutes, and is waited for on a thread of its own.
//!
//! An agent reaches the tools and the instruction. No tool, prompt or resource of MCP leads to the
//! rubric, the reference, the goal or the reward; rewards are told by trainers' routes alone, which
//! are not there unless they are asked for, and can have a token of their own.

mod access;
mod cookie;
mod desk;
mod extract;
mod heard;
mod http;
mod limits;
mod listen;
mod mcp;
mod mcp_endpoint;
mod mcp_sessions;
mod nemo_gym;
mod openapi;
mod openenv;
mod play;
mod rate_limit;
mod recent;
mod refusal;
mod reward;
mod session;
mod sessions;
mod stdio;
mod trajectory_log;
mod whole_number;
mod wire_names;
mod worlds;

pub use access::Access;
pub use desk::{Desk, DeskCall, serve_desk};
pub use http::{HttpError, HttpOptions, Listening, serve_http};
pub use reward::RewardKind;
pub use sessions::Sessions;
pub use stdio::{StdioError, serve_stdio};
pub use trajectory_log::TrajectoryLog;
pub use worlds::{Choice, ChoiceError, TaskWorlds, ToolNames, WorldMaker, Worlds};
