//! A small office to learn in: a CRM and a help desk, with tasks that carry ids, names and amounts
//! from one to the other. Only for tests and benchmarks of the trainer.

use compoworld_lm::train::order::mix_seed;
use compoworld_trainer::demonstration::{DemonstratedCall, Demonstration};
use compoworld_trainer::rollout::{Episode, TaskSet};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};

const FIRST_NAMES: [&str; 32] = [
    "Priya", "Lena", "Marco", "Aiko", "Tomas", "Nadia", "Oskar", "Ines", "Ravi", "Clara", "Hugo",
    "Yara", "Felix", "Mina", "Jonas", "Leila", "Victor", "Anouk", "Diego", "Elsa", "Karim",
    "Sofia", "Pavel", "Greta", "Amir", "Noor", "Stefan", "Carmen", "Ivo", "Zofia", "Emil", "Tara",
];
const LAST_NAMES: [&str; 32] = [
    "Raman",
    "Okafor",
    "Lindqvist",
    "Moretti",
    "Tanaka",
    "Novak",
    "Haddad",
    "Weber",
    "Costa",
    "Dubois",
    "Kowalski",
    "Iyer",
    "Fischer",
    "Santos",
    "Bergman",
    "Aziz",
    "Keller",
    "Romano",
    "Petrov",
    "Larsen",
    "Mbeki",
    "Suzuki",
    "Horvat",
    "Silva",
    "Nilsson",
    "Farouk",
    "Brandt",
    "Castro",
    "Jansen",
    "Ueda",
    "Varga",
    "Quinn",
];
/// Names that no demonstration holds.
const UNSEEN_FIRST_NAMES: [&str; 6] = ["Beatrix", "Kwame", "Sigrid", "Thandi", "Rufus", "Odile"];
const UNSEEN_LAST_NAMES: [&str; 6] =
    ["Castellanos", "Wójcik", "Abernathy", "Ngata", "Eklund", "Marchetti"];
const COMPANIES: [&str; 16] = [
    "Alder Freight",
    "Blue Harbor",
    "Cobalt Labs",
    "Dune Media",
    "Evergreen Foods",
    "Fjord Energy",
    "Granite Works",
    "Helio Health",
    "Ironwood Tools",
    "Juniper Travel",
    "Kestrel Air",
    "Lumen Optics",
    "Mosaic Tiles",
    "Nimbus Cloud",
    "Orchard Bank",
    "Pioneer Rail",
];
const SUBJECTS: [&str; 16] = [
    "Login fails",
    "Invoice is wrong",
    "Printer offline",
    "Delivery is late",
    "Refund missing",
    "Cannot export report",
    "Wrong address",
    "Password reset",
    "Damaged parcel",
    "Slow dashboard",
    "Duplicate charge",
    "Missing manual",
    "Broken link",
    "Expired license",
    "Lost package",
    "Billing question",
];
const PRIORITIES: [&str; 4] = ["low", "normal", "high", "urgent"];
const AGENTS: [&str; 6] =
    ["Sam Porter", "Kim Doyle", "Alex Stone", "Robin Hale", "Jo Mercer", "Max Winter"];

/// What a task asks.
#[derive(Debug, Clone)]
enum Goal {
    /// Set the priority of a customer's newest ticket.
    Prioritize { customer: usize, ticket: usize, priority: &'static str },
    /// Give a customer's ticket, known by its subject, to an agent.
    Assign { customer: usize, ticket: usize, agent: usize },
    /// Credit the amount of a ticket to whoever opened it.
    Credit { ticket: usize },
    /// Say a customer's email address.
    Email { customer: usize },
}

#[derive(Debug, Clone)]
struct Customer {
    id: String,
    name: String,
    company: &'static str,
    email: String,
    credit: u64,
}

#[derive(Debug, Clone)]
struct Ticket {
    id: String,
    customer: usize,
    subject: &'static str,
    priority: &'static str,
    amount: u64,
    agent: Option<String>,
}

#[derive(Debug, Clone)]
struct Office {
    customers: Vec<Customer>,
    tickets: Vec<Ticket>,
    agents: Vec<(String, &'static str)>,
    goal: Goal,
    instruction: String,
}

struct Draw(Xoshiro256PlusPlus);

impl Draw {
    fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }

    fn of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// Tasks by seed; `unseen_share` of the people have names that no demonstration holds.
#[derive(Debug, Clone, Copy)]
pub struct OfficeTasks {
    /// How many tasks.
    pub n_tasks: usize,
    /// Fixes them.
    pub seed: u64,
    /// In percent.
    pub unseen_percent: usize,
}

impl OfficeTasks {
    fn office(&self, index: usize) -> Office {
        let seed = mix_seed(self.seed, &[index as u64]);
        let mut draw = Draw(Xoshiro256PlusPlus::seed_from_u64(seed));
        let mut customers: Vec<Customer> = Vec::new();
        let n_customers = 3 + draw.below(3);
        while customers.len() < n_customers {
            let unseen = draw.below(100) < self.unseen_percent;
            let first = if unseen { draw.of(&UNSEEN_FIRST_NAMES) } else { draw.of(&FIRST_NAMES) };
            let mut last = if unseen { draw.of(&UNSEEN_LAST_NAMES) } else { draw.of(&LAST_NAMES) };
            // Look-alikes: some people share a family name.
            if let Some(other) = customers.last()
                && draw.below(3) == 0
            {
                last = LAST_NAMES
                    .into_iter()
                    .chain(UNSEEN_LAST_NAMES)
                    .find(|name| other.name.ends_with(name))
                    .unwrap_or(last);
            }
            let name = format!("{first} {last}");
            if customers.iter().any(|customer| customer.name == name) {
                continue;
            }
            let email = format!("{}@{}.com", first.to_lowercase(), draw.below(900) + 100);
            customers.push(Customer {
                id: format!("CUS-{:05}", draw.below(100_000)),
                name,
                company: draw.of(&COMPANIES),
                email,
                credit: 0,
            });
        }
        let mut tickets = Vec::new();
        for customer in 0..n_customers {
            let first_subject = draw.below(SUBJECTS.len());
            for number in 0..1 + draw.below(3) {
                tickets.push(Ticket {
                    id: format!("TCK-{:05}", draw.below(100_000)),
                    customer,
                    subject: SUBJECTS[(first_subject + 5 * number) % SUBJECTS.len()],
                    priority: draw.of(&PRIORITIES),
                    amount: 5 + draw.below(995) as u64,
                    agent: None,
                });
            }
        }
        let agents: Vec<(String, &str)> =
            AGENTS.iter().map(|&name| (format!("AGT-{:03}", draw.below(1_000)), name)).collect();
        let (goal, instruction) = goal_of(&customers, &tickets, &agents, &mut draw);
        Office { customers, tickets, agents, goal, instruction }
    }

    /// What an agent that knows the task would do.
    pub fn demonstration(&self, index: usize) -> Demonstration {
        let office = self.office(index);
        let mut episode = OfficeEpisode { now: office.clone(), at_start: office };
        let mut turns = Vec::new();
        let mut call = |tool: &str, arguments: Value| {
            let observation = episode.call(tool, &arguments.to_string());
            turns.push(DemonstratedCall { tool: tool.to_owned(), arguments, observation });
        };
        let office = self.office(index);
        let answer = match office.goal {
            Goal::Prioritize { customer, ticket, priority } => {
                let (customer, ticket) = (&office.customers[customer], &office.tickets[ticket]);
                call("crm__search_customers", json!({"name": customer.name}));
                call("helpdesk__list_tickets", json!({"customer_id": customer.id}));
                call(
                    "helpdesk__update_ticket",
                    json!({"ticket_id": ticket.id, "priority": priority}),
                );
                ticket.id.clone()
            }
            Goal::Assign { customer, ticket, agent } => {
                let (customer, ticket) = (&office.customers[customer], &office.tickets[ticket]);
                let agent = &office.agents[agent];
                call("crm__search_customers", json!({"name": customer.name}));
                call("helpdesk__list_tickets", json!({"customer_id": customer.id}));
                call("helpdesk__find_agent", json!({"name": agent.1}));
                call(
                    "helpdesk__assign_ticket",
                    json!({"ticket_id": ticket.id, "agent_id": agent.0}),
                );
                ticket.id.clone()
            }
            Goal::Credit { ticket } => {
                let ticket = &office.tickets[ticket];
                let customer = &office.customers[ticket.customer];
                call("helpdesk__get_ticket", json!({"ticket_id": ticket.id}));
                call(
                    "crm__add_credit",
                    json!({"customer_id": customer.id, "amount": ticket.amount}),
                );
                customer.id.clone()
            }
            Goal::Email { customer } => {
                let customer = &office.customers[customer];
                call("crm__search_customers", json!({"name": customer.name}));
                customer.email.clone()
            }
        };
        Demonstration { instruction: office.instruction, turns, answer: Some(answer) }
    }

