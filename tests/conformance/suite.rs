//! Running the suite, and reading what it says.

use std::fs;
use std::path::Path;
use std::process::Command;

use compoworld_tests::installed;
use serde_json::Value;

/// How a scenario ended.
#[derive(Debug)]
pub struct Seen {
    pub scenario: String,
    /// The checks that failed, each with the reason.
    pub failures: Vec<String>,
    /// The checks that the suite only warns of.
    pub warnings: Vec<String>,
}

impl Seen {
    /// The outcome by its name in the table.
    pub fn outcome(&self) -> &'static str {
        match (self.failures.is_empty(), self.warnings.is_empty()) {
            (true, true) => "passes",
            (true, false) => "warned of",
            (false, _) => "does not apply",
        }
    }
}

/// Runs every scenario that a revision requires; nothing when the suite is not installed.
pub fn run_suite(url: &str, revision: &str) -> Option<Vec<Seen>> {
    let node = installed("COMPOWORLD_NODE")?;
    let suite = installed("COMPOWORLD_MCP_CONFORMANCE")?;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = Command::new(node)
        .arg(suite)
        .args(["server", "--url", url, "--requirements", revision, "--output-dir", "results"])
        .current_dir(folder.path())
        .output()
        .expect("the suite starts");
    let entries = fs::read_dir(folder.path().join("results"))
        .unwrap_or_else(|_| panic!("no results: {}", String::from_utf8_lossy(&output.stderr)));
    let mut seen: Vec<Seen> = entries.flatten().map(|entry| read_results(&entry.path())).collect();
    seen.sort_by(|a, b| a.scenario.cmp(&b.scenario));
    Some(seen)
}

/// Reads `server-SCENARIO-TIME/checks.json`.
fn read_results(folder: &Path) -> Seen {
    const TIME: &str = "-2026-12-01T00-00-00-000Z";
    let name = folder.file_name().expect("a folder has a name").to_string_lossy().into_owned();
    let scenario = name.strip_prefix("server-").expect("only servers are tested");
    let scenario = scenario[..scenario.len() - TIME.len()].to_owned();
    let text = fs::read_to_string(folder.join("checks.json")).expect("the checks are there");
    let checks: Vec<Value> = serde_json::from_str(&text).expect("the checks are JSON");
    let told = |status: &str| {
        let told = checks.iter().filter(|check| check["status"] == status);
        told.map(|check| format!("{}: {}", check["id"], check["errorMessage"])).collect()
    };
    Seen { scenario, failures: told("FAILURE"), warnings: told("WARNING") }
}
