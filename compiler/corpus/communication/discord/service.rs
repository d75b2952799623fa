//! Discord: what a bot reads and writes in the channels and threads of its servers.
//!
//! Every server here is one that the bot is in. A thread is a channel too; one that grew from a
//! message has that message's identifier. Reading a channel, message, server or user that does not
//! exist is no failure: the answer's `status` says so. What the bot may do in a channel is on the
//! channel.

/// What the bot can reach.
#[derive(State)]
pub struct Discord {
    pub bot: One<Bot>,
    pub users: Table<User>,
    pub servers: Table<Server>,
    pub members: Table<Member>,
    pub channels: Table<Channel>,
    pub messages: Table<Message>,
    pub reactions: Table<Reaction>,
}

/// The account that the token belongs to.
#[derive(Entity)]
pub struct Bot {
    pub user_id: Key<User>,
}

/// A person or a bot.
#[derive(Entity)]
pub struct User {
    #[entity(key, sequence = "10{:016}")]
    pub id: Key<User>,
    #[entity(unique, len = 2..=32, username)]
    pub username: String,
    /// The name that others see first.
    #[entity(len = 1..=32, person)]
    pub global_name: Option<String>,
    /// Whether a program acts through the account.
    #[entity(default)]
    pub bot: bool,
}

/// A community with channels.
#[derive(Entity)]
pub struct Server {
    #[entity(key, sequence = "11{:016}")]
    pub id: Key<Server>,
    #[entity(len = 2..=100, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub owner_id: Key<User>,
    /// How many people and bots are in it, roughly.
    #[entity(range = 1..=25_000_000)]
    pub member_count: i64,
}

/// That a user is in a server.
#[derive(Entity)]
pub struct Member {
    #[entity(key, on_delete = cascade)]
    pub server_id: Key<Server>,
    #[entity(key, on_delete = cascade)]
    pub user_id: Key<User>,
    #[entity(len = 1..=32, username)]
    pub nickname: Option<String>,
    pub joined_at: Timestamp,
}

/// A channel, or a thread in one.
#[derive(Entity)]
pub struct Channel {
    #[entity(key, sequence = "12{:016}")]
    pub id: Key<Channel>,
    #[entity(on_delete = cascade)]
    pub server_id: Key<Server>,
    #[entity(rename = "type", default = ChannelKind::Text)]
    pub kind: ChannelKind,
    #[entity(len = 1..=100, slug)]
    pub name: String,
    #[entity(len = 0..=4096, body)]
    pub topic: Option<String>,
    /// The category of a channel, the channel of a thread.
    #[entity(on_delete = cascade)]
    pub parent_id: Option<Key<Channel>>,
    /// The place in the list of channels.
    #[entity(default, range = 0..=1000)]
    pub position: i64,
    /// Who started the thread.
    #[entity(on_delete = clear)]
    pub owner_id: Option<Key<User>>,
    /// After how long without messages a thread is archived.
    pub auto_archive_minutes: Option<ArchiveAfter>,
    #[entity(default)]
    pub archived: bool,
    /// Whether only moderators can open the archived thread again.
    #[entity(default)]
    pub locked: bool,
    /// Whether the bot cannot see the channel.
    #[entity(default)]
    pub hidden: bool,
    /// Whether the bot may only read.
    #[entity(default)]
    pub posting_blocked: bool,
    /// Whether the bot may not pin, and not delete what others wrote.
    #[entity(default)]
    pub moderation_blocked: bool,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// What a channel is for.
#[derive(Choice)]
pub enum ChannelKind {
    Text,
    Voice,
    Category,
    Announcement,
    Forum,
    Media,
    Thread,
}

/// Minutes without messages until a thread is archived.
#[derive(Choice)]
pub enum ArchiveAfter {
    #[choice(rename = "60")]
    OneHour,
    #[choice(rename = "1440")]
    OneDay,
    #[choice(rename = "4320")]
    ThreeDays,
    #[choice(rename = "10080")]
    OneWeek,
}

/// Something written in a channel, or a notice of the system.
#[derive(Entity)]
pub struct Message {
    #[entity(key, sequence = "13{:016}")]
    pub id: Key<Message>,
    #[entity(on_delete = cascade)]
    pub channel_id: Key<Channel>,
    pub author_id: Key<User>,
    #[entity(len = 0..=2000, body)]
    pub content: String,
    /// What the system tells; missing for what users write.
    pub system_notice: Option<SystemNotice>,
    /// The message that this one answers; it may be deleted.
    #[entity(loose)]
    pub reply_to_id: Option<Key<Message>>,
    /// Who is told of the message.
    #[entity(on_delete = clear)]
    pub mention_ids: Vec<Key<User>>,
    #[entity(default)]
    pub pinned: bool,
    pub pinned_at: Option<Timestamp>,
    pub edited_at: Option<Timestamp>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// What the system can tell in a channel.
#[derive(Choice)]
pub enum SystemNotice {
    UserJoin,
    ChannelPinnedMessage,
    ThreadCreated,
}

/// Who reacted to a message with an emoji.
#[derive(Entity)]
pub struct Reaction {
    #[entity(key, on_delete = cascade)]
    pub message_id: Key<Message>,
    /// A character, or `name:id` for an emoji of a server.
    #[entity(
        key,
        len = 1..=64,
        pattern = "^(👍|👎|🎉|✅|👀|🔥|🙏|😂|[\u{203c}-\u{27bf}\u{2b00}-\u{2bff}\u{1f004}-\u{1faff}][\u{203c}-\u{27bf}\u{2b00}-\u{2bff}\u{1f004}-\u{1faff}\u{fe0f}\u{200d}]{0,11}|[0-9#*]\u{fe0f}?\u{20e3}|[a-zA-Z0-9_]{2,32}:[0-9]{17,20})$"
    )]
    pub emoji: String,
    /// Nobody any more, when all took it back.
    #[entity(on_delete = clear)]
    pub user_ids: Vec<Key<User>>,
}

/// Whether something was found.
#[derive(Choice)]
pub enum Lookup {
    Found,
    NotFound,
}

/// Whether an edit was made.
#[derive(Choice)]
pub enum Edit {
    Edited,
    NotAuthor,
}

