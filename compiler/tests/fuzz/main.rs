//! Damaged and hostile input, made up at random: nothing panics, nothing is taken in that was not
//! meant, and whatever is refused is refused with a code.
//!
//! By default each property sees a fixed number of cases of a fixed seed. `PROPTEST_CASES` asks for
//! another number, of a seed that is new each time or is given by `PROPTEST_RNG_SEED`.

mod budget;
mod crates;
mod damaged_json;
mod damaged_rust;
mod hostile_texts;
mod inspect;
mod limits;
mod lists;
mod meaning;
mod models;
mod specs;
mod told;

#[path = "../support/mod.rs"]
mod support;
