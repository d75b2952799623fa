//! Google Calendar: the calendars of one account, their events, and its contacts.
//!
//! All times are kept and answered in UTC; a time without an offset is taken as UTC. A recurring
//! event is one row with its rule, and it is busy at each of its occurrences. Rules may use
//! `FREQ`, `INTERVAL`, `COUNT`, `UNTIL` and, weekly, `BYDAY`; beside the rule there may be `RDATE`
//! and `EXDATE` lines.

/// Everything the account sees.
#[derive(State)]
pub struct GoogleCalendar {
    pub account: One<Account>,
    pub calendars: Table<Calendar>,
    pub events: Table<Event>,
    pub notifications: Table<Notification>,
    pub contacts: Table<Contact>,
}

/// Whose calendars these are.
#[derive(Entity)]
pub struct Account {
    #[entity(len = 1..=80, person)]
    pub name: String,
    #[entity(email)]
    pub email: String,
    /// The calendar that `primary` stands for.
    pub primary_calendar: Key<Calendar>,
}

/// A calendar that the account can see.
#[derive(Entity)]
pub struct Calendar {
    #[entity(key, token("cal_", 10))]
    pub id: Key<Calendar>,
    #[entity(len = 1..=254, title)]
    pub summary: String,
    #[entity(len = 0..=8_192, body)]
    pub description: Option<String>,
    #[entity(default = "UTC".to_owned(), timezone)]
    pub time_zone: String,
    #[entity(default = AccessRole::Owner)]
    pub access_role: AccessRole,
    #[entity(default = false)]
    pub hidden: bool,
    #[entity(default = false)]
    pub deleted: bool,
}

/// What the account may do with a calendar.
#[derive(Choice)]
pub enum AccessRole {
    Owner,
    Writer,
    Reader,
    #[choice(rename = "freeBusyReader")]
    FreeBusyReader,
}

/// Something that happens, once or again and again.
#[derive(Entity)]
pub struct Event {
    #[entity(key, token("evt", 20))]
    pub id: Key<Event>,
    #[entity(on_delete = cascade)]
    pub calendar_id: Key<Calendar>,
    #[entity(len = 1..=1_024, title)]
    pub summary: String,
    #[entity(len = 0..=8_192, body)]
    pub description: Option<String>,
    #[entity(len = 0..=1_024, address)]
    pub location: Option<String>,
    pub start: Timestamp,
    pub end: Timestamp,
    #[entity(default = Visibility::Default)]
    pub visibility: Visibility,
    /// The addresses of who is invited.
    #[entity(len = 0..=200, email)]
    pub attendees: Vec<String>,
    #[entity(email)]
    pub organizer: String,
    /// `RRULE`, `RDATE` and `EXDATE` lines; none for an event that happens once.
    pub recurrence: Vec<String>,
    /// The address of its video call.
    #[entity(url)]
    pub meet_link: Option<String>,
    #[entity(created)]
    pub created: Timestamp,
    #[entity(updated)]
    pub updated: Timestamp,
}

/// Who sees the details of an event.
#[derive(Choice)]
pub enum Visibility {
    Default,
    Public,
    Private,
}

/// A mail that told an attendee about an event.
#[derive(Entity)]
pub struct Notification {
    #[entity(key, sequence = "ntf_{:05}")]
    pub id: Key<Notification>,
    #[entity(loose)]
    pub event: Key<Event>,
    #[entity(email)]
    pub recipient: String,
    pub kind: NotificationKind,
    #[entity(created)]
    pub sent_at: Timestamp,
}

/// What a notification says.
#[derive(Choice)]
pub enum NotificationKind {
    Invitation,
    Update,
    Cancellation,
}

/// Which attendees are told about a change.
#[derive(Choice)]
pub enum SendUpdates {
    All,
    /// Only those outside the account's own domain.
    #[choice(rename = "externalOnly")]
    ExternalOnly,
    None,
}

/// Someone whose address is known.
#[derive(Entity)]
pub struct Contact {
    #[entity(key, token("people_", 10))]
    pub id: Key<Contact>,
    #[entity(len = 1..=120, person)]
    pub name: String,
    #[entity(email)]
    pub email: String,
    #[entity(phone)]
    pub phone: Option<String>,
    #[entity(company)]
    pub organization: Option<String>,
    pub source: ContactSource,
    /// For contacts of the directory: which part of it.
    pub directory_source: Option<DirectorySource>,
}

/// Where a contact comes from.
#[derive(Choice)]
pub enum ContactSource {
    Personal,
    Other,
    Directory,
}

/// The parts of a domain's directory.
#[derive(Choice)]
pub enum DirectorySource {
    #[choice(rename = "DOMAIN_DIRECTORY")]
    DomainDirectory,
    #[choice(rename = "DOMAIN_CONTACTS")]
    DomainContacts,
}

