//! Gmail: the mailbox of one account. Messages in threads, labels, drafts that become messages.
//!
//! The system labels (`INBOX`, `SENT`, `TRASH` and their like) always exist and never change, so
//! the state holds the account's own labels only. A draft holds its text itself; it becomes a
//! message, in a thread of its own, when it is sent.

/// Everything in the mailbox.
#[derive(State)]
pub struct Gmail {
    pub account: One<Account>,
    pub labels: Table<Label>,
    pub threads: Table<Thread>,
    pub messages: Table<Message>,
    pub drafts: Table<Draft>,
}

/// Whose mailbox this is.
#[derive(Entity)]
pub struct Account {
    #[entity(len = 1..=80, person)]
    pub name: String,
    #[entity(email)]
    pub email: String,
}

/// A label that the account made.
#[derive(Entity)]
pub struct Label {
    #[entity(key, sequence = "Label_{}")]
    pub id: Key<Label>,
    #[entity(unique, len = 1..=225, tag)]
    pub name: String,
    #[entity(default = MessageVisibility::Show, rename = "messageListVisibility")]
    pub message_list_visibility: MessageVisibility,
    #[entity(default = LabelVisibility::LabelShow, rename = "labelListVisibility")]
    pub label_list_visibility: LabelVisibility,
    pub color: Option<LabelColor>,
}

/// The colors of a label.
#[derive(Record)]
pub struct LabelColor {
    #[record(rename = "textColor", color)]
    pub text_color: Option<String>,
    #[record(rename = "backgroundColor", color)]
    pub background_color: Option<String>,
}

/// Whether messages show a label.
#[derive(Choice)]
pub enum MessageVisibility {
    Hide,
    Show,
}

/// Whether the list of labels shows a label.
#[derive(Choice)]
pub enum LabelVisibility {
    #[choice(rename = "labelHide")]
    LabelHide,
    #[choice(rename = "labelShow")]
    LabelShow,
    #[choice(rename = "labelShowIfUnread")]
    LabelShowIfUnread,
}

/// A conversation by mail.
#[derive(Entity)]
pub struct Thread {
    #[entity(key, token("18f", 13))]
    pub id: Key<Thread>,
    #[entity(len = 0..=998, title)]
    pub subject: String,
}

/// A message that was sent or received.
#[derive(Entity)]
pub struct Message {
    #[entity(key, token("18e", 13))]
    pub id: Key<Message>,
    #[entity(on_delete = cascade, rename = "threadId")]
    pub thread_id: Key<Thread>,
    /// The identifiers of its labels: system labels and the account's own.
    #[entity(loose, rename = "labelIds")]
    pub label_ids: Vec<Key<Label>>,
    #[entity(email)]
    pub sender: String,
    #[entity(email)]
    pub recipient: String,
    #[entity(email)]
    pub cc: Vec<String>,
    #[entity(email)]
    pub bcc: Vec<String>,
    #[entity(len = 0..=998, title)]
    pub subject: String,
    #[entity(body)]
    pub body: String,
    #[entity(created)]
    pub date: Timestamp,
}

/// A message that is not sent yet.
#[derive(Entity)]
pub struct Draft {
    #[entity(key, token("r", 16))]
    pub id: Key<Draft>,
    #[entity(email)]
    pub sender: String,
    #[entity(email)]
    pub recipient: String,
    #[entity(email)]
    pub cc: Vec<String>,
    #[entity(email)]
    pub bcc: Vec<String>,
    #[entity(len = 0..=998, title)]
    pub subject: String,
    #[entity(body)]
    pub body: String,
    #[entity(updated)]
    pub updated: Timestamp,
}

