//! The exit codes of the `compoworld` command. Scripts rely on them: never renumber.

/// Everything asked for was done.
pub const OK: u8 = 0;
/// The input has errors, or a verification failed; the diagnostics say where.
pub const FAILED: u8 = 1;
/// The command line itself is wrong.
pub const USAGE: u8 = 2;
/// A file could not be read or written.
pub const IO: u8 = 3;
/// Something outside the input is missing or broken: a program, a server, a tool.
pub const ENVIRONMENT: u8 = 4;
/// Somebody interrupted it; what was done is kept, and another run goes on where it stopped.
pub const INTERRUPTED: u8 = 130;