pub trait Tools {
    #[tool(reads(account))]
    #[case(args = r#"{}"#, ok = r#"{"time_zone":"UTC"}"#)]
    #[case(args = r#"[]"#, error = "invalid_argument")]
    fn get_current_time(
        _state: &GoogleCalendar,
        _args: GetCurrentTime,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        Ok(serde_json::json!({
            "datetime": cx.now().to_string(),
            "date": cx.today().to_string(),
            "weekday": cx.today().weekday(),
            "time_zone": "UTC",
        }))
    }

    /// Hidden and deleted calendars are left out unless they are asked for.
    #[tool(list, page(limit = max_results, cursor = next_page_token), about = Calendar)]
    #[case(
        args = r#"{}"#,
        ok = r#"{"items":[{"id":"mara@lumen.example","summary":"Mara"},{"id":"team"}],"total":2}"#
    )]
    #[case(args = r#"{"show_hidden":true}"#, ok = r#"{"total":3}"#)]
    #[case(args = r#"{"max_results":0}"#, error = "invalid_argument")]
    fn list_calendars(
        state: &GoogleCalendar,
        args: ListCalendars,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Calendar>>, ToolError> {
        let calendars = state.calendars.select(&|calendar| {
            (args.show_deleted || !calendar.deleted) && (args.show_hidden || !calendar.hidden)
        });
        let request = PageRequest {
            limit: Some(args.max_results),
            cursor: args.next_page_token,
            ..PageRequest::default()
        };
        request.cut(calendars)
    }

    #[tool(create, map(calendar_id = calendar_id, summary = summary, description = description, location = location, start = start_datetime, end = end_datetime, visibility = visibility, attendees = attendees, recurrence = recurrence), about = Event, types(calendar_id = String, attendees = Option<Vec<String>>, recurrence = Option<Vec<String>>))]
    #[case(
        args = r#"{"summary":"Review","start_datetime":"2026-03-05T10:00:00Z","end_datetime":"2026-03-05T11:00:00Z","attendees":["rui@harbor.example"],"add_google_meet":true}"#,
        ok = r#"{"calendar_id":"mara@lumen.example","summary":"Review","start":"2026-03-05T10:00:00Z","attendees":["rui@harbor.example"],"organizer":"mara@lumen.example"}"#
    )]
    #[case(
        args = r#"{"summary":"Gym","start_datetime":"2026-03-05T18:00:00","end_datetime":"2026-03-05T19:00:00","recurrence":["RRULE:FREQ=WEEKLY;BYDAY=TU,TH;COUNT=8"]}"#,
        ok = r#"{"summary":"Gym"}"#
    )]
    #[case(
        args = r#"{"summary":"Review","start_datetime":"2026-03-05T11:00:00Z","end_datetime":"2026-03-05T10:00:00Z"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"summary":"Review","start_datetime":"2026-03-05T10:00:00Z","end_datetime":"2026-03-05T11:00:00Z","calendar_id":"holidays"}"#,
        error = "permission_denied"
    )]
    #[case(
        args = r#"{"summary":"Review","start_datetime":"2026-03-05T10:00:00Z","end_datetime":"2026-03-05T11:00:00Z","attendees":["Rui"]}"#,
        error = "invalid_argument"
    )]
    fn create_event(
        state: &mut GoogleCalendar,
        args: CreateEvent,
        cx: &mut Context,
    ) -> Result<RowRef<Event>, ToolError> {
        let calendar = writable_calendar(state, &args.calendar_id)?;
        check_times(args.start_datetime, args.end_datetime)?;
        let attendees = checked_addresses(args.attendees.unwrap_or_default())?;
        let recurrence = args.recurrence.unwrap_or_default();
        Recurrence::read(&recurrence)?;
        let meet_link =
            args.add_google_meet.then(|| format!("https://meet.example/{}", cx.token("", 10)));
        let event = Event {
            id: state.events.next_key(cx),
            calendar_id: calendar,
            summary: args.summary,
            description: args.description,
            location: args.location,
            start: args.start_datetime,
            end: args.end_datetime,
            visibility: args.visibility,
            attendees,
            organizer: state.account.find()?.email.clone(),
            recurrence,
            meet_link,
            created: cx.now(),
            updated: cx.now(),
        };
        let event = state.events.insert(event)?;
        notify(
            state,
            &event,
            &event.attendees,
            NotificationKind::Invitation,
            args.send_updates,
            cx,
        )?;
        Ok(event)
    }

    /// The events of a calendar that end at or after one time and start before another, in the
    /// order of their starts. A recurring event is listed once when an occurrence lies there.
    #[tool(list, filter(calendar_id, end >= min_end_datetime, start <= max_start_datetime), page(limit = max_results), about = Event, types(calendar_id = String))]
    #[case(
        args = r#"{"min_end_datetime":"2026-03-02T00:00:00Z","max_start_datetime":"2026-03-03T00:00:00Z"}"#,
        ok = r#"[{"id":"evtstandup","summary":"Stand-up"},{"id":"evtdentist"}]"#
    )]
    #[case(
        args = r#"{"min_end_datetime":"2026-03-02T00:00:00Z","max_start_datetime":"2026-03-03T00:00:00Z","calendar_id":"nobody"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"min_end_datetime":"soon","max_start_datetime":"2026-03-03T00:00:00Z"}"#,
        error = "invalid_argument"
    )]
    fn list_events(
        state: &GoogleCalendar,
        args: ListEvents,
        _cx: &mut Context,
    ) -> Result<Vec<RowRef<Event>>, ToolError> {
        let calendar = known_calendar(state, &args.calendar_id)?;
        if calendar.access_role == AccessRole::FreeBusyReader {
            return Err(ToolError::permission_denied(
                "only the free and busy times of this calendar are shared",
            ));
        }
        let mut events = state.events.select(&|event| {
            event.calendar_id == calendar.id
                && !occurrences(event, args.min_end_datetime, args.max_start_datetime).is_empty()
        });
        events.sort_by_key(|event| event.start);
        let request = PageRequest { limit: Some(args.max_results), ..PageRequest::default() };
        Ok(request.cut(events)?.items)
    }

    /// Changes what is given and leaves the rest. An empty `updated_recurrence` makes a
    /// recurring event happen once.
    #[tool(update, key(event_id), map(start = updated_start_datetime, end = updated_end_datetime, summary = updated_summary, description = updated_description, location = updated_location, visibility = updated_visibility, recurrence = updated_recurrence), about = Event, types(attendees_to_add = Option<Vec<String>>, attendees_to_remove = Option<Vec<String>>, updated_summary = Option<String>, updated_recurrence = Option<Vec<String>>))]
    #[case(
        args = r#"{"event_id":"evtdentist","updated_summary":"Dentist, second visit","updated_end_datetime":"2026-03-02T15:30:00Z"}"#,
        ok = r#"{"summary":"Dentist, second visit","start":"2026-03-02T14:00:00Z","end":"2026-03-02T15:30:00Z"}"#
    )]
    #[case(
        args = r#"{"event_id":"evtstandup","attendees_to_add":["ana@lumen.example"],"attendees_to_remove":["ben@lumen.example"]}"#,
        ok = r#"{"attendees":["rui@harbor.example","ana@lumen.example"]}"#
    )]
    #[case(
        args = r#"{"event_id":"evtdentist","updated_start_datetime":"2026-03-02T18:00:00Z"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"event_id":"evtnone","updated_summary":"X"}"#, error = "not_found")]
    fn update_event(
        state: &mut GoogleCalendar,
        args: UpdateEvent,
        cx: &mut Context,
    ) -> Result<RowRef<Event>, ToolError> {
        let event = state.events.find(args.event_id.as_str())?;
        writable_calendar(state, event.calendar_id.as_str())?;
        let added = checked_addresses(args.attendees_to_add.unwrap_or_default())?;
        let removed = args.attendees_to_remove.unwrap_or_default();
        if let Some(address) = removed.iter().find(|address| !invites(&event, address)) {
            return Err(ToolError::invalid_argument(format!(
                "`{address}` does not attend the event"
            )));
        }
        let start = args.updated_start_datetime.unwrap_or(event.start);
        let end = args.updated_end_datetime.unwrap_or(event.end);
        check_times(start, end)?;
        if let Some(lines) = &args.updated_recurrence {
            Recurrence::read(lines)?;
        }
        let now = cx.now();
        let changed = state.events.update(&event.id, |event| {
            event.start = start;
            event.end = end;
            if let Some(summary) = args.updated_summary {
                event.summary = summary;
            }
            if args.updated_description.is_some() {
                event.description = args.updated_description;
            }
            if args.updated_location.is_some() {
                event.location = args.updated_location;
            }
            if let Some(visibility) = args.updated_visibility {
                event.visibility = visibility;
            }
            if let Some(lines) = args.updated_recurrence {
                event.recurrence = lines;
            }
            event
                .attendees
                .retain(|attendee| !removed.iter().any(|other| same_address(other, attendee)));
            invite(event, &added);
            event.updated = now;
            Ok(())
        })?;
        let (new, old): (Vec<String>, Vec<String>) =
            changed.attendees.iter().cloned().partition(|attendee| !invites(&event, attendee));
        notify(state, &changed, &removed, NotificationKind::Cancellation, args.send_updates, cx)?;
        notify(state, &changed, &new, NotificationKind::Invitation, args.send_updates, cx)?;
        notify(state, &changed, &old, NotificationKind::Update, args.send_updates, cx)?;
        Ok(changed)
    }

    #[tool(delete, key(event_id), about = Event, types(calendar_id = String))]
    #[case(args = r#"{"event_id":"evtdentist"}"#, ok = r#"{"id":"evtdentist"}"#)]
    #[case(args = r#"{"event_id":"evtoffsite"}"#, error = "not_found")]
    #[case(
        args = r#"{"event_id":"evtholiday","calendar_id":"holidays"}"#,
        error = "permission_denied"
    )]
    fn delete_event(
        state: &mut GoogleCalendar,
        args: DeleteEvent,
        cx: &mut Context,
    ) -> Result<RowRef<Event>, ToolError> {
        let calendar = known_calendar(state, &args.calendar_id)?.id.clone();
        let event = event_in(state, &calendar, args.event_id.as_str())?;
        writable_calendar(state, calendar.as_str())?;
        notify(
            state,
            &event,
            &event.attendees,
            NotificationKind::Cancellation,
            args.send_updates,
            cx,
        )?;
        state.delete::<Event>(&event.id)
    }

    #[tool(append(attendees = attendees), key(event_id), ignore(calendar_id), about = Event, types(calendar_id = String, attendees = Vec<String>))]
    #[case(
        args = r#"{"event_id":"evtdentist","attendees":["ana@lumen.example","ana@lumen.example"]}"#,
        ok = r#"{"id":"evtdentist","attendees":["ana@lumen.example"]}"#
    )]
    #[case(args = r#"{"event_id":"evtdentist","attendees":[]}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"event_id":"evtnone","attendees":["ana@lumen.example"]}"#,
        error = "not_found"
    )]
    fn add_attendees_to_event(
        state: &mut GoogleCalendar,
        args: AddAttendeesToEvent,
        cx: &mut Context,
    ) -> Result<RowRef<Event>, ToolError> {
        let added = checked_addresses(args.attendees)?;
        if added.is_empty() {
            return Err(ToolError::invalid_argument("name at least one attendee"));
        }
        let calendar = known_calendar(state, &args.calendar_id)?.id.clone();
        let event = event_in(state, &calendar, args.event_id.as_str())?;
        writable_calendar(state, calendar.as_str())?;
        let now = cx.now();
        let changed = state.events.update(&event.id, |event| {
            invite(event, &added);
            event.updated = now;
            Ok(())
        })?;
        let new: Vec<String> = changed
            .attendees
            .iter()
            .filter(|attendee| !invites(&event, attendee))
            .cloned()
            .collect();
        notify(state, &changed, &new, NotificationKind::Invitation, args.send_updates, cx)?;
        Ok(changed)
    }

    /// When the named calendars are busy, and the gaps in which all of them are free. Without
    /// times: today.
    #[tool(reads(account, calendars, events))]
    #[case(
        args = r#"{"time_min":"2026-03-02T08:00:00Z","time_max":"2026-03-02T18:00:00Z","min_slot_duration_minutes":60}"#,
        ok = r#"{"free":[{"start":"2026-03-02T08:00:00Z","end":"2026-03-02T09:00:00Z"},{"start":"2026-03-02T09:15:00Z","end":"2026-03-02T14:00:00Z"},{"start":"2026-03-02T15:00:00Z","end":"2026-03-02T18:00:00Z"}]}"#
    )]
    #[case(
        args = r#"{"time_min":"2026-03-02T18:00:00Z","time_max":"2026-03-02T08:00:00Z"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"timezone":"Mars/Olympus"}"#, error = "invalid_argument")]
    fn find_free_slots(
        state: &GoogleCalendar,
        args: FindFreeSlots,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        check_zone(&args.timezone)?;
        let time = |text: &Option<String>| text.as_deref().map(Timestamp::parse).transpose();
        let from = time(&args.time_min)?.unwrap_or_else(|| cx.today().start());
        let to = time(&args.time_max)?.unwrap_or_else(|| from.date().plus_days(1).start());
        if from >= to {
            return Err(ToolError::invalid_argument("`time_min` must lie before `time_max`"));
        }
        let items = args
            .items
            .filter(|items| !items.is_empty())
            .unwrap_or_else(|| vec!["primary".to_owned()]);
        let mut calendars = serde_json::Map::new();
        let mut busy_of_all = Vec::new();
        for item in &items {
            let shown = match known_calendar(state, item) {
                Ok(calendar) => {
                    let busy = busy_times(state, &calendar.id, from, to);
                    busy_of_all.extend(busy.iter().copied());
                    serde_json::json!({"busy": spans(&busy)})
                }
                Err(_) => serde_json::json!({"busy": [], "errors": ["notFound"]}),
            };
            calendars.insert(item.clone(), shown);
        }
        let shortest = args.min_slot_duration_minutes.saturating_mul(60);
        let mut free = gaps(&merged(busy_of_all), from, to);
        free.retain(|(start, end)| end.unix_seconds() - start.unix_seconds() >= shortest);
        Ok(serde_json::json!({
            "time_min": from.to_string(),
            "time_max": to.to_string(),
            "timezone": "UTC",
            "calendars": calendars,
            "free": spans(&free),
        }))
    }

    /// Contacts whose name, address, phone number or organization has the words.
    #[tool(search((name, email, phone, organization) ~ query), page(limit = page_size, cursor = page_token), about = Contact)]
    #[case(
        args = r#"{"query":"rui"}"#,
        ok = r#"{"items":[{"name":"Rui Pires","email":"rui@harbor.example","source":"personal"}],"total":1}"#
    )]
    #[case(
        args = r#"{"query":"lumen","contactType":"directory","directorySources":"DOMAIN_CONTACTS"}"#,
        ok = r#"{"total":0}"#
    )]
    #[case(args = r#"{"query":"rui","contactType":"friends"}"#, error = "invalid_argument")]
    fn search_contacts(
        state: &GoogleCalendar,
        args: SearchContacts,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Contact>>, ToolError> {
        let (wanted, part) = (args.contact_type.as_str(), args.directory_sources.as_str());
        let found = state.contacts.select(&|contact| {
            let texts = [
                contact.name.as_str(),
                contact.email.as_str(),
                contact.phone.as_deref().unwrap_or_default(),
                contact.organization.as_deref().unwrap_or_default(),
            ];
            let in_part = contact.source != ContactSource::Directory
                || part == "UNSPECIFIED"
                || contact.directory_source.is_some_and(|source| source.as_str() == part);
            (wanted == "all" || wanted == contact.source.as_str())
                && in_part
                && compoworld_core::contains_text(&texts, &args.query)
        });
        let request = PageRequest {
            limit: Some(args.page_size),
            cursor: args.page_token,
            ..PageRequest::default()
        };
        request.cut(found)
    }
}

