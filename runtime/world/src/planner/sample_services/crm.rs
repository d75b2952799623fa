//! A CRM: contacts and deals.

use compoworld_core::{
    Args, Choice, Context, Date, Entity, Key, Operation, Page, Returns, RowRef, Run, ServiceDef,
    State, Table, Tool, ToolError, contains_text, equals, run_read, run_write,
};

use super::{bind, same, tool, words};

/// Everything the CRM knows.
#[derive(State)]
pub struct Crm {
    pub contacts: Table<Contact>,
    pub deals: Table<Deal>,
}

/// Someone we do business with.
#[derive(Debug, Clone, Entity)]
pub struct Contact {
    #[entity(key, token("con_", 8))]
    pub id: Key<Contact>,
    #[entity(person)]
    pub full_name: String,
    #[entity(unique, email)]
    pub email: String,
    #[entity(phone)]
    pub phone: String,
    #[entity(company)]
    pub company: String,
    #[entity(city)]
    pub city: Option<String>,
}

/// A sale in the making.
#[derive(Debug, Clone, Entity)]
pub struct Deal {
    #[entity(key, sequence = "DEAL-{}")]
    pub id: Key<Deal>,
    #[entity(title)]
    pub title: String,
    pub contact: Key<Contact>,
    #[entity(money, range = 0..=1_000_000)]
    pub amount: f64,
    pub stage: Stage,
    pub close_date: Date,
    #[entity(body)]
    pub description: Option<String>,
}

/// How far a deal is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Stage {
    Lead,
    Negotiation,
    Won,
    Lost,
}

#[derive(Args)]
pub struct ListContacts {
    pub email: Option<String>,
    pub company: Option<String>,
}

#[derive(Args)]
pub struct Query {
    pub query: String,
}

#[derive(Args)]
pub struct ContactId {
    pub contact_id: Key<Contact>,
}

#[derive(Args)]
pub struct UpdateContact {
    pub contact_id: Key<Contact>,
    pub phone: Option<String>,
    pub company: Option<String>,
}

#[derive(Args)]
pub struct ListDeals {
    pub stage: Option<Stage>,
    pub contact_id: Option<Key<Contact>>,
}

#[derive(Args)]
pub struct CreateDeal {
    pub title: String,
    pub contact_id: Key<Contact>,
    pub amount: f64,
    pub close_date: Date,
}

#[derive(Args)]
pub struct UpdateDeal {
    pub deal_id: Key<Deal>,
    pub stage: Option<Stage>,
    pub amount: Option<f64>,
    pub description: Option<String>,
}

fn list_contacts(
    s: &Crm,
    a: ListContacts,
    _: &mut Context,
) -> Result<Page<RowRef<Contact>>, ToolError> {
    Ok(Page::whole(s.contacts.select(&|contact| {
        equals(&contact.email, a.email.as_ref()) && equals(&contact.company, a.company.as_ref())
    })))
}

fn search_contacts(s: &Crm, a: Query, _: &mut Context) -> Result<Page<RowRef<Contact>>, ToolError> {
    Ok(Page::whole(
        s.contacts
            .select(&|contact| contains_text(&[&contact.full_name, &contact.company], &a.query)),
    ))
}

fn get_contact(s: &Crm, a: ContactId, _: &mut Context) -> Result<RowRef<Contact>, ToolError> {
    s.contacts.find(&a.contact_id)
}

fn update_contact(
    s: &mut Crm,
    a: UpdateContact,
    _: &mut Context,
) -> Result<RowRef<Contact>, ToolError> {
    s.contacts.update(&a.contact_id, |contact| {
        contact.phone = a.phone.unwrap_or(contact.phone.clone());
        contact.company = a.company.unwrap_or(contact.company.clone());
        Ok(())
    })
}

fn list_deals(s: &Crm, a: ListDeals, _: &mut Context) -> Result<Page<RowRef<Deal>>, ToolError> {
    Ok(Page::whole(s.deals.select(&|deal| {
        equals(&deal.stage, a.stage.as_ref()) && equals(&deal.contact, a.contact_id.as_ref())
    })))
}

fn create_deal(s: &mut Crm, a: CreateDeal, cx: &mut Context) -> Result<RowRef<Deal>, ToolError> {
    let deal = Deal {
        id: s.deals.next_key(cx),
        title: a.title,
        contact: a.contact_id,
        amount: a.amount,
        stage: Stage::Lead,
        close_date: a.close_date,
        description: None,
    };
    s.deals.insert(deal)
}

