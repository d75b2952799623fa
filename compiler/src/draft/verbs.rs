//! The verbs that tool names begin or end with, and what each says.

/// The kinds of act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Act {
    /// Adds a row.
    Create,
    /// Reads a row.
    Get,
    /// Reads rows.
    List,
    /// Reads rows by words.
    Search,
    /// Changes a row.
    Update,
    /// Changes a row or adds it.
    Upsert,
    /// Removes a row.
    Delete,
    /// Counts rows.
    Count,
    /// Sets a flag or a status.
    Mark,
    /// Adds to a list that a row holds.
    Append,
    /// Takes out of a list that a row holds.
    Detach,
    /// Names a thing and no act.
    Name,
    /// Asks the live web.
    Browse,
    /// Runs code.
    Execute,
    /// Makes or reads images, sound or video.
    Render,
    /// Computes something that is not the service's own.
    Compute,
    /// Something else.
    Unclear,
}

impl Act {
    /// Whether it leaves the state as it is.
    pub fn is_read(self) -> bool {
        matches!(self, Self::Get | Self::List | Self::Search | Self::Count)
    }

    /// Whether it changes the state.
    pub fn is_write(self) -> bool {
        matches!(
            self,
            Self::Create
                | Self::Update
                | Self::Upsert
                | Self::Delete
                | Self::Mark
                | Self::Append
                | Self::Detach
        )
    }
}

/// What a verb says; each line holds the phrases of one act.
const VERBS: &[(Act, &str)] = &[
    (Act::List, "get all|list all|fetch all|get list of|get many|get multiple|enumerate|list|ls"),
    (Act::Upsert, "create or update|add or update|get or create|upsert|put|save or update"),
    (
        Act::Create,
        "create|add|new|insert|log|make|post|record|register|schedule|send|submit|book|invite|\
         store|place|append|remember|draft|compose|reply to|reply|comment on|write|save|\
         upload|provision",
    ),
    (Act::Get, "get|fetch|describe|read|retrieve|show|view|inspect|check|info|getter|peek"),
    (Act::Search, "find|lookup|look up|query|search for|search|searcher|filter"),
    (
        Act::Update,
        "update|edit|modify|patch|change|set|rename|move|assign|reassign|adjust|configure|\
         reschedule|replace|relocate|reprioritize|revise",
    ),
    (Act::Delete, "delete|destroy|drop|remove|rm|erase|forget|purge|unregister|deregister"),
    (Act::Count, "count"),
    (Act::Browse, "browse|crawl|navigate|scrape|goto|go to|click|hover|visit|ping|web search"),
    (
        Act::Execute,
        "execute|exec|run|eval|compile|invoke|call|deploy|build|debug|install|test|trigger",
    ),
    (
        Act::Render,
        "render|screenshot|take screenshot|capture|transcribe|draw|play|speak|plot|visualize|\
         download",
    ),
    (
        Act::Compute,
        "analyze|analyse|calculate|classify|compare|compute|convert|decode|detect|diagnose|diff|\
         encode|encrypt|decrypt|estimate|evaluate|extract|forecast|format|generate|geocode|\
         reverse geocode|hash|optimize|parse|plan|predict|rank|recommend|rephrase|rewrite|score|\
         simulate|solve|suggest|summarize|tokenize|transform|translate|validate|verify|sign|\
         explain|ask|chat|think|reason|review|audit|scan|assess|embed|infer|resolve address",
    ),
    (
        Act::Unclear,
        "advance|promote|demote|bump|acquire|apply|load|display|discover|explore|request|transfer|reorder|propose|enroll|onboard|\
         log in|log out|sign in|sign out|sign up|set up|manage|handle|process|sync|synchronize|merge|split|import|export|clone|copy|\
         duplicate|fork|revert|rollback|restart|reboot|reset|refresh|reload|retry|rerun|swap|\
         backup|clean|cleanup|clear|empty|prune|flush|wait|poll|watch|monitor|listen|connect|\
         disconnect|login|logout|authenticate|authorize|init|initialize|setup|bootstrap|open|\
         select|press|type|fill|scroll|drag|drive|push|pull|commit|checkout|stage|rebase|\
         toggle|switch|use|launch|kill|scale|migrate|restore|roll|attach|detach|\
         link|unlink|associate|disassociate|connect|share|unshare|grant|notify|alert|emit|broadcast|\
         forward|stream|ingest|index|reindex|train|fine tune|buy|sell|pay|charge|\
         deposit|mint|burn|stake|unstake|trade|bid|convert|probe|trace|\
         increment|decrement|add to|measure|generate and|do|perform|help|learn|report|rotate|\
         simplify|tag|untag|vote|rate|order|purchase|bulk|batch|multi|ensure|preview|prepare|\
         inject|spawn|handoff|delegate|begin|undo|redo|exit|quit|close all|can|is|\
         has|does|should|how|what|how to|try|simulate|self|auto|expand|collapse|group|ungroup|\
         resize|crop|rotate|flip|trim|mix|record video|record audio|recommend|match|map|join \
         tables|normalize|sanitize|minify|beautify|lint|benchmark|profile code|seed|stress",
    ),
];

