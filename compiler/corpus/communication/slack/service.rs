//! Slack: one workspace as the calling user sees it. Channels and direct messages, messages and
//! their threads, reactions, pins, bookmarks, reminders, files, scheduled messages.
//!
//! A message is named by its channel and its `ts`, which is text of the form `seconds.micros`.
//! Private channels and direct messages that the caller is not in do not exist for the caller.

/// Everything the workspace knows.
#[derive(State)]
pub struct Slack {
    pub workspace: One<Workspace>,
    pub users: Table<User>,
    pub channels: Table<Channel>,
    pub messages: Table<Message>,
    pub reactions: Table<Reaction>,
    pub pins: Table<Pin>,
    pub bookmarks: Table<Bookmark>,
    pub reminders: Table<Reminder>,
    pub files: Table<File>,
    pub file_reactions: Table<FileReaction>,
    pub scheduled_messages: Table<ScheduledMessage>,
    pub ephemeral_messages: Table<EphemeralMessage>,
    pub emoji: Table<Emoji>,
}

/// The workspace, and who is calling.
#[derive(Entity)]
pub struct Workspace {
    #[entity(len = 1..=80, company)]
    pub name: String,
    /// The user on whose behalf every call is made.
    pub me: Key<User>,
}

/// A member of the workspace.
#[derive(Entity)]
pub struct User {
    #[entity(key, token("U0", 8))]
    pub id: Key<User>,
    #[entity(unique, len = 1..=80, username)]
    pub name: String,
    #[entity(len = 1..=80, person)]
    pub real_name: String,
    #[entity(email)]
    pub email: Option<String>,
    /// The job title shown in the profile.
    #[entity(len = 0..=120)]
    pub role: Option<String>,
    #[entity(phone)]
    pub phone: Option<String>,
    #[entity(default = "UTC".to_owned(), timezone)]
    pub tz: String,
    #[entity(default = "en-US".to_owned(), language)]
    pub locale: String,
    #[entity(default = Presence::Active)]
    pub presence: Presence,
    /// Whether the user set themselves away by hand.
    #[entity(default = false)]
    pub manual_away: bool,
    #[entity(default = false)]
    pub is_admin: bool,
    #[entity(default = false)]
    pub is_bot: bool,
    /// Whether the account is deactivated.
    #[entity(default = false)]
    pub deleted: bool,
}

/// Whether a user is there.
#[derive(Choice)]
pub enum Presence {
    Active,
    Away,
}

/// A conversation: a channel, a direct message, or a direct message between several.
#[derive(Entity)]
pub struct Channel {
    #[entity(key, token("C0", 8))]
    pub id: Key<Channel>,
    /// Direct messages have none.
    #[entity(unique, len = 1..=80, slug)]
    pub name: Option<String>,
    #[entity(default = ChannelKind::PublicChannel, rename = "type")]
    pub kind: ChannelKind,
    #[entity(len = 0..=250, title)]
    pub topic: String,
    #[entity(len = 0..=250, body)]
    pub purpose: String,
    pub creator: Key<User>,
    pub members: Vec<Key<User>>,
    #[entity(default = false)]
    pub is_archived: bool,
    /// The channel that everyone is in and that cannot be archived.
    #[entity(default = false)]
    pub is_general: bool,
    /// Whether a direct message is shown in the caller's sidebar.
    #[entity(default = true)]
    pub is_open: bool,
    #[entity(created)]
    pub created: Timestamp,
}

/// What a conversation is.
#[derive(Choice)]
pub enum ChannelKind {
    PublicChannel,
    PrivateChannel,
    Mpim,
    Im,
}

/// Something said in a conversation.
#[derive(Entity)]
pub struct Message {
    #[entity(key, on_delete = cascade)]
    pub channel: Key<Channel>,
    #[entity(key, sequence = "17713{:05}.000100")]
    pub ts: String,
    pub user: Key<User>,
    #[entity(len = 0..=40_000, body)]
    pub text: String,
    /// The `ts` of the message that started the thread; on the first message its own `ts`.
    pub thread_ts: Option<String>,
    pub subtype: Option<MessageSubtype>,
    pub blocks: Option<Json>,
    pub metadata: Option<Json>,
    #[entity(on_delete = clear)]
    pub files: Vec<Key<File>>,
    pub icon_emoji: Option<String>,
    #[entity(url)]
    pub icon_url: Option<String>,
    /// When its author last changed it.
    pub edited_at: Option<Timestamp>,
}

/// What is special about a message.
#[derive(Choice)]
pub enum MessageSubtype {
    /// A reply that is shown in the channel too.
    ThreadBroadcast,
    /// A deleted message that still holds its thread together.
    Tombstone,
}

/// One user's emoji on a message.
#[derive(Entity)]
pub struct Reaction {
    #[entity(key, on_delete = cascade)]
    pub message: Key<Message>,
    #[entity(key, pattern = "^[a-z0-9_+'-]{1,100}$", tag)]
    pub name: String,
    #[entity(key)]
    pub user: Key<User>,
}

/// A message that is pinned to its channel.
#[derive(Entity)]
pub struct Pin {
    #[entity(key, on_delete = cascade)]
    pub message: Key<Message>,
    pub pinned_by: Key<User>,
    #[entity(created)]
    pub pinned_at: Timestamp,
}

/// A link in a channel's header.
#[derive(Entity)]
pub struct Bookmark {
    #[entity(key, on_delete = cascade)]
    pub channel_id: Key<Channel>,
    #[entity(key, sequence = "Bk{:06}")]
    pub id: String,
    #[entity(len = 1..=255, title)]
    pub title: String,
    #[entity(default = BookmarkKind::Link, rename = "type")]
    pub kind: BookmarkKind,
    #[entity(len = 1..=2_000, url)]
    pub link: Option<String>,
    #[entity(tag)]
    pub emoji: Option<String>,
    pub entity_id: Option<String>,
    pub parent_id: Option<String>,
    pub access_level: Option<AccessLevel>,
    #[entity(created)]
    pub date_created: Timestamp,
    #[entity(updated)]
    pub date_updated: Timestamp,
}

/// What a bookmark points at; Slack accepts links only.
#[derive(Choice)]
pub enum BookmarkKind {
    Link,
}

/// Who may change a bookmark.
#[derive(Choice)]
pub enum AccessLevel {
    Read,
    Write,
}

/// A reminder of the calling user.
#[derive(Entity)]
pub struct Reminder {
    #[entity(key, sequence = "Rm{:06}")]
    pub id: Key<Reminder>,
    pub creator: Key<User>,
    pub user: Key<User>,
    #[entity(len = 1..=3_000, body)]
    pub text: String,
    pub time: Timestamp,
    pub completed_at: Option<Timestamp>,
}

/// A file that was shared in conversations.
#[derive(Entity)]
pub struct File {
    #[entity(key, token("F0", 8))]
    pub id: Key<File>,
    #[entity(len = 1..=255, path)]
    pub name: String,
    #[entity(len = 1..=255, title)]
    pub title: String,
    #[entity(mime)]
    pub mimetype: String,
    #[entity(range = 0..=1_000_000_000, quantity)]
    pub size: i64,
    pub user: Key<User>,
    /// The conversations it was shared in.
    #[entity(on_delete = clear)]
    pub channels: Vec<Key<Channel>>,
    #[entity(url)]
    pub permalink: Option<String>,
    #[entity(created)]
    pub created: Timestamp,
}

/// One user's emoji on a file.
#[derive(Entity)]
pub struct FileReaction {
    #[entity(key, on_delete = cascade)]
    pub file: Key<File>,
    #[entity(key, pattern = "^[a-z0-9_+'-]{1,100}$", tag)]
    pub name: String,
    #[entity(key)]
    pub user: Key<User>,
}

/// A message that waits for its time.
#[derive(Entity)]
pub struct ScheduledMessage {
    #[entity(key, on_delete = cascade)]
    pub channel_id: Key<Channel>,
    #[entity(key, sequence = "Q{:06}")]
    pub id: String,
    /// Unix seconds.
    pub post_at: i64,
    #[entity(len = 0..=40_000, body)]
    pub text: String,
    pub thread_ts: Option<String>,
    #[entity(default = false)]
    pub reply_broadcast: bool,
    pub blocks: Option<Json>,
    pub metadata: Option<Json>,
    #[entity(created)]
    pub date_created: Timestamp,
}

/// A message that one user alone saw.
#[derive(Entity)]
pub struct EphemeralMessage {
    #[entity(key, on_delete = cascade)]
    pub channel: Key<Channel>,
    #[entity(key, sequence = "17713{:05}.000200")]
    pub message_ts: String,
    /// Who saw it.
    pub user: Key<User>,
    #[entity(len = 0..=40_000, body)]
    pub text: String,
    pub thread_ts: Option<String>,
    pub blocks: Option<Json>,
    /// The name that it was shown under, when that was not the caller's.
    #[entity(username)]
    pub username: Option<String>,
}

/// A custom emoji.
#[derive(Entity)]
pub struct Emoji {
    #[entity(key, pattern = "^[a-z0-9_+'-]{1,100}$", tag)]
    pub name: String,
    /// Where its picture is, or `alias:` and another emoji's name.
    #[entity(url)]
    pub value: String,
    #[entity(len = 1..=80)]
    pub category: Option<String>,
}

