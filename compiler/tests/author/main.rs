//! `compoworld author` as its users see it, with scripts in the place of models; and what the
//! sandbox stops.

#![expect(
    clippy::unwrap_used,
    reason = "the scripted endpoint stops at the first thing that is not as it should be"
)]

mod endpoints;
mod escapes;
mod harnesses;
mod kills;
mod loops;
mod run;
#[path = "../../../runtime/chat/tests/endpoint/script.rs"]
mod script;
mod untrusted_code;
