use compoworld_core::{Entity, Key};

#[derive(Clone, Entity)]
struct Ticket {
    #[entity(key, sequence = "TCK")]
    id: Key<Ticket>,
}

fn main() {}
