//! The `compoworld-runtime` program: what `compoworld` hands on that needs compiled services.
//!
//! It links the catalog with the subcommands and is nothing else, so that a changed service costs a
//! link and not the subcommands' build.

use std::process::ExitCode;

use compoworld_world::Catalog;

/// States and answers are many small pieces, which takes the system's allocator a third of the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let catalog = Catalog::new(compoworld_catalog::SERVICES);
    let (mut out, mut talk) = (std::io::stdout(), std::io::stderr());
    let code = compoworld_command::run(&catalog, std::env::args_os(), &mut out, &mut talk);
    ExitCode::from(code)
}
