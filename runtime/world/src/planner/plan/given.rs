//! Values that the instruction gives: what an act stores beside what was found.

use compoworld_core::{Semantic, Shape, Timestamp};
use serde_json::{Value, json};

use super::Planner;
use super::draft::Content;
use super::world::Rows;
use crate::planner::ability::{Kind, SetUse, TableAbility, choices_of, is_list, kind_of};
use crate::planner::cast::{NOTES, SLUGS, TAGS};
use crate::planner::meaning::{meaning_of, words_of};
use crate::planner::populate::{fits, new_title, number_value};

impl Planner<'_, '_> {
    /// A new value for a field that the instruction will say; `None` when we know none.
    pub(super) fn draw_given(
        &mut self,
        table: &TableAbility,
        set: &SetUse,
        among: &Rows,
        current: Option<&Value>,
    ) -> Option<Content> {
        let field = table.fields[set.field].info;
        if let Some(word) = self.draw_word(table, set, current) {
            return word.map(Content::Word);
        }
        let value = match field.shape.required() {
            Shape::Text | Shape::Key(_) => {
                let text = self.given_text(table, set.field, among);
                text.or_else(|| self.shared_text(table, set, among))?.into()
            }
            Shape::List(inner) if matches!(**inner, Shape::Text) => {
                self.given_text(table, set.field, among)?.into()
            }
            Shape::Number => {
                number_value(self.given_number(table, set.field, set.required)? as f64)
            }
            Shape::Integer => self.given_number(table, set.field, set.required)?.into(),
            Shape::Date => self.given_date(field.name).into(),
            Shape::Timestamp => self.given_instant(field.name).into(),
            Shape::Boolean => json!(!current.and_then(Value::as_bool).unwrap_or(false)),
            _ => return None,
        };
        let fresh = match current {
            Some(Value::Array(items)) => !items.contains(&value),
            Some(current) => *current != value,
            None => true,
        };
        fresh.then_some(Content::Given(value))
    }

    /// A word of a closed list, other than the present one. The outer `None`: the field takes no
    /// words; the inner: there is no other.
    #[expect(clippy::option_option, reason = "the two absences differ, as the doc says")]
    fn draw_word(
        &mut self,
        table: &TableAbility,
        set: &SetUse,
        current: Option<&Value>,
    ) -> Option<Option<String>> {
        let field = table.fields[set.field].info;
        let words: Vec<String> = match (&set.words, choices_of(&field.shape)) {
            (Some(words), Some(names)) => {
                words.iter().filter(|word| names.contains(&word.as_str())).cloned().collect()
            }
            (Some(words), None) if matches!(field.shape.required(), Shape::Text) => words.clone(),
            (None, Some(names)) => names.iter().map(|name| (*name).to_owned()).collect(),
            _ => return None,
        };
        let current = current.and_then(Value::as_str);
        let others: Vec<String> = words
            .into_iter()
            .filter(|word| Some(word.as_str()) != current && is_a_word(word))
            .collect();
        Some(self.dice.pick_some(&others).cloned())
    }

    fn given_text(
        &mut self,
        table: &TableAbility,
        position: usize,
        among: &Rows,
    ) -> Option<String> {
        const DRAWS_MAX: usize = 4;
        let field = table.fields[position].info;
        for _ in 0..DRAWS_MAX {
            let text = self.meant_text(table, position)?;
            let taken = among.values().any(|row| row[field.name].as_str() == Some(&text));
            let fitting = is_list(&field.shape) || fits(field, &text);
            if fitting && !taken && !self.said.contains(&text) {
                return Some(text);
            }
        }
        None
    }

    /// For a text that must be there and means nothing in particular, such as the project that all is
    /// in: one that other rows have.
    fn shared_text(&mut self, table: &TableAbility, set: &SetUse, among: &Rows) -> Option<String> {
        let field = &table.fields[set.field];
        let is_plain = matches!(
            field.meaning,
            Semantic::None | Semantic::Country | Semantic::Timezone | Semantic::Mime
        );
        if !set.required || field.info.key || !is_plain {
            return None;
        }
        let texts = among.values().filter_map(|row| row[field.info.name].as_str());
        let usable = texts.filter(|text| self.may_flow(text) && !self.said.contains(*text));
        let usable: Vec<String> = usable.map(str::to_owned).collect();
        self.dice.pick_some(&usable).cloned()
    }

