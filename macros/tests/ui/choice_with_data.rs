use compoworld_core::Choice;

#[derive(Clone, Choice)]
enum Status {
    Open,
    Closed(String),
}

fn main() {}
