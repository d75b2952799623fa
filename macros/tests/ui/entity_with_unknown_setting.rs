use compoworld_core::{Entity, Key};

#[derive(Clone, Entity)]
struct Ticket {
    #[entity(primary)]
    id: Key<Ticket>,
}

fn main() {}
