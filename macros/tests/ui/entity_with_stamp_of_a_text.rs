use compoworld_core::{Entity, Key};

#[derive(Clone, Entity)]
struct Ticket {
    #[entity(key)]
    id: Key<Ticket>,
    #[entity(updated)]
    changed: String,
}

fn main() {}