/// A channel as callers see it.
#[derive(Record)]
pub struct ChannelView {
    pub id: Key<Channel>,
    pub server_id: Key<Server>,
    #[record(rename = "type")]
    pub kind: ChannelKind,
    pub name: String,
    pub topic: Option<String>,
    pub parent_id: Option<Key<Channel>>,
    pub archived: bool,
    pub locked: bool,
}

/// A channel, if there is one.
#[derive(Record)]
pub struct ChannelResult {
    pub status: Lookup,
    pub channel: Option<ChannelView>,
}

/// How often an emoji is on a message.
#[derive(Record)]
pub struct ReactionCount {
    pub emoji: String,
    pub count: i64,
    /// Whether the bot is among those who reacted.
    pub me: bool,
}

/// A message as callers see it.
#[derive(Record)]
pub struct MessageView {
    pub id: Key<Message>,
    pub channel_id: Key<Channel>,
    pub author_id: Key<User>,
    pub author_name: String,
    pub content: String,
    pub system_notice: Option<SystemNotice>,
    pub reply_to_id: Option<Key<Message>>,
    pub mention_ids: Vec<Key<User>>,
    pub pinned: bool,
    pub edited_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub reactions: Vec<ReactionCount>,
}

/// A message, if there is one.
#[derive(Record)]
pub struct MessageResult {
    pub status: Lookup,
    pub message: Option<MessageView>,
}

/// The message after an edit, or as it was when the bot did not write it.
#[derive(Record)]
pub struct EditResult {
    pub status: Edit,
    pub message: Option<MessageView>,
}

/// A server as callers see it.
#[derive(Record)]
pub struct ServerView {
    pub id: Key<Server>,
    pub name: String,
    pub description: Option<String>,
    pub owner_id: Key<User>,
    pub member_count: i64,
}

/// A server, if the bot is in it.
#[derive(Record)]
pub struct ServerResult {
    pub status: Lookup,
    pub server: Option<ServerView>,
}

/// A user as callers see them, with the name that they go by in a server.
#[derive(Record)]
pub struct UserView {
    pub id: Key<User>,
    pub username: String,
    pub global_name: Option<String>,
    pub nickname: Option<String>,
    /// The nickname, else the global name, else the user name.
    pub display_name: String,
    pub bot: bool,
}

/// A user, if there is one.
#[derive(Record)]
pub struct UserResult {
    pub status: Lookup,
    pub user: Option<UserView>,
}

/// That a message is gone.
#[derive(Record)]
pub struct DeletedMessage {
    pub message_id: Key<Message>,
    pub channel_id: Key<Channel>,
    pub deleted: bool,
}

/// Whether the bot's reaction was there to be removed.
#[derive(Record)]
pub struct RemovedReaction {
    pub message_id: Key<Message>,
    pub emoji: String,
    pub removed: bool,
}

