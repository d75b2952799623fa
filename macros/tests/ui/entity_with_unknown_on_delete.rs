use compoworld_core::{Entity, Key};

#[derive(Clone, Entity)]
struct Ticket {
    #[entity(key)]
    id: Key<Ticket>,
    #[entity(on_delete = ignore)]
    parent: Option<Key<Ticket>>,
}

fn main() {}
