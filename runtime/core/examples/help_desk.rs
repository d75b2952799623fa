//! A help desk, written by hand against the derives: what the compiler writes for a spec, in
//! one file.
//!
//! Run it: `cargo run -p compoworld-core --example help_desk`.

use std::sync::OnceLock;

use compoworld_core::{
    Args, Binding, Choice, Context, Entity, Filter, Hints, Instance, Key, Operation, Page,
    PageRequest, Record, Relation, Returns, RowRef, Run, Semantics, ServiceDef, State, StateExt,
    Table, Timestamp, Tool, ToolError, equals, run_read, run_write,
};

/// Everything the help desk knows.
#[derive(State)]
pub struct HelpDesk {
    /// Those who answer.
    pub agents: Table<Agent>,
    /// What they answer.
    pub tickets: Table<Ticket>,
}

/// Someone who answers tickets.
#[derive(Debug, Clone, Entity)]
pub struct Agent {
    /// The key.
    #[entity(key, sequence = "AGT-{:03}")]
    pub id: Key<Agent>,
    /// The name.
    #[entity(len = 1..=80, person)]
    pub name: String,
    /// The address, one an agent.
    #[entity(unique, email)]
    pub email: String,
}

/// Something a customer wants solved.
#[derive(Debug, Clone, Entity)]
pub struct Ticket {
    /// The key.
    #[entity(key, sequence = "TCK-{:05}")]
    pub id: Key<Ticket>,
    /// What it is about, in a line.
    #[entity(len = 1..=200, title)]
    pub subject: String,
    /// Where it stands.
    #[entity(default = Status::Open)]
    pub status: Status,
    /// Who answers it, if anyone.
    #[entity(on_delete = clear)]
    pub assignee: Option<Key<Agent>>,
    /// Remarks, oldest first.
    pub notes: Vec<Note>,
    /// When it was opened.
    #[entity(created)]
    pub created_at: Timestamp,
    /// When it last changed.
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A remark on a ticket.
#[derive(Debug, Clone, Record)]
pub struct Note {
    /// What it says.
    #[record(len = 1..=2_000, body)]
    pub text: String,
    /// When it was written.
    pub at: Timestamp,
}

/// Where a ticket stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Status {
    /// Nobody has answered yet.
    Open,
    /// The customer has to answer.
    Pending,
    /// Done.
    Solved,
}

/// Arguments of `create_ticket`.
#[derive(Args)]
pub struct CreateTicket {
    /// What it is about, in a line.
    pub subject: String,
    /// Who answers it, if anyone.
    pub assignee: Option<Key<Agent>>,
}

/// Arguments of `list_tickets`.
#[derive(Args)]
pub struct ListTickets {
    /// Where it stands.
    pub status: Option<Status>,
    /// How many tickets a page has.
    #[arg(default = 20)]
    pub limit: i64,
    /// Where the page starts.
    pub cursor: Option<String>,
}

/// Arguments of `solve_ticket`.
#[derive(Args)]
pub struct SolveTicket {
    /// The key.
    pub id: Key<Ticket>,
    /// A closing remark.
    pub note: Option<String>,
}

/// Arguments of `delete_agent`.
#[derive(Args)]
pub struct DeleteAgent {
    /// The key.
    pub id: Key<Agent>,
}

/// Opens a ticket.
pub fn create_ticket(
    state: &mut HelpDesk,
    args: CreateTicket,
    cx: &mut Context,
) -> Result<RowRef<Ticket>, ToolError> {
    let ticket = Ticket {
        id: state.tickets.next_key(cx),
        subject: args.subject,
        status: Status::Open,
        assignee: args.assignee,
        notes: Vec::new(),
        created_at: cx.now(),
        updated_at: cx.now(),
    };
    state.tickets.insert(ticket)
}

/// Lists tickets, all or those of one status.
pub fn list_tickets(
    state: &HelpDesk,
    args: ListTickets,
    _cx: &mut Context,
) -> Result<Page<RowRef<Ticket>>, ToolError> {
    let tickets = state.tickets.select(&|ticket| equals(&ticket.status, args.status.as_ref()));
    let request =
        PageRequest { limit: Some(args.limit), cursor: args.cursor, ..PageRequest::default() };
    request.cut(tickets)
}

/// Solving is for tickets that are not solved yet.
pub fn solve_ticket(
    state: &mut HelpDesk,
    args: SolveTicket,
    cx: &mut Context,
) -> Result<RowRef<Ticket>, ToolError> {
    let now = cx.now();
    state.tickets.update(&args.id, |ticket| {
        if ticket.status == Status::Solved {
            return Err(ToolError::failed_precondition("the ticket is solved already"));
        }
        ticket.status = Status::Solved;
        ticket.updated_at = now;
        ticket.notes.extend(args.note.map(|text| Note { text, at: now }));
        Ok(())
    })
}

/// Removes an agent; their tickets stay, without an assignee.
pub fn delete_agent(
    state: &mut HelpDesk,
    args: DeleteAgent,
    _cx: &mut Context,
) -> Result<RowRef<Agent>, ToolError> {
    state.delete(&args.id)
}

