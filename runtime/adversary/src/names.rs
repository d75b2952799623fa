//! Names: their words, their number, and which argument means which field.

/// The words of a name in any case: `pullNumber` is `pull number`.
pub(crate) fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut open = false;
    let mut before_lower = false;
    for character in name.chars() {
        if !character.is_alphanumeric() {
            open = false;
            continue;
        }
        if !open || (character.is_uppercase() && before_lower) {
            words.push(String::new());
            open = true;
        }
        before_lower = character.is_lowercase() || character.is_numeric();
        if let Some(word) = words.last_mut() {
            word.extend(character.to_lowercase());
        }
    }
    words
}

/// A word without the ending of the plural.
pub(crate) fn singular(word: &str) -> String {
    const SHORT: &[(&str, &str)] = &[
        ("repo", "repository"),
        ("repos", "repository"),
        ("org", "organization"),
        ("orgs", "organization"),
        ("db", "database"),
    ];
    if let Some((_, long)) = SHORT.iter().find(|(short, _)| *short == word) {
        return (*long).to_owned();
    }
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        return format!("{stem}y");
    }
    for ending in ["sses", "shes", "ches", "xes", "zes"] {
        if word.ends_with(ending) {
            return word[..word.len() - 2].to_owned();
        }
    }
    if is_plural(word) { word[..word.len() - 1].to_owned() } else { word.to_owned() }
}

/// Whether a word looks like a plural.
pub(crate) fn is_plural(word: &str) -> bool {
    word.len() > 2
        && word.ends_with('s')
        && !["ss", "us", "is", "ics"].iter().any(|ending| word.ends_with(ending))
}

/// The words of a name, each in the singular.
pub(crate) fn singular_words(name: &str) -> Vec<String> {
    words(name).iter().map(|word| singular(word)).collect()
}

/// Whether two names are the same but for their case.
pub(crate) fn same(a: &str, b: &str) -> bool {
    words(a) == words(b)
}

/// Whether an argument, on a tool about `noun`, means the field: they have one name, or the
/// argument says the noun first (`ticket_id`, `pullNumber`), or one says `id` and the other not.
pub(crate) fn means(argument: &str, field: &str, noun: &[String]) -> bool {
    let (argument, field) = (words(argument), words(field));
    if argument == field {
        return true;
    }
    if let Some(lead) = argument.strip_suffix(field.as_slice())
        && lead.iter().all(|word| noun.contains(&singular(word)) || word == "updated")
    {
        return true;
    }
    let without_id = |name: &[String]| -> Option<Vec<String>> {
        name.split_last()
            .filter(|(last, lead)| *last == "id" && !lead.is_empty())
            .map(|(_, lead)| lead.to_vec())
    };
    without_id(&argument).as_ref() == Some(&field) || without_id(&field).as_ref() == Some(&argument)
}

/// Whether one tool's name undoes the other's: `pin_message` and `unpin_message`.
pub(crate) fn are_opposite(one: &str, other: &str) -> bool {
    const PAIRS: &[(&str, &str)] = &[
        ("activate", "deactivate"),
        ("add", "remove"),
        ("close", "open"),
        ("close", "reopen"),
        ("complete", "reopen"),
        ("enable", "disable"),
        ("join", "leave"),
        ("pause", "resume"),
        ("start", "stop"),
    ];
    let (one, other) = (words(one), words(other));
    let mut differing = one.iter().zip(&other).filter(|(a, b)| a != b);
    let (Some((a, b)), None) = (differing.next(), differing.next()) else { return false };
    let undoes = |a: &str, b: &str| a.strip_prefix("un") == Some(b) || PAIRS.contains(&(a, b));
    one.len() == other.len() && (undoes(a, b) || undoes(b, a))
}

/// Whether a field's name says that it moves by itself: stamps, counters, revisions.
pub(crate) fn is_bookkeeping(field: &str) -> bool {
    const WORDS: &[&str] = &[
        "at",
        "updated",
        "modified",
        "edited",
        "changed",
        "time",
        "timestamp",
        "date",
        "version",
        "revision",
        "etag",
        "count",
        "total",
        "sha",
        "history",
        "events",
        "sequence",
        "seen",
        "activity",
        "on",
    ];
    words(field).iter().any(|word| WORDS.contains(&word.as_str()))
}

/// Whether a field holds when its row last changed.
pub(crate) fn is_update_stamp(field: &str) -> bool {
    const NAMES: &[&[&str]] = &[
        &["updated", "at"],
        &["updated"],
        &["last", "modified"],
        &["modified", "at"],
        &["last", "updated"],
        &["last", "edited", "time"],
        &["date", "updated"],
        &["update", "time"],
    ];
    let words = words(field);
    NAMES.iter().any(|name| words.iter().eq(name.iter()))
}

/// Whether a field holds when its row was made.
pub(crate) fn is_creation_stamp(field: &str) -> bool {
    matches!(
        words(field).iter().map(String::as_str).collect::<Vec<_>>()[..],
        ["created", "at"] | ["created"] | ["created", "time"] | ["date", "created"]
    )
}

#[cfg(test)]
mod tests {
    use super::{are_opposite, means, singular, words};

    #[test]
    fn words_of_every_case_are_found_and_plurals_undone() {
        assert_eq!(words("pullNumber"), ["pull", "number"]);
        assert_eq!(words("get_issue-by ID"), ["get", "issue", "by", "id"]);
        for (many, one) in [("entities", "entity"), ("boxes", "box"), ("status", "status")] {
            assert_eq!(singular(many), one);
        }
    }

    #[test]
    fn opposites_differ_in_one_word_that_undoes_the_other() {
        assert!(are_opposite("conversations_unarchive", "conversations_archive"));
        assert!(are_opposite("enableUser", "disableUser"));
        assert!(!are_opposite("archive_note", "unarchive_task"));
        assert!(!are_opposite("get_note", "delete_note"));
    }

    #[test]
    fn an_argument_means_the_field_that_it_names_in_full_or_after_the_noun() {
        let noun = ["ticket".to_owned()];
        for (argument, field) in [
            ("ticket_id", "id"),
            ("teamId", "team"),
            ("assignee", "assignee_id"),
            ("dueDate", "due_date"),
        ] {
            assert!(means(argument, field, &noun), "{argument} {field}");
        }
        for (argument, field) in [("user_id", "id"), ("start_date", "date"), ("name", "title")] {
            assert!(!means(argument, field, &noun), "{argument} {field}");
        }
    }
}
