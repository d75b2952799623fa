use compoworld_core::Choice;

#[derive(Clone, Choice)]
enum Status {}

fn main() {}