    fn meant_text(&mut self, table: &TableAbility, position: usize) -> Option<String> {
        let field = table.fields[position].info;
        let cast = self.cast;
        let person = &cast.people[self.dice.below(cast.people.len())];
        let whole_name = kind_of(table.info.row, field) == Some(Kind::Person);
        Some(match meaning_of(table.info.row, field) {
            Semantic::Title => new_title(table.thing, self.dice).to_owned(),
            Semantic::Body => NOTES.pick(self.dice).to_owned(),
            Semantic::Person if whole_name => person.name.clone(),
            Semantic::Email => person.email.clone(),
            Semantic::Phone => person.phone.clone(),
            Semantic::Username => person.username.clone(),
            Semantic::Company => cast.companies[self.dice.below(cast.companies.len())].name.clone(),
            Semantic::Product => {
                cast.products[self.dice.below(cast.products.len())].name.to_owned()
            }
            Semantic::City => cast.cities[self.dice.below(cast.cities.len())].name.to_owned(),
            Semantic::Address => person.address.clone(),
            Semantic::Tag => TAGS.pick(self.dice).to_owned(),
            Semantic::Slug => format!("{}-{}", SLUGS.pick(self.dice), self.dice.between(2, 99)),
            Semantic::Url => {
                let company = &cast.companies[self.dice.below(cast.companies.len())];
                format!("https://{}/{}", company.domain, SLUGS.pick(self.dice))
            }
            Semantic::Path => format!("/{}/{}.md", TAGS.pick(self.dice), SLUGS.pick(self.dice)),
            Semantic::Language => (*self.dice.pick(&["en", "fr", "de", "pt", "sv"])).to_owned(),
            Semantic::Sku => cast.products[self.dice.below(cast.products.len())].sku.clone(),
            Semantic::Color => format!("#{:06x}", self.dice.below(0x0100_0000)),
            Semantic::Currency => (*self.dice.pick(&["EUR", "USD", "GBP", "SEK"])).to_owned(),
            Semantic::None if field.key => {
                format!("{}-{}", SLUGS.pick(self.dice), self.dice.between(2, 99))
            }
            _ => return None,
        })
    }

    fn given_number(
        &mut self,
        table: &TableAbility,
        position: usize,
        required: bool,
    ) -> Option<i64> {
        let field = table.fields[position].info;
        let (least, most) = match meaning_of(table.info.row, field) {
            Semantic::Money => (20, 3_000),
            Semantic::Quantity => (2, 40),
            Semantic::Percent => (5, 95),
            // A number that means nothing in particular is said only where it must be.
            _ if required => (1, 60),
            _ => return None,
        };
        let (least, most) = match field.range {
            None => (least, most),
            Some((low, high)) => {
                let low = (low.ceil() as i64).max(least);
                (low, (high.floor() as i64).min(most.max(low)))
            }
        };
        (least <= most).then(|| self.dice.between(least, most))
    }

    /// A day; one that ends something comes after the one that started it.
    fn given_date(&mut self, name: &str) -> String {
        const DAY: i64 = 86_400;
        let day = |seconds: i64| Timestamp::from_unix_seconds(seconds).date();
        let today = self.config.epoch.unix_seconds();
        let seconds = match (self.starts, is_end(name)) {
            (Some(starts), true) => starts + self.dice.between(1, 20) * DAY,
            // Whatever starts is drawn below, and lies before it.
            (None, true) => today + self.dice.between(40, 70) * DAY,
            (_, false) => today + self.dice.between(4, 39) * DAY,
        };
        if !is_end(name) {
            self.starts = Some(seconds);
        }
        day(seconds).to_string()
    }

    /// An instant; one that ends something comes soon after the one that started it.
    fn given_instant(&mut self, name: &str) -> String {
        const HOUR: i64 = 3_600;
        let day = self.config.epoch.date().plus_days(self.dice.between(2, 40)).start();
        let drawn = day.unix_seconds() + self.dice.between(8, 17) * HOUR;
        let seconds = match self.starts {
            Some(starts) if is_end(name) => starts + self.dice.between(1, 4) * HOUR / 2,
            _ => drawn,
        };
        if !is_end(name) {
            self.starts = Some(seconds);
        }
        Timestamp::from_unix_seconds(seconds).to_string()
    }
}

/// Whether a day or an instant of this name ends something.
fn is_end(name: &str) -> bool {
    const ENDS: [&str; 7] = ["end", "ends", "until", "finish", "stop", "to", "expiry"];
    words_of(name).iter().any(|word| ENDS.contains(&word.as_str()))
}

/// Whether a name of a closed list is something that people say.
fn is_a_word(word: &str) -> bool {
    !word.is_empty()
        && word.chars().all(|c| c.is_ascii_alphabetic() || matches!(c, '_' | '-' | ' '))
        && word.chars().any(|c| c.is_ascii_lowercase() || c.is_ascii_uppercase())
}
