use compoworld_core::{Entity, IntKey};

#[derive(Clone, Entity)]
struct Ticket {
    #[entity(key, uuid)]
    id: IntKey<Ticket>,
}

fn main() {}
