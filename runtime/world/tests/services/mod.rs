//! The services that the tests and benches of this crate run on: a help desk and a customer
//! register, both written by hand.

pub mod crm;
#[expect(dead_code, reason = "the example has a `main`, and this crate's tests call by name")]
#[path = "../../../core/examples/help_desk.rs"]
mod help_desk;
pub mod sample_task;

use compoworld_core::{ServiceDef, Timestamp};
use compoworld_world::Catalog;

static SERVICES: [&ServiceDef; 2] = [&help_desk::SERVICE, &crm::SERVICE];

/// Both services.
pub fn catalog() -> Catalog {
    Catalog::new(&SERVICES)
}

/// The instant at which the tests' clocks start.
pub fn epoch() -> Timestamp {
    Timestamp::from_unix_seconds(1_772_000_000)
}
