//! English for names: of entities, fields and values.

use compoworld_core::{FieldInfo, KeyForm, Semantic};
use serde_json::Value;

use super::spellings::written;
use crate::planner::ability::{Kind, TableAbility};
use crate::planner::meaning::words_of;
use crate::said::in_words;

/// `PullRequest` as `pull request`, `SendRow` as `send`.
pub fn entity_words(table: &TableAbility) -> String {
    let mut words = words_of(table.info.row.name);
    // A state model says `Row` where a plainer name was taken.
    if let [.., before, last] = words.as_slice()
        && last == "row"
        && !["table", "sheet", "context"].contains(&before.as_str())
    {
        words.pop();
    }
    words.iter().map(|word| written(word)).collect::<Vec<_>>().join(" ")
}

/// More than one of it.
pub fn plural(noun: &str) -> String {
    let ends = |ending: &str| noun.ends_with(ending);
    let vowel_before_y = ["ay", "ey", "oy", "uy"].iter().any(|ending| ends(ending));
    if ends("person") {
        return format!("{}people", noun.trim_end_matches("person"));
    }
    if ends("y") && !vowel_before_y {
        return format!("{}ies", noun.trim_end_matches('y'));
    }
    if ["s", "x", "ch", "sh", "z"].iter().any(|ending| ends(ending)) {
        return format!("{noun}es");
    }
    format!("{noun}s")
}