/// Verbs that set a flag: the verb, the flag, and its value.
const MARKS: &[(&str, &str, bool)] = &[
    ("accept", "accepted", true),
    ("acknowledge", "acknowledged", true),
    ("activate", "active", true),
    ("approve", "approved", true),
    ("archive", "archived", true),
    ("ban", "banned", true),
    ("block", "blocked", true),
    ("bookmark", "bookmarked", true),
    ("cancel", "cancelled", true),
    ("claim", "claimed", true),
    ("close", "closed", true),
    ("complete", "completed", true),
    ("confirm", "confirmed", true),
    ("deactivate", "active", false),
    ("decline", "declined", true),
    ("disable", "enabled", false),
    ("dismiss", "dismissed", true),
    ("enable", "enabled", true),
    ("end", "ended", true),
    ("escalate", "escalated", true),
    ("expire", "expired", true),
    ("favorite", "favorite", true),
    ("favourite", "favorite", true),
    ("finalize", "finalized", true),
    ("finish", "finished", true),
    ("flag", "flagged", true),
    ("follow", "followed", true),
    ("hide", "hidden", true),
    ("like", "liked", true),
    ("lock", "locked", true),
    ("mute", "muted", true),
    ("pause", "paused", true),
    ("pin", "pinned", true),
    ("publish", "published", true),
    ("reactivate", "active", true),
    ("redeem", "redeemed", true),
    ("refund", "refunded", true),
    ("reject", "rejected", true),
    ("release", "released", true),
    ("reopen", "closed", false),
    ("resolve", "resolved", true),
    ("resume", "paused", false),
    ("revoke", "revoked", true),
    ("snooze", "snoozed", true),
    ("star", "starred", true),
    ("start", "started", true),
    ("stop", "started", false),
    ("subscribe", "subscribed", true),
    ("suspend", "suspended", true),
    ("terminate", "terminated", true),
    ("trash", "trashed", true),
    ("unarchive", "archived", false),
    ("unban", "banned", false),
    ("unblock", "blocked", false),
    ("unfavorite", "favorite", false),
    ("unfavourite", "favorite", false),
    ("unfollow", "followed", false),
    ("unhide", "hidden", false),
    ("unlike", "liked", false),
    ("unlock", "locked", false),
    ("unmute", "muted", false),
    ("unpin", "pinned", false),
    ("unpublish", "published", false),
    ("unresolve", "resolved", false),
    ("unsnooze", "snoozed", false),
    ("unstar", "starred", false),
    ("unsubscribe", "subscribed", false),
    ("unsuspend", "suspended", false),
    ("untrash", "trashed", false),
    ("void", "voided", true),
    ("withdraw", "withdrawn", true),
];

/// Verbs that are no nouns: these are looked for behind the first word too.
const PLAIN: &[&str] = &[
    "add",
    "create",
    "delete",
    "edit",
    "fetch",
    "find",
    "get",
    "insert",
    "list",
    "ls",
    "modify",
    "read",
    "remove",
    "rename",
    "retrieve",
    "rm",
    "search",
    "send",
    "set",
    "update",
    "upsert",
    "archive",
    "cancel",
    "enable",
    "disable",
    "publish",
    "unpublish",
    "getter",
    "searcher",
    "info",
    "describe",
    "inspect",
    "show",
    "execute",
    "exec",
    "run",
    "screenshot",
    "put",
    "post",
    "patch",
];

/// Words that begin names both as verbs and as nouns.
const ALSO_NOUNS: &[&str] = &[
    "book",
    "check",
    "comment",
    "copy",
    "draft",
    "filter",
    "flag",
    "group",
    "index",
    "info",
    "log",
    "lookup",
    "map",
    "match",
    "order",
    "pin",
    "place",
    "plan",
    "play",
    "post",
    "profile",
    "project",
    "query",
    "rate",
    "record",
    "report",
    "request",
    "review",
    "run",
    "schedule",
    "score",
    "search",
    "set",
    "share",
    "star",
    "start",
    "store",
    "tag",
    "test",
    "trace",
    "type",
    "view",
    "vote",
    "watch",
    "build",
    "call",
    "block",
    "lock",
    "audit",
    "help",
    "chat",
    "batch",
    "stream",
    "trade",
    "fork",
    "function",
    "self",
    "stage",
    "export",
    "import",
    "bid",
    "file",
    "backup",
    "alert",
    "job",
    "monitor",
    "push",
    "embed",
    "save",
    "like",
    "subscribe",
    "use",
    "end",
    "claim",
    "refund",
    "release",
    "new",
    "make",
];

/// What the phrase at the start of these words says, and how many words it has.
pub fn verb_at_start(words: &[String]) -> Option<(Act, usize)> {
    let mut best: Option<(Act, usize)> = None;
    let first = words.first()?;
    for (act, phrases) in VERBS {
        for phrase in
            phrases.split('|').filter(|phrase| phrase.trim_start().starts_with(first.as_str()))
        {
            let n_words = phrase.split_whitespace().count();
            let begins = words.len() >= n_words
                && words.iter().map(String::as_str).take(n_words).eq(phrase.split_whitespace());
            if begins && best.is_none_or(|(_, length)| n_words > length) {
                best = Some((*act, n_words));
            }
        }
    }
    if best.is_none() && words.first().is_some_and(|word| mark_of(word).is_some()) {
        return Some((Act::Mark, 1));
    }
    best
}

/// What one word says as a verb.
pub fn verb(word: &str) -> Option<Act> {
    verb_at_start(&[word.to_owned()]).map(|(act, _)| act)
}

/// The flag that a verb sets, and to what.
pub fn mark_of(verb: &str) -> Option<(&'static str, bool)> {
    let found = MARKS.iter().find(|(known, ..)| *known == verb);
    found.map(|(_, flag, value)| (*flag, *value))
}

/// Whether the word is a verb and nothing else.
pub fn is_plain_verb(word: &str) -> bool {
    PLAIN.contains(&word)
}

/// Whether the word begins names as a noun too.
pub fn is_noun_too(word: &str) -> bool {
    ALSO_NOUNS.contains(&word)
}
