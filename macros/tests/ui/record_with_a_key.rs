use compoworld_core::Record;

#[derive(Clone, Record)]
struct Address {
    #[record(key)]
    street: String,
}

fn main() {}