/// The calendar with this identifier; `primary` and the account's address are its own.
fn known_calendar(state: &GoogleCalendar, id: &str) -> Result<RowRef<Calendar>, ToolError> {
    let account = state.account.find()?;
    let own = id == "primary" || same_address(id, &account.email);
    let calendar = match own && !state.calendars.contains(id) {
        true => state.calendars.find(&account.primary_calendar)?,
        false => state.calendars.find(id)?,
    };
    match calendar.deleted {
        true => Err(ToolError::not_found(format!("calendar `{id}` is deleted"))),
        false => Ok(calendar),
    }
}

/// The key of the calendar with this identifier, if the account may write to it.
fn writable_calendar(state: &GoogleCalendar, id: &str) -> Result<Key<Calendar>, ToolError> {
    let calendar = known_calendar(state, id)?;
    match calendar.access_role {
        AccessRole::Owner | AccessRole::Writer => Ok(calendar.id.clone()),
        AccessRole::Reader | AccessRole::FreeBusyReader => Err(ToolError::permission_denied(
            format!("you may not change calendar `{}`", calendar.id),
        )),
    }
}

fn event_in(
    state: &GoogleCalendar,
    calendar: &Key<Calendar>,
    id: &str,
) -> Result<RowRef<Event>, ToolError> {
    let event = state.events.find(id)?;
    match event.calendar_id == *calendar {
        true => Ok(event),
        false => Err(ToolError::not_found(format!("calendar `{calendar}` has no event `{id}`"))),
    }
}

