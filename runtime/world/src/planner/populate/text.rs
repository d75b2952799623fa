//! Texts by what they mean.

use compoworld_core::Semantic;

use super::field_plan::FieldPlan;
use super::key::token;
use super::value::Sampler;
use crate::planner::cast::{NOTES, ROLES, SLUGS, TAGS};
use crate::planner::meaning::Thing;

impl Sampler<'_, '_> {
    /// A text of this meaning, before the field's rules are looked at.
    pub(super) fn meant_text(&mut self, field: &FieldPlan) -> String {
        let cast = self.cast;
        match field.meaning {
            Semantic::Person => {
                let person = &cast.people[self.person(field)];
                if field.has(&["first", "given"]) {
                    person.given.to_owned()
                } else if field.has(&["last", "family", "surname"]) {
                    person.family.to_owned()
                } else {
                    person.name.clone()
                }
            }
            Semantic::Email => match self.plan.thing {
                Thing::Company => format!("office@{}", self.theme.company(cast, 0).domain),
                _ => cast.people[self.person(field)].email.clone(),
            },
            Semantic::Username => cast.people[self.person(field)].username.clone(),
            Semantic::Phone => cast.people[self.person(field)].phone.clone(),
            Semantic::Company => {
                let person = self.person(field);
                self.theme.company(cast, person).name.clone()
            }
            Semantic::Product => self.theme.product(cast).name.to_owned(),
            Semantic::Sku => self.theme.product(cast).sku.clone(),
            Semantic::Title => self.theme.title.to_owned(),
            Semantic::Body => NOTES.pick(self.dice).to_owned(),
            Semantic::Url => self.url(),
            Semantic::Path => self.path(),
            Semantic::Slug => SLUGS.pick(self.dice).to_owned(),
            Semantic::Color => format!("#{:06x}", self.dice.below(0x0100_0000)),
            Semantic::Tag => TAGS.pick(self.dice).to_owned(),
            Semantic::Money => {
                let cents = self.amount_cents();
                format!("{}.{:02}", cents / 100, cents % 100)
            }
            Semantic::Currency => (*self.dice.pick(&["EUR", "USD", "GBP", "SEK"])).to_owned(),
            Semantic::Quantity => self.dice.between(1, 60).to_string(),
            Semantic::Percent => self.dice.between(1, 99).to_string(),
            Semantic::City => cast.cities[self.city()].name.to_owned(),
            Semantic::Country => {
                let city = cast.cities[self.city()];
                let short =
                    field.info.length.is_some_and(|(_, most)| most < 4) || field.has(&["code"]);
                if short { city.country_code } else { city.country }.to_owned()
            }
            Semantic::Address => match self.theme.person(cast, "") {
                Some(person) => person.address.clone(),
                None => {
                    let at = self.dice.below(cast.people.len());
                    cast.people[at].address.clone()
                }
            },
            Semantic::Timezone => cast.cities[self.city()].timezone.to_owned(),
            Semantic::Language => {
                (*self.dice.pick(&["en", "fr", "de", "pt", "sv", "es"])).to_owned()
            }
            Semantic::Mime => {
                (*self.dice.pick(&["text/plain", "application/pdf", "image/png", "text/csv"]))
                    .to_owned()
            }
            Semantic::Token => token("", 12, self.dice),
            Semantic::None => self.named_text(field),
        }
    }

    fn city(&self) -> usize {
        match self.theme.person(self.cast, "") {
            Some(person) => person.city,
            None => self.theme.city,
        }
    }

    fn url(&mut self) -> String {
        let at = self.default_person.unwrap_or(0);
        let domain = &self.theme.company(self.cast, at).domain;
        match self.plan.thing {
            Thing::Person | Thing::Company => format!("https://{domain}"),
            _ => format!("https://{domain}/{}", SLUGS.pick(self.dice)),
        }
    }

    fn path(&mut self) -> String {
        let folder = TAGS.pick(self.dice);
        let ending = self.dice.pick(&["txt", "md", "csv", "pdf"]);
        format!("/{folder}/{}.{ending}", SLUGS.pick(self.dice))
    }

    /// A text for a name without a known meaning.
    fn named_text(&mut self, field: &FieldPlan) -> String {
        match field.last_word() {
            "id" | "number" | "reference" | "code" => token("", 8, self.dice),
            "role" | "position" | "jobtitle" | "job" | "title" => {
                match self.theme.person(self.cast, "") {
                    Some(person) => person.role.to_owned(),
                    None => ROLES.pick(self.dice).to_owned(),
                }
            }
            "status" | "state" => (*self.dice.pick(&["active", "waiting", "done"])).to_owned(),
            "type" | "kind" => (*self.dice.pick(&["standard", "special", "internal"])).to_owned(),
            "version" => format!("{}.{}", self.dice.between(1, 9), self.dice.between(0, 30)),
            "at" | "date" | "time" | "datetime" | "timestamp" | "due" | "deadline" => {
                let at = self.instant(field);
                if field.has(&["date"]) { at.date().to_string() } else { at.to_string() }
            }
            "emoji" | "icon" => (*self.dice.pick(&["bell", "star", "leaf", "key"])).to_owned(),
            "unit" => (*self.dice.pick(&["kg", "pcs", "m", "l"])).to_owned(),
            _ => SLUGS.pick(self.dice).to_owned(),
        }
    }
}
