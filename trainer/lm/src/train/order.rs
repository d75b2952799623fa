//! The order of data, as a function of seeds and counters alone: a resumed run needs no state of a
//! generator to see what it would have seen.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The order of `n_items` in one epoch.
pub fn epoch_order(n_items: usize, seed: u64, epoch: usize) -> Vec<usize> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(mix_seed(seed, &[1, epoch as u64]));
    let mut order: Vec<usize> = (0..n_items).collect();
    for last in (1..n_items).rev() {
        let other = (random.next_u64() % (last as u64 + 1)) as usize;
        order.swap(last, other);
    }
    order
}

/// A seed for one place of a run, from the run's seed and the numbers that name the place.
pub fn mix_seed(seed: u64, place: &[u64]) -> u64 {
    // One step of SplitMix64 a number: each changes every bit of what follows.
    place.iter().fold(seed, |state, &number| {
        let mut z = state.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    })
}

#[cfg(test)]
mod tests {
    use super::epoch_order;

    #[test]
    fn an_epochs_order_depends_on_seed_and_epoch_alone() {
        assert_eq!(epoch_order(50, 3, 2), epoch_order(50, 3, 2));
        assert_ne!(epoch_order(50, 3, 2), epoch_order(50, 3, 1));
        assert_ne!(epoch_order(50, 3, 2), epoch_order(50, 4, 2));
        let mut sorted = epoch_order(50, 3, 2);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..50).collect::<Vec<_>>());
    }
}
