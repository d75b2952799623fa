//! Reads a tool's name: `close_issue` is an act on an issue.

use super::nouns::{FILLERS, PREPOSITIONS, TAILS, means_many, singular};
use super::verbs::{Act, is_noun_too, is_plain_verb, mark_of, verb, verb_at_start};

/// What a tool's name says that it does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Intent {
    /// What it does.
    pub act: Act,
    /// The verb as it stands in the name; empty when there is none.
    pub verb: String,
    /// The words before the verb, when it stands inside the name.
    pub module: Vec<String>,
    /// To what: the words of a noun in the singular; empty when the name has none.
    pub noun: Vec<String>,
    /// Whether the noun means several rows.
    pub plural: bool,
    /// The preposition after the noun.
    pub joint: Option<String>,
    /// The noun after the preposition, in the singular.
    pub owner: Vec<String>,
    /// The flag that is set, and to what.
    pub flag: Option<(String, bool)>,
    /// Whether it says that it works on many things at once.
    pub bulk: bool,
}

/// Reads a tool's name, given in lower-case words.
pub fn read_intent(words: &[String]) -> Intent {
    let mut words: Vec<String> = words.to_vec();
    while words.len() > 1
        && words.last().is_some_and(|word| word == "tool" || is_version(word) || word == "mcp")
    {
        words.pop();
    }
    if words.join("_") == "who_am_i" || words == ["whoami"] || words == ["me"] {
        words = ["get", "current", "user"].map(str::to_owned).to_vec();
    }
    let bulk = words.iter().any(|word| matches!(word.as_str(), "bulk" | "batch" | "many" | "mass"));
    if bulk && words.len() > 1 {
        words.retain(|word| !matches!(word.as_str(), "bulk" | "batch" | "many" | "mass"));
    }
    let (act, verb, module, rest) = split_verb(&words);
    if act == Act::Unclear && verb == "mark" {
        return read_mark(&module, &rest, bulk);
    }
    let flag = mark_of(&verb).map(|(flag, value)| (flag.to_owned(), value));
    let mut intent = Intent {
        act,
        verb,
        module,
        noun: Vec::new(),
        plural: false,
        joint: None,
        owner: Vec::new(),
        flag: flag.filter(|_| act == Act::Mark),
        bulk,
    };
    read_noun(&rest, &mut intent);
    if intent.act == Act::Get && intent.plural {
        intent.act = Act::List;
    }
    if intent.noun.last().is_some_and(|last| last == "count") && intent.act.is_read() {
        intent.noun.pop();
        intent.act = if intent.noun.is_empty() { Act::Unclear } else { Act::Count };
        if let Some(last) = intent.noun.last_mut() {
            *last = singular(last);
        }
    }
    intent
}

fn is_version(word: &str) -> bool {
    word.len() <= 3
        && word.starts_with('v')
        && word[1..].bytes().all(|byte| byte.is_ascii_digit())
        && word.len() > 1
}

/// The verb, the words before it, and the words after it.
fn split_verb(words: &[String]) -> (Act, String, Vec<String>, Vec<String>) {
    let at = |index: usize, length: usize, act: Act| {
        let verb = words[index..index + length].join(" ");
        (act, verb, words[..index].to_vec(), words[index + length..].to_vec())
    };
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        return (Act::Unclear, String::new(), Vec::new(), Vec::new());
    };
    if first == "mark" && words.len() > 1 {
        return at(0, 1, Act::Unclear);
    }
    let start = verb_at_start(words);
    // `post_list`: the first word is a noun when the last one is a verb and nothing else.
    let last_is_verb = words.len() > 1 && is_plain_verb(last);
    let first_is_noun = is_noun_too(first) || start.is_none();
    if last_is_verb && first_is_noun && !words.iter().any(|word| PREPOSITIONS.contains(&&**word)) {
        let (_, verb, module, _) = at(words.len() - 1, 1, Act::Unclear);
        return (super::verbs::verb(last).unwrap_or(Act::Unclear), verb, Vec::new(), module);
    }
    let inner = (1..words.len()).find(|index| is_plain_verb(&words[*index]));
    if let Some(index) = inner.filter(|_| first_is_noun) {
        let is_joined = PREPOSITIONS.contains(&&*words[index - 1]) || words[index - 1] == "and";
        if !is_joined && let Some((act, length)) = verb_at_start(&words[index..]) {
            return at(index, length, act);
        }
    }
    if let Some((act, length)) = start {
        return at(0, length, act);
    }
    if words.len() > 1
        && let Some(act) = verb(last)
        && !is_noun_too(last)
    {
        let module = words[..words.len() - 1].to_vec();
        return (act, last.clone(), Vec::new(), module);
    }
    (Act::Name, String::new(), Vec::new(), words.to_vec())
}

