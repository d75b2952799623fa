//! Memos: short notes with tags and a visibility, and the comments on them.
/// Everything that Memos knows.
#[derive(State)]
pub struct Memos {
    pub memos: Table<Memo>,
    pub memo_comments: Table<MemoComment>,
}
/// A short note.
#[derive(Entity)]
pub struct Memo {
    #[entity(key, sequence = "MEM-{:05}")]
    pub id: Key<Memo>,
    #[entity(body)]
    pub content: String,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(default = Visibility::Private)]
    pub visibility: Visibility,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Who may read a memo.
#[derive(Choice)]
pub enum Visibility {
    #[choice(rename = "PRIVATE")]
    Private,
    #[choice(rename = "PROTECTED")]
    Protected,
    #[choice(rename = "PUBLIC")]
    Public,
}
/// A remark on a memo.
#[derive(Entity)]
pub struct MemoComment {
    #[entity(key, sequence = "COM-{:05}")]
    pub id: Key<MemoComment>,
    #[entity(body)]
    pub content: String,
    #[entity(on_delete = cascade)]
    pub memo_id: Key<Memo>,
    #[entity(created)]
    pub created_at: Timestamp,
}
pub trait Tools {
    #[tool(simulate(code_execution, "`filter_expr` is an expression over the fields of a memo"))]
    fn search_memos();
    #[tool(simulate(code_execution, "`filter_expr` is an expression over the fields of a memo"))]
    fn filter_memos();
    #[tool(create)]
    fn create_memo() -> Memo;
    #[tool(update, key(memo_id))]
    fn update_memo() -> Memo;
    #[tool(delete, key(memo_id))]
    fn delete_memo() -> Memo;
    #[tool(list, filter(memo_id))]
    fn list_memo_comments() -> Page<MemoComment>;
    #[tool(create)]
    fn create_memo_comment() -> MemoComment;
    #[tool(delete, key(comment_id), filter(memo_id))]
    fn delete_memo_comment() -> MemoComment;
    #[tool(detach(tags = tag), key(memo_id))]
    fn delete_memo_tag() -> Memo;
}
