//! The `compoworld-runtime` program: what `compoworld` hands on that needs compiled services.

use std::process::ExitCode;

use compoworld_world::Catalog;

fn main() -> ExitCode {
    let catalog = Catalog::new(compoworld_catalog::SERVICES);
    let (mut out, mut talk) = (std::io::stdout(), std::io::stderr());
    let code = compoworld_runtime::run(&catalog, std::env::args_os(), &mut out, &mut talk);
    ExitCode::from(code)
}
