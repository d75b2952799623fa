//! A task over both services, written by hand, with a second register as a distractor.

use std::collections::BTreeMap;
use std::sync::Arc;

use compoworld_world::{
    Check, Criterion, CriterionKind, Difficulty, Edge, Graph, OutputPart, PreparedTask, Provenance,
    Reference, ReferenceCall, ServiceUse, Task, gate::replay_reference,
};
use serde_json::{Value, json};

/// Return the order of a ticket, promote who placed it, and close the ticket.
pub fn sample_task() -> Task {
    let mut task = unsealed_task();
    task.goal_digest = goal_digest(&task);
    task
}

/// The digest that a task's reference leads to.
pub fn goal_digest(task: &Task) -> String {
    let prepared =
        PreparedTask::new(&super::catalog(), Arc::new(task.clone())).expect("it is sound");
    replay_reference(&Arc::new(prepared), None).outcome().digest
}

fn unsealed_task() -> Task {
    let used =
        |alias: &str, service: &str| ServiceUse { alias: alias.into(), service: service.into() };
    Task {
        id: "sample".into(),
        instruction:
            "There is an open ticket called \"Refund\" whose note names an order. Mark that \
            order as returned, make its customer a gold one, and solve the ticket with the \
            customer's e-mail address as the note. What was the order's amount?"
                .into(),
        services: vec![used("help_desk", "help_desk"), used("crm", "crm")],
        distractors: vec![used("crm_archive", "crm")],
        initial_state: BTreeMap::from([
            ("help_desk".to_owned(), help_desk_state()),
            ("crm".to_owned(), crm_state()),
            ("crm_archive".to_owned(), crm_state()),
        ]),
        seed: 7,
        epoch: super::epoch(),
        graph: Graph {
            walk: ["help_desk", "crm", "help_desk"].map(str::to_owned).to_vec(),
            edges: vec![
                Edge {
                    from_step: 0,
                    to_step: 1,
                    value_path: "/items/0/notes/0/text".into(),
                    argument_path: "/id".into(),
                    value: json!("ORD-00002"),
                },
                Edge {
                    from_step: 3,
                    to_step: 5,
                    value_path: "/email".into(),
                    argument_path: "/note".into(),
                    value: json!("ada.brand@example.org"),
                },
            ],
        },
        reference: reference(),
        goal_digest: String::new(),
        rubric: rubric(),
        judged: Vec::new(),
        difficulty: Difficulty { k: 2, l: 3, n_distractors: 1, variations: Vec::new() },
        generator: "by hand".into(),
        author: None,
        catalog_version: super::catalog().version().into(),
    }
}

fn reference() -> Reference {
    let output = |step: usize, pointer: &str| Provenance::Output { step, pointer: pointer.into() };
    let call = |tool: &str, arguments: Value, provenance: &[(&str, Provenance)]| ReferenceCall {
        tool: tool.into(),
        arguments,
        provenance: provenance.iter().map(|(at, from)| ((*at).to_owned(), from.clone())).collect(),
    };
    let order = || {
        let parts = vec![OutputPart { step: 0, pointer: "/items/0/notes/0/text".into() }];
        Provenance::Computed { how: "part_of".into(), parts }
    };
    Reference {
        calls: vec![
            call(
                "help_desk__list_tickets",
                json!({"status": "open"}),
                &[("/status", Provenance::Instruction)],
            ),
            call("crm__get_order", json!({"id": "ORD-00002"}), &[("/id", order())]),
            call(
                "crm__update_order",
                json!({"id": "ORD-00002", "status": "returned"}),
                &[("/id", order()), ("/status", Provenance::Chosen)],
            ),
            call(
                "crm__get_customer",
                json!({"id": "CUS-0002"}),
                &[("/id", output(1, "/customer"))],
            ),
            call(
                "crm__update_customer",
                json!({"id": "CUS-0002", "tier": "gold"}),
                &[("/id", output(1, "/customer")), ("/tier", Provenance::Instruction)],
            ),
            call(
                "help_desk__solve_ticket",
                json!({"id": "TCK-00001", "note": "ada.brand@example.org"}),
                &[("/id", output(0, "/items/0/id")), ("/note", output(3, "/email"))],
            ),
        ],
        answer: json!(129.5),
        answer_provenance: BTreeMap::from([(String::new(), output(1, "/amount"))]),
    }
}

fn rubric() -> Vec<Criterion> {
    let goal = |id: &str, text: &str, check: &str| Criterion {
        id: id.into(),
        text: text.into(),
        check: Check::Cel(check.into()),
        kind: CriterionKind::Goal,
    };
    let allowed = [
        "crm.orders.ORD-00002.status",
        "crm.customers.CUS-0002.tier",
        "help_desk.tickets.TCK-00001.status",
        "help_desk.tickets.TCK-00001.notes",
    ];
    vec![
        goal(
            "returned",
            "The order is marked as returned.",
            r#"state.crm.orders["ORD-00002"].status == "returned""#,
        ),
        goal(
            "gold",
            "The customer is a gold one.",
            r#"state.crm.customers["CUS-0002"].tier == "gold""#,
        ),
        goal(
            "solved",
            "The ticket is solved, and the note has the address.",
            r#"state.help_desk.tickets["TCK-00001"].status == "solved" &&
               state.help_desk.tickets["TCK-00001"].notes.exists(n, n.text.contains("ada.brand@example.org"))"#,
        ),
        goal("amount", "The answer names the amount.", "says(answer, 129.5)"),
        Criterion {
            id: "nothing_else".into(),
            text: "Nothing else changed.".into(),
            check: Check::OnlyChanged(allowed.map(str::to_owned).to_vec()),
            kind: CriterionKind::Guard,
        },
    ]
}

fn help_desk_state() -> Value {
    let ticket = |id: &str, subject: &str, note: &str| {
        json!({
            "id": id, "subject": subject, "status": "open", "assignee": "AGT-001",
            "notes": [{"text": note, "at": "2026-02-20T10:00:00Z"}],
            "created_at": "2026-02-20T10:00:00Z", "updated_at": "2026-02-20T10:00:00Z",
        })
    };
    json!({
        "agents": {
            "AGT-001": {"id": "AGT-001", "name": "Ines Moreau", "email": "ines@example.org"},
            "AGT-002": {"id": "AGT-002", "name": "Paul Lindt", "email": "paul@example.org"},
        },
        "tickets": {
            "TCK-00001": ticket("TCK-00001", "Refund", "It is about ORD-00002."),
            "TCK-00002": ticket("TCK-00002", "The lamp flickers", "Since Monday."),
        },
    })
}

fn crm_state() -> Value {
    let at = "2026-02-01T08:00:00Z";
    let customer = |id: &str, name: &str, email: &str| {
        json!({"id": id, "name": name, "email": email, "tier": "basic", "created_at": at,
            "updated_at": at})
    };
    let order = |id: &str, customer: &str, amount: f64| {
        json!({"id": id, "customer": customer, "product": "Desk lamp", "amount": amount,
            "status": "shipped", "created_at": at, "updated_at": at})
    };
    json!({
        "customers": {
            "CUS-0001": customer("CUS-0001", "Ada Brandt", "ada.brandt@example.org"),
            "CUS-0002": customer("CUS-0002", "Ada Brand", "ada.brand@example.org"),
        },
        "orders": {
            "ORD-00001": order("ORD-00001", "CUS-0001", 25.0),
            "ORD-00002": order("ORD-00002", "CUS-0002", 129.5),
            "ORD-00003": order("ORD-00003", "CUS-0002", 40.0),
        },
    })
}
