//! Time Tracker: one stopwatch and the log of what it measured.
//!
//! At most one timer runs. Stopping it writes an entry; entries are numbered from 1 and listed
//! newest first. A timer that claims to have started after the present instant measures nothing:
//! it can be stopped, and starting another one takes its place.

/// The stopwatch and its log.
#[derive(State)]
pub struct TimeTracker {
    pub entries: Table<Entry>,
    pub stopwatch: One<Stopwatch>,
}

/// A stretch of work that is over.
#[derive(Entity)]
pub struct Entry {
    #[entity(key, sequence)]
    pub id: IntKey<Entry>,
    #[entity(title)]
    pub project: String,
    #[entity(title)]
    pub task: String,
    #[entity(tag)]
    pub tags: Vec<String>,
    pub started_at: Timestamp,
    pub ended_at: Timestamp,
    #[entity(range = 0..)]
    pub hours: f64,
    #[entity(range = 0..)]
    pub minutes: f64,
    #[entity(body)]
    pub notes: String,
    pub date: Date,
}

/// What runs at present, if anything.
#[derive(Entity)]
pub struct Stopwatch {
    pub timer: Option<Timer>,
}

/// A timer that runs.
#[derive(Record)]
pub struct Timer {
    pub project: String,
    pub task: String,
    pub tags: Vec<String>,
    pub started_at: Timestamp,
}

/// That a timer runs now.
#[derive(Record)]
pub struct Started {
    pub status: String,
    pub timer: Timer,
    pub today_so_far: Today,
}

/// What was logged today.
#[derive(Record)]
pub struct Today {
    pub entries: i64,
    pub hours_logged: f64,
}

/// That the timer was stopped, and what came of it.
#[derive(Record)]
pub struct Stopped {
    pub status: String,
    pub entry: EntryView,
    pub project_total_hours: f64,
    pub all_entries_count: i64,
}

/// An entry as callers see it.
#[derive(Record)]
pub struct EntryView {
    pub id: i64,
    pub project: String,
    pub task: String,
    pub tags: Vec<String>,
    pub started_at: Timestamp,
    pub ended_at: Timestamp,
    pub hours: f64,
    pub minutes: f64,
    pub notes: String,
    pub date: Date,
}

/// The newest entries, and what runs.
#[derive(Record)]
pub struct EntryList {
    pub entries: Vec<EntryView>,
    pub showing: i64,
    pub total_entries: i64,
    pub total_hours: f64,
    pub filter_project: String,
    pub active_timer: Option<Timer>,
}

/// The part of one project in a report.
#[derive(Record)]
pub struct ProjectShare {
    pub hours: f64,
    pub entries: i64,
    pub percentage: f64,
}

