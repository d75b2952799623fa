//! Close: leads with their contacts, opportunities and tasks, and the calls, mails, messages, meetings and notes on each.
/// Everything that Close knows.
#[derive(State)]
pub struct Close {
    pub call_activities: Table<CallActivity>,
    pub contacts: Table<Contact>,
    pub current_user: One<CurrentUser>,
    pub email_activities: Table<EmailActivity>,
    pub leads: Table<Lead>,
    pub meeting_activities: Table<MeetingActivity>,
    pub note_activities: Table<NoteActivity>,
    pub opportunities: Table<Opportunity>,
    pub sms_activities: Table<SmsActivity>,
    pub tasks: Table<Task>,
    pub users: Table<User>,
    pub whatsapp_activities: Table<WhatsappActivity>,
}
/// One call activity.
#[derive(Entity)]
pub struct CallActivity {
    #[entity(key, sequence = "CAL-{:05}")]
    pub call_id: Key<CallActivity>,
    #[entity(on_delete = cascade)]
    pub lead_id: Key<Lead>,
    pub direction: CallActivityDirection,
    #[entity(phone)]
    pub phone: Option<String>,
    pub disposition: Option<String>,
    #[entity(range = 0..=86_400)]
    pub duration: Option<i64>,
    #[entity(body)]
    pub note: Option<String>,
    #[entity(on_delete = clear)]
    pub contact_id: Option<Key<Contact>>,
    #[entity(on_delete = clear)]
    pub user_id: Option<Key<User>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `direction` can be.
#[derive(Choice)]
pub enum CallActivityDirection {
    Inbound,
    Outbound,
}
/// One contact.
#[derive(Entity)]
pub struct Contact {
    #[entity(key, sequence = "CON-{:05}")]
    pub id: Key<Contact>,
    #[entity(on_delete = cascade)]
    pub lead_id: Key<Lead>,
    #[entity(person)]
    pub name: Option<String>,
    /// Their job.
    pub title: Option<String>,
    pub emails: Option<Json>,
    pub phones: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One current user.
#[derive(Entity)]
pub struct CurrentUser {
    #[entity(person)]
    pub name: String,
    #[entity(email)]
    pub email: String,
}
/// One email activity.
#[derive(Entity)]
pub struct EmailActivity {
    #[entity(key, sequence = "EMA-{:05}")]
    pub email_id: Key<EmailActivity>,
    #[entity(on_delete = cascade)]
    pub lead_id: Key<Lead>,
    #[entity(title)]
    pub subject: String,
    #[entity(body)]
    pub body_text: Option<String>,
    #[entity(body)]
    pub body_html: Option<String>,
    #[entity(email)]
    pub to: Vec<String>,
    #[entity(email)]
    pub cc: Vec<String>,
    #[entity(email)]
    pub bcc: Vec<String>,
    #[entity(email)]
    pub sender: Option<String>,
    #[entity(default = EmailStatus::Draft)]
    pub status: EmailStatus,
    pub template_id: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(on_delete = clear)]
    pub contact_id: Option<Key<Contact>>,
    #[entity(on_delete = clear)]
    pub user_id: Option<Key<User>>,
    #[entity(default = MessageDirection::Outgoing)]
    pub direction: MessageDirection,
}
/// One lead.
#[derive(Entity)]
pub struct Lead {
    #[entity(key, sequence = "LEA-{:05}")]
    pub id: Key<Lead>,
    #[entity(company)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub status_id: Option<String>,
    #[entity(url)]
    pub url: Option<String>,
    pub contacts: Option<Json>,
    pub addresses: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One meeting activity.
#[derive(Entity)]
pub struct MeetingActivity {
    #[entity(key, sequence = "MEE-{:05}")]
    pub meeting_id: Key<MeetingActivity>,
    #[entity(on_delete = cascade)]
    pub lead_id: Key<Lead>,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
    #[entity(default = MeetingActivityStatus::Upcoming)]
    pub status: MeetingActivityStatus,
    pub attendees: Option<Json>,
    #[entity(body)]
    pub user_note_html: Option<String>,
    pub outcome_id: Option<String>,
    #[entity(on_delete = clear)]
    pub user_id: Option<Key<User>>,
    pub date_created: Option<Timestamp>,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(on_delete = clear)]
    pub contact_id: Option<Key<Contact>>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// What `status` can be.
#[derive(Choice)]
pub enum MeetingActivityStatus {
    Upcoming,
    #[choice(rename = "in-progress")]
    InProgress,
    Completed,
    Canceled,
    #[choice(rename = "declined-by-lead")]
    DeclinedByLead,
    #[choice(rename = "declined-by-org")]
    DeclinedByOrg,
}
/// One note activity.
#[derive(Entity)]
pub struct NoteActivity {
    #[entity(key, sequence = "NOT-{:05}")]
    pub note_id: Key<NoteActivity>,
    #[entity(on_delete = cascade)]
    pub lead_id: Key<Lead>,
    #[entity(body)]
    pub note: String,
    #[entity(on_delete = clear)]
    pub user_id: Option<Key<User>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One opportunity.
#[derive(Entity)]
pub struct Opportunity {
    #[entity(key, sequence = "OPP-{:05}")]
    pub id: Key<Opportunity>,
    #[entity(on_delete = cascade)]
    pub lead_id: Key<Lead>,
    #[entity(body)]
    pub note: Option<String>,
    #[entity(range = 0..=100, percent)]
    pub confidence: Option<i64>,
    #[entity(money)]
    pub value: Option<f64>,
    #[entity(default = ValuePeriod::OneTime)]
    pub value_period: ValuePeriod,
    pub status_id: Option<String>,
    pub expected_date: Option<Date>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One sms activity.
#[derive(Entity)]
pub struct SmsActivity {
    #[entity(key, sequence = "SMS-{:05}")]
    pub sms_id: Key<SmsActivity>,
    #[entity(on_delete = cascade)]
    pub lead_id: Key<Lead>,
    #[entity(body)]
    pub text: String,
    pub direction: MessageDirection,
    #[entity(phone)]
    pub remote_phone: Option<String>,
    #[entity(phone)]
    pub local_phone: Option<String>,
    #[entity(on_delete = clear)]
    pub contact_id: Option<Key<Contact>>,
    #[entity(default = SmsStatus::Draft)]
    pub status: SmsStatus,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(on_delete = clear)]
    pub user_id: Option<Key<User>>,
}
/// One task.
#[derive(Entity)]
pub struct Task {
    #[entity(key, sequence = "TAS-{:05}")]
    pub id: Key<Task>,
    #[entity(on_delete = cascade)]
    pub lead_id: Key<Lead>,
    #[entity(body)]
    pub text: String,
    #[entity(on_delete = clear)]
    pub assigned_to: Option<Key<User>>,
    pub date: Option<Date>,
    #[entity(default)]
    pub is_complete: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    pub task_type: Option<String>,
}
/// One user.
#[derive(Entity)]
pub struct User {
    #[entity(key, sequence = "USE-{:05}")]
    pub id: Key<User>,
    #[entity(person)]
    pub name: String,
    #[entity(unique, email)]
    pub email: String,
}
/// One whatsapp activity.
#[derive(Entity)]
pub struct WhatsappActivity {
    #[entity(key, sequence = "WHA-{:05}")]
    pub whatsapp_id: Key<WhatsappActivity>,
    #[entity(on_delete = cascade)]
    pub lead_id: Key<Lead>,
    #[entity(unique)]
    pub external_whatsapp_message_id: String,
    #[entity(body)]
    pub message_markdown: String,
    #[entity(default = MessageDirection::Outgoing)]
    pub direction: MessageDirection,
    pub attachments: Option<Json>,
    #[entity(url)]
    pub integration_link: Option<String>,
    #[entity(on_delete = clear)]
    pub response_to_id: Option<Key<WhatsappActivity>>,
    #[entity(on_delete = clear)]
    pub user_id: Option<Key<User>>,
    #[entity(on_delete = clear)]
    pub contact_id: Option<Key<Contact>>,
    pub date_created: Option<Timestamp>,
    #[entity(default)]
    pub send_to_inbox: bool,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Whether a message came in or went out.
#[derive(Choice)]
pub enum MessageDirection {
    Incoming,
    Outgoing,
}
/// Where a mail stands.
#[derive(Choice)]
pub enum EmailStatus {
    Inbox,
    Draft,
    Scheduled,
    Outbox,
    Sent,
    Error,
}
/// Where a text message stands.
#[derive(Choice)]
pub enum SmsStatus {
    Inbox,
    Draft,
    Scheduled,
    Outbox,
    Sent,
    Error,
}
/// How often the value of an opportunity is paid.
#[derive(Choice)]
pub enum ValuePeriod {
    OneTime,
    Monthly,
    Annual,
}
pub trait Tools {
    #[tool(create)]
    fn create_lead() -> Lead;
    #[tool(get, key(lead_id), ignore(fields))]
    fn get_lead() -> Lead;
    #[tool(search((name, description)~query), filter(status_id), page(limit))]
    fn search_leads() -> Page<Lead>;
    #[tool(update, key(lead_id))]
    fn update_lead() -> Lead;
    #[tool(delete, key(lead_id))]
    fn delete_lead() -> Lead;
    #[tool(
        search((name, description)~query),
        filter(status_id),
        page(limit, offset = skip)
    )]
    fn list_leads() -> Page<Lead>;
    #[tool(create)]
    fn create_contact() -> Contact;
    #[tool(get, key(contact_id))]
    fn get_contact() -> Contact;
    #[tool(search(name ~ query), filter(lead_id), page(limit))]
    fn search_contacts() -> Page<Contact>;
    #[tool(update, key(contact_id))]
    fn update_contact() -> Contact;
    #[tool(delete, key(contact_id))]
    fn delete_contact() -> Contact;
    #[tool(create)]
    fn create_opportunity() -> Opportunity;
    #[tool(get, key(opportunity_id))]
    fn get_opportunity() -> Opportunity;
    #[tool(update, key(opportunity_id))]
    fn update_opportunity() -> Opportunity;
    #[tool(delete, key(opportunity_id))]
    fn delete_opportunity() -> Opportunity;
    #[tool(create)]
    fn create_task() -> Task;
    #[tool(get, key(task_id))]
    fn get_task() -> Task;
    #[tool(update, key(task_id))]
    fn update_task() -> Task;
    #[tool(delete, key(task_id))]
    fn delete_task() -> Task;
    #[tool(
        list,
        filter(lead_id, assigned_to, is_complete, task_type),
        page(limit, offset = skip),
        ignore(view)
    )]
    fn list_tasks() -> Page<Task>;
    #[tool(get)]
    fn get_current_user() -> CurrentUser;
    #[tool(list, page(limit, offset = skip))]
    fn list_users() -> Page<User>;
    #[tool(get, key(user_id))]
    fn get_user() -> User;
    #[tool(simulate(unclear_effect, "it reads over six tables at once, which no single operation does"))]
    fn list_activities();
    #[tool(simulate(unclear_effect, "it reads over six tables at once, which no single operation does"))]
    fn search_activities();
    #[tool(list, filter(lead_id, contact_id, user_id, direction), sort(created_at, descending), page(limit, offset = skip))]
    fn list_email_activities() -> Page<EmailActivity>;
    #[tool(get, key(email_id))]
    fn get_email_activity() -> EmailActivity;
    #[tool(create)]
    fn create_email_activity() -> EmailActivity;
    #[tool(update, key(email_id))]
    fn update_email_activity() -> EmailActivity;
    #[tool(delete, key(email_id))]
    fn delete_email_activity() -> EmailActivity;
    #[tool(update, key(email_id), set(status = EmailStatus::Sent), require(status = [EmailStatus::Draft, EmailStatus::Scheduled, EmailStatus::Outbox, EmailStatus::Error]))]
    fn send_email_activity() -> EmailActivity;
    #[tool(search((subject, body_text, body_html) ~ query), page(limit))]
    fn search_email_activities() -> Page<EmailActivity>;
    #[tool(list, filter(lead_id, contact_id, user_id, direction, disposition), sort(created_at, descending), page(limit, offset = skip))]
    fn list_call_activities() -> Page<CallActivity>;
    #[tool(get, key(call_id))]
    fn get_call_activity() -> CallActivity;
    #[tool(create)]
    fn create_call_activity() -> CallActivity;
    #[tool(update, key(call_id))]
    fn update_call_activity() -> CallActivity;
    #[tool(delete, key(call_id))]
    fn delete_call_activity() -> CallActivity;
    #[tool(search((phone, disposition, note) ~ query), page(limit))]
    fn search_call_activities() -> Page<CallActivity>;
    #[tool(list, filter(lead_id, contact_id, user_id, direction), sort(created_at, descending), page(limit, offset = skip))]
    fn list_sms_activities() -> Page<SmsActivity>;
    #[tool(get, key(sms_id))]
    fn get_sms_activity() -> SmsActivity;
    #[tool(create)]
    fn create_sms_activity() -> SmsActivity;
    #[tool(update, key(sms_id))]
    fn update_sms_activity() -> SmsActivity;
    #[tool(delete, key(sms_id))]
    fn delete_sms_activity() -> SmsActivity;
    #[tool(update, key(sms_id), set(status = SmsStatus::Sent), require(status = [SmsStatus::Draft, SmsStatus::Scheduled, SmsStatus::Outbox, SmsStatus::Error]))]
    fn send_sms_activity() -> SmsActivity;
    #[tool(search(text ~ query), page(limit))]
    fn search_sms_activities() -> Page<SmsActivity>;
    #[tool(
        list,
        filter(
            lead_id,
            contact_id,
            user_id,
            status,
            date_created>= date_created_gte,
            date_created<= date_created_lte,
            starts_at>= starts_at_gte,
            starts_at<= starts_at_lte
        ),
        page(limit, offset = skip)
    )]
    fn list_meeting_activities() -> Page<MeetingActivity>;
    #[tool(get, key(meeting_id))]
    fn get_meeting_activity() -> MeetingActivity;
    #[tool(create)]
    fn create_meeting_activity() -> MeetingActivity;
    #[tool(update, key(meeting_id))]
    fn update_meeting_activity() -> MeetingActivity;
    #[tool(delete, key(meeting_id))]
    fn delete_meeting_activity() -> MeetingActivity;
    #[tool(search(user_note_html ~ query), page(limit))]
    fn search_meeting_activities() -> Page<MeetingActivity>;
    #[tool(list, filter(lead_id, contact_id, user_id, direction, date_created >= date_created_gte, date_created <= date_created_lte), page(limit, offset = skip))]
    fn list_whatsapp_activities() -> Page<WhatsappActivity>;
    #[tool(get, key(whatsapp_id))]
    fn get_whatsapp_activity() -> WhatsappActivity;
    #[tool(create)]
    fn create_whatsapp_activity() -> WhatsappActivity;
    #[tool(update, key(whatsapp_id))]
    fn update_whatsapp_activity() -> WhatsappActivity;
    #[tool(delete, key(whatsapp_id))]
    fn delete_whatsapp_activity() -> WhatsappActivity;
    #[tool(search(message_markdown ~ query), page(limit))]
    fn search_whatsapp_activities() -> Page<WhatsappActivity>;
    #[tool(list, filter(lead_id, user_id), page(limit, offset = skip))]
    fn list_note_activities() -> Page<NoteActivity>;
    #[tool(get, key(note_id))]
    fn get_note_activity() -> NoteActivity;
    #[tool(create)]
    fn create_note_activity() -> NoteActivity;
    #[tool(update, key(note_id))]
    fn update_note_activity() -> NoteActivity;
    #[tool(delete, key(note_id))]
    fn delete_note_activity() -> NoteActivity;
    #[tool(search(note~query), page(limit))]
    fn search_note_activities() -> Page<NoteActivity>;
}
