use compoworld_core::{Entity, Key};

#[derive(Clone, Entity)]
struct Ticket {
    #[entity(key)]
    id: Key<Ticket>,
    #[entity(loose)]
    subject: String,
}

fn main() {}
