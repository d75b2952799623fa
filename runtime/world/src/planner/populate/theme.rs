//! What one row is about, so that its fields agree with each other.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde_json::Value;

use crate::dice::Dice;
use crate::planner::cast::{
    Cast, Company, DOCUMENTS, EVENTS, PROBLEMS, PROJECTS, Person, Product, TASKS, Words,
};
use crate::planner::meaning::Thing;

/// A row that is made, and what later rows need to know of it.
pub(super) struct Made {
    pub key: String,
    /// The key as a reference to the row holds it.
    pub key_value: Value,
    pub row: Value,
    /// Who the row is about, if it is about someone.
    pub person: Option<usize>,
}

/// What one row is about.
pub(super) struct Theme {
    /// Who, by the prefix of the fields' names: `requester` in `requester_email`.
    pub people: BTreeMap<String, usize>,
    /// The company, when the row is one.
    pub company: Option<usize>,
    /// The product.
    pub product: usize,
    /// The city, when nobody gives one.
    pub city: usize,
    /// What stands in titles.
    pub title: &'static str,
    /// When the row was made, in seconds.
    pub created: i64,
    /// When what it is about starts, in seconds.
    pub starts: i64,
}

impl Theme {
    /// The company of a row: its own, or that of the person.
    pub(super) fn company<'a>(&self, cast: &'a Cast, person: usize) -> &'a Company {
        &cast.companies[self.company.unwrap_or(cast.people[person].company)]
    }

    /// The person of a prefix, if it is set.
    pub(super) fn person<'a>(&self, cast: &'a Cast, prefix: &str) -> Option<&'a Person> {
        self.people.get(prefix).map(|at| &cast.people[*at])
    }

    /// The product.
    pub(super) fn product<'a>(&self, cast: &'a Cast) -> &'a Product {
        &cast.products[self.product]
    }
}

/// The list that titles of such things come from.
pub(super) fn titles_of(thing: Thing) -> &'static Words {
    match thing {
        Thing::Problem => &PROBLEMS,
        Thing::Event => &EVENTS,
        Thing::Document => &DOCUMENTS,
        Thing::Task => &TASKS,
        _ => &PROJECTS,
    }
}

/// The title of an entry `title|topic`.
pub(super) fn title_text(entry: &'static str) -> &'static str {
    entry.split_once('|').map_or(entry, |(title, _)| title)
}

/// What a title of ours is about, in words that stand in it.
#[must_use]
pub fn topic_of(title: &str) -> Option<&'static str> {
    static TOPICS: OnceLock<BTreeMap<&'static str, &'static str>> = OnceLock::new();
    let topics = TOPICS.get_or_init(|| {
        let lists = [&PROBLEMS, &PROJECTS, &EVENTS, &DOCUMENTS, &TASKS];
        lists
            .iter()
            .flat_map(|words| words.lines())
            .filter_map(|line| line.split_once('|'))
            .collect()
    });
    topics.get(title).copied()
}

/// A title for a new thing.
pub fn new_title(thing: Thing, dice: &mut Dice) -> &'static str {
    title_text(titles_of(thing).pick(dice))
}
