//! Two eras: snapshots of other versions of a service load, are brought up to date with a message,
//! or are refused with the reason, and never half load.

use std::sync::OnceLock;

use compoworld_core::{
    Choice, Entity, Hints, Key, Operation, RowRef, Run, Semantics, ServiceDef, State, Table, Tool,
    ToolError, run_read,
};
use compoworld_world::{Catalog, CatalogCheck, Environment, EnvironmentError, EnvironmentSnapshot};
use serde_json::{Value, json};

use crate::services::epoch;

/// A register of lamps as it was: rooms were tables of their own, lamps had a `color`.
mod before {
    use super::{Entity, Key, State, Table};

    #[derive(State)]
    pub struct Lamps {
        pub lamps: Table<Lamp>,
        pub rooms: Table<Room>,
    }

    #[derive(Debug, Clone, Entity)]
    pub struct Lamp {
        #[entity(key, sequence = "LMP-{:03}")]
        pub id: Key<Lamp>,
        pub name: String,
        pub color: String,
    }

    #[derive(Debug, Clone, Entity)]
    pub struct Room {
        #[entity(key)]
        pub id: Key<Room>,
    }
}

/// The register as it is now: lamps have a `state`, which is off unless something is told, and
/// there are timers.
mod after {
    use super::{Choice, Entity, Key, State, Table};

    #[derive(State)]
    pub struct Lamps {
        pub lamps: Table<Lamp>,
        pub timers: Table<Timer>,
    }

    #[derive(Debug, Clone, Entity)]
    pub struct Lamp {
        #[entity(key, sequence = "LMP-{:03}")]
        pub id: Key<Lamp>,
        #[entity(len = 1..=20)]
        pub name: String,
        #[entity(default = Power::Off)]
        pub power: Power,
    }

    #[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
    pub enum Power {
        Off,
        On,
    }

    #[derive(Debug, Clone, Entity)]
    pub struct Timer {
        #[entity(key)]
        pub id: Key<Timer>,
    }
}

/// Another step: every lamp has an owner, whom nobody can make up.
mod later {
    use super::{Entity, Key, State, Table};

    #[derive(State)]
    pub struct Lamps {
        pub lamps: Table<Lamp>,
    }

    #[derive(Debug, Clone, Entity)]
    pub struct Lamp {
        #[entity(key, sequence = "LMP-{:03}")]
        pub id: Key<Lamp>,
        pub name: String,
        pub owner: String,
    }
}

const BY_ID: &str = r#"{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}"#;

const fn reading(run: Run) -> Tool {
    Tool {
        name: "get_lamp",
        wire_name: "get_lamp",
        description: "Read a lamp.",
        parameters: BY_ID,
        returns: None,
        hints: Hints::NONE,
        semantics: Semantics { operation: Operation::Get, ..Semantics::UNKNOWN },
        run,
        schema: OnceLock::new(),
    }
}

#[derive(compoworld_core::Args)]
struct ById {
    id: String,
}

macro_rules! era {
    ($module:ident, $service:ident, $version:literal) => {
        mod $service {
            use super::*;

            static TOOLS: [Tool; 1] =
                [reading(Run::Read(|state, args, cx| run_read(state, args, cx, get_lamp)))];

            fn get_lamp(
                state: &$module::Lamps,
                args: ById,
                _: &mut compoworld_core::Context,
            ) -> Result<RowRef<$module::Lamp>, ToolError> {
                state.lamps.find(&args.id)
            }

            static SERVICE: ServiceDef = ServiceDef {
                name: "lamps",
                title: "Lamps",
                domain: "home",
                summary: "Lamps.",
                tools: &TOOLS,
                state: &$module::Lamps::INFO,
                version: $version,
            };

            pub fn catalog() -> Catalog {
                static SERVICES: [&ServiceDef; 1] = [&SERVICE];
                Catalog::new(&SERVICES)
            }
        }
    };
}

era!(before, first, "1");
era!(before, second, "2");
era!(after, third, "3");
era!(later, fourth, "4");

/// Two registers of the first era, with a counter that its rows do not tell.
fn old_snapshot() -> EnvironmentSnapshot {
    let catalog = first::catalog();
    let mut environment = Environment::new(&catalog, 3, epoch());
    for (alias, name) in [("lamps", "Desk"), ("lamps_eu", "Hall")] {
        environment.add(alias, catalog.require("lamps").unwrap()).unwrap();
        let state = json!({
            "$sequences": {"lamps": 12},
            "lamps": {"LMP-001": {"id": "LMP-001", "name": name, "color": "red"},
                "LMP-002": {"id": "LMP-002", "name": name, "color": "blue"}},
            "rooms": {"den": {"id": "den"}},
        });
        environment.load(alias, &state).unwrap();
    }
    environment.snapshot()
}

fn through_text(snapshot: &EnvironmentSnapshot) -> EnvironmentSnapshot {
    serde_json::from_str(&serde_json::to_string(snapshot).unwrap()).unwrap()
}

