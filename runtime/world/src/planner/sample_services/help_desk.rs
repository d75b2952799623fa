//! A help desk: agents and tickets.

use compoworld_core::{
    Args, Choice, Context, Entity, Key, Operation, Page, PageRequest, Returns, RowRef, Run,
    ServiceDef, State, Table, Timestamp, Tool, ToolError, contains_text, equals, run_read,
    run_write,
};

use super::{bind, same, tool, words};

/// Everything the help desk knows.
#[derive(State)]
pub struct HelpDesk {
    pub agents: Table<Agent>,
    pub tickets: Table<Ticket>,
}

/// Someone who answers tickets.
#[derive(Debug, Clone, Entity)]
pub struct Agent {
    #[entity(key, sequence = "AGT-{:03}")]
    pub id: Key<Agent>,
    #[entity(len = 1..=80, person)]
    pub name: String,
    #[entity(unique, email)]
    pub email: String,
}

/// Something a customer wants solved.
#[derive(Debug, Clone, Entity)]
pub struct Ticket {
    #[entity(key, sequence = "TCK-{:05}")]
    pub id: Key<Ticket>,
    #[entity(len = 1..=200, title)]
    pub subject: String,
    #[entity(default = Status::Open)]
    pub status: Status,
    #[entity(default = Priority::Normal)]
    pub priority: Priority,
    #[entity(email)]
    pub requester_email: String,
    #[entity(on_delete = clear)]
    pub assignee: Option<Key<Agent>>,
    #[entity(body)]
    pub notes: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Where a ticket stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Status {
    Open,
    Pending,
    Solved,
}

/// How much a ticket matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Priority {
    Low,
    Normal,
    High,
}

#[derive(Args)]
pub struct CreateTicket {
    pub subject: String,
    pub requester_email: String,
    pub priority: Option<Priority>,
}

#[derive(Args)]
pub struct ListTickets {
    pub status: Option<Status>,
    pub requester_email: Option<String>,
    #[arg(default = 20)]
    pub limit: i64,
}

#[derive(Args)]
pub struct Query {
    pub query: String,
}

#[derive(Args)]
pub struct TicketId {
    pub ticket_id: Key<Ticket>,
}

#[derive(Args)]
pub struct UpdateTicket {
    pub ticket_id: Key<Ticket>,
    pub status: Option<Status>,
    pub priority: Option<Priority>,
    pub assignee: Option<Key<Agent>>,
}

#[derive(Args)]
pub struct AddNote {
    pub ticket_id: Key<Ticket>,
    pub note: String,
}

fn create_ticket(
    s: &mut HelpDesk,
    a: CreateTicket,
    cx: &mut Context,
) -> Result<RowRef<Ticket>, ToolError> {
    let ticket = Ticket {
        id: s.tickets.next_key(cx),
        subject: a.subject,
        status: Status::Open,
        priority: a.priority.unwrap_or(Priority::Normal),
        requester_email: a.requester_email,
        assignee: None,
        notes: Vec::new(),
        created_at: cx.now(),
        updated_at: cx.now(),
    };
    s.tickets.insert(ticket)
}

fn list_tickets(
    s: &HelpDesk,
    a: ListTickets,
    _: &mut Context,
) -> Result<Page<RowRef<Ticket>>, ToolError> {
    let rows = s.tickets.select(&|ticket| {
        equals(&ticket.status, a.status.as_ref())
            && equals(&ticket.requester_email, a.requester_email.as_ref())
    });
    PageRequest { limit: Some(a.limit), ..PageRequest::default() }.cut(rows)
}

fn search_tickets(
    s: &HelpDesk,
    a: Query,
    _: &mut Context,
) -> Result<Page<RowRef<Ticket>>, ToolError> {
    Ok(Page::whole(s.tickets.select(&|ticket| contains_text(&[&ticket.subject], &a.query))))
}

fn get_ticket(s: &HelpDesk, a: TicketId, _: &mut Context) -> Result<RowRef<Ticket>, ToolError> {
    s.tickets.find(&a.ticket_id)
}

fn update_ticket(
    s: &mut HelpDesk,
    a: UpdateTicket,
    cx: &mut Context,
) -> Result<RowRef<Ticket>, ToolError> {
    let now = cx.now();
    s.tickets.update(&a.ticket_id, |ticket| {
        ticket.status = a.status.unwrap_or(ticket.status);
        ticket.priority = a.priority.unwrap_or(ticket.priority);
        if a.assignee.is_some() {
            ticket.assignee = a.assignee;
        }
        ticket.updated_at = now;
        Ok(())
    })
}

