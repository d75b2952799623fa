//! Google Contacts: the signed-in user's own contacts and the directory of their organisation.
/// Everything that Google Contacts knows.
#[derive(State)]
pub struct GoogleContacts {
    pub contacts: Table<Contact>,
    pub current_user: One<CurrentUser>,
    pub directory_people: Table<DirectoryPerson>,
}
/// Someone in the user's address book.
#[derive(Entity)]
pub struct Contact {
    #[entity(key, sequence = "CON-{:05}")]
    pub id: Key<Contact>,
    #[entity(len = 1..=200, person)]
    pub given_name: String,
    #[entity(person)]
    pub family_name: Option<String>,
    #[entity(email)]
    pub email: Option<String>,
    #[entity(phone)]
    pub phone_number: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Someone of the user's organisation.
#[derive(Entity)]
pub struct DirectoryPerson {
    #[entity(key, sequence = "PER-{:05}")]
    pub id: Key<DirectoryPerson>,
    #[entity(person)]
    pub name: String,
    #[entity(unique, email)]
    pub email: String,
    #[entity(phone)]
    pub phone_number: Option<String>,
    pub job_title: Option<String>,
}
/// Whose address book it is.
#[derive(Entity)]
pub struct CurrentUser {
    #[entity(person)]
    pub name: String,
    #[entity(email)]
    pub email: String,
}
pub trait Tools {
    #[tool(create)]
    fn create_contact() -> Contact;
    #[tool(search(email~email), page(limit))]
    fn search_contacts_by_email() -> Page<Contact>;
    #[tool(search((given_name, family_name)~name), page(limit))]
    fn search_contacts_by_name() -> Page<Contact>;
    #[tool(search(phone_number~phone_number), page(limit))]
    fn search_contacts_by_phone_number() -> Page<Contact>;
    #[tool(search((name, email)~query), page(limit, cursor = page_token))]
    fn search_directory_people() -> Page<DirectoryPerson>;
    #[tool(get)]
    fn who_am_i() -> CurrentUser;
}