fn check_times(start: Timestamp, end: Timestamp) -> Result<(), ToolError> {
    match start < end {
        true => Ok(()),
        false => Err(ToolError::invalid_argument("an event must end after it starts")),
    }
}

/// Times are answered in UTC only: the state holds no rules of other zones.
fn check_zone(zone: &str) -> Result<(), ToolError> {
    match matches!(zone, "UTC" | "Etc/UTC" | "GMT" | "Etc/GMT" | "Z") {
        true => Ok(()),
        false => Err(ToolError::invalid_argument(format!(
            "times are answered in `UTC` only, not in `{zone}`; offsets in `time_min` and `time_max` are understood"
        ))),
    }
}

fn same_address(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b)
}

fn checked_addresses(addresses: Vec<String>) -> Result<Vec<String>, ToolError> {
    for address in &addresses {
        let plausible = address.split_once('@').is_some_and(|(local, host)| {
            !local.is_empty() && !host.is_empty() && !host.contains('@')
        });
        if !plausible || address.contains(char::is_whitespace) {
            return Err(ToolError::invalid_argument(format!("`{address}` is no email address")));
        }
    }
    let mut unique: Vec<String> = Vec::new();
    for address in addresses {
        if !unique.iter().any(|other| same_address(other, &address)) {
            unique.push(address);
        }
    }
    Ok(unique)
}

