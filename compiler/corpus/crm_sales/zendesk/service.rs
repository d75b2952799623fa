//! Zendesk: tickets of customers, the conversation on each, users and their organizations.
//!
//! A ticket moves through its statuses until it is closed, and is immutable from then on. The
//! account's credentials belong to one user, in whose name comments are written; they carry an
//! administrator's rights.

/// Everything the support account knows.
#[derive(State)]
pub struct Zendesk {
    pub account: One<Account>,
    pub organizations: Table<Organization>,
    pub users: Table<User>,
    pub tickets: Table<Ticket>,
    pub comments: Table<Comment>,
}

/// The support account and the user that the credentials belong to.
#[derive(Entity)]
pub struct Account {
    #[entity(slug)]
    pub subdomain: String,
    pub current_user_id: IntKey<User>,
}

/// A company whose people write to support.
#[derive(Entity)]
pub struct Organization {
    #[entity(key, sequence)]
    pub id: IntKey<Organization>,
    #[entity(unique, len = 1..=255, company)]
    pub name: String,
    /// The mail domains whose new users belong to the organization.
    pub domain_names: Vec<String>,
    #[entity(body)]
    pub details: Option<String>,
    #[entity(body)]
    pub notes: Option<String>,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Someone who asks (an end user) or answers (an agent or an administrator).
#[derive(Entity)]
pub struct User {
    #[entity(key, sequence)]
    pub id: IntKey<User>,
    #[entity(len = 1..=255, person)]
    pub name: String,
    #[entity(unique, len = 3..=254, email)]
    pub email: String,
    #[entity(default = Role::EndUser)]
    pub role: Role,
    #[entity(default)]
    pub verified: bool,
    #[entity(on_delete = clear)]
    pub organization_id: Option<IntKey<Organization>>,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Something that a user wants solved.
#[derive(Entity)]
pub struct Ticket {
    #[entity(key, sequence)]
    pub id: IntKey<Ticket>,
    #[entity(len = 1..=255, title)]
    pub subject: String,
    #[entity(len = 1..=65_535, body)]
    pub description: String,
    #[entity(default = Status::New)]
    pub status: Status,
    pub priority: Option<Priority>,
    pub r#type: Option<TicketType>,
    #[entity(tag)]
    pub tags: Vec<String>,
    /// Who wants it solved; a user stays as long as their tickets do.
    pub requester_id: IntKey<User>,
    /// The agent who works on it.
    #[entity(on_delete = clear)]
    pub assignee_id: Option<IntKey<User>>,
    #[entity(on_delete = clear)]
    pub organization_id: Option<IntKey<Organization>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One message on a ticket: a reply that the requester sees, or a note among agents.
#[derive(Entity)]
pub struct Comment {
    #[entity(key, sequence)]
    pub id: IntKey<Comment>,
    #[entity(on_delete = cascade)]
    pub ticket_id: IntKey<Ticket>,
    /// Who wrote it; `null` once that user is deleted.
    #[entity(on_delete = clear)]
    pub author_id: Option<IntKey<User>>,
    #[entity(len = 1..=65_535, body)]
    pub body: String,
    #[entity(default = true)]
    pub public: bool,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// What a user may do.
#[derive(Choice)]
pub enum Role {
    #[choice(rename = "end-user")]
    EndUser,
    Agent,
    Admin,
}

/// Where a ticket stands.
#[derive(Choice)]
pub enum Status {
    New,
    Open,
    Pending,
    Hold,
    Solved,
    Closed,
}

/// How urgent a ticket is.
#[derive(Choice)]
pub enum Priority {
    Low,
    Normal,
    High,
    Urgent,
}

/// What sort of matter a ticket is.
#[derive(Choice)]
pub enum TicketType {
    Problem,
    Incident,
    Question,
    Task,
}

pub trait Tools {
    #[tool(list, page(limit = limit))]
    fn list_tickets() -> Page<Ticket>;

    #[tool(get, key(ticket_id))]
    fn get_ticket() -> Ticket;