pub trait Tools {
    /// A new message always starts a new thread.
    #[tool(create, map(recipient = recipient, cc = cc, bcc = bcc, subject = subject, body = body), ignore(sender), about = Message, types(cc = Option<Vec<String>>, bcc = Option<Vec<String>>, subject = Option<String>))]
    #[case(
        args = r#"{"sender":"me","recipient":"rui@harbor.example","body":"See you at ten.","subject":"Tomorrow"}"#,
        ok = r#"{"labelIds":["SENT"],"sender":"mara@lumen.example","recipient":"rui@harbor.example","subject":"Tomorrow"}"#
    )]
    #[case(
        args = r#"{"sender":"me","recipient":"mara@lumen.example","body":"A note to myself"}"#,
        ok = r#"{"labelIds":["SENT","INBOX","UNREAD"],"subject":""}"#
    )]
    #[case(
        args = r#"{"sender":"boss@lumen.example","recipient":"rui@harbor.example","body":"Hi"}"#,
        error = "permission_denied"
    )]
    #[case(args = r#"{"sender":"me","body":"To whom?"}"#, error = "invalid_argument")]
    fn send_email(
        state: &mut Gmail,
        args: SendEmail,
        cx: &mut Context,
    ) -> Result<RowRef<Message>, ToolError> {
        let sender = own_address(state, &args.sender)?;
        let recipient = checked_address(&args.recipient)?;
        let cc = checked_addresses(args.cc.unwrap_or_default())?;
        let bcc = checked_addresses(args.bcc.unwrap_or_default())?;
        deliver(
            state,
            Letter {
                sender,
                recipient,
                cc,
                bcc,
                subject: args.subject.unwrap_or_default(),
                body: args.body,
            },
            cx,
        )
    }

    /// Newest first, without spam and trash unless they are asked for.
    #[tool(search((subject, body, sender, recipient) ~ q), filter(label_ids has label_ids), page(limit = max_results, cursor = page_token), about = Message, types(label_ids = Option<Vec<String>>))]
    #[case(args = r#"{}"#, ok = r#"{"total":3}"#)]
    #[case(
        args = r#"{"q":"from:rui is:unread"}"#,
        ok = r#"{"items":[{"id":"18e0000000000001"}],"total":1}"#
    )]
    #[case(args = r#"{"labelIds":["INBOX","Label_1"]}"#, ok = r#"{"total":1}"#)]
    #[case(args = r#"{"includeSpamTrash":true}"#, ok = r#"{"total":4}"#)]
    #[case(args = r#"{"q":"after:tomorrow"}"#, error = "invalid_argument")]
    #[case(args = r#"{"maxResults":501}"#, error = "invalid_argument")]
    fn messages_list(
        state: &Gmail,
        args: MessagesList,
        cx: &mut Context,
    ) -> Result<Page<RowRef<Message>>, ToolError> {
        let search =
            Search::read(args.q.as_deref(), args.label_ids.as_deref(), args.include_spam_trash)?;
        let mut found = state.messages.select(&|message| search.accepts(state, message, cx.now()));
        newest_first(&mut found);
        page_of(args.max_results, args.page_token).cut(found)
    }

    /// `full` is everything, `metadata` the headers, `minimal` neither headers nor body, `raw`
    /// the message as it travels, in URL-safe Base64.
    #[tool(get, key(id), about = Message)]
    #[case(
        args = r#"{"id":"18e0000000000001","format":"full"}"#,
        ok = r#"{"threadId":"18f0000000000001","sender":"rui@harbor.example","subject":"Berth for May","body":"Can we still get berth 12 for May?"}"#
    )]
    #[case(
        args = r#"{"id":"18e0000000000001","format":"metadata","metadataHeaders":["Subject"]}"#,
        ok = r#"{"headers":{"Subject":"Berth for May"}}"#
    )]
    #[case(args = r#"{"id":"18e9999999999999","format":"full"}"#, error = "not_found")]
    fn messages_get(
        state: &Gmail,
        args: MessagesGet,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let message = state.messages.find(&args.id)?;
        let mut shown = in_format(&message, args.format.as_str(), args.metadata_headers.as_deref());
        add_field(&mut shown, "snippet", serde_json::json!(snippet(&message.body)));
        Ok(shown)
    }

    #[tool(update, key(id), about = Message)]
    #[case(
        args = r#"{"id":"18e0000000000001"}"#,
        ok = r#"{"labelIds":["UNREAD","Label_1","TRASH"]}"#
    )]
    #[case(args = r#"{"id":"18e9999999999999"}"#, error = "not_found")]
    fn messages_trash(
        state: &mut Gmail,
        args: MessagesTrash,
        _cx: &mut Context,
    ) -> Result<RowRef<Message>, ToolError> {
        relabel(state, &args.id, &["TRASH"], &["INBOX", "SPAM"])
    }

    /// Takes a message out of the trash. It does not go back to the inbox by itself.
    #[tool(update, key(id), about = Message)]
    #[case(args = r#"{"id":"18e0000000000004"}"#, ok = r#"{"labelIds":[]}"#)]
    #[case(args = r#"{"id":"18e0000000000001"}"#, error = "failed_precondition")]
    fn messages_untrash(
        state: &mut Gmail,
        args: MessagesUntrash,
        _cx: &mut Context,
    ) -> Result<RowRef<Message>, ToolError> {
        let message = state.messages.find(&args.id)?;
        if !has_label(&message, "TRASH") {
            return Err(ToolError::failed_precondition("the message is not in the trash"));
        }
        relabel(state, &args.id, &[], &["TRASH"])
    }

    /// The system labels, then the account's own.
    #[tool(reads(labels))]
    #[case(args = r#"{}"#, ok = r#"{}"#)]
    #[case(args = r#"[]"#, error = "invalid_argument")]
    fn labels_list(
        state: &Gmail,
        _args: LabelsList,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let own = state.labels.select(&|_| true);
        let mut labels: Vec<serde_json::Value> =
            SYSTEM_LABELS.iter().map(|id| system_label(id)).collect();
        labels.extend(own.iter().map(own_label));
        Ok(serde_json::json!({"labels": labels}))
    }

    /// A label with how many messages and threads bear it.
    #[tool(get, key(id), about = Label)]
    #[case(
        args = r#"{"id":"Label_1"}"#,
        ok = r#"{"name":"Harbor","type":"user","messagesTotal":1,"messagesUnread":1}"#
    )]
    #[case(
        args = r#"{"id":"INBOX"}"#,
        ok = r#"{"name":"INBOX","type":"system","messagesTotal":2,"threadsTotal":1}"#
    )]
    #[case(args = r#"{"id":"Label_9"}"#, error = "not_found")]
    fn labels_get(
        state: &Gmail,
        args: LabelsGet,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let id = args.id.as_str();
        let mut label = match SYSTEM_LABELS.contains(&id) {
            true => system_label(id),
            false => own_label(&state.labels.find(id)?),
        };
        let bearing = state.messages.select(&|message| has_label(message, id));
        let unread = bearing.iter().filter(|message| has_label(message, "UNREAD"));
        let threads: std::collections::BTreeSet<&str> =
            bearing.iter().map(|message| message.thread_id.as_str()).collect();
        let total = if id == "DRAFT" { state.drafts.len() } else { bearing.len() };
        add_field(&mut label, "messagesTotal", serde_json::json!(total));
        add_field(&mut label, "messagesUnread", serde_json::json!(unread.count()));
        add_field(&mut label, "threadsTotal", serde_json::json!(threads.len()));
        Ok(label)
    }

    /// A label's name is its own, also against the system labels.
    #[tool(create, about = Label)]
    #[case(
        args = r##"{"name":"Taxes","color":{"textColor":"#000000","backgroundColor":"#ffffff"}}"##,
        ok = r##"{"name":"Taxes","messageListVisibility":"show","color":{"textColor":"#000000"}}"##
    )]
    #[case(args = r#"{"name":"Harbor"}"#, error = "already_exists")]
    #[case(args = r#"{"name":"inbox"}"#, error = "already_exists")]
    fn labels_create(
        state: &mut Gmail,
        args: LabelsCreate,
        cx: &mut Context,
    ) -> Result<RowRef<Label>, ToolError> {
        check_label_name(state, &args.name, None)?;
        let label = Label {
            id: state.labels.next_key(cx),
            name: args.name,
            message_list_visibility: args.message_list_visibility,
            label_list_visibility: args.label_list_visibility,
            color: args.color,
        };
        state.labels.insert(label)
    }

    /// System labels cannot be changed.
    #[tool(update, key(id), about = Label)]
    #[case(
        args = r#"{"id":"Label_2","name":"Invoices 2026"}"#,
        ok = r#"{"id":"Label_2","name":"Invoices 2026"}"#
    )]
    #[case(args = r#"{"id":"Label_2","name":"Harbor"}"#, error = "already_exists")]
    #[case(args = r#"{"id":"INBOX","name":"In"}"#, error = "permission_denied")]
    fn labels_update(
        state: &mut Gmail,
        args: LabelsUpdate,
        _cx: &mut Context,
    ) -> Result<RowRef<Label>, ToolError> {
        require_own(args.id.as_str())?;
        if let Some(name) = &args.name {
            check_label_name(state, name, Some(args.id.as_str()))?;
        }
        state.labels.update(&args.id, |label| {
            if let Some(name) = args.name {
                label.name = name;
            }
            if let Some(visibility) = args.message_list_visibility {
                label.message_list_visibility = visibility;
            }
            if let Some(visibility) = args.label_list_visibility {
                label.label_list_visibility = visibility;
            }
            if args.color.is_some() {
                label.color = args.color;
            }
            Ok(())
        })
    }

    /// Deletes a label and takes it off every message.
    #[tool(delete, key(id), about = Label)]
    #[case(args = r#"{"id":"Label_1"}"#, ok = r#"{"id":"Label_1","name":"Harbor"}"#)]
    #[case(args = r#"{"id":"SENT"}"#, error = "permission_denied")]
    #[case(args = r#"{"id":"Label_9"}"#, error = "not_found")]
    fn labels_delete(
        state: &mut Gmail,
        args: LabelsDelete,
        _cx: &mut Context,
    ) -> Result<RowRef<Label>, ToolError> {
        require_own(args.id.as_str())?;
        let label = state.labels.remove(&args.id)?;
        for message in state.messages.select(&|message| has_label(message, label.id.as_str())) {
            relabel(state, &message.id, &[], &[label.id.as_str()])?;
        }
        Ok(label)
    }

    #[tool(update, key(id), about = Message, types(add_label_ids = Vec<String>, remove_label_ids = Vec<String>))]
    #[case(
        args = r#"{"id":"18e0000000000001","addLabelIds":["STARRED"],"removeLabelIds":["UNREAD"]}"#,
        ok = r#"{"labelIds":["INBOX","Label_1","STARRED"]}"#
    )]
    #[case(
        args = r#"{"id":"18e0000000000001","addLabelIds":["Label_9"]}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"id":"18e0000000000001"}"#, error = "invalid_argument")]
    fn messages_modify(
        state: &mut Gmail,
        args: MessagesModify,
        _cx: &mut Context,
    ) -> Result<RowRef<Message>, ToolError> {
        state.messages.find(&args.id)?;
        let (add, remove) = (args.add_label_ids, args.remove_label_ids);
        check_relabeling(state, &add, &remove)?;
        relabel(state, &args.id, &texts(&add), &texts(&remove))
    }

    /// Drafts, the latest change first.
    #[tool(search((subject, body, sender, recipient) ~ q), page(limit = max_results, cursor = page_token), about = Draft)]
    #[case(args = r#"{"q":"offer"}"#, ok = r#"{"items":[{"id":"r0000000000000001"}],"total":1}"#)]
    #[case(args = r#"{"maxResults":-1}"#, error = "invalid_argument")]
    fn drafts_list(
        state: &Gmail,
        args: DraftsList,
        cx: &mut Context,
    ) -> Result<Page<RowRef<Draft>>, ToolError> {
        let search = Search::read(args.q.as_deref(), None, true)?;
        let mut drafts =
            state.drafts.select(&|draft| search.accepts(state, &as_message(draft), cx.now()));
        drafts.sort_by_key(|draft| std::cmp::Reverse(draft.updated));
        page_of(args.max_results, args.page_token).cut(drafts)
    }

    #[tool(create, map(recipient = recipient, cc = cc, bcc = bcc, subject = subject, body = body), ignore(sender), about = Draft, types(cc = Option<Vec<String>>, bcc = Option<Vec<String>>, subject = Option<String>))]
    #[case(
        args = r#"{"sender":"me","recipient":"rui@harbor.example","body":"Dear Rui,","subject":"Offer"}"#,
        ok = r#"{"sender":"mara@lumen.example","subject":"Offer"}"#
    )]
    #[case(
        args = r#"{"sender":"me","recipient":"nobody","body":"Hi"}"#,
        error = "invalid_argument"
    )]
    fn drafts_create(
        state: &mut Gmail,
        args: DraftsCreate,
        cx: &mut Context,
    ) -> Result<RowRef<Draft>, ToolError> {
        let draft = Draft {
            id: state.drafts.next_key(cx),
            sender: own_address(state, &args.sender)?,
            recipient: checked_address(&args.recipient)?,
            cc: checked_addresses(args.cc.unwrap_or_default())?,
            bcc: checked_addresses(args.bcc.unwrap_or_default())?,
            subject: args.subject.unwrap_or_default(),
            body: args.body,
            updated: cx.now(),
        };
        state.drafts.insert(draft)
    }

    /// The formats are those of `messages_get`.
    #[tool(get, key(id), about = Draft)]
    #[case(
        args = r#"{"id":"r0000000000000001"}"#,
        ok = r#"{"recipient":"rui@harbor.example","subject":"Our offer"}"#
    )]
    #[case(args = r#"{"id":"r9"}"#, error = "not_found")]
    fn drafts_get(
        state: &Gmail,
        args: DraftsGet,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let draft = state.drafts.find(&args.id)?;
        match args.format.as_str() {
            "full" => Ok(value_of(&draft)),
            format => {
                let mut shown = in_format(&as_message(&draft), format, None);
                add_field(&mut shown, "id", serde_json::json!(draft.id.as_str()));
                add_field(&mut shown, "snippet", serde_json::json!(snippet(&draft.body)));
                if let Some(fields) = shown.as_object_mut() {
                    fields.remove("threadId");
                }
                Ok(shown)
            }
        }
    }

    /// Replaces the whole draft: what is not given is empty afterwards.
    #[tool(update, key(draft_id), map(recipient = recipient, cc = cc, bcc = bcc, subject = subject, body = body), ignore(sender), about = Draft, types(sender = String, recipient = String, body = String, cc = Option<Vec<String>>, bcc = Option<Vec<String>>, subject = Option<String>))]
    #[case(
        args = r#"{"draft_id":"r0000000000000001","sender":"me","recipient":"rui@harbor.example","body":"Shorter."}"#,
        ok = r#"{"id":"r0000000000000001","subject":"","body":"Shorter."}"#
    )]
    #[case(
        args = r#"{"draft_id":"r9","sender":"me","recipient":"rui@harbor.example","body":"Hi"}"#,
        error = "not_found"
    )]
    fn drafts_update(
        state: &mut Gmail,
        args: DraftsUpdate,
        cx: &mut Context,
    ) -> Result<RowRef<Draft>, ToolError> {
        let sender = own_address(state, &args.sender)?;
        let recipient = checked_address(&args.recipient)?;
        let cc = checked_addresses(args.cc.unwrap_or_default())?;
        let bcc = checked_addresses(args.bcc.unwrap_or_default())?;
        let now = cx.now();
        state.drafts.update(&args.draft_id, |draft| {
            draft.sender = sender;
            draft.recipient = recipient;
            draft.cc = cc;
            draft.bcc = bcc;
            draft.subject = args.subject.unwrap_or_default();
            draft.body = args.body;
            draft.updated = now;
            Ok(())
        })
    }

    #[tool(delete, key(id))]
    fn drafts_delete() -> Draft;

    /// The draft is gone afterwards; the answer is the message that it became.
    #[tool(reads(account), writes(drafts, messages, threads))]
    #[case(
        args = r#"{"id":"r0000000000000001"}"#,
        ok = r#"{"labelIds":["SENT"],"recipient":"rui@harbor.example","subject":"Our offer"}"#
    )]
    #[case(args = r#"{"id":"r9"}"#, error = "not_found")]
    fn drafts_send(
        state: &mut Gmail,
        args: DraftsSend,
        cx: &mut Context,
    ) -> Result<RowRef<Message>, ToolError> {
        let draft = state.drafts.remove(args.id.as_str())?;
        let letter = Letter {
            sender: draft.sender.clone(),
            recipient: draft.recipient.clone(),
            cc: draft.cc.clone(),
            bcc: draft.bcc.clone(),
            subject: draft.subject.clone(),
            body: draft.body.clone(),
        };
        deliver(state, letter, cx)
    }

    /// The threads with a message that matches, the one with the newest message first.
    #[tool(list, page(limit = max_results, cursor = page_token), about = Thread)]
    #[case(
        args = r#"{"q":"berth"}"#,
        ok = r#"{"items":[{"id":"18f0000000000001","subject":"Berth for May","messages":2}],"total":1}"#
    )]
    #[case(args = r#"{"labelIds":["TRASH"],"includeSpamTrash":true}"#, ok = r#"{"total":1}"#)]
    #[case(args = r#"{"q":"older_than:long"}"#, error = "invalid_argument")]
    fn threads_list(
        state: &Gmail,
        args: ThreadsList,
        cx: &mut Context,
    ) -> Result<Page<serde_json::Value>, ToolError> {
        let search =
            Search::read(args.q.as_deref(), args.label_ids.as_deref(), args.include_spam_trash)?;
        let mut found = state.messages.select(&|message| search.accepts(state, message, cx.now()));
        newest_first(&mut found);
        let mut seen = std::collections::BTreeSet::new();
        found.retain(|message| seen.insert(message.thread_id.clone()));
        let threads =
            found.iter().map(|message| thread_summary(state, &message.thread_id)).collect();
        page_of(args.max_results, args.page_token).cut(threads)
    }

    /// A thread with its messages, oldest first.
    #[tool(get, key(id), about = Thread)]
    #[case(
        args = r#"{"id":"18f0000000000001"}"#,
        ok = r#"{"id":"18f0000000000001","subject":"Berth for May"}"#
    )]
    #[case(args = r#"{"id":"18f9999999999999"}"#, error = "not_found")]
    fn threads_get(
        state: &Gmail,
        args: ThreadsGet,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let thread = state.threads.find(args.id.as_str())?;
        Ok(thread_in_full(state, &thread))
    }

    /// Changes the labels of every message in a thread.
    #[tool(reads(threads, labels), writes(messages))]
    #[case(
        args = r#"{"id":"18f0000000000001","removeLabelIds":["UNREAD"]}"#,
        ok = r#"{"id":"18f0000000000001"}"#
    )]
    #[case(
        args = r#"{"id":"18f0000000000001","addLabelIds":["SENT"]}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"id":"18f9999999999999","addLabelIds":["STARRED"]}"#, error = "not_found")]
    fn threads_modify(
        state: &mut Gmail,
        args: ThreadsModify,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let thread = state.threads.find(args.id.as_str())?;
        let add = args.add_label_ids.unwrap_or_default();
        let remove = args.remove_label_ids.unwrap_or_default();
        check_relabeling(state, &add, &remove)?;
        for message in messages_of(state, &thread.id) {
            relabel(state, &message.id, &texts(&add), &texts(&remove))?;
        }
        Ok(thread_in_full(state, &thread))
    }

    /// Moves every message of a thread to the trash.
    #[tool(reads(threads), writes(messages))]
    #[case(args = r#"{"id":"18f0000000000001"}"#, ok = r#"{"id":"18f0000000000001"}"#)]
    #[case(args = r#"{"id":"18f9999999999999"}"#, error = "not_found")]
    fn threads_trash(
        state: &mut Gmail,
        args: ThreadsTrash,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let thread = state.threads.find(args.id.as_str())?;
        for message in messages_of(state, &thread.id) {
            relabel(state, &message.id, &["TRASH"], &["INBOX", "SPAM"])?;
        }
        Ok(thread_in_full(state, &thread))
    }

    /// Takes every message of a thread out of the trash.
    #[tool(reads(threads), writes(messages))]
    #[case(args = r#"{"id":"18f0000000000003"}"#, ok = r#"{"id":"18f0000000000003"}"#)]
    #[case(args = r#"{"id":"18f0000000000001"}"#, error = "failed_precondition")]
    fn threads_untrash(
        state: &mut Gmail,
        args: ThreadsUntrash,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let thread = state.threads.find(args.id.as_str())?;
        let messages = messages_of(state, &thread.id);
        if !messages.iter().any(|message| has_label(message, "TRASH")) {
            return Err(ToolError::failed_precondition("no message of the thread is in the trash"));
        }
        for message in messages {
            relabel(state, &message.id, &[], &["TRASH"])?;
        }
        Ok(thread_in_full(state, &thread))
    }

    #[tool(delete, key(id))]
    fn threads_delete() -> Thread;
}

