use compoworld_core::Entity;

#[derive(Clone, Entity)]
enum Ticket {
    Open,
}

fn main() {}
