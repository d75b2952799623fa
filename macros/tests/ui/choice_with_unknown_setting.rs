use compoworld_core::Choice;

#[derive(Clone, Choice)]
enum Status {
    #[choice(name = "open")]
    Open,
}

fn main() {}
