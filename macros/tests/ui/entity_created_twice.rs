use compoworld_core::{Entity, Key, Timestamp};

#[derive(Clone, Entity)]
struct Ticket {
    #[entity(key)]
    id: Key<Ticket>,
    #[entity(created)]
    opened: Timestamp,
    #[entity(created)]
    made: Timestamp,
}

fn main() {}
