use compoworld_core::Args;

#[derive(Args)]
struct CreateTicket {
    #[arg(len = 1..=200)]
    subject: String,
}

fn main() {}
