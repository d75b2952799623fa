//! The exit codes. They are those of the `compoworld` command; scripts rely on them: never
//! renumber.

/// Everything asked for was done.
pub const OK: u8 = 0;
/// The model cannot be used as it is.
pub const FAILED: u8 = 1;
/// The command line itself is wrong; clap exits with this by itself.
pub const USAGE: u8 = 2;
/// A file could not be read or written.
pub const IO: u8 = 3;
/// Something outside the input is missing or broken: an address, a variable.
pub const ENVIRONMENT: u8 = 4;
/// Somebody interrupted it; what was done until then is kept.
pub const INTERRUPTED: u8 = 130;