pub trait Tools {
    /// Public channels, unless `types` asks for others.
    #[tool(list, filter(kind in types), page(limit = limit, cursor = cursor), about = Channel)]
    #[case(args = r#"{"exclude_archived":true}"#, ok = r#"{"total":2}"#)]
    #[case(args = r#"{"types":["private_channel"]}"#, ok = r#"{"total":1}"#)]
    #[case(args = r#"{"types":["channel"]}"#, error = "invalid_argument")]
    fn conversations_list(
        state: &Slack,
        args: ConversationsList,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Channel>>, ToolError> {
        let me = caller(state)?;
        let kinds: Vec<String> =
            args.types.unwrap_or_default().iter().map(|kind| kind.to_string()).collect();
        let channels = state.channels.select(&|channel| {
            is_visible(channel, &me)
                && !(args.exclude_archived && channel.is_archived)
                && has_kind(channel, &kinds)
        });
        page_of(args.limit, args.cursor).cut(channels)
    }

    /// The identifiers of who is in a conversation.
    #[tool(reads(channels))]
    #[case(
        args = r#"{"channel":"C01GENERAL"}"#,
        ok = r#"{"items":["U01ANA","U02BEN","U03CHI"],"total":3}"#
    )]
    #[case(args = r#"{"channel":"C05SECRET"}"#, error = "not_found")]
    fn conversations_members(
        state: &Slack,
        args: ConversationsMembers,
        _cx: &mut Context,
    ) -> Result<Page<String>, ToolError> {
        let channel = visible_channel(state, args.channel.as_str())?;
        let members = channel.members.iter().map(|member| member.as_str().to_owned()).collect();
        page_of(args.limit, args.cursor).cut(members)
    }

    #[tool(get, key(channel), about = Channel)]
    #[case(
        args = r#"{"channel":"C02LAUNCH","include_num_members":true}"#,
        ok = r#"{"name":"launch","num_members":2,"locale":"en-US"}"#
    )]
    #[case(args = r#"{"channel":"C99"}"#, error = "not_found")]
    fn conversations_info(
        state: &Slack,
        args: ConversationsInfo,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let channel = visible_channel(state, args.channel.as_str())?;
        let mut info = value_of(&channel);
        if let Some(fields) = info.as_object_mut() {
            if args.include_num_members {
                fields.insert("num_members".to_owned(), serde_json::json!(channel.members.len()));
            }
            if args.include_locale {
                let locale = state.users.get(&caller(state)?).map(|user| user.locale.clone());
                fields.insert("locale".to_owned(), serde_json::json!(locale));
            }
        }
        Ok(info)
    }

    /// The conversations that a user is in, among those the caller sees.
    #[tool(list, filter(members has user), page(limit = limit, cursor = cursor), about = Channel)]
    #[case(
        args = r#"{"user":"U03CHI","types":"public_channel,private_channel"}"#,
        ok = r#"{"total":1}"#
    )]
    #[case(args = r#"{"types":"im"}"#, ok = r#"{"total":1}"#)]
    #[case(args = r#"{"types":"channels"}"#, error = "invalid_argument")]
    #[case(args = r#"{"user":"U99"}"#, error = "not_found")]
    fn users_conversations(
        state: &Slack,
        args: UsersConversations,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Channel>>, ToolError> {
        let me = caller(state)?;
        let user = match &args.user {
            Some(user) => state.users.find(user.as_str())?.id.clone(),
            None => me.clone(),
        };
        let kinds: Vec<String> = args.types.split(',').map(|kind| kind.trim().to_owned()).collect();
        for kind in &kinds {
            if !ChannelKind::ALL.iter().any(|known| known.as_str() == kind) {
                return Err(ToolError::invalid_argument(format!(
                    "`{kind}` is no type of conversation; use public_channel, private_channel, mpim or im"
                )));
            }
        }
        let channels = state.channels.select(&|channel| {
            channel.members.contains(&user)
                && is_visible(channel, &me)
                && !(args.exclude_archived && channel.is_archived)
                && has_kind(channel, &kinds)
        });
        page_of(args.limit, args.cursor).cut(channels)
    }

    /// The messages of a conversation without the replies inside threads, newest first.
    #[tool(list, filter(channel), page(limit = limit, cursor = cursor), about = Message)]
    #[case(args = r#"{"channel":"C02LAUNCH"}"#, ok = r#"{"total":1}"#)]
    #[case(
        args = r#"{"channel":"C01GENERAL","oldest":"1771300000.000100","inclusive":true}"#,
        ok = r#"{"total":1}"#
    )]
    #[case(
        args = r#"{"channel":"C01GENERAL","oldest":"1771300000.000100"}"#,
        ok = r#"{"total":0}"#
    )]
    #[case(args = r#"{"channel":"C05SECRET"}"#, error = "not_found")]
    fn conversations_history(
        state: &Slack,
        args: ConversationsHistory,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Message>>, ToolError> {
        let channel = visible_channel(state, args.channel.as_str())?;
        let window = Window::new(&args.oldest, &args.latest, args.inclusive)?;
        let mut messages = state.messages.select(&|message| {
            message.channel == channel.id
                && (!is_reply(state, message)
                    || message.subtype == Some(MessageSubtype::ThreadBroadcast))
                && window.holds(&message.ts)
        });
        messages.reverse();
        page_of(args.limit, args.cursor).cut(messages)
    }

    /// A thread: its first message, then the replies, oldest first.
    #[tool(list, filter(channel, thread_ts = ts), page(limit = limit, cursor = cursor), about = Message)]
    #[case(args = r#"{"channel":"C02LAUNCH","ts":"1771300100.000100"}"#, ok = r#"{"total":2}"#)]
    #[case(args = r#"{"channel":"C02LAUNCH","ts":"1771300160.000100"}"#, ok = r#"{"total":2}"#)]
    #[case(args = r#"{"channel":"C02LAUNCH","ts":"1700000000.000100"}"#, error = "not_found")]
    fn conversations_replies(
        state: &Slack,
        args: ConversationsReplies,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Message>>, ToolError> {
        let channel = visible_channel(state, args.channel.as_str())?;
        let asked = message_at(state, &channel, args.ts.as_str())?;
        let root = thread_root(&asked);
        let window = Window::new(&args.oldest, &args.latest, args.inclusive)?;
        let thread = state.messages.select(&|message| {
            message.channel == channel.id
                && thread_root(message) == root
                && (message.ts == root || window.holds(&message.ts))
        });
        page_of(args.limit, args.cursor).cut(thread)
    }

    #[tool(create, map(name = name), about = Channel)]
    #[case(
        args = r#"{"name":"quarter-close","is_private":true}"#,
        ok = r#"{"name":"quarter-close","type":"private_channel","members":["U01ANA"]}"#
    )]
    #[case(args = r#"{"name":"launch"}"#, error = "already_exists")]
    #[case(args = r#"{"name":"Two Words"}"#, error = "invalid_argument")]
    fn conversations_create(
        state: &mut Slack,
        args: ConversationsCreate,
        cx: &mut Context,
    ) -> Result<RowRef<Channel>, ToolError> {
        let me = caller(state)?;
        check_channel_name(&args.name)?;
        let private = args.is_private.unwrap_or(false);
        let channel = Channel {
            id: state.channels.next_key(cx),
            name: Some(args.name),
            kind: if private { ChannelKind::PrivateChannel } else { ChannelKind::PublicChannel },
            topic: String::new(),
            purpose: String::new(),
            creator: me.clone(),
            members: vec![me],
            is_archived: false,
            is_general: false,
            is_open: true,
            created: cx.now(),
        };
        state.channels.insert(channel)
    }

    /// Only who made the channel, or an admin, may rename it.
    #[tool(update, key(channel), map(name = name), about = Channel)]
    #[case(
        args = r#"{"channel":"C02LAUNCH","name":"launch-2026"}"#,
        ok = r#"{"id":"C02LAUNCH","name":"launch-2026"}"#
    )]
    #[case(args = r#"{"channel":"C02LAUNCH","name":"general"}"#, error = "already_exists")]
    #[case(args = r#"{"channel":"D04ANABEN","name":"us"}"#, error = "failed_precondition")]
    fn conversations_rename(
        state: &mut Slack,
        args: ConversationsRename,
        _cx: &mut Context,
    ) -> Result<RowRef<Channel>, ToolError> {
        let channel = own_channel(state, args.channel.as_str())?;
        let me = caller(state)?;
        let is_admin = state.users.get(&me).is_some_and(|user| user.is_admin);
        if channel.creator != me && !is_admin {
            return Err(ToolError::permission_denied(
                "only its creator or an admin renames a channel",
            ));
        }
        check_channel_name(&args.name)?;
        state.channels.update(&channel.id, |channel| {
            channel.name = Some(args.name);
            Ok(())
        })
    }

    #[tool(update, key(channel), map(purpose = purpose), about = Channel)]
    #[case(
        args = r#"{"channel":"C02LAUNCH","purpose":"All about the June launch"}"#,
        ok = r#"{"purpose":"All about the June launch"}"#
    )]
    #[case(args = r#"{"channel":"C03OLD","purpose":"History"}"#, error = "failed_precondition")]
    fn conversations_set_purpose(
        state: &mut Slack,
        args: ConversationsSetPurpose,
        _cx: &mut Context,
    ) -> Result<RowRef<Channel>, ToolError> {
        let channel = member_channel(state, args.channel.as_str())?;
        state.channels.update(&channel.id, |channel| {
            channel.purpose = args.purpose;
            Ok(())
        })
    }

    #[tool(update, key(channel), map(topic = topic), about = Channel)]
    #[case(
        args = r#"{"channel":"C02LAUNCH","topic":"Freeze on Friday"}"#,
        ok = r#"{"topic":"Freeze on Friday"}"#
    )]
    #[case(args = r#"{"channel":"C03OLD","topic":"Closed"}"#, error = "failed_precondition")]
    fn conversations_set_topic(
        state: &mut Slack,
        args: ConversationsSetTopic,
        _cx: &mut Context,
    ) -> Result<RowRef<Channel>, ToolError> {
        let channel = member_channel(state, args.channel.as_str())?;
        state.channels.update(&channel.id, |channel| {
            channel.topic = args.topic;
            Ok(())
        })
    }

    #[tool(update, key(channel), set(is_archived = true), about = Channel)]
    #[case(args = r#"{"channel":"C02LAUNCH"}"#, ok = r#"{"id":"C02LAUNCH","is_archived":true}"#)]
    #[case(args = r#"{"channel":"C03OLD"}"#, error = "failed_precondition")]
    #[case(args = r#"{"channel":"C01GENERAL"}"#, error = "permission_denied")]
    fn conversations_archive(
        state: &mut Slack,
        args: ConversationsArchive,
        _cx: &mut Context,
    ) -> Result<RowRef<Channel>, ToolError> {
        let channel = own_channel(state, args.channel.as_str())?;
        if channel.is_general {
            return Err(ToolError::permission_denied("the general channel cannot be archived"));
        }
        state.channels.update(&channel.id, |channel| {
            channel.is_archived = true;
            Ok(())
        })
    }

    #[tool(update, key(channel), set(is_archived = false), about = Channel)]
    #[case(args = r#"{"channel":"C03OLD"}"#, ok = r#"{"id":"C03OLD","is_archived":false}"#)]
    #[case(args = r#"{"channel":"C02LAUNCH"}"#, error = "failed_precondition")]
    fn conversations_unarchive(
        state: &mut Slack,
        args: ConversationsUnarchive,
        _cx: &mut Context,
    ) -> Result<RowRef<Channel>, ToolError> {
        let channel = visible_channel(state, args.channel.as_str())?;
        if !channel.is_archived {
            return Err(ToolError::failed_precondition("the channel is not archived"));
        }
        state.channels.update(&channel.id, |channel| {
            channel.is_archived = false;
            Ok(())
        })
    }

    /// Finds the direct message with these users, or starts it, and shows it in the sidebar.
    #[tool(reads(users), writes(channels))]
    #[case(
        args = r#"{"users":"U02BEN","return_im":true}"#,
        ok = r#"{"id":"D04ANABEN","type":"im","is_open":true}"#
    )]
    #[case(args = r#"{"users":"U02BEN,U03CHI","return_im":true}"#, ok = r#"{"type":"mpim"}"#)]
    #[case(args = r#"{"users":"U99"}"#, error = "not_found")]
    #[case(args = r#"{}"#, error = "invalid_argument")]
    fn conversations_open(
        state: &mut Slack,
        args: ConversationsOpen,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let opened = match (&args.channel, &args.users) {
            (Some(channel), None) => {
                let channel = visible_channel(state, channel.as_str())?;
                require_direct(&channel)?;
                channel.id.clone()
            }
            (None, Some(users)) => {
                let users: Vec<&str> =
                    users.split(',').map(str::trim).filter(|id| !id.is_empty()).collect();
                direct_message(state, &users, cx)?
            }
            _ => return Err(ToolError::invalid_argument("give either `channel` or `users`")),
        };
        let channel = state.channels.update(&opened, |channel| {
            channel.is_open = true;
            Ok(())
        })?;
        match args.return_im {
            Some(true) => Ok(value_of(&channel)),
            _ => Ok(serde_json::json!({"id": channel.id.as_str()})),
        }
    }

    #[tool(update, key(channel), set(is_open = false), about = Channel)]
    #[case(args = r#"{"channel":"D04ANABEN"}"#, ok = r#"{"id":"D04ANABEN","is_open":false}"#)]
    #[case(args = r#"{"channel":"C02LAUNCH"}"#, error = "failed_precondition")]
    fn conversations_close(
        state: &mut Slack,
        args: ConversationsClose,
        _cx: &mut Context,
    ) -> Result<RowRef<Channel>, ToolError> {
        let channel = visible_channel(state, args.channel.as_str())?;
        require_direct(&channel)?;
        state.channels.update(&channel.id, |channel| {
            channel.is_open = false;
            Ok(())
        })
    }

    /// Posts as the caller. `channel` may be an identifier, a channel's name, or a user, whose
    /// direct message is then opened.
    #[tool(create, map(channel = channel, text = text, thread_ts = thread_ts, blocks = blocks, icon_emoji = icon_emoji, icon_url = icon_url), about = Message, types(channel = String, blocks = Json))]
    #[case(
        args = r#"{"channel":"C02LAUNCH","text":"Shipping today."}"#,
        ok = r#"{"channel":"C02LAUNCH","user":"U01ANA","text":"Shipping today."}"#
    )]
    #[case(
        args = r##"{"channel":"#launch","text":"On it","thread_ts":"1771300160.000100"}"##,
        ok = r#"{"thread_ts":"1771300100.000100"}"#
    )]
    #[case(args = r#"{"channel":"C03OLD","text":"Anyone here?"}"#, error = "failed_precondition")]
    #[case(args = r#"{"channel":"C02LAUNCH"}"#, error = "invalid_argument")]
    #[case(args = r#"{"channel":"C05SECRET","text":"Hi"}"#, error = "not_found")]
    fn chat_post_message(
        state: &mut Slack,
        args: ChatPostMessage,
        cx: &mut Context,
    ) -> Result<RowRef<Message>, ToolError> {
        let text = message_text(args.text, args.markdown_text, args.blocks.is_some())?;
        let channel = addressed_channel(state, args.channel.as_str(), cx)?;
        let thread = thread_of(state, &channel, args.thread_ts.as_deref())?;
        if let Some(root) = &thread {
            open_thread(state, &channel, root)?;
        }
        let broadcast = thread.is_some() && args.reply_broadcast;
        let message = Message {
            ts: next_ts(state, &channel.id, cx),
            channel: channel.id.clone(),
            user: caller(state)?,
            text,
            thread_ts: thread,
            subtype: broadcast.then_some(MessageSubtype::ThreadBroadcast),
            blocks: args.blocks,
            metadata: None,
            files: Vec::new(),
            icon_emoji: args.icon_emoji,
            icon_url: args.icon_url,
            edited_at: None,
        };
        state.messages.insert(message)
    }

    /// The user must be in the conversation; nobody else sees the message.
    #[tool(create, map(channel = channel, user = user, text = text, username = username), about = EphemeralMessage, types(channel = String, user = String, blocks = String))]
    #[case(
        args = r#"{"channel":"C02LAUNCH","user":"U02BEN","text":"Only you see this."}"#,
        ok = r#"{"user":"U02BEN","text":"Only you see this."}"#
    )]
    #[case(
        args = r#"{"channel":"C02LAUNCH","user":"U03CHI","text":"Psst"}"#,
        error = "failed_precondition"
    )]
    fn chat_post_ephemeral(
        state: &mut Slack,
        args: ChatPostEphemeral,
        cx: &mut Context,
    ) -> Result<RowRef<EphemeralMessage>, ToolError> {
        let blocks = parsed_json("blocks", args.blocks)?;
        let text = message_text(args.text, args.markdown_text, blocks.is_some())?;
        let channel = addressed_channel(state, args.channel.as_str(), cx)?;
        let user = state.users.find(args.user.as_str())?.id.clone();
        if !channel.members.contains(&user) {
            return Err(ToolError::failed_precondition(format!(
                "user `{user}` is not in the channel"
            )));
        }
        let thread = thread_of(state, &channel, args.thread_ts.as_deref())?;
        let seconds = cx.now().unix_seconds();
        let message = EphemeralMessage {
            channel: channel.id.clone(),
            message_ts: format!("{seconds}.000200"),
            user,
            text,
            thread_ts: thread,
            blocks,
            username: args.username,
        };
        state.ephemeral_messages.insert(message)
    }

    /// Only a message's author may change it.
    #[tool(update, key(channel, ts), map(text = text, files = file_ids), about = Message, types(blocks = String, metadata = String, file_ids = Vec<String>))]
    #[case(
        args = r#"{"channel":"C01GENERAL","ts":"1771300000.000100","text":"Welcome, everyone!"}"#,
        ok = r#"{"text":"Welcome, everyone!"}"#
    )]
    #[case(
        args = r#"{"channel":"C02LAUNCH","ts":"1771300160.000100","text":"No"}"#,
        error = "permission_denied"
    )]
    #[case(
        args = r#"{"channel":"C01GENERAL","ts":"1771300000.000100"}"#,
        error = "invalid_argument"
    )]
    fn chat_update(
        state: &mut Slack,
        args: ChatUpdate,
        cx: &mut Context,
    ) -> Result<RowRef<Message>, ToolError> {
        let channel = visible_channel(state, args.channel.as_str())?;
        require_unarchived(&channel)?;
        let message = message_at(state, &channel, args.ts.as_str())?;
        if message.user != caller(state)? || message.subtype == Some(MessageSubtype::Tombstone) {
            return Err(ToolError::permission_denied("only its author can change a message"));
        }
        let blocks = parsed_json("blocks", args.blocks)?;
        let metadata = parsed_json("metadata", args.metadata)?;
        let gives_text = args.text.is_some() || args.markdown_text.is_some();
        if !gives_text && blocks.is_none() && args.file_ids.is_none() && metadata.is_none() {
            return Err(ToolError::invalid_argument(
                "give `text`, `markdown_text`, `blocks`, `file_ids` or `metadata`",
            ));
        }
        let text = match gives_text || blocks.is_some() {
            true => Some(message_text(args.text, args.markdown_text, blocks.is_some())?),
            false => None,
        };
        let broadcasts = args.reply_broadcast && is_reply(state, &message);
        let now = cx.now();
        state.messages.update(&message_key(&channel.id, &message.ts), |message| {
            if let Some(text) = text {
                message.text = text;
                message.blocks = blocks;
            }
            if let Some(files) = args.file_ids {
                message.files = files.into_iter().map(Key::new).collect();
            }
            if metadata.is_some() {
                message.metadata = metadata;
            }
            if broadcasts {
                message.subtype = Some(MessageSubtype::ThreadBroadcast);
            }
            message.edited_at = Some(now);
            Ok(())
        })
    }

    /// Its author or an admin may delete a message. One that started a thread stays as a
    /// tombstone as long as there are replies.
    #[tool(delete, key(channel, ts), about = Message)]
    #[case(
        args = r#"{"channel":"C01GENERAL","ts":"1771300000.000100"}"#,
        ok = r#"{"ts":"1771300000.000100"}"#
    )]
    #[case(args = r#"{"channel":"C01GENERAL","ts":"1771300001.000100"}"#, error = "not_found")]
    #[case(
        args = r#"{"channel":"D04ANABEN","ts":"1771300200.000100"}"#,
        error = "permission_denied"
    )]
    fn chat_delete(
        state: &mut Slack,
        args: ChatDelete,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let channel = visible_channel(state, args.channel.as_str())?;
        let message = message_at(state, &channel, args.ts.as_str())?;
        let me = caller(state)?;
        let is_admin = state.users.get(&me).is_some_and(|user| user.is_admin);
        let is_direct = matches!(channel.kind, ChannelKind::Im | ChannelKind::Mpim);
        if message.user != me && (!is_admin || is_direct) {
            return Err(ToolError::permission_denied("only its author can delete this message"));
        }
        if message.subtype == Some(MessageSubtype::Tombstone) {
            return Err(ToolError::not_found("the message is deleted already"));
        }
        let key = message_key(&channel.id, &message.ts);
        let has_replies = state.messages.iter().any(|other| {
            other.channel == channel.id
                && is_reply(state, other)
                && thread_root(other) == message.ts
        });
        if has_replies {
            state.messages.update(&key, |message| {
                message.text = "This message was deleted.".to_owned();
                message.subtype = Some(MessageSubtype::Tombstone);
                message.blocks = None;
                message.metadata = None;
                message.files = Vec::new();
                Ok(())
            })?;
        } else {
            state.delete::<Message>(&key)?;
        }
        Ok(serde_json::json!({"channel": channel.id.as_str(), "ts": message.ts}))
    }

    /// `post_at` is in Unix seconds and must lie ahead.
    #[tool(create, map(channel_id = channel, post_at = post_at, text = text, thread_ts = thread_ts, reply_broadcast = reply_broadcast), about = ScheduledMessage, types(channel = String, blocks = String, metadata = String, reply_broadcast = Option<bool>))]
    #[case(
        args = r#"{"channel":"C02LAUNCH","post_at":4070908800,"text":"Good morning"}"#,
        ok = r#"{"channel_id":"C02LAUNCH","post_at":4070908800,"text":"Good morning"}"#
    )]
    #[case(
        args = r#"{"channel":"C02LAUNCH","post_at":1000,"text":"Too late"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"channel":"C03OLD","post_at":4070908800,"text":"Hello"}"#,
        error = "failed_precondition"
    )]
    fn chat_schedule_message(
        state: &mut Slack,
        args: ChatScheduleMessage,
        cx: &mut Context,
    ) -> Result<RowRef<ScheduledMessage>, ToolError> {
        let blocks = parsed_json("blocks", args.blocks)?;
        let metadata = parsed_json("metadata", args.metadata)?;
        let text = message_text(args.text, args.markdown_text, blocks.is_some())?;
        let channel = addressed_channel(state, args.channel.as_str(), cx)?;
        if args.post_at <= cx.now().unix_seconds() {
            return Err(ToolError::invalid_argument("`post_at` is in the past"));
        }
        let thread = thread_of(state, &channel, args.thread_ts.as_deref())?;
        let message = ScheduledMessage {
            channel_id: channel.id.clone(),
            id: state.scheduled_messages.next_key_text(cx),
            post_at: args.post_at,
            text,
            thread_ts: thread,
            reply_broadcast: args.reply_broadcast.unwrap_or(false),
            blocks,
            metadata,
            date_created: cx.now(),
        };
        state.scheduled_messages.insert(message)
    }

    /// What still waits, soonest first. `oldest` and `latest` bound `post_at`.
    #[tool(list, filter(channel_id = channel), page(limit = limit, cursor = cursor), about = ScheduledMessage)]
    #[case(args = r#"{"channel":"C02LAUNCH"}"#, ok = r#"{"total":1}"#)]
    #[case(args = r#"{"latest":"1800000000"}"#, ok = r#"{"total":0}"#)]
    #[case(args = r#"{"oldest":"soon"}"#, error = "invalid_argument")]
    fn chat_scheduled_messages_list(
        state: &Slack,
        args: ChatScheduledMessagesList,
        cx: &mut Context,
    ) -> Result<Page<RowRef<ScheduledMessage>>, ToolError> {
        let me = caller(state)?;
        let oldest = args.oldest.as_ref().map(|text| seconds_of(text)).transpose()?;
        let latest = args.latest.as_ref().map(|text| seconds_of(text)).transpose()?;
        let wanted = match &args.channel {
            Some(channel) => Some(visible_channel(state, channel.as_str())?.id.clone()),
            None => None,
        };
        let now = cx.now().unix_seconds();
        let mut waiting = state.scheduled_messages.select(&|message| {
            wanted.as_ref().is_none_or(|channel| *channel == message.channel_id)
                && state
                    .channels
                    .get(&message.channel_id)
                    .is_some_and(|channel| is_visible(channel, &me))
                && message.post_at > now
                && oldest.is_none_or(|oldest| message.post_at >= oldest)
                && latest.is_none_or(|latest| message.post_at <= latest)
        });
        waiting.sort_by_key(|message| message.post_at);
        page_of(args.limit, args.cursor).cut(waiting)
    }

    #[tool(delete, key(channel, scheduled_message_id), about = ScheduledMessage)]
    fn chat_delete_scheduled_message() -> ScheduledMessage;

    /// Everyone, bots and deactivated accounts included. A limit of 0 means no limit.
    #[tool(list, page(limit = limit, cursor = cursor), about = User)]
    #[case(args = r#"{}"#, ok = r#"{"total":3}"#)]
    #[case(args = r#"{"limit":2}"#, ok = r#"{"total":3,"next_cursor":"c2"}"#)]
    #[case(args = r#"{"limit":-1}"#, error = "invalid_argument")]
    fn users_list(
        state: &Slack,
        args: UsersList,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<User>>, ToolError> {
        let limit = if args.limit == 0 { PageRequest::LIMIT_MAX } else { args.limit };
        page_of(limit, args.cursor).cut(state.users.select(&|_| true))
    }

    #[tool(get, key(user))]
    fn users_info() -> User;

    /// Without `user`, the caller's own.
    #[tool(reads(users, workspace))]
    #[case(args = r#"{"user":"U02BEN"}"#, ok = r#"{"presence":"away","manual_away":true}"#)]
    #[case(args = r#"{}"#, ok = r#"{"user":"U01ANA","presence":"active"}"#)]
    #[case(args = r#"{"user":"U99"}"#, error = "not_found")]
    fn users_get_presence(
        state: &Slack,
        args: UsersGetPresence,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let user = match &args.user {
            Some(user) => state.users.find(user.as_str())?,
            None => state.users.find(&caller(state)?)?,
        };
        Ok(serde_json::json!({
            "user": user.id.as_str(),
            "presence": user.presence.as_str(),
            "manual_away": user.manual_away,
        }))
    }

    /// Sets the caller's own presence by hand, or leaves it to the client again.
    #[tool(reads(workspace), writes(users))]
    #[case(
        args = r#"{"presence":"away"}"#,
        ok = r#"{"id":"U01ANA","presence":"away","manual_away":true}"#
    )]
    #[case(args = r#"{"presence":"busy"}"#, error = "invalid_argument")]
    fn users_set_presence(
        state: &mut Slack,
        args: UsersSetPresence,
        _cx: &mut Context,
    ) -> Result<RowRef<User>, ToolError> {
        let away = args.presence.as_str() == "away";
        let me = caller(state)?;
        state.users.update(&me, |user| {
            user.manual_away = away;
            user.presence = if away { Presence::Away } else { Presence::Active };
            Ok(())
        })
    }

    /// The custom emoji by name, and their categories when asked for.
    #[tool(reads(emoji))]
    #[case(
        args = r#"{}"#,
        ok = r#"{"emoji":{"shipit":"https://emoji.example.org/shipit.png","squirrel":"alias:shipit"}}"#
    )]
    #[case(
        args = r#"{"include_categories":true}"#,
        ok = r#"{"categories":[{"name":"Team","emoji_names":["shipit"]}]}"#
    )]
    #[case(args = r#"{"include_categories":"yes"}"#, error = "invalid_argument")]
    fn emoji_list(
        state: &Slack,
        args: EmojiList,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let mut emoji = serde_json::Map::new();
        let mut categories: std::collections::BTreeMap<String, Vec<String>> =
            std::collections::BTreeMap::new();
        for row in state.emoji.iter() {
            emoji.insert(row.name.clone(), serde_json::json!(row.value));
            if let Some(category) = &row.category {
                categories.entry(category.clone()).or_default().push(row.name.clone());
            }
        }
        if !args.include_categories {
            return Ok(serde_json::json!({"emoji": emoji}));
        }
        let categories: Vec<serde_json::Value> = categories
            .into_iter()
            .map(|(name, names)| serde_json::json!({"name": name, "emoji_names": names}))
            .collect();
        Ok(serde_json::json!({"emoji": emoji, "categories": categories}))
    }

    #[tool(list, filter(channel_id))]
    fn bookmarks_list() -> Vec<Bookmark>;

    /// A bookmark of type `link`, which is the only one, needs a `link`.
    #[tool(create, about = Bookmark)]
    #[case(
        args = r#"{"channel_id":"C02LAUNCH","title":"Plan","type":"link","link":"https://docs.example.org/plan"}"#,
        ok = r#"{"channel_id":"C02LAUNCH","title":"Plan","type":"link"}"#
    )]
    #[case(
        args = r#"{"channel_id":"C02LAUNCH","title":"Plan","type":"link"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"channel_id":"C03OLD","title":"Plan","type":"link","link":"https://docs.example.org/plan"}"#,
        error = "failed_precondition"
    )]
    fn bookmarks_add(
        state: &mut Slack,
        args: BookmarksAdd,
        cx: &mut Context,
    ) -> Result<RowRef<Bookmark>, ToolError> {
        let channel = visible_channel(state, args.channel_id.as_str())?;
        require_unarchived(&channel)?;
        if args.link.is_none() {
            return Err(ToolError::invalid_argument("a bookmark of type `link` needs a `link`"));
        }
        let bookmark = Bookmark {
            channel_id: channel.id.clone(),
            id: state.bookmarks.next_key_text(cx),
            title: args.title,
            kind: args.r#type,
            link: args.link,
            emoji: args.emoji,
            entity_id: args.entity_id,
            parent_id: args.parent_id,
            access_level: args.access_level,
            date_created: cx.now(),
            date_updated: cx.now(),
        };
        state.bookmarks.insert(bookmark)
    }

    #[tool(update, key(channel_id, bookmark_id))]
    fn bookmarks_edit() -> Bookmark;

    #[tool(delete, key(channel_id, bookmark_id), ignore(quip_section_id))]
    fn bookmarks_remove() -> Bookmark;

    /// The pinned messages of a conversation, the newest pin first.
    #[tool(reads(pins, messages))]
    #[case(
        args = r#"{"channel":"C02LAUNCH"}"#,
        ok = r#"[{"type":"message","pinned_by":"U02BEN","message":{"ts":"1771300100.000100"}}]"#
    )]
    #[case(args = r#"{"channel":"C99"}"#, error = "not_found")]
    fn pins_list(
        state: &Slack,
        args: PinsList,
        _cx: &mut Context,
    ) -> Result<Vec<serde_json::Value>, ToolError> {
        let channel = visible_channel(state, args.channel.as_str())?;
        let mut pins = state.pins.select(&|pin| {
            state.messages.get(&pin.message).is_some_and(|message| message.channel == channel.id)
        });
        pins.sort_by_key(|pin| std::cmp::Reverse(pin.pinned_at));
        let items = pins.iter().filter_map(|pin| {
            let message = state.messages.find(&pin.message).ok()?;
            Some(serde_json::json!({
                "type": "message",
                "channel": channel.id.as_str(),
                "pinned_by": pin.pinned_by.as_str(),
                "pinned_at": pin.pinned_at.to_string(),
                "message": value_of(&message),
            }))
        });
        Ok(items.collect())
    }

    #[tool(create, map(message = (channel, timestamp)), about = Pin, types(channel = String, timestamp = Option<String>))]
    #[case(
        args = r#"{"channel":"C01GENERAL","timestamp":"1771300000.000100"}"#,
        ok = r#"{"message":"C01GENERAL/1771300000.000100","pinned_by":"U01ANA"}"#
    )]
    #[case(
        args = r#"{"channel":"C02LAUNCH","timestamp":"1771300100.000100"}"#,
        error = "already_exists"
    )]
    #[case(args = r#"{"channel":"C02LAUNCH"}"#, error = "invalid_argument")]
    fn pins_add(
        state: &mut Slack,
        args: PinsAdd,
        cx: &mut Context,
    ) -> Result<RowRef<Pin>, ToolError> {
        let channel = visible_channel(state, args.channel.as_str())?;
        require_unarchived(&channel)?;
        let message = message_at(state, &channel, &pinned_ts(args.timestamp)?)?;
        let pin = Pin {
            message: message_key(&channel.id, &message.ts),
            pinned_by: caller(state)?,
            pinned_at: cx.now(),
        };
        state.pins.insert(pin)
    }

    #[tool(delete, key((channel, timestamp)), about = Pin, types(channel = String, timestamp = Option<String>))]
    #[case(
        args = r#"{"channel":"C02LAUNCH","timestamp":"1771300100.000100"}"#,
        ok = r#"{"message":"C02LAUNCH/1771300100.000100"}"#
    )]
    #[case(
        args = r#"{"channel":"C01GENERAL","timestamp":"1771300000.000100"}"#,
        error = "not_found"
    )]
    fn pins_remove(
        state: &mut Slack,
        args: PinsRemove,
        _cx: &mut Context,
    ) -> Result<RowRef<Pin>, ToolError> {
        let channel = visible_channel(state, args.channel.as_str())?;
        let message = message_at(state, &channel, &pinned_ts(args.timestamp)?)?;
        state.pins.remove(&message_key(&channel.id, &message.ts))
    }

    /// What a user reacted to, newest first. Paged by `cursor` and `limit`, or by `page` and
    /// `count`.
    #[tool(reads(reactions, file_reactions, messages, files))]
    #[case(args = r#"{"user":"U02BEN"}"#, ok = r#"{"total":2}"#)]
    #[case(
        args = r#"{}"#,
        ok = r#"{"items":[{"type":"message","channel":"C02LAUNCH","ts":"1771300160.000100"}],"total":1}"#
    )]
    #[case(args = r#"{"user":"U99"}"#, error = "not_found")]
    fn reactions_list(
        state: &Slack,
        args: ReactionsList,
        _cx: &mut Context,
    ) -> Result<Page<serde_json::Value>, ToolError> {
        let me = caller(state)?;
        let user = match &args.user {
            Some(user) => state.users.find(user.as_str())?.id.clone(),
            None => me.clone(),
        };
        let mut items = Vec::new();
        let mut messages = state.messages.select(&|message| {
            let key = message_key(&message.channel, &message.ts);
            state.reactions.iter().any(|reaction| reaction.message == key && reaction.user == user)
                && state
                    .channels
                    .get(&message.channel)
                    .is_some_and(|channel| is_visible(channel, &me))
        });
        messages.sort_by(|a, b| b.ts.cmp(&a.ts));
        items.extend(messages.iter().map(|message| message_reactions(state, message)));
        let files = state.files.select(&|file| {
            state
                .file_reactions
                .iter()
                .any(|reaction| reaction.file == file.id && reaction.user == user)
                && file_is_visible(state, file, &me)
        });
        items.extend(files.iter().map(|file| file_reactions_of(state, file)));
        if args.limit > 0 || args.cursor.is_some() {
            let limit = if args.limit > 0 { args.limit } else { PageRequest::LIMIT_DEFAULT };
            return page_of(limit, args.cursor).cut(items);
        }
        let request = PageRequest {
            limit: Some(args.count),
            page: Some(args.page),
            ..PageRequest::default()
        };
        request.cut(items)
    }

    /// The reactions to one message (`channel` and `timestamp`) or one file (`file`).
    #[tool(reads(reactions, file_reactions, messages, files))]
    #[case(
        args = r#"{"channel":"C02LAUNCH","timestamp":"1771300100.000100"}"#,
        ok = r#"{"type":"message","reactions":[{"name":"tada","count":1,"users":["U02BEN"]}]}"#
    )]
    #[case(
        args = r#"{"file":"F01PLAN"}"#,
        ok = r#"{"type":"file","reactions":[{"name":"eyes","count":1}]}"#
    )]
    #[case(args = r#"{"channel":"C02LAUNCH"}"#, error = "invalid_argument")]
    #[case(args = r#"{"file":"F99"}"#, error = "not_found")]
    fn reactions_get(
        state: &Slack,
        args: ReactionsGet,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        match reaction_target(
            state,
            &args.channel,
            &args.timestamp,
            &args.file,
            &args.file_comment,
        )? {
            Target::Message(message) => Ok(message_reactions(state, &message)),
            Target::File(file) => Ok(file_reactions_of(state, &file)),
        }
    }

    #[tool(create, map(message = (channel, timestamp), name = name), about = Reaction, types(channel = String, timestamp = String))]
    #[case(
        args = r#"{"channel":"C01GENERAL","timestamp":"1771300000.000100","name":"wave"}"#,
        ok = r#"{"name":"wave","user":"U01ANA"}"#
    )]
    #[case(
        args = r#"{"channel":"C02LAUNCH","timestamp":"1771300160.000100","name":":eyes:"}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"channel":"C02LAUNCH","timestamp":"1771300100.000100","name":"Not an emoji"}"#,
        error = "invalid_argument"
    )]
    fn reactions_add(
        state: &mut Slack,
        args: ReactionsAdd,
        _cx: &mut Context,
    ) -> Result<RowRef<Reaction>, ToolError> {
        let channel = visible_channel(state, args.channel.as_str())?;
        require_unarchived(&channel)?;
        let message = message_at(state, &channel, args.timestamp.as_str())?;
        let reaction = Reaction {
            message: message_key(&channel.id, &message.ts),
            name: args.name.trim_matches(':').to_owned(),
            user: caller(state)?,
        };
        state.reactions.insert(reaction)
    }

    /// Takes the caller's own reaction back.
    #[tool(reads(messages, files), writes(reactions, file_reactions))]
    #[case(
        args = r#"{"channel":"C02LAUNCH","timestamp":"1771300160.000100","name":"eyes"}"#,
        ok = r#"{"name":"eyes"}"#
    )]
    #[case(
        args = r#"{"channel":"C02LAUNCH","timestamp":"1771300100.000100","name":"tada"}"#,
        error = "not_found"
    )]
    #[case(args = r#"{"name":"eyes"}"#, error = "invalid_argument")]
    fn reactions_remove(
        state: &mut Slack,
        args: ReactionsRemove,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let me = caller(state)?;
        let name = args.name.trim_matches(':').to_owned();
        let target =
            reaction_target(state, &args.channel, &args.timestamp, &args.file, &args.file_comment)?;
        match target {
            Target::Message(message) => {
                let key = message_key(&message.channel, &message.ts);
                let key: Key<Reaction> = Key::new(compoworld_core::join_key(&[&key, &name, &me]));
                Ok(value_of(&state.reactions.remove(&key)?))
            }
            Target::File(file) => {
                let key: Key<FileReaction> =
                    Key::new(compoworld_core::join_key(&[&file.id, &name, &me]));
                Ok(value_of(&state.file_reactions.remove(&key)?))
            }
        }
    }

    #[tool(list, sort(time))]
    fn reminders_list() -> Vec<Reminder>;

    #[tool(get, key(reminder))]
    fn reminders_info() -> Reminder;

    /// Messages and files that match.
    #[tool(reads(messages, files, channels, users))]
    #[case(args = r#"{"query":"plan"}"#, ok = r#"{"messages":{"total":1},"files":{"total":1}}"#)]
    #[case(args = r#"{"query":"  "}"#, error = "invalid_argument")]
    fn search_all(
        state: &Slack,
        args: SearchAll,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let conditions = read_query(&args.query)?;
        let ascending = args.sort_dir.as_str() == "asc";
        let request = PageRequest {
            limit: Some(args.count),
            page: Some(args.page),
            ..PageRequest::default()
        };
        let messages = request.cut(found_messages(state, &conditions, ascending)?)?;
        let files = request.cut(found_files(state, &conditions, ascending)?)?;
        Ok(serde_json::json!({"messages": value_of(&messages), "files": value_of(&files)}))
    }

    /// Matches names and titles of files, the newest first.
    #[tool(search((name, title) ~ query), page(limit = count, page = page), about = File)]
    #[case(args = r#"{"query":"plan from:ben"}"#, ok = r#"{"total":1}"#)]
    #[case(args = r#"{"query":""}"#, error = "invalid_argument")]
    fn search_files(
        state: &Slack,
        args: SearchFiles,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<File>>, ToolError> {
        let conditions = read_query(&args.query)?;
        let ascending = args.sort_dir.as_str() == "asc";
        let request = PageRequest {
            limit: Some(args.count),
            page: Some(args.page),
            ..PageRequest::default()
        };
        request.cut(found_files(state, &conditions, ascending)?)
    }

    /// Words, `"phrases"`, and the modifiers `from:`, `in:`, `before:`, `after:`, `on:`, `has:`
    /// and `is:thread`, each with `-` before it to exclude.
    #[tool(search(text ~ query), page(limit = count, page = page, cursor = cursor), about = Message)]
    #[case(args = r#"{"query":"in:#launch from:@ben"}"#, ok = r#"{"total":1}"#)]
    #[case(
        args = r#"{"query":"\"launch plan\" -draft"}"#,
        ok = r#"{"items":[{"ts":"1771300100.000100"}],"total":1}"#
    )]
    #[case(args = r#"{"query":"before:yesterday"}"#, error = "invalid_argument")]
    fn search_messages(
        state: &Slack,
        args: SearchMessages,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Message>>, ToolError> {
        let conditions = read_query(&args.query)?;
        let ascending = args.sort_dir.as_str() == "asc";
        let request = PageRequest {
            limit: Some(args.count),
            page: Some(args.page),
            cursor: args.cursor,
            ..PageRequest::default()
        };
        request.cut(found_messages(state, &conditions, ascending)?)
    }
}

