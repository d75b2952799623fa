//! Runs of `compoworld corpus regenerate` that end before they are done: killed at any point, or
//! interrupted. What they leave can be built, and the next run ends where an unbroken one would.
#![cfg(unix)]

mod corpus;
mod crates;
mod interrupts;
mod kills;
mod run;
mod together;
mod workspace;