    /// Opens a ticket for the requester, who becomes a new end user when nobody has the address;
    /// without an address, for the current user. The description is the first public comment.
    #[tool(create, reads(account, organizations, users), writes(users, tickets, comments))]
    #[case(
        args = r#"{"subject":"Invoice shows the wrong VAT","description":"It says 21 percent.","priority":"high","type":"incident","tags":["Billing","VAT Rate"],"requester_email":"Tom.Becker@brightfarm.example"}"#,
        ok = r#"{"id":1004,"status":"new","priority":"high","type":"incident","tags":["billing","vat_rate"],"requester_id":503,"assignee_id":null,"organization_id":71}"#
    )]
    #[case(
        args = r#"{"subject":"Export","description":"No file arrives.","requester_email":"ana@newcomer.example"}"#,
        ok = r#"{"id":1004,"requester_id":505,"organization_id":null}"#
    )]
    #[case(
        args = r#"{"subject":"Export","description":"No file arrives.","requester_email":"nobody"}"#,
        error = "invalid_argument"
    )]
    fn create_ticket(
        state: &mut Zendesk,
        args: CreateTicket,
        cx: &mut Context,
    ) -> Result<RowRef<Ticket>, ToolError> {
        let requester = match args.requester_email {
            Some(email) => find_or_add_requester(state, &email, cx)?,
            None => state.account.find()?.current_user_id,
        };
        let organization_id = state.users.find(&requester)?.organization_id;
        let id = state.tickets.next_int_key(cx);
        let ticket = state.tickets.insert(Ticket {
            id,
            subject: args.subject,
            description: args.description.clone(),
            status: Status::New,
            priority: args.priority,
            r#type: args.r#type,
            tags: tag_names(args.tags.unwrap_or_default()),
            requester_id: requester,
            assignee_id: None,
            organization_id,
            created_at: cx.now(),
            updated_at: cx.now(),
        })?;
        add_comment(state, id, Some(requester), args.description, true, cx)?;
        Ok(ticket)
    }

    /// Changes a ticket that is not closed. A ticket never becomes new again, an agent or an
    /// administrator is assigned, and solving needs an assignee. A comment given here is public.
    #[tool(update, key(ticket_id), reads(account, users, tickets), writes(tickets, comments))]
    #[case(
        args = r#"{"ticket_id":1001,"status":"solved","comment":"The export works again."}"#,
        ok = r#"{"id":1001,"status":"solved","priority":"high","assignee_id":501}"#
    )]
    #[case(args = r#"{"ticket_id":1002,"status":"solved"}"#, error = "failed_precondition")]
    #[case(args = r#"{"ticket_id":1003,"priority":"low"}"#, error = "failed_precondition")]
    #[case(args = r#"{"ticket_id":1001,"status":"new"}"#, error = "failed_precondition")]
    #[case(args = r#"{"ticket_id":1002,"assignee_id":503}"#, error = "invalid_argument")]
    fn update_ticket(
        state: &mut Zendesk,
        args: UpdateTicket,
        cx: &mut Context,
    ) -> Result<RowRef<Ticket>, ToolError> {
        find_editable(state, &args.ticket_id)?;
        if let Some(assignee) = &args.assignee_id
            && state.users.find(assignee)?.role == Role::EndUser
        {
            return Err(ToolError::invalid_argument(format!(
                "user `{assignee}` is an end user; assign an agent or an administrator"
            )));
        }
        if let Some(body) = args.comment {
            let author = current_user(state);
            add_comment(state, args.ticket_id, author, body, true, cx)?;
        }
        let now = cx.now();
        state.tickets.update(&args.ticket_id, |ticket| {
            ticket.assignee_id = args.assignee_id.or(ticket.assignee_id);
            if let Some(status) = args.status {
                check_move(ticket, status)?;
                ticket.status = status;
            }
            ticket.priority = args.priority.or(ticket.priority);
            ticket.updated_at = now;
            Ok(())
        })
    }

    #[tool(delete, key(ticket_id))]
    fn delete_ticket() -> Ticket;

    /// The whole conversation on a ticket, oldest first.
    #[tool(list, filter(ticket_id))]
    #[case(
        args = r#"{"ticket_id":1001}"#,
        ok = r#"[{"id":9001,"author_id":502,"public":true},{"id":9002,"author_id":501,"public":false}]"#
    )]
    #[case(args = r#"{"ticket_id":4040}"#, error = "not_found")]
    fn get_ticket_comments(
        state: &Zendesk,
        args: GetTicketComments,
        _cx: &mut Context,
    ) -> Result<Vec<RowRef<Comment>>, ToolError> {
        state.tickets.find(&args.ticket_id)?;
        Ok(state.comments.select(&|comment| comment.ticket_id == args.ticket_id))
    }

    /// Adds a reply or, when it is not public, an internal note to a ticket that is not closed.
    #[tool(create, about = Comment, reads(account, tickets), writes(tickets, comments))]
    #[case(
        args = r#"{"ticket_id":1002,"body":"Waiting for the carrier.","public":false}"#,
        ok = r#"{"id":9004,"ticket_id":1002,"author_id":501,"public":false}"#
    )]
    #[case(args = r#"{"ticket_id":1003,"body":"One more thing"}"#, error = "failed_precondition")]
    #[case(args = r#"{"ticket_id":4040,"body":"Hello"}"#, error = "not_found")]
    fn add_ticket_comment(
        state: &mut Zendesk,
        args: AddTicketComment,
        cx: &mut Context,
    ) -> Result<RowRef<Comment>, ToolError> {
        find_editable(state, &args.ticket_id)?;
        let now = cx.now();
        state.tickets.update(&args.ticket_id, |ticket| {
            ticket.updated_at = now;
            Ok(())
        })?;
        let author = current_user(state);
        add_comment(state, args.ticket_id, author, args.body, args.public, cx)
    }

    /// Finds tickets by words in the subject or description and by terms such as
    /// `status:open`, `status<solved`, `priority>=high`, `type:incident`, `tags:billing`,
    /// `assignee:none`, `requester:ana@example.org`, `organization:Acme`, `created>2026-01-31`;
    /// a `-` before a term turns it around.
    #[tool(
        search((subject, description) ~ query),
        page(limit = limit),
        reads(account, organizations, users, tickets)
    )]
    #[case(
        args = r#"{"query":"status<solved priority:high export"}"#,
        ok = r#"{"items":[{"id":1001}],"total":1}"#
    )]
    #[case(
        args = r#"{"query":"-tags:billing assignee:none"}"#,
        ok = r#"{"items":[{"id":1002}],"total":1}"#
    )]
    #[case(args = r#"{"query":"status:asleep"}"#, error = "invalid_argument")]
    #[case(args = r#"{"query":"export","limit":0}"#, error = "invalid_argument")]
    fn search_tickets(
        state: &Zendesk,
        args: SearchTickets,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Ticket>>, ToolError> {
        let mut tickets = state.tickets.select(&|_| true);
        for term in split_terms(&args.query) {
            let (wanted, term) = match term.strip_prefix('-') {
                Some(rest) if !rest.is_empty() => (false, rest),
                _ => (true, term.as_str()),
            };
            let mut kept = Vec::new();
            for ticket in tickets {
                if matches_term(state, &ticket, term)? == wanted {
                    kept.push(ticket);
                }
            }
            tickets = kept;
        }
        compoworld_core::PageRequest { limit: Some(args.limit), ..Default::default() }.cut(tickets)
    }

    #[tool(list, filter(role), page(limit = limit))]
    fn list_users() -> Page<User>;

    #[tool(get, key(user_id))]
    fn get_user() -> User;

    /// Adds a user. Without an organization given, the one that owns the address's domain is
    /// theirs.
    #[tool(create, reads(organizations, users), writes(users))]
    #[case(
        args = r#"{"name":"Priya Nair","email":"priya@brightfarm.example"}"#,
        ok = r#"{"id":505,"role":"end-user","verified":false,"organization_id":71,"tags":[]}"#
    )]
    #[case(
        args = r#"{"name":"Tom Becker","email":"tom.becker@brightfarm.example"}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"name":"Priya Nair","email":"priya@elsewhere.example","organization_id":99}"#,
        error = "not_found"
    )]
    fn create_user(
        state: &mut Zendesk,
        args: CreateUser,
        cx: &mut Context,
    ) -> Result<RowRef<User>, ToolError> {
        check_email(&args.email)?;
        if user_with_email(state, &args.email).is_some() {
            return Err(ToolError::already_exists(format!(
                "a user with the address `{}` already exists",
                args.email
            )));
        }
        let id = state.users.next_int_key(cx);
        let organization_id =
            args.organization_id.or_else(|| organization_of_domain(state, &args.email));
        state.users.insert(User {
            id,
            name: args.name,
            email: args.email,
            role: args.role,
            verified: args.verified.unwrap_or(false),
            organization_id,
            tags: args.tags.unwrap_or_default(),
            created_at: cx.now(),
            updated_at: cx.now(),
        })
    }

    #[tool(update, key(user_id))]
    fn update_user() -> User;

    #[tool(delete, key(user_id))]
    fn delete_user() -> User;

    #[tool(list, page(limit = limit))]
    fn list_organizations() -> Page<Organization>;

    #[tool(get, key(organization_id))]
    fn get_organization() -> Organization;

    #[tool(create)]
    fn create_organization() -> Organization;

    #[tool(update, key(organization_id))]
    fn update_organization() -> Organization;

    #[tool(delete, key(organization_id))]
    fn delete_organization() -> Organization;
}