pub trait Tools {
    /// Reacts to a message; a reaction that is there stays.
    #[tool(
        create,
        map(message_id = message_id),
        types(channel_id = Key<Channel>),
        reads(bot, channels, messages),
        writes(reactions)
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000002","message_id":"130000000000000001","emoji":"👍"}"#,
        ok = r#"{"message_id":"130000000000000001","emoji":"👍","user_ids":["100000000000000001"]}"#
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000002","message_id":"130000000000000001","emoji":"thumbsup"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000002","message_id":"130000000000000099","emoji":"👍"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000005","message_id":"130000000000000001","emoji":"👍"}"#,
        error = "permission_denied"
    )]
    fn bot_add_reaction(
        state: &mut Discord,
        args: BotAddReaction,
        _cx: &mut Context,
    ) -> Result<RowRef<Reaction>, ToolError> {
        check_emoji(&args.emoji)?;
        let message = find_message(state, &args.channel_id, &args.message_id)?;
        let channel = visible_channel(state, &args.channel_id)?;
        check_open(&channel)?;
        check_posting(&channel)?;
        let bot = bot_id(state)?;
        let key = compoworld_core::join_key(&[&message.id, &args.emoji]);
        let counts = reactions_of(state, &message.id)?;
        let is_new = !counts.iter().any(|count| count.emoji == args.emoji);
        if is_new && counts.len() >= EMOJIS_MAX {
            let message = format!("a message takes {EMOJIS_MAX} different emojis at most");
            return Err(ToolError::new(ErrorCode::ResourceExhausted, message));
        }
        if state.reactions.contains(&key) {
            return state.reactions.update(&key, |reaction| {
                if !reaction.user_ids.contains(&bot) {
                    reaction.user_ids.push(bot);
                }
                Ok(())
            });
        }
        let message_id = message.id.clone();
        state.reactions.insert(Reaction { message_id, emoji: args.emoji, user_ids: vec![bot] })
    }

    /// Deletes a message. What others wrote takes the right to moderate.
    #[tool(
        delete,
        key(message_id),
        filter(channel_id),
        about = Message,
        reads(bot, channels),
        writes(messages, reactions)
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000002","message_id":"130000000000000001"}"#,
        ok = r#"{"message_id":"130000000000000001","deleted":true}"#
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000004","message_id":"130000000000000004"}"#,
        error = "permission_denied"
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000004","message_id":"130000000000000001"}"#,
        error = "not_found"
    )]
    fn bot_delete_message(
        state: &mut Discord,
        args: BotDeleteMessage,
        _cx: &mut Context,
    ) -> Result<DeletedMessage, ToolError> {
        let message = find_message(state, &args.channel_id, &args.message_id)?;
        if message.author_id != bot_id(state)? {
            check_moderation(&*visible_channel(state, &args.channel_id)?)?;
        }
        state.delete::<Message>(&message.id)?;
        Ok(DeletedMessage {
            message_id: message.id.clone(),
            channel_id: message.channel_id.clone(),
            deleted: true,
        })
    }

    /// Changes the text of a message that the bot wrote; for others' messages it only says so.
    #[tool(
        update,
        key(message_id),
        filter(channel_id),
        about = Message,
        reads(bot, channels, users, reactions),
        writes(messages)
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000002","message_id":"130000000000000002","content":"Doors open at seven."}"#,
        ok = r#"{"status":"edited","message":{"content":"Doors open at seven."}}"#
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000002","message_id":"130000000000000001","content":"x"}"#,
        ok = r#"{"status":"not_author","message":null}"#
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000002","message_id":"130000000000000002","content":" "}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000002","message_id":"130000000000000099","content":"x"}"#,
        error = "not_found"
    )]
    fn bot_edit_message(
        state: &mut Discord,
        args: BotEditMessage,
        cx: &mut Context,
    ) -> Result<EditResult, ToolError> {
        check_content(&args.content)?;
        let message = find_message(state, &args.channel_id, &args.message_id)?;
        if message.author_id != bot_id(state)? || message.system_notice.is_some() {
            return Ok(EditResult { status: Edit::NotAuthor, message: None });
        }
        check_open(&*visible_channel(state, &args.channel_id)?)?;
        let now = cx.now();
        let edited = state.messages.update(&message.id, |message| {
            message.content = args.content;
            message.edited_at = Some(now);
            Ok(())
        })?;
        Ok(EditResult { status: Edit::Edited, message: Some(view_message(state, &edited)?) })
    }

    /// Reads a channel or thread, if there is one.
    #[tool(get, key(channel_id), about = Channel, reads(channels))]
    #[case(
        args = r#"{"channel_id":"120000000000000002"}"#,
        ok = r#"{"status":"found","channel":{"name":"general","type":"text","topic":"Everything"}}"#
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000099"}"#,
        ok = r#"{"status":"not_found","channel":null}"#
    )]
    #[case(args = r#"{"channel_id":"120000000000000005"}"#, error = "permission_denied")]
    fn bot_get_channel(
        state: &Discord,
        args: BotGetChannel,
        _cx: &mut Context,
    ) -> Result<ChannelResult, ToolError> {
        if !state.channels.contains(&args.channel_id) {
            return Ok(ChannelResult { status: Lookup::NotFound, channel: None });
        }
        let channel = visible_channel(state, &args.channel_id)?;
        Ok(ChannelResult { status: Lookup::Found, channel: Some(view_channel(&channel)) })
    }

    /// Reads a message with its reactions, if there is one.
    #[tool(
        get,
        key(message_id),
        filter(channel_id),
        about = Message,
        reads(bot, channels, messages, users, reactions)
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000002","message_id":"130000000000000001"}"#,
        ok = r#"{"status":"found","message":{"author_name":"Hanna Lie","reactions":[{"emoji":"🎉","count":1,"me":false}]}}"#
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000002","message_id":"130000000000000099"}"#,
        ok = r#"{"status":"not_found","message":null}"#
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000005","message_id":"130000000000000001"}"#,
        error = "permission_denied"
    )]
    fn bot_get_message(
        state: &Discord,
        args: BotGetMessage,
        _cx: &mut Context,
    ) -> Result<MessageResult, ToolError> {
        if state.channels.contains(&args.channel_id) {
            visible_channel(state, &args.channel_id)?;
        }
        let found = state.messages.get(&args.message_id);
        match found.filter(|message| message.channel_id == args.channel_id) {
            Some(message) => {
                let message = Some(view_message(state, message)?);
                Ok(MessageResult { status: Lookup::Found, message })
            }
            None => Ok(MessageResult { status: Lookup::NotFound, message: None }),
        }
    }

    /// Reads a server, if the bot is in it.
    #[tool(get, key(server_id), about = Server, reads(servers))]
    #[case(
        args = r#"{"server_id":"110000000000000001"}"#,
        ok = r#"{"status":"found","server":{"name":"Lantern Choir","member_count":42}}"#
    )]
    #[case(
        args = r#"{"server_id":"110000000000000099"}"#,
        ok = r#"{"status":"not_found","server":null}"#
    )]
    #[case(args = "{}", error = "invalid_argument")]
    fn bot_get_server(
        state: &Discord,
        args: BotGetServer,
        _cx: &mut Context,
    ) -> Result<ServerResult, ToolError> {
        Ok(match state.servers.get(&args.server_id) {
            Some(row) => ServerResult { status: Lookup::Found, server: Some(view_server(row)) },
            None => ServerResult { status: Lookup::NotFound, server: None },
        })
    }

    /// Reads a user, if there is one, with the nickname that they have in a server.
    #[tool(
        get,
        key(user_id),
        types(server_id = Key<Server>),
        about = User,
        reads(users, servers, members)
    )]
    #[case(
        args = r#"{"user_id":"100000000000000002","server_id":"110000000000000001"}"#,
        ok = r#"{"status":"found","user":{"username":"hanna","nickname":"Alto Hanna","display_name":"Alto Hanna"}}"#
    )]
    #[case(
        args = r#"{"user_id":"100000000000000003"}"#,
        ok = r#"{"status":"found","user":{"nickname":null,"display_name":"pelle"}}"#
    )]
    #[case(
        args = r#"{"user_id":"100000000000000099"}"#,
        ok = r#"{"status":"not_found","user":null}"#
    )]
    #[case(
        args = r#"{"user_id":"100000000000000002","server_id":"110000000000000099"}"#,
        error = "not_found"
    )]
    fn bot_get_user(
        state: &Discord,
        args: BotGetUser,
        _cx: &mut Context,
    ) -> Result<UserResult, ToolError> {
        let server_id = args.server_id.filter(|id| !id.as_str().is_empty());
        if let Some(id) = &server_id {
            state.servers.find(id)?;
        }
        let Some(user) = state.users.get(&args.user_id) else {
            return Ok(UserResult { status: Lookup::NotFound, user: None });
        };
        let is_member =
            |row: &Member| row.user_id == user.id && server_id.as_ref() == Some(&row.server_id);
        let nickname = state.members.first(&is_member).and_then(|row| row.nickname.clone());
        let display_name = nickname.as_ref().or(user.global_name.as_ref());
        let user = UserView {
            id: user.id.clone(),
            username: user.username.clone(),
            global_name: user.global_name.clone(),
            display_name: display_name.unwrap_or(&user.username).clone(),
            nickname,
            bot: user.bot,
        };
        Ok(UserResult { status: Lookup::Found, user: Some(user) })
    }

    /// Lists the threads of a server that are not archived, the newest first.
    #[tool(
        list,
        filter(server_id),
        about = Channel,
        sort(created_at, descending),
        page(limit = limit, offset = offset),
        reads(servers, channels)
    )]
    #[case(
        args = r#"{"server_id":"110000000000000001"}"#,
        ok = r#"{"items":[{"id":"120000000000000004","name":"Spring concert","type":"thread"}],"total":1}"#
    )]
    #[case(args = r#"{"server_id":"110000000000000099"}"#, error = "not_found")]
    fn bot_list_active_threads(
        state: &Discord,
        args: BotListActiveThreads,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Channel>>, ToolError> {
        let server = state.servers.find(&args.server_id)?;
        let mut rows = state.channels.select(&|row| {
            row.server_id == server.id
                && row.kind == ChannelKind::Thread
                && !row.archived
                && !row.hidden
        });
        rows.sort_by_key(|row| std::cmp::Reverse(row.created_at));
        page(rows, args.limit, args.offset)
    }

    /// Lists the channels of a server in their order, without threads.
    #[tool(
        list,
        filter(server_id),
        sort(position),
        page(limit = limit, offset = offset),
        reads(servers, channels)
    )]
    #[case(
        args = r#"{"server_id":"110000000000000001","channel_type":"text"}"#,
        ok = r#"{"items":[{"name":"general"}],"total":1}"#
    )]
    #[case(
        args = r#"{"server_id":"110000000000000001","channel_type":"all"}"#,
        ok = r#"{"items":[{"name":"rehearsals"},{"name":"general"},{"name":"questions"}],"total":3}"#
    )]
    #[case(args = r#"{"server_id":"110000000000000099"}"#, error = "not_found")]
    fn bot_list_channels(
        state: &Discord,
        args: BotListChannels,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Channel>>, ToolError> {
        let server = state.servers.find(&args.server_id)?;
        let wanted = args.channel_type.map_or("all", |kind| kind.as_str());
        let mut rows = state.channels.select(&|row| {
            row.server_id == server.id
                && row.kind != ChannelKind::Thread
                && !row.hidden
                && (wanted == "all" || row.kind.as_str() == wanted)
        });
        rows.sort_by_key(|row| row.position);
        page(rows, args.limit, args.offset)
    }

    /// Lists the messages of a channel, the newest first: the latest, or those next to a message.
    #[tool(list, filter(channel_id), about = Message, reads(channels, messages))]
    #[case(
        args = r#"{"channel_id":"120000000000000002"}"#,
        ok = r#"{"items":[{"id":"130000000000000002"},{"id":"130000000000000001"}],"total":2}"#
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000002","after":"130000000000000001","include_system":true,"limit":1}"#,
        ok = r#"{"items":[{"id":"130000000000000002"}]}"#
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000002","before":"130000000000000002","after":"130000000000000001"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"channel_id":"120000000000000099"}"#, error = "not_found")]
    #[case(args = r#"{"channel_id":"120000000000000005"}"#, error = "permission_denied")]
    fn bot_list_messages(
        state: &Discord,
        args: BotListMessages,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Message>>, ToolError> {
        let channel = readable_channel(state, &args.channel_id)?;
        let with_system = args.include_system.unwrap_or(false);
        let limit = clamp(args.limit, 20, 100);
        let mut rows = state.messages.select(&|row| {
            row.channel_id == channel.id && (with_system || row.system_notice.is_none())
        });
        rows.sort_by(|a, b| order_of(a).cmp(&order_of(b)));
        let given = |id: Option<String>| id.filter(|id| !id.is_empty());
        let (before, after, around) = (given(args.before), given(args.after), given(args.around));
        let mut shown = match (before, after, around) {
            (None, None, None) => newest(rows, limit),
            (Some(id), None, None) => {
                rows.retain(|row| is_older(state, row, &id));
                newest(rows, limit)
            }
            (None, Some(id), None) => {
                rows.retain(|row| row.id != id.as_str() && !is_older(state, row, &id));
                rows.truncate(limit);
                rows
            }
            (None, None, Some(id)) => {
                let (older, mut newer): (Vec<_>, Vec<_>) =
                    rows.into_iter().partition(|row| is_older(state, row, &id));
                let mut shown = newest(older, limit / 2);
                newer.truncate(limit.saturating_sub(shown.len()));
                shown.extend(newer);
                shown
            }
            _ => {
                return Err(ToolError::invalid_argument(
                    "pass only one of before, after and around",
                ));
            }
        };
        shown.reverse();
        Ok(Page::whole(shown))
    }

    /// Lists the pinned messages of a channel, the last pinned first.
    #[tool(list, filter(channel_id), about = Message, reads(channels, messages))]
    #[case(
        args = r#"{"channel_id":"120000000000000002"}"#,
        ok = r#"[{"id":"130000000000000002"}]"#
    )]
    #[case(args = r#"{"channel_id":"120000000000000099"}"#, error = "not_found")]
    fn bot_list_pinned_messages(
        state: &Discord,
        args: BotListPinnedMessages,
        _cx: &mut Context,
    ) -> Result<Vec<RowRef<Message>>, ToolError> {
        let channel = readable_channel(state, &args.channel_id)?;
        let mut rows = state.messages.select(&|row| row.channel_id == channel.id && row.pinned);
        rows.sort_by_key(|row| std::cmp::Reverse(row.pinned_at.unwrap_or(row.created_at)));
        Ok(rows)
    }

    /// Lists the servers that the bot is in by identifier, 200 at a time.
    #[tool(list, about = Server, reads(servers))]
    #[case(
        args = r#"{"limit":1}"#,
        ok = r#"{"items":[{"name":"Lantern Choir"}],"total":2,"next_cursor":"110000000000000001"}"#
    )]
    #[case(
        args = r#"{"after":"110000000000000001"}"#,
        ok = r#"{"items":[{"name":"Print Shop"}],"next_cursor":null}"#
    )]
    #[case(args = r#"{"after":"first"}"#, error = "invalid_argument")]
    fn bot_list_servers(
        state: &Discord,
        args: BotListServers,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Server>>, ToolError> {
        let limit = clamp(args.limit, 200, 200);
        let before = snowflake(args.before.as_deref())?;
        let after = snowflake(args.after.as_deref())?;
        let mut rows = state.servers.select(&|row| {
            let id = row.id.as_str().parse::<u64>().unwrap_or_default();
            before.is_none_or(|before| id < before) && after.is_none_or(|after| id > after)
        });
        let total = state.servers.len();
        if before.is_some() && after.is_none() {
            return Ok(Page { items: newest(rows, limit), total, next_cursor: None });
        }
        let is_more = rows.len() > limit;
        rows.truncate(limit);
        let last = rows.last().map(|row| row.id.as_str().to_owned());
        Ok(Page { items: rows, total, next_cursor: last.filter(|_| is_more) })
    }

    /// Pins a message, which the channel is told of; one that is pinned stays so.
    #[tool(
        update,
        key(message_id),
        filter(channel_id),
        set(pinned = true),
        reads(bot, channels),
        writes(messages)
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000002","message_id":"130000000000000001"}"#,
        ok = r#"{"id":"130000000000000001","pinned":true}"#
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000002","message_id":"130000000000000003"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000004","message_id":"130000000000000004"}"#,
        error = "permission_denied"
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000002","message_id":"130000000000000099"}"#,
        error = "not_found"
    )]
    fn bot_pin_message(
        state: &mut Discord,
        args: BotPinMessage,
        cx: &mut Context,
    ) -> Result<RowRef<Message>, ToolError> {
        let message = find_message(state, &args.channel_id, &args.message_id)?;
        let channel = visible_channel(state, &args.channel_id)?;
        check_open(&channel)?;
        check_moderation(&channel)?;
        check_user_message(&message)?;
        if message.pinned {
            return Ok(message);
        }
        let of_channel = |row: &Message| row.channel_id == channel.id && row.pinned;
        if state.messages.select(&of_channel).len() >= PINS_MAX {
            let message = format!("a channel has {PINS_MAX} pinned messages at most");
            return Err(ToolError::new(ErrorCode::ResourceExhausted, message));
        }
        let now = cx.now();
        let pinned = state.messages.update(&message.id, |message| {
            message.pinned = true;
            message.pinned_at = Some(now);
            Ok(())
        })?;
        let mut notice = draft(state, &channel.id, String::new(), cx)?;
        notice.system_notice = Some(SystemNotice::ChannelPinnedMessage);
        notice.reply_to_id = Some(pinned.id.clone());
        state.messages.insert(notice)?;
        Ok(pinned)
    }

    /// Takes back a reaction of the bot, and says whether there was one.
    #[tool(
        types(channel_id = Key<Channel>, message_id = Key<Message>),
        reads(bot, channels, messages, reactions),
        writes(reactions)
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000002","message_id":"130000000000000002","emoji":"✅"}"#,
        ok = r#"{"emoji":"✅","removed":true}"#
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000002","message_id":"130000000000000001","emoji":"🎉"}"#,
        ok = r#"{"emoji":"🎉","removed":false}"#
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000002","message_id":"130000000000000099","emoji":"🎉"}"#,
        error = "not_found"
    )]
    fn bot_remove_reaction(
        state: &mut Discord,
        args: BotRemoveReaction,
        _cx: &mut Context,
    ) -> Result<RemovedReaction, ToolError> {
        check_emoji(&args.emoji)?;
        let message = find_message(state, &args.channel_id, &args.message_id)?;
        check_open(&*visible_channel(state, &args.channel_id)?)?;
        let bot = bot_id(state)?;
        let key = compoworld_core::join_key(&[&message.id, &args.emoji]);
        let there = state.reactions.get(&key);
        let removed = there.is_some_and(|reaction| reaction.user_ids.contains(&bot));
        if removed {
            state.reactions.update(&key, |reaction| {
                reaction.user_ids.retain(|user| *user != bot);
                Ok(())
            })?;
        }
        Ok(RemovedReaction { message_id: message.id.clone(), emoji: args.emoji, removed })
    }

    /// Answers a message in its channel.
    #[tool(
        create,
        map(reply_to_id = message_id),
        about = Message,
        reads(bot, channels),
        writes(messages, channels)
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000002","message_id":"130000000000000001","content":"At seven.","mention_author":true}"#,
        ok = r#"{"content":"At seven.","author_id":"100000000000000001","reply_to_id":"130000000000000001","mention_ids":["100000000000000002"]}"#
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000004","message_id":"130000000000000001","content":"x"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000002","message_id":"130000000000000003","content":"x"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000002","message_id":"130000000000000001","content":""}"#,
        error = "invalid_argument"
    )]
    fn bot_reply_to_message(
        state: &mut Discord,
        args: BotReplyToMessage,
        cx: &mut Context,
    ) -> Result<RowRef<Message>, ToolError> {
        check_content(&args.content)?;
        let channel = writable_channel(state, &args.channel_id)?;
        let answered = find_message(state, &channel.id, &args.message_id)?;
        check_user_message(&answered)?;
        let mut reply = draft(state, &channel.id, args.content, cx)?;
        reply.reply_to_id = Some(answered.id.clone());
        if args.mention_author.unwrap_or(false) {
            reply.mention_ids.push(answered.author_id.clone());
        }
        state.messages.insert(reply)
    }

    /// Finds messages by text and author in a channel or in a whole server, the newest first,
    /// among the latest that are looked at.
    #[tool(
        search(content ~ query),
        filter(channel_id, author_id),
        types(server_id = Key<Server>),
        page(limit = limit),
        reads(channels, servers, messages)
    )]
    #[case(
        args = r#"{"server_id":"110000000000000001","query":"CONCERT"}"#,
        ok = r#"{"items":[{"id":"130000000000000004"},{"id":"130000000000000001"}],"total":2}"#
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000002","author_id":"100000000000000002"}"#,
        ok = r#"{"items":[{"id":"130000000000000001"}],"total":1}"#
    )]
    #[case(args = r#"{"query":"concert"}"#, error = "invalid_argument")]
    #[case(args = r#"{"channel_id":"120000000000000099"}"#, error = "not_found")]
    fn bot_search_messages(
        state: &Discord,
        args: BotSearchMessages,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Message>>, ToolError> {
        let channel_id = args.channel_id.filter(|id| !id.as_str().is_empty());
        let server_id = args.server_id.filter(|id| !id.as_str().is_empty());
        let channels: Vec<Key<Channel>> = match (&channel_id, &server_id) {
            (Some(id), None) => vec![readable_channel(state, id)?.id.clone()],
            (None, Some(id)) => searched_channels(state, &state.servers.find(id)?.id),
            _ => {
                return Err(ToolError::invalid_argument(
                    "pass exactly one of channel_id and server_id",
                ));
            }
        };
        let mut rows = state.messages.select(&|row| channels.contains(&row.channel_id));
        rows.sort_by(|a, b| order_of(b).cmp(&order_of(a)));
        rows.truncate(usize::try_from(args.max_scan.unwrap_or(300).clamp(50, 1000)).unwrap_or(50));
        let query = args.query.unwrap_or_default().to_lowercase();
        let author = args.author_id.filter(|id| !id.as_str().is_empty());
        rows.retain(|row| {
            row.system_notice.is_none()
                && row.content.to_lowercase().contains(&query)
                && author.as_ref().is_none_or(|author| row.author_id == *author)
        });
        let limit = Some(args.limit.unwrap_or(20).clamp(1, 50));
        PageRequest { limit, ..PageRequest::default() }.cut(rows)
    }

    /// Writes a message into a channel or thread; an archived thread opens again.
    #[tool(create, about = Message, reads(bot), writes(messages, channels))]
    #[case(
        args = r#"{"channel_id":"120000000000000002","content":"Bring your folders."}"#,
        ok = r#"{"channel_id":"120000000000000002","author_id":"100000000000000001","content":"Bring your folders.","mention_ids":[]}"#
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000003","content":"x"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"channel_id":"120000000000000099","content":"x"}"#, error = "not_found")]
    #[case(
        args = r#"{"channel_id":"120000000000000002","content":""}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000005","content":"x"}"#,
        error = "permission_denied"
    )]
    fn bot_send_message(
        state: &mut Discord,
        args: BotSendMessage,
        cx: &mut Context,
    ) -> Result<RowRef<Message>, ToolError> {
        check_content(&args.content)?;
        let channel = writable_channel(state, &args.channel_id)?;
        let message = draft(state, &channel.id, args.content, cx)?;
        state.messages.insert(message)
    }

    /// Starts a thread from a message, on its own, or as the post of a forum.
    #[tool(
        create,
        map(parent_id = channel_id),
        types(message_id = Key<Message>),
        about = Channel,
        reads(bot),
        writes(channels, messages)
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000002","name":"Doors","message_id":"130000000000000002"}"#,
        ok = r#"{"id":"130000000000000002","type":"thread","parent_id":"120000000000000002","auto_archive_minutes":"1440"}"#
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000003","name":"Where to park?","content":"Behind the hall?","auto_archive_minutes":"60"}"#,
        ok = r#"{"name":"Where to park?","type":"thread","auto_archive_minutes":"60"}"#
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000003","name":"Where to park?"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000001","name":"x"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000002","name":"x","message_id":"130000000000000099"}"#,
        error = "not_found"
    )]
    fn bot_start_thread(
        state: &mut Discord,
        args: BotStartThread,
        cx: &mut Context,
    ) -> Result<RowRef<Channel>, ToolError> {
        let channel = visible_channel(state, &args.channel_id)?;
        check_posting(&channel)?;
        let content = args.content.filter(|content| !content.is_empty());
        if let Some(content) = &content {
            check_content(content)?;
        }
        let message_id = args.message_id.filter(|id| !id.as_str().is_empty());
        let is_forum = match channel.kind {
            ChannelKind::Forum | ChannelKind::Media => true,
            ChannelKind::Text | ChannelKind::Announcement => false,
            other => {
                let message = format!("a {other} channel has no threads");
                return Err(ToolError::failed_precondition(message));
            }
        };
        if is_forum && (content.is_none() || message_id.is_some()) {
            return Err(ToolError::invalid_argument(
                "a post in a forum needs `content` and starts from no message",
            ));
        }
        let id = match &message_id {
            Some(id) => {
                let message = find_message(state, &channel.id, id)?;
                check_user_message(&message)?;
                Key::new(message.id.as_str())
            }
            None => state.channels.next_key(cx),
        };
        if message_id.is_some() && state.channels.contains(&id) {
            return Err(ToolError::already_exists("this message has a thread already"));
        }
        let thread = state.channels.insert(Channel {
            id,
            server_id: channel.server_id.clone(),
            kind: ChannelKind::Thread,
            name: args.name,
            topic: None,
            parent_id: Some(channel.id.clone()),
            position: 0,
            owner_id: Some(bot_id(state)?),
            auto_archive_minutes: Some(args.auto_archive_minutes.unwrap_or(ArchiveAfter::OneDay)),
            archived: false,
            locked: false,
            hidden: false,
            posting_blocked: false,
            moderation_blocked: channel.moderation_blocked,
            created_at: cx.now(),
        })?;
        if message_id.is_some() {
            return Ok(thread);
        }
        if !is_forum {
            let mut notice = draft(state, &channel.id, thread.name.clone(), cx)?;
            notice.system_notice = Some(SystemNotice::ThreadCreated);
            state.messages.insert(notice)?;
        }
        if let Some(content) = content {
            let opening = draft(state, &thread.id, content, cx)?;
            state.messages.insert(opening)?;
        }
        Ok(thread)
    }

    /// Takes a message off the pinned ones.
    #[tool(
        update,
        key(message_id),
        filter(channel_id),
        set(pinned = false),
        reads(channels),
        writes(messages)
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000002","message_id":"130000000000000002"}"#,
        ok = r#"{"id":"130000000000000002","pinned":false,"pinned_at":null}"#
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000004","message_id":"130000000000000004"}"#,
        error = "permission_denied"
    )]
    #[case(
        args = r#"{"channel_id":"120000000000000002","message_id":"130000000000000099"}"#,
        error = "not_found"
    )]
    fn bot_unpin_message(
        state: &mut Discord,
        args: BotUnpinMessage,
        _cx: &mut Context,
    ) -> Result<RowRef<Message>, ToolError> {
        let message = find_message(state, &args.channel_id, &args.message_id)?;
        let channel = visible_channel(state, &args.channel_id)?;
        check_open(&channel)?;
        check_moderation(&channel)?;
        state.messages.update(&message.id, |message| {
            message.pinned = false;
            message.pinned_at = None;
            Ok(())
        })
    }

    /// Reads the account that the bot acts as.
    #[tool(about = User, reads(bot, users))]
    #[case(args = "{}", ok = r#"{"username":"lantern-bot","bot":true}"#)]
    #[case(args = "[]", error = "invalid_argument")]
    fn bot_who_am_i(
        state: &Discord,
        _args: BotWhoAmI,
        _cx: &mut Context,
    ) -> Result<RowRef<User>, ToolError> {
        state.users.find(&bot_id(state)?)
    }
}