/// The noun with `a` or `an`.
pub fn with_article(noun: &str) -> String {
    const SPOKEN_WITH_A_CONSONANT: [&str; 6] = ["user", "unit", "unique", "one", "us", "eu"];
    let first = noun.chars().next().unwrap_or('x').to_ascii_lowercase();
    let vowel = "aeiou".contains(first)
        && !SPOKEN_WITH_A_CONSONANT.iter().any(|start| noun.to_lowercase().starts_with(start));
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// A field's name in words: `requester email`, `order number`, `ticket ID`.
pub fn field_words(field: &FieldInfo) -> String {
    let is_place = matches!(field.semantic, Semantic::Path | Semantic::Url | Semantic::Slug);
    match (field.name, is_place) {
        ("from", true) => return "source".to_owned(),
        ("from", false) => return "sender".to_owned(),
        ("to", true) => return "target".to_owned(),
        ("to", false) => return "recipient".to_owned(),
        _ => {}
    }
    let mut words: Vec<&str> = Vec::new();
    let named = words_of(field.name);
    words.extend(named.iter().map(|word| written(word)));
    match words.as_slice() {
        ["due"] => words.push("date"),
        ["reply", "to"] => words = vec!["reply address"],
        // `start date time` and `start datetime`.
        [_, .., "date", "time"] => drop(words.remove(words.len() - 2)),
        [.., "datetime"] => {
            words.pop();
            words.push("time");
        }
        [.., moment, "at" | "on"] => {
            let moment = moment_noun(moment);
            words.truncate(words.len() - 2);
            words.extend([moment, "time"]);
        }
        _ => {}
    }
    words.join(" ")
}

/// `start` for `starts_at`, `completion` for `completed_at`.
fn moment_noun(verb: &str) -> &str {
    match verb {
        "starts" | "started" | "begins" => "start",
        "ends" | "ended" | "finished" => "end",
        "completed" => "completion",
        "created" => "creation",
        "expires" | "expire" | "expired" => "expiry",
        "closed" => "closing",
        "sent" => "sending",
        other => other,
    }
}

/// What a service is called: `Pulse CMS` for `Pulse Cms`.
pub fn service_words(title: &str) -> String {
    let word = |word: &str| {
        let lower = word.to_lowercase();
        let known = written(&lower);
        // Words in a case of their own stay so.
        let is_abbreviation = known != lower && known.to_lowercase() == lower;
        if is_abbreviation && is_capitalized(word) { known } else { word }.to_owned()
    };
    title.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Whether a word is written `Like` this, so that its case says nothing.
fn is_capitalized(word: &str) -> bool {
    let mut characters = word.chars();
    characters.next().is_some_and(char::is_uppercase) && characters.all(char::is_lowercase)
}

/// A field's name beside its row: `name` for the `shop_name` of a shop, `ID` for the key `quiz` of a
/// quiz.
pub fn own_words(table: &TableAbility, position: usize) -> String {
    let field = &table.fields[position];
    let words = field_words(field.info);
    let noun = entity_words(table);
    let names_the_row = noun == words || noun.ends_with(&format!(" {words}"));
    if field.info.key && names_the_row {
        let given = table.info.row.key_form == KeyForm::Given;
        return if given { "name" } else { "ID" }.to_owned();
    }
    let last = noun.rsplit(' ').next().unwrap_or_default();
    let rest =
        [noun.as_str(), last].iter().find_map(|noun| words.strip_prefix(noun)?.strip_prefix(' '));
    let is_free = |rest: &&str| table.fields.iter().all(|other| field_words(other.info) != **rest);
    rest.filter(is_free).map_or_else(|| words.clone(), str::to_owned)
}

/// Whether a field holds what its row is called.
pub fn is_own_name(table: &TableAbility, position: usize) -> bool {
    const NAMES: [&str; 6] =
        ["name", "title", "full name", "display name", "real name", "filename"];
    let named = matches!(
        table.fields[position].kind,
        Some(
            Kind::Title
                | Kind::Person
                | Kind::Company
                | Kind::Product
                | Kind::Slug
                | Kind::Username
        )
    );
    named && NAMES.contains(&own_words(table, position).as_str())
}

/// What a field's value is called when it stands alone: `email address`, `order number`.
pub fn label(table: &TableAbility, position: usize, noun: &str) -> String {
    let bare = bare_label(table, position);
    match bare.as_str() {
        "ID" | "number" | "key" | "code" | "name" | "iid" => format!("{noun} {bare}"),
        _ => bare,
    }
}

/// What a field's value is called beside its row: `ID` in `the ID of the ticket`.
pub fn bare_label(table: &TableAbility, position: usize) -> String {
    let words = own_words(table, position);
    match (table.fields[position].kind, words.as_str()) {
        (Some(Kind::Email), "email") => "email address".to_owned(),
        (Some(Kind::Phone), "phone") => "phone number".to_owned(),
        _ => words,
    }
}

/// How an instruction quotes.
#[derive(Debug, Clone, Copy)]
pub struct Quotes {
    pub open: char,
    pub close: char,
    /// Whether names stand in quotes too, as titles always do.
    pub names: bool,
    /// Whether days and instants are written in words, not as data.
    pub days_in_words: bool,
}

impl Quotes {
    pub const STRAIGHT: Self = Self { open: '"', close: '"', names: false, days_in_words: true };
    pub const CURLY: Self = Self { open: '“', close: '”', names: false, days_in_words: true };
    pub const TERSE: Self = Self { names: true, days_in_words: false, ..Self::STRAIGHT };

    /// The text in quotes.
    pub fn around(self, text: &str) -> String {
        format!("{}{text}{}", self.open, self.close)
    }
}

/// A value as the instruction says it.
pub fn say_value(kind: Option<Kind>, value: &Value, quotes: Quotes) -> String {
    let is_day = matches!(kind, Some(Kind::Date | Kind::Instant)) && quotes.days_in_words;
    match value {
        Value::String(text) if is_day => in_words(text).unwrap_or_else(|| text.clone()),
        Value::String(text) if is_bare(kind, text, quotes) => text.clone(),
        Value::String(text) => quotes.around(text),
        Value::Bool(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        other => other.to_string(),
    }
}

/// Whether a text stands without quotes.
fn is_bare(kind: Option<Kind>, text: &str, quotes: Quotes) -> bool {
    if text.contains('@') && !text.contains(' ') {
        return true;
    }
    match kind {
        Some(Kind::Person | Kind::Company | Kind::Product | Kind::City) => {
            !quotes.names && !text.contains(['"', ';'])
        }
        Some(
            Kind::Email
            | Kind::Phone
            | Kind::Date
            | Kind::Instant
            | Kind::Sku
            | Kind::Key
            | Kind::Url
            | Kind::Username
            | Kind::Money,
        ) => !text.contains(['"', ';']),
        _ => false,
    }
}

/// What a field that holds yes or no says of its row.
pub enum Flag {
    /// `active`, `not active`: the row is marked so.
    Quality(String),
    /// `two factor authentication`: what is turned on or off.
    Switch { name: String, on: bool },
}

/// A field that holds yes or no, as people speak of it.
pub fn say_flag(field: &FieldInfo, flag: bool) -> Flag {
    let words = field_words(field);
    let quality = words.strip_prefix("is ");
    if quality.is_none() && !is_quality(&words) {
        return Flag::Switch { name: words, on: flag };
    }
    let words = quality.unwrap_or(&words).to_owned();
    Flag::Quality(if flag { words } else { opposite(&words) })
}

/// What a row is of which a quality cannot be said: `enabled` for `disabled`.
fn opposite(quality: &str) -> String {
    const PAIRS: [(&str, &str); 8] = [
        ("enabled", "disabled"),
        ("active", "inactive"),
        ("public", "private"),
        ("read", "unread"),
        ("visible", "hidden"),
        ("online", "offline"),
        ("internal", "external"),
        ("open", "closed"),
    ];
    let other = PAIRS.iter().find_map(|(one, other)| match quality {
        _ if quality == *one => Some(*other),
        _ if quality == *other => Some(*one),
        _ => None,
    });
    other.map_or_else(|| format!("not {quality}"), str::to_owned)
}

/// Whether a name can be said of a row: `archived`, `billable`, `public`.
fn is_quality(words: &str) -> bool {
    const QUALITIES: [&str; 24] = [
        "read",
        "unread",
        "hidden",
        "open",
        "default",
        "internal",
        "external",
        "paid",
        "urgent",
        "done",
        "free",
        "global",
        "local",
        "secret",
        "important",
        "anonymous",
        "all day",
        "favorite",
        "favourite",
        "spam",
        "online",
        "offline",
        "public",
        "private",
    ];
    let endings = ["ed", "able", "ible", "ive"];
    QUALITIES.contains(&words)
        || !words.contains(' ') && endings.iter().any(|ending| words.ends_with(ending))
}

/// A word of a closed list as people say it: `in_progress` as `in progress`.
pub fn say_word(word: &str) -> String {
    word.replace(['_', '-'], " ").to_lowercase()
}

/// What a text is about, with its article.
pub fn say_topic(topic: &str) -> String {
    let plural = topic.ends_with('s') && !topic.ends_with("ss");
    if plural { topic.to_owned() } else { format!("the {topic}") }
}

/// The sentence with a capital at its start and a full stop at its end.
pub fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    let mut out: String = characters.next().into_iter().flat_map(char::to_uppercase).collect();
    out.push_str(characters.as_str());
    if !out.ends_with(['.', '!', '?', ':']) {
        out.push('.');
    }
    out
}

/// `a`, `a and b`, `a, b and c`.
pub fn join_and(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::{join_and, opposite, plural, say_topic, sentence, service_words, with_article};

    #[test]
    fn nouns_get_the_right_article_and_plural() {
        assert_eq!(with_article("order"), "an order");
        assert_eq!(with_article("user"), "a user");
        assert_eq!(with_article("ticket"), "a ticket");
        assert_eq!(plural("company"), "companies");
        assert_eq!(plural("branch"), "branches");
        assert_eq!(plural("survey"), "surveys");
        assert_eq!(plural("person"), "people");
    }

    #[test]
    fn abbreviations_in_the_names_of_services_are_written_large() {
        assert_eq!(service_words("Pulse Cms"), "Pulse CMS");
        assert_eq!(service_words("Amazon Mq"), "Amazon MQ");
        for title in ["HubSpot", "n8n", "Google Drive", "eSignatures"] {
            assert_eq!(service_words(title), title);
        }
    }

    #[test]
    fn what_is_not_disabled_is_enabled() {
        assert_eq!(opposite("disabled"), "enabled");
        assert_eq!(opposite("read"), "unread");
        assert_eq!(opposite("archived"), "not archived");
    }

    #[test]
    fn topics_in_the_plural_have_no_article() {
        assert_eq!(say_topic("video calls"), "video calls");
        assert_eq!(say_topic("hallway lamp"), "the hallway lamp");
    }

    #[test]
    fn lists_and_sentences_read_well() {
        let parts = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(join_and(&parts), "a, b and c");
        assert_eq!(sentence("éclair is ready"), "Éclair is ready.");
    }
}