/// `mark_message_as_read`, `mark_task_complete`.
fn read_mark(module: &[String], rest: &[String], bulk: bool) -> Intent {
    let cut = rest.iter().position(|word| word == "as");
    let (noun, state) = match cut {
        Some(cut) => (&rest[..cut], &rest[cut + 1..]),
        None => rest.split_at(rest.len().saturating_sub(1)),
    };
    let (name, value) = match state.join("_").as_str() {
        "done" | "complete" | "completed" => ("completed".to_owned(), true),
        "incomplete" | "undone" => ("completed".to_owned(), false),
        "unread" => ("read".to_owned(), false),
        "resolve" => ("resolved".to_owned(), true),
        other => (other.to_owned(), true),
    };
    let mut intent = Intent {
        act: if name.is_empty() { Act::Unclear } else { Act::Mark },
        verb: "mark".to_owned(),
        module: module.to_vec(),
        noun: Vec::new(),
        plural: false,
        joint: None,
        owner: Vec::new(),
        flag: Some((name, value)),
        bulk,
    };
    read_noun(noun, &mut intent);
    intent
}

/// The noun, and what comes after its preposition.
fn read_noun(rest: &[String], intent: &mut Intent) {
    let mut rest: Vec<&String> = rest.iter().collect();
    let mut all = false;
    // `search_for_products`, `get_list_of_users`
    loop {
        match rest.first() {
            Some(word) if FILLERS.contains(&word.as_str()) && rest.len() > 1 => {
                all |= word.as_str() == "all";
                rest.remove(0);
            }
            Some(word) if matches!(word.as_str(), "for" | "of") => {
                rest.remove(0);
            }
            Some(word) if word.as_str() == "list" && rest.get(1).is_some_and(|of| *of == "of") => {
                all = true;
                rest.drain(..2);
            }
            _ => break,
        }
    }
    let is_joint = |word: &&String| PREPOSITIONS.contains(&word.as_str());
    let end = rest.iter().position(is_joint).unwrap_or(rest.len());
    let mut noun: Vec<String> = rest[..end].iter().map(|word| (*word).clone()).collect();
    let mut owner: Vec<String> = rest
        .iter()
        .skip(end + 1)
        .take_while(|word| !is_joint(word))
        .filter(|word| !FILLERS.contains(&word.as_str()))
        .map(|word| (*word).clone())
        .collect();
    let mut many = all;
    while noun.len() > 1 && noun.last().is_some_and(|word| TAILS.contains(&word.as_str())) {
        many |= noun.pop().is_some_and(|tail| tail == "list");
    }
    while owner.len() > 1 && owner.last().is_some_and(|word| TAILS.contains(&word.as_str())) {
        owner.pop();
    }
    intent.plural = many || noun.last().is_some_and(|word| means_many(word));
    for words in [&mut noun, &mut owner] {
        if let Some(last) = words.last_mut() {
            *last = singular(last);
        }
    }
    intent.joint = rest.get(end).map(|word| (*word).clone());
    intent.noun = noun;
    intent.owner = owner;
}
