//! Numbers by what they mean.

use compoworld_core::Semantic;

use super::field_plan::FieldPlan;
use super::value::Sampler;
use crate::planner::meaning::Thing;

/// How far numbers spread that nothing but a range is known of.
const SPAN: i64 = 1_000;

/// The part of a range that plausible numbers come from: the end that is nearer to zero.
fn near_zero(least: i64, most: i64) -> (i64, i64) {
    let least = least.max(most.min(0).saturating_sub(SPAN));
    (least, most.min(least.saturating_add(SPAN)))
}

impl Sampler<'_, '_> {
    pub(super) fn whole_number(&mut self, field: &FieldPlan) -> i64 {
        let drawn = match field.meaning {
            Semantic::Money => self.amount_cents() / 100,
            Semantic::Percent => self.dice.between(1, 99),
            Semantic::Quantity => self.dice.between(1, 60),
            _ => self.named_number(field),
        };
        match field.info.range {
            None => drawn,
            Some((least, most)) => {
                let (least, most) = (least.ceil() as i64, most.floor() as i64);
                if (least..=most).contains(&drawn) {
                    drawn
                } else {
                    let (least, most) = near_zero(least, most);
                    self.dice.between(least, most)
                }
            }
        }
    }

    pub(super) fn number(&mut self, field: &FieldPlan) -> f64 {
        let drawn = match field.meaning {
            Semantic::Money => self.amount_cents() as f64 / 100.0,
            Semantic::Percent => self.dice.between(1, 99) as f64,
            Semantic::Quantity => self.dice.between(1, 60) as f64,
            _ => self.named_number(field) as f64,
        };
        match field.info.range {
            Some((least, most)) if !(least..=most).contains(&drawn) => {
                let least = least.max(most.min(0.0) - SPAN as f64);
                let most = most.min(least + SPAN as f64);
                // Quarters are exact in binary and short in print.
                let steps = ((most - least) * 4.0).floor().max(0.0) as i64;
                least + self.dice.between(0, steps) as f64 / 4.0
            }
            _ => drawn,
        }
    }

    pub(super) fn amount_cents(&mut self) -> i64 {
        if self.plan.thing == Thing::Product {
            return self.theme.product(self.cast).price_cents;
        }
        self.dice.between(12, 4_800) * 100 + *self.dice.pick(&[0, 0, 20, 25, 40, 50, 75, 80])
    }

    fn named_number(&mut self, field: &FieldPlan) -> i64 {
        const RANGES: &[(&[&str], i64, i64)] = &[
            (&["priority", "severity", "level"], 0, 4),
            (&["rating", "stars"], 1, 5),
            (&["year"], 1998, 2026),
            (&["age"], 19, 71),
            (&["minutes", "duration"], 10, 120),
            (&["hours", "estimate"], 1, 16),
            (&["days"], 1, 30),
            (&["seconds"], 20, 900),
            (&["latitude", "lat"], -60, 60),
            (&["longitude", "lng", "lon"], -170, 170),
            (&["size", "bytes"], 900, 90_000),
            (&["position", "index", "order", "rank", "line"], 1, 50),
            (&["temperature"], 12, 28),
            (&["brightness"], 1, 254),
            (&["weight"], 2, 120),
            (&["score", "points"], 10, 100),
        ];
        let known = RANGES.iter().find(|(words, ..)| field.has(words));
        let (least, most) = known.map_or((1, 400), |(_, least, most)| (*least, *most));
        self.dice.between(least, most)
    }
}

#[cfg(test)]
mod tests {
    use super::near_zero;

    #[test]
    fn an_open_range_gives_numbers_near_its_bound() {
        assert_eq!(near_zero(i64::MIN, 0), (-1_000, 0));
        assert_eq!(near_zero(i64::MIN, i64::MAX), (-1_000, 0));
        assert_eq!(near_zero(5, i64::MAX), (5, 1_005));
        assert_eq!(near_zero(i64::MIN, -50), (-1_050, -50));
        assert_eq!(near_zero(3, 7), (3, 7));
    }
}