    /// Demonstrations of every task.
    pub fn demonstrations(&self) -> Vec<Demonstration> {
        (0..self.n_tasks).map(|index| self.demonstration(index)).collect()
    }
}

fn goal_of(
    customers: &[Customer],
    tickets: &[Ticket],
    agents: &[(String, &str)],
    draw: &mut Draw,
) -> (Goal, String) {
    let customer = draw.below(customers.len());
    let name = &customers[customer].name;
    let theirs: Vec<usize> =
        (0..tickets.len()).filter(|&ticket| tickets[ticket].customer == customer).collect();
    match draw.below(4) {
        0 => {
            let priority = draw.of(&PRIORITIES);
            let ticket = *theirs.last().expect("every customer has a ticket");
            let text = match draw.below(3) {
                0 => format!(
                    "Find the customer {name} and set the priority of their newest ticket to \
                     {priority}."
                ),
                1 => format!("The latest ticket that {name} opened should be {priority} priority."),
                _ => format!("Please make {name}'s most recent ticket {priority}."),
            };
            (Goal::Prioritize { customer, ticket, priority }, text)
        }
        1 => {
            let ticket = draw.of(&theirs);
            let agent = draw.below(agents.len());
            let (subject, agent_name) = (tickets[ticket].subject, agents[agent].1);
            let text = match draw.below(2) {
                0 => format!("{name} has a ticket about \"{subject}\". Give it to {agent_name}."),
                _ => format!("Assign {agent_name} to the \"{subject}\" ticket of {name}."),
            };
            (Goal::Assign { customer, ticket, agent }, text)
        }
        2 => {
            let ticket = draw.of(&theirs);
            let id = &tickets[ticket].id;
            let text = match draw.below(2) {
                0 => format!("Credit the amount of ticket {id} to the customer who opened it."),
                _ => format!("Whoever opened {id} should get its amount back as credit."),
            };
            (Goal::Credit { ticket }, text)
        }
        _ => (Goal::Email { customer }, format!("What is the email address of {name}?")),
    }
}

struct OfficeEpisode {
    now: Office,
    at_start: Office,
}

impl OfficeEpisode {
    fn run(&mut self, tool: &str, arguments: &Value) -> Result<Value, (&'static str, String)> {
        let text = |name: &str| {
            arguments[name]
                .as_str()
                .map(str::to_owned)
                .ok_or(("invalid_argument", format!("`{name}` must be a string")))
        };
        let missing = |what: String| ("not_found", format!("no row `{what}`"));
        let office = &mut self.now;
        match tool {
            "crm__search_customers" => {
                let name = text("name")?;
                let family = name.split(' ').next_back().unwrap_or_default();
                let rows: Vec<Value> = office
                    .customers
                    .iter()
                    .filter(|customer| {
                        !family.is_empty() && customer.name.split(' ').any(|part| part == family)
                    })
                    .map(|c| {
                        json!({"id": c.id, "name": c.name, "company": c.company, "email": c.email})
                    })
                    .collect();
                Ok(json!({"items": rows, "next_cursor": null}))
            }
            "crm__add_credit" => {
                let id = text("customer_id")?;
                let amount = arguments["amount"]
                    .as_u64()
                    .ok_or(("invalid_argument", "`amount` must be a number".to_owned()))?;
                let customer =
                    office.customers.iter_mut().find(|c| c.id == id).ok_or_else(|| missing(id))?;
                customer.credit += amount;
                Ok(json!({"id": customer.id, "credit": customer.credit}))
            }
            "helpdesk__list_tickets" => {
                let id = text("customer_id")?;
                let customer =
                    office.customers.iter().position(|c| c.id == id).ok_or_else(|| missing(id))?;
                let rows: Vec<Value> = office
                    .tickets
                    .iter()
                    .filter(|ticket| ticket.customer == customer)
                    .map(|t| json!({"id": t.id, "subject": t.subject, "priority": t.priority}))
                    .collect();
                Ok(json!({"items": rows, "next_cursor": null}))
            }
            "helpdesk__get_ticket" => {
                let id = text("ticket_id")?;
                let ticket =
                    office.tickets.iter().find(|t| t.id == id).ok_or_else(|| missing(id))?;
                let customer = &office.customers[ticket.customer];
                Ok(json!({"id": ticket.id, "subject": ticket.subject, "amount": ticket.amount,
                    "customer_id": customer.id, "priority": ticket.priority}))
            }
            "helpdesk__update_ticket" => {
                let (id, priority) = (text("ticket_id")?, text("priority")?);
                let priority = PRIORITIES
                    .into_iter()
                    .find(|&known| known == priority)
                    .ok_or(("invalid_argument", "unknown priority".to_owned()))?;
                let ticket =
                    office.tickets.iter_mut().find(|t| t.id == id).ok_or_else(|| missing(id))?;
                ticket.priority = priority;
                Ok(json!({"id": ticket.id, "priority": ticket.priority}))
            }
            "helpdesk__find_agent" => {
                let name = text("name")?;
                let agent = office.agents.iter().find(|a| a.1 == name);
                let agent = agent.ok_or_else(|| missing(name.clone()))?;
                Ok(json!({"id": agent.0, "name": agent.1}))
            }
            "helpdesk__assign_ticket" => {
                let (id, agent) = (text("ticket_id")?, text("agent_id")?);
                if !office.agents.iter().any(|known| known.0 == agent) {
                    return Err(missing(agent));
                }
                let ticket =
                    office.tickets.iter_mut().find(|t| t.id == id).ok_or_else(|| missing(id))?;
                ticket.agent = Some(agent);
                Ok(json!({"id": ticket.id, "agent_id": ticket.agent}))
            }
            _ => Err(("not_found", format!("no tool named `{tool}`"))),
        }
    }

