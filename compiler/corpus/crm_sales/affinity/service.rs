//! Affinity keeps the people, companies and opportunities of a deal team, the lists that they stand
//! on, and notes about them.

/// Everything that Affinity knows.
#[derive(State)]
pub struct Affinity {
    pub companies: Table<Company>,
    pub company_fields: Table<CompanyField>,
    pub current_user: One<CurrentUser>,
    pub list_entries: Table<ListEntry>,
    pub lists: Table<ContactList>,
    pub notes: Table<Note>,
    pub opportunities: Table<Opportunity>,
    pub persons: Table<Person>,
    pub person_fields: Table<PersonField>,
    pub list_fields: Table<ListField>,
}

/// One company.
#[derive(Entity)]
pub struct Company {
    #[entity(key, sequence)]
    pub id: IntKey<Company>,
    #[entity(company)]
    pub name: String,
    #[entity(unique, url)]
    pub domain: Option<String>,
}

/// A column that companies have.
#[derive(Entity)]
pub struct CompanyField {
    #[entity(key, sequence = "COM-{:05}")]
    pub id: Key<CompanyField>,
    #[entity(title)]
    pub name: String,
    pub value_type: Option<String>,
}

/// One current user.
#[derive(Entity)]
pub struct CurrentUser {
    #[entity(person)]
    pub name: String,
    #[entity(email)]
    pub email: String,
}

/// Someone or something on a list.
#[derive(Entity)]
pub struct ListEntry {
    #[entity(key, sequence)]
    pub id: IntKey<ListEntry>,
    #[entity(on_delete = cascade)]
    pub list_id: IntKey<ContactList>,
    #[entity(on_delete = cascade)]
    pub person_id: Option<IntKey<Person>>,
    #[entity(on_delete = cascade)]
    pub company_id: Option<IntKey<Company>>,
    #[entity(on_delete = cascade)]
    pub opportunity_id: Option<IntKey<Opportunity>>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A list of people, companies or opportunities.
#[derive(Entity)]
pub struct ContactList {
    #[entity(key, sequence)]
    pub id: IntKey<ContactList>,
    #[entity(title)]
    pub name: String,
    #[entity(default)]
    pub is_public: bool,
    #[entity(on_delete = clear)]
    pub owner_id: Option<IntKey<Person>>,
}

/// One note.
#[derive(Entity)]
pub struct Note {
    #[entity(key, sequence)]
    pub id: IntKey<Note>,
    #[entity(on_delete = clear)]
    pub person_id: Option<IntKey<Person>>,
    #[entity(on_delete = clear)]
    pub organization_id: Option<IntKey<Company>>,
    #[entity(on_delete = clear)]
    pub opportunity_id: Option<IntKey<Opportunity>>,
    #[entity(body)]
    pub text: String,
    #[entity(person)]
    pub author: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One opportunity.
#[derive(Entity)]
pub struct Opportunity {
    #[entity(key, sequence)]
    pub id: IntKey<Opportunity>,
    #[entity(title)]
    pub name: String,
    #[entity(on_delete = cascade)]
    pub list_id: Option<IntKey<ContactList>>,
}

/// One person.
#[derive(Entity)]
pub struct Person {
    #[entity(key, sequence)]
    pub id: IntKey<Person>,
    #[entity(person)]
    pub name: String,
    #[entity(unique, email)]
    pub email: Option<String>,
    #[entity(on_delete = clear)]
    pub companies: Vec<IntKey<Company>>,
}

/// A column that people have.
#[derive(Entity)]
pub struct PersonField {
    #[entity(key, sequence = "PER-{:05}")]
    pub id: Key<PersonField>,
    #[entity(title)]
    pub name: String,
    pub value_type: Option<String>,
}

/// A column of a list.
#[derive(Entity)]
pub struct ListField {
    #[entity(key, sequence = "LFI-{:05}")]
    pub id: Key<ListField>,
    #[entity(on_delete = cascade)]
    pub list_id: IntKey<ContactList>,
    #[entity(title)]
    pub name: String,
    pub value_type: Option<String>,
}

pub trait Tools {
    #[tool(get)]
    fn get_current_user() -> CurrentUser;

    #[tool(
        list,
        filter(list_id),
        page(cursor = cursor, limit = limit),
        ignore(field_ids, field_types),
    )]
    fn get_all_list_entries_on_a_list() -> Page<ListEntry>;

    #[tool(list, page(cursor, limit))]
    fn get_metadata_on_all_lists() -> Page<ContactList>;

    #[tool(get, key(list_id))]
    fn get_metadata_on_a_single_list() -> ContactList;

    #[tool(list, filter(list_id), page(cursor = cursor, limit = limit))]
    fn get_metadata_on_a_single_list_fields() -> Page<ListField>;

    #[tool(get, key(list_entry_id), filter(list_id), ignore(field_ids, field_types))]
    fn get_a_single_list_entry_on_a_list() -> ListEntry;

    #[tool(
        list,
        filter(id in ids),
        page(cursor = cursor, limit = limit),
        ignore(field_ids, field_types),
    )]
    fn get_all_persons() -> Page<Person>;

    #[tool(get, key(person_id), ignore(field_ids, field_types))]
    fn get_single_person() -> Person;

    #[tool(list, page(cursor, limit))]
    fn get_person_fields_metadata() -> Page<PersonField>;

    #[tool(simulate(
        unclear_effect,
        "the lists are found through their entries, which no single operation follows",
    ))]
    fn get_person_lists();

    #[tool(list, filter(person_id), page(cursor = cursor, limit = limit))]
    fn get_person_list_entries() -> Page<ListEntry>;

    #[tool(
        list,
        filter(id in ids),
        page(cursor = cursor, limit = limit),
        ignore(field_ids, field_types),
    )]
    fn get_all_companies() -> Page<Company>;

    #[tool(get, key(company_id), ignore(field_ids, field_types))]
    fn get_single_company() -> Company;

    #[tool(list, page(cursor, limit))]
    fn get_company_fields_metadata() -> Page<CompanyField>;

    #[tool(simulate(
        unclear_effect,
        "the lists are found through their entries, which no single operation follows",
    ))]
    fn get_company_lists();

    #[tool(list, filter(company_id), page(cursor = cursor, limit = limit))]
    fn get_company_list_entries() -> Page<ListEntry>;

    #[tool(list, filter(id in ids), page(cursor = cursor, limit = limit))]
    fn get_all_opportunities() -> Page<Opportunity>;

    #[tool(get, key(opportunity_id))]
    fn get_single_opportunity() -> Opportunity;

    #[tool(
        search((name, email)~term),
        page(limit = page_size, cursor = page_token),
        ignore(
            with_interaction_dates,
            with_interaction_persons,
            with_opportunities,
            with_current_organizations
        )
    )]
    fn search_persons() -> Page<Person>;

    #[tool(
        search((name, domain) ~ term),
        page(limit = page_size, cursor = page_token),
        ignore(with_interaction_dates, with_interaction_persons, with_opportunities),
    )]
    fn search_organizations() -> Page<Company>;

    #[tool(search(name ~ term), page(limit = page_size, cursor = page_token))]
    fn search_opportunities() -> Page<Opportunity>;

    #[tool(
        list,
        filter(person_id, organization_id, opportunity_id),
        page(limit = page_size, cursor = page_token)
    )]
    fn get_all_notes() -> Page<Note>;

    #[tool(get, key(note_id))]
    fn get_specific_note() -> Note;
}