/// The calling user.
fn caller(state: &Slack) -> Result<Key<User>, ToolError> {
    Ok(state.workspace.find()?.me.clone())
}

/// A cursor page.
fn page_of(limit: i64, cursor: Option<String>) -> PageRequest {
    PageRequest { limit: Some(limit), cursor, ..PageRequest::default() }
}

/// An answer as a JSON value, to add to it or to nest it.
fn value_of(output: &impl Output) -> serde_json::Value {
    let mut text = String::new();
    output.write_output(&mut text);
    serde_json::from_str(&text).unwrap_or_default()
}

fn is_visible(channel: &Channel, me: &Key<User>) -> bool {
    channel.kind == ChannelKind::PublicChannel || channel.members.contains(me)
}

/// Whether a conversation is one of these kinds; none named means public channels.
fn has_kind(channel: &Channel, kinds: &[String]) -> bool {
    match kinds.is_empty() {
        true => channel.kind == ChannelKind::PublicChannel,
        false => kinds.iter().any(|kind| kind == channel.kind.as_str()),
    }
}

/// The conversation, if the caller may know of it.
fn visible_channel(state: &Slack, id: &str) -> Result<RowRef<Channel>, ToolError> {
    let me = caller(state)?;
    let channel = state.channels.find(id)?;
    match is_visible(&channel, &me) {
        true => Ok(channel),
        false => Err(ToolError::no_row("Channel", id)),
    }
}

