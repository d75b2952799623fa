//! The compoworld command.
fn main() {}
