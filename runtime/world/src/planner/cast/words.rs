//! The word lists: one entry a line, in files of our own making.

use std::sync::OnceLock;

use crate::dice::Dice;

/// A word list, split into lines once a process.
pub struct Words {
    text: &'static str,
    lines: OnceLock<Vec<&'static str>>,
}

impl Words {
    const fn new(text: &'static str) -> Self {
        Self { text, lines: OnceLock::new() }
    }

    /// The entries.
    pub fn lines(&self) -> &[&'static str] {
        self.lines.get_or_init(|| self.text.lines().filter(|line| !line.is_empty()).collect())
    }

    /// One of the entries.
    pub fn pick(&self, dice: &mut Dice) -> &'static str {
        let lines = self.lines();
        lines[dice.below(lines.len())]
    }
}

/// Given names; `Zoë=zoe` names the spelling for mail addresses.
pub static GIVEN_NAMES: Words = Words::new(include_str!("words/given_names.txt"));
/// Family names, in the same form.
pub static FAMILY_NAMES: Words = Words::new(include_str!("words/family_names.txt"));
/// What companies are called.
pub static COMPANIES: Words = Words::new(include_str!("words/companies.txt"));
/// What companies do.
pub static COMPANY_TAILS: Words = Words::new(include_str!("words/company_tails.txt"));
/// Things that are sold.
pub static PRODUCTS: Words = Words::new(include_str!("words/products.txt"));
/// `city|country|country code|time zone|dialling code`.
pub static CITIES: Words = Words::new(include_str!("words/cities.txt"));
/// Streets.
pub static STREETS: Words = Words::new(include_str!("words/streets.txt"));
/// `what is wrong|what it is about`.
pub static PROBLEMS: Words = Words::new(include_str!("words/problems.txt"));
/// `project|what it is about`.
pub static PROJECTS: Words = Words::new(include_str!("words/projects.txt"));
/// `event|what it is about`.
pub static EVENTS: Words = Words::new(include_str!("words/events.txt"));
/// `document|what it is about`.
pub static DOCUMENTS: Words = Words::new(include_str!("words/documents.txt"));
/// `thing to do|what it is about`.
pub static TASKS: Words = Words::new(include_str!("words/tasks.txt"));
/// Short remarks.
pub static NOTES: Words = Words::new(include_str!("words/notes.txt"));
/// Labels.
pub static TAGS: Words = Words::new(include_str!("words/tags.txt"));
/// Names in lower case without spaces.
pub static SLUGS: Words = Words::new(include_str!("words/slugs.txt"));
/// What people do.
pub static ROLES: Words = Words::new(include_str!("words/roles.txt"));

#[cfg(test)]
mod tests {
    use super::{CITIES, DOCUMENTS, EVENTS, FAMILY_NAMES, GIVEN_NAMES, PROBLEMS, PROJECTS, TASKS};

    #[test]
    fn every_topic_stands_in_its_title() {
        for words in [&PROBLEMS, &PROJECTS, &EVENTS, &DOCUMENTS, &TASKS] {
            for line in words.lines() {
                let (title, topic) = line.split_once('|').expect("a title and its topic");
                let title = title.to_lowercase();
                assert!(topic.split(' ').all(|word| title.contains(word)), "{line}");
            }
        }
    }

    #[test]
    fn mail_spellings_are_plain_ascii() {
        for line in GIVEN_NAMES.lines().iter().chain(FAMILY_NAMES.lines()) {
            let spelling = line.split_once('=').map_or(*line, |(_, plain)| plain);
            assert!(spelling.bytes().all(|byte| byte.is_ascii_alphabetic()), "{line}");
        }
    }

    #[test]
    fn a_city_has_its_country_zone_and_dialling_code() {
        for line in CITIES.lines() {
            assert_eq!(line.split('|').count(), 5, "{line}");
        }
    }
}
