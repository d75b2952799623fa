use compoworld_core::Choice;

#[derive(Clone, Choice)]
struct Status {
    open: bool,
}

fn main() {}