fn require_unarchived(channel: &Channel) -> Result<(), ToolError> {
    match channel.is_archived {
        true => Err(ToolError::failed_precondition("the channel is archived")),
        false => Ok(()),
    }
}

fn require_direct(channel: &Channel) -> Result<(), ToolError> {
    match channel.kind {
        ChannelKind::Im | ChannelKind::Mpim => Ok(()),
        ChannelKind::PublicChannel | ChannelKind::PrivateChannel => {
            Err(ToolError::failed_precondition("only direct messages are opened and closed"))
        }
    }
}

/// The conversation, if the caller is in it and it is not archived.
fn member_channel(state: &Slack, id: &str) -> Result<RowRef<Channel>, ToolError> {
    let channel = visible_channel(state, id)?;
    require_unarchived(&channel)?;
    if !channel.members.contains(&caller(state)?) {
        return Err(ToolError::permission_denied("you are not in this channel"));
    }
    Ok(channel)
}

/// As `member_channel`, and it is a channel rather than a direct message.
fn own_channel(state: &Slack, id: &str) -> Result<RowRef<Channel>, ToolError> {
    let channel = member_channel(state, id)?;
    match channel.kind {
        ChannelKind::Im | ChannelKind::Mpim => {
            Err(ToolError::failed_precondition("this works on channels, not on direct messages"))
        }
        ChannelKind::PublicChannel | ChannelKind::PrivateChannel => Ok(channel),
    }
}