/// The labels that every mailbox has.
const SYSTEM_LABELS: [&str; 13] = [
    "INBOX",
    "SENT",
    "DRAFT",
    "TRASH",
    "SPAM",
    "UNREAD",
    "STARRED",
    "IMPORTANT",
    "CATEGORY_PERSONAL",
    "CATEGORY_SOCIAL",
    "CATEGORY_PROMOTIONS",
    "CATEGORY_UPDATES",
    "CATEGORY_FORUMS",
];

/// The system labels that the mailbox alone sets.
const FIXED_LABELS: [&str; 2] = ["SENT", "DRAFT"];

/// What goes into an envelope.
struct Letter {
    sender: String,
    recipient: String,
    cc: Vec<String>,
    bcc: Vec<String>,
    subject: String,
    body: String,
}

/// Puts a letter among the sent mail, and into the inbox when the account writes to itself.
fn deliver(
    state: &mut Gmail,
    letter: Letter,
    cx: &mut Context,
) -> Result<RowRef<Message>, ToolError> {
    let own = state.account.find()?.email.to_lowercase();
    let receivers = [&letter.recipient].into_iter().chain(&letter.cc).chain(&letter.bcc);
    let to_self = receivers.map(|address| address.to_lowercase()).any(|address| address == own);
    let labels: &[&str] = if to_self { &["SENT", "INBOX", "UNREAD"] } else { &["SENT"] };
    let thread = Thread { id: state.threads.next_key(cx), subject: letter.subject.clone() };
    let thread_id = state.threads.insert(thread)?.id.clone();
    let message = Message {
        id: state.messages.next_key(cx),
        thread_id,
        label_ids: labels.iter().map(|label| Key::from(*label)).collect(),
        sender: letter.sender,
        recipient: letter.recipient,
        cc: letter.cc,
        bcc: letter.bcc,
        subject: letter.subject,
        body: letter.body,
        date: cx.now(),
    };
    state.messages.insert(message)
}

