//! Finds the services of a corpus.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place};
use crate::emit::Verification;

/// The file that holds what is known of a service's tools.
const LEDGER: &str = "verification.json";

/// The folder of one service.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ServiceFolder {
    /// The service's name.
    pub service: String,
    /// The domain's name.
    pub domain: String,
    /// The folder.
    pub path: PathBuf,
    /// Whether there is a `service.rs`.
    pub has_model: bool,
}

impl ServiceFolder {
    /// What was found when the service's crate in `out` was verified last, or, before that, when
    /// it was authored; `None` when there is no such file, or it is not understood.
    #[must_use]
    pub fn verification(&self, out: &Path) -> Option<Verification> {
        let crates = out.join(&self.domain).join(&self.service);
        [&crates, &self.path].into_iter().find_map(|folder| {
            serde_json::from_str(&fs::read_to_string(folder.join(LEDGER)).ok()?).ok()
        })
    }
}

/// Every folder `<corpus>/<domain>/<service>` with a `spec.json`, by domain and service.
///
/// # Errors
/// When a folder cannot be read, or two services share a name.
pub fn find_services(corpus: &Path) -> Result<Vec<ServiceFolder>, Diagnostics> {
    let mut services = Vec::new();
    for domain in folders(corpus)? {
        for path in folders(&domain)? {
            if path.join("spec.json").is_file() {
                services.push(ServiceFolder {
                    service: name_of(&path),
                    domain: name_of(&domain),
                    has_model: path.join("service.rs").is_file(),
                    path,
                });
            }
        }
    }
    services.sort_by(|a, b| (&a.domain, &a.service).cmp(&(&b.domain, &b.service)));
    let mut seen: BTreeMap<&str, &Path> = BTreeMap::new();
    let mut diagnostics = Diagnostics::new();
    for service in &services {
        if let Some(first) = seen.insert(&service.service, &service.path) {
            diagnostics.push(
                Diagnostic::new(
                    Code::MisplacedService,
                    Place::file(service.path.display().to_string()),
                )
                .message(format!("a second service is called `{}`", service.service))
                .label(Place::file(first.display().to_string()), "the first"),
            );
        }
    }
    diagnostics.unless_errors(()).map(|_| services)
}

fn folders(path: &Path) -> Result<Vec<PathBuf>, Diagnostics> {
    let unreadable = |error: std::io::Error| {
        Diagnostics::from(
            Diagnostic::new(Code::UnreadableFile, Place::file(path.display().to_string()))
                .message(format!("cannot list `{}`: {error}", path.display())),
        )
    };
    let mut folders = Vec::new();
    for entry in std::fs::read_dir(path).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        if entry.path().is_dir() && !is_hidden {
            folders.push(entry.path());
        }
    }
    folders.sort();
    Ok(folders)
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