/// Where a message that is sent to `target` goes: a conversation by identifier or name, or the
/// direct message with a user.
fn addressed_channel(
    state: &mut Slack,
    target: &str,
    cx: &mut Context,
) -> Result<RowRef<Channel>, ToolError> {
    let name = target.trim_start_matches('#');
    let found = state
        .channels
        .first(&|channel| channel.id == *target || channel.name.as_deref() == Some(name));
    let id = match found {
        Some(channel) => channel.id.clone(),
        None if state.users.contains(target) => direct_message(state, &[target], cx)?,
        None => return Err(ToolError::no_row("Channel", target)),
    };
    let channel = visible_channel(state, id.as_str())?;
    require_unarchived(&channel)?;
    Ok(channel)
}

/// The direct message between the caller and these users; makes it when there is none.
fn direct_message(
    state: &mut Slack,
    users: &[&str],
    cx: &mut Context,
) -> Result<Key<Channel>, ToolError> {
    const OTHERS_MAX: usize = 8;
    let me = caller(state)?;
    let mut members = vec![me.clone()];
    for user in users {
        let user = state.users.find(*user)?;
        if user.deleted {
            return Err(ToolError::failed_precondition(format!(
                "user `{}` is deactivated",
                user.id
            )));
        }
        if !members.contains(&user.id) {
            members.push(user.id.clone());
        }
    }
    if users.is_empty() || members.len() > OTHERS_MAX + 1 {
        return Err(ToolError::invalid_argument("`users` takes 1 to 8 users"));
    }
    members.sort();
    let kind = if members.len() > 2 { ChannelKind::Mpim } else { ChannelKind::Im };
    let existing = state.channels.first(&|channel| {
        let mut others = channel.members.clone();
        others.sort();
        channel.kind == kind && others == members
    });
    if let Some(channel) = existing {
        return Ok(channel.id.clone());
    }
    let channel = Channel {
        id: Key::new(cx.token("D0", 8)),
        name: None,
        kind,
        topic: String::new(),
        purpose: String::new(),
        creator: me,
        members,
        is_archived: false,
        is_general: false,
        is_open: true,
        created: cx.now(),
    };
    Ok(state.channels.insert(channel)?.id.clone())
}

