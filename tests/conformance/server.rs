//! The program with a catalog of one service: the one whose tools the conformance suite calls.

use std::process::ExitCode;

use compoworld_core::ServiceDef;
use compoworld_world::Catalog;

static SERVICES: [&ServiceDef; 1] = [&compoworld_conformance::SERVICE];

fn main() -> ExitCode {
    let catalog = Catalog::new(&SERVICES);
    let (mut out, mut talk) = (std::io::stdout(), std::io::stderr());
    let code = compoworld_command::run(&catalog, std::env::args_os(), &mut out, &mut talk);
    ExitCode::from(code)
}
