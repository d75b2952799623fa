//! Clay: the people someone knows, the groups they are sorted into, notes about them and meetings with them.
/// Everything that Clay knows.
#[derive(State)]
pub struct Clay {
    pub contacts: Table<Contact>,
    pub events: Table<Event>,
    pub groups: Table<Group>,
    pub notes: Table<Note>,
}
/// A person in the network.
#[derive(Entity)]
pub struct Contact {
    #[entity(key, sequence)]
    pub id: IntKey<Contact>,
    #[entity(email)]
    pub email: Vec<String>,
    #[entity(phone)]
    pub phone: Vec<String>,
    /// What the person does at the organization.
    pub title: Option<String>,
    #[entity(url)]
    pub website: Vec<String>,
    pub birthday: Option<String>,
    #[entity(url)]
    pub linkedin: Option<String>,
    #[entity(person)]
    pub last_name: Option<String>,
    #[entity(person)]
    pub first_name: Option<String>,
    #[entity(company)]
    pub organization: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A meeting in the calendar.
#[derive(Entity)]
pub struct Event {
    #[entity(key, sequence = "EVE-{:05}")]
    pub id: Key<Event>,
    #[entity(title)]
    pub title: String,
    pub starts_at: Timestamp,
    pub ends_at: Option<Timestamp>,
    #[entity(on_delete = clear)]
    pub attendees: Vec<IntKey<Contact>>,
}
/// A set of contacts.
#[derive(Entity)]
pub struct Group {
    #[entity(key, sequence)]
    pub id: IntKey<Group>,
    #[entity(unique, title)]
    pub title: String,
    #[entity(on_delete = clear)]
    pub contact_ids: Vec<IntKey<Contact>>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Something written down about a contact.
#[derive(Entity)]
pub struct Note {
    #[entity(key, sequence = "NOT-{:05}")]
    pub id: Key<Note>,
    #[entity(body)]
    pub content: String,
    #[entity(on_delete = cascade)]
    pub contact_id: IntKey<Contact>,
    #[entity(created)]
    pub created_at: Timestamp,
}
pub trait Tools {
    #[tool(simulate(external_computation, "people are matched by meaning and ordered as free text asks"))]
    fn search_contacts();
    #[tool(simulate(external_computation, "mails and meetings are matched by meaning and are kept elsewhere"))]
    fn search_interactions();
    #[tool(simulate(external_computation, "it counts contacts in groups that a question in words describes"))]
    fn aggregate_contacts();
    #[tool(get, key(contact_id))]
    fn get_contact() -> Contact;
    #[tool(create)]
    fn create_contact() -> Contact;
    #[tool(create)]
    fn create_note() -> Note;
    #[tool(list, page(limit))]
    fn get_groups() -> Page<Group>;
    #[tool(create)]
    fn create_group() -> Group;
    #[tool(simulate(unclear_effect, "it adds and removes members and renames in one call, which no operation says"))]
    fn update_group();
    #[tool(list, filter(created_at<= end, created_at>= start))]
    fn get_notes() -> Page<Note>;
    #[tool(list, filter(starts_at <= end, starts_at >= start))]
    fn get_events() -> Page<Event>;
}