pub trait Tools {
    /// Starts the timer, unless it runs already.
    #[tool(reads(entries, stopwatch), writes(stopwatch))]
    #[case(
        args = r#"{"project":"Atlas","tags":"maps, print,"}"#,
        ok = r#"{"status":"timer_started","timer":{"project":"Atlas","task":"General","tags":["maps","print"]}}"#
    )]
    #[case(args = "{}", error = "invalid_argument")]
    fn start_timer(
        state: &mut TimeTracker,
        args: StartTimer,
        cx: &mut Context,
    ) -> Result<Started, ToolError> {
        let measuring = running_timer(state).filter(|timer| timer.started_at <= cx.now());
        if let Some(running) = measuring {
            return Err(ToolError::failed_precondition(format!(
                "a timer for `{}` runs already, stop it first",
                running.project
            )));
        }
        let task = if args.task.is_empty() { "General".to_owned() } else { args.task };
        let tags = args.tags.split(',').map(str::trim).filter(|tag| !tag.is_empty());
        let timer = Timer {
            project: args.project,
            task,
            tags: tags.map(str::to_owned).collect(),
            started_at: cx.now(),
        };
        state.stopwatch.set(Stopwatch { timer: Some(timer.clone()) });
        let logged = state.entries.select(&|entry| entry.date == cx.today());
        Ok(Started {
            status: "timer_started".to_owned(),
            timer,
            today_so_far: Today {
                entries: count_of(logged.len()),
                hours_logged: hours_of(&logged),
            },
        })
    }

    /// Stops the timer and logs what it measured.
    #[tool(reads(entries, stopwatch), writes(entries, stopwatch))]
    #[case(
        args = r#"{"notes":"Proofs are back"}"#,
        ok = r#"{"status":"timer_stopped","entry":{"id":4,"project":"Newsletter","task":"Proofread","hours":0.0,"notes":"Proofs are back"},"project_total_hours":2.0,"all_entries_count":4}"#
    )]
    #[case(args = r#"{"notes":7}"#, error = "invalid_argument")]
    fn stop_timer(
        state: &mut TimeTracker,
        args: StopTimer,
        cx: &mut Context,
    ) -> Result<Stopped, ToolError> {
        let Some(timer) = running_timer(state).cloned() else {
            return Err(ToolError::failed_precondition("no timer runs, start one first"));
        };
        state.stopwatch.set(Stopwatch { timer: None });
        let ended_at = cx.now();
        let seconds = ended_at.unix_seconds().saturating_sub(timer.started_at.unix_seconds());
        let seconds = seconds.max(0) as f64;
        let id = state.entries.next_int_key(cx);
        let entry = state.entries.insert(Entry {
            id,
            project: timer.project,
            task: timer.task,
            tags: timer.tags,
            started_at: timer.started_at,
            ended_at,
            hours: round(seconds / 3600.0, 100.0),
            minutes: round(seconds / 60.0, 10.0),
            notes: args.notes,
            date: ended_at.date(),
        })?;
        let of_project = state.entries.select(&|other| other.project == entry.project);
        Ok(Stopped {
            status: "timer_stopped".to_owned(),
            entry: view(&entry),
            project_total_hours: hours_of(&of_project),
            all_entries_count: count_of(state.entries.len()),
        })
    }

    /// Sums up the hours of the last days by project and by day. Shares of no hours at all
    /// cannot be told, so a report over entries without any is refused.
    #[tool(reads(entries))]
    #[case(
        args = r#"{"days":3650}"#,
        ok = r#"{"total_hours":5.5,"total_entries":3,"by_project":{"Atlas":{"hours":3.5,"entries":2,"percentage":63.6}},"by_day":{"2026-02-27":2.0}}"#
    )]
    #[case(args = r#"{"project":"Nowhere"}"#, ok = r#"{"entries":0}"#)]
    #[case(args = r#"{"days":"many"}"#, error = "invalid_argument")]
    fn get_report(
        state: &TimeTracker,
        args: GetReport,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let since = cx.today().plus_days(args.days.saturating_neg());
        let found =
            state.entries.select(&|entry| is_of(entry, &args.project) && entry.date >= since);
        if found.is_empty() {
            let message = match args.project.as_str() {
                "" => format!("No entries in the last {} days", args.days),
                project => format!("No entries for the project `{project}`"),
            };
            return Ok(serde_json::json!({"message": message, "entries": 0}));
        }
        let total = hours_of(&found);
        if total <= 0.0 {
            return Err(ToolError::failed_precondition(
                "the entries come to no hours, so there are no shares to report",
            ));
        }
        let mut by_project: BTreeMap<String, ProjectShare> = BTreeMap::new();
        let mut by_day: BTreeMap<String, f64> = BTreeMap::new();
        for entry in &found {
            let share = by_project.entry(entry.project.clone()).or_insert(ProjectShare {
                hours: 0.0,
                entries: 0,
                percentage: 0.0,
            });
            share.hours = round(share.hours + entry.hours, 100.0);
            share.entries = share.entries.saturating_add(1);
            share.percentage = round(share.hours / total * 100.0, 10.0);
            let day = by_day.entry(entry.date.to_string()).or_insert(0.0);
            *day = round(*day + entry.hours, 100.0);
        }
        let by_project: serde_json::Map<String, serde_json::Value> = by_project
            .into_iter()
            .map(|(project, share)| {
                let shown = serde_json::json!({
                    "hours": share.hours,
                    "entries": share.entries,
                    "percentage": share.percentage,
                });
                (project, shown)
            })
            .collect();
        Ok(serde_json::json!({
            "period_days": args.days,
            "total_hours": total,
            "total_entries": found.len(),
            "by_project": by_project,
            "by_day": by_day,
        }))
    }

    /// Lists the newest entries, of one project where it is named.
    #[tool(reads(entries, stopwatch))]
    #[case(
        args = r#"{"project":"Atlas","limit":1}"#,
        ok = r#"{"entries":[{"id":3}],"showing":1,"total_entries":2,"total_hours":3.5,"filter_project":"Atlas","active_timer":{"project":"Newsletter"}}"#
    )]
    #[case(args = r#"{}"#, ok = r#"{"showing":3,"total_entries":3,"filter_project":"all"}"#)]
    #[case(args = r#"{"limit":-1}"#, error = "invalid_argument")]
    #[case(args = r#"{"limit":"many"}"#, error = "invalid_argument")]
    fn list_entries(
        state: &TimeTracker,
        args: ListEntries,
        _cx: &mut Context,
    ) -> Result<EntryList, ToolError> {
        let limit = usize::try_from(args.limit)
            .map_err(|_| ToolError::invalid_argument("`limit` must not be negative"))?;
        let found = state.entries.select(&|entry| is_of(entry, &args.project));
        let entries: Vec<EntryView> =
            found.iter().rev().take(limit).map(|entry| view(entry)).collect();
        Ok(EntryList {
            showing: count_of(entries.len()),
            entries,
            total_entries: count_of(found.len()),
            total_hours: hours_of(&found),
            filter_project: if args.project.is_empty() { "all".to_owned() } else { args.project },
            active_timer: running_timer(state).cloned(),
        })
    }
}

