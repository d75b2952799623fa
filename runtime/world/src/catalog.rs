//! The services that there are: what environments, tasks and rollouts are made of.

use std::collections::BTreeMap;
use std::sync::Arc;

use compoworld_core::{ServiceDef, digest_text, nearest};

/// A set of compiled services with different names. Cloning is cheap.
#[derive(Clone)]
pub struct Catalog {
    services: &'static [&'static ServiceDef],
    by_name: Arc<BTreeMap<&'static str, &'static ServiceDef>>,
    version: Arc<str>,
}

/// A name that no service of the catalog has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the catalog has no service `{name}`{hint}")]
pub struct UnknownService {
    /// The name asked for.
    pub name: String,
    hint: String,
}

impl Catalog {
    /// The catalog of these services.
    ///
    /// # Panics
    /// When two services have one name: the compiler never writes such a catalog.
    #[must_use]
    pub fn new(services: &'static [&'static ServiceDef]) -> Self {
        let mut by_name = BTreeMap::new();
        for service in services {
            let earlier = by_name.insert(service.name, *service);
            assert!(earlier.is_none(), "two services of one catalog are called `{}`", service.name);
        }
        let version = version_of(by_name.values().copied());
        Self { services, by_name: Arc::new(by_name), version: version.into() }
    }

    /// Every service, in the order that the catalog was made of.
    #[must_use]
    pub fn services(&self) -> &'static [&'static ServiceDef] {
        self.services
    }

    /// The service with this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&'static ServiceDef> {
        self.by_name.get(name).copied()
    }

    /// The service with this name.
    ///
    /// # Errors
    /// When there is none; the error names the closest one.
    pub fn require(&self, name: &str) -> Result<&'static ServiceDef, UnknownService> {
        self.find(name).ok_or_else(|| {
            let near = nearest(name, self.by_name.keys().copied());
            let hint = near.map(|near| format!(", did you mean `{near}`?")).unwrap_or_default();
            UnknownService { name: name.to_owned(), hint }
        })
    }

    /// The digest of every service's name and version. Two catalogs with one version answer every
    /// call alike.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }
}

fn version_of(services: impl Iterator<Item = &'static ServiceDef>) -> String {
    const DIGITS: usize = 16;
    let mut text = String::new();
    for service in services {
        text.push_str(service.name);
        text.push(' ');
        text.push_str(service.version);
        text.push('\n');
    }
    let mut digest = digest_text(&text);
    digest.truncate(DIGITS);
    digest
}