fn invites(event: &Event, address: &str) -> bool {
    event.attendees.iter().any(|attendee| same_address(attendee, address))
}

fn invite(event: &mut Event, addresses: &[String]) {
    for address in addresses {
        if !invites(event, address) {
            event.attendees.push(address.clone());
        }
    }
}

/// Sends a mail to those of `recipients` that `send_updates` covers.
fn notify(
    state: &mut GoogleCalendar,
    event: &Event,
    recipients: &[String],
    kind: NotificationKind,
    send_updates: SendUpdates,
    cx: &mut Context,
) -> Result<(), ToolError> {
    let own = state.account.find()?.email.clone();
    let domain = |address: &str| address.rsplit('@').next().unwrap_or_default().to_lowercase();
    for recipient in recipients {
        let covered = match send_updates {
            SendUpdates::All => true,
            SendUpdates::ExternalOnly => domain(recipient) != domain(&own),
            SendUpdates::None => false,
        };
        if covered && !same_address(recipient, &own) {
            let notification = Notification {
                id: state.notifications.next_key(cx),
                event: event.id.clone(),
                recipient: recipient.clone(),
                kind,
                sent_at: cx.now(),
            };
            state.notifications.insert(notification)?;
        }
    }
    Ok(())
}

/// A stretch of time: its start, and the first instant after it.
type Span = (Timestamp, Timestamp);