fn check_channel_name(name: &str) -> Result<(), ToolError> {
    let allowed = |letter: char| {
        letter == '-' || letter == '_' || (letter.is_alphanumeric() && !letter.is_uppercase())
    };
    if name.is_empty() || name.chars().count() > 80 || !name.chars().all(allowed) {
        return Err(ToolError::invalid_argument(
            "a channel's name has 1 to 80 lower-case letters, digits, `-` and `_`, without spaces",
        ));
    }
    Ok(())
}

fn message_key(channel: &Key<Channel>, ts: &str) -> Key<Message> {
    Key::new(compoworld_core::join_key(&[channel, &ts]))
}

fn message_at(state: &Slack, channel: &Channel, ts: &str) -> Result<RowRef<Message>, ToolError> {
    state.messages.find(&message_key(&channel.id, ts))
}

/// Whether a message lies inside a thread. One whose thread's start is not there stands alone.
fn is_reply(state: &Slack, message: &Message) -> bool {
    let starts = |root: &String| state.messages.contains(&message_key(&message.channel, root));
    message.thread_ts.as_ref().is_some_and(|root| *root != message.ts && starts(root))
}

/// The `ts` of the message that started this one's thread.
fn thread_root(message: &Message) -> String {
    message.thread_ts.clone().unwrap_or_else(|| message.ts.clone())
}

/// The root of the thread that a message is to go into.
fn thread_of(
    state: &Slack,
    channel: &Channel,
    ts: Option<&str>,
) -> Result<Option<String>, ToolError> {
    let Some(ts) = ts else { return Ok(None) };
    let asked = message_at(state, channel, ts)?;
    Ok(Some(thread_root(&asked)))
}

/// Marks a message as the start of a thread. A tombstone can be one, a missing one cannot.
fn open_thread(state: &mut Slack, channel: &Channel, root: &str) -> Result<(), ToolError> {
    state.messages.update(&message_key(&channel.id, root), |message| {
        message.thread_ts = Some(root.to_owned());
        Ok(())
    })?;
    Ok(())
}

/// The `ts` of a message that is posted now.
fn next_ts(state: &Slack, channel: &Key<Channel>, cx: &Context) -> String {
    let seconds = cx.now().unix_seconds();
    let mut candidates = (1..10_000).map(|n| format!("{seconds}.{:06}", n * 100));
    candidates
        .find(|ts| !state.messages.contains(&message_key(channel, ts)))
        .unwrap_or_else(|| format!("{seconds}.999999"))
}