/// `me`, or the account's own address: mail is sent in no other name.
fn own_address(state: &Gmail, sender: &str) -> Result<String, ToolError> {
    let own = state.account.find()?.email.clone();
    if sender == "me" || sender.eq_ignore_ascii_case(&own) {
        return Ok(own);
    }
    Err(ToolError::permission_denied(format!("mail is sent as `me` or `{own}`, not as `{sender}`")))
}

fn checked_address(address: &str) -> Result<String, ToolError> {
    let address = address.trim();
    let plausible = address
        .split_once('@')
        .is_some_and(|(local, host)| !local.is_empty() && !host.is_empty() && !host.contains('@'));
    match plausible && !address.contains(char::is_whitespace) {
        true => Ok(address.to_owned()),
        false => Err(ToolError::invalid_argument(format!("`{address}` is no email address"))),
    }
}

fn checked_addresses(addresses: Vec<String>) -> Result<Vec<String>, ToolError> {
    addresses.iter().map(|address| checked_address(address)).collect()
}

fn page_of(limit: i64, cursor: Option<String>) -> PageRequest {
    PageRequest { limit: Some(limit), cursor, ..PageRequest::default() }
}

fn texts(ids: &[String]) -> Vec<&str> {
    ids.iter().map(String::as_str).collect()
}

