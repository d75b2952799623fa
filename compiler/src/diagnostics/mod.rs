//! What the compiler says about its input: coded, placed, with a remedy.
//!
//! A pass collects [`Diagnostics`] and reports all of them together. Every diagnostic has a
//! [`Code`] that `compoworld explain` expands on.

mod code;
mod code_list;
mod collection;
mod diagnostic;
mod explain;
mod locate;
mod pointer;
mod render;
mod source_map;
mod visible;

pub use code::{Code, Effect};
pub use collection::Diagnostics;
pub use diagnostic::{At, Diagnostic, Label, Place, Severity};
pub use explain::{explain, suggest};
pub use locate::locate;
pub use pointer::Pointer;
pub use render::{Style, render, render_one};
pub use source_map::SourceMap;
pub use visible::turns_text;
