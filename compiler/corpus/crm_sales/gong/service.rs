//! Gong: recorded sales calls, their transcripts and the people who took part.
/// Everything that Gong knows.
#[derive(State)]
pub struct Gong {
    pub calls: Table<Call>,
    pub transcripts: Table<Transcript>,
    pub users: Table<User>,
    pub user_settings_histories: Table<UserSettingsHistory>,
}
/// A conversation with a customer.
#[derive(Entity)]
pub struct Call {
    #[entity(key, sequence = "CAL-{:05}")]
    pub id: Key<Call>,
    #[entity(unique)]
    pub client_unique_id: String,
    #[entity(title)]
    pub title: Option<String>,
    pub purpose: Option<String>,
    pub scheduled_start: Option<Timestamp>,
    pub scheduled_end: Option<Timestamp>,
    pub actual_start: Timestamp,
    /// In seconds.
    #[entity(quantity)]
    pub duration: Option<f64>,
    pub parties: Json,
    pub direction: CallDirection,
    pub disposition: Option<String>,
    pub context: Option<Json>,
    pub custom_data: Option<String>,
    pub speakers_timeline: Option<Json>,
    #[entity(url)]
    pub meeting_url: Option<String>,
    pub call_provider_code: Option<String>,
    #[entity(url)]
    pub download_media_url: Option<String>,
    pub workspace_id: Option<String>,
    #[entity(language)]
    pub language_code: Option<String>,
    pub flow_context: Option<Json>,
    /// The user who hosted the call.
    #[entity(on_delete = restrict)]
    pub primary_user: Key<User>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// What `direction` can be.
#[derive(Choice)]
pub enum CallDirection {
    #[choice(rename = "Inbound")]
    Inbound,
    #[choice(rename = "Outbound")]
    Outbound,
    #[choice(rename = "Conference")]
    Conference,
    #[choice(rename = "Unknown")]
    Unknown,
}
/// What was said on a call.
#[derive(Entity)]
pub struct Transcript {
    #[entity(key, sequence = "TRA-{:05}")]
    pub id: Key<Transcript>,
    #[entity(on_delete = cascade)]
    pub call_id: Key<Call>,
    /// The user whose call it was.
    #[entity(email)]
    pub user_email: Option<String>,
    pub date: Timestamp,
    pub workspace_id: Option<String>,
    #[entity(body)]
    pub text: String,
}

/// Someone of the selling company.
#[derive(Entity)]
pub struct User {
    #[entity(key, sequence = "USE-{:05}")]
    pub id: Key<User>,
    #[entity(person)]
    pub name: String,
    #[entity(unique, email)]
    pub email: String,
}
/// One change of what a user is set up to do.
#[derive(Entity)]
pub struct UserSettingsHistory {
    #[entity(key, sequence = "USE-{:05}")]
    pub id: Key<UserSettingsHistory>,
    #[entity(on_delete = cascade)]
    pub user_id: Key<User>,
    pub action: Option<String>,
    pub detail: Option<String>,
    pub happened_at: Timestamp,
}
pub trait Tools {
    #[tool(list, filter(user_email, date>= from_date, date<= to_date), page(limit))]
    fn get_transcripts_by_user() -> Page<Transcript>;
    #[tool(simulate(unclear_effect, "what a call is analysed for is chosen by arguments that the spec does not explain"))]
    fn get_extensive_data();
    #[tool(
        list,
        filter(call_id in call_ids, date>= from_date, date<= to_date, workspace_id),
        page(cursor)
    )]
    fn get_call_transcripts() -> Page<Transcript>;
    #[tool(
        list,
        filter(actual_start >= from_date, actual_start <= to_date, workspace_id),
        page(cursor, limit)
    )]
    fn list_calls() -> Page<Call>;
    #[tool(get, key(call_id))]
    fn get_call_by_id() -> Call;
    #[tool(create)]
    fn add_new_call() -> Call;
    #[tool(list, page(cursor), ignore(include_avatars))]
    fn list_all_users() -> Page<User>;
    #[tool(get, key(user_id))]
    fn get_user_by_id() -> User;
    #[tool(list, filter(user_id), sort(happened_at))]
    fn get_user_settings_history() -> Page<UserSettingsHistory>;
    #[tool(simulate(unclear_effect, "the filter is an object that the spec does not describe"))]
    fn list_users_by_filter();
}
