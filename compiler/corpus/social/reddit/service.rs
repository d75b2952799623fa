//! Reddit: subreddits with their rules, the posts in them, and the comments below.

/// Everything that Reddit knows.
#[derive(State)]
pub struct Reddit {
    pub account: One<Account>,
    pub subreddits: Table<Subreddit>,
    pub subreddit_rules: Table<SubredditRule>,
    pub posts: Table<Post>,
    pub comments: Table<Comment>,
}

/// The user in whose name everything is written.
#[derive(Entity)]
pub struct Account {
    #[entity(len = 3..=20, username)]
    pub username: String,
}

/// A community.
#[derive(Entity)]
pub struct Subreddit {
    #[entity(key, slug)]
    pub name: Key<Subreddit>,
    #[entity(title)]
    pub title: Option<String>,
    #[entity(default = Access::Public)]
    pub access: Access,
}

/// Who may read and write in a subreddit.
#[derive(Choice)]
pub enum Access {
    Public,
    Restricted,
    Private,
}

/// Something that a subreddit asks of those who write.
#[derive(Entity)]
#[entity(unique(subreddit, name))]
pub struct SubredditRule {
    #[entity(key, sequence = "RULE-{:05}")]
    pub id: Key<SubredditRule>,
    #[entity(on_delete = cascade)]
    pub subreddit: Key<Subreddit>,
    #[entity(len = 1..=100, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// A text post in a subreddit.
#[derive(Entity)]
pub struct Post {
    #[entity(key, token("t3_", 7))]
    pub id: Key<Post>,
    #[entity(on_delete = cascade)]
    pub subreddit: Key<Subreddit>,
    #[entity(len = 1..=300, title)]
    pub title: String,
    #[entity(body)]
    pub body: Option<String>,
    #[entity(default)]
    pub nsfw: bool,
    #[entity(default)]
    pub spoiler: bool,
    /// Whether the author hears of replies.
    #[entity(default = true)]
    pub send_replies: bool,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A comment on a post, or a reply to another comment.
#[derive(Entity)]
pub struct Comment {
    #[entity(key, token("t1_", 7))]
    pub id: Key<Comment>,
    /// The post that it stands directly below; none for a reply to a comment.
    #[entity(on_delete = cascade)]
    pub post_identifier: Option<Key<Post>>,
    /// The comment that it replies to; none at the top level.
    #[entity(on_delete = cascade)]
    pub comment_identifier: Option<Key<Comment>>,
    #[entity(len = 1..=10000, body)]
    pub text: String,
    #[entity(created)]
    pub created_at: Timestamp,
}

pub trait Tools {
    #[tool(get, key(subreddit))]
    fn check_subreddit_access() -> Subreddit;
    #[tool(create)]
    fn comment_on_post() -> Comment;
    #[tool(list, filter(id in post_identifiers))]
    fn get_content_of_multiple_posts() -> Page<Post>;
    #[tool(get, key(post_identifier))]
    fn get_content_of_post() -> Post;
    #[tool(simulate(unclear_effect, "no operation asks for the posts of the current user"))]
    fn get_my_posts();
    #[tool(get)]
    fn get_my_username() -> Account;
    #[tool(simulate(external_computation, "which posts are hot, rising or controversial is reckoned from votes"))]
    fn get_posts_in_subreddit();
    #[tool(list, filter(subreddit))]
    fn get_subreddit_rules() -> Page<SubredditRule>;
    #[tool(list, filter(post_identifier))]
    fn get_top_level_comments() -> Page<Comment>;
    #[tool(create)]
    fn reply_to_comment() -> Comment;
    #[tool(create)]
    fn submit_text_post() -> Post;
}
