//! Step `strip_service`: leaves the service's own name out of its tools' names.
//!
//! In a service of this name, `update_acme_tag` is about a tag. A word that names something in the
//! service stays, and so does one that tells of the web, of code or of media.

use std::collections::BTreeSet;

use super::nouns::{CODE, COMPUTED, ENGINES, MEDIA, PREPOSITIONS, WEB, singular};
use super::verbs::verb;

/// Words of services' names that name no service.
const GENERIC: &[&str] = &["a", "api", "app", "client", "mcp", "of", "sdk", "server", "the"];

/// The names without the words that only say whose tools they are.
pub fn strip_service(service: &str, mut names: Vec<Vec<String>>) -> Vec<Vec<String>> {
    let mut own: BTreeSet<&str> = service
        .split('_')
        .map(|word| {
            let stem = word.strip_suffix("api").or_else(|| word.strip_suffix("mcp"));
            stem.filter(|stem| stem.len() > 3).unwrap_or(word)
        })
        .filter(|word| !GENERIC.contains(word) && word.len() > 2)
        .collect();
    let tells = |word: &&str| {
        verb(word).is_some()
            || [CODE, COMPUTED, ENGINES, MEDIA, WEB].iter().any(|l| l.contains(word))
    };
    own.retain(|word| !tells(word));
    for words in &names {
        for (index, word) in words.iter().enumerate() {
            let next = words.get(index + 1);
            let ends = next.is_none_or(|next| PREPOSITIONS.contains(&next.as_str()));
            if ends {
                own.remove(singular(word).as_str());
                own.remove(word.as_str());
            }
        }
    }
    for words in &mut names {
        words.retain(|word| !own.contains(word.as_str()));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::strip_service;
    use crate::normalize::words::split_words;

    #[test]
    fn the_name_of_the_service_goes_and_the_names_of_its_things_stay() {
        let strip = |service: &str, names: &[&str]| -> Vec<String> {
            let words = names.iter().map(|name| split_words(name)).collect();
            strip_service(service, words).iter().map(|words| words.join("_")).collect()
        };
        assert_eq!(
            strip("acmeapi", &["update_acme_tag", "list_tags"]),
            ["update_tag", "list_tags"]
        );
        let todos = ["create_todo", "list_todo_items"];
        assert_eq!(strip("todo_mcp", &todos), todos);
        assert_eq!(strip("browser", &["browser_get_text"]), ["browser_get_text"]);
    }
}
