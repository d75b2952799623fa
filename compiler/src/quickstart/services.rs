//! Compiles the corpus, builds and verifies the services, and links the catalog.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::corpus::find_services;
use crate::diagnostics::Diagnostics;
use crate::programs::{self, Program};
use crate::write_atomic::write_atomic;

use super::session::Session;
use super::tasks::SERVICES;

pub(super) fn compile(session: &mut Session) -> Result<(), Diagnostics> {
    session.phase("Compile the services", |session, say| {
        let said = session.run_own(&["corpus", "regenerate"], say)?;
        let last = said.lines().rev().find(|line| !line.trim().is_empty());
        Ok(last.unwrap_or("up to date").to_owned())
    })
}

pub(super) fn build(session: &mut Session) -> Result<(), Diagnostics> {
    session.phase("Build them", |session, say| {
        programs::build(&session.root, &[Program::Runtime, Program::Trainer], say)?;
        Ok("services, runtime and trainer".to_owned())
    })
}

/// Verifies the services that the tasks are about. What is known of the others is in their ledgers,
/// which are kept with the generated code.
pub(super) fn verify(session: &mut Session) -> Result<(), Diagnostics> {
    session.phase("Verify them", |session, say| {
        session.run_own(&[&["verify"], &SERVICES[..]].concat(), say)?;
        let known: Vec<String> = count_statuses(&session.root)?
            .into_iter()
            .map(|(status, n_tools)| format!("{n_tools} {status}"))
            .collect();
        Ok(format!(
            "{} anew; by the ledgers of all services, {} tools",
            SERVICES.join(" and "),
            known.join(", ")
        ))
    })
}

/// How many tools have each status in the ledgers of the generated services.
fn count_statuses(root: &Path) -> Result<BTreeMap<&'static str, usize>, Diagnostics> {
    let mut counts = BTreeMap::new();
    for service in find_services(&root.join("compiler/corpus"))? {
        let ledger = service.verification(&root.join("generated"));
        for status in ledger.iter().flat_map(|ledger| ledger.tools.values()) {
            *counts.entry(status.word()).or_default() += 1;
        }
    }
    Ok(counts)
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