/// An answer as a JSON value, to add to it or to nest it.
fn value_of(output: &impl Output) -> serde_json::Value {
    let mut text = String::new();
    output.write_output(&mut text);
    serde_json::from_str(&text).unwrap_or_default()
}

fn add_field(value: &mut serde_json::Value, name: &str, field: serde_json::Value) {
    if let Some(fields) = value.as_object_mut() {
        fields.insert(name.to_owned(), field);
    }
}

fn has_label(message: &Message, id: &str) -> bool {
    message.label_ids.iter().any(|label| label.as_str() == id)
}

/// Takes labels off a message, then puts labels on it, each once.
fn relabel(
    state: &mut Gmail,
    message: &Key<Message>,
    add: &[&str],
    remove: &[&str],
) -> Result<RowRef<Message>, ToolError> {
    state.messages.update(message, |message| {
        message.label_ids.retain(|label| !remove.contains(&label.as_str()));
        for label in add {
            if !has_label(message, label) {
                message.label_ids.push(Key::from(*label));
            }
        }
        Ok(())
    })
}

fn check_relabeling(state: &Gmail, add: &[String], remove: &[String]) -> Result<(), ToolError> {
    if add.is_empty() && remove.is_empty() {
        return Err(ToolError::invalid_argument("name a label to add or to remove"));
    }
    for id in add.iter().chain(remove) {
        if FIXED_LABELS.contains(&id.as_str()) {
            return Err(ToolError::invalid_argument(format!("`{id}` cannot be added or removed")));
        }
        if !SYSTEM_LABELS.contains(&id.as_str()) && !state.labels.contains(id) {
            return Err(ToolError::invalid_argument(format!("there is no label `{id}`")));
        }
    }
    match add.iter().find(|id| remove.contains(id)) {
        Some(id) => Err(ToolError::invalid_argument(format!("`{id}` is both added and removed"))),
        None => Ok(()),
    }
}

