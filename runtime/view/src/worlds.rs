//! Environments that live as long as the inspector: each call is a fork, so each can be undone.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use compoworld_world::{Answer, Environment, Recording, RowChange};

/// How many environments there are at a time.
pub(crate) const WORLDS_MAX: usize = 64;

/// How many calls an environment remembers.
pub(crate) const STEPS_MAX: usize = 1_000;

/// An environment and the calls that were made in it.
#[derive(Clone)]
pub(crate) struct World {
    /// What it is called.
    pub(crate) name: String,
    /// How it starts.
    start: Environment,
    /// What was called since.
    pub(crate) steps: Vec<Arc<Step>>,
}

/// A call and what came of it.
pub(crate) struct Step {
    pub(crate) tool: String,
    pub(crate) arguments: String,
    pub(crate) answer: Answer,
    pub(crate) changes: Vec<RowChange>,
    after: Environment,
}

impl World {
    /// A world that starts here.
    pub(crate) fn new(name: impl Into<String>, start: Environment) -> Self {
        // The steps are what is remembered; a second log would only be carried along.
        let start = start.with_recording(Recording::Nothing);
        Self { name: name.into(), start, steps: Vec::new() }
    }

    /// The environment after so many steps.
    pub(crate) fn after(&self, n_steps: usize) -> &Environment {
        match n_steps.checked_sub(1).and_then(|last| self.steps.get(last)) {
            Some(step) => &step.after,
            None => &self.start,
        }
    }

    /// The environment as it is now.
    pub(crate) fn now(&self) -> &Environment {
        self.after(self.steps.len())
    }

    /// Calls a tool on a fork, which is the environment from then on.
    pub(crate) fn call(&mut self, tool: &str, arguments: &str) {
        let mut after = self.now().fork();
        let answer = after.call_recorded(tool, arguments);
        let changes = after.changes_since(self.now());
        let (tool, arguments) = (tool.to_owned(), arguments.to_owned());
        self.steps.push(Arc::new(Step { tool, arguments, answer, changes, after }));
    }

    /// A world of its own with this past: the first steps of this one.
    pub(crate) fn fork(&self, n_steps: usize) -> Self {
        let steps = self.steps.iter().take(n_steps).cloned().collect();
        Self { name: format!("{}, forked", self.name), start: self.start.fork(), steps }
    }
}

/// The worlds, by number.
#[derive(Default)]
pub(crate) struct Worlds {
    held: Mutex<(u32, BTreeMap<u32, World>)>,
}

impl Worlds {
    /// Adds a world, and returns its number.
    ///
    /// # Errors
    /// When there are too many, with what to do.
    pub(crate) fn add(&self, world: World) -> Result<u32, String> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let (last, worlds) = &mut *held;
        if worlds.len() >= WORLDS_MAX {
            return Err(format!("there are {WORLDS_MAX} environments: close one first"));
        }
        *last += 1;
        worlds.insert(*last, world);
        Ok(*last)
    }

    /// A copy of a world, to look at.
    pub(crate) fn get(&self, number: u32) -> Option<World> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner).1.get(&number).cloned()
    }

    /// Changes a world.
    pub(crate) fn change<T>(&self, number: u32, change: impl FnOnce(&mut World) -> T) -> Option<T> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.1.get_mut(&number).map(change)
    }

    /// Closes a world; tells whether there was one.
    pub(crate) fn close(&self, number: u32) -> bool {
        self.held.lock().unwrap_or_else(PoisonError::into_inner).1.remove(&number).is_some()
    }

    /// All worlds, oldest first.
    pub(crate) fn all(&self) -> Vec<(u32, World)> {
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.1.iter().map(|(number, world)| (*number, world.clone())).collect()
    }
}
