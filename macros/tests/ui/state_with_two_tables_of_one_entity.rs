use compoworld_core::{Entity, Key, State, Table};

#[derive(Clone, Entity)]
struct Ticket {
    #[entity(key)]
    id: Key<Ticket>,
}

#[derive(State)]
struct Desk {
    open: Table<Ticket>,
    closed: Table<Ticket>,
}

fn main() {}