fn running_timer(state: &TimeTracker) -> Option<&Timer> {
    state.stopwatch.get().and_then(|stopwatch| stopwatch.timer.as_ref())
}

/// Whether an entry belongs to a project; no name stands for every project.
fn is_of(entry: &Entry, project: &str) -> bool {
    project.is_empty() || entry.project == project
}

fn hours_of(entries: &[RowRef<Entry>]) -> f64 {
    round(entries.iter().map(|entry| entry.hours).fold(0.0, |total, hours| total + hours), 100.0)
}

/// A number rounded to as many parts of one.
fn round(number: f64, parts: f64) -> f64 {
    let scaled = number * parts;
    if scaled.is_finite() { scaled.round() / parts } else { number }
}

fn count_of(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

fn view(entry: &Entry) -> EntryView {
    EntryView {
        id: entry.id.get(),
        project: entry.project.clone(),
        task: entry.task.clone(),
        tags: entry.tags.clone(),
        started_at: entry.started_at,
        ended_at: entry.ended_at,
        hours: entry.hours,
        minutes: entry.minutes,
        notes: entry.notes.clone(),
        date: entry.date,
    }
}

/// Three stretches of work for two projects, and a timer that was set for later.
pub const FIXTURE: &str = r#"{
    "entries": {
        "1": {"id": 1, "project": "Atlas", "task": "Sketch the coast", "tags": ["maps"], "started_at": "2026-02-26T09:00:00Z", "ended_at": "2026-02-26T10:30:00Z", "hours": 1.5, "minutes": 90.0, "notes": "North side done", "date": "2026-02-26"},
        "2": {"id": 2, "project": "Newsletter", "task": "General", "tags": [], "started_at": "2026-02-26T13:00:00Z", "ended_at": "2026-02-26T15:00:00Z", "hours": 2.0, "minutes": 120.0, "notes": "", "date": "2026-02-26"},
        "3": {"id": 3, "project": "Atlas", "task": "Print proofs", "tags": ["maps", "print"], "started_at": "2026-02-27T08:30:00Z", "ended_at": "2026-02-27T10:30:00Z", "hours": 2.0, "minutes": 120.0, "notes": "Colours too dark", "date": "2026-02-27"}
    },
    "stopwatch": {"timer": {"project": "Newsletter", "task": "Proofread", "tags": ["print"], "started_at": "2036-03-02T09:00:00Z"}}
}"#;
