use compoworld_core::{Entity, Key};

#[derive(Clone, Entity)]
struct Ticket {
    #[entity(key, sequence)]
    id: Key<Ticket>,
}

fn main() {}
