//! The cast of one task: people, companies and things that several services know.
//!
//! The same person has the same mail address, user name, phone and company wherever they
//! appear, which is what makes a value learned in one service useful in another.

mod words;

pub(super) use words::{
    DOCUMENTS, EVENTS, NOTES, PROBLEMS, PROJECTS, ROLES, SLUGS, TAGS, TASKS, Words,
};

use std::collections::BTreeSet;

use crate::dice::Dice;
use words::{CITIES, COMPANIES, COMPANY_TAILS, FAMILY_NAMES, GIVEN_NAMES, PRODUCTS, STREETS};

/// Someone.
#[derive(Debug, Clone)]
pub struct Person {
    /// The first name.
    pub given: &'static str,
    /// The last name.
    pub family: &'static str,
    /// Both.
    pub name: String,
    /// The mail address.
    pub email: String,
    /// The user name.
    pub username: String,
    /// The phone number.
    pub phone: String,
    /// What they do.
    pub role: &'static str,
    /// Their company's position in the cast.
    pub company: usize,
    /// Their city's position in the cast.
    pub city: usize,
    /// Street and number.
    pub address: String,
}

/// A company.
#[derive(Debug, Clone)]
pub struct Company {
    /// Its name.
    pub name: String,
    /// Its domain on the web.
    pub domain: String,
}

/// Something that is sold.
#[derive(Debug, Clone)]
pub struct Product {
    /// Its name.
    pub name: &'static str,
    /// Its article number.
    pub sku: String,
    /// Its price in hundredths.
    pub price_cents: i64,
}

/// A city.
#[derive(Debug, Clone, Copy)]
pub struct City {
    /// Its name.
    pub name: &'static str,
    /// Its country.
    pub country: &'static str,
    /// Its country's code of two letters.
    pub country_code: &'static str,
    /// Its time zone, by the name in the IANA database.
    pub timezone: &'static str,
    /// How phone numbers there start.
    pub dialling: &'static str,
}

/// Everyone and everything of one task.
#[derive(Debug, Clone)]
pub struct Cast {
    /// The people; no two share a name, and two share a family name.
    pub people: Vec<Person>,
    /// The companies.
    pub companies: Vec<Company>,
    /// The products.
    pub products: Vec<Product>,
    /// The cities.
    pub cities: Vec<City>,
}

impl Cast {
    /// Draws a cast with so many people.
    #[must_use]
    pub fn draw(n_people: usize, dice: &mut Dice) -> Self {
        let cities: Vec<City> = sample(CITIES.lines(), 6, dice).map(read_city).collect();
        let companies = draw_companies((n_people * 2 / 3).max(4), dice);
        let people = draw_people(n_people, &companies, &cities, dice);
        let products = sample(PRODUCTS.lines(), n_people.max(6), dice)
            .map(|name| Product {
                name,
                sku: draw_sku(name, dice),
                price_cents: dice.between(4, 180) * 100 + *dice.pick(&[0, 25, 49, 50, 75, 90, 95]),
            })
            .collect();
        Self { people, companies, products, cities }
    }
}

/// So many different entries in random order; fewer when there are fewer.
pub(super) fn sample(
    lines: &[&'static str],
    n: usize,
    dice: &mut Dice,
) -> impl Iterator<Item = &'static str> + use<> {
    let mut order: Vec<&'static str> = lines.to_vec();
    dice.shuffle(&mut order);
    order.truncate(n);
    order.into_iter()
}

fn read_city(line: &'static str) -> City {
    let mut parts = line.split('|');
    let mut next = || parts.next().unwrap_or_default();
    City { name: next(), country: next(), country_code: next(), timezone: next(), dialling: next() }
}

fn draw_companies(n: usize, dice: &mut Dice) -> Vec<Company> {
    let heads: Vec<_> = sample(COMPANIES.lines(), n, dice).collect();
    heads
        .into_iter()
        .map(|head| {
            let plain: String = head.chars().filter(char::is_ascii_alphanumeric).collect();
            Company {
                name: format!("{head} {}", COMPANY_TAILS.pick(dice)),
                domain: format!("{}.example", plain.to_lowercase()),
            }
        })
        .collect()
}