fn require_own(id: &str) -> Result<(), ToolError> {
    match SYSTEM_LABELS.contains(&id) {
        true => Err(ToolError::permission_denied("system labels cannot be changed")),
        false => Ok(()),
    }
}

fn check_label_name(state: &Gmail, name: &str, own: Option<&str>) -> Result<(), ToolError> {
    let same = |other: &str| other.to_lowercase() == name.trim().to_lowercase();
    let taken = SYSTEM_LABELS.iter().any(|label| same(label))
        || state.labels.iter().any(|label| Some(label.id.as_str()) != own && same(&label.name));
    match taken {
        true => Err(ToolError::already_exists(format!("there is a label `{name}` already"))),
        false => Ok(()),
    }
}

fn system_label(id: &str) -> serde_json::Value {
    serde_json::json!({"id": id, "name": id, "type": "system"})
}

fn own_label(label: &RowRef<Label>) -> serde_json::Value {
    let mut shown = value_of(label);
    add_field(&mut shown, "type", serde_json::json!("user"));
    shown
}

/// The first words of a body, on one line.
fn snippet(body: &str) -> String {
    const CHARACTERS_MAX: usize = 100;
    let line = body.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(CHARACTERS_MAX).collect()
}

fn newest_first(messages: &mut [RowRef<Message>]) {
    messages.sort_by_key(|message| std::cmp::Reverse(message.date));
}

fn messages_of(state: &Gmail, thread: &Key<Thread>) -> Vec<RowRef<Message>> {
    let mut messages = state.messages.select(&|message| message.thread_id == *thread);
    messages.sort_by_key(|message| message.date);
    messages
}

fn thread_summary(state: &Gmail, id: &Key<Thread>) -> serde_json::Value {
    let messages = messages_of(state, id);
    let last = messages.last();
    serde_json::json!({
        "id": id.as_str(),
        "subject": state.threads.get(id).map(|thread| thread.subject.clone()),
        "snippet": last.map(|message| snippet(&message.body)),
        "messages": messages.len(),
        "date": last.map(|message| message.date.to_string()),
    })
}

fn thread_in_full(state: &Gmail, thread: &Thread) -> serde_json::Value {
    let messages: Vec<_> = messages_of(state, &thread.id).iter().map(value_of).collect();
    serde_json::json!({"id": thread.id.as_str(), "subject": thread.subject, "messages": messages})
}

/// A draft as the message that it would become.
fn as_message(draft: &Draft) -> Message {
    Message {
        id: Key::new(draft.id.as_str()),
        thread_id: Key::new(draft.id.as_str()),
        label_ids: vec![Key::from("DRAFT")],
        sender: draft.sender.clone(),
        recipient: draft.recipient.clone(),
        cc: draft.cc.clone(),
        bcc: draft.bcc.clone(),
        subject: draft.subject.clone(),
        body: draft.body.clone(),
        date: draft.updated,
    }
}

fn headers_of(message: &Message) -> Vec<(&'static str, String)> {
    let mut headers = vec![
        ("From", message.sender.clone()),
        ("To", message.recipient.clone()),
        ("Subject", message.subject.clone()),
        ("Date", message.date.to_string()),
        ("Message-ID", format!("<{}@mail.example>", message.id)),
    ];
    for (name, addresses) in [("Cc", &message.cc), ("Bcc", &message.bcc)] {
        if !addresses.is_empty() {
            headers.push((name, addresses.join(", ")));
        }
    }
    headers
}