#[test]
fn a_snapshot_of_the_same_version_loads_without_a_word() {
    let migrated = Environment::migrate(&first::catalog(), &through_text(&old_snapshot())).unwrap();
    assert_eq!(migrated.environment.snapshot(), old_snapshot());
    assert!(migrated.notes.is_empty());
}

#[test]
fn a_snapshot_of_another_version_with_the_same_tables_loads_with_a_word() {
    let migrated = Environment::migrate(&second::catalog(), &old_snapshot()).unwrap();
    assert_eq!(
        migrated.notes[0],
        "`lamps` was made with version 1 of `lamps`, and is brought to version 2; its rows stay as \
         they are"
    );
    assert_eq!(migrated.notes.len(), 2);
    let restored =
        Environment::restore(&first::catalog(), &old_snapshot(), CatalogCheck::WholeCatalog);
    assert_eq!(migrated.environment.digest(), restored.unwrap().digest());
}

#[test]
fn fields_and_tables_that_came_and_went_are_filled_and_dropped_by_name() {
    let mut migrated = Environment::migrate(&third::catalog(), &old_snapshot()).unwrap();
    assert_eq!(
        migrated.notes[..5],
        [
            "`lamps` was made with version 1 of `lamps`, and is brought to version 3",
            "`lamps`: the table `rooms` is gone: its 1 rows were dropped",
            "`lamps`: the table `timers` is new, and empty",
            "`lamps`: the field `lamps.color` is gone: dropped from 2 rows",
            "`lamps`: the field `lamps.power` is new: 2 rows got its default",
        ]
    );
    assert_eq!(migrated.notes.len(), 10);
    let state = migrated.environment.instance("lamps_eu").unwrap().state_value();
    assert_eq!(state["lamps"]["LMP-002"], json!({"id": "LMP-002", "name": "Hall", "power": "off"}));
    assert_eq!(state["$sequences"], json!({"lamps": 12}));
    let told = migrated.environment.call("lamps__get_lamp", r#"{"id":"LMP-001"}"#);
    assert!(told.contains(r#""power":"off""#), "{told}");
    // What was brought up to date is of this era now.
    let snapshot = migrated.environment.snapshot();
    let again = Environment::migrate(&third::catalog(), &snapshot).unwrap();
    assert!(again.notes.is_empty());
    assert_eq!(again.environment.snapshot(), snapshot);
}

fn refused(catalog: &Catalog, snapshot: &EnvironmentSnapshot) -> String {
    let error = Environment::migrate(catalog, snapshot).unwrap_err();
    assert!(matches!(error, EnvironmentError::CannotMigrate(_)), "{error}");
    error.to_string()
}

#[test]
fn a_new_field_without_a_default_is_refused_with_every_place() {
    let message = refused(&fourth::catalog(), &old_snapshot());
    assert!(
        message.starts_with(
            "`lamps` was made with version 1 of service `lamps`, and cannot be brought to version 4"
        ),
        "{message}"
    );
    for row in ["LMP-001", "LMP-002"] {
        assert!(message.contains(&format!("at `/lamps/{row}`: `Lamp` needs the property `owner`")));
    }
    assert!(message.contains("nothing was loaded"), "{message}");
}

#[test]
fn what_a_later_version_forbids_or_reads_otherwise_is_refused() {
    let mut long = old_snapshot();
    long.services[1].state["lamps"]["LMP-001"]["name"] = json!("A lamp of twenty-one.");
    assert!(refused(&third::catalog(), &long).contains("`name` of a lamp must have 1 to 20"));

    let mut typed = old_snapshot();
    typed.services[0].state["lamps"]["LMP-001"]["name"] = json!({"en": "Desk"});
    assert!(refused(&third::catalog(), &typed).contains("expected a string, found an object"));

    let mut moved = old_snapshot();
    let lamp: Value = moved.services[0].state["lamps"]["LMP-001"].clone();
    moved.services[0].state["lamps"]["lmp_1"] = lamp;
    assert!(refused(&third::catalog(), &moved).contains("but it stands under `lmp_1`"));
}

#[test]
fn a_service_that_is_gone_and_a_state_that_is_none_are_refused() {
    let mut gone = old_snapshot();
    gone.services[1].service = "lanterns".into();
    let error = Environment::migrate(&third::catalog(), &gone).unwrap_err();
    assert!(matches!(error, EnvironmentError::UnknownService(_)), "{error}");

    let mut torn = old_snapshot();
    torn.services[0].state = json!([]);
    assert!(refused(&third::catalog(), &torn).contains("expected an object of tables"));
}

#[test]
fn a_snapshot_from_before_schema_digests_is_brought_up_to_date_all_the_same() {
    let mut value = serde_json::to_value(old_snapshot()).unwrap();
    for service in value["services"].as_array_mut().unwrap() {
        service.as_object_mut().unwrap().remove("schema");
    }
    let snapshot: EnvironmentSnapshot = serde_json::from_value(value).unwrap();
    let migrated = Environment::migrate(&second::catalog(), &snapshot).unwrap();
    assert!(migrated.notes[0].ends_with("its rows stay as they are"));
}