/// How many different emojis a message takes.
const EMOJIS_MAX: usize = 20;
/// How many messages of a channel can be pinned.
const PINS_MAX: usize = 250;

fn clamp(limit: Option<i64>, usual: i64, most: i64) -> usize {
    usize::try_from(limit.unwrap_or(usual).clamp(1, most)).unwrap_or(1)
}

fn page<T>(rows: Vec<T>, limit: Option<i64>, offset: Option<i64>) -> Result<Page<T>, ToolError> {
    let limit = Some(limit.unwrap_or(50).clamp(1, 100));
    PageRequest { limit, offset, ..PageRequest::default() }.cut(rows)
}

/// The last so many of rows that are in order.
fn newest<T>(mut rows: Vec<T>, limit: usize) -> Vec<T> {
    let skipped = rows.len().saturating_sub(limit);
    rows.drain(..skipped.min(rows.len()));
    rows
}

fn bot_id(state: &Discord) -> Result<Key<User>, ToolError> {
    Ok(state.bot.find()?.user_id.clone())
}

fn visible_channel(state: &Discord, id: &Key<Channel>) -> Result<RowRef<Channel>, ToolError> {
    let channel = state.channels.find(id)?;
    if channel.hidden {
        let message = format!("the bot has no access to channel `{id}`");
        return Err(ToolError::permission_denied(message));
    }
    Ok(channel)
}

