//! What populated services look like.

use std::collections::BTreeSet;

use compoworld_core::{Timestamp, load_state};

use super::{Filling, populate};
use crate::dice::Dice;
use crate::planner::cast::Cast;
use crate::planner::sample_services::{SERVICES, kanban};

fn filling() -> Filling {
    Filling {
        rows: 5..=8,
        optional_percent: 75,
        items_max: 2,
        now: Timestamp::from_unix_seconds(1_772_000_000),
    }
}

#[test]
fn every_service_loads_with_nearly_the_wanted_rows() {
    for seed in 0..100 {
        let mut dice = Dice::new(seed);
        let cast = Cast::draw(8, &mut dice);
        for service in SERVICES {
            let made = populate(service, &cast, &filling(), &mut dice).expect("a valid state");
            assert!(load_state(service.state, &made).is_ok());
            for table in service.state.tables {
                let n_rows = made[table.name].as_object().map_or(0, serde_json::Map::len);
                assert!((4..=8).contains(&n_rows), "{} of {}: {n_rows}", table.name, service.name);
            }
        }
    }
}

#[test]
fn the_same_people_appear_in_several_services() {
    let mut shared = 0;
    for seed in 0..20 {
        let mut dice = Dice::new(seed);
        let cast = Cast::draw(6, &mut dice);
        let emails: Vec<BTreeSet<String>> = SERVICES
            .iter()
            .map(|service| {
                let made = populate(service, &cast, &filling(), &mut dice).expect("a valid state");
                let text = made.to_string();
                let emails = cast.people.iter().map(|person| person.email.clone());
                emails.filter(|email| text.contains(email)).collect()
            })
            .collect();
        shared += emails[0].intersection(&emails[1]).count();
        shared += emails[1].intersection(&emails[2]).count();
    }
    assert!(shared > 60, "{shared} shared addresses in 20 worlds");
}

#[test]
fn rows_belong_to_rows_that_agree() {
    for seed in 0..20 {
        let mut dice = Dice::new(seed);
        let cast = Cast::draw(6, &mut dice);
        let made = populate(&kanban::SERVICE, &cast, &filling(), &mut dice).expect("a valid state");
        let cards = made["cards"].as_object().expect("a table");
        assert!(cards.len() >= 4, "{} cards", cards.len());
        for card in cards.values() {
            let list = card["list"].as_str().expect("a key");
            assert_eq!(made["lists"][list]["board"], card["board"], "{card}");
        }
    }
}
