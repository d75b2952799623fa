//! The `compoworld` command.

use std::process::ExitCode;

/// The compiler makes and drops many small trees, which takes the system's allocator a quarter of
/// the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    compoworld::command::run()
}