/// The same, where the channel holds messages.
fn readable_channel(state: &Discord, id: &Key<Channel>) -> Result<RowRef<Channel>, ToolError> {
    let channel = visible_channel(state, id)?;
    match channel.kind {
        ChannelKind::Category | ChannelKind::Forum | ChannelKind::Media => {
            let message = format!("a {} channel holds no messages itself", channel.kind);
            Err(ToolError::failed_precondition(message))
        }
        _ => Ok(channel),
    }
}

/// The same, to write into. An archived thread opens again, unless it is locked.
fn writable_channel(state: &mut Discord, id: &Key<Channel>) -> Result<RowRef<Channel>, ToolError> {
    let channel = readable_channel(state, id)?;
    check_posting(&channel)?;
    if !channel.archived || channel.kind != ChannelKind::Thread {
        return Ok(channel);
    }
    if channel.locked {
        return Err(ToolError::permission_denied("the thread is archived and locked"));
    }
    state.channels.update(&channel.id, |channel| {
        channel.archived = false;
        Ok(())
    })
}

fn check_open(channel: &Channel) -> Result<(), ToolError> {
    if channel.archived && channel.kind == ChannelKind::Thread {
        return Err(ToolError::failed_precondition("the thread is archived"));
    }
    Ok(())
}

fn check_posting(channel: &Channel) -> Result<(), ToolError> {
    if channel.posting_blocked {
        let message = format!("the bot may only read in channel `{}`", channel.id);
        return Err(ToolError::permission_denied(message));
    }
    Ok(())
}

