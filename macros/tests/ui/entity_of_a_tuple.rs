use compoworld_core::Entity;

#[derive(Clone, Entity)]
struct Ticket(String);

fn main() {}
