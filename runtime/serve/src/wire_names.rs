//! Tools under the names that the real servers give them, for clients that know those servers.

use std::collections::BTreeMap;

use compoworld_world::{Environment, SEPARATOR, ToolDescription, ToolView};

/// What stands for each tool's full name.
#[derive(Debug, Clone)]
pub(crate) struct WireNames {
    full_by_wire: BTreeMap<String, String>,
    wire_by_full: BTreeMap<String, String>,
}

impl WireNames {
    /// The names in a world.
    ///
    /// # Errors
    /// The name that two of its tools have, and their full names.
    pub(crate) fn of(environment: &Environment) -> Result<Self, (String, [String; 2])> {
        let mut names = Self { full_by_wire: BTreeMap::new(), wire_by_full: BTreeMap::new() };
        for (alias, instance) in environment.members() {
            for tool in instance.service().tools {
                let full = format!("{alias}{SEPARATOR}{}", tool.name);
                let wire = tool.wire_name.to_owned();
                if let Some(other) = names.full_by_wire.insert(wire.clone(), full.clone()) {
                    return Err((wire, [other, full]));
                }
                names.wire_by_full.insert(full, wire);
            }
        }
        Ok(names)
    }

    /// The tools of the world under these names.
    pub(crate) fn tools(&self, environment: &Environment) -> Vec<ToolDescription> {
        let mut tools = environment.tools(ToolView::Flat);
        for tool in &mut tools {
            if let Some(wire) = self.wire_by_full.get(&tool.name) {
                tool.name.clone_from(wire);
            }
        }
        tools
    }

    /// The full name that a name stands for; a name that stands for none is left as it is.
    pub(crate) fn full<'a>(&'a self, name: &'a str) -> &'a str {
        self.full_by_wire.get(name).map_or(name, String::as_str)
    }
}