fn draw_people(n: usize, companies: &[Company], cities: &[City], dice: &mut Dice) -> Vec<Person> {
    let givens: Vec<_> = sample(GIVEN_NAMES.lines(), n, dice).collect();
    let mut families: Vec<_> = sample(FAMILY_NAMES.lines(), n, dice).collect();
    if let [first, second, ..] = families.as_mut_slice() {
        // Two people with one family name make a lookup by it ambiguous.
        *second = first;
    }
    let mut taken = BTreeSet::new();
    givens
        .into_iter()
        .zip(families)
        .map(|(given, family)| {
            let (given, given_plain) = split_spelling(given);
            let (family, family_plain) = split_spelling(family);
            let company = dice.below(companies.len());
            let city = dice.below(cities.len());
            let domain = &companies[company].domain;
            let whole = format!("{given_plain}.{family_plain}");
            let mut unless_taken = |drawn: String, instead: String| {
                if taken.insert(drawn.clone()) { drawn } else { instead }
            };
            let email = draw_email(&given_plain, &family_plain, domain, dice);
            let username = draw_username(&given_plain, &family_plain, dice);
            Person {
                given,
                family,
                name: format!("{given} {family}"),
                email: unless_taken(email, format!("{whole}@{domain}")),
                username: unless_taken(username, whole),
                phone: format!("{} {}", cities[city].dialling, dice.between(2_000_000, 9_899_999)),
                role: ROLES.pick(dice),
                company,
                city,
                address: format!("{} {}", dice.between(1, 180), STREETS.pick(dice)),
            }
        })
        .collect()
}

fn split_spelling(line: &'static str) -> (&'static str, String) {
    match line.split_once('=') {
        Some((name, plain)) => (name, plain.to_owned()),
        None => (line, line.to_lowercase()),
    }
}

fn draw_email(given: &str, family: &str, domain: &str, dice: &mut Dice) -> String {
    let initial = &given[..1];
    let local = match dice.below(3) {
        0 => format!("{given}.{family}"),
        1 => format!("{initial}.{family}"),
        _ => format!("{given}{}", dice.between(11, 98)),
    };
    format!("{local}@{domain}")
}

fn draw_username(given: &str, family: &str, dice: &mut Dice) -> String {
    let initial = &given[..1];
    match dice.below(3) {
        0 => format!("{initial}{family}"),
        1 => format!("{given}_{}", &family[..1]),
        _ => format!("{family}{}", dice.between(2, 99)),
    }
}

fn draw_sku(name: &str, dice: &mut Dice) -> String {
    let letters = name.split(' ').filter_map(|word| word.chars().next());
    let letters: String = letters.take(2).flat_map(char::to_uppercase).collect();
    format!("{letters}-{}", dice.between(1_000, 9_999))
}

#[cfg(test)]
mod tests {
    use super::{Cast, Dice};
    use std::collections::BTreeSet;

    #[test]
    fn one_seed_gives_one_cast_and_no_two_people_share_an_address() {
        for seed in 0..200 {
            let cast = Cast::draw(8, &mut Dice::new(seed));
            let again = Cast::draw(8, &mut Dice::new(seed));
            assert_eq!(format!("{cast:?}"), format!("{again:?}"));
            let readings: [fn(&super::Person) -> String; 3] = [
                |person| person.email.clone(),
                |person| person.username.clone(),
                |person| person.name.clone(),
            ];
            for of in readings {
                let different: BTreeSet<_> = cast.people.iter().map(of).collect();
                assert_eq!(different.len(), 8, "seed {seed}");
            }
        }
    }

    #[test]
    fn two_people_share_a_family_name() {
        let cast = Cast::draw(6, &mut Dice::new(1));
        assert_eq!(cast.people[0].family, cast.people[1].family);
    }
}