/// The user whose credentials are used, where the account says so.
fn current_user(state: &Zendesk) -> Option<IntKey<User>> {
    state.account.get().map(|account| account.current_user_id)
}

fn user_with_email(state: &Zendesk, email: &str) -> Option<IntKey<User>> {
    state.users.first(&|user| user.email.eq_ignore_ascii_case(email)).map(|user| user.id)
}

fn check_email(email: &str) -> Result<(), ToolError> {
    match email.split_once('@') {
        Some((name, domain)) if !name.is_empty() && !domain.is_empty() => Ok(()),
        _ => Err(ToolError::invalid_argument(format!(
            "`{email}` is no email address, write it like `ana@example.org`"
        ))),
    }
}

/// The organization that owns the domain of an email address.
fn organization_of_domain(state: &Zendesk, email: &str) -> Option<IntKey<Organization>> {
    let (_, domain) = email.rsplit_once('@')?;
    let owns = |organization: &Organization| {
        organization.domain_names.iter().any(|name| name.eq_ignore_ascii_case(domain))
    };
    state.organizations.first(&owns).map(|organization| organization.id)
}

fn find_or_add_requester(
    state: &mut Zendesk,
    email: &str,
    cx: &mut Context,
) -> Result<IntKey<User>, ToolError> {
    check_email(email)?;
    if let Some(id) = user_with_email(state, email) {
        return Ok(id);
    }
    let id = state.users.next_int_key(cx);
    let organization_id = organization_of_domain(state, email);
    let name = email.split('@').next().unwrap_or(email).to_owned();
    state.users.insert(User {
        id,
        name,
        email: email.to_owned(),
        role: Role::EndUser,
        verified: false,
        organization_id,
        tags: Vec::new(),
        created_at: cx.now(),
        updated_at: cx.now(),
    })?;
    Ok(id)
}