fn add_note(s: &mut HelpDesk, a: AddNote, cx: &mut Context) -> Result<RowRef<Ticket>, ToolError> {
    let now = cx.now();
    s.tickets.update(&a.ticket_id, |ticket| {
        ticket.notes.push(a.note);
        ticket.updated_at = now;
        Ok(())
    })
}

fn list_agents(s: &HelpDesk, _: (), _: &mut Context) -> Result<Vec<RowRef<Agent>>, ToolError> {
    Ok(s.agents.select(&|_| true))
}

/// The service.
pub static SERVICE: ServiceDef = ServiceDef {
    name: "help_desk",
    title: "Help Desk",
    domain: "support",
    summary: "Tickets of customers, and the agents who answer them.",
    tools: &TOOLS,
    state: &HelpDesk::INFO,
    version: "by-hand",
};

static TOOLS: [Tool; 7] = [
    tool!("create_ticket", "Open a ticket.",
        r#"{"type":"object","properties":{"subject":{"type":"string","minLength":1},
            "requester_email":{"type":"string"},
            "priority":{"type":"string","enum":["low","normal","high"]}},
            "required":["subject","requester_email"],"additionalProperties":false}"#,
        Run::Write(|s, a, cx| run_write(s, a, cx, create_ticket)),
        { operation: Operation::Create, entity: "Ticket", writes: &["tickets"], returns: Returns::Row,
          sets: &[bind("subject", "subject"), bind("requester_email", "requester_email"), bind("priority", "priority")] }),
    tool!("list_tickets", "List tickets.",
        r#"{"type":"object","properties":{"status":{"type":"string","enum":["open","pending","solved"]},
            "requester_email":{"type":"string"},"limit":{"type":"integer","minimum":1,"default":20}},
            "additionalProperties":false}"#,
        Run::Read(|s, a, cx| run_read(s, a, cx, list_tickets)),
        { operation: Operation::List, entity: "Ticket", reads: &["tickets"], returns: Returns::Page, limit: "limit",
          filters: &[same("status", &["status"]), same("requester_email", &["requester_email"])] }),
    tool!("search_tickets", "Search tickets by words.",
        r#"{"type":"object","properties":{"query":{"type":"string","minLength":1}},"required":["query"],
            "additionalProperties":false}"#,
        Run::Read(|s, a, cx| run_read(s, a, cx, search_tickets)),
        { operation: Operation::Search, entity: "Ticket", reads: &["tickets"], returns: Returns::Page,
          filters: &[words("query", &["subject"])] }),
    tool!("get_ticket", "Read one ticket.",
        r#"{"type":"object","properties":{"ticket_id":{"type":"string"}},"required":["ticket_id"],
            "additionalProperties":false}"#,
        Run::Read(|s, a, cx| run_read(s, a, cx, get_ticket)),
        { operation: Operation::Get, entity: "Ticket", reads: &["tickets"], returns: Returns::Row,
          keys: &[bind("ticket_id", "id")] }),
    tool!("update_ticket", "Change a ticket.",
        r#"{"type":"object","properties":{"ticket_id":{"type":"string"},
            "status":{"type":"string","enum":["open","pending","solved"]},
            "priority":{"type":"string","enum":["low","normal","high"]},
            "assignee":{"type":"string"}},"required":["ticket_id"],"additionalProperties":false}"#,
        Run::Write(|s, a, cx| run_write(s, a, cx, update_ticket)),
        { operation: Operation::Update, entity: "Ticket", reads: &["tickets", "agents"], writes: &["tickets"],
          returns: Returns::Row, keys: &[bind("ticket_id", "id")],
          sets: &[bind("status", "status"), bind("priority", "priority"), bind("assignee", "assignee")] }),
    tool!("add_note", "Add a note to a ticket.",
        r#"{"type":"object","properties":{"ticket_id":{"type":"string"},"note":{"type":"string","minLength":1}},
            "required":["ticket_id","note"],"additionalProperties":false}"#,
        Run::Write(|s, a, cx| run_write(s, a, cx, add_note)),
        { operation: Operation::Append, entity: "Ticket", reads: &["tickets"], writes: &["tickets"],
          returns: Returns::Row, keys: &[bind("ticket_id", "id")], sets: &[bind("note", "notes")] }),
    tool!("list_agents", "List the agents.",
        r#"{"type":"object","properties":{},"additionalProperties":false}"#,
        Run::Read(|s, a, cx| run_read(s, a, cx, list_agents)),
        { operation: Operation::List, entity: "Agent", reads: &["agents"], returns: Returns::List }),
];
