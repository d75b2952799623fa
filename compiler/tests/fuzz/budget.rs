//! How many cases a property sees.

use std::cell::Cell;
use std::time::{Duration, Instant};

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngSeed, TestRunner};

/// Tries a property, which panics where it does not hold, on `n_cases` values, or on as many as
/// `PROPTEST_CASES` says.
pub fn hold<S: Strategy>(n_cases: u32, strategy: S, property: impl Fn(S::Value)) {
    let mut config = Config { failure_persistence: None, ..Config::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = n_cases;
        config.rng_seed = RngSeed::Fixed(1);
    }
    let longest = Cell::new(Duration::ZERO);
    let outcome = TestRunner::new(config).run(&strategy, |value| {
        let begin = Instant::now();
        property(value);
        longest.set(longest.get().max(begin.elapsed()));
        Ok(())
    });
    println!("the longest case took {:?}", longest.get());
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
}
