use compoworld_core::Entity;

#[derive(Clone, Entity)]
struct Ticket<T> {
    #[entity(key)]
    id: String,
    rest: T,
}

fn main() {}