fn update_deal(s: &mut Crm, a: UpdateDeal, _: &mut Context) -> Result<RowRef<Deal>, ToolError> {
    s.deals.update(&a.deal_id, |deal| {
        deal.stage = a.stage.unwrap_or(deal.stage);
        deal.amount = a.amount.unwrap_or(deal.amount);
        if a.description.is_some() {
            deal.description = a.description;
        }
        Ok(())
    })
}

/// The service.
pub static SERVICE: ServiceDef = ServiceDef {
    name: "crm",
    title: "CRM",
    domain: "sales",
    summary: "Contacts and deals.",
    tools: &TOOLS,
    state: &Crm::INFO,
    version: "by-hand",
};

static TOOLS: [Tool; 7] = [
    tool!("list_contacts", "List contacts.",
        r#"{"type":"object","properties":{"email":{"type":"string"},"company":{"type":"string"}},
            "additionalProperties":false}"#,
        Run::Read(|s, a, cx| run_read(s, a, cx, list_contacts)),
        { operation: Operation::List, entity: "Contact", reads: &["contacts"], returns: Returns::Page,
          filters: &[same("email", &["email"]), same("company", &["company"])] }),
    tool!("search_contacts", "Search contacts by name or company.",
        r#"{"type":"object","properties":{"query":{"type":"string","minLength":1}},"required":["query"],
            "additionalProperties":false}"#,
        Run::Read(|s, a, cx| run_read(s, a, cx, search_contacts)),
        { operation: Operation::Search, entity: "Contact", reads: &["contacts"], returns: Returns::Page,
          filters: &[words("query", &["full_name", "company"])] }),
    tool!("get_contact", "Read one contact.",
        r#"{"type":"object","properties":{"contact_id":{"type":"string"}},"required":["contact_id"],
            "additionalProperties":false}"#,
        Run::Read(|s, a, cx| run_read(s, a, cx, get_contact)),
        { operation: Operation::Get, entity: "Contact", reads: &["contacts"], returns: Returns::Row,
          keys: &[bind("contact_id", "id")] }),
    tool!("update_contact", "Change a contact.",
        r#"{"type":"object","properties":{"contact_id":{"type":"string"},"phone":{"type":"string"},
            "company":{"type":"string"}},"required":["contact_id"],"additionalProperties":false}"#,
        Run::Write(|s, a, cx| run_write(s, a, cx, update_contact)),
        { operation: Operation::Update, entity: "Contact", reads: &["contacts"], writes: &["contacts"],
          returns: Returns::Row, keys: &[bind("contact_id", "id")],
          sets: &[bind("phone", "phone"), bind("company", "company")] }),
    tool!("list_deals", "List deals.",
        r#"{"type":"object","properties":{"stage":{"type":"string","enum":["lead","negotiation","won","lost"]},
            "contact_id":{"type":"string"}},"additionalProperties":false}"#,
        Run::Read(|s, a, cx| run_read(s, a, cx, list_deals)),
        { operation: Operation::List, entity: "Deal", reads: &["deals"], returns: Returns::Page,
          filters: &[same("stage", &["stage"]), same("contact_id", &["contact"])] }),
    tool!("create_deal", "Add a deal.",
        r#"{"type":"object","properties":{"title":{"type":"string","minLength":1},"contact_id":{"type":"string"},
            "amount":{"type":"number","minimum":0},"close_date":{"type":"string","format":"date"}},
            "required":["title","contact_id","amount","close_date"],"additionalProperties":false}"#,
        Run::Write(|s, a, cx| run_write(s, a, cx, create_deal)),
        { operation: Operation::Create, entity: "Deal", reads: &["contacts"], writes: &["deals"],
          returns: Returns::Row,
          sets: &[bind("title", "title"), bind("contact_id", "contact"), bind("amount", "amount"), bind("close_date", "close_date")] }),
    tool!("update_deal", "Change a deal.",
        r#"{"type":"object","properties":{"deal_id":{"type":"string"},
            "stage":{"type":"string","enum":["lead","negotiation","won","lost"]},
            "amount":{"type":"number","minimum":0},"description":{"type":"string"}},
            "required":["deal_id"],"additionalProperties":false}"#,
        Run::Write(|s, a, cx| run_write(s, a, cx, update_deal)),
        { operation: Operation::Update, entity: "Deal", reads: &["deals"], writes: &["deals"],
          returns: Returns::Row, keys: &[bind("deal_id", "id")],
          sets: &[bind("stage", "stage"), bind("amount", "amount"), bind("description", "description")] }),
];
