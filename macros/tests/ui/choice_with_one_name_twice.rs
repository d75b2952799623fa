use compoworld_core::Choice;

#[derive(Clone, Choice)]
enum Status {
    InProgress,
    #[choice(rename = "in_progress")]
    Started,
}

fn main() {}
