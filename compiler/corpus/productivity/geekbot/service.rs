//! Geekbot: a team's stand-ups and polls, and the reports and results that its members hand in.
/// Everything that Geekbot knows.
#[derive(State)]
pub struct Geekbot {
    pub members: Table<Member>,
    pub polls: Table<Poll>,
    pub poll_results: Table<PollResult>,
    pub reports: Table<Report>,
    pub standups: Table<Standup>,
}
/// Someone of the team.
#[derive(Entity)]
pub struct Member {
    #[entity(key, sequence = "MEM-{:05}")]
    pub id: Key<Member>,
    #[entity(person)]
    pub name: String,
    #[entity(unique, email)]
    pub email: Option<String>,
    #[entity(username)]
    pub username: Option<String>,
}
/// A question put to the team.
#[derive(Entity)]
pub struct Poll {
    #[entity(key, sequence)]
    pub id: IntKey<Poll>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub question: Option<String>,
    #[entity(on_delete = clear)]
    pub creator_id: Option<Key<Member>>,
}
/// How many chose one answer of a poll.
#[derive(Entity)]
pub struct PollResult {
    #[entity(key, sequence = "RES-{:05}")]
    pub id: Key<PollResult>,
    #[entity(on_delete = cascade)]
    pub poll_id: IntKey<Poll>,
    pub date: Option<Timestamp>,
    #[entity(title)]
    pub answer: String,
    #[entity(quantity, range = 0..=100_000)]
    pub votes: i64,
}
/// What a member answered to a stand-up's questions.
#[derive(Entity)]
pub struct Report {
    #[entity(key, sequence = "REP-{:05}")]
    pub id: Key<Report>,
    #[entity(on_delete = cascade)]
    pub standup_id: IntKey<Standup>,
    #[entity(on_delete = clear)]
    pub user_id: Option<Key<Member>>,
    /// The answers, by question.
    pub answers: Json,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A round of questions that comes again.
#[derive(Entity)]
pub struct Standup {
    #[entity(key, sequence)]
    pub id: IntKey<Standup>,
    #[entity(title)]
    pub name: String,
    pub questions: Vec<String>,
    #[entity(timezone)]
    pub timezone: Option<String>,
    #[entity(on_delete = clear)]
    pub member_ids: Vec<Key<Member>>,
}
pub trait Tools {
    #[tool(list)]
    fn list_members() -> Page<Member>;
    #[tool(list)]
    fn list_standups() -> Page<Standup>;
    #[tool(list, filter(created_at >= after, created_at <= before, user_id, standup_id), sort(created_at, descending))]
    fn fetch_reports() -> Page<Report>;
    #[tool(create)]
    fn post_report() -> Report;
    #[tool(list)]
    fn list_polls() -> Page<Poll>;
    #[tool(list, filter(date >= after, date <= before, poll_id))]
    fn fetch_poll_results() -> Page<PollResult>;
}
