//! A service as the attack gets it: its tool list, and ways to start it.

use compoworld_adversary::{Server, ToolList, World};
use compoworld_core::{Instance, ServiceDef, Timestamp};
use compoworld_world::planner::inhabit;
use compoworld_world::{Catalog, Environment};
use serde_json::{Value, json};

use crate::failure::Failure;

/// The instant at which every attack starts.
const EPOCH: &str = "2026-03-02T09:00:00Z";

/// A service under attack.
pub(super) struct Target {
    pub(super) service: &'static ServiceDef,
    pub(super) tools: ToolList,
    /// Two filled worlds, then an empty one.
    pub(super) worlds: Vec<World>,
    seed: u64,
    epoch: Timestamp,
}

impl Target {
    pub(super) fn of(
        catalog: &Catalog,
        service: &'static ServiceDef,
        seed: u64,
    ) -> Result<Self, Failure> {
        let epoch = Timestamp::parse(EPOCH).expect("the instant is written right");
        let tools = ToolList::of(service).map_err(|error| Failure::Input(error.to_string()))?;
        let mut worlds = Vec::new();
        for seed in [seed, seed.wrapping_add(1)] {
            let mut filled = Environment::new(catalog, seed, epoch);
            filled.add(service.name, service)?;
            inhabit(&mut filled, seed)?;
            let instance = filled.instance(service.name).expect("the service was just added");
            worlds.push(World { state: instance.state_value() });
        }
        worlds.push(World { state: json!({}) });
        Ok(Self { service, tools, worlds, seed, epoch })
    }

    /// The service in a state, when it fits.
    pub(super) fn instance(&self, state: &Value) -> Option<Instance> {
        let mut instance = Instance::new(self.service, self.service.name, self.seed, self.epoch);
        instance.load(state).ok()?;
        Some(instance)
    }

    /// Starts the service in any state that fits.
    pub(super) fn start(&self) -> impl Fn(&Value) -> Option<Box<dyn Server>> + '_ {
        |state| Some(Box::new(self.instance(state)?) as Box<dyn Server>)
    }
}
