use compoworld_core::{Entity, Key};

#[derive(Clone, Entity)]
struct Ticket {
    #[entity(key)]
    id: Key<Ticket>,
    #[entity(rename = "id")]
    number: i64,
}

fn main() {}