fn spans(spans: &[Span]) -> Vec<serde_json::Value> {
    let shown = |(start, end): &Span| serde_json::json!({"start": start.to_string(), "end": end.to_string()});
    spans.iter().map(shown).collect()
}

fn busy_times(
    state: &GoogleCalendar,
    calendar: &Key<Calendar>,
    from: Timestamp,
    to: Timestamp,
) -> Vec<Span> {
    let events = state.events.iter().filter(|event| event.calendar_id == *calendar);
    let busy: Vec<Span> = events
        .flat_map(|event| occurrences(event, from, to))
        .map(|(start, end)| (start.max(from), end.min(to)))
        .filter(|(start, end)| start < end)
        .collect();
    merged(busy)
}

/// Spans in order, with those that touch made one.
fn merged(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort();
    let mut out: Vec<Span> = Vec::new();
    for (start, end) in spans {
        match out.last_mut() {
            Some(last) if start <= last.1 => last.1 = last.1.max(end),
            _ => out.push((start, end)),
        }
    }
    out
}

/// What lies between merged spans.
fn gaps(busy: &[Span], from: Timestamp, to: Timestamp) -> Vec<Span> {
    let mut gaps = Vec::new();
    let mut free_from = from;
    for (start, end) in busy {
        if free_from < *start {
            gaps.push((free_from, *start));
        }
        free_from = free_from.max(*end);
    }
    if free_from < to {
        gaps.push((free_from, to));
    }
    gaps
}

/// The occurrences of an event that end at or after `from` and start before `to`.
fn occurrences(event: &Event, from: Timestamp, to: Timestamp) -> Vec<Span> {
    let length = event.end.unix_seconds() - event.start.unix_seconds();
    let starts = match Recurrence::read(&event.recurrence) {
        Ok(recurrence) => recurrence.starts(event.start, to),
        // A rule that cannot be read was not written through these tools: the event happens once.
        Err(_) => vec![event.start],
    };
    starts
        .into_iter()
        .map(|start| (start, start.plus_seconds(length)))
        .filter(|(start, end)| *end >= from && *start < to)
        .collect()
}

/// How often a rule repeats.
#[derive(Clone, Copy, PartialEq)]
enum Frequency {
    Daily,
    Weekly,
    Monthly,
    Yearly,
}

/// When an event happens again.
struct Rule {
    frequency: Frequency,
    interval: i64,
    count: Option<i64>,
    until: Option<Timestamp>,
    weekdays: Vec<i64>,
}

/// The recurrence lines of an event.
struct Recurrence {
    rules: Vec<Rule>,
    added: Vec<Timestamp>,
    left_out: Vec<Timestamp>,
}

impl Recurrence {
    fn read(lines: &[String]) -> Result<Self, ToolError> {
        let mut recurrence = Self { rules: Vec::new(), added: Vec::new(), left_out: Vec::new() };
        for line in lines {
            let (name, value) = line.split_once(':').unwrap_or((line, ""));
            match name.split(';').next().unwrap_or_default() {
                "RRULE" => recurrence.rules.push(Rule::read(value)?),
                "RDATE" => recurrence.added.extend(times_of(line, value)?),
                "EXDATE" => recurrence.left_out.extend(times_of(line, value)?),
                _ => {
                    return Err(ToolError::invalid_argument(format!(
                        "`{line}` is no recurrence line; they start with RRULE:, RDATE: or EXDATE:"
                    )));
                }
            }
        }
        Ok(recurrence)
    }

