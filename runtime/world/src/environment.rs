//! An environment: several services side by side, each with its own state.
//!
//! A call touches one service and is answered by that service alone; the others stay as they are.
//! An environment is a pure function of its initial states, its seed, its clock and its calls.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, OnceLock};

use compoworld_core::{
    Instance, ReadError, ServiceDef, State, Timestamp, Tool, ToolError, digest_text,
};
use serde_json::Value;

use crate::catalog::{Catalog, UnknownService};
use crate::changes::RowChange;
use crate::event::{Event, Recording};
use crate::tool_view::{MetaTool, SEPARATOR, ToolDescription, ToolView, describe};
use crate::world_model::{OfflineModel, WorldModel};

/// Services under aliases, with one seed and one clock. Cloning is a fork: it costs a pointer a
/// service, and neither copy ever sees what the other does.
#[derive(Clone)]
pub struct Environment {
    catalog_version: Arc<str>,
    seed: u64,
    epoch: Timestamp,
    members: Vec<Member>,
    pub(crate) world_model: Arc<dyn WorldModel>,
    /// Services and tools whose code failed verification.
    quarantined: Arc<BTreeSet<(String, String)>>,
    pub(crate) recording: Recording,
    pub(crate) events: Arc<Vec<Arc<Event>>>,
    pub(crate) simulated_calls: u64,
}

#[derive(Clone)]
pub(crate) struct Member {
    pub(crate) alias: Arc<str>,
    pub(crate) instance: Instance,
    /// The digest of the present state, once it was asked for. Forks share it until they write.
    digest: Arc<OnceLock<String>>,
}

impl Member {
    fn digest(&self) -> &str {
        self.digest.get_or_init(|| self.instance.digest())
    }

    /// Whatever is done with it may change the state, and makes the known digest void.
    pub(crate) fn instance_mut(&mut self) -> &mut Instance {
        self.digest = Arc::default();
        &mut self.instance
    }
}

/// Why an environment cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum EnvironmentError {
    /// A service is not in the catalog.
    #[error(transparent)]
    UnknownService(#[from] UnknownService),
    /// An alias cannot be the first part of a tool's name.
    #[error(
        "`{0}` cannot be a service's alias: use lower-case letters, digits and single `_`, and \
         start with a letter"
    )]
    BadAlias(String),
    /// Two services would have one alias.
    #[error("there are two services under the alias `{0}`, give one of them another alias")]
    AliasTaken(String),
    /// No service has this alias.
    #[error("no service of the environment has the alias `{0}`")]
    UnknownAlias(String),
    /// A state does not fit its service.
    #[error("the state of `{alias}` does not fit its service: {}", join(.errors))]
    BadState {
        /// The service's alias.
        alias: String,
        /// Every place that does not fit.
        errors: Vec<ReadError>,
    },
    /// The data were made with another catalog.
    #[error(
        "made with catalog version {stored}, this one is {present}; make it again with this \
         catalog, or allow another one (`--allow-other-catalog`) when the services in use are the \
         same"
    )]
    OtherCatalog {
        /// The version in the data.
        stored: String,
        /// The version of the catalog at hand.
        present: String,
    },
    /// The data were made with another version of a service.
    #[error(
        "made with version {stored} of service `{service}`, the catalog has {present}; make it \
         again with this catalog"
    )]
    OtherService {
        /// The service's name.
        service: String,
        /// The version in the data.
        stored: String,
        /// The version of the service at hand.
        present: String,
    },
    /// The data were made with another version of a service, and cannot be made to fit this one.
    #[error("{0}; nothing was loaded: use the catalog that made it, or start anew")]
    CannotMigrate(String),
}

pub(crate) fn join(errors: &[ReadError]) -> String {
    const SHOWN_MAX: usize = 5;
    let mut texts: Vec<_> = errors.iter().take(SHOWN_MAX).map(ToString::to_string).collect();
    if errors.len() > SHOWN_MAX {
        texts.push(format!("and {} more", errors.len() - SHOWN_MAX));
    }
    texts.join("; ")
}