/// Tags in the one form that the system keeps: lower case, no spaces, each once.
fn tag_names(tags: Vec<String>) -> Vec<String> {
    let mut names = Vec::new();
    for tag in tags {
        let name = tag.trim().to_lowercase().replace(' ', "_");
        if !name.is_empty() && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The ticket, as long as it is not closed.
fn find_editable(state: &Zendesk, id: &IntKey<Ticket>) -> Result<RowRef<Ticket>, ToolError> {
    let ticket = state.tickets.find(id)?;
    if ticket.status == Status::Closed {
        return Err(ToolError::failed_precondition(format!(
            "ticket `{id}` is closed and cannot change any more"
        )));
    }
    Ok(ticket)
}

fn check_move(ticket: &Ticket, status: Status) -> Result<(), ToolError> {
    if status == Status::New && ticket.status != Status::New {
        return Err(ToolError::failed_precondition(
            "a ticket that was worked on cannot become new again",
        ));
    }
    if matches!(status, Status::Solved | Status::Closed) && ticket.assignee_id.is_none() {
        return Err(ToolError::failed_precondition(
            "a ticket without an assignee cannot be solved; set `assignee_id` too",
        ));
    }
    Ok(())
}

fn add_comment(
    state: &mut Zendesk,
    ticket_id: IntKey<Ticket>,
    author_id: Option<IntKey<User>>,
    body: String,
    public: bool,
    cx: &mut Context,
) -> Result<RowRef<Comment>, ToolError> {
    let id = state.comments.next_int_key(cx);
    let created_at = cx.now();
    state.comments.insert(Comment { id, ticket_id, author_id, body, public, created_at })
}

/// Cuts a query at spaces; quotes keep words together and are dropped.
fn split_terms(query: &str) -> Vec<String> {
    let mut terms = Vec::new();
    let mut term = String::new();
    let mut quoted = false;
    for character in query.chars() {
        match character {
            '"' => quoted = !quoted,
            space if space.is_whitespace() && !quoted => {
                if !term.is_empty() {
                    terms.push(std::mem::take(&mut term));
                }
            }
            other => term.push(other),
        }
    }
    if !term.is_empty() {
        terms.push(term);
    }
    terms
}

/// Whether a ticket fits one term of a query.
fn matches_term(state: &Zendesk, ticket: &Ticket, term: &str) -> Result<bool, ToolError> {
    let operator_at = term.find([':', '<', '>']);
    let Some((field, rest)) = operator_at.and_then(|at| term.split_at_checked(at)) else {
        return Ok(has_words(ticket, term));
    };
    let known = ["<=", ">=", ":", "<", ">"];
    let Some((operator, value)) = known
        .iter()
        .find_map(|operator| Some((*operator, rest.strip_prefix(*operator)?)))
        .filter(|(_, value)| !value.is_empty())
    else {
        return Ok(has_words(ticket, term));
    };
    let same = |text: &str| text.eq_ignore_ascii_case(value);
    match field.to_lowercase().as_str() {
        "status" => {
            let (at, wanted) = rank_of(Status::ALL, ticket.status, value, "status")?;
            Ok(compare(at, operator, wanted))
        }
        "priority" => match ticket.priority {
            Some(priority) => {
                let (at, wanted) = rank_of(Priority::ALL, priority, value, "priority")?;
                Ok(compare(at, operator, wanted))
            }
            None => Ok(same("none")),
        },
        // `type:ticket` restricts a search of everything to tickets, which this one is anyway.
        "type" | "ticket_type" => {
            Ok(same("ticket") || ticket.r#type.map_or(same("none"), |kind| same(kind.as_str())))
        }
        "tags" => {
            Ok(ticket.tags.iter().any(|tag| same(tag)) || (ticket.tags.is_empty() && same("none")))
        }
        "subject" => Ok(compoworld_core::contains_text(&[&ticket.subject], value)),
        "description" => Ok(compoworld_core::contains_text(&[&ticket.description], value)),
        "assignee" => Ok(names_user(state, ticket.assignee_id, value)),
        "requester" => Ok(names_user(state, Some(ticket.requester_id), value)),
        "organization" => Ok(match ticket.organization_id {
            Some(id) => {
                same(&id.to_string())
                    || state.organizations.get(&id).is_some_and(|found| same(&found.name))
            }
            None => same("none"),
        }),
        "created" => compare_day(ticket.created_at, operator, value),
        "updated" => compare_day(ticket.updated_at, operator, value),
        _ => Ok(has_words(ticket, term)),
    }
}

fn has_words(ticket: &Ticket, words: &str) -> bool {
    compoworld_core::contains_text(&[&ticket.subject, &ticket.description], words)
}

/// The places of two values in the order of their choice.
fn rank_of<T: PartialEq + Copy + std::fmt::Display>(
    all: &[T],
    value: T,
    wanted: &str,
    field: &str,
) -> Result<(i64, i64), ToolError> {
    let mut ranks = (0, None);
    for (rank, choice) in (0_i64..).zip(all) {
        if *choice == value {
            ranks.0 = rank;
        }
        if choice.to_string().eq_ignore_ascii_case(wanted) {
            ranks.1 = Some(rank);
        }
    }
    match ranks {
        (at, Some(wanted)) => Ok((at, wanted)),
        (_, None) => Err(ToolError::invalid_argument(format!("`{wanted}` is no {field}"))),
    }
}

fn compare(value: i64, operator: &str, wanted: i64) -> bool {
    match operator {
        "<" => value < wanted,
        ">" => value > wanted,
        "<=" => value <= wanted,
        ">=" => value >= wanted,
        _ => value == wanted,
    }
}

fn compare_day(at: Timestamp, operator: &str, day: &str) -> Result<bool, ToolError> {
    let day = Date::parse(day)?;
    Ok(compare(at.date().days_since(day), operator, 0))
}

/// Whether a value names a user: `none`, `me`, an identifier, an address or a name.
fn names_user(state: &Zendesk, user: Option<IntKey<User>>, value: &str) -> bool {
    let Some(id) = user else {
        return value.eq_ignore_ascii_case("none");
    };
    if value.eq_ignore_ascii_case("me") {
        return current_user(state) == Some(id);
    }
    id.to_string() == value
        || state.users.get(&id).is_some_and(|user| {
            user.email.eq_ignore_ascii_case(value) || user.name.eq_ignore_ascii_case(value)
        })
}

/// Three tickets of two companies: one in work, one nobody has taken, one closed.
pub const FIXTURE: &str = r#"{
    "account": {"subdomain": "northdesk", "current_user_id": 501},
    "organizations": {
        "71": {"id": 71, "name": "Brightfarm", "domain_names": ["brightfarm.example"],
            "details": "Greenhouse grower, yearly contract", "notes": null, "tags": ["growers"],
            "created_at": "2026-01-05T09:00:00Z", "updated_at": "2026-01-05T09:00:00Z"},
        "72": {"id": 72, "name": "Quayside Freight", "domain_names": ["quayside.example"],
            "details": null, "notes": "Call before writing", "tags": [],
            "created_at": "2026-01-07T10:30:00Z", "updated_at": "2026-01-07T10:30:00Z"}
    },
    "users": {
        "501": {"id": 501, "name": "Maya Lindqvist", "email": "maya@northdesk.example",
            "role": "admin", "verified": true, "organization_id": null, "tags": [],
            "created_at": "2026-01-02T08:00:00Z", "updated_at": "2026-01-02T08:00:00Z"},
        "502": {"id": 502, "name": "Ruben Achterberg", "email": "ruben@quayside.example",
            "role": "end-user", "verified": true, "organization_id": 72, "tags": ["vip"],
            "created_at": "2026-01-08T11:00:00Z", "updated_at": "2026-01-08T11:00:00Z"},
        "503": {"id": 503, "name": "Tom Becker", "email": "tom.becker@brightfarm.example",
            "role": "end-user", "verified": false, "organization_id": 71, "tags": [],
            "created_at": "2026-01-09T12:00:00Z", "updated_at": "2026-01-09T12:00:00Z"},
        "504": {"id": 504, "name": "Grace Obi", "email": "grace@northdesk.example",
            "role": "agent", "verified": true, "organization_id": null, "tags": ["night shift"],
            "created_at": "2026-01-12T07:45:00Z", "updated_at": "2026-01-12T07:45:00Z"}
    },
    "tickets": {
        "1001": {"id": 1001, "subject": "Export stops half way", "description": "The export of shipments ends after 40 rows.",
            "status": "open", "priority": "high", "type": "problem", "tags": ["export"],
            "requester_id": 502, "assignee_id": 501, "organization_id": 72,
            "created_at": "2026-02-02T09:15:00Z", "updated_at": "2026-02-03T14:00:00Z"},
        "1002": {"id": 1002, "subject": "Parcel not delivered", "description": "Tracking has shown no movement for a week.",
            "status": "new", "priority": null, "type": "question", "tags": [],
            "requester_id": 503, "assignee_id": null, "organization_id": 71,
            "created_at": "2026-02-10T16:40:00Z", "updated_at": "2026-02-10T16:40:00Z"},
        "1003": {"id": 1003, "subject": "Copy of the January bill", "description": "Please send the bill again.",
            "status": "closed", "priority": "low", "type": "task", "tags": ["billing"],
            "requester_id": 503, "assignee_id": 501, "organization_id": 71,
            "created_at": "2026-01-20T08:05:00Z", "updated_at": "2026-01-28T17:20:00Z"}
    },
    "comments": {
        "9001": {"id": 9001, "ticket_id": 1001, "author_id": 502, "body": "The export of shipments ends after 40 rows.",
            "public": true, "created_at": "2026-02-02T09:15:00Z"},
        "9002": {"id": 9002, "ticket_id": 1001, "author_id": 501, "body": "Looks like the row limit of the old plan.",
            "public": false, "created_at": "2026-02-03T14:00:00Z"},
        "9003": {"id": 9003, "ticket_id": 1003, "author_id": 501, "body": "Sent again by mail.",
            "public": true, "created_at": "2026-01-21T10:00:00Z"}
    }
}"#;
