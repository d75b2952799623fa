use compoworld_core::{Entity, Key};

#[derive(Clone, Entity)]
struct Ticket {
    #[entity(key, key)]
    id: Key<Ticket>,
}

fn main() {}
