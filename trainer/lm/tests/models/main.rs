//! Tiny models of every family: their forms agree, they are saved and loaded whole, and broken files
//! are told apart.

mod faults;
mod forms;
mod gguf_faults;
mod round_trips;
mod tiny;
