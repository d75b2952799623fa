//! What an argument is for: to name something, to choose among what is there, or to say something
//! new.

use compoworld_transcript::{Leaf, Step, is_id_name};
use serde_json::Value;

use crate::spec::{Schema, Type};

use super::likeness::{Called, singular_words};
use super::pool::Pool;
use super::profile::{Profile, Stage};

/// What an argument is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// To name something that is there.
    Reference,
    /// To choose among what is there.
    Filter,
    /// To say something new.
    Content,
}

impl Wish {
    /// What an argument of this tool is for.
    pub(super) fn of(at: &[Step], schema: &Schema, profile: &Profile, pool: &Pool) -> Self {
        let name = last_name(at);
        let called = called(at, profile);
        if is_credential(&name) {
            return Self::Content;
        }
        let is_key = profile.stage != Stage::Create
            && is_only_key(&name, at, schema, profile)
            && !pool.fitting(&called, profile.reach).is_empty();
        if is_id_name(&name)
            || is_end(&called, profile)
            || names_another(&called, profile, pool)
            || is_key
        {
            Self::Reference
        } else if profile.stage == Stage::Read {
            Self::Filter
        } else {
            Self::Content
        }
    }
}

/// What an argument is called.
pub(super) fn called(at: &[Step], profile: &Profile) -> Called {
    Called::of(&Leaf { at: at.to_vec(), value: Value::Null }, &profile.noun)
}

/// The last name on the way to an argument.
pub(super) fn last_name(at: &[Step]) -> String {
    let name = at.iter().rev().find_map(|step| match step {
        Step::Member(name) => Some(name.clone()),
        Step::Item(_) => None,
    });
    name.unwrap_or_default()
}

/// Whether an argument names one end of a link between things of any kind. A `from` or a `source`
/// may be anything else: of a mail, of a period.
pub(super) fn is_end(called: &Called, profile: &Profile) -> bool {
    const ENDS: [&str; 6] = ["from", "to", "source", "target", "left", "right"];
    let words = called.words.join("_");
    if matches!(words.as_str(), "parent" | "depends_on" | "blocked_by" | "dependency") {
        return true;
    }
    let moves = words == "source" && declares(&profile.parameters, &|name| name == "destination");
    moves || (ENDS.contains(&words.as_str()) && links_things(profile))
}

/// Whether a tool works on links, as its name or one of its arguments says.
fn links_things(profile: &Profile) -> bool {
    let is_link = |word: &String| {
        matches!(word.as_str(), "relation" | "relationship" | "link" | "edge" | "connection")
    };
    profile.noun.iter().any(is_link)
        || declares(&profile.parameters, &|name| singular_words(name).iter().any(is_link))
}

fn declares(schema: &Schema, is_meant: &dyn Fn(&str) -> bool) -> bool {
    schema.properties.keys().any(|name| is_meant(name))
        || schema.children().any(|child| declares(child, is_meant))
}

/// Whether an argument says who asks rather than what for.
pub(super) fn is_credential(name: &str) -> bool {
    let words = singular_words(name).join("_");
    ["api_key", "apikey", "token", "secret", "password", "credential", "license_key"]
        .iter()
        .any(|word| words.ends_with(word))
        && !words.contains("page")
        && !words.contains("cursor")
}

/// Whether an argument is a path.
pub(super) fn names_a_path(name: &str) -> bool {
    let words = singular_words(name);
    let last = words.last().map(String::as_str).unwrap_or_default();
    matches!(last, "path" | "file" | "filename" | "directory" | "folder" | "dir" | "destination")
}

/// Whether an argument is words to look for.
pub(super) fn is_query(name: &str) -> bool {
    let words = singular_words(name);
    let last = words.last().map(String::as_str).unwrap_or_default();
    matches!(last, "query" | "search" | "keyword" | "term" | "q" | "pattern")
}

/// Whether an argument is to hold what is there already: `oldText`, `find`.
pub(super) fn is_old(name: &str) -> bool {
    let words = singular_words(name);
    words.iter().any(|word| matches!(word.as_str(), "old" | "existing" | "find" | "before_text"))
}

/// Whether a name such as `entityName` means a thing of another kind that was seen.
fn names_another(called: &Called, profile: &Profile, pool: &Pool) -> bool {
    let Some((last, above)) = called.words.split_last() else { return false };
    !above.is_empty()
        && matches!(last.as_str(), "name" | "key" | "slug")
        && above != profile.noun
        && !pool.fitting(called, profile.reach).is_empty()
}

/// Whether this is the first thing that has to be given, a text, and no identifier has to be.
fn is_only_key(name: &str, at: &[Step], schema: &Schema, profile: &Profile) -> bool {
    let parameters = &profile.parameters;
    let is_first = parameters.required.first().is_some_and(|first| first == name);
    let is_outer = at.first().is_some_and(|step| *step == Step::Member(name.to_owned()));
    let is_text = matches!(schema.kind, Some(Type::String) | None);
    let has_id = parameters.required.iter().any(|required| is_id_name(required));
    is_first && is_outer && is_text && !is_query(name) && !has_id
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::likeness::Called;
    use super::super::profile::{Profile, Reach};
    use super::is_end;
    use crate::normalize::WireTool;
    use crate::spec::Hints;

    fn ends(tool: &str, properties: Value) -> Vec<String> {
        let schema = json!({"type": "object", "properties": properties});
        let parameters = serde_json::from_value(schema).expect("a schema");
        let (name, description) = (tool.to_owned(), String::new());
        let tool = WireTool { name, description, hints: Hints::default(), parameters };
        let profile = Profile::of(tool, Reach::Own);
        let names = profile.parameters.properties.keys();
        let called = |name: &str| Called { words: vec![name.to_owned()], owner: Vec::new() };
        names.filter(|name| is_end(&called(name), &profile)).cloned().collect()
    }

    #[test]
    fn ends_of_links_are_told_from_senders_and_periods() {
        let text = json!({"type": "string"});
        let both = json!({"from": text, "to": text});
        assert_eq!(ends("create_relations", both.clone()), ["from", "to"]);
        assert!(ends("send_email", both).is_empty());
        let moved = json!({"source": text, "destination": text});
        assert_eq!(ends("move_file", moved), ["source"]);
        assert_eq!(ends("add", json!({"target": text, "linkType": text})), ["target"]);
        assert_eq!(ends("create_task", json!({"parent": text, "source": text})), ["parent"]);
    }
}
