//! X: people, what they post, whom they follow, and the posts that the signed-in user likes and bookmarks.
/// Everything that X Twitter knows.
#[derive(State)]
pub struct XTwitter {
    pub follows: Table<Follow>,
    pub subscriptions: Table<Subscription>,
    pub bookmarks: Table<Bookmark>,
    pub tweets: Table<Tweet>,
    pub users: Table<User>,
}
/// A post that the signed-in user keeps.
#[derive(Entity)]
pub struct Bookmark {
    #[entity(key, on_delete = cascade)]
    pub tweet_id: Key<Tweet>,
    pub folder_id: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One tweet.
#[derive(Entity)]
pub struct Tweet {
    #[entity(key, sequence = "TWE-{:05}")]
    pub id: Key<Tweet>,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(body)]
    pub text: String,
    #[entity(on_delete = clear)]
    pub reply_to: Option<Key<Tweet>>,
    pub media_paths: Vec<String>,
    #[entity(default)]
    pub favorite: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(on_delete = cascade)]
    pub author_id: Option<Key<User>>,
    /// What can be voted for, where it is a poll.
    pub choices: Vec<String>,
    pub duration_minutes: Option<i64>,
    pub own_vote: Option<String>,
}
/// Someone with an account.
#[derive(Entity)]
pub struct User {
    #[entity(key, sequence = "USR-{:05}")]
    pub id: Key<User>,
    #[entity(unique, username)]
    pub screen_name: String,
    #[entity(person)]
    pub name: String,
    #[entity(body)]
    pub bio: Option<String>,
    #[entity(default)]
    pub verified: bool,
}
/// One account that follows another.
#[derive(Entity)]
pub struct Follow {
    #[entity(key, on_delete = cascade)]
    pub follower_id: Key<User>,
    #[entity(key, on_delete = cascade)]
    pub followed_id: Key<User>,
}
/// One account that pays for another's posts.
#[derive(Entity)]
pub struct Subscription {
    #[entity(key, on_delete = cascade)]
    pub user_id: Key<User>,
    #[entity(key, on_delete = cascade)]
    pub creator_id: Key<User>,
}
pub trait Tools {
    #[tool(get, key(user_id))]
    fn get_user_profile() -> User;
    #[tool(list, filter(screen_name))]
    fn get_user_by_screen_name() -> Page<User>;
    #[tool(get, key(user_id))]
    fn get_user_by_id() -> User;
    #[tool(list, filter(followed_id = user_id), page(limit = count, cursor))]
    fn get_user_followers() -> Page<Follow>;
    #[tool(list, filter(follower_id = user_id), page(limit = count, cursor))]
    fn get_user_following() -> Page<Follow>;
    #[tool(simulate(unclear_effect, "the model does not say who the signed-in user is"))]
    fn get_user_followers_you_know();
    #[tool(list, filter(user_id), page(limit = count, cursor))]
    fn get_user_subscriptions() -> Page<Subscription>;
    #[tool(create)]
    fn post_tweet() -> Tweet;
    #[tool(delete, key(tweet_id))]
    fn delete_tweet() -> Tweet;
    #[tool(get, key(tweet_id))]
    fn get_tweet_details() -> Tweet;
    #[tool(create)]
    fn create_poll_tweet() -> Tweet;
    #[tool(update, key(tweet_id), map(own_vote = choice))]
    fn vote_on_poll() -> Tweet;
    #[tool(update, key(tweet_id), set(favorite = true))]
    fn favorite_tweet() -> Tweet;
    #[tool(update, key(tweet_id), set(favorite = false))]
    fn unfavorite_tweet() -> Tweet;
    #[tool(upsert, key(tweet_id))]
    fn bookmark_tweet() -> Bookmark;
    #[tool(delete, key(tweet_id))]
    fn delete_bookmark() -> Bookmark;
    #[tool(simulate(unclear_effect, "it removes many rows at once"))]
    fn delete_all_bookmarks();
    #[tool(simulate(external_computation, "a ranking chooses what is shown"))]
    fn get_timeline();
    #[tool(list, sort(created_at, descending), page(limit = count))]
    fn get_latest_timeline() -> Page<Tweet>;
    #[tool(search(text ~ query), sort(created_at, descending), page(limit = count, cursor), ignore(product))]
    fn search_twitter() -> Page<Tweet>;
    #[tool(simulate(external_computation, "trends are reckoned from what everybody posts"))]
    fn get_trends();
    #[tool(simulate(unclear_effect, "the model does not record which posts a user puts forward"))]
    fn get_highlights_tweets();
    #[tool(simulate(unclear_effect, "who is mentioned stands inside the texts"))]
    fn get_user_mentions();
}