    /// The starts before `to`, the first of which is `start` itself.
    fn starts(&self, start: Timestamp, to: Timestamp) -> Vec<Timestamp> {
        let mut starts = vec![start];
        for rule in &self.rules {
            starts.extend(rule.starts(start, to));
        }
        starts.extend(&self.added);
        starts.retain(|start| !self.left_out.contains(start));
        starts.sort();
        starts.dedup();
        starts
    }
}

impl Rule {
    fn read(text: &str) -> Result<Self, ToolError> {
        let wrong = |what: &str| {
            ToolError::invalid_argument(format!("`{what}` in the rule `{text}` is not understood"))
        };
        let mut frequency = None;
        let mut rule = Self {
            frequency: Frequency::Daily,
            interval: 1,
            count: None,
            until: None,
            weekdays: Vec::new(),
        };
        for part in text.split(';') {
            let (name, value) = part.split_once('=').ok_or_else(|| wrong(part))?;
            let number =
                || value.parse().ok().filter(|number| *number >= 1).ok_or_else(|| wrong(part));
            match name {
                "FREQ" => {
                    frequency = Some(match value {
                        "DAILY" => Frequency::Daily,
                        "WEEKLY" => Frequency::Weekly,
                        "MONTHLY" => Frequency::Monthly,
                        "YEARLY" => Frequency::Yearly,
                        _ => return Err(wrong(part)),
                    });
                }
                "INTERVAL" => rule.interval = number()?,
                "COUNT" => rule.count = Some(number()?),
                "UNTIL" => rule.until = Some(compact_time(value).ok_or_else(|| wrong(part))?),
                "BYDAY" => {
                    for day in value.split(',') {
                        let position = WEEKDAYS.iter().position(|(short, _)| *short == day);
                        let position = position.and_then(|at| i64::try_from(at).ok());
                        rule.weekdays.push(position.ok_or_else(|| wrong(part))?);
                    }
                    rule.weekdays.sort_unstable();
                }
                "WKST" if value == "MO" => {}
                _ => return Err(wrong(part)),
            }
        }
        rule.frequency = frequency.ok_or_else(|| wrong("a rule without FREQ"))?;
        if !rule.weekdays.is_empty() && rule.frequency != Frequency::Weekly {
            return Err(wrong("BYDAY without FREQ=WEEKLY"));
        }
        Ok(rule)
    }

    fn starts(&self, first: Timestamp, to: Timestamp) -> Vec<Timestamp> {
        /// Ten years of days: far more than any window that is asked for.
        const PERIODS_MAX: i64 = 3_660;
        let day = first.date();
        let time_of_day = first.unix_seconds() - day.start().unix_seconds();
        let mut starts = Vec::new();
        for period in 0..PERIODS_MAX {
            for date in self.days(day, period.saturating_mul(self.interval)) {
                let start = date.start().plus_seconds(time_of_day);
                let counted = i64::try_from(starts.len()).unwrap_or(i64::MAX);
                if start >= to
                    || self.until.is_some_and(|until| start > until)
                    || self.count.is_some_and(|count| counted >= count)
                {
                    return starts;
                }
                if start >= first {
                    starts.push(start);
                }
            }
        }
        starts
    }

    /// The days that the rule names in the period so many days, weeks, months or years on.
    fn days(&self, first: Date, periods: i64) -> Vec<Date> {
        let (year, month, day) = first.year_month_day();
        match self.frequency {
            Frequency::Daily => vec![first.plus_days(periods)],
            Frequency::Weekly if self.weekdays.is_empty() => {
                vec![first.plus_days(periods.saturating_mul(7))]
            }
            Frequency::Weekly => {
                let name = first.weekday();
                let today = WEEKDAYS.iter().position(|(_, long)| *long == name);
                let back = today.and_then(|at| i64::try_from(at).ok()).unwrap_or(0);
                let monday = first.plus_days(periods.saturating_mul(7) - back);
                self.weekdays.iter().map(|weekday| monday.plus_days(*weekday)).collect()
            }
            Frequency::Monthly => {
                let months = periods.saturating_add(i64::from(year) * 12 + i64::from(month) - 1);
                let text = format!(
                    "{:04}-{:02}-{day:02}",
                    months.div_euclid(12),
                    months.rem_euclid(12) + 1
                );
                Date::parse(&text).into_iter().collect()
            }
            Frequency::Yearly => {
                let text =
                    format!("{:04}-{month:02}-{day:02}", periods.saturating_add(i64::from(year)));
                Date::parse(&text).into_iter().collect()
            }
        }
    }
}

