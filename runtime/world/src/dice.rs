//! The planner's and the gate's only source of chance: one named generator, seeded per task.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A seeded stream of choices.
#[derive(Debug, Clone)]
pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// The stream of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `n`, which is at least 1.
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "a choice needs something to choose from");
        // The high word of a 64-bit product: the bias is below n / 2^64.
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    /// A number from `least` to `most`, both included.
    pub fn between(&mut self, least: i64, most: i64) -> i64 {
        let span = most.saturating_sub(least).max(0) as usize;
        least + self.below(span + 1) as i64
    }

    /// Whether something with this chance, in percent, comes true.
    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    /// One of the items; there is at least one.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// One of the items, unless there is none.
    pub fn pick_some<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(self.pick(items)) }
    }

    /// Puts the items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }

    /// A position chosen with these weights; `None` when all are zero.
    pub fn weighted(&mut self, weights: &[u32]) -> Option<usize> {
        let total: usize = weights.iter().map(|weight| *weight as usize).sum();
        if total == 0 {
            return None;
        }
        let mut left = self.below(total);
        for (position, weight) in weights.iter().enumerate() {
            match left.checked_sub(*weight as usize) {
                Some(rest) => left = rest,
                None => return Some(position),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::Dice;

    #[test]
    fn weights_of_zero_are_never_chosen() {
        let mut dice = Dice::new(3);
        for _ in 0..200 {
            assert_eq!(dice.weighted(&[0, 5, 0]), Some(1));
        }
        assert_eq!(dice.weighted(&[0, 0]), None);
    }

    #[test]
    fn both_ends_of_a_range_come_up() {
        let mut dice = Dice::new(5);
        let drawn: Vec<i64> = (0..200).map(|_| dice.between(2, 4)).collect();
        assert_eq!(drawn.iter().min(), Some(&2));
        assert_eq!(drawn.iter().max(), Some(&4));
    }
}