    /// Whether nothing but the given ticket and customer has changed.
    fn rest_is_untouched(&self, ticket: Option<usize>, customer: Option<usize>) -> bool {
        let tickets = self.now.tickets.iter().zip(&self.at_start.tickets).enumerate();
        let customers = self.now.customers.iter().zip(&self.at_start.customers).enumerate();
        let mut tickets = tickets.filter(|(index, _)| Some(*index) != ticket);
        let mut customers = customers.filter(|(index, _)| Some(*index) != customer);
        tickets.all(|(_, (now, then))| now.priority == then.priority && now.agent == then.agent)
            && customers.all(|(_, (now, then))| now.credit == then.credit)
    }
}

impl Episode for OfficeEpisode {
    fn instruction(&self) -> &str {
        &self.at_start.instruction
    }

    fn call(&mut self, tool: &str, arguments: &str) -> String {
        let arguments = serde_json::from_str(arguments).unwrap_or(Value::Null);
        match self.run(tool, &arguments) {
            Ok(data) => json!({"ok": true, "data": data}).to_string(),
            Err((code, message)) => {
                json!({"ok": false, "error": {"code": code, "message": message}}).to_string()
            }
        }
    }

    fn finish(&mut self, answer: Option<&str>) -> Vec<bool> {
        let answered = |wanted: &str| answer.is_some_and(|answer| answer.trim() == wanted);
        match self.at_start.goal {
            Goal::Prioritize { ticket, priority, .. } => vec![
                self.now.tickets[ticket].priority == priority,
                self.rest_is_untouched(Some(ticket), None),
                answered(&self.now.tickets[ticket].id),
            ],
            Goal::Assign { ticket, agent, .. } => vec![
                self.now.tickets[ticket].agent.is_some(),
                self.now.tickets[ticket].agent.as_ref() == Some(&self.now.agents[agent].0),
                self.rest_is_untouched(Some(ticket), None),
                answered(&self.now.tickets[ticket].id),
            ],
            Goal::Credit { ticket } => {
                let ticket = &self.now.tickets[ticket];
                vec![
                    self.now.customers[ticket.customer].credit == ticket.amount,
                    self.rest_is_untouched(None, Some(ticket.customer)),
                    answered(&self.now.customers[ticket.customer].id),
                ]
            }
            Goal::Email { customer } => vec![
                answered(&self.now.customers[customer].email),
                self.rest_is_untouched(None, None),
            ],
        }
    }
}

impl TaskSet for OfficeTasks {
    fn len(&self) -> usize {
        self.n_tasks
    }

    fn start(&self, index: usize) -> Box<dyn Episode> {
        let office = self.office(index);
        Box::new(OfficeEpisode { now: office.clone(), at_start: office })
    }
}