fn in_format(message: &Message, format: &str, wanted: Option<&[String]>) -> serde_json::Value {
    let mut shown = serde_json::json!({
        "id": message.id.as_str(),
        "threadId": message.thread_id.as_str(),
        "labelIds": message.label_ids.iter().map(|label| label.as_str()).collect::<Vec<_>>(),
    });
    let headers = headers_of(message);
    match format {
        "minimal" => {}
        "raw" => {
            let mut text: String =
                headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
            text.push_str("\r\n");
            text.push_str(&message.body);
            add_field(&mut shown, "raw", serde_json::json!(base64_url(text.as_bytes())));
        }
        "metadata" => {
            let keep = |name: &str| {
                wanted.is_none_or(|wanted| {
                    wanted.iter().any(|other| other.eq_ignore_ascii_case(name))
                })
            };
            let kept: serde_json::Map<String, serde_json::Value> = headers
                .into_iter()
                .filter(|(name, _)| keep(name))
                .map(|(name, value)| (name.to_owned(), serde_json::json!(value)))
                .collect();
            add_field(&mut shown, "headers", serde_json::json!(kept));
        }
        _ => {
            add_field(&mut shown, "sender", serde_json::json!(message.sender));
            add_field(&mut shown, "recipient", serde_json::json!(message.recipient));
            add_field(&mut shown, "cc", serde_json::json!(message.cc));
            add_field(&mut shown, "bcc", serde_json::json!(message.bcc));
            add_field(&mut shown, "subject", serde_json::json!(message.subject));
            add_field(&mut shown, "body", serde_json::json!(message.body));
            add_field(&mut shown, "date", serde_json::json!(message.date.to_string()));
        }
    }
    shown
}

/// URL-safe Base64 without padding, RFC 4648 section 5.
fn base64_url(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let mut bits = 0_usize;
        for position in 0..3 {
            bits = (bits << 8) | usize::from(chunk.get(position).copied().unwrap_or(0));
        }
        for position in 0..=chunk.len() {
            let letter = LETTERS.get((bits >> (18 - 6 * position)) & 63).copied();
            out.push(char::from(letter.unwrap_or(b'-')));
        }
    }
    out
}

/// One condition of a search.
enum Term {
    Words(String),
    From(String),
    To(String),
    Subject(String),
    Label(String),
    Read(bool),
    Before(Date),
    After(Date),
    OlderThan(i64),
    NewerThan(i64),
    Anywhere,
    /// Something that no message here has, such as an attachment.
    Never,
}

/// A search: groups that must all hold, each with terms of which one must.
struct Search {
    groups: Vec<Vec<(Term, bool)>>,
    labels: Vec<String>,
    hides_spam_and_trash: bool,
}

impl Search {
    fn read(
        query: Option<&str>,
        labels: Option<&[String]>,
        anywhere: bool,
    ) -> Result<Self, ToolError> {
        let mut groups: Vec<Vec<(Term, bool)>> = Vec::new();
        let mut joins_last = false;
        for token in tokens(query.unwrap_or_default()) {
            if token == "OR" {
                joins_last = true;
                continue;
            }
            let (text, wanted) = match token.strip_prefix('-') {
                Some(rest) if !rest.is_empty() => (rest, false),
                _ => (token.as_str(), true),
            };
            let term = (read_term(text)?, wanted);
            match groups.last_mut() {
                Some(group) if joins_last => group.push(term),
                _ => groups.push(vec![term]),
            }
            joins_last = false;
        }
        let labels = labels.unwrap_or_default().to_vec();
        let names_them = |term: &Term| match term {
            Term::Anywhere => true,
            Term::Label(label) => label == "trash" || label == "spam",
            _ => false,
        };
        let asked = groups.iter().flatten().any(|(term, wanted)| *wanted && names_them(term))
            || labels.iter().any(|label| label == "TRASH" || label == "SPAM");
        Ok(Self { groups, labels, hides_spam_and_trash: !anywhere && !asked })
    }

    fn accepts(&self, state: &Gmail, message: &Message, now: Timestamp) -> bool {
        if self.hides_spam_and_trash && (has_label(message, "TRASH") || has_label(message, "SPAM"))
        {
            return false;
        }
        self.labels.iter().all(|label| has_label(message, label))
            && self.groups.iter().all(|group| {
                group.iter().any(|(term, wanted)| fits(state, message, term, now) == *wanted)
            })
    }
}

/// The words of a query; `"two words"` are one, also after `subject:`.
fn tokens(query: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut token = String::new();
    let mut quoted = false;
    for letter in query.chars() {
        match letter {
            '"' => quoted = !quoted,
            '(' | ')' | '{' | '}' if !quoted => {}
            space if space.is_whitespace() && !quoted => tokens.push(std::mem::take(&mut token)),
            other => token.push(other),
        }
    }
    tokens.push(token);
    tokens.retain(|token| !token.is_empty());
    tokens
}

fn read_term(text: &str) -> Result<Term, ToolError> {
    let Some((operator, value)) = text.split_once(':') else {
        return Ok(Term::Words(text.to_lowercase()));
    };
    let lower = value.to_lowercase();
    Ok(match (operator, lower.as_str()) {
        ("from", _) => Term::From(lower),
        ("to" | "cc" | "bcc", _) => Term::To(lower),
        ("subject", _) => Term::Subject(lower),
        ("in", "anywhere") => Term::Anywhere,
        ("in", "drafts" | "draft") => Term::Label("draft".to_owned()),
        ("label" | "in" | "category", _) => Term::Label(lower),
        ("is", "unread") => Term::Read(false),
        ("is", "read") => Term::Read(true),
        ("is", "starred" | "important") => Term::Label(lower),
        ("has", _) => Term::Never,
        ("before" | "older", _) => Term::Before(day_of(text, &lower)?),
        ("after" | "newer", _) => Term::After(day_of(text, &lower)?),
        ("older_than", _) => Term::OlderThan(days_of(text, &lower)?),
        ("newer_than", _) => Term::NewerThan(days_of(text, &lower)?),
        _ => Term::Words(text.to_lowercase()),
    })
}

