//! What the process exits with.

/// All went well.
pub const OK: u8 = 0;
/// Something failed that no other code names.
pub const FAILED: u8 = 1;
/// The command line is wrong; clap exits with this by itself.
pub const USAGE: u8 = 2;
/// Tasks or trajectories cannot be read or do not fit the catalog.
pub const INPUT: u8 = 3;
/// The device asked for cannot be used.
pub const DEVICE: u8 = 4;
/// A checkpoint is missing, damaged, or of another run.
pub const CHECKPOINT: u8 = 5;
/// Something cannot be written.
pub const OUTPUT: u8 = 6;