fn check_moderation(channel: &Channel) -> Result<(), ToolError> {
    if channel.moderation_blocked {
        let message = format!("the bot may not moderate channel `{}`", channel.id);
        return Err(ToolError::permission_denied(message));
    }
    Ok(())
}

fn check_user_message(message: &Message) -> Result<(), ToolError> {
    if message.system_notice.is_some() {
        return Err(ToolError::failed_precondition("this is a notice of the system"));
    }
    Ok(())
}

fn check_content(content: &str) -> Result<(), ToolError> {
    let length = content.chars().count();
    if content.trim().is_empty() || length > 2000 {
        let message = format!("a message has 1 to 2000 letters, this one {length}");
        return Err(ToolError::invalid_argument(message));
    }
    Ok(())
}

/// An emoji is one picture of Unicode, a keycap, or `name:id`.
fn check_emoji(emoji: &str) -> Result<(), ToolError> {
    let is_custom = emoji.split_once(':').is_some_and(|(name, id)| {
        let word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        (2..=32).contains(&name.len())
            && name.chars().all(word)
            && (17..=20).contains(&id.len())
            && id.chars().all(|digit| digit.is_ascii_digit())
    });
    let is_joiner = |letter: char| matches!(letter, '\u{fe0f}' | '\u{200d}');
    let is_unicode = emoji.chars().count() <= 12
        && emoji.starts_with(is_picture)
        && emoji.chars().all(|letter| is_picture(letter) || is_joiner(letter));
    let is_keycap = emoji.ends_with('\u{20e3}')
        && emoji.starts_with(|letter: char| letter.is_ascii_digit() || "#*".contains(letter))
        && emoji.chars().count() <= 3;
    if is_custom || is_unicode || is_keycap {
        return Ok(());
    }
    Err(ToolError::invalid_argument(format!("`{emoji}` is no emoji")))
}