/// The service.
pub static SERVICE: ServiceDef = ServiceDef {
    name: "help_desk",
    title: "Help desk",
    domain: "support",
    summary: "Tickets of customers, and the agents who answer them.",
    tools: &TOOLS,
    state: &HelpDesk::INFO,
    version: "by-hand",
};

static TOOLS: [Tool; 4] = [
    Tool {
        name: "create_ticket",
        wire_name: "create_ticket",
        description: "Open a ticket.",
        parameters: r#"{"type":"object","properties":{"subject":{"type":"string","minLength":1},
            "assignee":{"type":"string"}},"required":["subject"],"additionalProperties":false}"#,
        returns: None,
        hints: Hints {
            read_only: Some(false),
            destructive: Some(false),
            idempotent: None,
            open_world: None,
        },
        semantics: Semantics {
            operation: Operation::Create,
            entity: "Ticket",
            sets: &[
                Binding { argument: "subject", field: "subject" },
                Binding { argument: "assignee", field: "assignee" },
            ],
            reads: &["agents"],
            writes: &["tickets"],
            returns: Returns::Row,
            ..Semantics::UNKNOWN
        },
        run: Run::Write(|state, args, cx| run_write(state, args, cx, create_ticket)),
        schema: OnceLock::new(),
    },
    Tool {
        name: "list_tickets",
        wire_name: "list_tickets",
        description: "List tickets, all or those of one status.",
        parameters: r#"{"type":"object","properties":{
            "status":{"type":"string","enum":["open","pending","solved"]},
            "limit":{"type":"integer","minimum":1,"maximum":100,"default":20},
            "cursor":{"type":"string"}},"additionalProperties":false}"#,
        returns: None,
        hints: Hints {
            read_only: Some(true),
            destructive: None,
            idempotent: None,
            open_world: None,
        },
        semantics: Semantics {
            operation: Operation::List,
            entity: "Ticket",
            filters: &[Filter {
                argument: "status",
                fields: &["status"],
                relation: Relation::Equals,
            }],
            limit: "limit",
            reads: &["tickets"],
            returns: Returns::Page,
            ..Semantics::UNKNOWN
        },
        run: Run::Read(|state, args, cx| run_read(state, args, cx, list_tickets)),
        schema: OnceLock::new(),
    },
    Tool {
        name: "solve_ticket",
        wire_name: "solve_ticket",
        description: "Mark a ticket as solved, with a closing note if there is one.",
        parameters: r#"{"type":"object","properties":{"id":{"type":"string"},
            "note":{"type":"string","maxLength":2000}},"required":["id"],
            "additionalProperties":false}"#,
        returns: None,
        hints: Hints {
            read_only: Some(false),
            destructive: None,
            idempotent: None,
            open_world: None,
        },
        semantics: Semantics {
            operation: Operation::Update,
            entity: "Ticket",
            keys: &[Binding { argument: "id", field: "id" }],
            fixes: &[("status", "\"solved\"")],
            requires: &[("status", r#"["open","pending"]"#)],
            reads: &["tickets"],
            writes: &["tickets"],
            returns: Returns::Row,
            ..Semantics::UNKNOWN
        },
        run: Run::Write(|state, args, cx| run_write(state, args, cx, solve_ticket)),
        schema: OnceLock::new(),
    },
    Tool {
        name: "delete_agent",
        wire_name: "delete_agent",
        description: "Remove an agent; their tickets stay, without an assignee.",
        parameters: r#"{"type":"object","properties":{"id":{"type":"string"}},"required":["id"],
            "additionalProperties":false}"#,
        returns: None,
        hints: Hints {
            read_only: Some(false),
            destructive: Some(true),
            idempotent: None,
            open_world: None,
        },
        semantics: Semantics {
            operation: Operation::Delete,
            entity: "Agent",
            keys: &[Binding { argument: "id", field: "id" }],
            reads: &["agents", "tickets"],
            writes: &["agents", "tickets"],
            returns: Returns::Row,
            ..Semantics::UNKNOWN
        },
        run: Run::Write(|state, args, cx| run_write(state, args, cx, delete_agent)),
        schema: OnceLock::new(),
    },
];

fn main() {
    let epoch = Timestamp::from_unix_seconds(1_772_000_000);
    let mut desk = Instance::new(&SERVICE, "help_desk", 7, epoch);
    let start = serde_json::json!({"agents": {"AGT-001": {
        "id": "AGT-001", "name": "Ines Moreau", "email": "ines@example.org"}}});
    if let Err(errors) = desk.load(&start) {
        for error in errors {
            eprintln!("{error}");
        }
        std::process::exit(1);
    }
    for (tool, arguments) in [
        ("create_ticket", r#"{"subject":"The door squeaks","assignee":"AGT-001"}"#),
        ("create_ticket", r#"{"subject":"The lamp flickers","assignee":"AGT-009"}"#),
        ("solve_ticket", r#"{"id":"TCK-00001","note":"Oiled."}"#),
        ("solve_ticket", r#"{"id":"TCK-00001"}"#),
        ("list_tickets", r#"{"status":"solved"}"#),
        ("delete_agent", r#"{"id":"AGT-001"}"#),
        ("list_tickets", "{}"),
    ] {
        println!("{tool} {arguments}\n  {}", desk.call(tool, arguments).text);
    }
    println!("digest {}", desk.digest());
}