impl Environment {
    /// An environment without services.
    #[must_use]
    pub fn new(catalog: &Catalog, seed: u64, epoch: Timestamp) -> Self {
        Self {
            catalog_version: catalog.version().into(),
            seed,
            epoch,
            members: Vec::new(),
            world_model: Arc::new(OfflineModel),
            quarantined: Arc::default(),
            recording: Recording::default(),
            events: Arc::default(),
            simulated_calls: 0,
        }
    }

    /// Adds a service with empty tables. One service may be there twice, under two aliases.
    ///
    /// # Errors
    /// When the alias is taken or cannot be part of a tool's name.
    pub fn add(
        &mut self,
        alias: &str,
        service: &'static ServiceDef,
    ) -> Result<(), EnvironmentError> {
        if !is_alias(alias) {
            return Err(EnvironmentError::BadAlias(alias.to_owned()));
        }
        if self.position(alias).is_some() {
            return Err(EnvironmentError::AliasTaken(alias.to_owned()));
        }
        let instance = Instance::new(service, alias, self.seed, self.epoch);
        self.members.push(Member { alias: alias.into(), instance, digest: Arc::default() });
        Ok(())
    }

    /// Replaces the state of one service by one read from JSON.
    ///
    /// # Errors
    /// When no service has the alias, or the state does not fit; then nothing changed.
    pub fn load(&mut self, alias: &str, state: &Value) -> Result<(), EnvironmentError> {
        let bad = |errors| EnvironmentError::BadState { alias: alias.to_owned(), errors };
        self.member_mut(alias)?.load(state).map_err(bad)
    }

    /// The same environment, answered by another world model where tools are simulated.
    #[must_use]
    pub fn with_world_model(mut self, world_model: Arc<dyn WorldModel>) -> Self {
        self.world_model = world_model;
        self
    }

    /// The same environment, where the world model answers these tools instead of their code. Each
    /// is a service of the catalog and one of its tools: those that failed verification.
    #[must_use]
    pub fn with_quarantined(mut self, tools: impl IntoIterator<Item = (String, String)>) -> Self {
        self.quarantined = Arc::new(tools.into_iter().collect());
        self
    }

    /// The same environment, which records this much from now on.
    #[must_use]
    pub fn with_recording(mut self, recording: Recording) -> Self {
        self.recording = recording;
        self
    }

    /// A copy that neither sees nor is seen.
    #[must_use]
    pub fn fork(&self) -> Self {
        self.clone()
    }