fn is_picture(letter: char) -> bool {
    matches!(letter, '\u{203c}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{1f004}'..='\u{1faff}')
}

/// The message with this identifier in this channel.
fn find_message(
    state: &Discord,
    channel: &Key<Channel>,
    id: &Key<Message>,
) -> Result<RowRef<Message>, ToolError> {
    visible_channel(state, channel)?;
    let message = state.messages.find(id)?;
    if message.channel_id != *channel {
        return Err(ToolError::no_row("Message", id.as_str()));
    }
    Ok(message)
}

/// A message of the bot that is not in the channel yet.
fn draft(
    state: &mut Discord,
    channel: &Key<Channel>,
    content: String,
    cx: &mut Context,
) -> Result<Message, ToolError> {
    Ok(Message {
        id: state.messages.next_key(cx),
        channel_id: channel.clone(),
        author_id: bot_id(state)?,
        content,
        system_notice: None,
        reply_to_id: None,
        mention_ids: Vec::new(),
        pinned: false,
        pinned_at: None,
        edited_at: None,
        created_at: cx.now(),
    })
}

fn order_of(message: &Message) -> (Timestamp, &str) {
    (message.created_at, message.id.as_str())
}

/// Whether a message is older than another, which need not exist any more: identifiers grow.
fn is_older(state: &Discord, message: &Message, than: &str) -> bool {
    match state.messages.get(than) {
        Some(other) => order_of(message) < order_of(other),
        None => {
            let number = |id: &str| id.parse::<u64>().unwrap_or_default();
            number(message.id.as_str()) < number(than)
        }
    }
}

fn snowflake(id: Option<&str>) -> Result<Option<u64>, ToolError> {
    match id.filter(|id| !id.is_empty()) {
        None => Ok(None),
        Some(id) => match id.parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(ToolError::invalid_argument(format!("`{id}` is no identifier"))),
        },
    }
}

