//! Servers over streamable HTTP: asking for their tools, and recording calls of them.

mod harvest;
mod record;
mod scripted;
