//! An environment as stored data, and back: as it was, or made to fit a later catalog.

use std::borrow::Cow;

use compoworld_core::{ServiceDef, Snapshot, Timestamp, canonical_json, digest_text, state_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::catalog::Catalog;
use crate::environment::{Environment, EnvironmentError, join};
use crate::event::Call;
use crate::fit_state::fit_state;

/// All there is to know of an environment, to store it. What it recorded is not part of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EnvironmentSnapshot {
    /// The version of the catalog that the services came from.
    pub catalog_version: String,
    /// The seed.
    pub seed: u64,
    /// The instant at which the clock started.
    #[serde(with = "crate::epoch")]
    pub epoch: Timestamp,
    /// The services, in order.
    pub services: Vec<ServiceSnapshot>,
    /// How many calls a world model has answered.
    pub simulated_calls: u64,
}

/// One service of a stored environment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ServiceSnapshot {
    /// Its name in the environment.
    pub alias: String,
    /// Its name in the catalog.
    pub service: String,
    /// Its version.
    pub version: String,
    /// The digest of its state's schema; empty in snapshots from before there was one.
    #[serde(default)]
    pub schema: String,
    /// The number of writes so far.
    pub writes: u64,
    /// Its state.
    pub state: Value,
}

/// How alike a stored environment's catalog and the present one must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CatalogCheck {
    /// The whole catalogs must be one version.
    #[default]
    WholeCatalog,
    /// Only the services in use must be one version.
    ServicesInUse,
}

/// An environment of a snapshot that another catalog may have made.
#[derive(Debug)]
pub struct Migrated {
    /// The environment.
    pub environment: Environment,
    /// What was done to make it fit, for the user to read.
    pub notes: Vec<String>,
}

impl Environment {
    /// Everything, to store it.
    #[must_use]
    pub fn snapshot(&self) -> EnvironmentSnapshot {
        let services = self.members().map(|(alias, instance)| {
            let schema = schema_digest(instance.service());
            let Snapshot { service, version, state, writes } = instance.snapshot();
            ServiceSnapshot { alias: alias.to_owned(), service, version, schema, writes, state }
        });
        EnvironmentSnapshot {
            catalog_version: self.catalog_version().to_owned(),
            seed: self.seed(),
            epoch: self.epoch(),
            services: services.collect(),
            simulated_calls: self.simulated_calls(),
        }
    }

    /// The environment that a snapshot was taken of, with an empty log.
    ///
    /// # Errors
    /// When the snapshot's catalog, or the version of one of its services, is another than the
    /// present one, or a state does not fit its service. [`Environment::migrate`] takes those that
    /// can be made to fit.
    pub fn restore(
        catalog: &Catalog,
        snapshot: &EnvironmentSnapshot,
        check: CatalogCheck,
    ) -> Result<Self, EnvironmentError> {
        if check == CatalogCheck::WholeCatalog && snapshot.catalog_version != catalog.version() {
            return Err(EnvironmentError::OtherCatalog {
                stored: snapshot.catalog_version.clone(),
                present: catalog.version().to_owned(),
            });
        }
        let mut environment = Self::new(catalog, snapshot.seed, snapshot.epoch);
        for stored in &snapshot.services {
            let service = catalog.require(&stored.service)?;
            if service.version != stored.version {
                return Err(EnvironmentError::OtherService {
                    service: stored.service.clone(),
                    stored: stored.version.clone(),
                    present: service.version.to_owned(),
                });
            }
            environment.add(&stored.alias, service)?;
            environment.restore_member(&stored.alias, &stored.state, stored.writes)?;
        }
        environment.set_simulated_calls(snapshot.simulated_calls);
        Ok(environment)
    }

    /// The environment of a snapshot, whichever catalog made it: states of other versions of their
    /// services are made to fit, and what that took is told. Whole, or not at all.
    ///
    /// # Errors
    /// When a service is not in the catalog any more, or a state cannot be made to fit.
    pub fn migrate(
        catalog: &Catalog,
        snapshot: &EnvironmentSnapshot,
    ) -> Result<Migrated, EnvironmentError> {
        let mut environment = Self::new(catalog, snapshot.seed, snapshot.epoch);
        let mut notes = Vec::new();
        for stored in &snapshot.services {
            let service = catalog.require(&stored.service)?;
            environment.add(&stored.alias, service)?;
            if service.version == stored.version {
                environment.restore_member(&stored.alias, &stored.state, stored.writes)?;
            } else {
                notes.extend(environment.bring_up_to_date(service, stored)?);
            }
        }
        environment.set_simulated_calls(snapshot.simulated_calls);
        Ok(Migrated { environment, notes })
    }

    /// Loads the state of another version of a service, and tells what that took.
    fn bring_up_to_date(
        &mut self,
        service: &ServiceDef,
        stored: &ServiceSnapshot,
    ) -> Result<Vec<String>, EnvironmentError> {
        let ServiceSnapshot { alias, service: name, version, .. } = stored;
        let (state, changes) = if schema_digest(service) == stored.schema {
            (Cow::Borrowed(&stored.state), Vec::new())
        } else {
            let (state, changes) = fit_state(service.state, &stored.state);
            (Cow::Owned(state), changes)
        };
        let present = service.version;
        self.restore_member(alias, &state, stored.writes).map_err(|error| match error {
            EnvironmentError::BadState { errors, .. } => EnvironmentError::CannotMigrate(format!(
                "`{alias}` was made with version {version} of service `{name}`, and cannot be \
                 brought to version {present}: {}",
                join(&errors)
            )),
            other => other,
        })?;
        let unchanged = if changes.is_empty() { "; its rows stay as they are" } else { "" };
        let first = format!(
            "`{alias}` was made with version {version} of `{name}`, and is brought to version \
             {present}{unchanged}"
        );
        let changes = changes.into_iter().map(|change| format!("`{alias}`: {change}"));
        Ok(std::iter::once(first).chain(changes).collect())
    }

    /// The environment after these calls on a snapshot: bit for bit what it was the first time,
    /// as long as the world model, if one was asked, answers the same again.
    ///
    /// # Errors
    /// Those of [`Environment::restore`]. A call that fails is no error: it failed the first
    /// time too.
    pub fn replay(
        catalog: &Catalog,
        snapshot: &EnvironmentSnapshot,
        calls: &[Call],
    ) -> Result<Self, EnvironmentError> {
        let mut environment = Self::restore(catalog, snapshot, CatalogCheck::WholeCatalog)?;
        for call in calls {
            environment.call(&call.tool, &call.arguments);
        }
        Ok(environment)
    }
}

/// The SHA-256 of the JSON Schema of a service's state.
fn schema_digest(service: &ServiceDef) -> String {
    digest_text(&canonical_json(&state_schema(service.state)))
}
