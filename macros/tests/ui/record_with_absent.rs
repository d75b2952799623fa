use compoworld_core::{Args, Record};

#[derive(Debug, Clone, PartialEq, Record)]
struct Address {
    #[record(absent = "")]
    city: Option<String>,
}

#[derive(Args)]
struct ListTickets {
    #[arg(absent = "all")]
    status: String,
}

fn main() {}
