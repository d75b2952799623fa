//! What the process exits with: the codes of the `compoworld` command, which hands them on.

/// All went well.
pub const OK: u8 = 0;
/// Tasks, trajectories or a checkpoint cannot be used as they are.
pub const FAILED: u8 = 1;
/// The command line is wrong; clap exits with this by itself.
pub const USAGE: u8 = 2;
/// Something cannot be written.
pub const OUTPUT: u8 = 3;
/// The device asked for cannot be used.
pub const DEVICE: u8 = 4;
