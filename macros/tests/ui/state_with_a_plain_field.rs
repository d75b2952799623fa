use compoworld_core::State;

#[derive(State)]
struct Desk {
    name: String,
}

fn main() {}