/// Where a search of a whole server looks.
fn searched_channels(state: &Discord, server: &Key<Server>) -> Vec<Key<Channel>> {
    let searched = |row: &Channel| {
        let holds = match row.kind {
            ChannelKind::Text | ChannelKind::Announcement => true,
            ChannelKind::Thread => !row.archived,
            _ => false,
        };
        row.server_id == *server && !row.hidden && holds
    };
    state.channels.select(&searched).iter().map(|row| row.id.clone()).collect()
}

fn reactions_of(state: &Discord, message: &Key<Message>) -> Result<Vec<ReactionCount>, ToolError> {
    let bot = bot_id(state)?;
    let of_message = |row: &Reaction| row.message_id == *message && !row.user_ids.is_empty();
    let rows = state.reactions.select(&of_message);
    let counts = rows.iter().map(|row| ReactionCount {
        emoji: row.emoji.clone(),
        count: i64::try_from(row.user_ids.len()).unwrap_or(i64::MAX),
        me: row.user_ids.contains(&bot),
    });
    Ok(counts.collect())
}

fn view_message(state: &Discord, message: &Message) -> Result<MessageView, ToolError> {
    let author = state.users.find(&message.author_id)?;
    Ok(MessageView {
        id: message.id.clone(),
        channel_id: message.channel_id.clone(),
        author_id: message.author_id.clone(),
        author_name: author.global_name.as_ref().unwrap_or(&author.username).clone(),
        content: message.content.clone(),
        system_notice: message.system_notice,
        reply_to_id: message.reply_to_id.clone(),
        mention_ids: message.mention_ids.clone(),
        pinned: message.pinned,
        edited_at: message.edited_at,
        created_at: message.created_at,
        reactions: reactions_of(state, &message.id)?,
    })
}

fn view_channel(channel: &Channel) -> ChannelView {
    ChannelView {
        id: channel.id.clone(),
        server_id: channel.server_id.clone(),
        kind: channel.kind,
        name: channel.name.clone(),
        topic: channel.topic.clone(),
        parent_id: channel.parent_id.clone(),
        archived: channel.archived,
        locked: channel.locked,
    }
}

fn view_server(server: &Server) -> ServerView {
    ServerView {
        id: server.id.clone(),
        name: server.name.clone(),
        description: server.description.clone(),
        owner_id: server.owner_id.clone(),
        member_count: server.member_count,
    }
}

/// A choir's server with a thread and a channel that the bot cannot see, and a second server.
pub const FIXTURE: &str = r#"{
    "bot": {"user_id": "100000000000000001"},
    "users": {
        "100000000000000001": {"id": "100000000000000001", "username": "lantern-bot", "global_name": null, "bot": true},
        "100000000000000002": {"id": "100000000000000002", "username": "hanna", "global_name": "Hanna Lie", "bot": false},
        "100000000000000003": {"id": "100000000000000003", "username": "pelle", "global_name": null, "bot": false}
    },
    "servers": {
        "110000000000000001": {"id": "110000000000000001", "name": "Lantern Choir", "description": "Singers of the old harbour", "owner_id": "100000000000000002", "member_count": 42},
        "110000000000000002": {"id": "110000000000000002", "name": "Print Shop", "description": null, "owner_id": "100000000000000003", "member_count": 7}
    },
    "members": {
        "110000000000000001/100000000000000001": {"server_id": "110000000000000001", "user_id": "100000000000000001", "nickname": null, "joined_at": "2025-11-02T10:00:00Z"},
        "110000000000000001/100000000000000002": {"server_id": "110000000000000001", "user_id": "100000000000000002", "nickname": "Alto Hanna", "joined_at": "2025-10-01T10:00:00Z"},
        "110000000000000002/100000000000000003": {"server_id": "110000000000000002", "user_id": "100000000000000003", "nickname": null, "joined_at": "2025-12-01T10:00:00Z"}
    },
    "channels": {
        "120000000000000001": {"id": "120000000000000001", "server_id": "110000000000000001", "type": "category", "name": "rehearsals", "position": 0, "created_at": "2025-10-01T10:00:00Z"},
        "120000000000000002": {"id": "120000000000000002", "server_id": "110000000000000001", "type": "text", "name": "general", "topic": "Everything", "parent_id": "120000000000000001", "position": 1, "created_at": "2025-10-01T10:05:00Z"},
        "120000000000000003": {"id": "120000000000000003", "server_id": "110000000000000001", "type": "forum", "name": "questions", "position": 2, "created_at": "2025-10-01T10:10:00Z"},
        "120000000000000004": {"id": "120000000000000004", "server_id": "110000000000000001", "type": "thread", "name": "Spring concert", "parent_id": "120000000000000002", "owner_id": "100000000000000002", "auto_archive_minutes": "10080", "moderation_blocked": true, "created_at": "2026-02-12T10:00:00Z"},
        "120000000000000005": {"id": "120000000000000005", "server_id": "110000000000000001", "type": "text", "name": "board-only", "position": 3, "hidden": true, "created_at": "2025-10-01T10:20:00Z"}
    },
    "messages": {
        "130000000000000001": {"id": "130000000000000001", "channel_id": "120000000000000002", "author_id": "100000000000000002", "content": "When do the doors open for the concert?", "mention_ids": [], "pinned": false, "created_at": "2026-02-10T18:00:00Z"},
        "130000000000000002": {"id": "130000000000000002", "channel_id": "120000000000000002", "author_id": "100000000000000001", "content": "I will ask the hall.", "mention_ids": [], "pinned": true, "pinned_at": "2026-02-10T18:06:00Z", "created_at": "2026-02-10T18:05:00Z"},
        "130000000000000003": {"id": "130000000000000003", "channel_id": "120000000000000002", "author_id": "100000000000000001", "content": "", "system_notice": "channel_pinned_message", "reply_to_id": "130000000000000002", "mention_ids": [], "pinned": false, "created_at": "2026-02-10T18:06:00Z"},
        "130000000000000004": {"id": "130000000000000004", "channel_id": "120000000000000004", "author_id": "100000000000000002", "content": "Programme for the concert: four songs.", "mention_ids": [], "pinned": false, "created_at": "2026-02-12T10:01:00Z"}
    },
    "reactions": {
        "130000000000000001/🎉": {"message_id": "130000000000000001", "emoji": "🎉", "user_ids": ["100000000000000003"]},
        "130000000000000002/✅": {"message_id": "130000000000000002", "emoji": "✅", "user_ids": ["100000000000000001"]}
    }
}"#;