    /// A fork whose services stand in this order; those that are not named are left out.
    #[must_use]
    pub(crate) fn in_order<'n>(&self, aliases: impl Iterator<Item = &'n str>) -> Self {
        let positions = aliases.filter_map(|alias| self.position(alias));
        let members = positions.map(|position| self.members[position].clone()).collect();
        Self { members, ..self.clone() }
    }

    /// Adds the services of another environment of the same seed and clock, as they stand. None of
    /// them may be here already.
    pub(crate) fn join(&mut self, others: &Self) {
        self.members.extend(others.members.iter().cloned());
    }

    /// The version of the catalog that the services came from.
    #[must_use]
    pub fn catalog_version(&self) -> &str {
        &self.catalog_version
    }

    /// The seed of every identifier and random choice.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The instant at which every service's clock started.
    #[must_use]
    pub fn epoch(&self) -> Timestamp {
        self.epoch
    }

    /// The services' aliases and live copies, in the order in which they were added.
    pub fn members(&self) -> impl ExactSizeIterator<Item = (&str, &Instance)> {
        self.members.iter().map(|member| (&*member.alias, &member.instance))
    }

    /// The live copy under this alias.
    #[must_use]
    pub fn instance(&self, alias: &str) -> Option<&Instance> {
        self.position(alias).map(|position| &self.members[position].instance)
    }

    /// Everything recorded so far, oldest first. A fork starts with what its origin recorded.
    #[must_use]
    pub fn events(&self) -> &[Arc<Event>] {
        &self.events
    }

    /// How many calls a world model has answered.
    #[must_use]
    pub fn simulated_calls(&self) -> u64 {
        self.simulated_calls
    }

    /// The tools, as an agent is told of them.
    #[must_use]
    pub fn tools(&self, view: ToolView) -> Vec<ToolDescription> {
        match view {
            ToolView::Meta => MetaTool::ALL.into_iter().map(MetaTool::describe).collect(),
            ToolView::Flat => self
                .members
                .iter()
                .flat_map(|member| {
                    let tools = member.instance.service().tools.iter();
                    tools.map(|tool| describe(&member.alias, tool))
                })
                .collect(),
        }
    }

    /// The SHA-256 over every service's alias, name and state. Equal states have equal digests.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut members: Vec<&Member> = self.members.iter().collect();
        members.sort_unstable_by_key(|member| &member.alias);
        let mut text = String::new();
        for member in members {
            for part in [&*member.alias, member.instance.service().name, member.digest()] {
                text.push_str(part);
                text.push('\n');
            }
        }
        digest_text(&text)
    }

    /// Whether the same services are in the same states under the same aliases: when they are, the
    /// digests are equal too. Costs what differs, not what there is, between forks of one
    /// environment.
    #[must_use]
    pub fn is_same_state(&self, other: &Self) -> bool {
        let same = |(a, b): (&Member, &Member)| {
            a.alias == b.alias && a.instance.is_same_state(&b.instance)
        };
        self.members.len() == other.members.len()
            && self.members.iter().zip(&other.members).all(same)
    }

    /// The changes that lead from `earlier` to this environment, in the order of services, tables
    /// and keys. Costs what changed, not what there is, when one was forked from the other.
    ///
    /// # Panics
    /// When the two do not hold the same services under the same aliases.
    #[must_use]
    pub fn changes_since(&self, earlier: &Self) -> Vec<RowChange> {
        assert_eq!(self.members.len(), earlier.members.len(), "two versions of one environment");
        let mut changes = Vec::new();
        for (member, before) in self.members.iter().zip(&earlier.members) {
            assert_eq!(member.alias, before.alias, "two versions of one environment");
            let diff = member.instance.changes_since(&before.instance);
            changes.extend(diff.into_iter().map(|change| RowChange::of(&member.alias, change)));
        }
        changes
    }

    /// The position of an alias. Environments hold a handful of services, so a scan is fastest.
    pub(crate) fn position(&self, alias: &str) -> Option<usize> {
        self.members.iter().position(|member| &*member.alias == alias)
    }

    pub(crate) fn member(&mut self, position: usize) -> &mut Member {
        &mut self.members[position]
    }

    pub(crate) fn is_quarantined(&self, position: usize, tool: &Tool) -> bool {
        let service = self.members[position].instance.service().name;
        !self.quarantined.is_empty()
            && self.quarantined.contains(&(service.to_owned(), tool.name.to_owned()))
    }

    pub(crate) fn restore_member(
        &mut self,
        alias: &str,
        state: &Value,
        writes: u64,
    ) -> Result<(), EnvironmentError> {
        let bad = |errors| EnvironmentError::BadState { alias: alias.to_owned(), errors };
        self.member_mut(alias)?.restore_state(state, writes).map_err(bad)
    }

    /// Replaces a service's state as one write that no tool made.
    pub(crate) fn replace_state(
        &mut self,
        alias: &str,
        state: Box<dyn State>,
    ) -> Result<(), ToolError> {
        let position = self.position(alias).expect("the caller names a service of its own");
        self.members[position].instance_mut().replace_state(state)
    }

    pub(crate) fn set_simulated_calls(&mut self, count: u64) {
        self.simulated_calls = count;
    }

    fn member_mut(&mut self, alias: &str) -> Result<&mut Instance, EnvironmentError> {
        match self.position(alias) {
            Some(position) => Ok(self.members[position].instance_mut()),
            None => Err(EnvironmentError::UnknownAlias(alias.to_owned())),
        }
    }
}

impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let services: Vec<_> =
            self.members().map(|(alias, instance)| (alias, instance.service().name)).collect();
        f.debug_struct("Environment").field("services", &services).finish_non_exhaustive()
    }
}

/// Whether a text can stand before the separator of a tool's name: `crm`, `help_desk_2`.
fn is_alias(text: &str) -> bool {
    let starts_well = text.bytes().next().is_some_and(|first| first.is_ascii_lowercase());
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    starts_well && text.bytes().all(plain) && !text.contains(SEPARATOR) && !text.ends_with('_')
}