/// What a message says, out of its `text` or its `markdown_text`.
fn message_text(
    text: Option<String>,
    markdown: Option<String>,
    has_blocks: bool,
) -> Result<String, ToolError> {
    const MARKDOWN_CHARACTERS_MAX: usize = 12_000;
    let text = text.filter(|text| !text.trim().is_empty());
    match (text, markdown) {
        (Some(_), Some(_)) => {
            Err(ToolError::invalid_argument("give `text` or `markdown_text`, not both"))
        }
        (None, Some(_)) if has_blocks => {
            Err(ToolError::invalid_argument("give `markdown_text` or `blocks`, not both"))
        }
        (None, Some(markdown)) if markdown.chars().count() > MARKDOWN_CHARACTERS_MAX => {
            Err(ToolError::invalid_argument("`markdown_text` has at most 12000 characters"))
        }
        (None, Some(markdown)) if !markdown.trim().is_empty() => Ok(markdown),
        (Some(text), None) => Ok(text),
        (None, _) if has_blocks => Ok(String::new()),
        (None, _) => {
            Err(ToolError::invalid_argument("a message needs `text`, `markdown_text` or `blocks`"))
        }
    }
}

/// An argument that holds JSON as text.
fn parsed_json(name: &str, text: Option<String>) -> Result<Option<Json>, ToolError> {
    let Some(text) = text else { return Ok(None) };
    match serde_json::from_str::<serde_json::Value>(&text) {
        Ok(value) if value.is_array() || value.is_object() => Ok(Some(Json(value))),
        _ => Err(ToolError::invalid_argument(format!("`{name}` is no JSON array or object"))),
    }
}

fn pinned_ts(timestamp: Option<String>) -> Result<String, ToolError> {
    timestamp.ok_or_else(|| ToolError::invalid_argument("say which message, by its `timestamp`"))
}

/// Whole seconds out of a `ts` or a Unix time.
fn seconds_of(text: &str) -> Result<i64, ToolError> {
    let whole = text.trim().split('.').next().unwrap_or_default();
    whole.parse().map_err(|_| {
        ToolError::invalid_argument(format!(
            "`{text}` is no timestamp, write it like `1771300000.000100`"
        ))
    })
}

/// A span of time that messages must lie in.
struct Window {
    oldest: Option<String>,
    latest: Option<String>,
    inclusive: bool,
}

impl Window {
    fn new(oldest: &str, latest: &str, inclusive: bool) -> Result<Self, ToolError> {
        let bound = |text: &str, open: &str| -> Result<Option<String>, ToolError> {
            if text == open || text.is_empty() {
                return Ok(None);
            }
            let seconds = seconds_of(text)?;
            let micros = text.split('.').nth(1).unwrap_or("0");
            Ok(Some(format!("{seconds}.{micros:0<6}")))
        };
        Ok(Self { oldest: bound(oldest, "0")?, latest: bound(latest, "now")?, inclusive })
    }

    fn holds(&self, ts: &str) -> bool {
        let after = |oldest: &str| ts > oldest || (self.inclusive && ts == oldest);
        let before = |latest: &str| ts < latest || (self.inclusive && ts == latest);
        self.oldest.as_deref().is_none_or(after) && self.latest.as_deref().is_none_or(before)
    }
}

/// What a reaction is on.
enum Target {
    Message(RowRef<Message>),
    File(RowRef<File>),
}

fn reaction_target(
    state: &Slack,
    channel: &Option<String>,
    timestamp: &Option<String>,
    file: &Option<String>,
    file_comment: &Option<String>,
) -> Result<Target, ToolError> {
    if file_comment.is_some() {
        return Err(ToolError::failed_precondition("comments on files no longer exist"));
    }
    match (channel, timestamp, file) {
        (Some(channel), Some(ts), None) => {
            let channel = visible_channel(state, channel)?;
            Ok(Target::Message(message_at(state, &channel, ts)?))
        }
        (None, None, Some(id)) => {
            let file = state.files.find(id.as_str())?;
            match file_is_visible(state, &file, &caller(state)?) {
                true => Ok(Target::File(file)),
                false => Err(ToolError::no_row("File", id)),
            }
        }
        _ => Err(ToolError::invalid_argument("give `channel` and `timestamp`, or `file`")),
    }
}

/// A file is seen by who shared it and by those who see a conversation it was shared in.
fn file_is_visible(state: &Slack, file: &File, me: &Key<User>) -> bool {
    let seen =
        |id: &Key<Channel>| state.channels.get(id).is_some_and(|channel| is_visible(channel, me));
    file.user == *me || file.channels.iter().any(seen)
}

/// `[{"name":…,"count":…,"users":[…]}]` out of pairs of emoji and user.
fn grouped<'a>(pairs: impl Iterator<Item = (&'a String, &'a Key<User>)>) -> Vec<serde_json::Value> {
    let mut users: std::collections::BTreeMap<&String, Vec<&str>> =
        std::collections::BTreeMap::new();
    for (name, user) in pairs {
        users.entry(name).or_default().push(user.as_str());
    }
    let entry = |(name, users): (&String, Vec<&str>)| serde_json::json!({"name": name, "count": users.len(), "users": users});
    users.into_iter().map(entry).collect()
}

fn message_reactions(state: &Slack, message: &RowRef<Message>) -> serde_json::Value {
    let key = message_key(&message.channel, &message.ts);
    let on_it = state.reactions.iter().filter(|reaction| reaction.message == key);
    serde_json::json!({
        "type": "message",
        "channel": message.channel.as_str(),
        "ts": message.ts,
        "message": value_of(message),
        "reactions": grouped(on_it.map(|reaction| (&reaction.name, &reaction.user))),
    })
}

fn file_reactions_of(state: &Slack, file: &RowRef<File>) -> serde_json::Value {
    let on_it = state.file_reactions.iter().filter(|reaction| reaction.file == file.id);
    serde_json::json!({
        "type": "file",
        "file": value_of(file),
        "reactions": grouped(on_it.map(|reaction| (&reaction.name, &reaction.user))),
    })
}

/// One condition of a search.
enum Condition {
    Words(String),
    From(String),
    In(String),
    Before(Date),
    After(Date),
    On(Date),
    HasReaction(Option<String>),
    HasLink,
    HasPin,
    HasFile,
    IsThread,
}

/// A search as conditions, each with whether it must hold.
fn read_query(query: &str) -> Result<Vec<(Condition, bool)>, ToolError> {
    let mut conditions = Vec::new();
    for (index, part) in query.split('"').enumerate() {
        // Odd parts stand between quotes.
        if index % 2 == 1 {
            if !part.trim().is_empty() {
                conditions.push((Condition::Words(part.trim().to_lowercase()), true));
            }
            continue;
        }
        for token in part.split_whitespace() {
            let (token, wanted) = match token.strip_prefix('-') {
                Some(rest) if !rest.is_empty() => (rest, false),
                _ => (token, true),
            };
            conditions.push((read_condition(token)?, wanted));
        }
    }
    match conditions.is_empty() {
        true => Err(ToolError::invalid_argument("the query is empty")),
        false => Ok(conditions),
    }
}

fn read_condition(token: &str) -> Result<Condition, ToolError> {
    let words = || Condition::Words(token.to_lowercase());
    let Some((modifier, value)) = token.split_once(':') else { return Ok(words()) };
    let day = || {
        Date::parse(value).map_err(|_| {
            ToolError::invalid_argument(format!(
                "`{token}` needs a day such as `{modifier}:2026-03-01`"
            ))
        })
    };
    let plain = value.trim_matches(|letter| "@#<>".contains(letter)).to_lowercase();
    Ok(match (modifier, value) {
        ("from", _) => Condition::From(plain),
        ("in", _) => Condition::In(plain),
        ("before", _) => Condition::Before(day()?),
        ("after", _) => Condition::After(day()?),
        ("on", _) => Condition::On(day()?),
        ("is", "thread") => Condition::IsThread,
        ("has", "link") => Condition::HasLink,
        ("has", "pin") => Condition::HasPin,
        ("has", "file") => Condition::HasFile,
        ("has", "reaction") => Condition::HasReaction(None),
        ("has", emoji) if emoji.starts_with(':') => {
            Condition::HasReaction(Some(emoji.trim_matches(':').to_owned()))
        }
        _ => words(),
    })
}

fn is_user(state: &Slack, id: &Key<User>, wanted: &str) -> bool {
    if wanted == "me" {
        return caller(state).is_ok_and(|me| me == *id);
    }
    let same = |user: &User| {
        user.name.to_lowercase() == wanted
            || user.id.as_str().to_lowercase() == wanted
            || user.real_name.to_lowercase() == wanted
    };
    state.users.get(id).is_some_and(same)
}

fn is_channel(state: &Slack, id: &Key<Channel>, wanted: &str) -> bool {
    let same = |channel: &Channel| {
        channel.id.as_str().to_lowercase() == wanted
            || channel.name.as_ref().is_some_and(|name| name.to_lowercase() == wanted)
    };
    let with = |channel: &Channel| {
        matches!(channel.kind, ChannelKind::Im)
            && channel.members.iter().any(|member| is_user(state, member, wanted))
    };
    state.channels.get(id).is_some_and(|channel| same(channel) || with(channel))
}

fn message_fits(state: &Slack, message: &Message, condition: &Condition) -> bool {
    let key = message_key(&message.channel, &message.ts);
    let day = Timestamp::from_unix_seconds(seconds_of(&message.ts).unwrap_or(0)).date();
    match condition {
        Condition::Words(words) => message.text.to_lowercase().contains(words),
        Condition::From(user) => is_user(state, &message.user, user),
        Condition::In(channel) => is_channel(state, &message.channel, channel),
        Condition::Before(date) => day < *date,
        Condition::After(date) => day > *date,
        Condition::On(date) => day == *date,
        Condition::HasReaction(emoji) => state.reactions.iter().any(|reaction| {
            reaction.message == key && emoji.as_ref().is_none_or(|emoji| *emoji == reaction.name)
        }),
        Condition::HasLink => message.text.contains("://"),
        Condition::HasPin => state.pins.contains(&key),
        Condition::HasFile => !message.files.is_empty(),
        Condition::IsThread => message.thread_ts.is_some(),
    }
}

