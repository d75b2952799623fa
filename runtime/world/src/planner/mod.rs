//! Tasks made from tool semantics.

mod dice;
mod cast;
mod meaning;
mod populate;

#[cfg(test)]
mod sample_services;
