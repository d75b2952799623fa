//! Memo: summaries of chat sessions, with a title and tags, that an assistant keeps for later.
/// Everything that Memo knows.
#[derive(State)]
pub struct Memo {
    pub summaries: Table<Summary>,
}
/// What was said in one session, in short.
#[derive(Entity)]
pub struct Summary {
    #[entity(key)]
    pub session_id: Key<Summary>,
    #[entity(title)]
    pub title: Option<String>,
    #[entity(body)]
    pub summary: String,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub last_updated: Timestamp,
}
pub trait Tools {
    #[tool(upsert, key(session_id))]
    fn upsert_summary() -> Summary;
    #[tool(get, key(session_id), ignore(max_length))]
    fn get_summary_tool() -> Summary;
    #[tool(
        list,
        filter(tags has tag),
        sort(last_updated, descending, by = sort_by, direction = order),
        page(limit, offset)
    )]
    fn list_summaries_tool() -> Page<Summary>;
    #[tool(update, key(session_id))]
    fn update_metadata() -> Summary;
    #[tool(list)]
    fn list_all_summaries_tool() -> Page<Summary>;
    #[tool(simulate(unclear_effect, "how the content is joined to the summary's text is not told"))]
    fn append_summary();
    #[tool(simulate(unclear_effect, "it is not told which events make up a session's history"))]
    fn get_session_history();
}