/// The days of the week as rules and as dates name them, Monday first.
const WEEKDAYS: [(&str, &str); 7] = [
    ("MO", "monday"),
    ("TU", "tuesday"),
    ("WE", "wednesday"),
    ("TH", "thursday"),
    ("FR", "friday"),
    ("SA", "saturday"),
    ("SU", "sunday"),
];

/// `20260301T090000Z` or `20260301`.
fn compact_time(text: &str) -> Option<Timestamp> {
    let (day, time) = text.split_once('T').unwrap_or((text, "000000"));
    let time = time.trim_end_matches('Z');
    if day.len() != 8 || time.len() != 6 {
        return None;
    }
    let written = format!(
        "{}-{}-{}T{}:{}:{}Z",
        day.get(..4)?,
        day.get(4..6)?,
        day.get(6..)?,
        time.get(..2)?,
        time.get(2..4)?,
        time.get(4..)?
    );
    Timestamp::parse(&written).ok()
}

fn times_of(line: &str, value: &str) -> Result<Vec<Timestamp>, ToolError> {
    let wrong =
        || ToolError::invalid_argument(format!("`{line}` needs times such as `20260301T090000Z`"));
    value.split(',').map(|time| compact_time(time).ok_or_else(wrong)).collect()
}

/// Mara's calendars in the first week of March 2026.
pub const FIXTURE: &str = r#"{
  "account": {"name": "Mara Lindt", "email": "mara@lumen.example", "primary_calendar": "mara@lumen.example"},
  "calendars": {
    "mara@lumen.example": {"id": "mara@lumen.example", "summary": "Mara", "description": null, "time_zone": "UTC", "access_role": "owner", "hidden": false, "deleted": false},
    "team": {"id": "team", "summary": "Team", "description": "What the team does together", "time_zone": "UTC", "access_role": "writer", "hidden": false, "deleted": false},
    "holidays": {"id": "holidays", "summary": "Public holidays", "description": null, "time_zone": "UTC", "access_role": "reader", "hidden": true, "deleted": false}
  },
  "events": {
    "evtstandup": {"id": "evtstandup", "calendar_id": "mara@lumen.example", "summary": "Stand-up", "description": "What is next", "location": null, "start": "2026-02-23T09:00:00Z", "end": "2026-02-23T09:15:00Z", "visibility": "default", "attendees": ["ben@lumen.example", "rui@harbor.example"], "organizer": "mara@lumen.example", "recurrence": ["RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR"], "meet_link": "https://meet.example/standup001", "created": "2026-02-01T09:00:00Z", "updated": "2026-02-01T09:00:00Z"},
    "evtdentist": {"id": "evtdentist", "calendar_id": "mara@lumen.example", "summary": "Dentist", "description": null, "location": "12 Quay Street", "start": "2026-03-02T14:00:00Z", "end": "2026-03-02T15:00:00Z", "visibility": "private", "attendees": [], "organizer": "mara@lumen.example", "recurrence": [], "meet_link": null, "created": "2026-02-10T09:00:00Z", "updated": "2026-02-10T09:00:00Z"},
    "evtoffsite": {"id": "evtoffsite", "calendar_id": "team", "summary": "Offsite", "description": "Plans for the spring", "location": "Harbor house", "start": "2026-03-12T08:00:00Z", "end": "2026-03-12T17:00:00Z", "visibility": "default", "attendees": ["ben@lumen.example"], "organizer": "mara@lumen.example", "recurrence": [], "meet_link": null, "created": "2026-02-12T09:00:00Z", "updated": "2026-02-12T09:00:00Z"},
    "evtholiday": {"id": "evtholiday", "calendar_id": "holidays", "summary": "Spring day", "description": null, "location": null, "start": "2026-03-20T00:00:00Z", "end": "2026-03-21T00:00:00Z", "visibility": "public", "attendees": [], "organizer": "holidays@calendars.example", "recurrence": ["RRULE:FREQ=YEARLY"], "meet_link": null, "created": "2025-12-01T09:00:00Z", "updated": "2025-12-01T09:00:00Z"}
  },
  "notifications": {
    "ntf_00001": {"id": "ntf_00001", "event": "evtoffsite", "recipient": "ben@lumen.example", "kind": "invitation", "sent_at": "2026-02-12T09:00:00Z"}
  },
  "contacts": {
    "people_rui": {"id": "people_rui", "name": "Rui Pires", "email": "rui@harbor.example", "phone": "+351 21 555 0144", "organization": "Harbor Services", "source": "personal", "directory_source": null},
    "people_ben": {"id": "people_ben", "name": "Ben Okafor", "email": "ben@lumen.example", "phone": null, "organization": "Lumen Works", "source": "directory", "directory_source": "DOMAIN_DIRECTORY"},
    "people_ida": {"id": "people_ida", "name": "Ida Holm", "email": "ida@oak.example", "phone": null, "organization": null, "source": "other", "directory_source": null}
  }
}"#;
