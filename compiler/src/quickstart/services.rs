//! Compiles the corpus, builds and verifies the services, and links the catalog.

use serde_json::Value;

use crate::diagnostics::Diagnostics;
use crate::programs::{self, Program};
use crate::write_atomic::write_atomic;

use super::session::Session;

pub(super) fn compile(session: &mut Session) -> Result<(), Diagnostics> {
    session.phase("Compile the services", |session, say| {
        let own = std::env::current_exe().unwrap_or_else(|_| "compoworld".into());
        let mut command = std::process::Command::new(own);
        command.current_dir(&session.root).args(["corpus", "regenerate"]);
        let said = programs::run(command, say)?;
        let last = said.lines().rev().find(|line| !line.trim().is_empty());
        Ok(last.unwrap_or("up to date").to_owned())
    })
}

pub(super) fn build(session: &mut Session) -> Result<(), Diagnostics> {
    session.phase("Build them", |session, say| {
        programs::build(&session.root, say)?;
        Ok("services, runtime and trainer".to_owned())
    })
}

pub(super) fn verify(session: &mut Session) -> Result<(), Diagnostics> {
    session.phase("Verify them", |session, say| {
        let own = std::env::current_exe().unwrap_or_else(|_| "compoworld".into());
        let mut command = std::process::Command::new(own);
        command.current_dir(&session.root).arg("verify");
        let said = programs::run(command, say)?;
        let last = said.lines().rev().find(|line| !line.trim().is_empty());
        Ok(last.unwrap_or("all contract tests pass").to_owned())
    })
}

pub(super) fn link(session: &mut Session) -> Result<(), Diagnostics> {
    session.phase("Link the catalog", |session, say| {
        let text = session.run(Program::Runtime, &["services", "--json"], say)?;
        write_atomic(&session.file("services.json"), text.as_bytes())?;
        let services: Vec<Value> = serde_json::from_str(&text).unwrap_or_default();
        let sum = |member: &str| -> u64 {
            services.iter().filter_map(|service| service[member].as_u64()).sum()
        };
        let mut domains: Vec<_> =
            services.iter().filter_map(|service| service["domain"].as_str()).collect();
        domains.sort_unstable();
        domains.dedup();
        Ok(format!(
            "{} services, {} domains, {} tools, {} of them simulated",
            services.len(),
            domains.len(),
            sum("n_tools"),
            sum("n_simulated")
        ))
    })
}