fn day_of(text: &str, value: &str) -> Result<Date, ToolError> {
    Date::parse(&value.replace('/', "-")).map_err(|_| {
        ToolError::invalid_argument(format!("`{text}` needs a day such as `after:2026/03/01`"))
    })
}

/// `3d`, `2m` and `1y` in days; a month has 30, a year 365.
fn days_of(text: &str, value: &str) -> Result<i64, ToolError> {
    let days = [("d", 1), ("m", 30), ("y", 365)].iter().find_map(|(unit, days)| {
        let number: i64 = value.strip_suffix(unit)?.parse().ok()?;
        number.checked_mul(*days)
    });
    days.ok_or_else(|| {
        ToolError::invalid_argument(format!(
            "`{text}` needs a span such as `newer_than:7d`, `2m` or `1y`"
        ))
    })
}

fn fits(state: &Gmail, message: &Message, term: &Term, now: Timestamp) -> bool {
    let day = message.date.date();
    let contains = |field: &str, words: &str| field.to_lowercase().contains(words);
    let to = |words: &str| {
        let mut receivers = [&message.recipient].into_iter().chain(&message.cc).chain(&message.bcc);
        receivers.any(|address| contains(address, words))
    };
    match term {
        Term::Words(words) => {
            contains(&message.subject, words)
                || contains(&message.body, words)
                || contains(&message.sender, words)
                || to(words)
        }
        Term::From(words) => {
            contains(&message.sender, words) || (words == "me" && has_label(message, "SENT"))
        }
        Term::To(words) => {
            let own = state.account.get().map(|account| account.email.to_lowercase());
            to(words) || (words == "me" && own.is_some_and(|own| to(&own)))
        }
        Term::Subject(words) => contains(&message.subject, words),
        Term::Label(wanted) => message.label_ids.iter().any(|id| {
            let name =
                state.labels.get(id).map(|label| label.name.to_lowercase().replace(' ', "-"));
            let id = id.as_str().to_lowercase();
            id == *wanted
                || id.strip_prefix("category_") == Some(wanted)
                || name.is_some_and(|name| name == wanted.replace(' ', "-"))
        }),
        Term::Read(read) => has_label(message, "UNREAD") != *read,
        Term::Before(date) => day < *date,
        Term::After(date) => day >= *date,
        Term::OlderThan(days) => now.date().days_since(day) > *days,
        Term::NewerThan(days) => now.date().days_since(day) <= *days,
        Term::Anywhere => true,
        Term::Never => false,
    }
}

/// Mara's mailbox: a thread with Rui, a sent message, a trashed one, two drafts.
pub const FIXTURE: &str = r##"{
  "account": {"name": "Mara Lindt", "email": "mara@lumen.example"},
  "labels": {
    "Label_1": {"id": "Label_1", "name": "Harbor", "messageListVisibility": "show", "labelListVisibility": "labelShow", "color": {"textColor": "#ffffff", "backgroundColor": "#4986e7"}},
    "Label_2": {"id": "Label_2", "name": "Invoices", "messageListVisibility": "show", "labelListVisibility": "labelShowIfUnread", "color": null}
  },
  "threads": {
    "18f0000000000001": {"id": "18f0000000000001", "subject": "Berth for May"},
    "18f0000000000002": {"id": "18f0000000000002", "subject": "Invoice 2044"},
    "18f0000000000003": {"id": "18f0000000000003", "subject": "Win a boat"}
  },
  "messages": {
    "18e0000000000001": {"id": "18e0000000000001", "threadId": "18f0000000000001", "labelIds": ["INBOX", "UNREAD", "Label_1"], "sender": "rui@harbor.example", "recipient": "mara@lumen.example", "cc": [], "bcc": [], "subject": "Berth for May", "body": "Can we still get berth 12 for May?", "date": "2026-02-03T09:15:00Z"},
    "18e0000000000002": {"id": "18e0000000000002", "threadId": "18f0000000000001", "labelIds": ["INBOX"], "sender": "rui@harbor.example", "recipient": "mara@lumen.example", "cc": ["office@harbor.example"], "bcc": [], "subject": "Re: Berth for May", "body": "Berth 14 would do as well.", "date": "2026-02-04T11:30:00Z"},
    "18e0000000000003": {"id": "18e0000000000003", "threadId": "18f0000000000002", "labelIds": ["SENT"], "sender": "mara@lumen.example", "recipient": "billing@oak.example", "cc": [], "bcc": [], "subject": "Invoice 2044", "body": "Please find the invoice for January below.", "date": "2026-02-01T08:00:00Z"},
    "18e0000000000004": {"id": "18e0000000000004", "threadId": "18f0000000000003", "labelIds": ["TRASH"], "sender": "luck@prizes.example", "recipient": "mara@lumen.example", "cc": [], "bcc": [], "subject": "Win a boat", "body": "Click here and win.", "date": "2026-01-20T08:00:00Z"}
  },
  "drafts": {
    "r0000000000000001": {"id": "r0000000000000001", "sender": "mara@lumen.example", "recipient": "rui@harbor.example", "cc": [], "bcc": [], "subject": "Our offer", "body": "Dear Rui, here is the offer you asked for.", "updated": "2026-02-05T10:00:00Z"},
    "r0000000000000002": {"id": "r0000000000000002", "sender": "mara@lumen.example", "recipient": "billing@oak.example", "cc": [], "bcc": [], "subject": "Reminder", "body": "The invoice of January is still open.", "updated": "2026-02-06T10:00:00Z"}
  }
}"##;
