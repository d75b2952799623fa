use compoworld_core::{Entity, Key};

#[derive(Clone, Entity)]
struct Ticket {
    #[entity(key)]
    id: Key<Ticket>,
    #[entity(pattern = "^[0-9]+$")]
    votes: i64,
}

fn main() {}