fn file_fits(state: &Slack, file: &File, condition: &Condition) -> bool {
    let day = file.created.date();
    match condition {
        Condition::Words(words) => {
            file.name.to_lowercase().contains(words) || file.title.to_lowercase().contains(words)
        }
        Condition::From(user) => is_user(state, &file.user, user),
        Condition::In(wanted) => {
            file.channels.iter().any(|channel| is_channel(state, channel, wanted))
        }
        Condition::Before(date) => day < *date,
        Condition::After(date) => day > *date,
        Condition::On(date) => day == *date,
        Condition::HasReaction(emoji) => state.file_reactions.iter().any(|reaction| {
            reaction.file == file.id && emoji.as_ref().is_none_or(|emoji| *emoji == reaction.name)
        }),
        Condition::HasFile => true,
        Condition::HasLink | Condition::HasPin | Condition::IsThread => false,
    }
}

/// Every match counts the same here, so the order by score is the order by time.
fn found_messages(
    state: &Slack,
    conditions: &[(Condition, bool)],
    ascending: bool,
) -> Result<Vec<RowRef<Message>>, ToolError> {
    let me = caller(state)?;
    let mut found = state.messages.select(&|message| {
        message.subtype != Some(MessageSubtype::Tombstone)
            && state.channels.get(&message.channel).is_some_and(|channel| is_visible(channel, &me))
            && conditions
                .iter()
                .all(|(condition, wanted)| message_fits(state, message, condition) == *wanted)
    });
    found.sort_by(|a, b| if ascending { a.ts.cmp(&b.ts) } else { b.ts.cmp(&a.ts) });
    Ok(found)
}

fn found_files(
    state: &Slack,
    conditions: &[(Condition, bool)],
    ascending: bool,
) -> Result<Vec<RowRef<File>>, ToolError> {
    let me = caller(state)?;
    let mut found = state.files.select(&|file| {
        file_is_visible(state, file, &me)
            && conditions
                .iter()
                .all(|(condition, wanted)| file_fits(state, file, condition) == *wanted)
    });
    found.sort_by_key(|file| file.created);
    if !ascending {
        found.reverse();
    }
    Ok(found)
}

/// A small workspace: Ana calls, Ben and Chi work with her.
pub const FIXTURE: &str = r##"{
  "workspace": {"name": "Lumen Works", "me": "U01ANA"},
  "users": {
    "U01ANA": {"id": "U01ANA", "name": "ana", "real_name": "Ana Duarte", "email": "ana@lumen.example", "role": "Product lead", "phone": null, "tz": "Europe/Lisbon", "locale": "en-US", "presence": "active", "manual_away": false, "is_admin": false, "is_bot": false, "deleted": false},
    "U02BEN": {"id": "U02BEN", "name": "ben", "real_name": "Ben Okafor", "email": "ben@lumen.example", "role": "Engineer", "phone": "+44 20 7946 0101", "tz": "Europe/London", "locale": "en-GB", "presence": "away", "manual_away": true, "is_admin": true, "is_bot": false, "deleted": false},
    "U03CHI": {"id": "U03CHI", "name": "chi", "real_name": "Chi Tanaka", "email": "chi@lumen.example", "role": null, "phone": null, "tz": "Asia/Tokyo", "locale": "ja-JP", "presence": "active", "manual_away": false, "is_admin": false, "is_bot": false, "deleted": false}
  },
  "channels": {
    "C01GENERAL": {"id": "C01GENERAL", "name": "general", "type": "public_channel", "topic": "Company news", "purpose": "For everyone", "creator": "U02BEN", "members": ["U01ANA", "U02BEN", "U03CHI"], "is_archived": false, "is_general": true, "is_open": true, "created": "2025-01-10T09:00:00Z"},
    "C02LAUNCH": {"id": "C02LAUNCH", "name": "launch", "type": "public_channel", "topic": "Launch of the lamp", "purpose": "Plan and follow the launch", "creator": "U01ANA", "members": ["U01ANA", "U02BEN"], "is_archived": false, "is_general": false, "is_open": true, "created": "2026-01-05T10:00:00Z"},
    "C03OLD": {"id": "C03OLD", "name": "old-site", "type": "private_channel", "topic": "", "purpose": "The former web site", "creator": "U01ANA", "members": ["U01ANA"], "is_archived": true, "is_general": false, "is_open": true, "created": "2024-03-02T10:00:00Z"},
    "C05SECRET": {"id": "C05SECRET", "name": "board", "type": "private_channel", "topic": "", "purpose": "Board matters", "creator": "U02BEN", "members": ["U02BEN", "U03CHI"], "is_archived": false, "is_general": false, "is_open": true, "created": "2025-06-01T10:00:00Z"},
    "D04ANABEN": {"id": "D04ANABEN", "name": null, "type": "im", "topic": "", "purpose": "", "creator": "U01ANA", "members": ["U01ANA", "U02BEN"], "is_archived": false, "is_general": false, "is_open": true, "created": "2025-02-01T08:00:00Z"}
  },
  "messages": {
    "C01GENERAL/1771300000.000100": {"channel": "C01GENERAL", "ts": "1771300000.000100", "user": "U01ANA", "text": "Welcome to the new workspace", "thread_ts": null, "subtype": null, "blocks": null, "metadata": null, "files": [], "icon_emoji": null, "icon_url": null, "edited_at": null},
    "C02LAUNCH/1771300100.000100": {"channel": "C02LAUNCH", "ts": "1771300100.000100", "user": "U01ANA", "text": "The launch plan is attached, please comment", "thread_ts": "1771300100.000100", "subtype": null, "blocks": null, "metadata": null, "files": ["F01PLAN"], "icon_emoji": null, "icon_url": null, "edited_at": null},
    "C02LAUNCH/1771300160.000100": {"channel": "C02LAUNCH", "ts": "1771300160.000100", "user": "U02BEN", "text": "Looks good, one question about prices", "thread_ts": "1771300100.000100", "subtype": null, "blocks": null, "metadata": null, "files": [], "icon_emoji": null, "icon_url": null, "edited_at": null},
    "D04ANABEN/1771300200.000100": {"channel": "D04ANABEN", "ts": "1771300200.000100", "user": "U02BEN", "text": "Lunch at noon?", "thread_ts": null, "subtype": null, "blocks": null, "metadata": null, "files": [], "icon_emoji": null, "icon_url": null, "edited_at": null}
  },
  "reactions": {
    "C02LAUNCH/1771300100.000100/tada/U02BEN": {"message": "C02LAUNCH/1771300100.000100", "name": "tada", "user": "U02BEN"},
    "C02LAUNCH/1771300160.000100/eyes/U01ANA": {"message": "C02LAUNCH/1771300160.000100", "name": "eyes", "user": "U01ANA"}
  },
  "pins": {
    "C02LAUNCH/1771300100.000100": {"message": "C02LAUNCH/1771300100.000100", "pinned_by": "U02BEN", "pinned_at": "2026-02-17T04:10:00Z"}
  },
  "bookmarks": {
    "C02LAUNCH/Bk000001": {"channel_id": "C02LAUNCH", "id": "Bk000001", "title": "Budget", "type": "link", "link": "https://docs.example.org/budget", "emoji": ":moneybag:", "entity_id": null, "parent_id": null, "access_level": null, "date_created": "2026-01-06T10:00:00Z", "date_updated": "2026-01-06T10:00:00Z"},
    "C02LAUNCH/Bk000002": {"channel_id": "C02LAUNCH", "id": "Bk000002", "title": "Press kit", "type": "link", "link": "https://docs.example.org/press", "emoji": null, "entity_id": null, "parent_id": null, "access_level": "write", "date_created": "2026-01-07T10:00:00Z", "date_updated": "2026-01-07T10:00:00Z"}
  },
  "reminders": {
    "Rm000001": {"id": "Rm000001", "creator": "U01ANA", "user": "U01ANA", "text": "Send the invoice", "time": "2026-03-02T09:00:00Z", "completed_at": null},
    "Rm000002": {"id": "Rm000002", "creator": "U02BEN", "user": "U01ANA", "text": "Review the press kit", "time": "2026-02-20T09:00:00Z", "completed_at": "2026-02-20T11:00:00Z"}
  },
  "files": {
    "F01PLAN": {"id": "F01PLAN", "name": "launch-plan.pdf", "title": "Launch plan", "mimetype": "application/pdf", "size": 48213, "user": "U02BEN", "channels": ["C02LAUNCH"], "permalink": "https://lumen.example/files/F01PLAN", "created": "2026-02-17T03:00:00Z"},
    "F02LOGO": {"id": "F02LOGO", "name": "logo.png", "title": "Logo", "mimetype": "image/png", "size": 9120, "user": "U01ANA", "channels": ["C01GENERAL"], "permalink": null, "created": "2026-02-10T03:00:00Z"}
  },
  "file_reactions": {
    "F01PLAN/eyes/U02BEN": {"file": "F01PLAN", "name": "eyes", "user": "U02BEN"}
  },
  "scheduled_messages": {
    "C02LAUNCH/Q000001": {"channel_id": "C02LAUNCH", "id": "Q000001", "post_at": 4070908800, "text": "Launch day!", "thread_ts": null, "reply_broadcast": false, "blocks": null, "metadata": null, "date_created": "2026-02-01T10:00:00Z"}
  },
  "ephemeral_messages": {
    "C02LAUNCH/1771300300.000200": {"channel": "C02LAUNCH", "message_ts": "1771300300.000200", "user": "U02BEN", "text": "Remember to vote", "thread_ts": null, "blocks": null, "username": null}
  },
  "emoji": {
    "shipit": {"name": "shipit", "value": "https://emoji.example.org/shipit.png", "category": "Team"},
    "squirrel": {"name": "squirrel", "value": "alias:shipit", "category": null}
  }
}"##;
